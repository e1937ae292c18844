#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
# SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#
# Install what building and testing SyncFlow needs on Debian 12. Run as root, or as a user with sudo.
# Safe to call again: it looks first, and says and does nothing when nothing is missing.
#
#   scripts/install-deps.sh          install what is missing
#   scripts/install-deps.sh --list   print the packages
set -euo pipefail
# shellcheck source=scripts/lib/common.sh
source "$(dirname "${BASH_SOURCE[0]}")/lib/common.sh"

packages=(
  # compiler infrastructure: MLIR and LLVM 22, and the compiler that builds us
  mlir-22-tools libmlir-22-dev llvm-22-dev llvm-22-tools
  clang-22 lld-22 libclang-rt-22-dev clang-tidy-22 clang-format-22
  # build
  cmake ninja-build ccache g++ pkg-config git
  # libraries: topology, JSON, dense kernels, tests and benchmarks
  libhwloc-dev nlohmann-json3-dev libxsmm-dev libopenblas-dev
  libgtest-dev libgmock-dev libbenchmark-dev
  # scripts, checks and interop with numpy
  python3 python3-venv python3-numpy ca-certificates
)

case "${1:-}" in
  --list)
    printf '%s\n' "${packages[@]}"
    exit 0
    ;;
  "") ;;
  *) die "unknown option '$1' (only --list is known)" ;;
esac

command -v dpkg-query >/dev/null ||
  die "this is not a Debian system; install the equivalents of: $(printf '%s ' "${packages[@]}")"

missing=()
installed=$(dpkg-query --show --showformat '${db:Status-Abbrev} ${Package}\n' "${packages[@]}" 2>/dev/null |
  awk '$1 == "ii" {print $2}' || true)
for package in "${packages[@]}"; do
  grep -qxF "$package" <<<"$installed" || missing+=("$package")
done
[ "${#missing[@]}" -eq 0 ] && exit 0

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null ||
    die "missing packages: ${missing[*]}. Run this script as root, or install sudo."
  as_root=(sudo)
fi
log=$(mktemp)
trap 'rm -f "$log"' EXIT

# apt, quiet, waiting for a lock another apt holds, and trying again when a mirror times out.
apt() {
  local attempt
  for attempt in 1 2 3; do
    if "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q \
      -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3 "$@" >"$log" 2>&1; then
      return 0
    fi
    [ "$attempt" -lt 3 ] && say "apt-get $1 failed, trying again" && sleep $((attempt * 5))
  done
  cat "$log" >&2
  return 1
}

say "installing ${#missing[@]} packages: ${missing[*]}"
apt update || die "apt-get update failed (its output is above); check the network and the package sources"
unavailable=()
for package in "${missing[@]}"; do
  candidate=$(LC_ALL=C apt-cache policy "$package" 2>/dev/null | awk '$1 == "Candidate:" {print $2}')
  case "$candidate" in "" | "(none)") unavailable+=("$package") ;; esac
done
if [ "${#unavailable[@]}" -gt 0 ]; then
  die "not in this system's package sources: ${unavailable[*]}.
SyncFlow is built on Debian 12 (bookworm), whose LLVM 22 packages come from bookworm-security: check that
the default sources (main, updates, security) are enabled."
fi
apt install --yes --no-install-recommends "${missing[@]}" ||
  die "apt-get install failed; its output is above"
say "dependencies are in place"
