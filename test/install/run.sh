#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
# SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#
# Install a build tree into a fresh prefix, move that prefix, and build and run outside projects against it: a C
# program through pkg-config and through find_package, and, where the compiler was built, a small MLIR tool.
#
#   test/install/run.sh BUILD-DIR
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
build=${1:?usage: test/install/run.sh BUILD-DIR}
cc=${CC:-clang-22} cxx=${CXX:-clang++-22}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
  printf 'FAILED: %s\n' "$*" >&2
  exit 1
}

expect() { # WHAT EXPECTED ACTUAL
  [ "$2" = "$3" ] || fail "$1: expected
$2
got
$3"
}

cmake --install "$build" --prefix "$work/first" >"$work/install.log" || {
  cat "$work/install.log"
  fail "cmake --install"
}
# A moved prefix finds out whether anything remembers where it was installed.
mv "$work/first" "$work/moved"
prefix=$work/moved
library=$(dirname "$(find "$prefix" -name 'libSyncFlowRuntime.so*' -print -quit)")

for file in notice.md LICENSE; do
  [ -n "$(find "$prefix/share/doc" -name "$file")" ] || fail "$file is not installed: copies must carry it"
done
if grep -rIlF "$work/first" "$prefix"; then
  fail "the files above name the prefix they were installed to"
fi

configure_and_build() { # PROJECT [CMAKE-OPTION...]
  local project=$1
  shift
  if ! { cmake -S "$here/$project" -B "$work/$project" -G Ninja -DCMAKE_PREFIX_PATH="$prefix" \
    -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_COMPILER="$cc" -DCMAKE_CXX_COMPILER="$cxx" "$@" &&
    cmake --build "$work/$project"; } >"$work/$project.log" 2>&1; then
    cat "$work/$project.log"
    fail "$project does not build against the installed tree"
  fi
}

runtime_output='value 42
failing task: reported'

read -ra flags <<<"$(PKG_CONFIG_PATH="$library/pkgconfig" pkg-config --cflags --libs syncflow)"
"$cc" -std=c11 -Wall -Werror "$here/runtime-consumer/main.c" "${flags[@]}" -Wl,-rpath,"$library" -o "$work/by-pkg-config"
expect "runtime-consumer (pkg-config)" "$runtime_output" "$("$work/by-pkg-config")"

configure_and_build runtime-consumer
expect "runtime-consumer (find_package)" "$runtime_output" "$("$work/runtime-consumer/runtime-consumer")"

if [ ! -f "$library/cmake/SyncFlow/SyncFlowCompilerTargets.cmake" ]; then
  echo "install: runtime by pkg-config and find_package (no compiler in this build)"
  exit 0
fi

configure_and_build compiler-consumer
consumer=$work/compiler-consumer/compiler-consumer
expect "compiler-consumer" "tasks 1, waits 1" \
  "$("$consumer" "$here/compiler-consumer/good.mlir" 'builtin.module(syncflow-materialize-syncs)')"
if "$consumer" "$here/compiler-consumer/bad.mlir" 'builtin.module(syncflow-materialize-syncs)' >"$work/bad.log" 2>&1; then
  fail "compiler-consumer accepts a task that reads and writes one memref under two names"
fi
grep -q 'C6' "$work/bad.log" || fail "compiler-consumer rejects bad.mlir, but not by C6: $(cat "$work/bad.log")"
echo "install: runtime by pkg-config and find_package, compiler by find_package"
