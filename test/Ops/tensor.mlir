// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Every op of tensor that docs/SupportedOps.md says works; see Inputs/ops.py.
// RUN: python3 %S/Inputs/ops.py %s %t --devices=host:2

// floats integers i1: [[1, 0, 1], [0, 0, 1]] -> [[1, 0, 1], [0, 0, 1]]
func.func @tensor.cast(%x: tensor<$2x$3x$T>) -> tensor<?x3x$T> {
  %r = tensor.cast %x : tensor<$2x$3x$T> to tensor<?x3x$T>
  return %r : tensor<?x3x$T>
}

// floats integers i1: [[1, 0], [1, 1]], [[0, 1]] -> [[1, 0], [1, 1], [0, 1]]
func.func @tensor.concat(%x: tensor<$2x$2x$T>, %y: tensor<$1x$2x$T>) -> tensor<$3x$2x$T> {
  %r = tensor.concat dim(0) %x, %y : (tensor<$2x$2x$T>, tensor<$1x$2x$T>) -> tensor<$3x$2x$T>
  return %r : tensor<$3x$2x$T>
}

// f32 bf16 i32: [[1, 0], [2, 3]], [[5], [6]] -> [[1, 0, 5], [2, 3, 6]]
func.func @tensor.concat.columns(%x: tensor<$2x$2x$T>, %y: tensor<$2x$1x$T>) -> tensor<$2x$3x$T> {
  %r = tensor.concat dim(1) %x, %y : (tensor<$2x$2x$T>, tensor<$2x$1x$T>) -> tensor<$2x$3x$T>
  return %r : tensor<$2x$3x$T>
}

// [[1, 2], [3, 4], [5, 6]] -> 3
func.func @tensor.dim(%x: tensor<$3x$2xf32>) -> tensor<i64> {
  %zero = arith.constant 0 : index
  %n = tensor.dim %x, %zero : tensor<$3x$2xf32>
  %i = arith.index_cast %n : index to i64
  %r = tensor.from_elements %i : tensor<i64>
  return %r : tensor<i64>
}

// [[1, 2], [3, 4], [5, 6]] -> 2
func.func @tensor.rank(%x: tensor<$3x$2xf32>) -> tensor<i64> {
  %n = tensor.rank %x : tensor<$3x$2xf32>
  %i = arith.index_cast %n : index to i64
  %r = tensor.from_elements %i : tensor<i64>
  return %r : tensor<i64>
}

// [1, 2] -> [0, 0], [5, 5, 5]
func.func @tensor.empty(%x: tensor<$2xf32>) -> (tensor<$2xf32>, tensor<3xf32>) {
  %zero = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %five = arith.constant 5.0 : f32
  %n = tensor.dim %x, %zero : tensor<$2xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %a = linalg.fill ins(%z : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %r = tensor.cast %a : tensor<?xf32> to tensor<$2xf32>
  %f = tensor.empty() : tensor<3xf32>
  %s = linalg.fill ins(%five : f32) outs(%f : tensor<3xf32>) -> tensor<3xf32>
  return %r, %s : tensor<$2xf32>, tensor<3xf32>
}

// floats integers i1: [[1, 0], [0, 1]], 1 -> [1, 0, 0, 1]
func.func @tensor.extract(%x: tensor<$2x$2x$T>, %at: tensor<index>) -> tensor<4x$T> {
  %zero = arith.constant 0 : index
  %i = tensor.extract %at[] : tensor<index>
  %a = tensor.extract %x[%zero, %zero] : tensor<$2x$2x$T>
  %b = tensor.extract %x[%zero, %i] : tensor<$2x$2x$T>
  %c = tensor.extract %x[%i, %zero] : tensor<$2x$2x$T>
  %d = tensor.extract %x[%i, %i] : tensor<$2x$2x$T>
  %r = tensor.from_elements %a, %b, %c, %d : tensor<4x$T>
  return %r : tensor<4x$T>
}

// f32 bf16 i32: [3, 4] -> [[4, 3], [3, 4]]
func.func @tensor.from_elements(%x: tensor<$2x$T>) -> tensor<2x2x$T> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %a = tensor.extract %x[%zero] : tensor<$2x$T>
  %b = tensor.extract %x[%one] : tensor<$2x$T>
  %r = tensor.from_elements %b, %a, %a, %b : tensor<2x2x$T>
  return %r : tensor<2x2x$T>
}

// floats integers i1: [[1, 0, 1], [0, 0, 1], [1, 1, 1]] -> [[0, 1], [1, 1]]
func.func @tensor.extract_slice(%x: tensor<$3x$3x$T>) -> tensor<2x2x$T> {
  %r = tensor.extract_slice %x[1, 0] [2, 2] [1, 2] : tensor<$3x$3x$T> to tensor<2x2x$T>
  return %r : tensor<2x2x$T>
}

// f32 bf16 i32: [[1, 2], [3, 4], [5, 6]], 1, 2 -> [[3, 4], [5, 6]], [3, 4]
func.func @tensor.extract_slice.at(%x: tensor<$3x$2x$T>, %at: tensor<index>, %count: tensor<index>) -> (tensor<?x2x$T>, tensor<2x$T>) {
  %i = tensor.extract %at[] : tensor<index>
  %n = tensor.extract %count[] : tensor<index>
  %r = tensor.extract_slice %x[%i, 0] [%n, 2] [1, 1] : tensor<$3x$2x$T> to tensor<?x2x$T>
  %s = tensor.extract_slice %x[%i, 0] [1, 2] [1, 1] : tensor<$3x$2x$T> to tensor<2x$T>
  return %r, %s : tensor<?x2x$T>, tensor<2x$T>
}

// floats integers i1: [1, 0], 1 -> [1, 1]
func.func @tensor.insert(%x: tensor<$2x$T>, %at: tensor<index>) -> tensor<$2x$T> {
  %zero = arith.constant 0 : index
  %i = tensor.extract %at[] : tensor<index>
  %a = tensor.extract %x[%zero] : tensor<$2x$T>
  %r = tensor.insert %a into %x[%i] : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// floats integers i1: [[1, 1], [1, 1], [1, 1]], [0, 0], 1 -> [[1, 1], [0, 0], [1, 1]]
func.func @tensor.insert_slice(%x: tensor<$3x$2x$T>, %row: tensor<2x$T>, %at: tensor<index>) -> tensor<$3x$2x$T> {
  %i = tensor.extract %at[] : tensor<index>
  %r = tensor.insert_slice %row into %x[%i, 0] [1, 2] [1, 1] : tensor<2x$T> into tensor<$3x$2x$T>
  return %r : tensor<$3x$2x$T>
}

// f32 bf16 i32: [[1, 2, 3], [4, 5, 6]] -> [1, 2, 3, 4, 5, 6]
func.func @tensor.collapse_shape(%x: tensor<$2x$3x$T>) -> tensor<$6x$T> {
  %r = tensor.collapse_shape %x [[0, 1]] : tensor<$2x$3x$T> into tensor<$6x$T>
  return %r : tensor<$6x$T>
}

// f32 bf16 i32: [1, 2, 3, 4, 5, 6], 2 -> [[1, 2, 3], [4, 5, 6]]
func.func @tensor.expand_shape(%x: tensor<?x$T>, %rows: tensor<index>) -> tensor<?x3x$T> {
  %n = tensor.extract %rows[] : tensor<index>
  %r = tensor.expand_shape %x [[0, 1]] output_shape [%n, 3] : tensor<?x$T> into tensor<?x3x$T>
  return %r : tensor<?x3x$T>
}

// f32 bf16 i32: [1, 2, 3, 4, 5, 6] -> [[1, 2, 3], [4, 5, 6]]
func.func @tensor.reshape(%x: tensor<6x$T>) -> tensor<2x3x$T> {
  %s = arith.constant dense<[2, 3]> : tensor<2xi64>
  %r = tensor.reshape %x(%s) : (tensor<6x$T>, tensor<2xi64>) -> tensor<2x3x$T>
  return %r : tensor<2x3x$T>
}

// floats: [[1, 2], [3, 4]] -> [[0, 1, 2, 0], [0, 3, 4, 0], [0, 0, 0, 0]]
func.func @tensor.pad(%x: tensor<$2x$2x$T>) -> tensor<$3x$4x$T> {
  %z = arith.constant 0.0 : $T
  %r = tensor.pad %x low[0, 1] high[1, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %z : $T
  } : tensor<$2x$2x$T> to tensor<$3x$4x$T>
  return %r : tensor<$3x$4x$T>
}

// integers: [[1, 2], [3, 4]] -> [[0, 1, 2, 0], [0, 3, 4, 0], [0, 0, 0, 0]]
func.func @tensor.pad.integers(%x: tensor<$2x$2x$T>) -> tensor<$3x$4x$T> {
  %z = arith.constant 0 : $T
  %r = tensor.pad %x low[0, 1] high[1, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %z : $T
  } : tensor<$2x$2x$T> to tensor<$3x$4x$T>
  return %r : tensor<$3x$4x$T>
}

// f32 bf16 i32: [7, 2] -> [7, 7, 7]
func.func @tensor.splat(%x: tensor<$2x$T>) -> tensor<3x$T> {
  %zero = arith.constant 0 : index
  %a = tensor.extract %x[%zero] : tensor<$2x$T>
  %r = tensor.splat %a : tensor<3x$T>
  return %r : tensor<3x$T>
}

// floats integers i1: [1, 0] -> [0, 1]
func.func @tensor.generate(%x: tensor<$2x$T>) -> tensor<2x$T> {
  %one = arith.constant 1 : index
  %r = tensor.generate {
  ^bb0(%i: index):
    %j = arith.subi %one, %i : index
    %a = tensor.extract %x[%j] : tensor<$2x$T>
    tensor.yield %a : $T
  } : tensor<2x$T>
  return %r : tensor<2x$T>
}

// [5, 6] -> [0, 5, 6, 3]
func.func @tensor.pad.computed(%x: tensor<$2xf32>) -> tensor<$4xf32> {
  %r = tensor.pad %x low[1] high[1] {
  ^bb0(%i: index):
    %n = arith.index_cast %i : index to i32
    %a = arith.sitofp %n : i32 to f32
    tensor.yield %a : f32
  } : tensor<$2xf32> to tensor<$4xf32>
  return %r : tensor<$4xf32>
}

// 7, [1, 2] -> [7, 7]
func.func @tensor.splat.dynamic(%x: tensor<f32>, %like: tensor<?xf32>) -> tensor<?xf32> {
  %zero = arith.constant 0 : index
  %a = tensor.extract %x[] : tensor<f32>
  %n = tensor.dim %like, %zero : tensor<?xf32>
  %r = tensor.splat %a[%n] : tensor<?xf32>
  return %r : tensor<?xf32>
}

// [1, 2, 3, 4, 5, 6], [2, 3] -> [[1, 2, 3], [4, 5, 6]]
func.func @tensor.reshape.dynamic(%x: tensor<$6xf32>, %shape: tensor<2xindex>) -> tensor<?x?xf32> {
  %r = tensor.reshape %x(%shape) : (tensor<$6xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
