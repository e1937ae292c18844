// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// RUN: sflow-opt %s --syncflow-assign-streams --verify-diagnostics --split-input-file

func.func @unplaced(%x: memref<8xf32>) {
  // expected-error @below {{has neither a stream nor a place: run syncflow-place before syncflow-assign-streams}}
  syncflow.task "a" outs(%o = %x : memref<8xf32>) { syncflow.yield }
  return
}

// -----

func.func @elsewhere(%x: memref<8xf32>) {
  // expected-error @below {{is placed on @m::@d0, which no topology of the module has}}
  syncflow.task "a" outs(%o = %x : memref<8xf32>) attributes {syncflow.device = @m::@d0, syncflow.lane = 0 : i64} { syncflow.yield }
  return
}
