#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
# SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#
# The main job on real models, from nothing: installs what is missing, builds, fetches the weights, runs a sentence encoder
# on one and on two devices, over two ranks, two training steps and a decoding loop, and compares all of it with PyTorch.
# Leaves traces and pictures of the schedules in build/examples.
#
#   scripts/run-example.sh [MODEL...]      (default: minilm minilm-tp train-dp train-transformer tiny-decoder)
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/lib/common.sh
. scripts/lib/common.sh

scripts/install-deps.sh
[ -f build/build.ninja ] || { say "configuring"; cmake --preset release >build-configure.log 2>&1 || { cat build-configure.log; die "configuring failed"; }; rm -f build-configure.log; }
say "building sflow-run"
build_tree build sflow-run >&2
scripts/fetch-weights.sh >/dev/null
mkdir -p build/examples
run() { python3 examples/run.py --sflow-run=build/bin/sflow-run --show --artifacts=build/examples "$@" -- --repeat=3; }
if [ $# -gt 0 ]; then
  run "$@"
else
  run minilm
  run minilm-tp train-dp train-transformer tiny-decoder --devices=host:1
fi
say "traces (for ui.perfetto.dev) and pictures of the schedules are in build/examples"
