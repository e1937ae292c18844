# SPDX-License-Identifier: AGPL-3.0-or-later
# SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
"""Hold docs/SupportedOps.md against test/Ops/ and against upstream's ops.

    supported_ops.py PAGE TESTS LLVM

  S1  each op of a table "works" occurs in a function of TESTS/*.mlir that runs
  S2  each op that a function there runs for, and each that one says is refused, is in a table of that kind
  S3  each op of upstream's dialects that the page covers is in some table
"""

import pathlib
import re
import sys

DIALECTS = {"arith": ["Arith/IR/ArithOps"], "math": ["Math/IR/MathOps"], "tensor": ["Tensor/IR/TensorOps"],
            "linalg": ["Linalg/IR/LinalgOps", "Linalg/IR/LinalgStructuredOps", "Linalg/IR/LinalgRelayoutOps"],
            "tosa": ["Tosa/IR/TosaOps"], "scf": ["SCF/IR/SCFOps"], "cf": ["ControlFlow/IR/ControlFlowOps"],
            "ml_program": ["MLProgram/IR/MLProgramOps"]}


def page_ops(page):
    """({ops that work}, {ops that are refused}), by full name."""
    works, refused, section, kind = set(), set(), "", None
    for line in page.splitlines():
        if line.startswith("## "):
            section = line[3:]
        elif line.startswith("| works") or line.startswith("| refused"):
            kind = works if line.startswith("| works") else refused
        elif line.startswith("| "):
            names = re.findall(r"`([a-z_0-9.]+)`", line.split("|")[1])
            kind.update(name if "." in name else f"{section}.{name}" for name in names)
    return works, refused


def op_of(function):
    """@tosa.add.dynamic shows tosa.add."""
    return ".".join(function.split(".")[:2])


def test_ops(folder):
    """({ops in functions that run}, {ops that functions run for}, {ops that functions refuse})."""
    used, shown, refused = set(), set(), set()
    for file in folder.glob("*.mlir"):
        for comment, name, body in re.findall(r"^(//[^\n]*)\nfunc\.func @([\w.]+)(.*?)^\}", file.read_text(),
                                              re.MULTILINE | re.DOTALL):
            if comment.startswith("// refused:"):
                refused.add(op_of(name))
            else:
                shown.add(op_of(name))
                used |= set(re.findall(r"\b[a-z_]+\.[a-z_0-9.]*[a-z_0-9]", body))
    return used, shown, refused


def upstream_ops(llvm):
    include = llvm / "include" / "mlir" / "Dialect"
    texts = [(include / f"{part}.h.inc").read_text() for parts in DIALECTS.values() for part in parts]
    return {name for text in texts for name in re.findall(r'StringLiteral\("([a-z_]+\.[a-z_0-9.]+)"\)', text)}


def main():
    page, tests, llvm = map(pathlib.Path, sys.argv[1:])
    works, refused = page_ops(page.read_text())
    used, shown, shown_refused = test_ops(tests)
    upstream = upstream_ops(llvm)
    ours = {op for op in shown_refused if op.split(".")[0] in DIALECTS}
    problems = [f"S1: {op} works, says the page, but no function of the tests has it"
                for op in sorted(works - used) if op.split(".")[0] in DIALECTS and op != "ml_program.global"]
    problems += [f"S2: {op} runs in the tests, but the page does not say that it works" for op in sorted(shown - works)]
    problems += [f"S2: {op} is refused in the tests, but the page does not say so" for op in sorted(ours - refused)]
    problems += [f"S3: {op} is in no table" for op in sorted(upstream - works - refused)]
    for problem in problems:
        print(problem)
    print(f"{len(works)} ops work, {len(refused - works)} are refused; {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
