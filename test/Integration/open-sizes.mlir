// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Sizes that are known only at run time: what fits is computed, what does not ends the entry before it touches any memory.
// RUN: python3 %S/../Conversion/RTToLLVM/Inputs/npy.py %t.x.npy 1 2 3 4
// RUN: python3 %S/../Conversion/RTToLLVM/Inputs/npy.py %t.short.npy 1 2 3
// RUN: python3 %S/../Conversion/RTToLLVM/Inputs/npy.py %t.one.npy 10
// RUN: python3 %S/../Conversion/RTToLLVM/Inputs/npy.py %t.two.npy 2 4 6 8
// RUN: python3 %S/../Conversion/RTToLLVM/Inputs/npy.py %t.plus.npy 11 12 13 14
// RUN: python3 %S/../Conversion/RTToLLVM/Inputs/npy.py %t.pairs.npy 3 5 7
// RUN: python3 %S/../Conversion/RTToLLVM/Inputs/npy.py %t.back.npy 4 3 2 1
// RUN: sflow-run %s --entry=add --input=%t.x.npy --input=%t.x.npy --expect=%t.two.npy --devices=host:2 --quiet
// RUN: not sflow-run %s --entry=add --input=%t.x.npy --input=%t.short.npy --quiet 2>&1 | FileCheck %s --check-prefix=ADD
// ADD: error: {{.*}}open-sizes.mlir:[[# @LINE + 45]]:{{[0-9]+}}: 'linalg.add': operand 1 does not have the size in dimension 0 that operand 0 has in dimension 0
// RUN: sflow-run %s --entry=cast --input=%t.x.npy --expect=%t.two.npy --quiet
// RUN: not sflow-run %s --entry=cast --input=%t.short.npy --quiet 2>&1 | FileCheck %s --check-prefix=CAST
// CAST: error: {{.*}}: 'tensor.cast': dimension 0 is not of size 4
// RUN: sflow-run %s --entry=shorter --input=%t.x.npy --expect=%t.pairs.npy --quiet
// RUN: not sflow-run %s --entry=shorter --input=%t.one.npy --expect=%t.pairs.npy --quiet
// RUN: not sflow-run %s --entry=grows --input=%t.x.npy --quiet 2>&1 | FileCheck %s --check-prefix=GROWS
// GROWS: error: {{.*}}: 'scf.yield': a tensor that the loop carries changes its size in dimension 0

// Sizes whose product wraps around, positions that no data decides, a step that goes nowhere.
// RUN: not sflow-run %s --entry=huge --random-inputs=1 --shape=0:65536 --quiet 2>&1 | FileCheck %s --check-prefix=HUGE
// HUGE: error: {{.*}}intermediate tensors of these sizes need more than 256 TiB
// RUN: sflow-run %s --entry=reversed --input=%t.x.npy --input=%t.x.npy --expect=%t.back.npy --quiet
// RUN: not sflow-run %s --entry=reversed --input=%t.short.npy --input=%t.x.npy --quiet 2>&1 | FileCheck %s --check-prefix=WINDOW
// WINDOW: error: {{.*}}operand 0 is too small in dimension 0
// RUN: sflow-run %s --entry=positions --input=%t.x.npy --input=%t.short.npy --expect=%t.short.npy --quiet
// RUN: not sflow-run %s --entry=positions --input=%t.short.npy --input=%t.x.npy --quiet 2>&1 | FileCheck %s --check-prefix=POSITION
// POSITION: error: {{.*}}index out of range of dimension 0
// RUN: not sflow-run %s --entry=step --random-inputs=1 --int-max=0 --quiet 2>&1 | FileCheck %s --check-prefix=STEP
// STEP: error: {{.*}}: 'scf.for': the step is not positive

// TOSA broadcasts what turns out to be of size 1.
// RUN: sflow-run %s --entry=tosa_add --input=%t.x.npy --input=%t.x.npy --expect=%t.two.npy --devices=host:2 --scribble --quiet
// RUN: sflow-run %s --entry=tosa_add --input=%t.x.npy --input=%t.one.npy --expect=%t.plus.npy --devices=host:2 --scribble --quiet
// RUN: not sflow-run %s --entry=tosa_add --input=%t.x.npy --input=%t.short.npy --quiet 2>&1 | FileCheck %s --check-prefix=TOSA
// TOSA: error: {{.*}}does not have the size
// Where it cannot, nothing is left of the question.
// RUN: sflow-opt %s --syncflow-pipeline='devices=host:1 stop-after=async' | FileCheck %s --check-prefix=TWICE
// TWICE-LABEL: func.func @tosa_twice
// TWICE-NOT: scf.if
// TWICE: return

// Tiles of a result with three open sizes are proved to be apart, and are computed on two devices.
// RUN: sflow-opt %s --syncflow-pipeline='devices=host:2 stop-after=placed' | FileCheck %s --check-prefix=IMAGE
// IMAGE-LABEL: func.func @image
// IMAGE: syncflow.task "window0[0/2]"
// IMAGE: syncflow.task "window0[1/2]"
// IMAGE-LABEL: func.func @exported
// IMAGE: syncflow.task "window0[1/2]"

func.func @add(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  // The line that the message names.
  %r = linalg.add ins(%a, %b : tensor<?xf32>, tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

func.func @cast(%a: tensor<?xf32>) -> tensor<4xf32> {
  %x = tensor.cast %a : tensor<?xf32> to tensor<4xf32>
  %r = arith.addf %x, %x : tensor<4xf32>
  return %r : tensor<4xf32>
}

// One less than comes in: sums of neighbours.
func.func @shorter(%a: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %m = arith.subi %n, %c1 : index
  %left = tensor.extract_slice %a[0] [%m] [1] : tensor<?xf32> to tensor<?xf32>
  %right = tensor.extract_slice %a[1] [%m] [1] : tensor<?xf32> to tensor<?xf32>
  %r = arith.addf %left, %right : tensor<?xf32>
  return %r : tensor<?xf32>
}

func.func @grows(%a: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%x = %a) -> (tensor<?xf32>) {
    %more = tensor.concat dim(0) %x, %a : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    scf.yield %more : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

func.func @tosa_add(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %r = tosa.add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

func.func @tosa_twice(%a: tensor<?xf32>) -> tensor<?xf32> {
  %b = tosa.exp %a : (tensor<?xf32>) -> tensor<?xf32>
  %r = tosa.add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

func.func @image(%x: tensor<?x?x?x3xf32>, %f: tensor<4x3x2x3xf32>, %b: tensor<4xf32>) -> tensor<?x?x?x4xf32> {
  %z = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  %r = tosa.conv2d %x, %f, %b, %z, %z {pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>, acc_type = f32} : (tensor<?x?x?x3xf32>, tensor<4x3x2x3xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<?x?x?x4xf32>
  return %r : tensor<?x?x?x4xf32>
}

// As PyTorch's exporter writes a stride of 2, and asks whether a size is negative.
func.func @exported(%x: tensor<?x8x?x16xf32>, %w: tensor<4x8x3x3xf32>) -> tensor<?x4x?x7xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  %three = arith.constant 3 : i64
  %z = arith.constant 0.0 : f32
  %b = tensor.dim %x, %c0 : tensor<?x8x?x16xf32>
  %h = tensor.dim %x, %c2 : tensor<?x8x?x16xf32>
  %n = arith.index_cast %h : index to i64
  %less = arith.subi %n, %three : i64
  %half = arith.floordivsi %less, %two : i64
  %more = arith.addi %half, %one : i64
  %below = arith.cmpi slt, %n, %zero : i64
  %chosen = arith.select %below, %n, %more : i64
  %rows = arith.index_cast %chosen : i64 to index
  %e = tensor.empty(%b, %rows) : tensor<?x4x?x7xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<?x4x?x7xf32>) -> tensor<?x4x?x7xf32>
  %y = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%x, %w : tensor<?x8x?x16xf32>, tensor<4x8x3x3xf32>) outs(%i : tensor<?x4x?x7xf32>) -> tensor<?x4x?x7xf32>
  return %y : tensor<?x4x?x7xf32>
}

func.func @huge(%x: tensor<?xf32>) -> tensor<f32> {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %m = arith.muli %n, %n : index
  %e = tensor.empty(%m, %m) : tensor<?x?xf32>
  %s = tensor.empty() : tensor<f32>
  %i = linalg.fill ins(%z : f32) outs(%s : tensor<f32>) -> tensor<f32>
  %w = linalg.fill ins(%z : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %v = math.exp %w : tensor<?x?xf32>
  %t = linalg.transpose ins(%v : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) permutation = [1, 0]
  %r = linalg.reduce {arith.addf} ins(%t : tensor<?x?xf32>) outs(%i : tensor<f32>) dimensions = [0, 1]
  return %r : tensor<f32>
}

func.func @reversed(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (3 - i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%a : tensor<?xf32>) outs(%b : tensor<?xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}

func.func @positions(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%b : tensor<?xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %v = tensor.extract %a[%i] : tensor<?xf32>
    linalg.yield %v : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}

func.func @step(%s: tensor<1xi64>) -> tensor<1xi64> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %v = tensor.extract %s[%c0] : tensor<1xi64>
  %step = arith.index_cast %v : i64 to index
  %r = scf.for %i = %c0 to %c4 step %step iter_args(%x = %s) -> (tensor<1xi64>) {
    %y = arith.addi %x, %x : tensor<1xi64>
    scf.yield %y : tensor<1xi64>
  }
  return %r : tensor<1xi64>
}
