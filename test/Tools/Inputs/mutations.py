# SPDX-License-Identifier: AGPL-3.0-or-later
# SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
"""mutations.py SEED COUNT FILE COMMAND...: runs the command COUNT times, each time with FILE damaged in another way.

The command must end by itself with a documented exit code (0 to 3), and say why when that is not 0. A failure prints
the seed and the number that lead to it and leaves the damaged file beside the whole one.
"""
import random
import subprocess
import sys

seed, count, path, command = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], sys.argv[4:]
with open(path, "rb") as file:
    whole = file.read()


def damage(content, draw):
    content = bytearray(content)
    for _ in range(draw.choice([1, 1, 2, 4])):
        at = draw.randrange(len(content))
        kind = draw.randrange(6)
        if kind == 0:
            del content[at:]
        elif kind == 1:
            del content[at:at + draw.choice([1, 4, 16])]
        elif kind == 2:
            content[at:at] = content[draw.randrange(len(content)):][:draw.choice([1, 4, 16])]
        elif kind == 3:
            content[at] = draw.choice([0, 1, 0x7F, 0x80, 0xFF])
        elif kind == 4:
            content[at] ^= 1 << draw.randrange(8)
        else:
            content[at] = draw.randrange(256)
        if not content:
            break
    return bytes(content)


damaged = path + ".damaged"
ended = {}
for number in range(count):
    with open(damaged, "wb") as file:
        file.write(damage(whole, random.Random(f"{seed} {number}")))
    result = subprocess.run([word.replace(path, damaged) for word in command], stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300, check=False)
    said = result.stdout.decode(errors="replace")
    if result.returncode not in (0, 1, 2, 3) or (result.returncode and "error: " not in said):
        sys.exit(f"seed {seed}, number {number}: exit code {result.returncode}, {damaged}\n{said}")
    ended[result.returncode] = ended.get(result.returncode, 0) + 1
print(f"{count} damaged {path}:", ", ".join(f"{times} ended with {code}" for code, times in sorted(ended.items())))
