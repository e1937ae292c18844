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

// What the condition passes on has a size that the round before decided.
func.func @while(%x: memref<?xi1>, %p: memref<index>) {
  // expected-error @below {{passes on tensors whose sizes are known only inside the loop}}
  %r = scf.while (%a = %x) : (memref<?xi1>) -> memref<?xi1> {
    %n = memref.load %p[] : memref<index>
    %b = memref.alloc(%n) : memref<?xi1>
    %go = memref.load %b[%n] : memref<?xi1>
    scf.condition(%go) %b : memref<?xi1>
  } do {
  ^bb0(%b: memref<?xi1>):
    scf.yield %b : memref<?xi1>
  }
  return
}

// -----

func.func @branch(%go: i1, %x: memref<?xi1>, %p: memref<index>) {
  // expected-error @below {{gives tensors whose sizes are known only inside its branches}}
  %r = scf.if %go -> memref<?xi1> {
    %n = memref.load %p[] : memref<index>
    %b = memref.alloc(%n) : memref<?xi1>
    scf.yield %b : memref<?xi1>
  } else {
    scf.yield %x : memref<?xi1>
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
