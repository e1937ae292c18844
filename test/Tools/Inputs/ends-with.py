# SPDX-License-Identifier: AGPL-3.0-or-later
# SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
"""ends-with.py CODE COMMAND...: fails unless the command ends by itself, within five minutes, with that exit code.

What the command says, on both streams, goes to stdout. With --interrupt-at=TEXT before the command, it gets a SIGINT as
soon as it has said TEXT.
"""
import signal
import subprocess
import sys

code, command = int(sys.argv[1]), sys.argv[2:]
at = None
if command[0].startswith("--interrupt-at="):
    at = command.pop(0).split("=", 1)[1].encode()

process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
# A hang is a failure; the alarm ends the read below as well.
signal.signal(signal.SIGALRM, lambda *_: process.kill())
signal.alarm(300)
said = b""
while at and at not in said:
    byte = process.stdout.read1(1)
    if not byte:
        break
    said += byte
if at:
    if at not in said:
        sys.exit(f"it ended without having said {at.decode()!r}:\n{said.decode(errors='replace')}")
    process.send_signal(signal.SIGINT)
said += process.stdout.read()
ended = process.wait()
sys.stdout.write(said.decode(errors="replace").replace("\r", "\n"))
if ended != code:
    sys.exit(f"exit code {code} expected, it ended with {ended}{' (after five minutes)' if ended == -9 else ''}")
