// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// What no plan can be made of; syncflow-guard{phase=placed} has said most of it before.
// RUN: sflow-opt %s --convert-syncflow-to-rt --split-input-file --verify-diagnostics

func.func @no_stream(%x: memref<8xf32>) {
  // expected-error @below {{is on no stream that this module names; run syncflow-place and syncflow-assign-streams first}}
  %a = syncflow.task "a" outs(%o = %x : memref<8xf32>) { syncflow.yield }
  syncflow.wait(%a)
  return
}

// -----

// No topology, so no device.
func.func @no_device(%x: memref<8xf32>) {
  %s = syncflow.stream @m::@d ordinal 0
  // expected-error @below {{no device @m::@d in a topology of this module}}
  %a = syncflow.task "a" on(%s) outs(%o = %x : memref<8xf32>) { syncflow.yield }
  syncflow.wait(%a)
  return
}

// -----

// expected-error @below {{returns values; run syncflow-buffers-from-allocs first}}
func.func @result(%x: memref<8xf32>) -> memref<8xf32> {
  return %x : memref<8xf32>
}

// -----

// expected-error @below {{has more than one block; use scf for control flow}}
func.func @blocks() {
  cf.br ^next
^next:
  return
}

// -----

// expected-error @below {{argument 1 has type 'memref<8xf32, strided<[2]>>'; entries take dense tensors or memrefs}}
func.func @strided(%x: memref<8xf32>, %y: memref<8xf32, strided<[2]>>) {
  return
}

// -----

// Columns of a matrix do not lie together; rows do.
syncflow.topology @m {
  syncflow.memory @ram
  syncflow.device @d host reaches [@ram]
}
syncflow.group @dp grid [2] axes [0]
func.func @columns(%x: memref<8x8xf32>, %y: memref<8x4xf32>, %z: memref<4x8xf32>) {
  %s = syncflow.stream @m::@d ordinal 0
  %rows = memref.subview %x[4, 0] [4, 8] [1, 1] : memref<8x8xf32> to memref<4x8xf32, strided<[8, 1], offset: 32>>
  %columns = memref.subview %x[0, 4] [8, 4] [1, 1] : memref<8x8xf32> to memref<8x4xf32, strided<[8, 1], offset: 4>>
  %a = syncflow.all_reduce sum @dp on(%s) ins(%rows : memref<4x8xf32, strided<[8, 1], offset: 32>>) outs(%z : memref<4x8xf32>)
  // expected-error @below {{works on memory that is not contiguous ('memref<8x4xf32, strided<[8, 1], offset: 4>>'); copy it first}}
  %b = syncflow.all_reduce sum @dp on(%s) ins(%columns : memref<8x4xf32, strided<[8, 1], offset: 4>>) outs(%y : memref<8x4xf32>)
  syncflow.wait(%a, %b)
  return
}

// -----

// Groups are parts of one set of ranks.
syncflow.group @a grid [2, 3] axes [0]
syncflow.group @b grid [3, 2] axes [1]
// expected-error @below {{its grid has 2 ranks, another group's 6}}
syncflow.group @c grid [2] axes [0]
func.func @groups() {
  return
}
