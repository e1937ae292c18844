// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Every op of linalg that docs/SupportedOps.md says works; see Inputs/ops.py.
// RUN: python3 %S/Inputs/ops.py %s %t --devices=host:2

#matrix = affine_map<(d0, d1) -> (d0, d1)>
#rows = affine_map<(d0, d1) -> (d0)>
#columns = affine_map<(d0, d1) -> (d1)>
#window = affine_map<(d0, d1) -> (d0 + d1)>

// f32 f64 f16 bf16 i32 i64 i16 i8: [[0, 0, 2], [3, -3, -2]], [[2, 3], [-2, -1], [3, -1]], [[-2, 2], [-2, -1]] ->
// [[4, 0], [4, 13]]
func.func @linalg.matmul(%a0: tensor<$2x$3x$T>, %a1: tensor<$3x$2x$T>, %o: tensor<$2x$2x$T>) -> tensor<$2x$2x$T> {
  %r = linalg.matmul ins(%a0, %a1 : tensor<$2x$3x$T>, tensor<$3x$2x$T>) outs(%o : tensor<$2x$2x$T>) -> tensor<$2x$2x$T>
  return %r : tensor<$2x$2x$T>
}

// f32 i32: [[1, 0], [-3, -3], [3, 2]], [[2, 0, 2], [-1, 0, 2]], [[-3, -1], [-3, 0]] -> [[5, 4], [1, 4]]
func.func @linalg.matmul.transposed(%a0: tensor<$3x$2x$T>, %a1: tensor<$2x$3x$T>, %o: tensor<$2x$2x$T>) -> tensor<$2x$2x$T> {
  %r = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] ins(%a0, %a1 : tensor<$3x$2x$T>, tensor<$2x$3x$T>) outs(%o : tensor<$2x$2x$T>) -> tensor<$2x$2x$T>
  return %r : tensor<$2x$2x$T>
}

// f16 bf16: [[3, -3, -1], [-1, 3, -2]], [[0, -2], [-3, 2], [-3, -2]], [[0, 0], [0, 0]] -> [[12, -10], [-3, 12]]
func.func @linalg.matmul.wide(%a0: tensor<$2x$3x$T>, %a1: tensor<$3x$2x$T>, %o: tensor<$2x$2xf32>) -> tensor<$2x$2xf32> {
  %r = linalg.matmul ins(%a0, %a1 : tensor<$2x$3x$T>, tensor<$3x$2x$T>) outs(%o : tensor<$2x$2xf32>) -> tensor<$2x$2xf32>
  return %r : tensor<$2x$2xf32>
}

// i8 i16: [[3, -3, -1], [-1, 3, -2]], [[0, -2], [-3, 2], [-3, -2]], [[0, 0], [0, 0]] -> [[12, -10], [-3, 12]]
func.func @linalg.matmul.wide.integers(%a0: tensor<$2x$3x$T>, %a1: tensor<$3x$2x$T>, %o: tensor<$2x$2xi32>) -> tensor<$2x$2xi32> {
  %r = linalg.matmul ins(%a0, %a1 : tensor<$2x$3x$T>, tensor<$3x$2x$T>) outs(%o : tensor<$2x$2xi32>) -> tensor<$2x$2xi32>
  return %r : tensor<$2x$2xi32>
}

// floats i32: [[[0, 0, -3], [3, 2, 3]], [[-3, 2, -1], [0, 3, -2]]], [[[2], [-2], [-1]], [[3], [-1], [0]]], [[[-1],
// [-3]], [[-1], [1]]] -> [[[2], [-4]], [[-12], [-2]]]
func.func @linalg.batch_matmul(%a0: tensor<$2x$2x$3x$T>, %a1: tensor<$2x$3x$1x$T>, %o: tensor<$2x$2x$1x$T>) -> tensor<$2x$2x$1x$T> {
  %r = linalg.batch_matmul ins(%a0, %a1 : tensor<$2x$2x$3x$T>, tensor<$2x$3x$1x$T>) outs(%o : tensor<$2x$2x$1x$T>) -> tensor<$2x$2x$1x$T>
  return %r : tensor<$2x$2x$1x$T>
}

// f32 i32: [[[0, 2, -1], [1, 2, 3]], [[-1, -3, 2], [0, 3, 0]]], [[[-1], [-3], [0]], [[1], [2], [2]]], [[-2], [1]]
// -> [[-11], [0]]
func.func @linalg.batch_reduce_matmul(%a0: tensor<$2x$2x$3x$T>, %a1: tensor<$2x$3x$1x$T>, %o: tensor<$2x$1x$T>) -> tensor<$2x$1x$T> {
  %r = linalg.batch_reduce_matmul ins(%a0, %a1 : tensor<$2x$2x$3x$T>, tensor<$2x$3x$1x$T>) outs(%o : tensor<$2x$1x$T>) -> tensor<$2x$1x$T>
  return %r : tensor<$2x$1x$T>
}

// f32 i32: [[[2, -2, -1]], [[2, 1, 0]]], [[1, 0], [3, 2], [-3, -2]], [[[0, 2]], [[-3, 1]]] -> [[[-1, 0]], [[2, 3]]]
func.func @linalg.contract(%a0: tensor<$2x$1x$3x$T>, %a1: tensor<$3x$2x$T>, %o: tensor<$2x$1x$2x$T>) -> tensor<$2x$1x$2x$T> {
  %r = linalg.contract indexing_maps = [affine_map<(a, m, n, k) -> (a, m, k)>, affine_map<(a, m, n, k) -> (k, n)>, affine_map<(a, m, n, k) -> (a, m, n)>] ins(%a0, %a1 : tensor<$2x$1x$3x$T>, tensor<$3x$2x$T>) outs(%o : tensor<$2x$1x$2x$T>) -> tensor<$2x$1x$2x$T>
  return %r : tensor<$2x$1x$2x$T>
}

// f32 i32: [[2, 2, 3], [-2, 0, 2]], [-1, -2, 0], [-3, -2] -> [-9, 0]
func.func @linalg.matvec(%a0: tensor<$2x$3x$T>, %a1: tensor<$3x$T>, %o: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = linalg.matvec ins(%a0, %a1 : tensor<$2x$3x$T>, tensor<$3x$T>) outs(%o : tensor<$2x$T>) -> tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// f32 i32: [2, 1, 3], [[2, 3], [-1, 0], [1, -2]], [3, -3] -> [9, -3]
func.func @linalg.vecmat(%a0: tensor<$3x$T>, %a1: tensor<$3x$2x$T>, %o: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = linalg.vecmat ins(%a0, %a1 : tensor<$3x$T>, tensor<$3x$2x$T>) outs(%o : tensor<$2x$T>) -> tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// f32 i32: [[[2, 1, -2], [2, -1, 2]], [[3, -2, 0], [-2, 1, 1]]], [[2, 2, 3], [3, 3, -2]], [[-3, 0], [-1, 3]] ->
// [[-3, 8], [2, -2]]
func.func @linalg.batch_matvec(%a0: tensor<$2x$2x$3x$T>, %a1: tensor<$2x$3x$T>, %o: tensor<$2x$2x$T>) -> tensor<$2x$2x$T> {
  %r = linalg.batch_matvec ins(%a0, %a1 : tensor<$2x$2x$3x$T>, tensor<$2x$3x$T>) outs(%o : tensor<$2x$2x$T>) -> tensor<$2x$2x$T>
  return %r : tensor<$2x$2x$T>
}

// f32 i32: [[2, -1, 1], [1, 3, -3]], [[[0, 1], [0, 3], [3, 2]], [[0, 3], [-3, 1], [-2, -2]]], [[1, 2], [3, -2]] ->
// [[4, 3], [0, 10]]
func.func @linalg.batch_vecmat(%a0: tensor<$2x$3x$T>, %a1: tensor<$2x$3x$2x$T>, %o: tensor<$2x$2x$T>) -> tensor<$2x$2x$T> {
  %r = linalg.batch_vecmat ins(%a0, %a1 : tensor<$2x$3x$T>, tensor<$2x$3x$2x$T>) outs(%o : tensor<$2x$2x$T>) -> tensor<$2x$2x$T>
  return %r : tensor<$2x$2x$T>
}

// f32 i32: [3, 2, -1], [-3, 2, 2], 0 -> -7
func.func @linalg.dot(%a0: tensor<$3x$T>, %a1: tensor<$3x$T>, %o: tensor<$T>) -> tensor<$T> {
  %r = linalg.dot ins(%a0, %a1 : tensor<$3x$T>, tensor<$3x$T>) outs(%o : tensor<$T>) -> tensor<$T>
  return %r : tensor<$T>
}

// f32 i32: [[[[-2], [-2]], [[-1], [2]]]], [[[[-1], [-3]], [[1], [2]]]], [[[[-2, 0], [-1, 0]]]] -> [[[[-1, 4], [3,
// 10]]]]
func.func @linalg.mmt4d(%a0: tensor<$1x$2x$2x$1x$T>, %a1: tensor<$1x$2x$2x$1x$T>, %o: tensor<$1x$1x$2x$2x$T>) -> tensor<$1x$1x$2x$2x$T> {
  %r = linalg.mmt4d ins(%a0, %a1 : tensor<$1x$2x$2x$1x$T>, tensor<$1x$2x$2x$1x$T>) outs(%o : tensor<$1x$1x$2x$2x$T>) -> tensor<$1x$1x$2x$2x$T>
  return %r : tensor<$1x$1x$2x$2x$T>
}

// f32 i32: [[[[[-3], [1]], [[-2], [0]]]]], [[[[[-1], [1]], [[-3], [-1]]]]], [[[[[1, 2], [-1, -3]]]]] -> [[[[[10,
// 1], [-2, -2]]]]]
func.func @linalg.batch_mmt4d(%a0: tensor<$1x$1x$2x$2x$1x$T>, %a1: tensor<$1x$1x$2x$2x$1x$T>, %o: tensor<$1x$1x$1x$2x$2x$T>) -> tensor<$1x$1x$1x$2x$2x$T> {
  %r = linalg.batch_mmt4d ins(%a0, %a1 : tensor<$1x$1x$2x$2x$1x$T>, tensor<$1x$1x$2x$2x$1x$T>) outs(%o : tensor<$1x$1x$1x$2x$2x$T>) -> tensor<$1x$1x$1x$2x$2x$T>
  return %r : tensor<$1x$1x$1x$2x$2x$T>
}

// [[2, 0, 1], [-2, 0, 3]], [[3, -1], [1, -3], [2, -2]], [[0, 0], [0, 0]] -> [[-7, 5], [-17, 3]]
func.func @linalg.quantized_matmul(%a0: tensor<$2x$3xi8>, %a1: tensor<$3x$2xi8>, %o: tensor<$2x$2xi32>) -> tensor<$2x$2xi32> {
  %z0 = arith.constant 2 : i32
  %z1 = arith.constant -1 : i32
  %r = linalg.quantized_matmul ins(%a0, %a1, %z0, %z1 : tensor<$2x$3xi8>, tensor<$3x$2xi8>, i32, i32) outs(%o : tensor<$2x$2xi32>) -> tensor<$2x$2xi32>
  return %r : tensor<$2x$2xi32>
}

// [[[-1, 3, 0], [3, -2, 2]], [[3, -3, -2], [-2, -2, -1]]], [[[-3], [3], [-2]], [[3], [2], [-2]]], [[[0], [0]],
// [[0], [0]]] -> [[[12], [-18]], [[-7], [-25]]]
func.func @linalg.quantized_batch_matmul(%a0: tensor<$2x$2x$3xi8>, %a1: tensor<$2x$3x$1xi8>, %o: tensor<$2x$2x$1xi32>) -> tensor<$2x$2x$1xi32> {
  %z0 = arith.constant 2 : i32
  %z1 = arith.constant -1 : i32
  %r = linalg.quantized_batch_matmul ins(%a0, %a1, %z0, %z1 : tensor<$2x$2x$3xi8>, tensor<$2x$3x$1xi8>, i32, i32) outs(%o : tensor<$2x$2x$1xi32>) -> tensor<$2x$2x$1xi32>
  return %r : tensor<$2x$2x$1xi32>
}

// f32: [1, 2, -3], [-3, -1], [0, 0] -> [-5, -3]
func.func @linalg.conv_1d(%a0: tensor<3x$T>, %a1: tensor<2x$T>, %o: tensor<2x$T>) -> tensor<2x$T> {
  %r = linalg.conv_1d ins(%a0, %a1 : tensor<3x$T>, tensor<2x$T>) outs(%o : tensor<2x$T>) -> tensor<2x$T>
  return %r : tensor<2x$T>
}

// f32: [[-3, -1, 0], [1, 1, 0], [-2, 1, 0]], [[2, 1], [2, 1]], [[0, 0], [0, 0]] -> [[-4, 0], [0, 4]]
func.func @linalg.conv_2d(%a0: tensor<3x3x$T>, %a1: tensor<2x2x$T>, %o: tensor<2x2x$T>) -> tensor<2x2x$T> {
  %r = linalg.conv_2d ins(%a0, %a1 : tensor<3x3x$T>, tensor<2x2x$T>) outs(%o : tensor<2x2x$T>) -> tensor<2x2x$T>
  return %r : tensor<2x2x$T>
}

// f32: [[[-1, -2, 0], [1, -1, -2], [-3, -3, -2]], [[-1, -2, -2], [-1, 2, -1], [3, 1, -3]]], [[[3, 3], [2, -2]]],
// [[[0, 0], [0, 0]], [[0, 0], [0, 0]]] -> [[[-5, -4], [0, -11]], [[-15, -6], [7, 11]]]
func.func @linalg.conv_3d(%a0: tensor<2x3x3x$T>, %a1: tensor<1x2x2x$T>, %o: tensor<2x2x2x$T>) -> tensor<2x2x2x$T> {
  %r = linalg.conv_3d ins(%a0, %a1 : tensor<2x3x3x$T>, tensor<1x2x2x$T>) outs(%o : tensor<2x2x2x$T>) -> tensor<2x2x2x$T>
  return %r : tensor<2x2x2x$T>
}

// f32: [[[2, 1], [2, 1], [1, -1]]], [[[3, 3], [1, -1]], [[0, 0], [-3, -3]]], [[[0, 0], [0, 0]]] -> [[[4, 2], [10,
// 8]]]
func.func @linalg.conv_1d_nwc_wcf(%a0: tensor<$1x$3x$2x$T>, %a1: tensor<$2x$2x$2x$T>, %o: tensor<$1x$2x$2x$T>) -> tensor<$1x$2x$2x$T> {
  %r = linalg.conv_1d_nwc_wcf ins(%a0, %a1 : tensor<$1x$3x$2x$T>, tensor<$2x$2x$2x$T>) outs(%o : tensor<$1x$2x$2x$T>) -> tensor<$1x$2x$2x$T>
  return %r : tensor<$1x$2x$2x$T>
}

// f32: [[[0, 0, -2], [-2, -3, 3]]], [[[0, -2], [2, 3]], [[-1, 3], [2, 2]]], [[[0, 0], [0, 0]]] -> [[[-13, 7], [-10,
// -6]]]
func.func @linalg.conv_1d_ncw_fcw(%a0: tensor<1x2x3x$T>, %a1: tensor<2x2x2x$T>, %o: tensor<1x2x2x$T>) -> tensor<1x2x2x$T> {
  %r = linalg.conv_1d_ncw_fcw ins(%a0, %a1 : tensor<1x2x3x$T>, tensor<2x2x2x$T>) outs(%o : tensor<1x2x2x$T>) -> tensor<1x2x2x$T>
  return %r : tensor<1x2x2x$T>
}

// floats i32 i8: [[[[0, 3], [-2, -3], [3, 0]], [[-1, 2], [-1, 1], [2, 2]], [[-3, 3], [2, 1], [-2, 3]]]], [[[[-1,
// 3], [-2, -3]], [[2, 1], [-1, 3]]], [[[3, -3], [1, 2]], [[1, 1], [0, 0]]]], [[[[0, 0], [0, 0]], [[0, 0], [0, 0]]]]
// -> [[[[-9, -14], [14, 13]], [[-10, 10], [6, -4]]]]
func.func @linalg.conv_2d_nhwc_hwcf(%a0: tensor<$1x$3x$3x$2x$T>, %a1: tensor<$2x$2x$2x$2x$T>, %o: tensor<$1x$2x$2x$2x$T>) -> tensor<$1x$2x$2x$2x$T> {
  %r = linalg.conv_2d_nhwc_hwcf ins(%a0, %a1 : tensor<$1x$3x$3x$2x$T>, tensor<$2x$2x$2x$2x$T>) outs(%o : tensor<$1x$2x$2x$2x$T>) -> tensor<$1x$2x$2x$2x$T>
  return %r : tensor<$1x$2x$2x$2x$T>
}

// f32: [[[[-1, -2], [-1, 1], [3, 3]], [[-2, -3], [3, 1], [2, 2]], [[-1, 3], [1, 1], [-1, -1]]]], [[[[-1, 1], [0,
// -3]], [[-3, -2], [0, 1]]], [[[3, 2], [-2, 0]], [[2, 3], [0, 2]]]], [[[[0, 0], [0, 0]], [[0, 0], [0, 0]]]] ->
// [[[[9, -16], [-16, 6]], [[-6, -9], [-14, 10]]]]
func.func @linalg.conv_2d_nhwc_fhwc(%a0: tensor<1x3x3x2x$T>, %a1: tensor<2x2x2x2x$T>, %o: tensor<1x2x2x2x$T>) -> tensor<1x2x2x2x$T> {
  %r = linalg.conv_2d_nhwc_fhwc ins(%a0, %a1 : tensor<1x3x3x2x$T>, tensor<2x2x2x2x$T>) outs(%o : tensor<1x2x2x2x$T>) -> tensor<1x2x2x2x$T>
  return %r : tensor<1x2x2x2x$T>
}

// floats i32 i8: [[[[-2, 0, 3], [-1, -3, 2], [-1, 0, 3]], [[-1, -2, -2], [2, -2, 1], [-2, 2, 2]]]], [[[[1, -1],
// [-1, 3]], [[2, -1], [-3, -3]]], [[[0, 0], [-1, 3]], [[0, 2], [-3, -1]]]], [[[[0, 0], [0, 0]], [[0, 0], [0, 0]]]]
// -> [[[[-10, 7], [9, -13]], [[-16, 10], [1, 3]]]]
func.func @linalg.conv_2d_nchw_fchw(%a0: tensor<$1x$2x$3x$3x$T>, %a1: tensor<$2x$2x$2x$2x$T>, %o: tensor<$1x$2x$2x$2x$T>) -> tensor<$1x$2x$2x$2x$T> {
  %r = linalg.conv_2d_nchw_fchw ins(%a0, %a1 : tensor<$1x$2x$3x$3x$T>, tensor<$2x$2x$2x$2x$T>) outs(%o : tensor<$1x$2x$2x$2x$T>) -> tensor<$1x$2x$2x$2x$T>
  return %r : tensor<$1x$2x$2x$2x$T>
}

// f32: [[[[[-2, -2, 0], [-3, -1, 1], [2, 0, 1]], [[-1, 3, -2], [2, -3, 1], [-2, -1, -1]]], [[[2, 2, -2], [0, -3,
// 3], [3, -1, 0]], [[0, 2, -3], [0, 2, 1], [0, -3, 3]]]]], [[[[[-2, -1], [1, 0]], [[0, 1], [-2, -3]]], [[[3, 2],
// [-2, 1]], [[0, 2], [-2, 1]]]], [[[[2, 3], [-2, 0]], [[-3, -3], [-3, 0]]], [[[-2, 2], [-2, 1]], [[0, -1], [0,
// 3]]]]], [[[[[0, 0], [0, 0]], [[0, 0], [0, 0]]], [[[0, 0], [0, 0]], [[0, 0], [0, 0]]]]] -> [[[[[11, 4], [13, 7]],
// [[-16, 4], [-4, 10]]], [[[13, 2], [-12, 10]], [[1, 7], [-24, 22]]]]]
func.func @linalg.conv_2d_ngchw_fgchw(%a0: tensor<1x2x2x3x3x$T>, %a1: tensor<2x2x2x2x2x$T>, %o: tensor<1x2x2x2x2x$T>) -> tensor<1x2x2x2x2x$T> {
  %r = linalg.conv_2d_ngchw_fgchw ins(%a0, %a1 : tensor<1x2x2x3x3x$T>, tensor<2x2x2x2x2x$T>) outs(%o : tensor<1x2x2x2x2x$T>) -> tensor<1x2x2x2x2x$T>
  return %r : tensor<1x2x2x2x2x$T>
}

// f32: [[[[[3, -2, 3], [-2, 2, -1], [1, 1, 2]], [[-1, 3, 3], [-3, -3, -3], [1, -1, -2]]], [[[-3, 3, 1], [-3, -2,
// 1], [-2, 2, -1]], [[1, -3, 2], [2, 0, 1], [-3, 1, 0]]]]], [[[[[-3, -3], [0, 2]], [[1, -2], [-2, -2]]], [[[-1,
// -3], [-3, -1]], [[-3, -2], [-2, -1]]]], [[[[-1, -3], [0, 3]], [[3, -3], [-1, 1]]], [[[-3, 1], [2, 2]], [[-3, -2],
// [-3, 0]]]]], [[[[[0, 0], [0, 0]], [[0, 0], [0, 0]]], [[[0, 0], [0, 0]], [[0, 0], [0, 0]]]]] -> [[[[[6, 4], [5,
// 10]], [[13, -18], [6, 15]]], [[[-2, -17], [25, -8]], [[-1, -5], [10, 4]]]]]
func.func @linalg.conv_2d_ngchw_gfchw(%a0: tensor<1x2x2x3x3x$T>, %a1: tensor<2x2x2x2x2x$T>, %o: tensor<1x2x2x2x2x$T>) -> tensor<1x2x2x2x2x$T> {
  %r = linalg.conv_2d_ngchw_gfchw ins(%a0, %a1 : tensor<1x2x2x3x3x$T>, tensor<2x2x2x2x2x$T>) outs(%o : tensor<1x2x2x2x2x$T>) -> tensor<1x2x2x2x2x$T>
  return %r : tensor<1x2x2x2x2x$T>
}

// f32: [[[[[3, 2], [2, 2]], [[-1, 3], [-3, -3]], [[-1, 0], [-1, 0]]], [[[3, 0], [-1, 1]], [[-3, 3], [3, -3]], [[1,
// 3], [-3, -2]]], [[[-3, 3], [0, 3]], [[-3, 1], [1, 0]], [[1, -3], [-3, 1]]]]], [[[[[2, 3], [2, 0]], [[3, -3], [1,
// 0]]], [[[1, 3], [-2, 2]], [[-3, 0], [-3, -2]]]], [[[[3, -1], [1, 3]], [[3, -3], [-1, 3]]], [[[2, -1], [-3, 1]],
// [[-2, 3], [-2, 0]]]]], [[[[[0, 0], [0, 0]], [[0, 0], [0, 0]]], [[[0, 0], [0, 0]], [[0, 0], [0, 0]]]]] -> [[[[[16,
// 11], [-26, 7]], [[-12, 10], [8, -9]]], [[[-21, 31], [-20, -8]], [[-6, 22], [12, 20]]]]]
func.func @linalg.conv_2d_nhwgc_gfhwc(%a0: tensor<1x3x3x2x2x$T>, %a1: tensor<2x2x2x2x2x$T>, %o: tensor<1x2x2x2x2x$T>) -> tensor<1x2x2x2x2x$T> {
  %r = linalg.conv_2d_nhwgc_gfhwc ins(%a0, %a1 : tensor<1x3x3x2x2x$T>, tensor<2x2x2x2x2x$T>) outs(%o : tensor<1x2x2x2x2x$T>) -> tensor<1x2x2x2x2x$T>
  return %r : tensor<1x2x2x2x2x$T>
}

// f32: [[[[[0, 0], [0, 2], [0, -1]], [[-1, 2], [1, 0], [3, -2]], [[0, 3], [2, 1], [-3, 0]]], [[[-1, 3], [0, 1], [1,
// -1]], [[-2, 0], [-1, 2], [3, 0]], [[1, -2], [1, -2], [-3, -2]]]]], [[[[[-3, 3], [-2, 3]], [[-3, 1], [3, -3]]],
// [[[-3, -2], [-1, 0]], [[-3, -3], [1, -3]]]]], [[[[[0, 0], [0, 0]], [[0, 0], [0, 0]]], [[[0, 0], [0, 0]], [[0, 0],
// [0, 0]]]]] -> [[[[[4, -7], [-21, 4]], [[-12, -5], [-16, 17]]], [[[11, 4], [-16, 0]], [[9, -12], [-4, 19]]]]]
func.func @linalg.conv_3d_ndhwc_dhwcf(%a0: tensor<$1x$2x$3x$3x$2x$T>, %a1: tensor<$1x$2x$2x$2x$2x$T>, %o: tensor<$1x$2x$2x$2x$2x$T>) -> tensor<$1x$2x$2x$2x$2x$T> {
  %r = linalg.conv_3d_ndhwc_dhwcf ins(%a0, %a1 : tensor<$1x$2x$3x$3x$2x$T>, tensor<$1x$2x$2x$2x$2x$T>) outs(%o : tensor<$1x$2x$2x$2x$2x$T>) -> tensor<$1x$2x$2x$2x$2x$T>
  return %r : tensor<$1x$2x$2x$2x$2x$T>
}

// f32: [[[[[-3, -1, -3], [-2, -3, 0], [-2, 2, 1]], [[-1, 2, -2], [-2, -3, -2], [-1, 2, -1]]], [[[2, 2, -3], [2, 2,
// -1], [2, 2, -2]], [[-2, 1, -1], [-2, 3, -2], [-2, 0, -1]]]]], [[[[[0, -1], [0, 0]]], [[[0, 3], [-2, -1]]]],
// [[[[2, 3], [-2, 3]]], [[[3, -2], [0, 1]]]]], [[[[[0, 0], [0, 0]], [[0, 0], [0, 0]]], [[[0, 0], [0, 0]], [[0, 0],
// [0, 0]]]]] -> [[[[[1, -9], [3, -5]], [[2, -5], [16, -3]]], [[[-10, 6], [1, -1]], [[-6, 1], [-17, -7]]]]]
func.func @linalg.conv_3d_ncdhw_fcdhw(%a0: tensor<1x2x2x3x3x$T>, %a1: tensor<2x2x1x2x2x$T>, %o: tensor<1x2x2x2x2x$T>) -> tensor<1x2x2x2x2x$T> {
  %r = linalg.conv_3d_ncdhw_fcdhw ins(%a0, %a1 : tensor<1x2x2x3x3x$T>, tensor<2x2x1x2x2x$T>) outs(%o : tensor<1x2x2x2x2x$T>) -> tensor<1x2x2x2x2x$T>
  return %r : tensor<1x2x2x2x2x$T>
}

// f32: [[[-1, -2], [-2, 0], [0, 2]]], [[-1, 0], [1, 2]], [[[0, 0], [0, 0]]] -> [[[-1, 0], [2, 4]]]
func.func @linalg.depthwise_conv_1d_nwc_wc(%a0: tensor<1x3x2x$T>, %a1: tensor<2x2x$T>, %o: tensor<1x2x2x$T>) -> tensor<1x2x2x$T> {
  %r = linalg.depthwise_conv_1d_nwc_wc ins(%a0, %a1 : tensor<1x3x2x$T>, tensor<2x2x$T>) outs(%o : tensor<1x2x2x$T>) -> tensor<1x2x2x$T>
  return %r : tensor<1x2x2x$T>
}

// f32: [[[0, -2, -3], [0, 2, 1]]], [[-3, -3], [2, -1]], [[[0, 0], [0, 0]]] -> [[[6, 15], [-2, 3]]]
func.func @linalg.depthwise_conv_1d_ncw_cw(%a0: tensor<1x2x3x$T>, %a1: tensor<2x2x$T>, %o: tensor<1x2x2x$T>) -> tensor<1x2x2x$T> {
  %r = linalg.depthwise_conv_1d_ncw_cw ins(%a0, %a1 : tensor<1x2x3x$T>, tensor<2x2x$T>) outs(%o : tensor<1x2x2x$T>) -> tensor<1x2x2x$T>
  return %r : tensor<1x2x2x$T>
}

// f32: [[[2, -2], [3, -2], [1, 0]]], [[[-2, -1], [0, -2]], [[0, -3], [1, 3]]], [[[[0, 0], [0, 0]], [[0, 0], [0,
// 0]]]] -> [[[[-4, -11], [-2, -2]], [[-6, -6], [0, 4]]]]
func.func @linalg.depthwise_conv_1d_nwc_wcm(%a0: tensor<1x3x2x$T>, %a1: tensor<2x2x2x$T>, %o: tensor<1x2x2x2x$T>) -> tensor<1x2x2x2x$T> {
  %r = linalg.depthwise_conv_1d_nwc_wcm ins(%a0, %a1 : tensor<1x3x2x$T>, tensor<2x2x2x$T>) outs(%o : tensor<1x2x2x2x$T>) -> tensor<1x2x2x2x$T>
  return %r : tensor<1x2x2x2x$T>
}

// floats i32 i8: [[[[-1, 0], [1, 3], [-2, -2]], [[-1, 3], [0, -3], [-1, 3]], [[-3, -2], [3, -3], [1, 0]]]], [[[2,
// 3], [-1, -1]], [[3, 1], [2, -3]]], [[[[0, 0], [0, 0]], [[0, 0], [0, 0]]]] -> [[[[-6, 9], [2, -1]], [[-5, 19],
// [12, -15]]]]
func.func @linalg.depthwise_conv_2d_nhwc_hwc(%a0: tensor<$1x$3x$3x$2x$T>, %a1: tensor<$2x$2x$2x$T>, %o: tensor<$1x$2x$2x$2x$T>) -> tensor<$1x$2x$2x$2x$T> {
  %r = linalg.depthwise_conv_2d_nhwc_hwc ins(%a0, %a1 : tensor<$1x$3x$3x$2x$T>, tensor<$2x$2x$2x$T>) outs(%o : tensor<$1x$2x$2x$2x$T>) -> tensor<$1x$2x$2x$2x$T>
  return %r : tensor<$1x$2x$2x$2x$T>
}

// f32: [[[[3, 0, -2], [1, 0, 2], [-1, -1, 1]], [[3, -2, 1], [-3, -2, 0], [-3, 1, 1]]]], [[[-1, 2], [3, 3]], [[-1,
// 1], [-1, -3]]], [[[[0, 0], [0, 0]], [[0, 0], [0, 0]]]] -> [[[[0, 2], [-7, 4]], [[4, 5], [1, -2]]]]
func.func @linalg.depthwise_conv_2d_nchw_chw(%a0: tensor<1x2x3x3x$T>, %a1: tensor<2x2x2x$T>, %o: tensor<1x2x2x2x$T>) -> tensor<1x2x2x2x$T> {
  %r = linalg.depthwise_conv_2d_nchw_chw ins(%a0, %a1 : tensor<1x2x3x3x$T>, tensor<2x2x2x$T>) outs(%o : tensor<1x2x2x2x$T>) -> tensor<1x2x2x2x$T>
  return %r : tensor<1x2x2x2x$T>
}

// f32: [[[[2, -1], [0, -1], [-2, 1]], [[-1, -3], [3, 1], [3, 2]], [[1, 3], [-2, -2], [1, 1]]]], [[[[-2, 3], [-1,
// 3]], [[0, -2], [-1, -3]]], [[[-1, 0], [3, 3]], [[-2, 1], [1, -1]]]], [[[[[0, 0], [0, 0]], [[0, 0], [0, 0]]],
// [[[0, 0], [0, 0]], [[0, 0], [0, 0]]]]] -> [[[[[-9, 9], [-6, -10]], [[-9, 7], [5, -5]]], [[[5, -11], [9, -1]],
// [[-6, 4], [-8, -10]]]]]
func.func @linalg.depthwise_conv_2d_nhwc_hwcm(%a0: tensor<1x3x3x2x$T>, %a1: tensor<2x2x2x2x$T>, %o: tensor<1x2x2x2x2x$T>) -> tensor<1x2x2x2x2x$T> {
  %r = linalg.depthwise_conv_2d_nhwc_hwcm ins(%a0, %a1 : tensor<1x3x3x2x$T>, tensor<2x2x2x2x$T>) outs(%o : tensor<1x2x2x2x2x$T>) -> tensor<1x2x2x2x2x$T>
  return %r : tensor<1x2x2x2x2x$T>
}

// f32: [[[[[-3, 0], [-3, 2], [-2, 2]], [[3, 0], [2, -1], [3, 1]], [[-3, -1], [1, 0], [0, 0]]], [[[-1, 0], [1, -1],
// [-1, 0]], [[0, 0], [-2, 2], [-1, 1]], [[0, 2], [-2, -2], [-2, 3]]]]], [[[[-1, -3], [0, -2]], [[2, -3], [1,
// -3]]]], [[[[[0, 0], [0, 0]], [[0, 0], [0, 0]]], [[[0, 0], [0, 0]], [[0, 0], [0, 0]]]]] -> [[[[[11, -1], [10,
// -10]], [[-8, 5], [0, 1]]], [[[-1, -4], [-6, -6]], [[-2, -4], [-4, -11]]]]]
func.func @linalg.depthwise_conv_3d_ndhwc_dhwc(%a0: tensor<1x2x3x3x2x$T>, %a1: tensor<1x2x2x2x$T>, %o: tensor<1x2x2x2x2x$T>) -> tensor<1x2x2x2x2x$T> {
  %r = linalg.depthwise_conv_3d_ndhwc_dhwc ins(%a0, %a1 : tensor<1x2x3x3x2x$T>, tensor<1x2x2x2x$T>) outs(%o : tensor<1x2x2x2x2x$T>) -> tensor<1x2x2x2x2x$T>
  return %r : tensor<1x2x2x2x2x$T>
}

// f32: [[[[[0, 2, 3], [-3, -2, -2], [-3, -3, -1]], [[0, -3, 2], [0, 2, 1], [0, -3, -1]]], [[[2, -2, 0], [1, -1, 3],
// [3, 1, 2]], [[2, -2, -2], [-2, -3, 3], [-1, -2, -1]]]]], [[[[2, -1], [-1, 1]]], [[[-1, -1], [0, -1]]]], [[[[[0,
// 0], [0, 0]], [[0, 0], [0, 0]]], [[[0, 0], [0, 0]], [[0, 0], [0, 0]]]]] -> [[[[[-1, 1], [-4, 0]], [[5, -9], [-5,
// 5]]], [[[1, -1], [-1, -4]], [[3, 1], [7, 1]]]]]
func.func @linalg.depthwise_conv_3d_ncdhw_cdhw(%a0: tensor<1x2x2x3x3x$T>, %a1: tensor<2x1x2x2x$T>, %o: tensor<1x2x2x2x2x$T>) -> tensor<1x2x2x2x2x$T> {
  %r = linalg.depthwise_conv_3d_ncdhw_cdhw ins(%a0, %a1 : tensor<1x2x2x3x3x$T>, tensor<2x1x2x2x$T>) outs(%o : tensor<1x2x2x2x2x$T>) -> tensor<1x2x2x2x2x$T>
  return %r : tensor<1x2x2x2x2x$T>
}

// f32: [[[[[3, 1], [-3, 2], [-2, 0]], [[2, -2], [-1, 3], [-1, -3]], [[3, -1], [-2, 3], [1, 2]]], [[[3, -3], [2, 1],
// [1, 1]], [[2, 2], [2, -1], [-2, 0]], [[1, -1], [2, 1], [3, 1]]]]], [[[[[3, 0], [3, 1]], [[-3, -1], [-1, 2]]],
// [[[0, -1], [3, 3]], [[-1, -2], [-2, -2]]]]], [[[[[[0, 0], [0, 0]], [[0, 0], [0, 0]]], [[[0, 0], [0, 0]], [[0, 0],
// [0, 0]]]], [[[[0, 0], [0, 0]], [[0, 0], [0, 0]]], [[[0, 0], [0, 0]], [[0, 0], [0, 0]]]]]] -> [[[[[[19, 3], [-11,
// -7]], [[-2, 5], [21, 17]]], [[[11, 2], [-18, -5]], [[-1, 1], [17, 2]]]], [[[[1, -8], [-2, 7]], [[5, 1], [-1,
// 0]]], [[[-2, -7], [2, -5]], [[9, -6], [-2, 0]]]]]]
func.func @linalg.depthwise_conv_3d_ndhwc_dhwcm(%a0: tensor<1x2x3x3x2x$T>, %a1: tensor<1x2x2x2x2x$T>, %o: tensor<1x2x2x2x2x2x$T>) -> tensor<1x2x2x2x2x2x$T> {
  %r = linalg.depthwise_conv_3d_ndhwc_dhwcm ins(%a0, %a1 : tensor<1x2x3x3x2x$T>, tensor<1x2x2x2x2x$T>) outs(%o : tensor<1x2x2x2x2x2x$T>) -> tensor<1x2x2x2x2x2x$T>
  return %r : tensor<1x2x2x2x2x2x$T>
}

// [[[[-3, 0], [-1, 1], [2, -1]], [[-3, 1], [-2, 1], [-1, 2]], [[0, 1], [-1, -1], [3, 0]]]], [[[[-2, -3], [0, 2]],
// [[2, -3], [3, 1]]], [[[3, 3], [-3, -3]], [[2, 3], [1, 2]]]], [[[[0, 0], [0, 0]], [[0, 0], [0, 0]]]] -> [[[[-42,
// -29], [-33, -29]], [[-33, -14], [-13, 3]]]]
func.func @linalg.conv_2d_nhwc_hwcf_q(%a0: tensor<1x3x3x2xi8>, %a1: tensor<2x2x2x2xi8>, %o: tensor<1x2x2x2xi32>) -> tensor<1x2x2x2xi32> {
  %z0 = arith.constant 2 : i32
  %z1 = arith.constant -1 : i32
  %r = linalg.conv_2d_nhwc_hwcf_q ins(%a0, %a1, %z0, %z1 : tensor<1x3x3x2xi8>, tensor<2x2x2x2xi8>, i32, i32) outs(%o : tensor<1x2x2x2xi32>) -> tensor<1x2x2x2xi32>
  return %r : tensor<1x2x2x2xi32>
}

// [[[[-1, 3], [-3, -3], [-2, -1]], [[2, -1], [-3, 3], [-1, 3]], [[-2, 1], [2, 1], [-1, 1]]]], [[[[-3, -1], [-1,
// 3]], [[-1, -2], [2, 0]]], [[[-1, 2], [1, -1]], [[0, 3], [3, 2]]]], [[[[0, 0], [0, 0]], [[0, 0], [0, 0]]]] ->
// [[[[-25, -36], [-11, -33]], [[4, -30], [5, -22]]]]
func.func @linalg.conv_2d_nhwc_fhwc_q(%a0: tensor<1x3x3x2xi8>, %a1: tensor<2x2x2x2xi8>, %o: tensor<1x2x2x2xi32>) -> tensor<1x2x2x2xi32> {
  %z0 = arith.constant 2 : i32
  %z1 = arith.constant -1 : i32
  %r = linalg.conv_2d_nhwc_fhwc_q ins(%a0, %a1, %z0, %z1 : tensor<1x3x3x2xi8>, tensor<2x2x2x2xi8>, i32, i32) outs(%o : tensor<1x2x2x2xi32>) -> tensor<1x2x2x2xi32>
  return %r : tensor<1x2x2x2xi32>
}

// [[[[2, 1, -1], [-2, 0, -1], [0, -2, 3]], [[-2, -3, -1], [-1, -3, 0], [-2, 0, -3]]]], [[[[1, 1], [0, -2]], [[-1,
// 2], [1, -3]]], [[[-1, 1], [1, -3]], [[2, -3], [-3, 1]]]], [[[[0, 0], [0, 0]], [[0, 0], [0, 0]]]] -> [[[[-15,
// -22], [-29, -15]], [[-12, -7], [5, -33]]]]
func.func @linalg.conv_2d_nchw_fchw_q(%a0: tensor<1x2x3x3xi8>, %a1: tensor<2x2x2x2xi8>, %o: tensor<1x2x2x2xi32>) -> tensor<1x2x2x2xi32> {
  %z0 = arith.constant 2 : i32
  %z1 = arith.constant -1 : i32
  %r = linalg.conv_2d_nchw_fchw_q ins(%a0, %a1, %z0, %z1 : tensor<1x2x3x3xi8>, tensor<2x2x2x2xi8>, i32, i32) outs(%o : tensor<1x2x2x2xi32>) -> tensor<1x2x2x2xi32>
  return %r : tensor<1x2x2x2xi32>
}

// [[[[[-1, 1], [3, -1]], [[3, 1], [3, 2]], [[-3, -1], [2, 2]]], [[[3, 2], [3, -3]], [[2, -2], [1, 2]], [[2, 3], [1,
// 0]]], [[[2, -2], [0, 3]], [[-2, 1], [-3, 3]], [[3, 0], [2, 0]]]]], [[[[[-2, 0], [2, -2]], [[-1, 2], [1, -1]]],
// [[[-1, 2], [-2, -1]], [[-2, -1], [-3, -2]]]], [[[[-3, 0], [-3, -3]], [[-3, -2], [2, 1]]], [[[0, -1], [-3, 0]],
// [[0, 0], [0, 0]]]]], [[[[[0, 0], [0, 0]], [[0, 0], [0, 0]]], [[[0, 0], [0, 0]], [[0, 0], [0, 0]]]]] -> [[[[[6,
// -1], [-7, -6]], [[-26, 1], [-7, -3]]], [[[-17, 9], [-15, -2]], [[-6, -8], [13, -7]]]]]
func.func @linalg.conv_2d_nhwgc_gfhwc_q(%a0: tensor<1x3x3x2x2xi8>, %a1: tensor<2x2x2x2x2xi8>, %o: tensor<1x2x2x2x2xi32>) -> tensor<1x2x2x2x2xi32> {
  %z0 = arith.constant 2 : i32
  %z1 = arith.constant -1 : i32
  %r = linalg.conv_2d_nhwgc_gfhwc_q ins(%a0, %a1, %z0, %z1 : tensor<1x3x3x2x2xi8>, tensor<2x2x2x2x2xi8>, i32, i32) outs(%o : tensor<1x2x2x2x2xi32>) -> tensor<1x2x2x2x2xi32>
  return %r : tensor<1x2x2x2x2xi32>
}

// [[[[[0, -3, -2], [-3, 0, 1], [3, -1, -1]], [[3, 0, -1], [3, 1, -2], [2, 2, -2]]], [[[0, 0, 2], [-1, -1, 1], [0,
// 0, -1]], [[-2, 3, 3], [3, -3, 1], [-1, 3, 1]]]]], [[[[[2, 1], [2, -2]], [[3, -1], [-2, -1]]], [[[3, -2], [-1,
// 2]], [[0, -2], [-2, 3]]]], [[[[2, 2], [-1, -3]], [[1, 3], [-2, -3]]], [[[-1, -2], [-1, -1]], [[-2, 3], [-3,
// 2]]]]], [[[[[0, 0], [0, 0]], [[0, 0], [0, 0]]], [[[0, 0], [0, 0]], [[0, 0], [0, 0]]]]] -> [[[[[-26, -35], [-9,
// -18]], [[-11, -33], [-25, -29]]], [[[-1, 9], [-31, -19]], [[-7, 10], [-9, -3]]]]]
func.func @linalg.conv_2d_ngchw_gfchw_q(%a0: tensor<1x2x2x3x3xi8>, %a1: tensor<2x2x2x2x2xi8>, %o: tensor<1x2x2x2x2xi32>) -> tensor<1x2x2x2x2xi32> {
  %z0 = arith.constant 2 : i32
  %z1 = arith.constant -1 : i32
  %r = linalg.conv_2d_ngchw_gfchw_q ins(%a0, %a1, %z0, %z1 : tensor<1x2x2x3x3xi8>, tensor<2x2x2x2x2xi8>, i32, i32) outs(%o : tensor<1x2x2x2x2xi32>) -> tensor<1x2x2x2x2xi32>
  return %r : tensor<1x2x2x2x2xi32>
}

// [[[[[2, 0], [3, 3], [-2, -2]], [[-2, -3], [-1, -2], [-3, 0]], [[1, 2], [-1, -2], [0, 0]]], [[[3, 0], [3, -3], [3,
// -1]], [[3, -3], [1, 0], [0, -2]], [[-3, -3], [-3, 1], [0, -1]]]]], [[[[[2, -1], [0, -3]], [[-3, 3], [-2, -2]]],
// [[[2, 2], [-2, 0]], [[-2, 1], [-2, -1]]]]], [[[[[0, 0], [0, 0]], [[0, 0], [0, 0]]], [[[0, 0], [0, 0]], [[0, 0],
// [0, 0]]]]] -> [[[[[-5, -16], [18, -37]], [[-3, -7], [-2, -27]]], [[[15, 9], [4, 8]], [[-2, -22], [-6, -20]]]]]
func.func @linalg.conv_3d_ndhwc_dhwcf_q(%a0: tensor<1x2x3x3x2xi8>, %a1: tensor<1x2x2x2x2xi8>, %o: tensor<1x2x2x2x2xi32>) -> tensor<1x2x2x2x2xi32> {
  %z0 = arith.constant 2 : i32
  %z1 = arith.constant -1 : i32
  %r = linalg.conv_3d_ndhwc_dhwcf_q ins(%a0, %a1, %z0, %z1 : tensor<1x2x3x3x2xi8>, tensor<1x2x2x2x2xi8>, i32, i32) outs(%o : tensor<1x2x2x2x2xi32>) -> tensor<1x2x2x2x2xi32>
  return %r : tensor<1x2x2x2x2xi32>
}

// [[[[1, 3], [2, -3], [-2, 3]], [[1, -1], [0, 3], [0, -3]], [[1, 2], [2, 1], [-2, 0]]]], [[[0, 2], [-3, -3]], [[0,
// -3], [2, 0]]], [[[[0, 0], [0, 0]], [[0, 0], [0, 0]]]] -> [[[[-8, 20], [0, -24]], [[2, -12], [-10, 13]]]]
func.func @linalg.depthwise_conv_2d_nhwc_hwc_q(%a0: tensor<1x3x3x2xi8>, %a1: tensor<2x2x2xi8>, %o: tensor<1x2x2x2xi32>) -> tensor<1x2x2x2xi32> {
  %z0 = arith.constant 2 : i32
  %z1 = arith.constant -1 : i32
  %r = linalg.depthwise_conv_2d_nhwc_hwc_q ins(%a0, %a1, %z0, %z1 : tensor<1x3x3x2xi8>, tensor<2x2x2xi8>, i32, i32) outs(%o : tensor<1x2x2x2xi32>) -> tensor<1x2x2x2xi32>
  return %r : tensor<1x2x2x2xi32>
}

// [[[[3, -2], [0, 3], [-1, -2]], [[1, 1], [-1, 2], [-3, 1]], [[0, 3], [2, 2], [3, -3]]]], [[[[3, -3], [-1, -2]],
// [[-2, -3], [-3, -2]]], [[[0, -2], [2, -3]], [[-2, 3], [2, 3]]]], [[[[[0, 0], [0, 0]], [[0, 0], [0, 0]]], [[[0,
// 0], [0, 0]], [[0, 0], [0, 0]]]]] -> [[[[[8, -9], [-5, 5]], [[-3, -7], [5, -1]]], [[[-3, 10], [3, -1]], [[-8, 20],
// [-13, -19]]]]]
func.func @linalg.depthwise_conv_2d_nhwc_hwcm_q(%a0: tensor<1x3x3x2xi8>, %a1: tensor<2x2x2x2xi8>, %o: tensor<1x2x2x2x2xi32>) -> tensor<1x2x2x2x2xi32> {
  %z0 = arith.constant 2 : i32
  %z1 = arith.constant -1 : i32
  %r = linalg.depthwise_conv_2d_nhwc_hwcm_q ins(%a0, %a1, %z0, %z1 : tensor<1x3x3x2xi8>, tensor<2x2x2x2xi8>, i32, i32) outs(%o : tensor<1x2x2x2x2xi32>) -> tensor<1x2x2x2x2xi32>
  return %r : tensor<1x2x2x2x2xi32>
}

// f32: [[[[1], [0], [-2]], [[2], [1], [3]], [[2], [3], [3]]]], [[[[0], [0]], [[0], [0]]]] -> [[[[4], [2]], [[8],
// [10]]]]
func.func @linalg.pooling_nhwc_sum(%x: tensor<$1x$3x$3x$1x$T>, %o: tensor<$1x$2x$2x$1x$T>) -> tensor<$1x$2x$2x$1x$T> {
  %w = tensor.empty() : tensor<2x2x$T>
  %r = linalg.pooling_nhwc_sum ins(%x, %w : tensor<$1x$3x$3x$1x$T>, tensor<2x2x$T>) outs(%o : tensor<$1x$2x$2x$1x$T>) -> tensor<$1x$2x$2x$1x$T>
  return %r : tensor<$1x$2x$2x$1x$T>
}

// f32: [[[[-3, -2, 0], [2, 3, 2], [3, -2, 2]]]], [[[[0, 0], [0, 0]]]] -> [[[[0, 3], [6, 5]]]]
func.func @linalg.pooling_nchw_sum(%x: tensor<1x1x3x3x$T>, %o: tensor<1x1x2x2x$T>) -> tensor<1x1x2x2x$T> {
  %w = tensor.empty() : tensor<2x2x$T>
  %r = linalg.pooling_nchw_sum ins(%x, %w : tensor<1x1x3x3x$T>, tensor<2x2x$T>) outs(%o : tensor<1x1x2x2x$T>) -> tensor<1x1x2x2x$T>
  return %r : tensor<1x1x2x2x$T>
}

// f32: [[[[-1], [-3], [3]], [[0], [-1], [-1]], [[-1], [2], [2]]]], [[[[-9], [-9]], [[-9], [-9]]]] -> [[[[0], [3]],
// [[2], [2]]]]
func.func @linalg.pooling_nhwc_max(%x: tensor<1x3x3x1x$T>, %o: tensor<1x2x2x1x$T>) -> tensor<1x2x2x1x$T> {
  %w = tensor.empty() : tensor<2x2x$T>
  %r = linalg.pooling_nhwc_max ins(%x, %w : tensor<1x3x3x1x$T>, tensor<2x2x$T>) outs(%o : tensor<1x2x2x1x$T>) -> tensor<1x2x2x1x$T>
  return %r : tensor<1x2x2x1x$T>
}

// i8: [[[[1], [3], [1]], [[0], [2], [1]], [[0], [0], [2]]]], [[[[0], [0]], [[0], [0]]]] -> [[[[3], [3]], [[2],
// [2]]]]
func.func @linalg.pooling_nhwc_max_unsigned(%x: tensor<1x3x3x1x$T>, %o: tensor<1x2x2x1x$T>) -> tensor<1x2x2x1x$T> {
  %w = tensor.empty() : tensor<2x2x$T>
  %r = linalg.pooling_nhwc_max_unsigned ins(%x, %w : tensor<1x3x3x1x$T>, tensor<2x2x$T>) outs(%o : tensor<1x2x2x1x$T>) -> tensor<1x2x2x1x$T>
  return %r : tensor<1x2x2x1x$T>
}

// f32: [[[[1, -1, 1], [2, 0, -1], [3, 2, 2]]]], [[[[-9, -9], [-9, -9]]]] -> [[[[2, 1], [3, 2]]]]
func.func @linalg.pooling_nchw_max(%x: tensor<$1x$1x$3x$3x$T>, %o: tensor<$1x$1x$2x$2x$T>) -> tensor<$1x$1x$2x$2x$T> {
  %w = tensor.empty() : tensor<2x2x$T>
  %r = linalg.pooling_nchw_max ins(%x, %w : tensor<$1x$1x$3x$3x$T>, tensor<2x2x$T>) outs(%o : tensor<$1x$1x$2x$2x$T>) -> tensor<$1x$1x$2x$2x$T>
  return %r : tensor<$1x$1x$2x$2x$T>
}

// f32: [[[[2], [3], [3]], [[0], [3], [2]], [[2], [0], [-1]]]], [[[[9], [9]], [[9], [9]]]] -> [[[[0], [2]], [[0],
// [-1]]]]
func.func @linalg.pooling_nhwc_min(%x: tensor<$1x$3x$3x$1x$T>, %o: tensor<$1x$2x$2x$1x$T>) -> tensor<$1x$2x$2x$1x$T> {
  %w = tensor.empty() : tensor<2x2x$T>
  %r = linalg.pooling_nhwc_min ins(%x, %w : tensor<$1x$3x$3x$1x$T>, tensor<2x2x$T>) outs(%o : tensor<$1x$2x$2x$1x$T>) -> tensor<$1x$2x$2x$1x$T>
  return %r : tensor<$1x$2x$2x$1x$T>
}

// i8: [[[[2], [3], [1]], [[3], [3], [1]], [[2], [1], [2]]]], [[[[9], [9]], [[9], [9]]]] -> [[[[2], [1]], [[1],
// [1]]]]
func.func @linalg.pooling_nhwc_min_unsigned(%x: tensor<1x3x3x1x$T>, %o: tensor<1x2x2x1x$T>) -> tensor<1x2x2x1x$T> {
  %w = tensor.empty() : tensor<2x2x$T>
  %r = linalg.pooling_nhwc_min_unsigned ins(%x, %w : tensor<1x3x3x1x$T>, tensor<2x2x$T>) outs(%o : tensor<1x2x2x1x$T>) -> tensor<1x2x2x1x$T>
  return %r : tensor<1x2x2x1x$T>
}

// f32: [[[1], [-2], [3]]], [[[0], [0]]] -> [[[-1], [1]]]
func.func @linalg.pooling_nwc_sum(%x: tensor<1x3x1x$T>, %o: tensor<1x2x1x$T>) -> tensor<1x2x1x$T> {
  %w = tensor.empty() : tensor<2x$T>
  %r = linalg.pooling_nwc_sum ins(%x, %w : tensor<1x3x1x$T>, tensor<2x$T>) outs(%o : tensor<1x2x1x$T>) -> tensor<1x2x1x$T>
  return %r : tensor<1x2x1x$T>
}

// f32: [[[2, 1, 1]]], [[[0, 0]]] -> [[[3, 2]]]
func.func @linalg.pooling_ncw_sum(%x: tensor<1x1x3x$T>, %o: tensor<1x1x2x$T>) -> tensor<1x1x2x$T> {
  %w = tensor.empty() : tensor<2x$T>
  %r = linalg.pooling_ncw_sum ins(%x, %w : tensor<1x1x3x$T>, tensor<2x$T>) outs(%o : tensor<1x1x2x$T>) -> tensor<1x1x2x$T>
  return %r : tensor<1x1x2x$T>
}

// f32: [[[3], [3], [0]]], [[[-9], [-9]]] -> [[[3], [3]]]
func.func @linalg.pooling_nwc_max(%x: tensor<1x3x1x$T>, %o: tensor<1x2x1x$T>) -> tensor<1x2x1x$T> {
  %w = tensor.empty() : tensor<2x$T>
  %r = linalg.pooling_nwc_max ins(%x, %w : tensor<1x3x1x$T>, tensor<2x$T>) outs(%o : tensor<1x2x1x$T>) -> tensor<1x2x1x$T>
  return %r : tensor<1x2x1x$T>
}

// i8: [[[2], [3], [3]]], [[[0], [0]]] -> [[[3], [3]]]
func.func @linalg.pooling_nwc_max_unsigned(%x: tensor<1x3x1x$T>, %o: tensor<1x2x1x$T>) -> tensor<1x2x1x$T> {
  %w = tensor.empty() : tensor<2x$T>
  %r = linalg.pooling_nwc_max_unsigned ins(%x, %w : tensor<1x3x1x$T>, tensor<2x$T>) outs(%o : tensor<1x2x1x$T>) -> tensor<1x2x1x$T>
  return %r : tensor<1x2x1x$T>
}

// f32: [[[1, 0, -2]]], [[[-9, -9]]] -> [[[1, 0]]]
func.func @linalg.pooling_ncw_max(%x: tensor<1x1x3x$T>, %o: tensor<1x1x2x$T>) -> tensor<1x1x2x$T> {
  %w = tensor.empty() : tensor<2x$T>
  %r = linalg.pooling_ncw_max ins(%x, %w : tensor<1x1x3x$T>, tensor<2x$T>) outs(%o : tensor<1x1x2x$T>) -> tensor<1x1x2x$T>
  return %r : tensor<1x1x2x$T>
}

// f32: [[[-2], [3], [-1]]], [[[9], [9]]] -> [[[-2], [-1]]]
func.func @linalg.pooling_nwc_min(%x: tensor<1x3x1x$T>, %o: tensor<1x2x1x$T>) -> tensor<1x2x1x$T> {
  %w = tensor.empty() : tensor<2x$T>
  %r = linalg.pooling_nwc_min ins(%x, %w : tensor<1x3x1x$T>, tensor<2x$T>) outs(%o : tensor<1x2x1x$T>) -> tensor<1x2x1x$T>
  return %r : tensor<1x2x1x$T>
}

// i8: [[[2], [3], [3]]], [[[9], [9]]] -> [[[2], [3]]]
func.func @linalg.pooling_nwc_min_unsigned(%x: tensor<1x3x1x$T>, %o: tensor<1x2x1x$T>) -> tensor<1x2x1x$T> {
  %w = tensor.empty() : tensor<2x$T>
  %r = linalg.pooling_nwc_min_unsigned ins(%x, %w : tensor<1x3x1x$T>, tensor<2x$T>) outs(%o : tensor<1x2x1x$T>) -> tensor<1x2x1x$T>
  return %r : tensor<1x2x1x$T>
}

// f32: [[[[[3], [0], [-3]], [[3], [-1], [2]], [[2], [3], [-3]]], [[[3], [-3], [-2]], [[-3], [-2], [3]], [[3], [-1],
// [1]]]]], [[[[[0], [0]], [[0], [0]]], [[[0], [0]], [[0], [0]]]]] -> [[[[[5], [-2]], [[7], [1]]], [[[-5], [-4]],
// [[-3], [1]]]]]
func.func @linalg.pooling_ndhwc_sum(%x: tensor<1x2x3x3x1x$T>, %o: tensor<1x2x2x2x1x$T>) -> tensor<1x2x2x2x1x$T> {
  %w = tensor.empty() : tensor<1x2x2x$T>
  %r = linalg.pooling_ndhwc_sum ins(%x, %w : tensor<1x2x3x3x1x$T>, tensor<1x2x2x$T>) outs(%o : tensor<1x2x2x2x1x$T>) -> tensor<1x2x2x2x1x$T>
  return %r : tensor<1x2x2x2x1x$T>
}

// f32: [[[[[-1], [3], [2]], [[0], [-1], [-3]], [[2], [1], [-1]]], [[[3], [-1], [-3]], [[-1], [0], [-2]], [[-2],
// [-3], [3]]]]], [[[[[-9], [-9]], [[-9], [-9]]], [[[-9], [-9]], [[-9], [-9]]]]] -> [[[[[3], [3]], [[2], [1]]],
// [[[3], [0]], [[0], [3]]]]]
func.func @linalg.pooling_ndhwc_max(%x: tensor<1x2x3x3x1x$T>, %o: tensor<1x2x2x2x1x$T>) -> tensor<1x2x2x2x1x$T> {
  %w = tensor.empty() : tensor<1x2x2x$T>
  %r = linalg.pooling_ndhwc_max ins(%x, %w : tensor<1x2x3x3x1x$T>, tensor<1x2x2x$T>) outs(%o : tensor<1x2x2x2x1x$T>) -> tensor<1x2x2x2x1x$T>
  return %r : tensor<1x2x2x2x1x$T>
}

// f32: [[[[[3], [0], [3]], [[3], [0], [2]], [[1], [2], [3]]], [[[-2], [-1], [0]], [[1], [1], [2]], [[2], [-3],
// [-1]]]]], [[[[[9], [9]], [[9], [9]]], [[[9], [9]], [[9], [9]]]]] -> [[[[[0], [0]], [[0], [0]]], [[[-2], [-1]],
// [[-3], [-3]]]]]
func.func @linalg.pooling_ndhwc_min(%x: tensor<1x2x3x3x1x$T>, %o: tensor<1x2x2x2x1x$T>) -> tensor<1x2x2x2x1x$T> {
  %w = tensor.empty() : tensor<1x2x2x$T>
  %r = linalg.pooling_ndhwc_min ins(%x, %w : tensor<1x2x3x3x1x$T>, tensor<1x2x2x$T>) outs(%o : tensor<1x2x2x2x1x$T>) -> tensor<1x2x2x2x1x$T>
  return %r : tensor<1x2x2x2x1x$T>
}

// f32: [0.25, 2.5], [0.25, 2.5] -> [1.284025, 12.18249]
func.func @linalg.exp(%a0: tensor<$2x$T>, %o: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = linalg.exp ins(%a0 : tensor<$2x$T>) outs(%o : tensor<$2x$T>) -> tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// f32: [0.25, 2.5], [0.25, 2.5] -> [-1.386294, 0.9162907]
func.func @linalg.log(%a0: tensor<$2x$T>, %o: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = linalg.log ins(%a0 : tensor<$2x$T>) outs(%o : tensor<$2x$T>) -> tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// f32: [0.25, 2.5], [0.25, 2.5] -> [0.25, 2.5]
func.func @linalg.abs(%a0: tensor<$2x$T>, %o: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = linalg.abs ins(%a0 : tensor<$2x$T>) outs(%o : tensor<$2x$T>) -> tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// f32: [0.25, 2.5], [0.25, 2.5] -> [1, 3]
func.func @linalg.ceil(%a0: tensor<$2x$T>, %o: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = linalg.ceil ins(%a0 : tensor<$2x$T>) outs(%o : tensor<$2x$T>) -> tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// f32: [0.25, 2.5], [0.25, 2.5] -> [0, 2]
func.func @linalg.floor(%a0: tensor<$2x$T>, %o: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = linalg.floor ins(%a0 : tensor<$2x$T>) outs(%o : tensor<$2x$T>) -> tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// f32: [0.25, 2.5], [0.25, 2.5] -> [-0.25, -2.5]
func.func @linalg.negf(%a0: tensor<$2x$T>, %o: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = linalg.negf ins(%a0 : tensor<$2x$T>) outs(%o : tensor<$2x$T>) -> tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// f32: [0.25, 2.5], [0.25, 2.5] -> [4, 0.4]
func.func @linalg.reciprocal(%a0: tensor<$2x$T>, %o: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = linalg.reciprocal ins(%a0 : tensor<$2x$T>) outs(%o : tensor<$2x$T>) -> tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// f32: [0.25, 2.5], [0.25, 2.5] -> [0, 3]
func.func @linalg.round(%a0: tensor<$2x$T>, %o: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = linalg.round ins(%a0 : tensor<$2x$T>) outs(%o : tensor<$2x$T>) -> tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// f32: [0.25, 2.5], [0.25, 2.5] -> [0.5, 1.581139]
func.func @linalg.sqrt(%a0: tensor<$2x$T>, %o: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = linalg.sqrt ins(%a0 : tensor<$2x$T>) outs(%o : tensor<$2x$T>) -> tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// f32: [0.25, 2.5], [0.25, 2.5] -> [2, 0.6324555]
func.func @linalg.rsqrt(%a0: tensor<$2x$T>, %o: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = linalg.rsqrt ins(%a0 : tensor<$2x$T>) outs(%o : tensor<$2x$T>) -> tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// f32: [0.25, 2.5], [0.25, 2.5] -> [0.0625, 6.25]
func.func @linalg.square(%a0: tensor<$2x$T>, %o: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = linalg.square ins(%a0 : tensor<$2x$T>) outs(%o : tensor<$2x$T>) -> tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// f32: [0.25, 2.5], [0.25, 2.5] -> [0.2449187, 0.9866143]
func.func @linalg.tanh(%a0: tensor<$2x$T>, %o: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = linalg.tanh ins(%a0 : tensor<$2x$T>) outs(%o : tensor<$2x$T>) -> tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// f32: [0.25, 2.5], [0.25, 2.5] -> [0.2763264, 0.999593]
func.func @linalg.erf(%a0: tensor<$2x$T>, %o: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = linalg.erf ins(%a0 : tensor<$2x$T>) outs(%o : tensor<$2x$T>) -> tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// f32 i32: [1, 2], [0, 0] -> [1, 2]
func.func @linalg.copy(%a0: tensor<$2x$T>, %o: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = linalg.copy ins(%a0 : tensor<$2x$T>) outs(%o : tensor<$2x$T>) -> tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// f32 i32: [7, -7], [2, 2], [0, 0] -> [9, -5]
func.func @linalg.add(%a0: tensor<$2x$T>, %a1: tensor<$2x$T>, %o: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = linalg.add ins(%a0, %a1 : tensor<$2x$T>, tensor<$2x$T>) outs(%o : tensor<$2x$T>) -> tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// f32 i32: [7, -7], [2, 2], [0, 0] -> [5, -9]
func.func @linalg.sub(%a0: tensor<$2x$T>, %a1: tensor<$2x$T>, %o: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = linalg.sub ins(%a0, %a1 : tensor<$2x$T>, tensor<$2x$T>) outs(%o : tensor<$2x$T>) -> tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// f32 i32: [7, -7], [2, 2], [0, 0] -> [14, -14]
func.func @linalg.mul(%a0: tensor<$2x$T>, %a1: tensor<$2x$T>, %o: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = linalg.mul ins(%a0, %a1 : tensor<$2x$T>, tensor<$2x$T>) outs(%o : tensor<$2x$T>) -> tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// f32 i32: [7, -7], [2, 2], [0, 0] -> [7, 2]
func.func @linalg.max(%a0: tensor<$2x$T>, %a1: tensor<$2x$T>, %o: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = linalg.max ins(%a0, %a1 : tensor<$2x$T>, tensor<$2x$T>) outs(%o : tensor<$2x$T>) -> tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// f32 i32: [7, -7], [2, 2], [0, 0] -> [2, -7]
func.func @linalg.min(%a0: tensor<$2x$T>, %a1: tensor<$2x$T>, %o: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = linalg.min ins(%a0, %a1 : tensor<$2x$T>, tensor<$2x$T>) outs(%o : tensor<$2x$T>) -> tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// f32: [7, -7], [2, 2], [0, 0] -> [3.5, -3.5]
func.func @linalg.div(%a0: tensor<$2x$T>, %a1: tensor<$2x$T>, %o: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = linalg.div ins(%a0, %a1 : tensor<$2x$T>, tensor<$2x$T>) outs(%o : tensor<$2x$T>) -> tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// i32: [7, -7], [2, 2], [0, 0] -> [3, -3]
func.func @linalg.div.integers(%a0: tensor<$2x$T>, %a1: tensor<$2x$T>, %o: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = linalg.div ins(%a0, %a1 : tensor<$2x$T>, tensor<$2x$T>) outs(%o : tensor<$2x$T>) -> tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// i32: [7, 100], [2, 3], [0, 0] -> [3, 33]
func.func @linalg.div_unsigned(%a0: tensor<$2x$T>, %a1: tensor<$2x$T>, %o: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = linalg.div_unsigned ins(%a0, %a1 : tensor<$2x$T>, tensor<$2x$T>) outs(%o : tensor<$2x$T>) -> tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// f32: [2, 4], [3, 0.5], [0, 0] -> [8, 2]
func.func @linalg.powf(%a0: tensor<$2x$T>, %a1: tensor<$2x$T>, %o: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = linalg.powf ins(%a0, %a1 : tensor<$2x$T>, tensor<$2x$T>) outs(%o : tensor<$2x$T>) -> tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// f32 i32: [true, false], [1, 2], [3, 4], [0, 0] -> [1, 4]
func.func @linalg.select(%a0: tensor<$2xi1>, %a1: tensor<$2x$T>, %a2: tensor<$2x$T>, %o: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = linalg.select ins(%a0, %a1, %a2 : tensor<$2xi1>, tensor<$2x$T>, tensor<$2x$T>) outs(%o : tensor<$2x$T>) -> tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// floats i32: [[1, 2], [3, 4]], [10, 20], [[0, 0], [0, 0]] -> [[11, 22], [13, 24]]
func.func @linalg.elementwise(%a0: tensor<$2x$2x$T>, %a1: tensor<$2x$T>, %o: tensor<$2x$2x$T>) -> tensor<$2x$2x$T> {
  %r = linalg.elementwise kind=#linalg.elementwise_kind<add> indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>] ins(%a0, %a1 : tensor<$2x$2x$T>, tensor<$2x$T>) outs(%o : tensor<$2x$2x$T>) -> tensor<$2x$2x$T>
  return %r : tensor<$2x$2x$T>
}

// floats: [[1, 2], [3, 4]] -> [[7, 7], [7, 7]]
func.func @linalg.fill(%o: tensor<$2x$2x$T>) -> tensor<$2x$2x$T> {
  %z = arith.constant 7.0 : $T
  %r = linalg.fill ins(%z : $T) outs(%o : tensor<$2x$2x$T>) -> tensor<$2x$2x$T>
  return %r : tensor<$2x$2x$T>
}

// integers index: [[1, 2], [3, 4]] -> [[7, 7], [7, 7]]
func.func @linalg.fill.integers(%o: tensor<$2x$2x$T>) -> tensor<$2x$2x$T> {
  %z = arith.constant 7 : $T
  %r = linalg.fill ins(%z : $T) outs(%o : tensor<$2x$2x$T>) -> tensor<$2x$2x$T>
  return %r : tensor<$2x$2x$T>
}

// [[1, 2]] -> 0
func.func @linalg.fill_rng_2d(%o: tensor<1x2xf32>) -> tensor<i32> {
  %low = arith.constant 1.0 : f64
  %high = arith.constant 2.0 : f64
  %seed = arith.constant 7 : i32
  %0 = linalg.fill_rng_2d ins(%low, %high, %seed : f64, f64, i32) outs(%o : tensor<1x2xf32>) -> tensor<1x2xf32>
  %i = arith.constant 0 : index
  %s = tensor.extract %0[%i, %i] : tensor<1x2xf32>
  %one = arith.constant 1.0 : f32
  %outside = arith.cmpf olt, %s, %one : f32
  %n = arith.extui %outside : i1 to i32
  %r = tensor.from_elements %n : tensor<i32>
  return %r : tensor<i32>
}

// floats integers i1: [[1, 0, 1], [0, 0, 1]], [[0, 0], [0, 0], [0, 0]] -> [[1, 0], [0, 0], [1, 1]]
func.func @linalg.transpose(%x: tensor<$2x$3x$T>, %o: tensor<$3x$2x$T>) -> tensor<$3x$2x$T> {
  %r = linalg.transpose ins(%x : tensor<$2x$3x$T>) outs(%o : tensor<$3x$2x$T>) permutation = [1, 0]
  return %r : tensor<$3x$2x$T>
}

// floats integers i1: [1, 0], [[0, 0, 0], [0, 0, 0]] -> [[1, 1, 1], [0, 0, 0]]
func.func @linalg.broadcast(%x: tensor<$2x$T>, %o: tensor<$2x$3x$T>) -> tensor<$2x$3x$T> {
  %r = linalg.broadcast ins(%x : tensor<$2x$T>) outs(%o : tensor<$2x$3x$T>) dimensions = [1]
  return %r : tensor<$2x$3x$T>
}

// floats: [[1, 2], [3, 4]], [10, 20] -> [13, 27]
func.func @linalg.reduce(%x: tensor<$2x$2x$T>, %o: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = linalg.reduce { arith.addf } ins(%x : tensor<$2x$2x$T>) outs(%o : tensor<$2x$T>) dimensions = [1]
  return %r : tensor<$2x$T>
}

// integers: [[1, 2], [3, 4]], [0, 9] -> [3, 9]
func.func @linalg.reduce.integers(%x: tensor<$2x$2x$T>, %o: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = linalg.reduce { arith.maxsi } ins(%x : tensor<$2x$2x$T>) outs(%o : tensor<$2x$T>) dimensions = [0]
  return %r : tensor<$2x$T>
}

// floats: [1, 2], [3, 4] -> [3, 8]
func.func @linalg.map(%x: tensor<$2x$T>, %y: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = linalg.map { arith.mulf } ins(%x, %y : tensor<$2x$T>, tensor<$2x$T>) outs(%x : tensor<$2x$T>)
  return %r : tensor<$2x$T>
}

// floats: [[1, 1, 1, 1], [0, -inf, -inf, 0]] -> [[0.25, 0.25, 0.25, 0.25], [0.5, 0, 0, 0.5]]
func.func @linalg.softmax(%x: tensor<$2x$4x$T>) -> tensor<$2x$4x$T> {
  %r = linalg.softmax dimension(1) ins(%x : tensor<$2x$4x$T>) outs(%x : tensor<$2x$4x$T>) -> tensor<$2x$4x$T>
  return %r : tensor<$2x$4x$T>
}

// [[5, 1, 7], [2, 9, 9]], [-9, -9], [0, 0] -> [7, 9], [2, 1]
func.func @linalg.generic.two_results(%x: tensor<$2x$3xf32>, %o: tensor<$2xf32>, %k: tensor<$2xi64>) -> (tensor<$2xf32>, tensor<$2xi64>) {
  %r:2 = linalg.generic {indexing_maps = [#matrix, #rows, #rows], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<$2x$3xf32>) outs(%o, %k : tensor<$2xf32>, tensor<$2xi64>) {
  ^bb0(%v: f32, %m: f32, %n: i64):
    %j = linalg.index 1 : index
    %i = arith.index_cast %j : index to i64
    %p = arith.cmpf ogt, %v, %m : f32
    %a = arith.select %p, %v, %m : f32
    %b = arith.select %p, %i, %n : i64
    linalg.yield %a, %b : f32, i64
  } -> (tensor<$2xf32>, tensor<$2xi64>)
  return %r#0, %r#1 : tensor<$2xf32>, tensor<$2xi64>
}

// [[1, 2], [3, 4], [5, 6]], [2, 0] -> [[5, 6], [1, 2]]
func.func @linalg.generic.gather(%x: tensor<$3x$2xf32>, %rows: tensor<$2xi32>) -> tensor<2x2xf32> {
  %e = tensor.empty() : tensor<2x2xf32>
  %r = linalg.generic {indexing_maps = [#rows, #matrix], iterator_types = ["parallel", "parallel"]} ins(%rows : tensor<$2xi32>) outs(%e : tensor<2x2xf32>) {
  ^bb0(%row: i32, %o: f32):
    %i = arith.index_cast %row : i32 to index
    %j = linalg.index 1 : index
    %v = tensor.extract %x[%i, %j] : tensor<$3x$2xf32>
    linalg.yield %v : f32
  } -> tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}

// [1, 2, 3, 4], [10, 1] -> [12, 23, 34]
func.func @linalg.generic.window(%x: tensor<$4xf32>, %w: tensor<2xf32>) -> tensor<3xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<3xf32>) -> tensor<3xf32>
  %r = linalg.generic {indexing_maps = [#window, #columns, #rows], iterator_types = ["parallel", "reduction"]} ins(%x, %w : tensor<$4xf32>, tensor<2xf32>) outs(%i : tensor<3xf32>) {
  ^bb0(%v: f32, %k: f32, %o: f32):
    %p = arith.mulf %v, %k : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// f32 i32: [[1, 2], [3, 4]], [[[[0]], [[0]]], [[[0]], [[0]]]] -> [[[[1]], [[2]]], [[[3]], [[4]]]]
func.func @linalg.pack(%x: tensor<2x2x$T>, %o: tensor<2x2x1x1x$T>) -> tensor<2x2x1x1x$T> {
  %r = linalg.pack %x inner_dims_pos = [0, 1] inner_tiles = [1, 1] into %o : tensor<2x2x$T> -> tensor<2x2x1x1x$T>
  return %r : tensor<2x2x1x1x$T>
}

// f32 i32: [[[[1, 2], [3, 4]]]], [[0, 0], [0, 0]] -> [[1, 2], [3, 4]]
func.func @linalg.unpack(%x: tensor<1x1x2x2x$T>, %o: tensor<2x2x$T>) -> tensor<2x2x$T> {
  %r = linalg.unpack %x inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %o : tensor<1x1x2x2x$T> -> tensor<2x2x$T>
  return %r : tensor<2x2x$T>
}
