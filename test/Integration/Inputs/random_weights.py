# SPDX-License-Identifier: AGPL-3.0-or-later
# SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
"""Values for every external parameter of a module, drawn from a seed, as a safetensors file.

    random_weights.py MODULE.mlir OUT.safetensors [SEED]

For tests of structure, memory and order, which are the same for all values. Matrices get numbers around 0, vectors
numbers around 1, so that norms and variances do not vanish. Large tensors repeat one block of numbers.
"""
import array
import json
import random
import re
import struct
import sys

DTYPES = {"f32": "F32", "f16": "F16", "bf16": "BF16"}
BLOCK = 1 << 14
GLOBAL = re.compile(r'ml_program\.global \w+(?: mutable)? @(?:"([^"]+)"|([\w.$-]+))'
                    r'\((#[\w.]+)[^)]*\) : tensor<([^>]*)>')


def parameters(text):
    """(name, shape, element type) of each global whose value is #ml_program.extern, written out or as an alias."""
    aliases = set(re.findall(r"^(#\w+) = #ml_program\.extern\b", text, re.MULTILINE))
    for quoted, name, value, kind in GLOBAL.findall(text):
        if value == "#ml_program.extern" or value in aliases:
            *shape, element = kind.split("x")
            yield quoted or name, [int(size) for size in shape], element


def encode(values, element):
    if element == "f16":
        return struct.pack(f"<{len(values)}e", *values)
    floats = array.array("f", values)
    if element == "f32":
        return floats.tobytes()
    return b"".join(floats.tobytes()[i + 2:i + 4] for i in range(0, 4 * len(values), 4))


def main():
    module, out = sys.argv[1:3]
    source = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    blocks = {}
    header, chunks, at = {}, [], 0
    for name, shape, element in parameters(open(module).read()):
        low, high = (0.5, 1.5) if len(shape) < 2 else (-0.1, 0.1)
        key = (element, low)
        if key not in blocks:
            blocks[key] = encode([source.uniform(low, high) for _ in range(BLOCK)], element)
        block = blocks[key]
        count = 1
        for size in shape:
            count *= size
        width = len(block) // BLOCK
        start = width * source.randrange(BLOCK)  # Two tensors of one shape differ.
        turned = block[start:] + block[:start]
        size = count * width
        chunks.append((turned * (size // len(turned) + 1))[:size])
        header[name] = {"dtype": DTYPES[element], "shape": shape, "data_offsets": [at, at + size]}
        at += size
    if not header:
        sys.exit(f"{module} has no external parameters")
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(out, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        file.writelines(chunks)


if __name__ == "__main__":
    main()
