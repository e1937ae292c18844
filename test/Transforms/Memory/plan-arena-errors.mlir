// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// RUN: sflow-opt %s --syncflow-plan-arena --verify-diagnostics --split-input-file

func.func @too_late(%x: memref<index>) {
  // expected-note @below {{this size; compute it from the arguments, or bound it}}
  %n = memref.load %x[] : memref<index>
  // expected-error @below {{has a size that is known only after the function has begun, and no constant bound}}
  %b = syncflow.buffer(%n) : memref<?xf32>
  syncflow.task "a" outs(%o = %b : memref<?xf32>) { syncflow.yield }
  return
}

// -----

func.func @space() {
  // expected-error @below {{lies in memory space 1 : i64, the arena in the default one}}
  %b = syncflow.buffer() : memref<8xf32, 1>
  syncflow.task "a" outs(%o = %b : memref<8xf32, 1>) { syncflow.yield }
  return
}
