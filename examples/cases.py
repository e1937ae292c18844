# SPDX-License-Identifier: AGPL-3.0-or-later
# SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
"""What run.json says, as sflow-run command lines. Standard library only."""
import json
from pathlib import Path

MODELS = Path(__file__).resolve().parent / "models"
REPOSITORY = MODELS.parent.parent
# Weights too large for the repository, by the name run.json uses; scripts/fetch-weights.sh puts them there.
FETCHED = {"minilm": REPOSITORY / "build" / "weights" / "model.safetensors"}


def model_names():
    return sorted(path.parent.name for path in MODELS.glob("*/run.json"))


def load(name):
    return json.loads((MODELS / name / "run.json").read_text())


def parameter_files(name, described):
    files = [MODELS / name / file for file in described.get("parameters", [])]
    return files + ([FETCHED[described["weights"]]] if "weights" in described else [])


def arguments(name, described, case):
    """Everything sflow-run needs to run and check one case, devices aside."""
    folder = MODELS / name
    result = [str(folder / described["model"]), f"--entry={described['entry']}", f"--ranks={described['ranks']}"]
    result += [f"--parameters={file}" for file in parameter_files(name, described)]
    result += [f"--input={folder / file}" for file in case["inputs"]]
    result += [f"--expect={folder / file}" for file in case["expected"]]
    return result + [f"--rtol={case['rtol']}", f"--atol={case['atol']}"]
