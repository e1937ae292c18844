# SPDX-License-Identifier: AGPL-3.0-or-later
# SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
"""Rules C1 to C6 of conformance.py: for each an accepted table and a rejected neighbour."""

import unittest

import support  # noqa: F401
import conformance

REQUIREMENTS = [(number, [f"R-{number}", "Module", "MUST", "text"]) for number in range(1, 6)]
RAN = {"gtest:A.b", "gtest:A.c", "lit:Dialect/a.mlir"}


def table(**changes):
    """Five open rows, some replaced: R1=("proven", "gtest:A.b", "note")."""
    rows = {f"R-{number}": ["open", "", ""] for number in range(1, 6)}
    for name, fields in changes.items():
        rows[f"R-{name[1:]}"] = list(fields)
    return [(number, [row, *fields]) for number, (row, fields) in enumerate(rows.items(), 2)]


class ConformanceTest(unittest.TestCase):
    def labels(self, rows, ran=frozenset(RAN)):
        problems = conformance.check(REQUIREMENTS, rows, ran)
        return [label for problem in problems for label in ("C1", "C2", "C3", "C4", "C5", "C6") if label + ":" in problem]

    def test_all_open(self):
        self.assertEqual(self.labels(table()), [])

    def test_proven(self):
        self.assertEqual(self.labels(table(R1=("proven", "gtest:A.b; lit:Dialect/a.mlir", "two runs differ"))), [])

    def test_partial(self):
        self.assertEqual(self.labels(table(R1=("partial", "", "in process only"))), [])
        self.assertEqual(self.labels(table(R1=("partial", "gtest:A.b", "in process only"))), [])

    def test_c1_missing_row(self):
        self.assertEqual(self.labels(table()[1:]), ["C1"])

    def test_c1_second_row(self):
        self.assertEqual(self.labels(table() + [(7, ["R-1", "open", "", ""])]), ["C1"])

    def test_c1_unknown_row(self):
        self.assertEqual(self.labels(table() + [(7, ["R-9", "open", "", ""])]), ["C1"])

    def test_c2_unknown_status(self):
        self.assertEqual(self.labels(table(R1=("done", "", ""))), ["C2"])

    def test_c2_columns(self):
        self.assertEqual(self.labels(table(R1=("open", ""))), ["C2"])
        self.assertEqual(self.labels(table(R1=("open", "", "", ""))), ["C2"])

    def test_c3_proven_without_evidence(self):
        self.assertEqual(self.labels(table(R1=("proven", " ; ", "note"))), ["C3"])

    def test_c3_open_with_evidence(self):
        self.assertEqual(self.labels(table(R1=("open", "gtest:A.b", ""))), ["C3"])

    def test_c4_no_note(self):
        self.assertEqual(self.labels(table(R1=("proven", "gtest:A.b", " "))), ["C4"])
        self.assertEqual(self.labels(table(R1=("partial", "gtest:A.b", ""))), ["C4"])

    def test_c5_evidence_did_not_run(self):
        self.assertEqual(self.labels(table(R1=("proven", "gtest:A.b; gtest:A.d", "note"))), ["C5"])
        self.assertEqual(self.labels(table(R1=("partial", "gtest:A", "note"))), ["C5"])

    def test_c5_left_out(self):
        self.assertEqual(self.labels(table(R1=("proven", "gtest:A.d", "note")), ran=None), [])

    def test_c6_three_rows(self):
        row = ("proven", "gtest:A.b", "note")
        self.assertEqual(self.labels(table(R1=row, R2=row, R3=row)), [])

    def test_c6_four_rows(self):
        row = ("proven", "gtest:A.b", "note")
        self.assertEqual(self.labels(table(R1=row, R2=row, R3=row, R4=row)), ["C6"])

    def test_c6_counts_proven_rows_only(self):
        row = ("proven", "gtest:A.b", "note")
        self.assertEqual(self.labels(table(R1=row, R2=row, R3=row, R4=("partial", "gtest:A.b", "note"))), [])

    def test_header(self):
        good = "\t".join(conformance.CONFORMANCE_COLUMNS) + "\nR-1\topen\t\t\n"
        self.assertEqual(conformance.read_table(good, conformance.CONFORMANCE_COLUMNS, "t"),
                         [(2, ["R-1", "open", "", ""])])
        with self.assertRaises(conformance.FormatError):
            conformance.read_table(good.replace("note", "notes"), conformance.CONFORMANCE_COLUMNS, "t")
        with self.assertRaises(conformance.FormatError):
            conformance.read_table("", conformance.CONFORMANCE_COLUMNS, "t")


if __name__ == "__main__":
    unittest.main()
