#!/usr/bin/env python3
# SPDX-License-Identifier: AGPL-3.0-or-later
# SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
"""Check docs/conformance.tsv against the requirement list and against the tests that really ran.

Columns: id, status (proven, partial, open), evidence (test names separated by ';'), note. Rules, each with the
label that its message carries:
  C1  one row per requirement: none missing, none twice, none unknown
  C2  four columns, a known status
  C3  a proven row names evidence, an open row names none
  C4  the note of a proven row says what observably changes when the feature is taken away; that of a partial
      row what is lacking
  C5  every test named as evidence ran and passed
  C6  one test proves at most three rows
"""

import argparse
import collections
import pathlib
import sys

STATUSES = ("proven", "partial", "open")
ROWS_PER_TEST = 3
REQUIREMENT_COLUMNS = ["id", "module", "strength", "requirement"]
CONFORMANCE_COLUMNS = ["id", "status", "evidence", "note"]


class FormatError(Exception):
    """A file that cannot be read as the table it should be."""


def read_table(text, columns, name):
    """Rows as (line number, fields); the header has to be exact, the number of fields is the rules' business."""
    lines = text.splitlines()
    if not lines or lines[0].split("\t") != columns:
        raise FormatError(f"{name}: the first line has to be: {' <tab> '.join(columns)}")
    return [(number, line.split("\t")) for number, line in enumerate(lines[1:], 2) if line.strip()]


def evidence_names(field):
    return [name.strip() for name in field.split(";") if name.strip()]


def check_row(fields):
    """Rules C2 to C4 for one row."""
    if len(fields) != len(CONFORMANCE_COLUMNS):
        return [f"C2: {len(fields)} columns instead of {len(CONFORMANCE_COLUMNS)}"]
    _, status, evidence, note = fields
    if status not in STATUSES:
        return [f"C2: unknown status '{status}' (one of: {', '.join(STATUSES)})"]
    problems = []
    if status == "proven" and not evidence_names(evidence):
        problems.append("C3: proven without evidence")
    if status == "open" and evidence_names(evidence):
        problems.append("C3: open, yet it names evidence")
    if status == "proven" and not note.strip():
        problems.append("C4: proven without a note of what changes when the feature is taken away")
    if status == "partial" and not note.strip():
        problems.append("C4: partial without a note of what is lacking")
    return problems


def check(requirements, conformance, ran):
    """All problems as lines. `ran` is the set of tests that passed, or None to leave rule C5 out."""
    known = [fields[0] for _, fields in requirements]
    problems, seen, proves = [], set(), collections.defaultdict(list)
    for number, fields in conformance:
        row = fields[0]
        where = f"line {number}: {row}"
        if row not in known:
            problems.append(f"{where}: C1: not in the requirement list")
        if row in seen:
            problems.append(f"{where}: C1: a second row")
        seen.add(row)
        row_problems = check_row(fields)
        problems += [f"{where}: {problem}" for problem in row_problems]
        if len(fields) != len(CONFORMANCE_COLUMNS):
            continue
        for name in evidence_names(fields[2]):
            if ran is not None and name not in ran:
                problems.append(f"{where}: C5: {name} did not run, or did not pass")
            if fields[1] == "proven":
                proves[name].append(row)
    problems += [f"C1: no row for {row}" for row in known if row not in seen]
    for name, rows in sorted(proves.items()):
        if len(rows) > ROWS_PER_TEST:
            problems.append(f"C6: {name} proves {len(rows)} rows, at most {ROWS_PER_TEST}: {', '.join(rows)}")
    return problems


def main():
    root = pathlib.Path(__file__).parents[2]
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--requirements", type=pathlib.Path, default=root / "docs" / "requirements.tsv")
    parser.add_argument("--conformance", type=pathlib.Path, default=root / "docs" / "conformance.tsv")
    parser.add_argument("--ran", type=pathlib.Path, default=root / "build" / "tests-ran.txt",
                        help="names of the tests that passed, one per line (check.sh writes it)")
    parser.add_argument("--structure-only", action="store_true", help="leave out whether the evidence ran")
    arguments = parser.parse_args()
    try:
        requirements = read_table(arguments.requirements.read_text(), REQUIREMENT_COLUMNS, arguments.requirements)
        conformance = read_table(arguments.conformance.read_text(), CONFORMANCE_COLUMNS, arguments.conformance)
        ran = None if arguments.structure_only else set(arguments.ran.read_text().splitlines())
    except (OSError, FormatError) as error:
        print(f"conformance: {error}")
        return 2
    problems = check(requirements, conformance, ran)
    for problem in problems:
        print(f"{arguments.conformance.name}: {problem}")
    counts = collections.Counter(fields[1] for _, fields in conformance if len(fields) > 1)
    print("conformance: " + ", ".join(f"{counts[status]} {status}" for status in STATUSES)
          + f", {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
