#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
# SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#
# Run both of the README's commands as a newcomer would: in a bare Debian 12 that has git and nothing else.
# Needs root (it makes and enters a chroot), about 8 GB of disk and the network. check.sh --full calls it.
#
#   scripts/check-bare.sh                 scripts/run-example.sh, then scripts/check.sh
#   scripts/check-bare.sh COMMAND...      run this instead, in the copied tree
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=scripts/lib/common.sh
source scripts/lib/common.sh

[ "$(id -u)" -eq 0 ] || die "making a chroot needs root"
if ! command -v mmdebstrap >/dev/null; then
  say "installing mmdebstrap"
  DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 update
  DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=300 install --yes --no-install-recommends mmdebstrap
fi

work=$(mktemp -d)
# Mounts live in the namespace that unshare makes below and are gone when it ends; --one-file-system is the
# second lock on that door.
trap 'rm -rf --one-file-system "$work"' EXIT
root=$work/root

say "making a bare Debian 12 (half a minute)"
mmdebstrap --quiet --variant=minbase --include=git bookworm "$root"

# How this machine reaches the network is its own business; the chroot gets the same way out.
cp -L /etc/resolv.conf "$root/etc/resolv.conf"
environment=(PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/src/.home LANG=C.UTF-8)
[ -f /etc/pip.conf ] && cp -L /etc/pip.conf "$root/etc/pip.conf"
bundle=${PIP_CERT:-${SSL_CERT_FILE:-/etc/ssl/certs/ca-certificates.crt}}
if [ -f "$bundle" ]; then
  cp -L "$bundle" "$root/etc/host-ca.crt"
  environment+=(PIP_CERT=/etc/host-ca.crt SSL_CERT_FILE=/etc/host-ca.crt)
fi
for name in http_proxy https_proxy no_proxy PIP_INDEX_URL PIP_EXTRA_INDEX_URL PIP_DEFAULT_TIMEOUT SYNCFLOW_JOBS; do
  [ -n "${!name:-}" ] && environment+=("$name=${!name}")
done

# The tree as it stands, uncommitted work included, ignored files not: what a commit of it would hold.
mkdir -p "$root/src/.home"
git ls-files -z --cached --others --exclude-standard |
  while IFS= read -r -d '' file; do [ -e "$file" ] && printf '%s\0' "$file"; done |
  tar --create --null --files-from=- | tar --extract --directory "$root/src" --no-same-owner

if [ "$#" -gt 0 ]; then
  printf -v commands '%q ' "$@"
else
  commands='scripts/run-example.sh && scripts/check.sh'
fi
say "inside it: $commands"
cat >"$root/inside.sh" <<INSIDE
set -eu
mount -t proc proc /proc
mount -t sysfs sysfs /sys
cd /src
git init --quiet .
echo /.home/ >>.git/info/exclude
git add --all
$commands
INSIDE
# shellcheck disable=SC2016  # expanded by the inner bash
enter='mount --rbind /dev "$1/dev" && exec chroot "$1" env -i "${@:2}" bash /inside.sh'
unshare --mount --pid --fork --propagation private \
  bash -c "$enter" bare "$root" "${environment[@]}"
