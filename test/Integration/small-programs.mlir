// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Programs that are small and legal, with answers that one can work out.
// RUN: python3 %S/../Conversion/RTToLLVM/Inputs/npy.py %t.x.npy 1 2 3 4
// RUN: python3 %S/../Conversion/RTToLLVM/Inputs/npy.py %t.two.npy 2 4 6 8
// RUN: python3 %S/../Conversion/RTToLLVM/Inputs/npy.py %t.quarters.npy 0.25 0.25 0.25 0.25
// RUN: python3 %S/../Conversion/RTToLLVM/Inputs/npy.py %t.max.npy 2 3 4
// RUN: python3 %S/../Conversion/RTToLLVM/Inputs/npy.py %t.six.npy 6 12 18 24
// RUN: sflow-run %s --entry=before_loop --input=%t.x.npy --expect=%t.six.npy --scribble --quiet
// RUN: sflow-run %s --entry=branch --input=%t.x.npy --expect=%t.two.npy --quiet
// RUN: sflow-run %s --entry=branch --input=%t.two.npy --expect=%t.two.npy --quiet
// RUN: sflow-run %s --entry=chosen --input=%t.x.npy --expect=%t.x.npy --quiet
// RUN: sflow-run %s --entry=softmax --input=%t.x.npy --expect=%t.quarters.npy --quiet
// RUN: sflow-run %s --entry=narrow --input=%t.x.npy --expect=%t.two.npy --quiet
// RUN: python3 %S/../Conversion/RTToLLVM/Inputs/npy.py %t.ten.npy 10 10 10 10
// RUN: sflow-run %s --entry=narrow_product --input=%t.x.npy --expect=%t.ten.npy --quiet
// RUN: sflow-run %s --entry=window --input=%t.x.npy --expect=%t.max.npy --quiet
// RUN: python3 %S/../Conversion/RTToLLVM/Inputs/npy.py %t.eleven.npy 11
// RUN: sflow-run %s --entry=from_constant --input=%t.x.npy --expect=%t.eleven.npy --devices=host:2 --scribble --quiet
// RUN: sflow-run %s --entry=table_and_rows --input=%t.x.npy --expect=%t.two.npy --devices=host:2 --pipeline-options=tile-threshold=1 --quiet
// RUN: not sflow-run %s --entry=branch --input=%t.two.npy --expect=%t.x.npy --quiet

// What is computed before a loop and read only in it is not released before.
func.func @before_loop(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %two = arith.addf %x, %x : tensor<4xf32>
  %four = arith.addf %two, %two : tensor<4xf32>
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%carried = %four) -> (tensor<4xf32>) {
    %six = arith.addf %four, %two : tensor<4xf32>
    scf.yield %six : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// A branch gives what it computes, or an argument as it is.
func.func @branch(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %first = tensor.extract %x[%c0] : tensor<4xf32>
  %small = arith.cmpf ole, %first, %one : f32
  %r = scf.if %small -> tensor<4xf32> {
    %sum = arith.addf %x, %x : tensor<4xf32>
    scf.yield %sum : tensor<4xf32>
  } else {
    scf.yield %x : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

func.func @chosen(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %first = tensor.extract %x[%c0] : tensor<4xf32>
  %small = arith.cmpf ole, %first, %one : f32
  %sum = arith.addf %x, %x : tensor<4xf32>
  %r = arith.select %small, %x, %sum : tensor<4xf32>
  return %r : tensor<4xf32>
}

// Of equal numbers.
func.func @softmax(%x: tensor<4xf32>) -> tensor<4xf32> {
  %zeros = arith.subf %x, %x : tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %r = linalg.softmax dimension(0) ins(%zeros : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// In bf16, and to it from f64.
func.func @narrow(%x: tensor<4xf32>) -> tensor<4xf32> {
  %wide = arith.extf %x : tensor<4xf32> to tensor<4xf64>
  %n = arith.truncf %wide : tensor<4xf64> to tensor<4xbf16>
  %sum = arith.addf %n, %n : tensor<4xbf16>
  %back = arith.extf %sum : tensor<4xbf16> to tensor<4xf64>
  %r = arith.truncf %back : tensor<4xf64> to tensor<4xf32>
  return %r : tensor<4xf32>
}

// A product that is added up in bf16.
func.func @narrow_product(%x: tensor<4xf32>) -> tensor<4xf32> {
  %one = arith.constant dense<1.0> : tensor<4x4xbf16>
  %zero = arith.constant 0.0 : bf16
  %n = arith.truncf %x : tensor<4xf32> to tensor<4xbf16>
  %row = tensor.expand_shape %n [[0, 1]] output_shape [1, 4] : tensor<4xbf16> into tensor<1x4xbf16>
  %e = tensor.empty() : tensor<1x4xbf16>
  %i = linalg.fill ins(%zero : bf16) outs(%e : tensor<1x4xbf16>) -> tensor<1x4xbf16>
  %p = linalg.matmul ins(%row, %one : tensor<1x4xbf16>, tensor<4x4xbf16>) outs(%i : tensor<1x4xbf16>) -> tensor<1x4xbf16>
  %flat = tensor.collapse_shape %p [[0, 1]] : tensor<1x4xbf16> into tensor<4xbf16>
  %r = arith.extf %flat : tensor<4xbf16> to tensor<4xf32>
  return %r : tensor<4xf32>
}

// The window of a pooling has no contents.
func.func @window(%x: tensor<4xf32>) -> tensor<3xf32> {
  %lowest = arith.constant 0xFF800000 : f32
  %rows = tensor.expand_shape %x [[0, 1, 2, 3]] output_shape [1, 1, 1, 4] : tensor<4xf32> into tensor<1x1x1x4xf32>
  %w = tensor.empty() : tensor<1x2xf32>
  %e = tensor.empty() : tensor<1x1x1x3xf32>
  %i = linalg.fill ins(%lowest : f32) outs(%e : tensor<1x1x1x3xf32>) -> tensor<1x1x1x3xf32>
  %p = linalg.pooling_nchw_max ins(%rows, %w : tensor<1x1x1x4xf32>, tensor<1x2xf32>) outs(%i : tensor<1x1x1x3xf32>) -> tensor<1x1x1x3xf32>
  %r = tensor.collapse_shape %p [[0, 1, 2, 3]] : tensor<1x1x1x3xf32> into tensor<3xf32>
  return %r : tensor<3xf32>
}

// A sum that starts from a constant.
func.func @from_constant(%x: tensor<4xf32>) -> tensor<1xf32> {
  %one = arith.constant dense<1.0> : tensor<1xf32>
  %row = tensor.expand_shape %x [[0, 1]] output_shape [1, 4] : tensor<4xf32> into tensor<1x4xf32>
  %r = linalg.reduce {arith.addf} ins(%row : tensor<1x4xf32>) outs(%one : tensor<1xf32>) dimensions = [1]
  return %r : tensor<1xf32>
}

// One op looks elements up in what another one reads by rows.
func.func @table_and_rows(%x: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %a = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%e : tensor<4xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %v = tensor.extract %x[%i] : tensor<4xf32>
    linalg.yield %v : f32
  } -> tensor<4xf32>
  %r = linalg.add ins(%a, %x : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
