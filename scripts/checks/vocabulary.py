#!/usr/bin/env python3
# SPDX-License-Identifier: AGPL-3.0-or-later
# SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
"""Check that the one vocabulary of include/SyncFlow/ABI stays the only one.

What the compiler can check is checked there (static assertions beside the ODS enums and the C structs). This
looks at what no compiler sees:
  V1  in each list of Enums.def, enumerators, spellings and values are unique
  V2  Entrypoints.def names each entry point once
  V3  the runtime library exports the entry points of Entrypoints.def and no other sflow_* symbol (--library)
  V4  runtime calls that the compiler names ("sflow_rt_...") are in Entrypoints.def
  V5  no spelling of an enum is compared as a string in lib/ or runtime/: there the enum belongs (short single
      words are left out: "max" or "cpu" belong to other vocabularies too)
  V6  nothing in include/, lib/ or runtime/ knows an example model by its name or by a parameter's name
"""

import argparse
import collections
import pathlib
import re
import subprocess
import sys

LIST = re.compile(r"#define SFLOW_(\w+)_LIST\(X\)((?:[^\n]*\\\n)*[^\n]*)")
ENUMERATOR = re.compile(r"\bX\(\s*(\w+)\s*,\s*(\w+)\s*,\s*(\w+)\s*\)")
ENTRY = re.compile(r"^SFLOW_ENTRY\(\s*(\w+)\s*,", re.MULTILINE)
RUNTIME_CALL = re.compile(r'"(sflow_rt_\w+)"')
STRING_COMPARISON = re.compile(r'(?:[=!]=\s*|\.equals\(\s*)"(\w+)"|"(\w+)"\s*[=!]=')
EXTERN_PARAMETER = re.compile(r'ml_program\.global\s+(?:private\s+)?@"?([\w.\-]+)"?')
# From this length on, or with an underscore, a word is taken to be ours.
OUR_WORD_LENGTH = 8
CODE_SUFFIXES = {".cpp", ".h", ".c", ".td", ".def"}


def enum_lists(text):
    """{list: [(enumerator, spelling, value)]}"""
    return {name: ENUMERATOR.findall(body) for name, body in LIST.findall(text)}


def our_words(lists):
    """The spellings that rule V5 looks for."""
    spellings = {spelling for enumerators in lists.values() for _, spelling, _ in enumerators}
    return {word for word in spellings if "_" in word or len(word) >= OUR_WORD_LENGTH}


def repeated(items):
    return [item for item, count in collections.Counter(items).items() if count > 1]


def check_enums(lists):
    problems = [] if lists else ["V1: Enums.def holds no list"]
    for name, enumerators in lists.items():
        if not enumerators:
            problems.append(f"V1: the list {name} is empty")
        columns = zip(*((n, s, int(v, 0)) for n, s, v in enumerators))
        for kind, column in zip(("enumerator", "spelling", "value"), columns):
            problems += [f"V1: {name}: the {kind} {item} stands there twice" for item in repeated(column)]
    return problems


def check_entries(entries):
    problems = [] if entries else ["V2: Entrypoints.def holds no entry point"]
    return problems + [f"V2: {name} stands in Entrypoints.def twice" for name in repeated(entries)]


def check_exports(entries, exported):
    mine = {name for name in exported if name.startswith("sflow_")}
    return ([f"V3: the runtime library does not export {name}" for name in sorted(set(entries) - mine)]
            + [f"V3: the runtime library exports {name}, which Entrypoints.def lacks"
               for name in sorted(mine - set(entries))])


def strip_comments(text):
    """C and TableGen text without comments, its lines kept in place; strings are left alone."""
    token = re.compile(r'"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/', re.DOTALL)
    return token.sub(lambda match: match.group() if match.group()[0] == '"' else re.sub(r"[^\n]", " ", match.group()),
                     text)


def check_code(path, text, entries, spellings, model_words):
    """V4 to V6 for one source file; `path` decides which of them apply."""
    problems = []
    top = path.split("/", 1)[0]
    for number, line in enumerate(strip_comments(text).splitlines(), 1):
        where = f"{path}:{number}"
        problems += [f"{where}: V4: {name} is not in Entrypoints.def"
                     for name in RUNTIME_CALL.findall(line) if name not in entries]
        if top in ("lib", "runtime"):
            for match in STRING_COMPARISON.finditer(line):
                word = match.group(1) or match.group(2)
                if word in spellings:
                    problems.append(f'{where}: V5: compares with "{word}", an enum\'s spelling')
    if top in ("include", "lib", "runtime"):
        for number, line in enumerate(text.splitlines(), 1):
            problems += [f"{path}:{number}: V6: names '{word}', which belongs to an example"
                         for word in model_words if word in line]
    return problems


def example_words(root):
    """Names that only the examples may know: their folders, and dotted parameter names in them."""
    words = set()
    for model in (root / "examples" / "models").glob("*/model.mlir"):
        words.add(model.parent.name)
        words.update(name for name in EXTERN_PARAMETER.findall(model.read_text()) if "." in name)
    return words


def exported_symbols(library):
    listing = subprocess.run(["nm", "--dynamic", "--defined-only", "--format=posix", str(library)],
                             check=True, stdout=subprocess.PIPE, text=True).stdout
    # A version node may follow the name: sflow_x@@SYNCFLOW_0.
    return {line.split()[0].split("@")[0] for line in listing.splitlines() if line.strip()}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("root", nargs="?", type=pathlib.Path, default=pathlib.Path(__file__).parents[2])
    parser.add_argument("--library", type=pathlib.Path, help="the built runtime library, for V3")
    arguments = parser.parse_args()
    root, abi = arguments.root, arguments.root / "include" / "SyncFlow" / "ABI"
    try:
        lists = enum_lists((abi / "Enums.def").read_text())
        entries = ENTRY.findall((abi / "Entrypoints.def").read_text())
        exported = exported_symbols(arguments.library) if arguments.library else None
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"vocabulary: {error}")
        return 2
    problems = check_enums(lists) + check_entries(entries)
    if exported is not None:
        problems += check_exports(entries, exported)
    spellings = our_words(lists)
    words = sorted(example_words(root))
    files = [file for top in ("include", "lib", "runtime", "tools") for file in sorted((root / top).rglob("*"))
             if file.suffix in CODE_SUFFIXES]
    for file in files:
        problems += check_code(file.relative_to(root).as_posix(), file.read_text(), set(entries), spellings, words)
    for problem in problems:
        print(problem)
    print(f"vocabulary: {len(lists)} enums, {len(entries)} entry points, {len(files)} files read, "
          f"{len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
