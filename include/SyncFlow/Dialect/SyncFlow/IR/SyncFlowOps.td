// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// All ops of the dialect; tablegen's entry file.
#ifndef SYNCFLOW_OPS_TD
#define SYNCFLOW_OPS_TD

include "SyncFlow/Dialect/SyncFlow/IR/TopologyOps.td"
include "SyncFlow/Dialect/SyncFlow/IR/TaskOps.td"
include "SyncFlow/Dialect/SyncFlow/IR/SyncOps.td"
include "SyncFlow/Dialect/SyncFlow/IR/CollectiveOps.td"
include "SyncFlow/Dialect/SyncFlow/IR/RTOps.td"

#endif // SYNCFLOW_OPS_TD
