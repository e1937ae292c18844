# SPDX-License-Identifier: AGPL-3.0-or-later
# SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
"""Lowers models with sflow-opt and with a stock mlir-opt that loads the plugin: same_ir.py MLIR-OPT PLUGIN PREFIX MODEL..."""
import subprocess
import sys

stock, plugin, prefix, models = sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4:]
load = [f"--load-dialect-plugin={plugin}", f"--load-pass-plugin={plugin}"]
differences = 0
for model in models:
    made = []
    for name, command in ("ours", ["sflow-opt"]), ("stock", [stock, *load]):
        made.append(f"{prefix}.{name}.mlir")
        subprocess.run([*command, model, "--pass-pipeline=builtin.module(syncflow-pipeline{devices=host:2})", "-o", made[-1]],
                       check=True)
    ours, theirs = (open(file, encoding="utf-8").read() for file in made)
    if ours != theirs or "llvm.func" not in ours:
        print("differs:", model)
        differences += 1
print(f"{len(models)} models, {differences} differences")
