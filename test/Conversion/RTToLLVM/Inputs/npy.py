# SPDX-License-Identifier: AGPL-3.0-or-later
# SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
"""Writes a one-dimensional float32 .npy file: npy.py FILE VALUE... (a value may be START:STOP:STEP)."""
import struct
import sys

values = []
for word in sys.argv[2:]:
    if ":" in word:
        values += [float(v) for v in range(*map(int, word.split(":")))]
    else:
        values.append(float(word))
header = "{'descr': '<f4', 'fortran_order': False, 'shape': (%d,), }" % len(values)
header += " " * (63 - (10 + len(header)) % 64) + "\n"
with open(sys.argv[1], "wb") as file:
    file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode())
    file.write(struct.pack("<%df" % len(values), *values))
