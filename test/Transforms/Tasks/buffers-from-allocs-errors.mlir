// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// RUN: sflow-opt %s --syncflow-buffers-from-allocs --split-input-file --verify-diagnostics

func.func @own_size(%x: memref<1xindex>, %y: memref<8xf32>) {
  syncflow.task "t" ins(%i = %x : memref<1xindex>) outs(%o = %y : memref<8xf32>) {
    %c0 = arith.constant 0 : index
    %n = memref.load %i[%c0] : memref<1xindex>
    // expected-error @below {{has a size that only the task knows; its memory cannot be planned}}
    %a = memref.alloc(%n) : memref<?xf32>
    syncflow.yield
  }
  return
}

// -----

func.func @while(%x: memref<i1>) {
  // expected-error @below {{carries tensors through scf.while; carry them through scf.for, or keep them in one buffer}}
  %r = scf.while (%a = %x) : (memref<i1>) -> memref<i1> {
    %go = memref.load %a[] : memref<i1>
    scf.condition(%go) %a : memref<i1>
  } do {
  ^bb0(%a: memref<i1>):
    scf.yield %a : memref<i1>
  }
  return
}

// -----

func.func @scalar(%n: index) -> index {
  // expected-error @below {{result 0 has type 'index'; entries return tensors or buffers}}
  return %n : index
}

// -----

// expected-error @below {{has more than one block; use scf for control flow}}
func.func @blocks(%x: memref<8xf32>) -> memref<8xf32> {
  cf.br ^next
^next:
  return %x : memref<8xf32>
}
