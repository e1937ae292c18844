# SPDX-License-Identifier: AGPL-3.0-or-later
# SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
"""files.py DIR: the .npy and .safetensors files of these tests, right ones and damaged ones."""
import json
import os
import struct
import sys

os.makedirs(sys.argv[1], exist_ok=True)
os.chdir(sys.argv[1])


def npy(name, descr, shape, values):
    header = "{'descr': '%s', 'fortran_order': False, 'shape': (%s), }" % (descr, "".join(f"{d}, " for d in shape))
    header += " " * (63 - (10 + len(header)) % 64) + "\n"
    code = {"<f4": "f", "<f8": "d", "<i8": "q"}[descr]
    data = struct.pack(f"<{len(values)}{code}", *values)
    with open(name, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + data)


def safetensors(name, entries, data):
    header = json.dumps({tensor: {"dtype": dtype, "shape": shape, "data_offsets": offsets}
                         for tensor, dtype, shape, offsets in entries}).encode()
    with open(name, "wb") as file:
        file.write(struct.pack("<Q", len(header)) + header + data)


def damage(source, name, change):
    with open(source, "rb") as file:
        content = file.read()
    with open(name, "wb") as file:
        file.write(change(content))


npy("x.npy", "<f4", [2, 3], [0, 1, 2, 3, 4, 5])
npy("twice.npy", "<f4", [2, 3], [0, 2, 4, 6, 8, 10])
npy("off.npy", "<f4", [2, 3], [0, 2, 4.5, 6, 9, 10])
npy("nan.npy", "<f4", [2, 3], [float("nan")] * 6)
npy("flat.npy", "<f4", [6], range(6))
npy("doubles.npy", "<f8", [2, 3], range(6))
npy("ids.npy", "<i8", [4], [1, 2, 3, 4])
npy("far.npy", "<i8", [4], [1, 2, 3, 1 << 40])
npy("near.npy", "<i8", [4], [1, 2, 3, 64])
npy("negative.npy", "<i8", [4], [1, 2, 3, -65])
npy("sentence.npy", "<i8", [1, 17], range(17))
npy("sentence-far.npy", "<i8", [1, 17], [*range(16), 1 << 40])
npy("sentence-negative.npy", "<i8", [1, 17], [*range(16), -1])
npy("sentence-mask.npy", "<i8", [1, 17], [1] * 17)
damage("x.npy", "short.npy", lambda c: c[:-4])
damage("x.npy", "long.npy", lambda c: c + b"\0")
damage("x.npy", "header.npy", lambda c: c[:40])
damage("x.npy", "text.npy", lambda c: b"0 1 2 3 4 5\n")
damage("x.npy", "empty.npy", lambda c: b"")

w = ("w", "F32", [2, 3], [0, 24])
b = ("b", "F32", [3], [24, 36])
floats = struct.pack("<9f", *range(9))
safetensors("good.safetensors", [w, b], floats)
safetensors("without-b.safetensors", [w], floats[:24])
safetensors("shape.safetensors", [("w", "F32", [3, 2], [0, 24]), b], floats)
safetensors("dtype.safetensors", [("w", "I32", [2, 3], [0, 24]), b], floats)
safetensors("overlap.safetensors", [w, ("b", "F32", [3], [20, 32])], floats)
damage("good.safetensors", "short.safetensors", lambda c: c[:-4])
damage("good.safetensors", "long.safetensors", lambda c: c + b"1234")
damage("good.safetensors", "header.safetensors", lambda c: c[:30])
damage("good.safetensors", "length.safetensors", lambda c: c[:5])
damage("good.safetensors", "json.safetensors", lambda c: c[:9] + b"?" + c[10:])
damage("good.safetensors", "empty.safetensors", lambda c: b"")
