// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// shard.shift, along the second axis of a grid of two by three: each rank gets what the one before it in its row has. The
// program takes away what it should get, so every rank is left with x.
// RUN: python3 %S/../Conversion/RTToLLVM/Inputs/npy.py %t.x.npy 1:3:1
// RUN: sflow-run %s --input=%t.x.npy --expect=%t.x.npy --devices=host:1 --repeat=3 | FileCheck %s
// RUN: sed 's/offset = 1/offset = -1/' %s > %t.other.mlir
// RUN: not sflow-run %t.other.mlir --input=%t.x.npy --expect=%t.x.npy --devices=host:1 2>&1 | FileCheck %s --check-prefix=OTHER
// CHECK: on 6 ranks
// CHECK: agreement 1 output on every rank
// OTHER: elements differ

shard.grid @g(shape = 2x3)

func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %three = arith.constant 3 : index
  %row, %column = shard.process_multi_index on @g : index, index
  %base = arith.muli %row, %three : index
  %me = arith.addi %base, %column : index
  %to_left = arith.addi %column, %two : index
  %left = arith.remui %to_left, %three : index
  %source = arith.addi %base, %left : index
  %mine = func.call @filled(%me) : (index) -> tensor<2xf32>
  %wanted = func.call @filled(%source) : (index) -> tensor<2xf32>
  %got = shard.shift %mine on @g grid_axes = [1] shift_axis = 1 offset = 1 rotate : tensor<2xf32> -> tensor<2xf32>
  %e = tensor.empty() : tensor<2xf32>
  %difference = linalg.sub ins(%got, %wanted : tensor<2xf32>, tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %r = linalg.add ins(%x, %difference : tensor<2xf32>, tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

func.func private @filled(%i: index) -> tensor<2xf32> {
  %n = arith.index_cast %i : index to i32
  %f = arith.sitofp %n : i32 to f32
  %e = tensor.empty() : tensor<2xf32>
  %r = linalg.fill ins(%f : f32) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}
