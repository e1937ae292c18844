# SPDX-License-Identifier: AGPL-3.0-or-later
# SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
"""Rules L1 to L4 of layout.py: for each an accepted form and a rejected neighbour."""

import pathlib
import subprocess
import tempfile
import unittest

import support  # noqa: F401
import layout

ROOT = pathlib.Path(__file__).parents[3]
REQUIREMENTS = ("id\tmodule\tstrength\trequirement\n"
                "DC-01\tCard\tMUST\ttop level: CMakeLists.txt, lib/Dialect/, LICENSE\n")


class LayoutTest(unittest.TestCase):
    def rules(self, problems):
        return [problem.split(":")[0] for problem in problems]

    def test_the_list_is_that_of_the_requirement(self):
        self.assertEqual(layout.layout_of(REQUIREMENTS), ["CMakeLists.txt", "lib/Dialect/", "LICENSE"])
        real = layout.layout_of((ROOT / "docs" / "requirements.tsv").read_text())
        self.assertIn("tools/sflow-run/", real)
        self.assertIn("notice.md", real)

    def test_no_requirement(self):
        with self.assertRaises(SystemExit):
            layout.layout_of("id\tmodule\tstrength\trequirement\n")

    def test_l1(self):
        self.assertEqual(layout.check_layout(["lib/Dialect/"], {"lib/Dialect/IR/A.cpp": 3}), [])
        for sizes in ({}, {"lib/Dialect/A.cpp": 0}, {"lib/DialectA.cpp": 3}, {"old/lib/Dialect/A.cpp": 3}):
            self.assertEqual(self.rules(layout.check_layout(["lib/Dialect/"], sizes)), ["L1"], sizes)

    def test_l2(self):
        self.assertEqual(layout.check_layout(["LICENSE"], {"LICENSE": 3}), [])
        for sizes in ({}, {"LICENSE": 0}, {"docs/LICENSE": 3}):
            self.assertEqual(self.rules(layout.check_layout(["LICENSE"], sizes)), ["L2"], sizes)

    def test_l3(self):
        text = (ROOT / "LICENSE").read_text()
        self.assertEqual(layout.check_licence(text), [])
        self.assertEqual(layout.check_licence(text.replace("\n", "\r\n")), [], "line ends do not count")
        for changed in (text.replace("Version 3", "Version 2"), text[:-200], ""):
            self.assertEqual(self.rules(layout.check_licence(changed)), ["L3"])

    def test_l4(self):
        text = (ROOT / "notice.md").read_text()
        self.assertEqual(layout.check_notice(text), [])
        for part in layout.NOTICE_PARTS:
            self.assertIn("L4", self.rules(layout.check_notice(text.replace(part, "somebody"))), part)
        unrecorded = "".join(line for line in text.splitlines(True) if not line.startswith("| Roxanne"))
        self.assertEqual(self.rules(layout.check_notice(unrecorded)), ["L4"])

    def test_a_tree(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            subprocess.run(["git", "init", "--quiet", folder], check=True)
            for path, text in (("CMakeLists.txt", "project(A)\n"), ("lib/Dialect/A.cpp", "int a;\n"),
                               ("docs/requirements.tsv", REQUIREMENTS), (".gitignore", "/lib/\n")):
                (root / path).parent.mkdir(parents=True, exist_ok=True)
                (root / path).write_text(text)
            for name in ("LICENSE", "notice.md"):
                (root / name).write_text((ROOT / name).read_text())
            # An ignored folder is not in a commit.
            problems, count = layout.check_tree(root)
            self.assertEqual((self.rules(problems), count), (["L1"], 3))
            (root / ".gitignore").write_text("/build/\n")
            self.assertEqual(layout.check_tree(root), ([], 3))
            (root / "notice.md").unlink()
            self.assertIn("L4", self.rules(layout.check_tree(root)[0]))


if __name__ == "__main__":
    unittest.main()
