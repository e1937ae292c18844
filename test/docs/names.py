# SPDX-License-Identifier: AGPL-3.0-or-later
# SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
"""Check that what the documents name is there.

    names.py [ROOT]

  N1  the target of every relative link exists, and so does the heading behind its #
  N2  every `path/in/quotes` that begins like one of the repository's exists; a path with a part in CAPITALS, a * or
      a <> stands for many, one below build/ is made by a build: both are left out
  N3  every `name` of an interface, pass or entry point of our own (syncflow-..., sflow_..., ...Interface) occurs in
      the sources
"""

import pathlib
import re
import subprocess
import sys

DOCUMENTS = ("README.md", "notice.md", "CHANGELOG.md", "docs/**/*.md", "examples/README.md", "bench/**/*.md")
SOURCE_SUFFIXES = (".h", ".hpp", ".def", ".td", ".cpp", ".sh", ".py", ".cmake", ".in")
SOURCES = ("include", "lib", "runtime", "tools", "scripts", "cmake")
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
CODE = re.compile(r"`([^`\n]+)`")
OURS = re.compile(r"(?:(?:convert-)?syncflow-[a-z-]+|sflow_[a-z_0-9]+|\w+Interface)")
PLACEHOLDER = re.compile(r"[*<>{}$]|(?<![a-z])[A-Z]{2,}(?![a-z.])|\bNAME\b")


def anchors(text):
    titles = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def without_blocks(text):
    """The text with fenced blocks left empty, so that line numbers stay right."""
    block = re.compile(r"^( *)```.*?^\1```", re.DOTALL | re.MULTILINE)
    return block.sub(lambda match: "\n" * match.group().count("\n"), text)


def check(root, path, text, roots, words, made):
    """The problems of one document: (line, message)."""
    for number, line in enumerate(without_blocks(text).splitlines(), 1):
        for target in LINK.findall(line):
            file, _, anchor = target.partition("#")
            linked = (path.parent / file) if file else path
            if re.match(r"[a-z]+:", target):
                continue
            if not linked.exists():
                yield number, f"N1: no {target}"
            elif anchor and anchor not in anchors(linked.read_text()):
                yield number, f"N1: {file or path.name} has no heading #{anchor}"
        for quoted in CODE.findall(line):
            word = quoted.split()[0].rstrip(",:;") if quoted.split() else ""
            if "/" in word and word.split("/")[0] in roots and not PLACEHOLDER.search(word):
                if not (root / word).exists() and word.rstrip("/") not in made:
                    yield number, f"N2: no {word}"
            for name in OURS.findall(quoted) if OURS.fullmatch(quoted.lstrip("-").split("{")[0].split("=")[0]) else ():
                if name not in words:
                    yield number, f"N3: {name} does not occur in the sources"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parents[2])
    roots = {entry.name for entry in root.iterdir() if entry.name not in (".git", "build")}
    words = {name for folder in SOURCES for path in (root / folder).rglob("*") if path.suffix in SOURCE_SUFFIXES
             for name in OURS.findall(path.read_text(errors="replace"))}
    count, problems = 0, []
    for path in sorted({path for pattern in DOCUMENTS for path in root.glob(pattern)}):
        text = path.read_text()
        # What an example of the document adds is there by then.
        made = set(re.findall(r"^ *(?:```\S+ file=|\+\+\+ b/)(\S+)$", text, re.MULTILINE))
        code = re.findall(r"^ *```(?:diff|cpp|c)\b.*?^ *```", text, re.DOTALL | re.MULTILINE)
        added = {name for block in code for name in OURS.findall(block)}
        problems += [f"{path.relative_to(root)}:{number}: {message}"
                     for number, message in check(root, path, text, roots, words | added, made)]
        count += 1
    for problem in problems:
        print(problem)
    print(f"names: {count} documents, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
