# SPDX-License-Identifier: AGPL-3.0-or-later
# SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
"""Do what a document says, and compare with what it shows.

    run_blocks.py DOCUMENT --build=DIR

The word behind the language of a fenced block says what becomes of it:
  ```LANG file=NAME    is written to NAME
  ```sh run            is run; with exit=N it has to end with exit code N (default 0)
  ```sh norun: WHY     is not run, and says why; a block of sh with neither is an error
  ```text output       is what the block before printed, stdout and stderr. Figures with a unit of time or rate are not
                       compared, and warnings (of too few cores) are left out; ... stands for anything, a line of its
                       own for any number of lines

Blocks run in a scratch folder that looks like the repository's root: `build` is the build tree, every other entry the
repository's, and what a block writes stays there. The build's bin/ is in the PATH, as the document asks for.
"""

import argparse
import dataclasses
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
FENCE = re.compile(r"^( *)```(.*)$")
# What differs from run to run: times, rates, and shares of time.
MEASURED = re.compile(r"\d+(?:\.\d+)? (?:[nµm]?s|[kMGT]?FLOP/s|%)(?=\W|$)")
SECONDS_PER_BLOCK = 300


class DocumentError(Exception):
    """A document that this script cannot follow."""


@dataclasses.dataclass
class Block:
    line: int
    language: str
    words: list
    text: str

    @property
    def file(self):
        return next((word[5:] for word in self.words if word.startswith("file=")), None)

    @property
    def exit_code(self):
        return int(next((word[5:] for word in self.words if word.startswith("exit=")), "0"))


def blocks_of(text):
    blocks, opened = [], None
    for number, line in enumerate(text.splitlines(), 1):
        fence = FENCE.match(line)
        if opened and fence and not fence.group(2).strip():
            blocks.append(opened[0])
            opened = None
        elif opened:
            block, indent = opened
            block.text += line[min(indent, len(line) - len(line.lstrip(" "))):] + "\n"
        elif fence:
            language, *words = fence.group(2).split() or [""]
            opened = Block(number, language, words, ""), len(fence.group(1))
    if opened:
        raise DocumentError(f"line {opened[0].line}: a block without an end")
    return blocks


def check_marks(blocks):
    """Every block of shell commands says whether it is run; an output follows a block that is."""
    before = None
    for block in blocks:
        marks = [word for word in block.words if word in ("run", "norun:")]
        if block.language == "sh" and not block.file and len(marks) != 1:
            raise DocumentError(f"line {block.line}: a block of sh is marked `run` or `norun: WHY`")
        if marks == ["norun:"] and block.words[-1] == "norun:":
            raise DocumentError(f"line {block.line}: `norun:` without a reason")
        if "output" in block.words and (before is None or "run" not in before.words):
            raise DocumentError(f"line {block.line}: an output without a block that is run before it")
        before = block


def pattern_of(line):
    """One expected line as a regular expression."""
    pieces = MEASURED.sub("\0", line).split("...")
    any_measure = MEASURED.pattern
    return ".*".join(any_measure.join(re.escape(part) for part in piece.split("\0")) for piece in pieces)


def mismatch(expected, printed):
    """What is wrong with the printed lines, or None."""
    rest, free = list(printed), False
    for line in expected:
        if line.strip() == "...":
            free = True
            continue
        pattern = re.compile(pattern_of(line.rstrip()) + r"\s*")
        while free and rest and not pattern.fullmatch(rest[0]):
            rest.pop(0)
        if not rest or not pattern.fullmatch(rest[0]):
            return f"expected: {line}\nprinted:  {rest[0] if rest else '(nothing more)'}"
        rest.pop(0)
        free = False
    return None if free or not rest else f"printed beyond what the document shows: {rest[0]}"


def make_scratch(folder, build):
    for entry in ROOT.iterdir():
        if entry.name not in (".git", "build"):
            (folder / entry.name).symlink_to(entry)
    (folder / "build").symlink_to(build)


def run(document, build, folder):
    blocks = blocks_of(document.read_text())
    check_marks(blocks)
    make_scratch(folder, build)
    environment = dict(os.environ, PATH=f"{folder}/build/bin{os.pathsep}{os.environ['PATH']}", LC_ALL="C.UTF-8")
    printed, count = "", 0
    for block in blocks:
        where = f"{document.name}:{block.line}"
        if block.file:
            (folder / block.file).write_text(block.text)
        elif "run" in block.words:
            print(f"{where}: {block.text.strip()}", flush=True)
            command = ["bash", "-euo", "pipefail", "-c", block.text]
            result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=folder,
                                    env=environment, timeout=SECONDS_PER_BLOCK)
            printed, count = result.stdout, count + 1
            if result.returncode != block.exit_code:
                raise DocumentError(f"{where}: exit code {result.returncode} instead of {block.exit_code}\n{printed}")
        elif "output" in block.words:
            lines = [line for line in printed.splitlines() if not line.startswith("sflow-run: warning:")]
            problem = mismatch(block.text.splitlines(), lines)
            if problem:
                raise DocumentError(f"{where}: the output differs\n{problem}\n--- all of it:\n{printed}")
    print(f"{document.name}: {count} blocks ran, {sum('norun:' in block.words for block in blocks)} did not")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("document", type=pathlib.Path)
    parser.add_argument("--build", type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        try:
            run(arguments.document, arguments.build.resolve(), pathlib.Path(folder))
        except DocumentError as error:
            print(error)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
