#!/usr/bin/env python3
# SPDX-License-Identifier: AGPL-3.0-or-later
# SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
"""Check that the runtime's parts depend on each other in one direction, and on no vendor.

  Y1  a file of runtime/ includes only what the table below allows for its part (kernels/ is a library of its own)
  Y2  a backend (runtime/device/NAME/) includes the table that it implements, and nothing else of the runtime
  Y3  outside of the backends, headers are those of the C and C++ libraries and of the system, and hwloc's in core
  Y4  the runtime library needs no other library than those (--library)
"""

import argparse
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).parents[2]

# Each part: the others that it may use. The basics of core are everybody's; Instance and World put all parts together.
BASICS = {"core/Status.h", "core/Clock.h", "core/Timeline.h", "core/Thread.h", "core/Cores.h"}
TOGETHER = ("core/Instance", "core/World")
TOP = ("core", "memory", "telemetry", "fault", "device", "collective", "scheduler", "module")
ALLOWED = {
    "core": (),
    "memory": (),
    "telemetry": (),
    "fault": (),
    "device": (),
    "collective": (),
    "scheduler": TOP,
    "module": TOP,
}
INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]', re.MULTILINE)
SYSTEM = re.compile(r"[a-z_]+|(?:alloca|pthread|sched|unistd|string|stddef|stdint)\.h|(?:sys|linux)/\w+\.h")
SYSTEM_OF_PART = {"core": ("hwloc.h",)}
LIBRARIES = re.compile(r"(?:lib(?:c|m|stdc\+\+|gcc_s|pthread|dl|rt|hwloc)|ld-linux-x86-64)\.so\.\d+")


def may_use(path, name):
    """Whether the file `path` of runtime/ may include the header `name` of the runtime."""
    part, user = name.split("/")[0], path.split("/")[0]
    if path.startswith(TOGETHER) or name in BASICS:
        return True
    if name.startswith(TOGETHER):
        return "core" in ALLOWED[user]
    return part == user or part in ALLOWED[user]


def check_file(path, text):
    """The problems of one file; `path` is relative to runtime/."""
    part, *rest = path.split("/")
    backend = "/".join([part, rest[0]]) if part == "device" and len(rest) > 1 else None
    problems = []
    for quote, name in INCLUDE.findall(text):
        if name.startswith("SyncFlow/"):
            continue
        if quote == "<":
            if not backend and not SYSTEM.fullmatch(name) and name not in SYSTEM_OF_PART.get(part, ()):
                problems.append(f"Y3: {path}: <{name}> is no header of the language or of the system")
        elif backend:
            if name not in ("device/Device.h", "device/Backend.h") and not name.startswith(backend + "/"):
                problems.append(f"Y2: {path}: a backend does not know {name}")
        elif not may_use(path, name):
            problems.append(f"Y1: {path}: {part} does not use {name}")
    return problems


def check_tree(folder):
    problems, count = [], 0
    for file in sorted(folder.rglob("*")):
        path = str(file.relative_to(folder))
        if file.suffix in (".cpp", ".h") and path.split("/")[0] in ALLOWED:
            problems += check_file(path, file.read_text())
            count += 1
    unknown = {entry.name for entry in folder.iterdir() if entry.is_dir()} - ALLOWED.keys() - {"include", "kernels"}
    return problems + [f"Y1: {name}/ is not in the table of parts" for name in sorted(unknown)], count


def check_library(names):
    return [f"Y4: the runtime library needs {name}" for name in names if not LIBRARIES.fullmatch(name)]


def needed_by(library):
    command = ["readelf", "--dynamic", "--wide", library]
    listing = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    return re.findall(r"\(NEEDED\).*\[(.+)\]", listing)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--library", help="libSyncFlowRuntime.so")
    arguments = parser.parse_args()
    problems, count = check_tree(ROOT / "runtime")
    needed = needed_by(arguments.library) if arguments.library else []
    problems += check_library(needed)
    if arguments.library and not needed:
        problems.append("Y4: the library names nothing that it needs: was this the right file?")
    for problem in problems:
        print(problem)
    print(f"layers: {count} files, {len(needed)} libraries, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
