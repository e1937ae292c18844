# SPDX-License-Identifier: AGPL-3.0-or-later
# SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
"""List what the plans that a loop of the entry launches copy, in a module in the runtime phase.

    loop_copies.py MODULE.mlir LEAST-BYTES     exit code 1 when there is a copy of at least so many bytes
"""
import re
import sys

SIZES = {"i1": 1, "i8": 1, "f16": 2, "bf16": 2, "f32": 4, "i32": 4, "f64": 8, "i64": 8}


def bytes_of(memref):
    *shape, element = memref.split(",")[0].split("x")
    size = SIZES[element]
    for dim in shape:
        size *= int(dim) if dim != "?" else 1
    return size


def blocks(lines, begin):
    """(match, lines up to the brace that closes it) of each line that opens a region and matches."""
    for i, line in enumerate(lines):
        if match := re.search(begin, line):
            indent = len(line) - len(line.lstrip())
            end = next(j for j in range(i + 1, len(lines)) if re.match(rf" {{{indent}}}}}", lines[j]))
            yield match, lines[i + 1:end]


def copies(body):
    """Copies by name, and loops over tensors that hand on what they read."""
    for line in body:
        if match := re.search(r"\b(?:memref|linalg)\.copy .*: .*memref<([^>]*)>", line):
            yield bytes_of(match[1]), line.strip()
    for i, line in enumerate(body):
        if re.match(r"\s*linalg\.yield %in ", line) and "^bb0" in body[i - 1]:
            yield bytes_of(re.findall(r"memref<([^>]*)>", body[i - 2])[-1]), body[i - 2].strip()


def main():
    lines, least = open(sys.argv[1]).read().splitlines(), int(sys.argv[2])
    bodies = {match[1]: body for match, body in blocks(lines, r"func\.func private @(\w+)\(")}
    plans = {match[1]: body for match, body in blocks(lines, r"syncflow\.rt\.plan @(\w+) ")}
    launched = set()
    for match, host in blocks(lines, r"func\.func @\w+\(.*syncflow\.entry"):
        for _, loop in blocks(host, r"\bscf\.(?:for|while)\b"):
            launched.update(re.findall(r"syncflow\.rt\.launch @(\w+)", "\n".join(loop)))
    found = tasks = 0
    for plan in sorted(launched):
        for task, body in re.findall(r'syncflow\.rt\.task "([^"]*)" body @(\w+)', "\n".join(plans[plan])):
            tasks += 1
            for size, text in copies(bodies[body]):
                if size >= least:
                    found += 1
                    print(f"{plan}, task {task}: {size} bytes: {text}")
    print(f"{tasks} tasks in loops, {found} copies of {least} bytes or more")
    sys.exit(bool(found or not tasks))


if __name__ == "__main__":
    main()
