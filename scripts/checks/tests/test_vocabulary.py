# SPDX-License-Identifier: AGPL-3.0-or-later
# SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
"""Rules V1 to V6 of vocabulary.py: for each an accepted form and a rejected neighbour."""

import unittest

import support  # noqa: F401
import vocabulary

ENUMS = """
/// How urgent.
#define SFLOW_PRIORITY_LIST(X)  \\
  X(HIGH, high, 0)              \\
  X(LOW, low, 1)

#define SFLOW_TAG_LIST(X) X(CPU, cpu, 0x00) X(SIM, sim, 0xF1)
"""


class VocabularyTest(unittest.TestCase):
    def code(self, path, text, words=("some-model", "layer.0.weight")):
        return [problem.split(": ")[1] for problem in
                vocabulary.check_code(path, text, {"sflow_rt_run"}, {"high", "low"}, words)]

    def test_v1(self):
        lists = vocabulary.enum_lists(ENUMS)
        self.assertEqual(lists, {"PRIORITY": [("HIGH", "high", "0"), ("LOW", "low", "1")],
                                 "TAG": [("CPU", "cpu", "0x00"), ("SIM", "sim", "0xF1")]})
        self.assertEqual(vocabulary.check_enums(lists), [])

    def test_v1_repeated(self):
        for old, new in (("(LOW", "(HIGH"), ("low", "high"), ("1)", "0)"), ("0xF1", "0")):
            lists = vocabulary.enum_lists(ENUMS.replace(old, new, 1))
            self.assertEqual(len(vocabulary.check_enums(lists)), 1, new)

    def test_v1_empty(self):
        self.assertEqual(len(vocabulary.check_enums({})), 1)
        self.assertEqual(len(vocabulary.check_enums(vocabulary.enum_lists("#define SFLOW_A_LIST(X)\n"))), 1)

    def test_v2(self):
        self.assertEqual(vocabulary.check_entries(["sflow_a", "sflow_b"]), [])
        self.assertEqual(len(vocabulary.check_entries(["sflow_a", "sflow_a"])), 1)
        self.assertEqual(len(vocabulary.check_entries([])), 1)

    def test_v3(self):
        self.assertEqual(vocabulary.check_exports(["sflow_a"], {"sflow_a", "_init"}), [])
        self.assertEqual(len(vocabulary.check_exports(["sflow_a", "sflow_b"], {"sflow_a"})), 1)
        self.assertEqual(len(vocabulary.check_exports(["sflow_a"], {"sflow_a", "sflow_c"})), 1)

    def test_v4(self):
        self.assertEqual(self.code("lib/A.cpp", 'call("sflow_rt_run");'), [])
        self.assertEqual(self.code("lib/A.cpp", 'call("sflow_rt_ran");'), ["V4"])

    def test_v5(self):
        for line in ('if (a == "high")', 'if ("low" != a)', 'a.equals("high")'):
            self.assertEqual(self.code("lib/A.cpp", line), ["V5"], line)
            self.assertEqual(self.code("tools/t/A.cpp", line), [], line)
        for line in ('if (a == "higher")', 'print("high")', '// a == "high"', 'a == Priority::high'):
            self.assertEqual(self.code("runtime/A.cpp", line), [], line)

    def test_v5_leaves_common_words_out(self):
        lists = {"A": [("MAX", "max", "0"), ("ALL_REDUCE", "all_reduce", "1"), ("CRITICAL", "critical", "2")]}
        self.assertEqual(vocabulary.our_words(lists), {"all_reduce", "critical"})

    def test_v6(self):
        for path in ("include/A.h", "lib/A.cpp", "runtime/A.cpp"):
            self.assertEqual(self.code(path, "// made for some-model"), ["V6"], path)
            self.assertEqual(self.code(path, 'find("layer.0.weight")'), ["V6"], path)
            self.assertEqual(self.code(path, 'find("layer.1.weight")'), [], path)
        self.assertEqual(self.code("tools/t/A.cpp", "some-model"), [])

    def test_comments(self):
        text = 'a; // "x"\nb = "// kept"; /* two\nlines */ c;'
        self.assertEqual(vocabulary.strip_comments(text).split("\n")[1].strip(), 'b = "// kept";')
        self.assertEqual(vocabulary.strip_comments(text).count("\n"), text.count("\n"))


if __name__ == "__main__":
    unittest.main()
