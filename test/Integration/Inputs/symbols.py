# SPDX-License-Identifier: AGPL-3.0-or-later
# SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
"""Check what an object compiled ahead of time defines and what it wants.

    symbols.py OBJECT MODULE ENTRY... --libraries LIB...

It exports sflow_MODULE_ENTRY for each entry and sflow_MODULE_metadata, nothing else, and everything it wants is a way
to move memory or exported by one of the libraries: no scalar function of libm, so no loop that calls one per element.
"""
import subprocess
import sys

MEMORY = {"memcpy", "memmove", "memset"}


def symbols(file, *options):
    command = ["nm", "--format=posix", *options, file]
    listing = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return {line.split()[0].split("@")[0] for line in listing.splitlines()}


def main():
    split = sys.argv.index("--libraries")
    (file, module, *entries), libraries = sys.argv[1:split], sys.argv[split + 1:]
    wanted = {f"sflow_{module}_{name}" for name in [*entries, "metadata"]}
    offered = set().union(*(symbols(library, "--dynamic", "--defined-only") for library in libraries))
    defined = symbols(file, "--extern-only", "--defined-only")
    problems = [f"exports {name}" for name in sorted(defined - wanted)]
    problems += [f"does not export {name}" for name in sorted(wanted - defined)]
    problems += [f"wants {name}" for name in sorted(symbols(file, "--undefined-only") - offered - MEMORY)]
    print("\n".join(f"{file} {problem}" for problem in problems) or f"{file}: {len(defined)} exported")
    sys.exit(bool(problems))


if __name__ == "__main__":
    main()
