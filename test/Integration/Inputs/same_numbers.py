# SPDX-License-Identifier: AGPL-3.0-or-later
# SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
"""Compare the numbers that a program printed with float32 .npy files, one after the other.

    same_numbers.py PRINTED.txt [--rtol=R --atol=A] FILE.npy...

Without tolerances they have to be the same bits.
"""
import array
import struct
import sys


def read_npy(name):
    data = open(name, "rb").read()
    (length,) = struct.unpack_from("<H", data, 8)
    if b"'<f4'" not in data[:10 + length]:
        sys.exit(f"{name} holds no float32")
    return array.array("f", data[10 + length:])


def main():
    options = dict(argument[2:].split("=") for argument in sys.argv[2:] if argument.startswith("--"))
    files = [argument for argument in sys.argv[2:] if not argument.startswith("--")]
    printed = array.array("f", map(float, open(sys.argv[1]).read().split()))
    expected = array.array("f")
    for name in files:
        expected.extend(read_npy(name))
    if len(printed) != len(expected):
        sys.exit(f"{len(printed)} numbers, expected {len(expected)}")
    rtol, atol = float(options.get("rtol", 0)), float(options.get("atol", 0))
    wrong = [i for i, (a, b) in enumerate(zip(printed, expected)) if not abs(a - b) <= atol + rtol * abs(b)]
    if wrong:
        i = wrong[0]
        sys.exit(f"{len(wrong)} of {len(printed)} numbers differ, the first at {i}: "
                 f"{printed[i]!r}, expected {expected[i]!r}")
    print(f"{len(printed)} numbers agree")


if __name__ == "__main__":
    main()
