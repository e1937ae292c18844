#!/usr/bin/env python3
# SPDX-License-Identifier: AGPL-3.0-or-later
# SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
"""Run example models with sflow-run and compare with their references, as each model's run.json says.

    examples/run.py                               every model, on one and on two host devices
    examples/run.py conv-net --devices=host:4     one model
    examples/run.py --print minilm                only show the command lines
    examples/run.py conv-net -- --trace=t.json    hand options to sflow-run

Exits with 1 if a run fails; a model whose weights are not there yet fails with the command that fetches them.
"""
import argparse
import os
import shlex
import subprocess
import sys
from pathlib import Path

import cases


def find_tool(given):
    if given:
        return given
    built = sorted(cases.REPOSITORY.glob("build/*/bin/sflow-run")) + sorted(cases.REPOSITORY.glob("build/bin/sflow-run"))
    # The newest build is the one that is being worked on.
    return str(max(built, key=os.path.getmtime)) if built else "sflow-run"


def run_case(command, label, show=False):
    try:
        result = subprocess.run(command, stdout=None if show else subprocess.PIPE, stderr=None if show else subprocess.PIPE, text=True)
    except FileNotFoundError:
        sys.exit(f"{command[0]} is not there; build it with scripts/check.sh, or say where it is: --sflow-run=PATH")
    print(f"{'ok  ' if result.returncode == 0 else 'FAIL'} {label}", flush=True)
    if result.returncode:
        print(f"     {shlex.join(command)}\n     exit code {result.returncode}")
        said = (result.stdout or "") + (result.stderr or "")
        print("".join(f"     {line}\n" for line in said.splitlines()[-20:]), end="", flush=True)
    return result.returncode == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(cases.model_names()))
    parser.add_argument("--devices", action="append", help="repeatable; default: host:1 and host:2")
    parser.add_argument("--topology", metavar="FILE", help="run on the devices of this file instead")
    parser.add_argument("--sflow-run", dest="tool", metavar="PATH", help="default: the newest below build/, or from PATH")
    parser.add_argument("--show", action="store_true", help="show what sflow-run says")
    parser.add_argument("--artifacts", metavar="DIR", help="leave a trace, a picture of the schedule and a report of each run there")
    parser.add_argument("--print", dest="only_print", action="store_true", help="print the commands, run nothing")
    mine, handed = sys.argv[1:], []
    if "--" in mine:
        mine, handed = mine[:mine.index("--")], mine[mine.index("--") + 1:]
    options = parser.parse_args(mine)
    known = cases.model_names()
    if unknown := [name for name in options.names if name not in known]:
        parser.error(f"no model {', '.join(unknown)}; there are {', '.join(known)}")
    if options.topology:
        where = {Path(options.topology).stem: f"--topology={options.topology}"}
    else:
        where = {devices: f"--devices={devices}" for devices in options.devices or ["host:1", "host:2"]}
    tool, passed, failed = find_tool(options.tool), 0, 0
    for name in options.names or known:
        described = cases.load(name)
        missing = [file for file in cases.parameter_files(name, described) if not file.exists()]
        if missing and not options.only_print:
            print(f"FAIL {name}: {missing[0]} is missing; scripts/fetch-weights.sh fetches it")
            failed += 1
            continue
        for case in described["cases"]:
            for devices, option in where.items():
                command = [tool, *cases.arguments(name, described, case), option, *handed]
                if options.artifacts:
                    stem = f"{options.artifacts}/{name}-{case['name']}-{devices.replace(':', '')}"
                    command += [f"--trace={stem}.trace.json", f"--schedule={stem}.svg", f"--report={stem}.report.json"]
                if options.only_print:
                    print(shlex.join(command))
                elif run_case(command, f"{name} {case['name']} {devices}", options.show):
                    passed += 1
                else:
                    failed += 1
    if not options.only_print:
        print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
