#!/usr/bin/env python3
# SPDX-License-Identifier: AGPL-3.0-or-later
# SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
"""Add up what check.sh ran: single GoogleTest cases, single lit tests, and everything else as checks.

check.sh leaves one folder per build tree in the results folder, and checks.tsv beside them:
  TREE/ctest.json   ctest --show-only=json-v1: which command each ctest test runs
  TREE/ctest.xml    ctest --output-junit: how each ended
  TREE/gtest/*.xml  GTEST_OUTPUT of every GoogleTest binary that ran
  TREE/lit.json     lit --output
  checks.tsv        NAME <tab> passed|failed, one line per check

A ctest test that runs a GoogleTest binary or lit is not counted itself, the cases in it are. It counts as one
failure when it failed and none of its cases says so: a crash, or a sanitizer's report at exit.

Names: gtest:Suite.Name, lit:path/below/test.mlir, check:name. A name goes into the list of passed tests only if
it passed in every tree it ran in.
"""

import argparse
import collections
import dataclasses
import json
import pathlib
import re
import sys
import xml.etree.ElementTree as ET

PASSED, FAILED, SKIPPED = "passed", "failed", "skipped"

LIT_OUTCOMES = {
    "PASS": PASSED, "FLAKYPASS": PASSED, "XFAIL": PASSED,
    "FAIL": FAILED, "XPASS": FAILED, "TIMEOUT": FAILED, "UNRESOLVED": FAILED,
    "UNSUPPORTED": SKIPPED, "SKIPPED": SKIPPED, "EXCLUDED": SKIPPED,
}


class ResultsError(Exception):
    """Results that are absent or cannot be read: never to be taken for nothing to report."""


@dataclasses.dataclass(frozen=True)
class Outcome:
    tree: str
    name: str
    state: str


def gtest_state(case):
    """How a <testcase> of a GoogleTest binary ended."""
    if case.find("failure") is not None or case.find("error") is not None:
        return FAILED
    return SKIPPED if case.find("skipped") is not None or case.get("result") == "skipped" else PASSED


def ctest_state(case):
    """How a <testcase> of ctest ended. It calls a test that skipped itself and one whose program does not exist
    both "notrun"; only the reason tells them apart, and the second is a failure."""
    status = case.get("status")
    if status == "disabled":
        return SKIPPED
    if status == "notrun":
        skipped = case.find("skipped")
        itself = skipped is not None and skipped.get("message", "").startswith("SKIP_")
        return SKIPPED if itself else FAILED
    return PASSED if status == "run" else FAILED


def parse_xml(path):
    try:
        return ET.parse(path).getroot()
    except (OSError, ET.ParseError) as error:
        raise ResultsError(f"{path}: {error}") from error


def parse_json(path):
    try:
        return json.loads(path.read_text())
    except (OSError, ValueError) as error:
        raise ResultsError(f"{path}: {error}") from error


def read_gtest(folder, binaries):
    """{binary: {case: state}} of the given binaries. One that runs again numbers its files: NAME, NAME_1, ..."""
    cases = {}
    for path in sorted(folder.glob("*.xml")):
        binary = path.stem if path.stem in binaries else re.sub(r"_\d+$", "", path.stem)
        if binary not in binaries:
            continue
        for case in parse_xml(path).iter("testcase"):
            if case.get("status") == "notrun":  # filtered out or disabled
                continue
            cases.setdefault(binary, {})[f"{case.get('classname')}.{case.get('name')}"] = gtest_state(case)
    return cases


def read_lit(path):
    """{test: state}; lit names a test "Suite :: path/in/suite"."""
    outcomes = {}
    for test in parse_json(path)["tests"]:
        state = LIT_OUTCOMES.get(test["code"])
        if state is None:
            raise ResultsError(f"{path}: unknown lit result {test['code']} of {test['name']}")
        outcomes[test["name"].split(" :: ", 1)[-1]] = state
    return outcomes


def gtest_filter(command):
    """The one case a discovered ctest test runs, or None."""
    for argument in command[1:]:
        if argument.startswith("--gtest_filter="):
            name = argument.split("=", 1)[1]
            return None if set(name) & set("*?:-") else name
    return None


def is_lit(command):
    """Whether a ctest command runs lit, directly or through Python."""
    return any(pathlib.PurePath(part).name in ("lit", "lit.py", "llvm-lit") for part in command[:3])


def commands_of(path):
    return {test["name"]: test.get("command", []) for test in parse_json(path)["tests"]}


def binary_of(command):
    return pathlib.PurePath(command[0]).name if command else ""


def collect_tree(tree, folder):
    """The outcomes of one build tree."""
    commands = commands_of(folder / "ctest.json")
    # A discovered case is a process of its own, and ctest says how it ended. Its XML is not looked at: processes
    # of one binary that end together pick the same file name.
    whole = {binary_of(command) for command in commands.values() if not gtest_filter(command)}
    binaries = read_gtest(folder / "gtest", whole)
    outcomes = [Outcome(tree, f"gtest:{case}", state) for cases in binaries.values() for case, state in cases.items()]
    lit_runs = 0
    for case in parse_xml(folder / "ctest.xml").iter("testcase"):
        name, state = case.get("name"), ctest_state(case)
        command = commands.get(name, [])
        single, binary = gtest_filter(command), binary_of(command)
        if single:
            outcomes.append(Outcome(tree, f"gtest:{single}", state))
        elif binary in binaries:
            if state == FAILED and FAILED not in binaries[binary].values():
                outcomes.append(Outcome(tree, f"check:{name} (as a process)", FAILED))
        elif is_lit(command):
            lit_runs += 1
            if lit_runs > 1:
                raise ResultsError(f"{tree}: two ctest tests run lit, and lit.json holds only one: make them one")
            outcomes += collect_lit(tree, name, state, folder / "lit.json")
        else:
            outcomes.append(Outcome(tree, f"check:{name}", state))
    return outcomes


def collect_lit(tree, name, state, path):
    if not path.exists():
        if state == FAILED:  # lit stopped before it wrote results
            return [Outcome(tree, f"check:{name} (no results)", FAILED)]
        raise ResultsError(f"{path} is missing although {name} ran")
    tests = read_lit(path)
    outcomes = [Outcome(tree, f"lit:{test}", test_state) for test, test_state in tests.items()]
    if state == FAILED and FAILED not in tests.values():
        outcomes.append(Outcome(tree, f"check:{name} (as a process)", FAILED))
    return outcomes


def read_checks(path):
    outcomes = []
    for line in path.read_text().splitlines():
        name, _, state = line.partition("\t")
        if state not in (PASSED, FAILED):
            raise ResultsError(f"{path}: cannot read the line '{line}'")
        outcomes.append(Outcome("", f"check:{name}", state))
    return outcomes


def passed_names(outcomes):
    bad = {outcome.name for outcome in outcomes if outcome.state == FAILED}
    return sorted({outcome.name for outcome in outcomes if outcome.state == PASSED} - bad)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("results", type=pathlib.Path)
    parser.add_argument("--ran", type=pathlib.Path, help="write the names of the passed tests here")
    arguments = parser.parse_args()
    outcomes, broken = [], []
    for folder in sorted(path.parent for path in arguments.results.glob("*/ctest.json")):
        try:
            outcomes += collect_tree(folder.name, folder)
        except ResultsError as error:
            broken.append(str(error))
    checks = arguments.results / "checks.tsv"
    if checks.exists():
        outcomes += read_checks(checks)
    for outcome in outcomes:
        if outcome.state == FAILED:
            print(f"FAILED: {outcome.name}" + (f" ({outcome.tree})" if outcome.tree else ""))
    for message in broken:
        print(f"FAILED: results unreadable: {message}")
    if arguments.ran:
        arguments.ran.write_text("".join(f"{name}\n" for name in passed_names(outcomes)))
    count = collections.Counter(outcome.state for outcome in outcomes)
    failed = count[FAILED] + len(broken)
    if count[SKIPPED]:
        print(f"{count[SKIPPED]} skipped")
    print(f"{count[PASSED]} passed, {failed} failed")
    return 1 if failed or not count[PASSED] else 0


if __name__ == "__main__":
    sys.exit(main())
