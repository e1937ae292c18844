# SPDX-License-Identifier: AGPL-3.0-or-later
# SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
"""Hold the generated reference against what was compiled.

    check_generated.py BUILD-DIR HELP     (HELP: what `sflow-opt --help` printed)

Every op of the generated op classes, every interface, and every pass that sflow-opt offers has a section with a
summary and a text, and there is no section of anything else.
"""

import pathlib
import re
import sys


def sections(page, heading):
    """{name: body} of the sections whose headings match."""
    found = list(re.finditer(heading, page, re.MULTILINE))
    ends = [match.start() for match in found[1:]] + [len(page)]
    return {match.group(1): page[match.end():end] for match, end in zip(found, ends)}


def compare(kind, expected, documented):
    problems = [f"{kind} {name} has no section" for name in sorted(expected - documented.keys())]
    problems += [f"there is a section of {kind} {name}, which does not exist"
                 for name in sorted(documented.keys() - expected)]
    if not expected:
        problems.append(f"nothing of kind {kind} was found: this test looks at the wrong place")
    return problems


def prose(body):
    """The text of a section: without code, tables, and lists of traits."""
    body = re.split(r"^#", body, maxsplit=1, flags=re.MULTILINE)[0]
    body = re.sub(r"^Syntax:$|```.*?```|^(Traits|Interfaces|Effects): .*$", "", body, flags=re.DOTALL | re.MULTILINE)
    return body.strip()


def check_sections(kind, documented):
    problems = []
    for name, body in documented.items():
        summary, _, description = prose(body).partition("\n")
        if not re.fullmatch(r"_.+_", summary):
            problems.append(f"{kind} {name} has no summary")
        elif not description.strip():
            problems.append(f"{kind} {name} has no description")
    return problems


def main():
    build, help_text = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]).read_text()
    compiled = build / "include" / "SyncFlow" / "Dialect" / "SyncFlow" / "IR"
    folder = build / "docs" / "generated"
    pages = {name: (folder / f"{name}.md").read_text() for name in ("Dialect", "Interfaces", "Passes")}

    ops = set(re.findall(r'StringLiteral\("(syncflow\.[\w.]+)"\)', (compiled / "SyncFlowOps.h.inc").read_text()))
    # The help starts an option in column 6; passes and pipelines follow each other under two headings.
    listed = help_text.split("Passes:", 1)[-1].split("Pass Pipelines:", 1)[0]
    passes = {name for name in re.findall(r"^ {6}--([\w-]+)", listed, re.MULTILINE) if "syncflow" in name}
    declared = (compiled / "SyncFlowInterfaces.h.inc").read_text()
    interfaces = set(re.findall(r"^class (\w+Interface);", declared, re.MULTILINE))

    documented_ops = sections(pages["Dialect"], r"^### `([\w.]+)` \(.*\)$")
    documented_passes = sections(pages["Passes"], r"^### `-([\w-]+)`$")
    problems = compare("op", ops, documented_ops) + check_sections("op", documented_ops)
    problems += compare("pass", passes, documented_passes) + check_sections("pass", documented_passes)
    problems += compare("interface", interfaces, sections(pages["Interfaces"], r"^## (\w+) \(.*\)$"))
    for problem in problems:
        print(problem)
    print(f"{len(ops)} ops, {len(passes)} passes, {len(interfaces)} interfaces, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
