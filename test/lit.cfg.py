# SPDX-License-Identifier: AGPL-3.0-or-later
# SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
"""lit configuration; lit.site.cfg.py (made by CMake) sets the folders of the tools."""
import os

import lit.formats

config.name = "SyncFlow"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs", "install"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = config.exec_root

config.environment["PATH"] = os.pathsep.join([config.sflow_bin, config.llvm_bin, os.environ["PATH"]])
config.substitutions.append(("%sflow_lib", config.sflow_lib))
config.substitutions.append(("%sflow_bin", config.sflow_bin))
config.substitutions.append(("%llvm_bin", config.llvm_bin))
source_root = os.path.dirname(config.test_source_root)
config.substitutions.append(("%source_root", source_root))

# Where scripts/fetch-weights.sh puts the one file of weights that is too large for the repository.
weights = os.path.join(source_root, "build", "weights", "model.safetensors")
config.substitutions.append(("%weights", weights))
if os.path.exists(weights):
    config.available_features.add("weights")
