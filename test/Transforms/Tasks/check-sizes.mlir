// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// RUN: sflow-opt %s --split-input-file --syncflow-check-sizes | FileCheck %s

// Two sizes that the caller chooses; the result has the first by construction.
// CHECK-LABEL: func.func @two(
// CHECK: %[[N:.*]] = tensor.dim %arg0
// CHECK: %[[M:.*]] = tensor.dim %arg1
// CHECK: %[[SAME:.*]] = arith.cmpi eq, %[[N]], %[[M]] : index
// CHECK: cf.assert %[[SAME]], "'linalg.add': operand 1 does not have the size in dimension 0 that operand 0 has in dimension 0"
// CHECK-NOT: cf.assert
func.func @two(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %s = linalg.add ins(%a, %b : tensor<?xf32>, tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  // Said once.
  %r = linalg.add ins(%a, %b : tensor<?xf32>, tensor<?xf32>) outs(%s : tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

// Equal by construction, also through reshapes and loops.
// CHECK-LABEL: func.func @same(
// CHECK-NOT: cf.assert
// CHECK: return
func.func @same(%a: tensor<?x?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %n = tensor.dim %a, %c0 : tensor<?x?xf32>
  %m = tensor.dim %a, %c1 : tensor<?x?xf32>
  %nm = arith.muli %n, %m : index
  %flat = tensor.collapse_shape %a [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  %e = tensor.empty(%nm) : tensor<?xf32>
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%carried = %flat) -> (tensor<?xf32>) {
    %next = linalg.exp ins(%carried : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
    scf.yield %next : tensor<?xf32>
  }
  %back = tensor.expand_shape %r [[0, 1]] output_shape [%n, %m] : tensor<?xf32> into tensor<?x?xf32>
  %s = linalg.add ins(%r, %flat : tensor<?xf32>, tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return %s : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @cast(
// CHECK: %[[N:.*]] = tensor.dim %arg0
// CHECK: arith.cmpi eq, %[[N]], %c4{{.*}} : index
// CHECK: cf.assert %{{.*}}, "'tensor.cast': dimension 0 is not of size 4"
func.func @cast(%a: tensor<?xf32>) -> tensor<4xf32> {
  %r = tensor.cast %a : tensor<?xf32> to tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @expand(
// CHECK: cf.assert %{{.*}}, "'tensor.expand_shape': dimension 0 of the source is not the product of those that it becomes"
func.func @expand(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?x2xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %b, %c0 : tensor<?xf32>
  %r = tensor.expand_shape %a [[0, 1]] output_shape [%n, 2] : tensor<?xf32> into tensor<?x2xf32>
  return %r : tensor<?x2xf32>
}

// -----

// A slice of fixed size of something shorter; one as long as another argument; a computed size below nothing.
// CHECK-LABEL: func.func @slices(
// CHECK-DAG: cf.assert %{{.*}}, "'tensor.extract_slice': slice out of range of dimension 0"
// CHECK-DAG: cf.assert %{{.*}}, "'tensor.insert_slice': slice out of range of dimension 0"
// CHECK-DAG: cf.assert %{{.*}}, "'tensor.insert_slice': the source does not have the size of dimension 0 of the slice"
// CHECK-DAG: cf.assert %{{.*}}, "'tensor.empty': dimension 0 is negative"
func.func @slices(%a: tensor<?xf32>, %b: tensor<?xf32>) -> (tensor<4xf32>, tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %s = tensor.extract_slice %a[2] [4] [1] : tensor<?xf32> to tensor<4xf32>
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %half = arith.divui %n, %c2 : index
  %i = tensor.insert_slice %a into %b[0] [%half] [1] : tensor<?xf32> into tensor<?xf32>
  %less = arith.subi %n, %c5 : index
  %e = tensor.empty(%less) : tensor<?xf32>
  return %s, %i, %e : tensor<4xf32>, tensor<?xf32>, tensor<?xf32>
}

// -----

// The whole of something, and a place that a loop or data decide, are not this pass's.
// CHECK-LABEL: func.func @not_here(
// CHECK-NOT: cf.assert
// CHECK: return
func.func @not_here(%a: tensor<?xf32>, %p: tensor<index>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %whole = tensor.extract_slice %a[0] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  %i = tensor.extract %p[] : tensor<index>
  %one = tensor.extract_slice %a[%i] [1] [1] : tensor<?xf32> to tensor<1xf32>
  %r = tensor.insert_slice %one into %whole[%i] [1] [1] : tensor<1xf32> into tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

// In a branch, only when it is taken.
// CHECK-LABEL: func.func @branch(
// CHECK-NOT: cf.assert
// CHECK: scf.if
// CHECK: cf.assert %{{.*}}, "'tensor.extract_slice': slice out of range of dimension 0"
func.func @branch(%a: tensor<?xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %long = arith.cmpi uge, %n, %c4 : index
  %r = scf.if %long -> tensor<4xf32> {
    %s = tensor.extract_slice %a[0] [4] [1] : tensor<?xf32> to tensor<4xf32>
    scf.yield %s : tensor<4xf32>
  } else {
    %z = arith.constant dense<0.0> : tensor<4xf32>
    scf.yield %z : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @carried(
// CHECK: scf.for
// CHECK: cf.assert %{{.*}}, "'scf.yield': a tensor that the loop carries changes its size in dimension 0"
func.func @carried(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%carried = %a) -> (tensor<?xf32>) {
    scf.yield %b : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// -----

// A window has to fit: three taps, two apart, under n - 4 places.
// CHECK-LABEL: func.func @window(
// CHECK: cf.assert %{{.*}}, "'linalg.conv_1d': operand 0 is too small in dimension 0"
func.func @window(%a: tensor<?xf32>, %w: tensor<3xf32>, %o: tensor<?xf32>) -> tensor<?xf32> {
  %r = linalg.conv_1d ins(%a, %w : tensor<?xf32>, tensor<3xf32>) outs(%o : tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

// What the types say needs no check.
// CHECK-LABEL: func.func @static(
// CHECK-NOT: cf.assert
// CHECK: return
func.func @static(%a: tensor<4xf32>, %w: tensor<3xf32>) -> tensor<2xf32> {
  %e = tensor.empty() : tensor<2xf32>
  %r = linalg.conv_1d ins(%a, %w : tensor<4xf32>, tensor<3xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}
