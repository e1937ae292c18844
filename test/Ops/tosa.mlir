// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Every op of tosa that docs/SupportedOps.md says works; see Inputs/ops.py.
// RUN: python3 %S/Inputs/ops.py %s %t --devices=host:2

// f32 bf16: [0.25, 2.5] -> [0.2763264, 0.999593]
func.func @tosa.erf(%a0: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = "tosa.erf"(%a0) : (tensor<$2x$T>) -> tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// f32 bf16: [0.25, 2.5] -> [0.5621765, 0.9241418]
func.func @tosa.sigmoid(%a0: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = "tosa.sigmoid"(%a0) : (tensor<$2x$T>) -> tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// f32 bf16: [0.25, 2.5] -> [0.2449187, 0.9866143]
func.func @tosa.tanh(%a0: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = "tosa.tanh"(%a0) : (tensor<$2x$T>) -> tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// f32 bf16: [0.25, 2.5] -> [0.25, 2.5]
func.func @tosa.abs(%a0: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = "tosa.abs"(%a0) : (tensor<$2x$T>) -> tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// f32 bf16: [0.25, 2.5] -> [1, 3]
func.func @tosa.ceil(%a0: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = "tosa.ceil"(%a0) : (tensor<$2x$T>) -> tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// f32 bf16: [0.25, 2.5] -> [0.9689124, -0.8011436]
func.func @tosa.cos(%a0: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = "tosa.cos"(%a0) : (tensor<$2x$T>) -> tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// f32 bf16: [0.25, 2.5] -> [1.284025, 12.18249]
func.func @tosa.exp(%a0: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = "tosa.exp"(%a0) : (tensor<$2x$T>) -> tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// f32 bf16: [0.25, 2.5] -> [0, 2]
func.func @tosa.floor(%a0: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = "tosa.floor"(%a0) : (tensor<$2x$T>) -> tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// f32 bf16: [0.25, 2.5] -> [-1.386294, 0.9162907]
func.func @tosa.log(%a0: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = "tosa.log"(%a0) : (tensor<$2x$T>) -> tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// f32 bf16: [0.25, 2.5] -> [4, 0.4]
func.func @tosa.reciprocal(%a0: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = "tosa.reciprocal"(%a0) : (tensor<$2x$T>) -> tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// f32 bf16: [0.25, 2.5] -> [2, 0.6324555]
func.func @tosa.rsqrt(%a0: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = "tosa.rsqrt"(%a0) : (tensor<$2x$T>) -> tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// f32 bf16: [0.25, 2.5] -> [0.247404, 0.5984721]
func.func @tosa.sin(%a0: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = "tosa.sin"(%a0) : (tensor<$2x$T>) -> tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// f32 bf16: [0.25, 2.5] -> [0.25, 2.5]
func.func @tosa.identity(%a0: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = "tosa.identity"(%a0) : (tensor<$2x$T>) -> tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// i32: [5, -5] -> [5, 5]
func.func @tosa.abs.integers(%a0: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = "tosa.abs"(%a0) : (tensor<$2x$T>) -> tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// i32 i16 i8: [5, -5] -> [-6, 4]
func.func @tosa.bitwise_not(%a0: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = "tosa.bitwise_not"(%a0) : (tensor<$2x$T>) -> tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// i32: [5, -5] -> [29, 0]
func.func @tosa.clz(%a0: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = "tosa.clz"(%a0) : (tensor<$2x$T>) -> tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// i1: [true, false] -> [false, true]
func.func @tosa.logical_not(%a0: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = "tosa.logical_not"(%a0) : (tensor<$2x$T>) -> tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// f32 bf16: [1.5, -2] -> [-1.5, 2]
func.func @tosa.negate(%a0: tensor<$2x$T>) -> tensor<$2x$T> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1x$T>}> : () -> tensor<1x$T>
  %r = "tosa.negate"(%a0, %z, %z) : (tensor<$2x$T>, tensor<1x$T>, tensor<1x$T>) -> tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// [5, -5] -> [-4, 6]
func.func @tosa.negate.quantized(%a0: tensor<$2xi8>) -> tensor<$2xi8> {
  %z0 = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %z1 = "tosa.const"() <{values = dense<-2> : tensor<1xi8>}> : () -> tensor<1xi8>
  %r = "tosa.negate"(%a0, %z0, %z1) : (tensor<$2xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<$2xi8>
  return %r : tensor<$2xi8>
}

// f32 bf16: [0.5, -3, 2] -> [0.5, -1, 1]
func.func @tosa.clamp(%a0: tensor<$3x$T>) -> tensor<$3x$T> {
  %r = "tosa.clamp"(%a0) <{min_val = -1.0 : $T, max_val = 1.0 : $T}> : (tensor<$3x$T>) -> tensor<$3x$T>
  return %r : tensor<$3x$T>
}

// i32 i8: [5, -5, 1] -> [3, -2, 1]
func.func @tosa.clamp.integers(%a0: tensor<$3x$T>) -> tensor<$3x$T> {
  %r = "tosa.clamp"(%a0) <{min_val = -2 : $T, max_val = 3 : $T}> : (tensor<$3x$T>) -> tensor<$3x$T>
  return %r : tensor<$3x$T>
}

// f32 bf16 i32: [[7, -7], [1, 4]], [[2, 3]] -> [[9, -4], [3, 7]]
func.func @tosa.add(%a0: tensor<$2x2x$T>, %a1: tensor<1x2x$T>) -> tensor<$2x2x$T> {
  %r = "tosa.add"(%a0, %a1) : (tensor<$2x2x$T>, tensor<1x2x$T>) -> tensor<$2x2x$T>
  return %r : tensor<$2x2x$T>
}

// f32 bf16 i32: [[7, -7], [1, 4]], [[2, 3]] -> [[5, -10], [-1, 1]]
func.func @tosa.sub(%a0: tensor<$2x2x$T>, %a1: tensor<1x2x$T>) -> tensor<$2x2x$T> {
  %r = "tosa.sub"(%a0, %a1) : (tensor<$2x2x$T>, tensor<1x2x$T>) -> tensor<$2x2x$T>
  return %r : tensor<$2x2x$T>
}

// f32 bf16 i32: [[7, -7], [1, 4]], [[2, 3]] -> [[7, 3], [2, 4]]
func.func @tosa.maximum(%a0: tensor<$2x2x$T>, %a1: tensor<1x2x$T>) -> tensor<$2x2x$T> {
  %r = "tosa.maximum"(%a0, %a1) : (tensor<$2x2x$T>, tensor<1x2x$T>) -> tensor<$2x2x$T>
  return %r : tensor<$2x2x$T>
}

// f32 bf16 i32: [[7, -7], [1, 4]], [[2, 3]] -> [[2, -7], [1, 3]]
func.func @tosa.minimum(%a0: tensor<$2x2x$T>, %a1: tensor<1x2x$T>) -> tensor<$2x2x$T> {
  %r = "tosa.minimum"(%a0, %a1) : (tensor<$2x2x$T>, tensor<1x2x$T>) -> tensor<$2x2x$T>
  return %r : tensor<$2x2x$T>
}

// f32 bf16: [2, 4], [3, 0.5] -> [8, 2]
func.func @tosa.pow(%a0: tensor<2x$T>, %a1: tensor<2x$T>) -> tensor<2x$T> {
  %r = "tosa.pow"(%a0, %a1) : (tensor<2x$T>, tensor<2x$T>) -> tensor<2x$T>
  return %r : tensor<2x$T>
}

// i32 i8: [[7, -7], [1, 4]], [[2, 3]] -> [[2, 1], [0, 0]]
func.func @tosa.bitwise_and(%a0: tensor<$2x2x$T>, %a1: tensor<1x2x$T>) -> tensor<$2x2x$T> {
  %r = "tosa.bitwise_and"(%a0, %a1) : (tensor<$2x2x$T>, tensor<1x2x$T>) -> tensor<$2x2x$T>
  return %r : tensor<$2x2x$T>
}

// i32 i8: [[7, -7], [1, 4]], [[2, 3]] -> [[7, -5], [3, 7]]
func.func @tosa.bitwise_or(%a0: tensor<$2x2x$T>, %a1: tensor<1x2x$T>) -> tensor<$2x2x$T> {
  %r = "tosa.bitwise_or"(%a0, %a1) : (tensor<$2x2x$T>, tensor<1x2x$T>) -> tensor<$2x2x$T>
  return %r : tensor<$2x2x$T>
}

// i32 i8: [[7, -7], [1, 4]], [[2, 3]] -> [[5, -6], [3, 7]]
func.func @tosa.bitwise_xor(%a0: tensor<$2x2x$T>, %a1: tensor<1x2x$T>) -> tensor<$2x2x$T> {
  %r = "tosa.bitwise_xor"(%a0, %a1) : (tensor<$2x2x$T>, tensor<1x2x$T>) -> tensor<$2x2x$T>
  return %r : tensor<$2x2x$T>
}

// i1: [[true, false], [false, false]], [[true, false]] -> [[true, false], [false, false]]
func.func @tosa.logical_and(%a0: tensor<$2x2x$T>, %a1: tensor<1x2x$T>) -> tensor<$2x2x$T> {
  %r = "tosa.logical_and"(%a0, %a1) : (tensor<$2x2x$T>, tensor<1x2x$T>) -> tensor<$2x2x$T>
  return %r : tensor<$2x2x$T>
}

// i1: [[true, false], [false, false]], [[true, false]] -> [[true, false], [true, false]]
func.func @tosa.logical_or(%a0: tensor<$2x2x$T>, %a1: tensor<1x2x$T>) -> tensor<$2x2x$T> {
  %r = "tosa.logical_or"(%a0, %a1) : (tensor<$2x2x$T>, tensor<1x2x$T>) -> tensor<$2x2x$T>
  return %r : tensor<$2x2x$T>
}

// i1: [[true, false], [false, false]], [[true, false]] -> [[false, false], [true, false]]
func.func @tosa.logical_xor(%a0: tensor<$2x2x$T>, %a1: tensor<1x2x$T>) -> tensor<$2x2x$T> {
  %r = "tosa.logical_xor"(%a0, %a1) : (tensor<$2x2x$T>, tensor<1x2x$T>) -> tensor<$2x2x$T>
  return %r : tensor<$2x2x$T>
}

// i32: [[7, -7], [1, 4]], [[2, 3]] -> [[3, -2], [0, 1]]
func.func @tosa.intdiv(%a0: tensor<$2x2x$T>, %a1: tensor<1x2x$T>) -> tensor<$2x2x$T> {
  %r = "tosa.intdiv"(%a0, %a1) : (tensor<$2x2x$T>, tensor<1x2x$T>) -> tensor<$2x2x$T>
  return %r : tensor<$2x2x$T>
}

// f32 i32: [[7, -7], [1, 4]], [[7, 3]] -> [[true, false], [false, false]]
func.func @tosa.equal(%a0: tensor<$2x2x$T>, %a1: tensor<1x2x$T>) -> tensor<$2x2xi1> {
  %r = "tosa.equal"(%a0, %a1) : (tensor<$2x2x$T>, tensor<1x2x$T>) -> tensor<$2x2xi1>
  return %r : tensor<$2x2xi1>
}

// f32 i32: [[7, -7], [1, 4]], [[7, 3]] -> [[false, false], [false, true]]
func.func @tosa.greater(%a0: tensor<$2x2x$T>, %a1: tensor<1x2x$T>) -> tensor<$2x2xi1> {
  %r = "tosa.greater"(%a0, %a1) : (tensor<$2x2x$T>, tensor<1x2x$T>) -> tensor<$2x2xi1>
  return %r : tensor<$2x2xi1>
}

// f32 i32: [[7, -7], [1, 4]], [[7, 3]] -> [[true, false], [false, true]]
func.func @tosa.greater_equal(%a0: tensor<$2x2x$T>, %a1: tensor<1x2x$T>) -> tensor<$2x2xi1> {
  %r = "tosa.greater_equal"(%a0, %a1) : (tensor<$2x2x$T>, tensor<1x2x$T>) -> tensor<$2x2xi1>
  return %r : tensor<$2x2xi1>
}

// i32 i16 i8: [[7, -7], [1, 4]], [[1, 2]] -> [[14, -28], [2, 16]]
func.func @tosa.logical_left_shift(%a0: tensor<$2x2x$T>, %a1: tensor<1x2x$T>) -> tensor<$2x2x$T> {
  %r = "tosa.logical_left_shift"(%a0, %a1) : (tensor<$2x2x$T>, tensor<1x2x$T>) -> tensor<$2x2x$T>
  return %r : tensor<$2x2x$T>
}

// i32 i16 i8: [[7, -7], [1, 4]], [[1, 2]] -> [[3, -2], [0, 1]]
func.func @tosa.arithmetic_right_shift(%a0: tensor<$2x2x$T>, %a1: tensor<1x2x$T>) -> tensor<$2x2x$T> {
  %r = "tosa.arithmetic_right_shift"(%a0, %a1) <{round = false}> : (tensor<$2x2x$T>, tensor<1x2x$T>) -> tensor<$2x2x$T>
  return %r : tensor<$2x2x$T>
}

// i32: [[8, -1]], [[1, 28]] -> [[4, 15]]
func.func @tosa.logical_right_shift(%a0: tensor<1x2x$T>, %a1: tensor<1x2x$T>) -> tensor<1x2x$T> {
  %r = "tosa.logical_right_shift"(%a0, %a1) : (tensor<1x2x$T>, tensor<1x2x$T>) -> tensor<1x2x$T>
  return %r : tensor<1x2x$T>
}

// f32 bf16 i32: [[7, -7], [1, 4]], [[2, 3]] -> [[14, -21], [2, 12]]
func.func @tosa.mul(%a0: tensor<$2x2x$T>, %a1: tensor<1x2x$T>) -> tensor<$2x2x$T> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %r = "tosa.mul"(%a0, %a1, %s) : (tensor<$2x2x$T>, tensor<1x2x$T>, tensor<1xi8>) -> tensor<$2x2x$T>
  return %r : tensor<$2x2x$T>
}

// i8 i16: [[7, -7], [1, 4]], [[2, 3]] -> [[14, -21], [2, 12]]
func.func @tosa.mul.wide(%a0: tensor<2x2x$T>, %a1: tensor<1x2x$T>) -> tensor<2x2xi32> {
  %s = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %r = "tosa.mul"(%a0, %a1, %s) : (tensor<2x2x$T>, tensor<1x2x$T>, tensor<1xi8>) -> tensor<2x2xi32>
  return %r : tensor<2x2xi32>
}

// f32 bf16 i32: [[true, false]], [[7, -7], [1, 4]], [[2, 3]] -> [[7, 3], [1, 3]]
func.func @tosa.select(%a0: tensor<1x2xi1>, %a1: tensor<$2x2x$T>, %a2: tensor<1x2x$T>) -> tensor<$2x2x$T> {
  %r = "tosa.select"(%a0, %a1, %a2) : (tensor<1x2xi1>, tensor<$2x2x$T>, tensor<1x2x$T>) -> tensor<$2x2x$T>
  return %r : tensor<$2x2x$T>
}

// f32 bf16 i32: [[[2, -2, -3], [-1, -1, 2]], [[0, -3, -1], [1, 2, 2]]] -> [[[2], [2]], [[0], [2]]]
func.func @tosa.reduce_max(%a0: tensor<$2x2x3x$T>) -> tensor<$2x2x1x$T> {
  %r = "tosa.reduce_max"(%a0) <{axis = 2 : i32}> : (tensor<$2x2x3x$T>) -> tensor<$2x2x1x$T>
  return %r : tensor<$2x2x1x$T>
}

// f32 bf16 i32: [[[2, -2, -3], [-1, -1, 2]], [[0, -3, -1], [1, 2, 2]]] -> [[[-3], [-1]], [[-3], [1]]]
func.func @tosa.reduce_min(%a0: tensor<$2x2x3x$T>) -> tensor<$2x2x1x$T> {
  %r = "tosa.reduce_min"(%a0) <{axis = 2 : i32}> : (tensor<$2x2x3x$T>) -> tensor<$2x2x1x$T>
  return %r : tensor<$2x2x1x$T>
}

// f32 bf16 i32: [[[2, -2, -3], [-1, -1, 2]], [[0, -3, -1], [1, 2, 2]]] -> [[[-3], [0]], [[-4], [5]]]
func.func @tosa.reduce_sum(%a0: tensor<$2x2x3x$T>) -> tensor<$2x2x1x$T> {
  %r = "tosa.reduce_sum"(%a0) <{axis = 2 : i32}> : (tensor<$2x2x3x$T>) -> tensor<$2x2x1x$T>
  return %r : tensor<$2x2x1x$T>
}

// f32 bf16: [[[2, -2, -3], [-1, -1, 2]], [[0, -3, -1], [1, 2, 2]]] -> [[[12], [2]], [[0], [4]]]
func.func @tosa.reduce_product(%a0: tensor<$2x2x3x$T>) -> tensor<$2x2x1x$T> {
  %r = "tosa.reduce_product"(%a0) <{axis = 2 : i32}> : (tensor<$2x2x3x$T>) -> tensor<$2x2x1x$T>
  return %r : tensor<$2x2x1x$T>
}

// i1: [[false, false], [false, true]] -> [[false], [false]]
func.func @tosa.reduce_all(%a0: tensor<$2x2x$T>) -> tensor<$2x1x$T> {
  %r = "tosa.reduce_all"(%a0) <{axis = 1 : i32}> : (tensor<$2x2x$T>) -> tensor<$2x1x$T>
  return %r : tensor<$2x1x$T>
}

// i1: [[false, false], [false, true]] -> [[false], [true]]
func.func @tosa.reduce_any(%a0: tensor<$2x2x$T>) -> tensor<$2x1x$T> {
  %r = "tosa.reduce_any"(%a0) <{axis = 1 : i32}> : (tensor<$2x2x$T>) -> tensor<$2x1x$T>
  return %r : tensor<$2x1x$T>
}

// f32 i8: [[[2, -2, -3], [-1, -1, 2]], [[0, -3, -1], [1, 2, 2]]] -> [[0, 2], [0, 1]]
func.func @tosa.argmax(%a0: tensor<$2x2x3x$T>) -> tensor<$2x2xi32> {
  %r = "tosa.argmax"(%a0) <{axis = 2 : i32}> : (tensor<$2x2x3x$T>) -> tensor<$2x2xi32>
  return %r : tensor<$2x2xi32>
}

// f32 bf16 i8: [[[2, -2, -3], [-1, -1, 2]], [[0, -3, -1], [1, 2, 2]]], [[[-1, 0, -2]], [[-2, 2, 0]]] -> [[[2, -2,
// -3], [-1, -1, 2], [-1, 0, -2]], [[0, -3, -1], [1, 2, 2], [-2, 2, 0]]]
func.func @tosa.concat(%a0: tensor<$2x2x3x$T>, %a1: tensor<$2x1x3x$T>) -> tensor<$2x3x3x$T> {
  %r = "tosa.concat"(%a0, %a1) <{axis = 1 : i32}> : (tensor<$2x2x3x$T>, tensor<$2x1x3x$T>) -> tensor<$2x3x3x$T>
  return %r : tensor<$2x3x3x$T>
}

// f32 bf16: [[[2, -2, -3], [-1, -1, 2]], [[0, -3, -1], [1, 2, 2]]] -> [[[0, 2, -2, -3], [0, -1, -1, 2], [0, 0,
// 0, 0]], [[0, 0, -3, -1], [0, 1, 2, 2], [0, 0, 0, 0]]]
func.func @tosa.pad(%a0: tensor<$2x2x3x$T>) -> tensor<$2x3x4x$T> {
  %p = tosa.const_shape {values = dense<[0, 0, 0, 1, 1, 0]> : tensor<6xindex>} : () -> !tosa.shape<6>
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1x$T>}> : () -> tensor<1x$T>
  %r = "tosa.pad"(%a0, %p, %z) : (tensor<$2x2x3x$T>, !tosa.shape<6>, tensor<1x$T>) -> tensor<$2x3x4x$T>
  return %r : tensor<$2x3x4x$T>
}

// f32 bf16 i8: [[[2, -2, -3], [-1, -1, 2]], [[0, -3, -1], [1, 2, 2]]] -> [[2, -2, -3, -1, -1, 2], [0, -3, -1, 1, 2,
// 2]]
func.func @tosa.reshape(%a0: tensor<$2x2x3x$T>) -> tensor<$2x6x$T> {
  %p = tosa.const_shape {values = dense<[-1, 6]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %r = "tosa.reshape"(%a0, %p) : (tensor<$2x2x3x$T>, !tosa.shape<2>) -> tensor<$2x6x$T>
  return %r : tensor<$2x6x$T>
}

// f32 bf16 i8: [[[2, -2, -3], [-1, -1, 2]], [[0, -3, -1], [1, 2, 2]]] -> [[[-3, -2, 2], [2, -1, -1]], [[-1, -3, 0],
// [2, 2, 1]]]
func.func @tosa.reverse(%a0: tensor<$2x$2x$3x$T>) -> tensor<$2x$2x$3x$T> {
  %r = "tosa.reverse"(%a0) <{axis = 2 : i32}> : (tensor<$2x$2x$3x$T>) -> tensor<$2x$2x$3x$T>
  return %r : tensor<$2x$2x$3x$T>
}

// f32 bf16 i8: [[[2, -2, -3], [-1, -1, 2]], [[0, -3, -1], [1, 2, 2]]] -> [[[-2, -3], [-1, 2]]]
func.func @tosa.slice(%a0: tensor<$2x2x3x$T>) -> tensor<1x2x2x$T> {
  %p = tosa.const_shape {values = dense<[0, 0, 1]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %q = tosa.const_shape {values = dense<[1, 2, 2]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %r = "tosa.slice"(%a0, %p, %q) : (tensor<$2x2x3x$T>, !tosa.shape<3>, !tosa.shape<3>) -> tensor<1x2x2x$T>
  return %r : tensor<1x2x2x$T>
}

// f32 bf16 i8: [[[2, -2, -3], [-1, -1, 2]], [[0, -3, -1], [1, 2, 2]]] -> [[[2, -2, -3, 2, -2, -3], [-1, -1, 2, -1,
// -1, 2]], [[0, -3, -1, 0, -3, -1], [1, 2, 2, 1, 2, 2]]]
func.func @tosa.tile(%a0: tensor<$2x2x3x$T>) -> tensor<$2x2x6x$T> {
  %p = tosa.const_shape {values = dense<[1, 1, 2]> : tensor<3xindex>} : () -> !tosa.shape<3>
  %r = "tosa.tile"(%a0, %p) : (tensor<$2x2x3x$T>, !tosa.shape<3>) -> tensor<$2x2x6x$T>
  return %r : tensor<$2x2x6x$T>
}

// f32 bf16 i8: [[[2, -2, -3], [-1, -1, 2]], [[0, -3, -1], [1, 2, 2]]] -> [[[2, -1], [-2, -1], [-3, 2]], [[0, 1],
// [-3, 2], [-1, 2]]]
func.func @tosa.transpose(%a0: tensor<$2x2x3x$T>) -> tensor<$2x3x2x$T> {
  %r = "tosa.transpose"(%a0) <{perms = array<i32: 0, 2, 1>}> : (tensor<$2x2x3x$T>) -> tensor<$2x3x2x$T>
  return %r : tensor<$2x3x2x$T>
}

// f32 bf16 i8: [[[2, -2, -3], [-1, -1, 2]], [[0, -3, -1], [1, 2, 2]]], [[1, 0, 1], [0, 0, 1]] -> [[[-1, -1, 2], [2,
// -2, -3], [-1, -1, 2]], [[0, -3, -1], [0, -3, -1], [1, 2, 2]]]
func.func @tosa.gather(%a0: tensor<$2x$2x$3x$T>, %a1: tensor<$2x$3xi32>) -> tensor<$2x$3x$3x$T> {
  %r = "tosa.gather"(%a0, %a1) : (tensor<$2x$2x$3x$T>, tensor<$2x$3xi32>) -> tensor<$2x$3x$3x$T>
  return %r : tensor<$2x$3x$3x$T>
}

// [0, 127, -128] -> [5, 5, 5]
func.func @tosa.table(%x: tensor<$3xi8>) -> tensor<$3xi8> {
  %t = "tosa.const"() <{values = dense<5> : tensor<256xi8>}> : () -> tensor<256xi8>
  %r = tosa.table %x, %t : (tensor<$3xi8>, tensor<256xi8>) -> tensor<$3xi8>
  return %r : tensor<$3xi8>
}

// [1, 0] -> [1, 0]
func.func @tosa.cast.f32.i32(%a0: tensor<$2xf32>) -> tensor<$2xi32> {
  %r = "tosa.cast"(%a0) : (tensor<$2xf32>) -> tensor<$2xi32>
  return %r : tensor<$2xi32>
}

// [1, 0] -> [1, 0]
func.func @tosa.cast.i32.f32(%a0: tensor<$2xi32>) -> tensor<$2xf32> {
  %r = "tosa.cast"(%a0) : (tensor<$2xi32>) -> tensor<$2xf32>
  return %r : tensor<$2xf32>
}

// [1, 0] -> [1, 0]
func.func @tosa.cast.f32.bf16(%a0: tensor<$2xf32>) -> tensor<$2xbf16> {
  %r = "tosa.cast"(%a0) : (tensor<$2xf32>) -> tensor<$2xbf16>
  return %r : tensor<$2xbf16>
}

// [1, 0] -> [1, 0]
func.func @tosa.cast.f16.f32(%a0: tensor<$2xf16>) -> tensor<$2xf32> {
  %r = "tosa.cast"(%a0) : (tensor<$2xf16>) -> tensor<$2xf32>
  return %r : tensor<$2xf32>
}

// [1, 0] -> [1, 0]
func.func @tosa.cast.f32.i8(%a0: tensor<$2xf32>) -> tensor<$2xi8> {
  %r = "tosa.cast"(%a0) : (tensor<$2xf32>) -> tensor<$2xi8>
  return %r : tensor<$2xi8>
}

// [1, 0] -> [1, 0]
func.func @tosa.cast.i8.i32(%a0: tensor<$2xi8>) -> tensor<$2xi32> {
  %r = "tosa.cast"(%a0) : (tensor<$2xi8>) -> tensor<$2xi32>
  return %r : tensor<$2xi32>
}

// [1, 0] -> [1, 0]
func.func @tosa.cast.i32.i8(%a0: tensor<$2xi32>) -> tensor<$2xi8> {
  %r = "tosa.cast"(%a0) : (tensor<$2xi32>) -> tensor<$2xi8>
  return %r : tensor<$2xi8>
}

// [true, false] -> [1, 0]
func.func @tosa.cast.i1.f32(%a0: tensor<$2xi1>) -> tensor<$2xf32> {
  %r = "tosa.cast"(%a0) : (tensor<$2xi1>) -> tensor<$2xf32>
  return %r : tensor<$2xf32>
}

// [1, 0] -> [true, false]
func.func @tosa.cast.i32.i1(%a0: tensor<$2xi32>) -> tensor<$2xi1> {
  %r = "tosa.cast"(%a0) : (tensor<$2xi32>) -> tensor<$2xi1>
  return %r : tensor<$2xi1>
}

// f32 bf16: [2.5, 3.5, -2.5] -> [2, 4, -2]
func.func @tosa.cast.rounds(%a0: tensor<$3x$T>) -> tensor<$3xi32> {
  %r = "tosa.cast"(%a0) : (tensor<$3x$T>) -> tensor<$3xi32>
  return %r : tensor<$3xi32>
}

// f32 bf16: [[[[1, 1], [3, -1], [-2, 1]], [[3, 3], [3, 1], [-1, -1]], [[-3, -2], [-1, -1], [1, 0]]], [[[1, 3], [3,
// 2], [3, -1]], [[3, 3], [-2, 0], [0, 1]], [[1, -3], [0, -3], [3, -2]]]], [[[[0, 3], [0, 1]], [[0, 2], [1, 1]]],
// [[[0, -1], [1, 0]], [[2, 1], [0, 3]]]], [-2, 0] -> [[[[2, 0], [-5, 8]], [[10, 14], [-4, 3]], [[2, -11], [-1,
// -5]]], [[[9, 11], [4, 5]], [[13, 9], [4, 0]], [[-2, -15], [-6, -9]]]]
func.func @tosa.conv2d(%a0: tensor<$2x3x3x2x$T>, %a1: tensor<2x2x2x2x$T>, %a2: tensor<2x$T>) -> tensor<$2x3x2x2x$T> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1x$T>}> : () -> tensor<1x$T>
  %r = "tosa.conv2d"(%a0, %a1, %a2, %z, %z) <{pad = array<i64: 1, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, acc_type = f32}> : (tensor<$2x3x3x2x$T>, tensor<2x2x2x2x$T>, tensor<2x$T>, tensor<1x$T>, tensor<1x$T>) -> tensor<$2x3x2x2x$T>
  return %r : tensor<$2x3x2x2x$T>
}

// f32 bf16: [[[[1, 1], [3, -1], [-2, 1]], [[3, 3], [3, 1], [-1, -1]], [[-3, -2], [-1, -1], [1, 0]]], [[[1, 3], [3,
// 2], [3, -1]], [[3, 3], [-2, 0], [0, 1]], [[1, -3], [0, -3], [3, -2]]]], [[[[0, 3], [0, 1]], [[0, 2], [1, 1]]],
// [[[0, -1], [1, 0]], [[2, 1], [0, 3]]]], [0, 3, 0, 1] -> [[[[6, 12, 2, 4], [-2, 4, 2, -2]], [[-2, 20, -1, 2], [2,
// 12, -2, 1]]], [[[-4, 7, 5, 6], [0, 20, -1, 5]], [[0, 7, -3, -5], [6, 0, -2, -4]]]]
func.func @tosa.depthwise_conv2d(%a0: tensor<$2x3x3x2x$T>, %a1: tensor<2x2x2x2x$T>, %a2: tensor<4x$T>) -> tensor<$2x2x2x4x$T> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1x$T>}> : () -> tensor<1x$T>
  %r = "tosa.depthwise_conv2d"(%a0, %a1, %a2, %z, %z) <{pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, acc_type = f32}> : (tensor<$2x3x3x2x$T>, tensor<2x2x2x2x$T>, tensor<4x$T>, tensor<1x$T>, tensor<1x$T>) -> tensor<$2x2x2x4x$T>
  return %r : tensor<$2x2x2x4x$T>
}

// f32 bf16: [[[[[-3], [2]], [[0], [0]], [[-3], [1]]], [[[1], [-1]], [[2], [0]], [[-3], [-2]]]], [[[[-2], [-3]],
// [[0], [-3]], [[0], [1]]], [[[1], [0]], [[-2], [3]], [[-1], [2]]]]], [[[[[0], [-1]], [[1], [3]]], [[[2], [1]],
// [[-3], [2]]]], [[[[2], [-1]], [[-1], [-2]]], [[[3], [-2]], [[0], [-2]]]]], [-2, 0] -> [[[[[-9, -3]], [[7, 11]]]],
// [[[[6, 2]], [[10, -15]]]]]
func.func @tosa.conv3d(%a0: tensor<$2x2x3x2x1x$T>, %a1: tensor<2x2x2x2x1x$T>, %a2: tensor<2x$T>) -> tensor<$2x1x2x1x2x$T> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1x$T>}> : () -> tensor<1x$T>
  %r = "tosa.conv3d"(%a0, %a1, %a2, %z, %z) <{pad = array<i64: 0, 0, 0, 0, 0, 0>, stride = array<i64: 1, 1, 1>, dilation = array<i64: 1, 1, 1>, acc_type = f32}> : (tensor<$2x2x3x2x1x$T>, tensor<2x2x2x2x1x$T>, tensor<2x$T>, tensor<1x$T>, tensor<1x$T>) -> tensor<$2x1x2x1x2x$T>
  return %r : tensor<$2x1x2x1x2x$T>
}

// f32 bf16: [[[2, 1, -2], [-3, -3, -3]], [[2, 2, -1], [-3, -2, 0]]], [[[0, 0], [1, 1], [1, 0]], [[0, 3], [2, 2],
// [-3, 1]]] -> [[[-1, 1], [-6, -3]], [[7, 9], [-4, -13]]]
func.func @tosa.matmul(%a0: tensor<$2x2x3x$T>, %a1: tensor<$2x3x2x$T>) -> tensor<$2x2x2x$T> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1x$T>}> : () -> tensor<1x$T>
  %r = "tosa.matmul"(%a0, %a1, %z, %z) : (tensor<$2x2x3x$T>, tensor<$2x3x2x$T>, tensor<1x$T>, tensor<1x$T>) -> tensor<$2x2x2x$T>
  return %r : tensor<$2x2x2x$T>
}

// [[[[3, 1], [-2, 0], [0, 3]], [[0, -2], [-3, 1], [3, 0]], [[-3, -3], [2, -1], [0, 3]]], [[[-2, 2], [-3, -3], [-3,
// -1]], [[0, -3], [1, 2], [0, -3]], [[2, -3], [0, 3], [-1, 0]]]], [[[[-2, -1], [-2, -3]], [[2, -1], [3, -1]]],
// [[[2, 0], [1, -3]], [[3, -2], [3, -2]]]], [2, 0] -> [[[[-5, -3], [-11, -16]], [[1, -7], [9, -19]], [[21, -5],
// [13, -5]]], [[[-16, -17], [-15, -14]], [[33, 3], [33, -5]], [[11, -3], [11, -2]]]]
func.func @tosa.conv2d.quantized(%a0: tensor<$2x3x3x2xi8>, %a1: tensor<2x2x2x2xi8>, %a2: tensor<2xi32>) -> tensor<$2x3x2x2xi32> {
  %z = "tosa.const"() <{values = dense<2> : tensor<1xi8>}> : () -> tensor<1xi8>
  %w = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %r = "tosa.conv2d"(%a0, %a1, %a2, %z, %w) <{pad = array<i64: 1, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, acc_type = i32}> : (tensor<$2x3x3x2xi8>, tensor<2x2x2x2xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<$2x3x2x2xi32>
  return %r : tensor<$2x3x2x2xi32>
}

// [[[[3, 1], [-2, 0], [0, 3]], [[0, -2], [-3, 1], [3, 0]], [[-3, -3], [2, -1], [0, 3]]], [[[-2, 2], [-3, -3], [-3,
// -1]], [[0, -3], [1, 2], [0, -3]], [[2, -3], [0, 3], [-1, 0]]]], [[[[-2, -1], [-2, -3]], [[2, -1], [3, -1]]],
// [[[2, 0], [1, -3]], [[3, -2], [3, -2]]]], [2, -1, -2, 1] -> [[[[-27, 12, -13, 20], [-1, 3, -2, 13]], [[-14, 6,
// -11, 35], [8, 7, -6, 13]]], [[[-7, 10, -22, 21], [-6, 13, -16, 29]], [[-2, 6, 6, 29], [-13, 8, -22, 7]]]]
func.func @tosa.depthwise_conv2d.quantized(%a0: tensor<$2x3x3x2xi8>, %a1: tensor<2x2x2x2xi8>, %a2: tensor<4xi32>) -> tensor<$2x2x2x4xi32> {
  %z = "tosa.const"() <{values = dense<2> : tensor<1xi8>}> : () -> tensor<1xi8>
  %w = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %r = "tosa.depthwise_conv2d"(%a0, %a1, %a2, %z, %w) <{pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, acc_type = i32}> : (tensor<$2x3x3x2xi8>, tensor<2x2x2x2xi8>, tensor<4xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<$2x2x2x4xi32>
  return %r : tensor<$2x2x2x4xi32>
}

// [[[[[-3], [-2]], [[1], [3]], [[0], [3]]], [[[-1], [-3]], [[1], [-2]], [[3], [0]]]], [[[[3], [2]], [[1], [-3]],
// [[2], [-2]]], [[[-3], [0]], [[-3], [1]], [[3], [3]]]]], [[[[[3], [3]], [[-2], [2]]], [[[-2], [-3]], [[2], [3]]]],
// [[[[2], [1]], [[3], [-3]]], [[[-3], [-2]], [[-3], [1]]]]], [2, 0] -> [[[[[-14, -2]], [[18, -4]]]], [[[[0, 47]],
// [[-6, 20]]]]]
func.func @tosa.conv3d.quantized(%a0: tensor<$2x2x3x2x1xi8>, %a1: tensor<2x2x2x2x1xi8>, %a2: tensor<2xi32>) -> tensor<$2x1x2x1x2xi32> {
  %z = "tosa.const"() <{values = dense<2> : tensor<1xi8>}> : () -> tensor<1xi8>
  %w = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %r = "tosa.conv3d"(%a0, %a1, %a2, %z, %w) <{pad = array<i64: 0, 0, 0, 0, 0, 0>, stride = array<i64: 1, 1, 1>, dilation = array<i64: 1, 1, 1>, acc_type = i32}> : (tensor<$2x2x3x2x1xi8>, tensor<2x2x2x2x1xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<$2x1x2x1x2xi32>
  return %r : tensor<$2x1x2x1x2xi32>
}

// [[[-3, -1, 0], [0, 1, 2]], [[3, 2, 2], [0, 1, 2]]], [[[0, -1], [2, 3], [-1, 1]], [[-3, 3], [2, -3], [-1, 3]]] ->
// [[[-4, -6], [-2, -1]], [[-3, 3], [4, -3]]]
func.func @tosa.matmul.quantized(%a0: tensor<$2x2x3xi8>, %a1: tensor<$2x3x2xi8>) -> tensor<$2x2x2xi32> {
  %z = "tosa.const"() <{values = dense<2> : tensor<1xi8>}> : () -> tensor<1xi8>
  %w = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %r = "tosa.matmul"(%a0, %a1, %z, %w) : (tensor<$2x2x3xi8>, tensor<$2x3x2xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<$2x2x2xi32>
  return %r : tensor<$2x2x2xi32>
}

// f32 bf16 i8: [[[[1], [0], [-3]], [[1], [1], [-2]], [[0], [0], [0]]], [[[-1], [0], [-3]], [[1], [-3], [-3]], [[3],
// [2], [1]]]] -> [[[[1], [1]], [[1], [1]]], [[[1], [0]], [[3], [2]]]]
func.func @tosa.max_pool2d(%a0: tensor<$2x3x3x1x$T>) -> tensor<$2x2x2x1x$T> {
  %r = "tosa.max_pool2d"(%a0) <{kernel = array<i64: 2, 2>, stride = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>}> : (tensor<$2x3x3x1x$T>) -> tensor<$2x2x2x1x$T>
  return %r : tensor<$2x2x2x1x$T>
}

// f32 bf16: [[[[1], [0], [-3]], [[1], [1], [-2]], [[0], [0], [0]]], [[[-1], [0], [-3]], [[1], [-3], [-3]], [[3],
// [2], [1]]]] -> [[[[0.75], [-1]], [[0.5], [-0.25]]], [[[-0.75], [-2.25]], [[0.75], [-0.75]]]]
func.func @tosa.avg_pool2d(%a0: tensor<$2x3x3x1x$T>) -> tensor<$2x2x2x1x$T> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1x$T>}> : () -> tensor<1x$T>
  %r = "tosa.avg_pool2d"(%a0, %z, %z) <{kernel = array<i64: 2, 2>, stride = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, acc_type = f32}> : (tensor<$2x3x3x1x$T>, tensor<1x$T>, tensor<1x$T>) -> tensor<$2x2x2x1x$T>
  return %r : tensor<$2x2x2x1x$T>
}

// f32: [[[[0], [4]], [[8], [12]]]] -> [[[[0], [2], [4], [4]], [[4], [6], [8], [8]], [[8], [10], [12], [12]], [[8],
// [10], [12], [12]]]]
func.func @tosa.resize.bilinear(%a0: tensor<$1x2x2x1x$T>) -> tensor<$1x4x4x1x$T> {
  %s = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %b = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %e = tosa.const_shape {values = dense<[2, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %r = "tosa.resize"(%a0, %s, %b, %e) <{mode = #tosa.resize_mode<BILINEAR>}> : (tensor<$1x2x2x1x$T>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<$1x4x4x1x$T>
  return %r : tensor<$1x4x4x1x$T>
}

// f32 i8: [[[[0], [4]], [[8], [12]]]] -> [[[[0], [4], [4], [4]], [[8], [12], [12], [12]], [[8], [12], [12], [12]],
// [[8], [12], [12], [12]]]]
func.func @tosa.resize.nearest(%a0: tensor<$1x2x2x1x$T>) -> tensor<$1x4x4x1x$T> {
  %s = tosa.const_shape {values = dense<[4, 2, 4, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %b = tosa.const_shape {values = dense<[0, 0]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %e = tosa.const_shape {values = dense<[2, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %r = "tosa.resize"(%a0, %s, %b, %e) <{mode = #tosa.resize_mode<NEAREST_NEIGHBOR>}> : (tensor<$1x2x2x1x$T>, !tosa.shape<4>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<$1x4x4x1x$T>
  return %r : tensor<$1x4x4x1x$T>
}

// f32: [[[0, -2, 0, -2], [-2, 0, 0, 2]]] -> [[[-4, -2, 0], [-4, 2, 8]]], [[[0, 2, 0], [0, -2, 0]]]
func.func @tosa.rfft2d(%a0: tensor<$1x2x4x$T>) -> (tensor<$1x2x3x$T>, tensor<$1x2x3x$T>) {
  %r:2 = "tosa.rfft2d"(%a0) : (tensor<$1x2x4x$T>) -> (tensor<$1x2x3x$T>, tensor<$1x2x3x$T>)
  return %r#0, %r#1 : tensor<$1x2x3x$T>, tensor<$1x2x3x$T>
}

// f32: [[[0, -2, 0, -2], [-2, 0, 0, 2]]], [[[0, -3, -3, 3], [-2, 3, 1, -2]]] -> [[[-4, -3, 0, -1], [-4, -9, 8,
// 13]]], [[[-3, 2, -5, -2], [-3, 4, -1, 8]]]
func.func @tosa.fft2d(%a0: tensor<1x2x4x$T>, %a1: tensor<1x2x4x$T>) -> (tensor<1x2x4x$T>, tensor<1x2x4x$T>) {
  %r:2 = "tosa.fft2d"(%a0, %a1) <{inverse = false}> : (tensor<1x2x4x$T>, tensor<1x2x4x$T>) -> (tensor<1x2x4x$T>, tensor<1x2x4x$T>)
  return %r#0, %r#1 : tensor<1x2x4x$T>, tensor<1x2x4x$T>
}

// [1, 2] -> [2.5, 4.5]
func.func @tosa.const(%x: tensor<$2xf32>) -> tensor<$2xf32> {
  %c = "tosa.const"() <{values = dense<[1.5, 2.5]> : tensor<2xf32>}> : () -> tensor<2xf32>
  %d = tensor.cast %c : tensor<2xf32> to tensor<$2xf32>
  %r = arith.addf %x, %d : tensor<$2xf32>
  return %r : tensor<$2xf32>
}

// [1, 2] -> [2, 4]
func.func @tosa.add.dynamic(%x: tensor<$2xf32>) -> tensor<$2xf32> {
  %r = tosa.add %x, %x : (tensor<$2xf32>, tensor<$2xf32>) -> tensor<$2xf32>
  return %r : tensor<$2xf32>
}

// [[1], [2]], [[10], [20]] -> [[11], [22]]
func.func @tosa.add.two_dynamic(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = tosa.add %x, %y : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// f32 i32: [[[1, 2], [3, 4], [5, 6]]], [[2, 0]], [[[7, 8], [9, 10]]] -> [[[9, 10], [3, 4], [7, 8]]]
func.func @tosa.scatter(%x: tensor<1x3x2x$T>, %i: tensor<1x2xi32>, %s: tensor<1x2x2x$T>) -> tensor<1x3x2x$T> {
  %r = tosa.scatter %x, %i, %s : (tensor<1x3x2x$T>, tensor<1x2xi32>, tensor<1x2x2x$T>) -> tensor<1x3x2x$T>
  return %r : tensor<1x3x2x$T>
}

// [1000, -1000, 300] -> [125, -125, 38]
func.func @tosa.rescale(%x: tensor<$3xi32>) -> tensor<$3xi8> {
  %m = "tosa.const"() <{values = dense<1073741824> : tensor<1xi32>}> : () -> tensor<1xi32>
  %s = "tosa.const"() <{values = dense<33> : tensor<1xi8>}> : () -> tensor<1xi8>
  %a = "tosa.const"() <{values = dense<0> : tensor<1xi32>}> : () -> tensor<1xi32>
  %b = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %r = "tosa.rescale"(%x, %m, %s, %a, %b) <{
    scale32 = true, rounding_mode = #tosa.rounding_mode<SINGLE_ROUND>, per_channel = false, input_unsigned = false,
    output_unsigned = false
  }> : (tensor<$3xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<$3xi8>
  return %r : tensor<$3xi8>
}

// [1000, -1000], [1073741824, 1073741824], [31, 31] -> [500, -500]
func.func @tosa.apply_scale(%x: tensor<2xi32>, %m: tensor<2xi32>, %s: tensor<2xi8>) -> tensor<2xi32> {
  %r = tosa.apply_scale %x, %m, %s {rounding_mode = SINGLE_ROUND}
    : (tensor<2xi32>, tensor<2xi32>, tensor<2xi8>) -> tensor<2xi32>
  return %r : tensor<2xi32>
}

// [100, -100] -> [1250, 1250]
func.func @tosa.mul.shift(%x: tensor<2xi32>) -> tensor<2xi32> {
  %s = "tosa.const"() <{values = dense<3> : tensor<1xi8>}> : () -> tensor<1xi8>
  %r = tosa.mul %x, %x, %s : (tensor<2xi32>, tensor<2xi32>, tensor<1xi8>) -> tensor<2xi32>
  return %r : tensor<2xi32>
}

// [[[[4], [8]], [[8], [12]]]] -> [[[[8]]]]
func.func @tosa.avg_pool2d.integers(%x: tensor<1x2x2x1xi8>) -> tensor<1x1x1x1xi8> {
  %z = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
  %r = "tosa.avg_pool2d"(%x, %z, %z) <{
    kernel = array<i64: 2, 2>, stride = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, acc_type = i32
  }> : (tensor<1x2x2x1xi8>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x1x1x1xi8>
  return %r : tensor<1x1x1x1xi8>
}

// [[[[1], [2]]]], [[[[1], [10]]]], [0] -> [[[[1], [12], [20]]]]
func.func @tosa.transpose_conv2d(%x: tensor<1x1x2x1xf32>, %f: tensor<1x1x2x1xf32>, %b: tensor<1xf32>) -> tensor<1x1x3x1xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %r = "tosa.transpose_conv2d"(%x, %f, %b, %z, %z) <{
    out_pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, acc_type = f32
  }> : (tensor<1x1x2x1xf32>, tensor<1x1x2x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x1x3x1xf32>
  return %r : tensor<1x1x3x1xf32>
}

// true, [1, 4] -> [2, 8]
func.func @tosa.cond_if(%c: tensor<i1>, %x: tensor<2xf32>) -> tensor<2xf32> {
  %r = "tosa.cond_if"(%c, %x) ({
  ^bb0(%a: tensor<2xf32>):
    %s = tosa.add %a, %a : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    tosa.yield %s : tensor<2xf32>
  }, {
  ^bb0(%a: tensor<2xf32>):
    tosa.yield %a : tensor<2xf32>
  }) : (tensor<i1>, tensor<2xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// 1, 20 -> 32
func.func @tosa.while_loop(%x: tensor<i32>, %limit: tensor<i32>) -> tensor<i32> {
  %r = "tosa.while_loop"(%x) ({
  ^bb0(%a: tensor<i32>):
    %more = tosa.greater %limit, %a : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tosa.yield %more : tensor<i1>
  }, {
  ^bb0(%a: tensor<i32>):
    %s = tosa.add %a, %a : (tensor<i32>, tensor<i32>) -> tensor<i32>
    tosa.yield %s : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}
