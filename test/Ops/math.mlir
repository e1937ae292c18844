// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Every op of math that docs/SupportedOps.md says works; the form is explained in Inputs/ops.py.
// RUN: python3 %S/Inputs/ops.py %s %t --devices=host:2

// floats: [1.5, -2.5] -> [1.5, 2.5]
func.func @math.absf(%x: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = math.absf %x : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// floats: [0.5, -0.25] -> [1.047198, 1.823477]
func.func @math.acos(%x: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = math.acos %x : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// floats: [1.5, 4] -> [0.9624237, 2.063437]
func.func @math.acosh(%x: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = math.acosh %x : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// floats: [0.5, -0.25] -> [0.5235988, -0.2526803]
func.func @math.asin(%x: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = math.asin %x : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// floats: [0.5, -3] -> [0.4812118, -1.818446]
func.func @math.asinh(%x: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = math.asinh %x : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// floats: [0.5, -3] -> [0.4636476, -1.249046]
func.func @math.atan(%x: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = math.atan %x : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// floats: [0.5, -0.25] -> [0.5493061, -0.2554128]
func.func @math.atanh(%x: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = math.atanh %x : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// floats: [8, -1] -> [2, -1]
func.func @math.cbrt(%x: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = math.cbrt %x : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// floats: [1.25, -1.25] -> [2, -1]
func.func @math.ceil(%x: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = math.ceil %x : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// floats: [0.5, -3] -> [0.8775826, -0.9899925]
func.func @math.cos(%x: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = math.cos %x : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// floats: [0.5, -1] -> [1.127626, 1.543081]
func.func @math.cosh(%x: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = math.cosh %x : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// floats: [0.5, -1] -> [0.5204999, -0.8427008]
func.func @math.erf(%x: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = math.erf %x : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// floats: [0.5, -1] -> [0.4795001, 1.842701]
func.func @math.erfc(%x: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = math.erfc %x : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// floats: [0.5, -3] -> [1.648721, 0.04978707]
func.func @math.exp(%x: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = math.exp %x : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// floats: [3, -1] -> [8, 0.5]
func.func @math.exp2(%x: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = math.exp2 %x : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// floats: [0.5, -1] -> [0.6487213, -0.6321206]
func.func @math.expm1(%x: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = math.expm1 %x : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// floats: [1.25, -1.25] -> [1, -2]
func.func @math.floor(%x: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = math.floor %x : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// floats: [0.5, 4] -> [-0.6931472, 1.386294]
func.func @math.log(%x: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = math.log %x : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// floats: [0.5, 100] -> [-0.30103, 2]
func.func @math.log10(%x: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = math.log10 %x : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// floats: [-0.5, 4] -> [-0.6931472, 1.609438]
func.func @math.log1p(%x: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = math.log1p %x : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// floats: [0.5, 8] -> [-1, 3]
func.func @math.log2(%x: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = math.log2 %x : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// floats: [2.5, -1.25] -> [3, -1]
func.func @math.round(%x: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = math.round %x : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// floats: [2.5, -1.25] -> [2, -1]
func.func @math.roundeven(%x: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = math.roundeven %x : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// floats: [4, 0.25] -> [0.5, 2]
func.func @math.rsqrt(%x: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = math.rsqrt %x : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// floats: [0.5, -3] -> [0.4794255, -0.14112]
func.func @math.sin(%x: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = math.sin %x : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// floats: [0.5, -1] -> [0.5210953, -1.175201]
func.func @math.sinh(%x: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = math.sinh %x : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// floats: [4, 2] -> [2, 1.414214]
func.func @math.sqrt(%x: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = math.sqrt %x : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// floats: [0.5, -1] -> [0.5463025, -1.557408]
func.func @math.tan(%x: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = math.tan %x : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// floats: [0.5, -3] -> [0.4621172, -0.9950548]
func.func @math.tanh(%x: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = math.tanh %x : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// floats: [1.75, -1.75] -> [1, -1]
func.func @math.trunc(%x: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = math.trunc %x : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// floats: [1, -2], [-3, 0.5] -> [2.819842, -1.325818]
func.func @math.atan2(%x: tensor<$2x$T>, %y: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = math.atan2 %x, %y : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// floats: [1, -2], [-3, 0.5] -> [-1, 2]
func.func @math.copysign(%x: tensor<$2x$T>, %y: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = math.copysign %x, %y : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// floats: [2, 3], [4, 5], [1, -1] -> [9, 14]
func.func @math.fma(%x: tensor<$2x$T>, %y: tensor<$2x$T>, %z: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = math.fma %x, %y, %z : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// floats: [1, inf, nan] -> [true, false, false]
func.func @math.isfinite(%x: tensor<$3x$T>) -> tensor<$3xi1> {
  %r = math.isfinite %x : tensor<$3x$T>
  return %r : tensor<$3xi1>
}

// floats: [1, inf, nan] -> [false, false, true]
func.func @math.isnan(%x: tensor<$3x$T>) -> tensor<$3xi1> {
  %r = math.isnan %x : tensor<$3x$T>
  return %r : tensor<$3xi1>
}

// floats: [0.5, -3] -> [0.4794255, -0.14112], [0.8775826, -0.9899925]
func.func @math.sincos(%x: tensor<$2x$T>) -> (tensor<$2x$T>, tensor<$2x$T>) {
  %s, %c = math.sincos %x : tensor<$2x$T>
  return %s, %c : tensor<$2x$T>, tensor<$2x$T>
}

// integers index: [5, -7] -> [5, 7]
func.func @math.absi(%x: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = math.absi %x : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// i8: [5, -16] -> [5, 0]
func.func @math.ctlz.i8(%x: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = math.ctlz %x : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// i16: [5, -16] -> [13, 0]
func.func @math.ctlz.i16(%x: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = math.ctlz %x : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// i32: [5, -16] -> [29, 0]
func.func @math.ctlz.i32(%x: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = math.ctlz %x : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// i64: [5, -16] -> [61, 0]
func.func @math.ctlz.i64(%x: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = math.ctlz %x : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// integers: [5, -16] -> [0, 4]
func.func @math.cttz(%x: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = math.cttz %x : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// integers: [5, 7] -> [2, 3]
func.func @math.ctpop(%x: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = math.ctpop %x : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// floats: [2, -2], [3, 4] -> [8, 16]
func.func @math.powf(%x: tensor<$2x$T>, %y: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = math.powf %x, %y : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// floats: [-2, 3] -> [-8, 27]
func.func @math.powf.constant(%x: tensor<2x$T>) -> tensor<2x$T> {
  %y = arith.constant dense<3.0> : tensor<2x$T>
  %r = math.powf %x, %y : tensor<2x$T>
  return %r : tensor<2x$T>
}

// floats: [2, -4], [3, -1] -> [8, -0.25]
func.func @math.fpowi(%x: tensor<$2x$T>, %y: tensor<$2xi32>) -> tensor<$2x$T> {
  %r = math.fpowi %x, %y : tensor<$2x$T>, tensor<$2xi32>
  return %r : tensor<$2x$T>
}

// integers: [2, -3], [3, 2] -> [8, 9]
func.func @math.ipowi(%x: tensor<$2x$T>, %y: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = math.ipowi %x, %y : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// floats: [2, -3, 0.5], [-1, -1, -1], [1, 1, 1] -> [1, -1, 0.5]
func.func @math.clampf(%x: tensor<$3x$T>, %low: tensor<$3x$T>, %high: tensor<$3x$T>) -> tensor<$3x$T> {
  %r = math.clampf %x to [%low, %high] : tensor<$3x$T>
  return %r : tensor<$3x$T>
}

// floats: [1, -inf, nan] -> [false, true, false]
func.func @math.isinf(%x: tensor<$3x$T>) -> tensor<$3xi1> {
  %r = math.isinf %x : tensor<$3x$T>
  return %r : tensor<$3xi1>
}

// floats: [1, 0, inf, nan] -> [true, false, false, false]
func.func @math.isnormal(%x: tensor<$4x$T>) -> tensor<$4xi1> {
  %r = math.isnormal %x : tensor<$4x$T>
  return %r : tensor<$4xi1>
}

// floats: [0, inf] -> [inf, 0]
func.func @math.rsqrt.limits(%x: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = math.rsqrt %x : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// floats: [0, 1], [0, -1] -> [0, 2.356194]
func.func @math.atan2.limits(%x: tensor<$2x$T>, %y: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = math.atan2 %x, %y : tensor<$2x$T>
  return %r : tensor<$2x$T>
}
