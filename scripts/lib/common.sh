# shellcheck shell=bash
# SPDX-License-Identifier: AGPL-3.0-or-later
# SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#
# Shared by the scripts beside it: source it, do not run it.

# Print what happens now, on stderr so that a script's stdout stays its result.
say() { printf '==> %s\n' "$*" >&2; }

die() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

# How many compiler jobs this machine can carry: its cores, cut by the cgroup's CPU quota (nproc does not see
# it) and by memory (an MLIR translation unit takes up to about 1.5 GiB). SYNCFLOW_JOBS overrides all of it.
jobs() {
  if [ -n "${SYNCFLOW_JOBS:-}" ]; then
    echo "$SYNCFLOW_JOBS"
    return
  fi
  local cores quota period mem_kib limit
  cores=$(nproc)
  if [ -r /sys/fs/cgroup/cpu.max ] && read -r quota period </sys/fs/cgroup/cpu.max && [ "$quota" != max ]; then
    limit=$(((quota + period - 1) / period))
    [ "$limit" -lt "$cores" ] && cores=$limit
  fi
  mem_kib=$(awk '$1 == "MemAvailable:" {print $2}' /proc/meminfo)
  limit=$((mem_kib / 1572864))
  [ "$limit" -lt "$cores" ] && cores=$limit
  [ "$cores" -ge 1 ] || cores=1
  echo "$cores"
}

# Build a tree with ninja, showing progress. A terminal gets ninja's own live line; a log file gets one line
# per tenth of the way, plus everything that is not progress (warnings, errors) as it comes.
build_tree() { # DIR [TARGET...]
  local dir=$1
  shift
  if [ -t 1 ]; then
    ninja -C "$dir" -j "$(jobs)" "$@"
    return
  fi
  NINJA_STATUS='[%f/%t] ' ninja -C "$dir" -j "$(jobs)" "$@" 2>&1 | awk '
    match($0, /^\[[0-9]+\/[0-9]+\] /) {
      split(substr($0, 2, RLENGTH - 3), n, "/")
      tenth = int(10 * n[1] / n[2])
      if (tenth != last || n[1] == n[2]) { print; fflush() }
      last = tenth
      next
    }
    { print; fflush() }'
  return "${PIPESTATUS[0]}"
}

# Make a Python virtual environment and put the given packages in it; quick when they are there already.
ensure_venv() { # DIR [PACKAGE==VERSION...]
  local dir=$1 package
  shift
  if [ ! -x "$dir/bin/pip" ]; then
    say "creating the Python environment $dir"
    python3 -m venv "$dir" ||
      die "python3 -m venv failed; run scripts/install-deps.sh (it installs python3-venv)"
  fi
  for package in "$@"; do
    if ! grep -qxF "$package" "$dir/installed.txt" 2>/dev/null; then
      say "installing $package into $dir"
      "$dir/bin/pip" install --quiet "$package" ||
        die "pip could not install $package; is the package index reachable?"
      echo "$package" >>"$dir/installed.txt"
    fi
  done
}
