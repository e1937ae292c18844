// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// RUN: sflow-opt %s --split-input-file --syncflow-guard=phase=declared --verify-diagnostics

func.func @tensors(%x: tensor<8xf32>) -> tensor<8xf32> {
  %r, %t = syncflow.task "a" outs(%o = %x : tensor<8xf32>) { syncflow.yield %o : tensor<8xf32> }
  return %r : tensor<8xf32>
}

// -----

func.func @stream(%x: tensor<8xf32>, %s: !syncflow.stream) -> tensor<8xf32> {
  // expected-error @below {{has a stream in the declared phase}}
  %r, %t = syncflow.task "a" on(%s) outs(%o = %x : tensor<8xf32>) { syncflow.yield %o : tensor<8xf32> }
  return %r : tensor<8xf32>
}

// -----

func.func @memory() {
  // expected-error @below {{manages memory in the declared phase: use tensors, or syncflow.buffer between tasks}}
  %x = memref.alloc() : memref<8xf32>
  return
}
