# SPDX-License-Identifier: AGPL-3.0-or-later
# SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#
# Build a C program against an installed SyncFlow, with what pkg-config says and nothing else.
#
#   link.sh PREFIX PROGRAM CC-ARGUMENT...
set -euo pipefail
prefix=$1 program=$2
shift 2
library=$(dirname "$(find "$prefix" -name 'libSyncFlowRuntime.so' -print -quit)")
read -ra flags <<<"$(PKG_CONFIG_PATH="$library/pkgconfig" pkg-config --cflags --libs syncflow)"
"${CC:-cc}" -std=c11 -Wall -Werror "$@" "${flags[@]}" -Wl,-rpath,"$library" -o "$program"
