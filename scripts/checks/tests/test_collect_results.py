# SPDX-License-Identifier: AGPL-3.0-or-later
# SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
"""How collect_results.py counts: cases instead of the processes that held them, and no failure lost."""

import json
import pathlib
import tempfile
import unittest

import support  # noqa: F401
import collect_results
from collect_results import FAILED, PASSED, SKIPPED


class CollectTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "gtest").mkdir()
        self.commands, self.cases = [], []

    def ctest(self, name, command, status="run", skipped=None):
        self.commands.append({"name": name, "command": command})
        inner = {"fail": '<failure message=""/>'}.get(status, "")
        inner += f'<skipped message="{skipped}"/>' if skipped else ""
        self.cases.append(f'<testcase name="{name}" status="{status}">{inner}</testcase>')

    def gtest(self, file, *cases):
        body = "".join(f'<testcase classname="S" name="{name}" status="run" result="completed">{inner}</testcase>'
                       for name, inner in cases)
        (self.folder / "gtest" / file).write_text(f"<testsuites><testsuite>{body}</testsuite></testsuites>")

    def lit(self, **codes):
        tests = [{"name": f"SyncFlow :: {name.replace('__', '/')}.mlir", "code": code} for name, code in codes.items()]
        (self.folder / "lit.json").write_text(json.dumps({"tests": tests}))

    def collect(self):
        (self.folder / "ctest.json").write_text(json.dumps({"tests": self.commands}))
        (self.folder / "ctest.xml").write_text(f"<testsuite>{''.join(self.cases)}</testsuite>")
        return {outcome.name: outcome.state for outcome in collect_results.collect_tree("t", self.folder)}

    def test_gtest_cases_replace_their_process(self):
        self.gtest("unit.xml", ("a", ""), ("b", "<failure/>"), ("c", "<skipped/>"))
        self.ctest("unit", ["bin/unit"], "fail")
        self.assertEqual(self.collect(), {"gtest:S.a": PASSED, "gtest:S.b": FAILED, "gtest:S.c": SKIPPED})

    def test_gtest_process_fails_though_its_cases_pass(self):
        self.gtest("unit.xml", ("a", ""))
        self.ctest("unit", ["bin/unit"], "fail")
        self.assertEqual(self.collect(), {"gtest:S.a": PASSED, "check:unit (as a process)": FAILED})

    def test_gtest_crash_leaves_no_file(self):
        self.ctest("unit", ["bin/unit"], "fail")
        self.assertEqual(self.collect(), {"check:unit": FAILED})

    def test_discovered_cases_go_by_ctest(self):
        (self.folder / "gtest" / "unit.xml").write_text("<two><writers></two>")
        for name, status in (("a", "run"), ("crash", "fail"), ("off", "disabled")):
            self.ctest(f"S.{name}/pretty", ["bin/unit", f"--gtest_filter=S.{name}"], status)
        self.assertEqual(self.collect(), {"gtest:S.a": PASSED, "gtest:S.crash": FAILED, "gtest:S.off": SKIPPED})

    def test_unreadable_cases(self):
        (self.folder / "gtest" / "unit.xml").write_text("<testsuites>")
        self.ctest("unit", ["bin/unit"])
        with self.assertRaises(collect_results.ResultsError):
            self.collect()

    def test_binary_whose_name_ends_in_a_number(self):
        self.gtest("unit_1.xml", ("a", ""))
        self.ctest("unit", ["bin/unit_1"], "fail")
        self.assertIn("check:unit (as a process)", self.collect())

    def test_lit(self):
        self.lit(Dialect__a="PASS", b="FAIL", c="XFAIL", d="XPASS", e="UNSUPPORTED", f="TIMEOUT")
        self.ctest("lit", ["python3", "bin/llvm-lit", "-sv", "."], "fail")
        self.assertEqual(self.collect(), {
            "lit:Dialect/a.mlir": PASSED, "lit:b.mlir": FAILED, "lit:c.mlir": PASSED, "lit:d.mlir": FAILED,
            "lit:e.mlir": SKIPPED, "lit:f.mlir": FAILED})

    def test_lit_without_results(self):
        self.ctest("lit", ["bin/lit", "."], "fail")
        self.assertEqual(self.collect(), {"check:lit (no results)": FAILED})

    def test_lit_passes_without_results(self):
        self.ctest("lit", ["bin/lit", "."])
        with self.assertRaises(collect_results.ResultsError):
            self.collect()

    def test_two_lit_runs(self):
        self.lit(a="PASS")
        self.ctest("lit", ["bin/lit", "."])
        self.ctest("lit2", ["bin/lit", "other"])
        with self.assertRaises(collect_results.ResultsError):
            self.collect()

    def test_unknown_lit_result(self):
        self.lit(a="NEWCODE")
        self.ctest("lit", ["bin/lit", "."])
        with self.assertRaises(collect_results.ResultsError):
            self.collect()

    def test_other_programs(self):
        self.ctest("ok", ["true"])
        self.ctest("bad", ["false"], "fail")
        self.ctest("absent", ["none"], "notrun", "Unable to find executable")
        self.ctest("itself", ["sh"], "notrun", "SKIP_RETURN_CODE=77")
        self.ctest("off", ["true"], "disabled")
        self.assertEqual(self.collect(), {"check:ok": PASSED, "check:bad": FAILED, "check:absent": FAILED,
                                          "check:itself": SKIPPED, "check:off": SKIPPED})

    def test_passed_means_in_every_tree(self):
        outcomes = [collect_results.Outcome("asan", "gtest:S.a", PASSED), collect_results.Outcome("tsan", "gtest:S.a", FAILED),
                    collect_results.Outcome("asan", "gtest:S.b", PASSED), collect_results.Outcome("tsan", "gtest:S.b", SKIPPED)]
        self.assertEqual(collect_results.passed_names(outcomes), ["gtest:S.b"])

    def test_unreadable_check_line(self):
        (self.folder / "checks.tsv").write_text("a\tpassed\nb\t\n")
        with self.assertRaises(collect_results.ResultsError):
            collect_results.read_checks(self.folder / "checks.tsv")


if __name__ == "__main__":
    unittest.main()
