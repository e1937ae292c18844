#!/usr/bin/env python3
# SPDX-License-Identifier: AGPL-3.0-or-later
# SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
"""Check that the tree has the layout, the licence and the notice that requirements DC-01 and DC-10 ask for.

The list of folders and files is not written here: it is the text of DC-01 in docs/requirements.tsv. Rules:
  L1  every folder of the list (it ends with a slash) holds a file that is not empty
  L2  every file of the list is there and not empty
  L3  LICENSE is the whole text of the AGPL, version 3
  L4  notice.md names the licence, the author with her address, and holds the record of contributors

Looks at tracked files and at untracked ones that git does not ignore: what a commit of this tree would hold.
"""

import argparse
import hashlib
import pathlib
import re
import sys

from license_headers import list_files

LAYOUT_ID = "DC-01"
# Of the licence with its white space made equal: the text is fixed, its line breaks are not.
LICENSE_SHA256 = "0a7e77a9ebe3fa59cc00696f2180ffc7e0834b7445213b59eb4232c1a1b75746"
NOTICE_PARTS = ("AGPL-3.0-or-later", "Roxanne Ardary", "https://www.roxanneardary.com/", "## Contributors")


def layout_of(requirements):
    """The paths that the layout requirement lists."""
    for line in requirements.splitlines():
        fields = line.split("\t")
        if fields[0] == LAYOUT_ID:
            return [path.strip() for path in fields[3].split(":", 1)[1].split(",")]
    raise SystemExit(f"docs/requirements.tsv has no {LAYOUT_ID}")


def check_layout(wanted, sizes):
    """`sizes`: the bytes of every file of the tree, by its path."""
    problems = []
    for path in wanted:
        if path.endswith("/"):
            if not any(name.startswith(path) and size for name, size in sizes.items()):
                problems.append(f"L1: {path} is missing, or holds only empty files")
        elif not sizes.get(path):
            problems.append(f"L2: {path} is missing or empty")
    return problems


def licence_digest(text):
    return hashlib.sha256(" ".join(text.split()).encode()).hexdigest()


def check_licence(text):
    whole = licence_digest(text) == LICENSE_SHA256
    return [] if whole else ["L3: LICENSE is not the whole text of the AGPL, version 3"]


def check_notice(text):
    problems = [f"L4: notice.md lacks '{part}'" for part in NOTICE_PARTS if part not in text]
    if not re.search(r"^\| Roxanne Ardary.*\|.*\|.*\|$", text, re.MULTILINE):
        problems.append("L4: the record of contributors in notice.md lacks its first entry")
    return problems


def read(path):
    return path.read_text() if path.is_file() else ""


def check_tree(root):
    sizes = {name: (root / name).stat().st_size for name in list_files(root) if (root / name).is_file()}
    wanted = layout_of((root / "docs" / "requirements.tsv").read_text())
    problems = check_layout(wanted, sizes)
    problems += check_licence(read(root / "LICENSE")) + check_notice(read(root / "notice.md"))
    return problems, len(wanted)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("root", nargs="?", type=pathlib.Path, default=pathlib.Path(__file__).parents[2])
    problems, count = check_tree(parser.parse_args().root)
    for problem in problems:
        print(problem)
    print(f"layout: {count} paths of {LAYOUT_ID}, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
