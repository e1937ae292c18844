#!/usr/bin/env python3
# SPDX-License-Identifier: AGPL-3.0-or-later
# SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
"""Check that the model folders agree with themselves, without running them. Needs numpy; MODELS is another folder of models.

    examples/check.py [MODELS]

Checked are: the keys of run.json, that it names exactly the arrays that are there, the arrays against the signature of the
entry, weights.safetensors against the module's externs, finite references, and the size of each folder.
"""
import json
import re
import sys
from pathlib import Path

import numpy as np

import cases

LIMIT = 2 << 20
NUMPY = {"f64": "<f8", "f32": "<f4", "f16": "<f2", "bf16": "<u2", "i64": "<i8", "i32": "<i4", "i1": "|b1"}
SAFETENSORS = {"f64": "F64", "f32": "F32", "f16": "F16", "bf16": "BF16", "i64": "I64", "i32": "I32", "i1": "BOOL"}
KEYS = {"model": str, "entry": str, "ranks": int, "cases": list}
OPTIONAL = {"parameters": list, "weights": str}
CASE_KEYS = {"name": str, "inputs": list, "expected": list, "rtol": float, "atol": float}


def split_type(text):
    """'2x?xf32' -> ([2, None], 'f32')"""
    *sizes, element = text.split("x")
    return [None if size == "?" else int(size) for size in sizes], element


def signature(text, entry):
    """(argument types, result types) of the public function `entry`."""
    found = re.search(rf"func\.func @{re.escape(entry)}\((.*?)\) -> (.*?) (?:attributes .*)?\{{\n", text)
    if not found:
        raise ValueError(f"no public function @{entry} with results")
    return tuple([split_type(t) for t in re.findall(r"tensor<([^>]+)>", part)] for part in found.groups())


def externs(text):
    aliases = dict(re.findall(r"^(#\w+) = (#ml_program\.extern .*)$", text, re.M))
    result = {}
    for name, value, type_ in re.findall(r"ml_program\.global private @\"?([\w.]+)\"?\((.*?)\) : tensor<([^>]+)>\n", text):
        if aliases.get(value, value).startswith("#ml_program.extern"):
            result[name] = split_type(type_)
    return result


def header_of(path):
    with open(path, "rb") as file:
        entries = json.loads(file.read(int.from_bytes(file.read(8), "little")))
    return {name: (entry["shape"], entry["dtype"]) for name, entry in entries.items() if name != "__metadata__"}


def check_keys(where, value, required, optional=()):
    allowed = {**required, **dict(optional)}
    for key in required:
        if key not in value:
            yield f"{where}: {key} is missing"
    for key, item in value.items():
        if key not in allowed:
            yield f"{where}: unknown key {key}"
        elif not isinstance(item, allowed[key]):
            yield f"{where}: {key} should be a {allowed[key].__name__}"


def check_arrays(folder, files, types, kind):
    if len(files) != len(types):
        yield f"{len(files)} {kind} for {len(types)} in the signature"
    for file, (shape, element) in zip(files, types):
        if not (folder / file).is_file():
            yield f"{file} is missing"
            continue
        array = np.load(folder / file)
        if array.dtype.str != NUMPY[element]:
            yield f"{file}: is {array.dtype.str}, {element} asks for {NUMPY[element]}"
        if array.ndim != len(shape) or any(b is not None and a != b for a, b in zip(array.shape, shape)):
            yield f"{file}: shape {array.shape} does not fit {shape}"
        if array.dtype.kind == "f" and not np.isfinite(array).all():
            yield f"{file}: holds numbers that are not finite"


def check_weights(folder, described, text):
    wanted = externs(text)
    if "weights" in described:
        if described["weights"] not in cases.FETCHED:
            yield f"weights {described['weights']}: nothing fetches these"
        return
    have = {}
    for file in described.get("parameters", []):
        have.update(header_of(folder / file))
    for name, (shape, element) in wanted.items():
        if name not in have:
            yield f"extern {name} is in no parameter file"
        elif have[name] != (shape, SAFETENSORS[element]):
            yield f"extern {name}: the file has {have[name]}, the module wants {(shape, SAFETENSORS[element])}"
    for name in have.keys() - wanted.keys():
        yield f"parameter {name} is used by nobody"


def check_model(folder):
    described = json.loads((folder / "run.json").read_text())
    problems = list(check_keys("run.json", described, KEYS, OPTIONAL))
    for case in described.get("cases", []):
        problems += check_keys(f"case {case.get('name')}", case, CASE_KEYS)
    if problems:
        return problems
    text = (folder / described["model"]).read_text()
    arguments, results = signature(text, described["entry"])
    grid = re.search(r"shard\.grid @\w+\(shape = (\d+)\)", text)
    if described["ranks"] != (int(grid[1]) if grid else 1):
        problems.append(f"ranks is {described['ranks']}, the module's grid says {grid[1] if grid else 1}")
    for case in described["cases"]:
        for problem in [*check_arrays(folder, case["inputs"], arguments, "inputs"),
                        *check_arrays(folder, case["expected"], results, "expected results")]:
            problems.append(f"case {case['name']}: {problem}")
    named = {folder / file for case in described["cases"] for file in case["inputs"] + case["expected"]}
    problems += [f"{file.relative_to(folder)} is named by no case" for file in set(folder.rglob("*.npy")) - named]
    problems += check_weights(folder, described, text)
    size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
    if size > LIMIT:
        problems.append(f"{size} bytes; a model folder stays below {LIMIT}")
    return problems


def main():
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else cases.MODELS
    passed = failed = 0
    for folder in sorted(path.parent for path in root.glob("*/model.mlir")):
        try:
            problems = check_model(folder)
        except (OSError, ValueError, KeyError) as error:
            problems = [f"{type(error).__name__}: {error}"]
        for problem in problems:
            print(f"{folder.name}: {problem}")
        passed, failed = passed + (not problems), failed + bool(problems)
    print(f"{passed} passed, {failed} failed")
    sys.exit(1 if failed or not passed else 0)


if __name__ == "__main__":
    main()
