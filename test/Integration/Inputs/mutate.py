#!/usr/bin/env python3
# SPDX-License-Identifier: AGPL-3.0-or-later
# SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
"""Breaks right programs in every way that counts, one at a time, and asks the checker about each.

Takes modules in the async or the placed form; with --pipeline whatever that pipeline makes such a form of. Mutants:
  edge    one token operand less in an `after(...)`, a wait or a join. The checker has to fail, and its report has to
          name both accesses, the bytes, both locations and the missing edge.
  host    a copy, a free or a read of what a task writes, by the host, right behind the task: as above. Tasks take turns.
  access  one entry of `ins` or `outs` less, with its block argument: the body then has no way to it.
  outs    one entry of `outs` becomes one of `ins`: the body then writes what is declared read only.
  hidden  one entry less, and the body takes the memory from a global: it then touches what is declared nowhere.
Mutants of the first two kinds are the whole function that they are in. Races are about what is declared, so bodies are
left out (--bodies keeps them): that they do no more than they declare is what the others are about, and these need no
more than the task. Many mutants go through one run of sflow-opt, separated by `// -----`: the line of a report says
whose it is (--batch=1: one run each, whose exit code has to tell as well). Tasks that differ in names only are judged
once. Prints a line for each module; exit code 1 if a mutant survives or there is none, 2 if a program itself is not
accepted.
"""
import argparse
import bisect
import collections
import concurrent.futures
import itertools
import os
import re
import subprocess
import sys

HEADER = re.compile(r"^\s*(?:[%\w:#, ]+ = )?syncflow\.([a-z_]+)\b")
SYMBOL = re.compile(r'@(?:[\w$.]+|"[^"]*")')
OPENING = {"(": ")", "<": ">", "[": "]", "{": "}"}
SEPARATOR = "// -----"
KINDS = ["edge", "host", "access", "outs", "hidden"]

# Lines of a module; kind "none": nothing is changed. `times`: that many of them are the same but for names.
Mutant = collections.namedtuple("Mutant", "kind what lines times", defaults=[1])


#===-- text of ops -------------------------------------------------------------------------------------------------===#


def closing(text, start):
    """Position of the bracket that closes the one at `start`; strings and arrows are looked over."""
    stack, i = [], start
    while i < len(text):
        c = text[i]
        if c == '"':
            i = text.index('"', i + 1)
            while text[i - 1] == "\\":
                i = text.index('"', i + 1)
        elif c == "-" and text[i + 1:i + 2] == ">":
            i += 1
        elif c in OPENING:
            stack.append(OPENING[c])
        elif stack and c == stack[-1]:
            stack.pop()
            if not stack:
                return i
        i += 1
    raise ValueError("unbalanced: " + text)


def split(text):
    """Comma separated parts, commas inside of brackets kept."""
    parts, depth, begin = [], 0, 0
    for i, c in enumerate(text):
        depth += c in "(<[{"
        depth -= c in ")]}" or (c == ">" and text[i - 1] != "-")
        if c == "," and depth == 0:
            parts.append(text[begin:i].strip())
            begin = i + 1
    last = text[begin:].strip()
    return parts + [last] if last else parts


def clause(line, keyword):
    """(begin, end, parts) of ` keyword(...)` on a header line, outside of strings; None when it is not there."""
    plain = re.sub(r'"(?:[^"\\]|\\.)*"', lambda m: "_" * len(m.group()), line)
    found = re.search(r"\b" + re.escape(keyword) + r"\(", plain)
    if not found:
        return None
    end = closing(line, found.end() - 1)
    return found.start(), end + 1, split(line[found.end():end])


def with_clause(line, keyword, parts):
    """The line with the parts of a clause replaced; a clause without parts goes."""
    place = clause(line, keyword)
    if place is None:
        if not parts:
            return line
        # ins stand in front of outs.
        at = clause(line, "outs")[0] if clause(line, "outs") else line.rindex("{")
        return line[:at] + f"{keyword}({', '.join(parts)}) " + line[at:]
    begin, end, _ = place
    if parts:
        return line[:begin] + f"{keyword}({', '.join(parts)})" + line[end:]
    return line[:begin].rstrip() + " " + line[end:].lstrip()


def body_end(lines, header):
    """Index of the line that closes the region that `header` opens."""
    indent = len(lines[header]) - len(lines[header].lstrip())
    for i in range(header + 1, len(lines)):
        if lines[i].startswith(" " * indent + "}"):
            return i
    raise ValueError("no end of " + lines[header])


class Module:
    """A printed module, cut into the ops at its top."""

    def __init__(self, text):
        lines = text.rstrip("\n").split("\n")
        start = next(i for i, line in enumerate(lines) if line.startswith("module"))
        self.opening = lines[:start + 1]
        self.symbols, self.functions = {}, []
        i = start + 1
        # What follows the module is the contents of constants, which nobody needs.
        while lines[i] != "}":
            end = body_end(lines, i) if lines[i].endswith("{") else i
            op = lines[i:end + 1]
            self.symbols[SYMBOL.search(lines[i]).group()] = op
            if lines[i].startswith("  func.func") and end > i:
                self.functions.append((i, op))
            i = end + 1

    def around(self, ops):
        """A module of these ops and of what they name."""
        kept, work = [], list(ops)
        named = {SYMBOL.search(op[0]).group() for op in ops}
        while work:
            op = work.pop()
            kept.append(op)
            for symbol in set(SYMBOL.findall("\n".join(op))) - named:
                if symbol in self.symbols:
                    named.add(symbol)
                    work.append(self.symbols[symbol])
        return self.opening + [line for op in reversed(kept) for line in op] + ["}"]


#===-- mutants -----------------------------------------------------------------------------------------------------===#


def without_bodies(lines):
    """(line number, line) of a function whose tasks do nothing."""
    i = 0
    while i < len(lines):
        yield i, lines[i]
        header = HEADER.match(lines[i])
        if header and header.group(1) == "task":
            end = body_end(lines, i)
            yield end - 1, lines[end - 1]
            i = end - 1
        i += 1


def functions_of(module, bodies):
    """(line numbers, lines) of each."""
    for at, lines in module.functions:
        numbered = [(at + i + 1, line) for i, line in (enumerate(lines) if bodies else without_bodies(lines))]
        yield [n for n, _ in numbered], [line for _, line in numbered]


def edge_mutants(module, bodies):
    for numbers, lines in functions_of(module, bodies):
        yield Mutant("none", "the program itself", module.around([lines]))
        for i, line in enumerate(lines):
            header = HEADER.match(line)
            if not header:
                continue
            op = header.group(1)
            keyword = "syncflow." + op if op in ("wait", "join") else "after"
            found = clause(line, keyword)
            for k, token in enumerate(found[2] if found else []):
                rest = found[2][:k] + found[2][k + 1:]
                begin, end, _ = found
                if op == "wait" and not rest:
                    changed = []
                elif op in ("wait", "join"):
                    changed = [line[:begin] + f"{keyword}({', '.join(rest)})" + line[end:]]
                else:
                    changed = [with_clause(line, "after", rest)]
                function = lines[:i] + changed + lines[i + 1:]
                yield Mutant("edge", f"line {numbers[i]}: {op} without {token}", module.around([function]))


HOST = [lambda v, kind, indices: f"memref.copy {v}, {v} : {kind} to {kind}",
        lambda v, kind, indices: f"memref.dealloc {v} : {kind}",
        lambda v, kind, indices: f"%host_value = memref.load {v}[{indices}] : {kind}"]


def host_mutants(module, bodies):
    turn = itertools.cycle(HOST)
    for numbers, lines in functions_of(module, bodies):
        for i, line in enumerate(lines):
            header = HEADER.match(line)
            outs = clause(line, "outs") if header and header.group(1) == "task" else None
            if not outs:
                continue
            value, kind = outs[2][0].split(" = ")[1].split(" : ", 1)
            rank = len(re.match(r"memref<((?:\d+x|\?x)*)", kind).group(1).split("x")) - 1
            op = next(turn)(value, kind, ", ".join(["%host_index"] * rank))
            end = body_end(lines, i) + 1
            function = lines[:end] + ["    %host_index = arith.constant 0 : index", "    " + op] + lines[end:]
            yield Mutant("host", f"line {numbers[i]}: {op.lstrip()} behind it", module.around([function]))


def alone(header, body):
    """A task as the only one of a function, whose parameters are its operands."""
    parameters = []
    for keyword in ("ins", "outs"):
        parts = []
        for entry in (clause(header, keyword) or (0, 0, []))[2]:
            argument, kind = entry.split(" = ")[0], entry.split(" : ", 1)[1]
            parts.append(f"{argument} = %p{len(parameters)} : {kind}")
            parameters.append(f"%p{len(parameters)}: {kind}")
        header = with_clause(header, keyword, parts)
    for keyword in ("after", "on"):
        header = with_clause(header, keyword, [])
    task = header[header.index("syncflow.task"):]
    return ([f"  func.func @task({', '.join(parameters)}) {{", "    %token = " + task] + body +
            ["    }", "    syncflow.wait(%token)", "    return", "  }"])


def global_for(kind):
    """Static type of a global that a memref of this type can come from."""
    sized = re.sub(r"\?(?=x)", "4", kind)
    return re.sub(r"\?", "1", sized)


def hidden(module, less, body, argument, kind):
    """The task takes the memory of an entry that it lost from a global."""
    static = global_for(kind)
    lines = [f"      {argument}_g = memref.get_global @hidden : {static}",
             f"      {argument} = memref.cast {argument}_g : {static} to {kind}"]
    if static == kind:
        lines = [f"      {argument} = memref.get_global @hidden : {static}"]
    declared = [f'  memref.global "private" @hidden : {static} = uninitialized']
    return module.around([alone(less, lines + body), declared])


def key_of(task):
    """Text of a task without names and without what is no access."""
    numbers = {}
    text = re.sub(r" (?:contract <|attributes \{).*", " {", task[1])
    text = "\n".join([task[0], re.sub(r'syncflow.task "[^"]*"', "", text)] + task[2:])
    return re.sub(r"%[\w#]+", lambda m: "%" + str(numbers.setdefault(m.group(), len(numbers))), text)


def access_mutants(module):
    same, places = collections.defaultdict(list), {}
    for at, lines in module.functions:
        for i, line in enumerate(lines):
            header = HEADER.match(line)
            if header and header.group(1) == "task":
                body = lines[i + 1:body_end(lines, i)]
                key = key_of(alone(line, body))
                places.setdefault(key, (line, body))
                same[key].append(at + i + 1)
    for key, (line, body) in places.items():
        times, where = len(same[key]), f"line {same[key][0]}: task"
        yield Mutant("none", where, module.around([alone(line, body)]))
        for keyword in ("ins", "outs"):
            found = clause(line, keyword)
            for k, entry in enumerate(found[2] if found else []):
                argument, kind = entry.split(" = ")[0], entry.split(" : ", 1)[1]
                # What the body never mentions is no access.
                if not kind.startswith("memref") or not re.search(re.escape(argument) + r"(?![\w])", "\n".join(body)):
                    continue
                less = with_clause(line, keyword, found[2][:k] + found[2][k + 1:])
                what = f"{where} without {keyword} {argument}"
                yield Mutant("access", what, module.around([alone(less, body)]), times)
                yield Mutant("hidden", what + ", from a global", hidden(module, less, body, argument, kind), times)
                if keyword == "outs":
                    ins = clause(line, "ins")
                    moved = with_clause(less, "ins", (ins[2] if ins else []) + [entry])
                    what = f"{where} with {argument} as read only"
                    yield Mutant("outs", what, module.around([alone(moved, body)]), times)


#===-- the checker's answers ---------------------------------------------------------------------------------------===#

RACE = re.compile(r":\d+:\d+: error: (?:loop-carried )?race .*bytes [\d?]+\.\.[\d?]+ of \S+.*: (.*)")
PLACE = re.compile(r":\d+:\d+: note: .*(reads|writes).*(bytes [\d?]+\.\.[\d?]+|any memory)")
UNDECLARED = re.compile(r':\d+:\d+: error: (?:task ".*" touches @hidden without declaring it|'
                        r".* writes to memory of unknown origin inside task)")


def complaint(kind, report):
    """What is wrong with the checker's answer to a mutant; empty if nothing is."""
    rejected = ": error: " in report
    if kind == "none":
        return "it is wrong to start with: " + report.split("\n")[0] if rejected else ""
    if not rejected:
        return "accepted"
    if kind == "hidden":
        return "" if UNDECLARED.search(report) else "not for this access: " + report.split("\n")[0]
    if kind in ("access", "outs"):
        return ""
    race = RACE.search(report)
    if not race:
        return "no race is named: " + report.split("\n")[0]
    # At a return the second access is the caller's, and stands in the error itself.
    wanted = 1 if "the function returns" in race.group(1) else 2
    if len(PLACE.findall(report)) < wanted:
        return "an access or its location is missing"
    if not re.search(r":\d+:\d+: note: missing edge: .*token", report):
        return "the missing edge is not named"
    return ""


def run(opt, mutants):
    """The reports about the mutants, by one run of the checker; None when it did not live to tell."""
    text, starts, line = [], [], 1
    for mutant in mutants:
        starts.append(line)
        # The parser looks for the begin of the line from every op and argument of it: short lines are quicker.
        text.append("\n".join(mutant.lines + [SEPARATOR]).replace(", %", ",\n%"))
        line += text[-1].count("\n") + 1
    command = [opt, "--syncflow-verify", "--split-input-file", "--mlir-disable-threading", "-o", os.devnull, "-"]
    done = subprocess.run(command, input="\n".join(text).removesuffix(SEPARATOR), capture_output=True, text=True)
    reports = [[] for _ in mutants]
    owner = 0
    for said in done.stderr.split("\n"):
        place = re.match(r"<stdin>:(\d+):\d+: ", said)
        if place:
            owner = bisect.bisect_right(starts, int(place.group(1))) - 1
        if said:
            reports[owner].append(said)
    reports = ["\n".join(r) for r in reports]
    # The exit code is that of all of them.
    told = any(": error: " in r for r in reports)
    return reports if done.returncode == (1 if told else 0) else None


def judge(opt, mutants):
    """(mutant, complaint) of each."""
    reports = run(opt, mutants)
    if reports is None and len(mutants) == 1:
        return [(mutants[0], "the checker broke, or its exit code is not what it says")]
    if reports is None:
        return [answer for m in mutants for answer in judge(opt, [m])]
    return [(m, complaint(m.kind, r)) for m, r in zip(mutants, reports)]


def batches(mutants, most, lines):
    """Groups of mutants that are not too long together."""
    group, length = [], 0
    for m in mutants:
        if group and (len(group) == most or length + len(m.lines) > lines):
            yield group
            group, length = [], 0
        group.append(m)
        length += len(m.lines)
    if group:
        yield group


def mutants_of(args, path, pipeline, kinds):
    # Printed by the tool itself, every op has its header on one line.
    command = [args.opt, path] + ([f"--syncflow-pipeline={pipeline}"] if pipeline else []) + ["--syncflow-verify"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        print(done.stderr, file=sys.stderr)
        print(f"{path}: the program itself is not accepted", file=sys.stderr)
        sys.exit(2)
    module = Module(done.stdout)
    if "edge" in kinds:
        yield from edge_mutants(module, args.bodies)
    if "host" in kinds:
        yield from host_mutants(module, args.bodies)
    if set(kinds) - {"edge", "host"}:
        yield from (m for m in access_mutants(module) if m.kind in kinds or m.kind == "none")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+", metavar="file")
    parser.add_argument("--opt", default="sflow-opt", help="sflow-opt to use")
    parser.add_argument("--pipeline", action="append", default=[],
                        help="options of syncflow-pipeline; of several, all but the last are for edges only")
    parser.add_argument("--kinds", type=lambda s: s.split(","), default=KINDS, help="of mutants: " + ",".join(KINDS))
    parser.add_argument("--batch", type=int, default=100, help="most mutants in one run of the checker")
    parser.add_argument("--bodies", action="store_true", help="edge mutants with the bodies of their tasks")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    args = parser.parse_args()

    bad = False
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for path, pipeline in itertools.product(args.files, args.pipeline or [""]):
            # The tasks are the same in all forms, their order is not.
            last = pipeline == (args.pipeline or [""])[-1]
            kinds = [kind for kind in args.kinds if last or kind == "edge"]
            groups = batches(mutants_of(args, path, pipeline, kinds), args.batch, lines=15000)
            answers = [a for group in pool.map(lambda g: judge(args.opt, g), groups) for a in group]
            tried, survived = collections.Counter(), collections.Counter()
            for mutant, wrong in answers:
                tried[mutant.kind] += mutant.times
                if wrong:
                    survived[mutant.kind] += mutant.times
                    print(f"survived ({mutant.kind}): {mutant.what}: {wrong}")
            form = re.search(r"stop-after=(\w+)", pipeline)
            name = "/".join(path.split(os.sep)[-2:]) + (" " + form.group(1) if form else "")
            total, rejected = (sum(c[kind] for kind in kinds) for c in (tried, tried - survived))
            counts = ", ".join(f"{tried[kind]} {kind}" for kind in kinds)
            print(f"{name}: {total} mutants ({counts}), {rejected} rejected", flush=True)
            bad |= bool(survived) or not all(tried[kind] for kind in kinds)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
