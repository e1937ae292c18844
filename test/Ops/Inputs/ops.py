# SPDX-License-Identifier: AGPL-3.0-or-later
# SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
"""Run the functions of a file of ops, and compare what they give with what stands above them.

    ops.py FILE WORK-DIR [SFLOW-RUN-OPTION...]

A function is named after the op that it shows, with a suffix behind a second dot where there are several. Above it:

    // floats: [1, -2] -> [1, 2]         its arguments, and its results; `floats:` says what $T becomes
    func.func @math.absf(%x: tensor<$2x$T>) -> tensor<$2x$T> { ... }

$T is each of the types in turn. $2 is a size: 2, and in one more instance of the function, of the first type, `?`. One
entry calls many of the instances, since every run costs.

    // refused: some words of the message

says instead that the function does not compile: exit code 3 and these words, in a run of its own.
"""

import concurrent.futures
import json
import pathlib
import re
import struct
import subprocess
import sys

GROUPS = {"floats": "f32 f64 f16 bf16", "integers": "i32 i64 i16 i8"}
AT_ONCE = 40
# Of .npy, of struct, and how far a result may be off.
ELEMENTS = {"f32": ("<f4", "f", 1e-5), "f64": ("<f8", "d", 1e-6), "f16": ("<f2", "e", 4e-3),
            "bf16": ("<u2", "H", 2e-2), "i8": ("|i1", "b", 0), "i16": ("<i2", "h", 0), "i32": ("<i4", "i", 0),
            "i64": ("<i8", "q", 0), "index": ("<i8", "q", 0), "i1": ("|b1", "?", 0)}


def types_of(words):
    return [t for word in words.split() for t in GROUPS.get(word, word).split()]


def functions(text):
    """(name, arguments, result, source without the comment, comment) of each function."""
    for found in re.finditer(r"((?:^//[^\n]*\n)+)(^func\.func @([\w.]+)\((.*?)\) -> (.*?) \{\n.*?^\}\n)", text,
                             re.MULTILINE | re.DOTALL):
        comment = " ".join(line.lstrip("/ ") for line in found.group(1).splitlines())
        yield found.group(3), found.group(4), found.group(5), found.group(2), comment


def split_types(text):
    """The types of `%a: T, %b: U` or `(T, U)` or `T`."""
    text = re.sub(r"%\w+: ", "", text).strip()
    text = text[1:-1] if text.startswith("(") else text
    return [part.strip() for part in re.split(r",(?![^<]*>)", text) if part.strip()]


def element(tensor):
    return re.fullmatch(r"tensor<(?:.*x)?(\w+)>", tensor).group(1)


def flatten(value):
    return [x for part in value for x in flatten(part)] if isinstance(value, list) else [value]


def shape(value):
    if not isinstance(value, list):
        return ()
    return (len(value), *(shape(value[0]) if value else ()))


def bf16_bits(value):
    bits = struct.unpack("<I", struct.pack("<f", value))[0]
    return bits >> 16 if value != value else (bits + 0x7FFF + (bits >> 16 & 1)) >> 16


def write_npy(path, value, kind):
    descr, code, _ = ELEMENTS[kind]
    values = flatten(value)
    convert = bf16_bits if kind == "bf16" else float if kind[0] == "f" else bool if kind == "i1" else int
    header = "{'descr': '%s', 'fortran_order': False, 'shape': %s, }" % (descr, shape(value))
    header += " " * (63 - (10 + len(header)) % 64) + "\n"
    data = struct.pack("<%d%s" % (len(values), code), *map(convert, values))
    path.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + data)


def read_npy(path, kind):
    data = path.read_bytes()
    length = struct.unpack_from("<H", data, 8)[0]
    sizes = re.search(r"'shape': \((.*?)\)", data[10:10 + length].decode()).group(1)
    count = 1
    for size in re.findall(r"\d+", sizes):
        count *= int(size)
    values = struct.unpack_from("<%d%s" % (count, ELEMENTS[kind][1]), data, 10 + length)
    if kind == "bf16":
        values = [struct.unpack("<f", struct.pack("<I", v << 16))[0] for v in values]
    return tuple(map(int, re.findall(r"\d+", sizes))), values


def close(got, want, tolerance):
    return got == want or abs(got - want) <= tolerance * max(1, abs(want)) or (got != got and want != want)


class Case:
    """One instance of a function."""

    def __init__(self, name, arguments, result, source, comment, kind, dynamic):
        size = (lambda match: "?") if dynamic else (lambda match: match.group(1))
        fill = lambda text: re.sub(r"\$(\d+)", size, text.replace("$T", kind))
        self.name = f"{name}.{kind or '-'}{'.dynamic' if dynamic else ''}"
        self.arguments, self.results = split_types(fill(arguments)), split_types(fill(result))
        self.source = fill(source).replace(f"@{name}(", f"@{name}_{kind}{int(dynamic)}(", 1)
        self.symbol = f"{name}_{kind}{int(dynamic)}"
        inputs, outputs = comment.split("->")
        parse = lambda text: json.loads("[" + text.replace("inf", "Infinity").replace("nan", "NaN") + "]")
        self.inputs, self.outputs = parse(inputs), parse(outputs)
        if (len(self.inputs), len(self.outputs)) != (len(self.arguments), len(self.results)):
            raise ValueError(f"{name}: values are not as many as arguments and results")


def cases(text):
    for name, arguments, result, source, comment in functions(text):
        if comment.startswith("refused:"):
            continue
        kinds, _, values = comment.rpartition(":")
        for i, kind in enumerate(types_of(kinds) or [""]):
            for dynamic in (False, True) if i == 0 and re.search(r"\$\d", source) else (False,):
                yield Case(name, arguments, result, source, values, kind, dynamic)


def used_of(globals_, source):
    """Those of the aliases and globals that the source names."""
    return [line for line in globals_ if re.search(r"[#@]\w+", line).group() in source]


def module_of(all_cases, globals_):
    """One entry that calls all of them."""
    arguments, results, calls, used = [], [], [], []
    for k, case in enumerate(all_cases):
        mine = [f"%a{len(arguments) + i}" for i in range(len(case.arguments))]
        arguments += case.arguments
        results += case.results
        given = [f"%r{k}#{i}" for i in range(len(case.results))] if len(case.results) > 1 else [f"%r{k}"]
        used += given
        many = f":{len(given)}" if len(given) > 1 else ""
        calls.append(f"  %r{k}{many} = call @{case.symbol}({', '.join(mine)}) : "
                     f"({', '.join(case.arguments)}) -> ({', '.join(case.results)})")
    signature = ", ".join(f"%a{i}: {t}" for i, t in enumerate(arguments))
    sources = [case.source.replace("func.func @", "func.func private @", 1) for case in all_cases]
    return "\n".join([*used_of(globals_, "".join(sources)), *sources,
                      f"func.func @main({signature}) -> ({', '.join(results)}) {{", *calls,
                      f"  return {', '.join(used)} : {', '.join(results)}", "}", ""])


def run_cases(all_cases, globals_, folder, options):
    """The problems of cases that one run shows."""
    folder.mkdir(parents=True, exist_ok=True)
    module = folder / "all.mlir"
    module.write_text(module_of(all_cases, globals_))
    command = ["sflow-run", str(module), "--quiet", f"--output={folder}/out", *options]
    inputs = [(v, t) for case in all_cases for v, t in zip(case.inputs, case.arguments)]
    for i, (value, kind) in enumerate(inputs):
        write_npy(folder / f"in{i}.npy", value, element(kind))
        command.append(f"--input={folder}/in{i}.npy")
    ran = subprocess.run(command, capture_output=True, text=True)
    if ran.returncode:
        return [f"{module}: exit code {ran.returncode}: {ran.stderr}"]
    problems, i = [], 0
    for case in all_cases:
        for want, kind in zip(case.outputs, case.results):
            sizes, got = read_npy(folder / f"out{i}.npy", element(kind))
            i += 1
            tolerance = ELEMENTS[element(kind)][2]
            if sizes != shape(want) or not all(close(g, w, tolerance) for g, w in zip(got, flatten(want))):
                problems.append(f"{case.name}: got {list(got)} of shape {sizes}, wanted {want}")
    return problems


def run_refusal(name, source, words, globals_, folder, options):
    folder.mkdir(parents=True, exist_ok=True)
    module = folder / f"{name}.mlir"
    module.write_text("\n".join([*used_of(globals_, source), source]))
    # What compiles after all need not come to an end with such inputs.
    command = ["sflow-run", str(module), "--random-inputs=1", "--timeout=5", "--quiet", *options]
    ran = subprocess.run(command, capture_output=True, text=True)
    if ran.returncode == 3 and words in ran.stderr:
        return []
    return [f"{name}: exit code {ran.returncode}, wanted 3 and '{words}': {ran.stderr}"]


def main():
    file, folder, options = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3:]
    text = file.read_text()
    globals_ = re.findall(r"^(?:#\w+ = .*|ml_program\.global .*|tosa\.variable .*)$", text, re.MULTILINE)
    all_cases = list(cases(text))
    refused = [(name, source, comment.removeprefix("refused:").strip())
               for name, _, _, source, comment in functions(text) if comment.startswith("refused:")]
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        runs = [pool.submit(run_cases, all_cases[i:i + AT_ONCE], globals_, folder / str(i), options)
                for i in range(0, len(all_cases), AT_ONCE)]
        runs += [pool.submit(run_refusal, *each, globals_, folder, options) for each in refused]
        problems = [problem for run in runs for problem in run.result()]
    for problem in problems:
        print(problem)
    print(f"{file.name}: {len(all_cases)} ran, {len(refused)} refused, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
