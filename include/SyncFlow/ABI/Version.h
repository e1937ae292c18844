// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Version of the C ABI. MAJOR changes when a layout, a value or a signature changes in a way old clients cannot read;
// MINOR grows when something is appended (structs carry struct_size, so an old client stays valid).
// test/unit: unittests/ABI pins sizes and offsets per MAJOR.
#ifndef SYNCFLOW_ABI_VERSION_H
#define SYNCFLOW_ABI_VERSION_H

#define SFLOW_ABI_MAJOR 0
#define SFLOW_ABI_MINOR 1
#define SFLOW_ABI_VERSION ((SFLOW_ABI_MAJOR << 16) | SFLOW_ABI_MINOR)

#endif // SYNCFLOW_ABI_VERSION_H
