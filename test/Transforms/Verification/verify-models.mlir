// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// What ops of other dialects touch: a call what its callee does, linalg what the roles of its operands say. The passes ask a
// summary of the callee, the checker walks it.
// RUN: sflow-opt %s --split-input-file --syncflow-verify --verify-diagnostics
// RUN: sflow-opt %s --split-input-file --syncflow-materialize-syncs | FileCheck %s

func.func private @sum(%a: memref<8xf32>, %b: memref<8xf32>) {
  %local = memref.alloc() : memref<8xf32>
  memref.copy %a, %local : memref<8xf32> to memref<8xf32>
  linalg.add ins(%local, %a : memref<8xf32>, memref<8xf32>) outs(%b : memref<8xf32>)
  return
}

// The callee reads its first argument and writes its second: the third buffer is none of its business.
// CHECK-LABEL: func.func @elsewhere
// CHECK: %[[T:.+]] = syncflow.task "w"
// CHECK-NEXT: memref.copy
// CHECK: call @sum
// CHECK: syncflow.wait(%[[T]])
func.func @elsewhere(%x: memref<8xf32>, %a: memref<8xf32>, %b: memref<8xf32>) {
  %t = syncflow.task "w" ins(%i = %a : memref<8xf32>) outs(%o = %x : memref<8xf32>) {
    memref.copy %i, %o : memref<8xf32> to memref<8xf32>
    syncflow.yield
  }
  call @sum(%a, %b) : (memref<8xf32>, memref<8xf32>) -> ()
  syncflow.wait(%t)
  return
}

// -----

func.func private @sum(%a: memref<8xf32>, %b: memref<8xf32>) {
  // expected-error @+3 {{race (read after write) on bytes 0..32 of %arg0: 'linalg.add' reads what task "w" writes}}
  // expected-note @+2 {{reads bytes 0..32}}
  // expected-note @+1 {{missing edge}}
  linalg.add ins(%a, %a : memref<8xf32>, memref<8xf32>) outs(%b : memref<8xf32>)
  return
}
func.func private @twice(%a: memref<8xf32>, %b: memref<8xf32>) {
  %part = memref.subview %a[0] [8] [1] : memref<8xf32> to memref<8xf32>
  call @sum(%part, %b) : (memref<8xf32>, memref<8xf32>) -> ()
  return
}

// Through two calls and a view.
// CHECK-LABEL: func.func @reads
// CHECK: %[[T:.+]] = syncflow.task "w"
// CHECK: syncflow.wait(%[[T]])
// CHECK-NEXT: call @twice
func.func @reads(%a: memref<8xf32>, %b: memref<8xf32>) {
  %t = syncflow.task "w" outs(%o = %a : memref<8xf32>) {
    // expected-note @-1 {{task "w" writes bytes 0..32}}
    %zero = arith.constant 0.0 : f32
    linalg.fill ins(%zero : f32) outs(%o : memref<8xf32>)
    syncflow.yield
  }
  call @twice(%a, %b) : (memref<8xf32>, memref<8xf32>) -> ()
  syncflow.wait(%t)
  return
}

// -----

func.func private @unseen(memref<8xf32>)

// A callee that cannot be seen may touch anything.
// CHECK-LABEL: func.func @anything
// CHECK: %[[T:.+]] = syncflow.task "w"
// CHECK: syncflow.wait(%[[T]])
// CHECK-NEXT: call @unseen
func.func @anything(%a: memref<8xf32>, %b: memref<8xf32>) {
  %t = syncflow.task "w" outs(%o = %a : memref<8xf32>) {
    // expected-note @-1 {{task "w" writes bytes 0..32}}
    %zero = arith.constant 0.0 : f32
    linalg.fill ins(%zero : f32) outs(%o : memref<8xf32>)
    syncflow.yield
  }
  // expected-error @+3 {{race}}
  // expected-note @+2 {{any memory}}
  // expected-note @+1 {{missing edge}}
  call @unseen(%b) : (memref<8xf32>) -> ()
  syncflow.wait(%t)
  return
}

// -----

// linalg on the host writes its outs and reads its ins, here an element at a time of what is not an operand.
// CHECK-LABEL: func.func @lookup
// CHECK: %[[T:.+]] = syncflow.task "w"
// CHECK: syncflow.wait(%[[T]])
// CHECK: linalg.generic
func.func @lookup(%table: memref<8xf32>, %ids: memref<4xindex>, %b: memref<4xf32>) {
  %t = syncflow.task "w" outs(%o = %table : memref<8xf32>) {
    // expected-note @-1 {{task "w" writes bytes 0..32}}
    %zero = arith.constant 0.0 : f32
    linalg.fill ins(%zero : f32) outs(%o : memref<8xf32>)
    syncflow.yield
  }
  // expected-error @+3 {{race (read after write)}}
  // expected-note @+2 {{reads bytes 0..32}}
  // expected-note @+1 {{missing edge}}
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%ids : memref<4xindex>) outs(%b : memref<4xf32>) {
  ^bb0(%id: index, %old: f32):
    %v = memref.load %table[%id] : memref<8xf32>
    linalg.yield %v : f32
  }
  syncflow.wait(%t)
  return
}
