// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Synchronization of parts: who touches a part of a buffer waits for those who touched bytes of that part, and for nobody else.
// RUN: sflow-opt %s --syncflow-materialize-syncs --syncflow-reduce-syncs --syncflow-verify | FileCheck %s

// Columns of a row-major array lie between each other and share no byte.
// CHECK-LABEL: func.func @columns
// CHECK: %[[L:.*]] = syncflow.task "left" outs
// CHECK: %[[R:.*]] = syncflow.task "right" outs
// CHECK: syncflow.task "of left" after(%[[L]]) ins
// CHECK: syncflow.task "of right" after(%[[R]]) ins
// CHECK: syncflow.task "row" after(%[[L]], %[[R]]) ins
func.func @columns(%b: memref<8x16xf32>) {
  %l = memref.subview %b[0, 0] [8, 8] [1, 1] : memref<8x16xf32> to memref<8x8xf32, strided<[16, 1]>>
  %r = memref.subview %b[0, 8] [8, 8] [1, 1] : memref<8x16xf32> to memref<8x8xf32, strided<[16, 1], offset: 8>>
  %row = memref.subview %b[3, 0] [1, 16] [1, 1] : memref<8x16xf32> to memref<1x16xf32, strided<[16, 1], offset: 48>>
  syncflow.task "left" outs(%o = %l : memref<8x8xf32, strided<[16, 1]>>) { syncflow.yield }
  syncflow.task "right" outs(%o = %r : memref<8x8xf32, strided<[16, 1], offset: 8>>) { syncflow.yield }
  syncflow.task "of left" ins(%i = %l : memref<8x8xf32, strided<[16, 1]>>) { syncflow.yield }
  syncflow.task "of right" ins(%i = %r : memref<8x8xf32, strided<[16, 1], offset: 8>>) { syncflow.yield }
  syncflow.task "row" ins(%i = %row : memref<1x16xf32, strided<[16, 1], offset: 48>>) { syncflow.yield }
  return
}

// Row tiles of a size that only the run knows.
// CHECK-LABEL: func.func @tiles
// CHECK: %[[T0:.*]] = syncflow.task "first" outs
// CHECK: %[[T1:.*]] = syncflow.task "second" outs
// CHECK: %[[U0:.*]] = syncflow.task "first again" after(%[[T0]]) outs
// CHECK: %[[U1:.*]] = syncflow.task "second again" after(%[[T1]]) outs
// CHECK: syncflow.task "both" after(%[[U0]], %[[U1]]) ins
func.func @tiles(%b: memref<?x16xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %b, %c0 : memref<?x16xf32>
  %h = affine.apply affine_map<()[s0] -> (s0 ceildiv 2)>()[%n]
  %s0 = affine.min affine_map<()[s0, s1] -> (s0, s1)>()[%h, %n]
  %s1 = affine.min affine_map<()[s0, s1] -> (s0, s1 - s0)>()[%h, %n]
  %t0 = memref.subview %b[0, 0] [%s0, 16] [1, 1] : memref<?x16xf32> to memref<?x16xf32, strided<[16, 1]>>
  %t1 = memref.subview %b[%h, 0] [%s1, 16] [1, 1] : memref<?x16xf32> to memref<?x16xf32, strided<[16, 1], offset: ?>>
  syncflow.task "first" outs(%o = %t0 : memref<?x16xf32, strided<[16, 1]>>) { syncflow.yield }
  syncflow.task "second" outs(%o = %t1 : memref<?x16xf32, strided<[16, 1], offset: ?>>) { syncflow.yield }
  syncflow.task "first again" outs(%o = %t0 : memref<?x16xf32, strided<[16, 1]>>) { syncflow.yield }
  syncflow.task "second again" outs(%o = %t1 : memref<?x16xf32, strided<[16, 1], offset: ?>>) { syncflow.yield }
  syncflow.task "both" ins(%i = %b : memref<?x16xf32>) { syncflow.yield }
  return
}
