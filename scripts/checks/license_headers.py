#!/usr/bin/env python3
# SPDX-License-Identifier: AGPL-3.0-or-later
# SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
"""Check that every source file opens with the licence and attribution, and that no file names a machine's paths.

Looks at tracked files and at untracked ones that git does not ignore: what a commit of this tree would hold.
"""

import argparse
import fnmatch
import pathlib
import re
import subprocess
import sys

HEADER = (
    "SPDX-License-Identifier: AGPL-3.0-or-later",
    "SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/",
)
# The header may stand below an interpreter line and a linter directive, not below code.
HEADER_WITHIN_LINES = 5

SOURCE_SUFFIXES = {
    ".c", ".cc", ".cpp", ".cmake", ".css", ".def", ".h", ".hpp", ".in", ".inc", ".js", ".ll", ".map", ".mlir",
    ".py", ".sh", ".td",
}
SOURCE_NAMES = {"CMakeLists.txt", ".clang-format", ".clang-tidy", ".gitignore"}
# Written by exporters, not by us, and read by tools that want them byte for byte.
HEADER_EXEMPT = ("examples/*/model.mlir", "examples/models/*/*.mlir")

# An absolute path into a developer's machine. What may stand before it tells a path that starts here from the
# middle of a longer one or of a URL.
MACHINE_PATH = re.compile(r"(?<![\w.\-/}$>~])/(?:work|root|home|tmp|Users)(?=[/\s\"'`),;:]|$)")
# Packages are named, never located: their index differs from machine to machine.
REGISTRY_HOST = re.compile(r"\b(?:pypi\.org|pythonhosted\.org|deb\.debian\.org|registry\.npmjs\.org)\b")
# Text quoted from elsewhere: the licence itself, and data files.
TEXT_EXEMPT = ("LICENSE", "*.npy", "*.safetensors")


def matches(path, patterns):
    return any(fnmatch.fnmatch(path, pattern) for pattern in patterns)


def is_source(path, first_line):
    name = path.rsplit("/", 1)[-1]
    suffix = pathlib.PurePosixPath(name).suffix
    return suffix in SOURCE_SUFFIXES or name in SOURCE_NAMES or first_line.startswith("#!")


def check_text(path, text):
    """The problems of one file, as (line number, message)."""
    lines = text.splitlines()
    problems = []
    if is_source(path, lines[0] if lines else "") and not matches(path, HEADER_EXEMPT):
        opening = lines[:HEADER_WITHIN_LINES]
        for wanted in HEADER:
            if not any(line.rstrip(" */-><!").endswith(wanted.rstrip("/")) for line in opening):
                problems.append((1, f"the header line is missing: {wanted}"))
    for number, line in enumerate(lines, 1):
        if MACHINE_PATH.search(line):
            problems.append((number, f"names a path of one machine: {line.strip()[:100]}"))
        if REGISTRY_HOST.search(line):
            problems.append((number, f"names a package index; use the package's name: {line.strip()[:100]}"))
    return problems


def list_files(root):
    listing = subprocess.run(
        ["git", "-C", str(root), "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        check=True, stdout=subprocess.PIPE,
    ).stdout
    return sorted({name for name in listing.decode().split("\0") if name})


def check_tree(root):
    """All problems below `root`, as printable lines, and how many files were read."""
    problems, count = [], 0
    for path in list_files(root):
        file = root / path
        if matches(path, TEXT_EXEMPT) or not file.is_file():
            continue
        data = file.read_bytes()
        if b"\0" in data:
            continue
        count += 1
        for line, message in check_text(path, data.decode("utf-8", "replace")):
            problems.append(f"{path}:{line}: {message}")
    return problems, count


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("root", nargs="?", type=pathlib.Path, default=pathlib.Path(__file__).parents[2])
    problems, count = check_tree(parser.parse_args().root)
    for problem in problems:
        print(problem)
    print(f"license headers: {count} files read, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
