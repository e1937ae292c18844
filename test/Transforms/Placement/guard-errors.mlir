// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// RUN: sflow-opt %s --syncflow-guard=phase=later --verify-diagnostics

// expected-error @below {{unknown phase 'later' (there are: declared, async, placed, runtime)}}
module {}
