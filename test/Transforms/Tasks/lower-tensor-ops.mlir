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

// What is computed from its position is a loop over positions.
// CHECK-LABEL: func.func @generate
// CHECK: linalg.generic {{.*}} outs(
// CHECK: %[[I:.*]] = linalg.index 0
// CHECK: arith.muli %[[I]], %[[I]]
// CHECK-NOT: tensor.generate
func.func @generate() -> tensor<6xindex> {
  %r = tensor.generate {
  ^bb0(%i: index):
    %v = arith.muli %i, %i : index
    tensor.yield %v : index
  } : tensor<6xindex>
  return %r : tensor<6xindex>
}

// CHECK-LABEL: func.func @pad_computed
// CHECK-SAME: %[[A:[a-z0-9]+]]: tensor<4xf32>
// CHECK: %[[AROUND:.*]] = linalg.generic
// CHECK: tensor.insert_slice %[[A]] into %[[AROUND]][1] [4] [1]
func.func @pad_computed(%a: tensor<4xf32>, %t: tensor<6xf32>) -> tensor<6xf32> {
  %r = tensor.pad %a low[1] high[1] {
  ^bb0(%i: index):
    %v = tensor.extract %t[%i] : tensor<6xf32>
    tensor.yield %v : f32
  } : tensor<4xf32> to tensor<6xf32>
  return %r : tensor<6xf32>
}

// Packing is a reshape and a transpose, after padding where it is needed.
// CHECK-LABEL: func.func @pack
// CHECK: tensor.expand_shape %{{.*}} output_shape [4, 2, 3, 2]
// CHECK: linalg.transpose {{.*}} permutation = [0, 2, 1, 3]
// CHECK-NOT: linalg.pack
// CHECK-LABEL: func.func @pack_padded
// CHECK: tensor.insert_slice %{{.*}} into %{{.*}}[0, 0] [7, 6] [1, 1]
// CHECK-NOT: linalg.pack
// CHECK-LABEL: func.func @unpack
// CHECK: linalg.transpose {{.*}} permutation = [0, 2, 1, 3]
// CHECK: tensor.collapse_shape
// CHECK-NOT: linalg.unpack
func.func @pack(%a: tensor<8x6xf32>, %o: tensor<4x3x2x2xf32>) -> tensor<4x3x2x2xf32> {
  %r = linalg.pack %a inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %o : tensor<8x6xf32> -> tensor<4x3x2x2xf32>
  return %r : tensor<4x3x2x2xf32>
}
func.func @pack_padded(%a: tensor<7x6xf32>, %o: tensor<4x3x2x2xf32>) -> tensor<4x3x2x2xf32> {
  %z = arith.constant 0.0 : f32
  %r = linalg.pack %a padding_value(%z : f32) inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %o : tensor<7x6xf32> -> tensor<4x3x2x2xf32>
  return %r : tensor<4x3x2x2xf32>
}
func.func @unpack(%a: tensor<4x3x2x2xf32>, %o: tensor<8x6xf32>) -> tensor<8x6xf32> {
  %r = linalg.unpack %a inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %o : tensor<4x3x2x2xf32> -> tensor<8x6xf32>
  return %r : tensor<8x6xf32>
}

// An op that does not look at what it overwrites needs no slice of it.
// CHECK-LABEL: func.func @overwrites
// CHECK: %[[E:.*]] = tensor.empty() : tensor<4xf32>
// CHECK: linalg.exp ins(%{{.*}}) outs(%[[E]] :
// CHECK: %[[OLD:.*]] = tensor.extract_slice %{{.*}}[4] [4] [1]
// CHECK: linalg.reduce {{.*}} outs(%[[OLD]] :
func.func @overwrites(%x: tensor<4xf32>, %y: tensor<4x4xf32>, %o: tensor<8xf32>) -> tensor<8xf32> {
  %s = tensor.extract_slice %o[0] [4] [1] : tensor<8xf32> to tensor<4xf32>
  %a = linalg.exp ins(%x : tensor<4xf32>) outs(%s : tensor<4xf32>) -> tensor<4xf32>
  %t = tensor.extract_slice %o[4] [4] [1] : tensor<8xf32> to tensor<4xf32>
  %b = linalg.reduce {arith.addf} ins(%y : tensor<4x4xf32>) outs(%t : tensor<4xf32>) dimensions = [1]
  %c = tensor.insert_slice %a into %o[0] [4] [1] : tensor<4xf32> into tensor<8xf32>
  %r = tensor.insert_slice %b into %c[4] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %r : tensor<8xf32>
}

ml_program.global private @two(dense<2.0> : tensor<4xf32>) : tensor<4xf32>
ml_program.global private @weights(#ml_program.extern : tensor<4xf32>) : tensor<4xf32>
// CHECK-LABEL: func.func @globals
// CHECK: %[[TWO:.*]] = arith.constant dense<2.0{{.*}}> : tensor<4xf32>
// CHECK: %[[W:.*]] = ml_program.global_load_const @weights
// CHECK: linalg.add ins(%[[TWO]], %[[W]] :
func.func @globals() -> tensor<4xf32> {
  %a = ml_program.global_load_const @two : tensor<4xf32>
  %b = ml_program.global_load_const @weights : tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %r = linalg.add ins(%a, %b : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
