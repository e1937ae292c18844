// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// RUN: sflow-opt %s --split-input-file --syncflow-guard=phase=runtime --verify-diagnostics

func.func @runtime() {
  %b = arith.constant 64 : index
  %a = syncflow.rt.arena(%b) : memref<?xi8>
  syncflow.rt.wait
  return
}

// -----

func.func @task(%x: memref<8xf32>) {
  // expected-error @below {{is left in the runtime phase: run convert-syncflow-to-rt}}
  syncflow.task "a" outs(%o = %x : memref<8xf32>) { syncflow.yield }
  return
}

// -----

func.func @buffer() {
  // expected-error @below {{is left in the runtime phase: run convert-syncflow-to-rt}}
  %b = syncflow.buffer() : memref<8xf32>
  return
}
