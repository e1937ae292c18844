// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// RUN: sflow-opt %s --syncflow-lower-tensor-ops | FileCheck %s

// Padding is a filled tensor with the source inserted.
// CHECK-LABEL: func.func @pad
// CHECK-SAME: %[[A:[a-z0-9]+]]: tensor<4x8xf32>
// CHECK-NOT: tensor.pad
// CHECK: %[[FILL:.*]] = linalg.fill ins(%{{.*}} : f32) outs(%{{.*}} : tensor<7x8xf32>)
// CHECK: %[[R:.*]] = tensor.insert_slice %[[A]] into %[[FILL]][1, 0] [4, 8] [1, 1]
// CHECK: return %[[R]]
func.func @pad(%a: tensor<4x8xf32>) -> tensor<7x8xf32> {
  %zero = arith.constant 0.0 : f32
  %r = tensor.pad %a low[1, 0] high[2, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<4x8xf32> to tensor<7x8xf32>
  return %r : tensor<7x8xf32>
}

// Concatenation is a chain of insertions into something that is empty.
// CHECK-LABEL: func.func @concat
// CHECK-SAME: %[[A:[a-z0-9]+]]: tensor<4x8xf32>, %[[B:[a-z0-9]+]]: tensor<2x8xf32>
// CHECK-NOT: tensor.concat
// CHECK: %[[EMPTY:.*]] = tensor.empty() : tensor<6x8xf32>
// CHECK: %[[FIRST:.*]] = tensor.insert_slice %[[A]] into %[[EMPTY]][0, 0] [4, 8] [1, 1]
// CHECK: %[[BOTH:.*]] = tensor.insert_slice %[[B]] into %[[FIRST]][4, 0] [2, 8] [1, 1]
// CHECK: return %[[BOTH]]
func.func @concat(%a: tensor<4x8xf32>, %b: tensor<2x8xf32>) -> tensor<6x8xf32> {
  %r = tensor.concat dim(0) %a, %b : (tensor<4x8xf32>, tensor<2x8xf32>) -> tensor<6x8xf32>
  return %r : tensor<6x8xf32>
}

// The second one begins where the first one ends, also when that is known only at run time.
// CHECK-LABEL: func.func @concat_dynamic
// CHECK-SAME: %[[A:[a-z0-9]+]]: tensor<?x8xf32>, %[[B:[a-z0-9]+]]: tensor<2x8xf32>
// CHECK: %[[N:.*]] = tensor.dim %[[A]]
// CHECK: %[[FIRST:.*]] = tensor.insert_slice %[[A]] into %{{.*}}[0, 0] [%[[N]], 8] [1, 1]
// CHECK: tensor.insert_slice %[[B]] into %[[FIRST]][%[[N]], 0] [2, 8] [1, 1]
func.func @concat_dynamic(%a: tensor<?x8xf32>, %b: tensor<2x8xf32>) -> tensor<?x8xf32> {
  %r = tensor.concat dim(0) %a, %b : (tensor<?x8xf32>, tensor<2x8xf32>) -> tensor<?x8xf32>
  return %r : tensor<?x8xf32>
}

// Of sizes, x * c / c is x, for each kind of division; with another divisor it is not, nor of numbers that may overflow.
// CHECK-LABEL: func.func @sizes
// CHECK-SAME: %[[N:[a-z0-9]+]]: index, %[[I:[a-z0-9]+]]: i32
// CHECK: %[[OTHER:.*]] = arith.divsi %{{.*}}, %c3
// CHECK: %[[NUMBER:.*]] = arith.divsi %{{.*}}, %c4_i32
// CHECK: return %[[N]], %[[N]], %[[N]], %[[OTHER]], %[[NUMBER]]
func.func @sizes(%n: index, %i: i32) -> (index, index, index, index, i32) {
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %p = arith.muli %n, %c4 : index
  %s = arith.divsi %p, %c4 : index
  %u = arith.divui %p, %c4 : index
  %f = arith.floordivsi %p, %c4 : index
  %o = arith.divsi %p, %c3 : index
  %d4 = arith.constant 4 : i32
  %q = arith.muli %i, %d4 : i32
  %k = arith.divsi %q, %d4 : i32
  return %s, %u, %f, %o, %k : index, index, index, index, i32
}

// What is in form already stays.
// CHECK-LABEL: func.func @stays
// CHECK: tensor.extract_slice
// CHECK: tensor.cast
// CHECK: linalg.exp
func.func @stays(%a: tensor<8xf32>, %n: index) -> tensor<?xf32> {
  %s = tensor.extract_slice %a[0] [%n] [1] : tensor<8xf32> to tensor<?xf32>
  %c = tensor.cast %s : tensor<?xf32> to tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %x = linalg.exp ins(%c : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %r = tensor.cast %x : tensor<4xf32> to tensor<?xf32>
  return %r : tensor<?xf32>
}
