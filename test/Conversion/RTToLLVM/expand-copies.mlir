// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Copies of strided memory become loops, dense ones stay.
// RUN: sflow-opt %s --syncflow-expand-copies | FileCheck %s

// CHECK-LABEL: func.func @strided(
// CHECK-SAME:    %[[A:[^:]*]]: memref<?x4xf32, strided<[8, 1]>>, %[[B:[^:]*]]: memref<?x4xf32>)
// CHECK:         %[[N:.*]] = memref.dim %[[A]], %{{.*}}
// CHECK:         scf.for %[[I:.*]] = %{{.*}} to %[[N]] step
// CHECK:           scf.for %[[J:.*]] = %{{.*}} to %{{.*}} step
// CHECK:             %[[X:.*]] = memref.load %[[A]][%[[I]], %[[J]]]
// CHECK:             memref.store %[[X]], %[[B]][%[[I]], %[[J]]]
// CHECK-NOT:     memref.copy
func.func @strided(%a: memref<?x4xf32, strided<[8, 1]>>, %b: memref<?x4xf32>) {
  memref.copy %a, %b : memref<?x4xf32, strided<[8, 1]>> to memref<?x4xf32>
  return
}

// CHECK-LABEL: func.func @dense(
// CHECK-NOT:     scf.for
// CHECK:         memref.copy
// CHECK-NOT:     scf.for
// CHECK:         memref.copy
func.func @dense(%a: memref<?x4xf32>, %b: memref<?x4xf32>, %c: memref<2x4xf32, strided<[4, 1], offset: ?>>, %d: memref<2x4xf32>) {
  memref.copy %a, %b : memref<?x4xf32> to memref<?x4xf32>
  memref.copy %c, %d : memref<2x4xf32, strided<[4, 1], offset: ?>> to memref<2x4xf32>
  return
}
