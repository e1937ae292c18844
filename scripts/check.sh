#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
# SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#
# Build SyncFlow and run every check and test there is. The last line is "N passed, N failed".
#
#   scripts/check.sh           all of it, here; only the outcome again when everything passed and nothing has changed since
#   scripts/check.sh --again   all of it, in any case
#   scripts/check.sh --full    that, and once more, with the example, in a bare Debian 12 (needs root)
#
# Three trees: build/ has everything, build/asan and build/tsan have the runtime and its tests under
# AddressSanitizer (with UBSan) and ThreadSanitizer. Logs and results are in build/test-results/, the names of
# the tests that passed in build/tests-ran.txt.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=scripts/lib/common.sh
source scripts/lib/common.sh

full=no again=no
case "${1:-}" in
  "") ;;
  --again) again=yes ;;
  --full) full=yes again=yes ;;
  -h | --help)
    sed -n '5,14s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
    exit 0
    ;;
  *) die "unknown option '$1' (see --help)" ;;
esac

scripts/install-deps.sh

# What a run depends on: every file of the tree, the tools, and where the processor lets tests take another way.
state() {
  {
    git ls-files --stage || date '+%s %N' # No repository: never the same.
    git diff
    git ls-files --others --exclude-standard -z | xargs -0 --no-run-if-empty sha256sum
    clang++-22 --version
    dpkg-query --show 2>/dev/null || true
    grep --max-count=1 '^flags' /proc/cpuinfo
    ls build/weights 2>/dev/null || true
  } | sha256sum
}
passed=build/all-passed.txt
before=$(state)
if [ "$again" = no ] && [ -f "$passed" ] && [ "$(head -n 1 "$passed")" = "$before" ]; then
  say "nothing has changed since all tests passed ($(sed -n 2p "$passed")); scripts/check.sh --again runs them again"
  sed -n 3p "$passed"
  exit 0
fi
rm -f "$passed"

results=$PWD/build/test-results
rm -rf "$results" build/tests-ran.txt
mkdir -p "$results"
started=$SECONDS

# Run a check, keep its outcome for the sum at the end, and go on: one failure should not hide the next.
check() { # NAME COMMAND...
  local name=$1
  shift
  say "check: $name"
  if "$@" >"$results/$name.log" 2>&1; then
    printf '%s\tpassed\n' "$name" >>"$results/checks.tsv"
    tail -n 1 "$results/$name.log"
  else
    printf '%s\tfailed\n' "$name" >>"$results/checks.tsv"
    cat "$results/$name.log"
    return 1
  fi
}

fail() { # NAME: a step that is not a test went wrong
  printf '%s\tfailed\n' "$1" >>"$results/checks.tsv"
  say "FAILED: $1"
  return 1
}

# Configure and build one tree. Ninja configures again by itself, except when only the presets or the options below
# changed.
build() { # PRESET DIR [CMAKE-OPTION...]
  local preset=$1 dir=$2 log="$results/configure-$1.log"
  shift 2
  if [ ! "$dir/build.ninja" -nt CMakePresets.json ] || [ ! "$dir/build.ninja" -nt scripts/check.sh ]; then
    say "configuring $dir ($preset)"
    cmake --preset "$preset" -B "$dir" "$@" >"$log" 2>&1 || {
      cat "$log"
      fail "configure-$preset"
      return 1
    }
  fi
  say "building $dir with $(jobs) jobs"
  build_tree "$dir" || fail "build-$preset"
}

# Run a tree's tests so that collect_results.py can count the single cases in them.
run_tests() { # PRESET DIR
  local tree=$1 dir=$2 rc=0
  mkdir -p "$results/$tree/gtest"
  ctest --test-dir "$dir" --show-only=json-v1 >"$results/$tree/ctest.json" || {
    rm -f "$results/$tree/ctest.json"
    fail "ctest-$tree"
    return 1
  }
  say "testing $dir"
  GTEST_OUTPUT="xml:$results/$tree/gtest/" LIT_OPTS="${LIT_OPTS:-} --output $results/$tree/lit.json" \
    ctest --test-dir "$dir" -j "$(jobs)" --output-on-failure --no-tests=error --timeout 900 \
    --output-junit "$results/$tree/ctest.xml" || rc=$?
  # Without its report nothing of this tree could be counted: that is a failure of its own.
  [ -f "$results/$tree/ctest.xml" ] || fail "ctest-$tree"
  return "$rc"
}

# Quick ones first: they need no build.
check license-headers python3 scripts/checks/license_headers.py || true
check layout python3 scripts/checks/layout.py || true
check vocabulary python3 scripts/checks/vocabulary.py || true
check script-tests python3 -m unittest discover --start-directory scripts/checks/tests || true
check conformance-structure python3 scripts/checks/conformance.py --structure-only || true

if build release build; then
  run_tests release build || true
  check layers python3 scripts/checks/layers.py --library build/lib/libSyncFlowRuntime.so || true
  check exported-symbols python3 scripts/checks/vocabulary.py --library build/lib/libSyncFlowRuntime.so || true
  check install test/install/run.sh build || true
fi
for sanitizer in asan tsan; do
  if build "$sanitizer" "build/$sanitizer" -DSYNCFLOW_ENABLE_COMPILER=OFF -DSYNCFLOW_TOOLS_DIR="$PWD/build/bin"; then
    run_tests "$sanitizer" "build/$sanitizer" || true
  fi
done

if [ "$full" = yes ]; then
  say "check: bare-debian (example and checks from nothing; long)"
  if scripts/check-bare.sh 2>&1 | tee "$results/bare-debian.log"; then
    printf 'bare-debian\tpassed\n' >>"$results/checks.tsv"
  else
    fail bare-debian || true
  fi
fi

# The evidence of the conformance table is what ran so far; the check of the table then counts as well.
python3 scripts/checks/collect_results.py "$results" --ran build/tests-ran.txt >/dev/null || true
check conformance python3 scripts/checks/conformance.py --ran build/tests-ran.txt || true
say "finished in $(((SECONDS - started) / 60)) min $(((SECONDS - started) % 60)) s"
outcome=0
summary=$(python3 scripts/checks/collect_results.py "$results" --ran build/tests-ran.txt) || outcome=$?
# Only of files that did not change while their tests ran.
if [ "$outcome" -eq 0 ] && [ "$(state)" = "$before" ]; then
  printf '%s\n' "$before" "$(date '+%F %T')" "$(tail -n 1 <<<"$summary")" >"$passed"
fi
printf '%s\n' "$summary"
exit "$outcome"
