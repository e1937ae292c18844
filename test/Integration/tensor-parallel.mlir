// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Two layers split over two ranks: rows of the first matrix, columns of the second one, and one sum of the parts.
// RUN: python3 %S/../Conversion/RTToLLVM/Inputs/npy.py %t.x.npy 1 1 1 1 1 1 1 1
// RUN: python3 %S/../Conversion/RTToLLVM/Inputs/npy.py %t.w.npy 1:65:1
// RUN: python3 %S/../Conversion/RTToLLVM/Inputs/npy.py %t.y.npy 12048:130000:16640
// RUN: sflow-run %s --input=%t.x.npy --input=%t.w.npy --expect=%t.y.npy | FileCheck %s
// RUN: sed 's/%%sum = shard.all_reduce %%part.*/%%sum = tensor.cast %%part : tensor<8xf32> to tensor<8xf32>/' %s > %t.no-sum.mlir
// RUN: not sflow-run %t.no-sum.mlir --input=%t.x.npy --input=%t.w.npy --expect=%t.y.npy 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: NO: results differ

// CHECK: tensor_parallel @main on 2 ranks of 1 device
// CHECK: moved {{ *}}32 B by transfers and collectives, each rank
// CHECK: agreement {{ *}}1 output on every rank within
module @tensor_parallel {
  shard.grid @tp(shape = 2)
  func.func @main(%x: tensor<8xf32>, %flat: tensor<64xf32>) -> tensor<8xf32> {
    %zero = arith.constant 0.0 : f32
    %w = tensor.expand_shape %flat [[0, 1]] output_shape [8, 8] : tensor<64xf32> into tensor<8x8xf32>
    %rows = shard.all_slice %w on @tp grid_axes = [0] slice_axis = 0 : tensor<8x8xf32> -> tensor<4x8xf32>
    %columns = shard.all_slice %w on @tp grid_axes = [0] slice_axis = 1 : tensor<8x8xf32> -> tensor<8x4xf32>
    %empty4 = tensor.empty() : tensor<4xf32>
    %zero4 = linalg.fill ins(%zero : f32) outs(%empty4 : tensor<4xf32>) -> tensor<4xf32>
    %hidden = linalg.matvec ins(%rows, %x : tensor<4x8xf32>, tensor<8xf32>) outs(%zero4 : tensor<4xf32>) -> tensor<4xf32>
    %empty8 = tensor.empty() : tensor<8xf32>
    %zero8 = linalg.fill ins(%zero : f32) outs(%empty8 : tensor<8xf32>) -> tensor<8xf32>
    %part = linalg.matvec ins(%columns, %hidden : tensor<8x4xf32>, tensor<4xf32>) outs(%zero8 : tensor<8xf32>) -> tensor<8xf32>
    %sum = shard.all_reduce %part on @tp grid_axes = [0] : tensor<8xf32> -> tensor<8xf32>
    return %sum : tensor<8xf32>
  }
}
