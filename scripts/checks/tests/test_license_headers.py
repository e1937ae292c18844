# SPDX-License-Identifier: AGPL-3.0-or-later
# SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
"""What license_headers.py accepts, and for each form a neighbour it rejects."""

import pathlib
import subprocess
import tempfile
import unittest

import support  # noqa: F401
import license_headers

SPDX, ATTRIBUTION = license_headers.HEADER
HEADER = f"// {SPDX}\n// {ATTRIBUTION}\n"


class HeaderTest(unittest.TestCase):
    def rejected(self, path, text):
        return [message for _, message in license_headers.check_text(path, text)]

    def test_both_lines(self):
        self.assertEqual(self.rejected("lib/A.cpp", HEADER + "int a;\n"), [])

    def test_other_comment_styles(self):
        for path, opening, closing in (("a.py", "# ", ""), ("a.css", "/* ", " */"), ("CMakeLists.txt", "# ", "")):
            text = f"{opening}{SPDX}{closing}\n{opening}{ATTRIBUTION}{closing}\n"
            self.assertEqual(self.rejected(path, text), [], path)

    def test_below_an_interpreter_line(self):
        self.assertEqual(self.rejected("run", f"#!/bin/sh\n# {SPDX}\n# {ATTRIBUTION}\n"), [])

    def test_no_header(self):
        self.assertEqual(len(self.rejected("lib/A.cpp", "int a;\n")), 2)

    def test_licence_without_attribution(self):
        self.assertEqual(len(self.rejected("lib/A.cpp", f"// {SPDX}\n")), 1)

    def test_other_licence(self):
        self.assertEqual(len(self.rejected("lib/A.cpp", HEADER.replace("AGPL-3.0-or-later", "AGPL-3.0-only"))), 1)

    def test_too_far_down(self):
        self.assertEqual(len(self.rejected("lib/A.cpp", "int a;\n" * 5 + HEADER)), 2)

    def test_script_without_suffix(self):
        self.assertEqual(len(self.rejected("tool", "#!/bin/sh\n")), 2)

    def test_empty_source(self):
        self.assertEqual(len(self.rejected("lib/A.cpp", "")), 2)

    def test_data_and_prose_need_none(self):
        for path in ("docs/a.tsv", "README.md", "a.json"):
            self.assertEqual(self.rejected(path, "text\n"), [], path)

    def test_exported_models_need_none(self):
        self.assertEqual(self.rejected("examples/models/some/model.mlir", "module {}\n"), [])
        self.assertEqual(len(self.rejected("test/some/model.mlir", "module {}\n")), 2)


class PathTest(unittest.TestCase):
    def problems(self, line):
        return license_headers.check_text("docs/a.md", line + "\n")

    def test_machine_paths(self):
        for folder in ("work", "root", "home", "tmp", "Users"):
            path = "/" + folder
            for line in (f"see {path}/main", f'"{path}/x"', f"cd {path}", f"({path}/x)", f"A={path}/x", f"-I{path}"[2:]):
                self.assertEqual(len(self.problems(line)), 1, line)

    def test_neighbours(self):
        for folder in ("work", "root", "home", "tmp"):
            path = "/" + folder
            for line in (f"src{path}/main", f"https://example.org{path}/x", f"${{DIR}}{path}/x", f"{path}s/x",
                         f"..{path}/x", f"~{path}/x"):
                self.assertEqual(self.problems(line), [], line)

    def test_package_index(self):
        self.assertEqual(len(self.problems("from https://" + "pypi" + ".org/simple")), 1)
        self.assertEqual(self.problems("install it with pip, by name"), [])


class TreeTest(unittest.TestCase):
    def test_untracked_is_read_and_ignored_is_not(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            subprocess.run(["git", "init", "--quiet", folder], check=True)
            (root / ".gitignore").write_text(f"# {SPDX}\n# {ATTRIBUTION}\n/build/\n")
            (root / "build").mkdir()
            (root / "build" / "generated.cpp").write_text("int a;\n")
            (root / "good.cpp").write_text(HEADER)
            self.assertEqual(license_headers.check_tree(root), ([], 2))
            (root / "bad.cpp").write_text("int a;\n")
            problems, count = license_headers.check_tree(root)
            self.assertEqual(count, 3)
            self.assertEqual({problem.split(":")[0] for problem in problems}, {"bad.cpp"})


if __name__ == "__main__":
    unittest.main()
