// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Each contraction reads or writes what stood behind the transposition.
// RUN: sflow-opt %s --syncflow-fold-transposes --canonicalize --split-input-file | FileCheck %s

// CHECK-DAG: #[[A:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-DAG: #[[W:.*]] = affine_map<(d0, d1, d2) -> (d1, d2)>
// CHECK-DAG: #[[C:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-LABEL: func.func @operand
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<3x8xf32>, %[[Y:[a-z0-9]+]]: tensor<4x8xf32>
// CHECK-NOT: linalg.transpose
// CHECK: linalg.generic {indexing_maps = [#[[A]], #[[W]], #[[C]]], iterator_types = ["parallel", "parallel", "reduction"]}
// CHECK-SAME: ins(%[[X]], %[[Y]] : tensor<3x8xf32>, tensor<4x8xf32>)
// CHECK: arith.mulf
// CHECK-NEXT: arith.addf
func.func @operand(%a: tensor<3x8xf32>, %w: tensor<4x8xf32>, %z: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %e = tensor.empty() : tensor<8x4xf32>
  %t = linalg.transpose ins(%w : tensor<4x8xf32>) outs(%e : tensor<8x4xf32>) permutation = [1, 0]
  %r = linalg.matmul ins(%a, %t : tensor<3x8xf32>, tensor<8x4xf32>) outs(%z : tensor<3x4xf32>) -> tensor<3x4xf32>
  return %r : tensor<3x4xf32>
}

// -----

// A permutation that is not its own inverse: result i of the operand's map, (b, m, k), moves to position p[i].
// CHECK: #[[A:.*]] = affine_map<(d0, d1, d2, d3) -> (d3, d0, d1)>
// CHECK-LABEL: func.func @cycle
// CHECK: linalg.generic {indexing_maps = [#[[A]], {{.*}} ins(%arg0, %arg1 : tensor<8x5x3xf32>, tensor<5x8x4xf32>)
func.func @cycle(%a: tensor<8x5x3xf32>, %b: tensor<5x8x4xf32>, %z: tensor<5x3x4xf32>) -> tensor<5x3x4xf32> {
  %e = tensor.empty() : tensor<5x3x8xf32>
  %t = linalg.transpose ins(%a : tensor<8x5x3xf32>) outs(%e : tensor<5x3x8xf32>) permutation = [1, 2, 0]
  %r = linalg.batch_matmul ins(%t, %b : tensor<5x3x8xf32>, tensor<5x8x4xf32>) outs(%z : tensor<5x3x4xf32>) -> tensor<5x3x4xf32>
  return %r : tensor<5x3x4xf32>
}

// -----

// The result: the contraction starts from a fill, which is made in the new shape. The transposition may be a generic.
// CHECK-DAG: #[[C:.*]] = affine_map<(d0, d1, d2) -> (d1, d0)>
// CHECK-LABEL: func.func @result
// CHECK: %[[Z:.*]] = linalg.fill ins(%{{.*}} : f32) outs(%{{.*}} : tensor<4x3xf32>)
// CHECK: %[[R:.*]] = linalg.generic {indexing_maps = [{{.*}}, #[[C]]], {{.*}} ins(%arg0, %arg1 : {{.*}}) outs(%[[Z]] : tensor<4x3xf32>)
// CHECK: return %[[R]]
#ji = affine_map<(i, j) -> (j, i)>
#ij = affine_map<(i, j) -> (i, j)>
func.func @result(%a: tensor<3x8xf32>, %w: tensor<8x4xf32>) -> tensor<4x3xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x4xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<3x4xf32>) -> tensor<3x4xf32>
  %r = linalg.matmul ins(%a, %w : tensor<3x8xf32>, tensor<8x4xf32>) outs(%z : tensor<3x4xf32>) -> tensor<3x4xf32>
  %f = tensor.empty() : tensor<4x3xf32>
  %t = linalg.generic {indexing_maps = [#ji, #ij], iterator_types = ["parallel", "parallel"]} ins(%r : tensor<3x4xf32>) outs(%f : tensor<4x3xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<4x3xf32>
  return %t : tensor<4x3xf32>
}

// -----

// Not the result when somebody else reads it as it is ...
// CHECK-LABEL: func.func @two_readers
// CHECK: %[[R:.*]] = linalg.matmul
// CHECK: linalg.transpose ins(%[[R]] :
func.func @two_readers(%a: tensor<3x8xf32>, %w: tensor<8x4xf32>) -> (tensor<4x3xf32>, tensor<3x4xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x4xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<3x4xf32>) -> tensor<3x4xf32>
  %r = linalg.matmul ins(%a, %w : tensor<3x8xf32>, tensor<8x4xf32>) outs(%z : tensor<3x4xf32>) -> tensor<3x4xf32>
  %f = tensor.empty() : tensor<4x3xf32>
  %t = linalg.transpose ins(%r : tensor<3x4xf32>) outs(%f : tensor<4x3xf32>) permutation = [1, 0]
  return %t, %r : tensor<4x3xf32>, tensor<3x4xf32>
}

// ... nor when it adds to what is there already.
// CHECK-LABEL: func.func @accumulates
// CHECK: %[[R:.*]] = linalg.matmul
// CHECK: linalg.transpose ins(%[[R]] :
func.func @accumulates(%a: tensor<3x8xf32>, %w: tensor<8x4xf32>, %z: tensor<3x4xf32>) -> tensor<4x3xf32> {
  %r = linalg.matmul ins(%a, %w : tensor<3x8xf32>, tensor<8x4xf32>) outs(%z : tensor<3x4xf32>) -> tensor<3x4xf32>
  %f = tensor.empty() : tensor<4x3xf32>
  %t = linalg.transpose ins(%r : tensor<3x4xf32>) outs(%f : tensor<4x3xf32>) permutation = [1, 0]
  return %t : tensor<4x3xf32>
}

// Only contractions: fusion is for the others.
// CHECK-LABEL: func.func @elementwise
// CHECK: %[[T:.*]] = linalg.transpose
// CHECK: linalg.exp ins(%[[T]] :
func.func @elementwise(%a: tensor<3x8xf32>) -> tensor<8x3xf32> {
  %e = tensor.empty() : tensor<8x3xf32>
  %t = linalg.transpose ins(%a : tensor<3x8xf32>) outs(%e : tensor<8x3xf32>) permutation = [1, 0]
  %r = linalg.exp ins(%t : tensor<8x3xf32>) outs(%e : tensor<8x3xf32>) -> tensor<8x3xf32>
  return %r : tensor<8x3xf32>
}

// Nor into a loop, where the contraction would run once per round.
// CHECK-LABEL: func.func @per_round
// CHECK: %[[R:.*]] = linalg.matmul
// CHECK: scf.for
// CHECK: linalg.transpose ins(%[[R]] :
func.func @per_round(%a: tensor<3x8xf32>, %w: tensor<8x4xf32>, %y: tensor<4x3xf32>, %n: index) -> tensor<4x3xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x4xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<3x4xf32>) -> tensor<3x4xf32>
  %r = linalg.matmul ins(%a, %w : tensor<3x8xf32>, tensor<8x4xf32>) outs(%z : tensor<3x4xf32>) -> tensor<3x4xf32>
  %f = tensor.empty() : tensor<4x3xf32>
  %l = scf.for %i = %c0 to %n step %c1 iter_args(%s = %y) -> (tensor<4x3xf32>) {
    %t = linalg.transpose ins(%r : tensor<3x4xf32>) outs(%f : tensor<4x3xf32>) permutation = [1, 0]
    %u = linalg.add ins(%t, %s : tensor<4x3xf32>, tensor<4x3xf32>) outs(%f : tensor<4x3xf32>) -> tensor<4x3xf32>
    scf.yield %u : tensor<4x3xf32>
  }
  return %l : tensor<4x3xf32>
}
