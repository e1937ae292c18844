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
// RUN: sflow-run %s --entry=add --input=%t.x.npy --input=%t.x.npy --expect=%t.two.npy --devices=host:2 --quiet
// RUN: not sflow-run %s --entry=add --input=%t.x.npy --input=%t.short.npy --quiet 2>&1 | FileCheck %s --check-prefix=ADD
// ADD: error: {{.*}}open-sizes.mlir:[[# @LINE + 31]]:{{[0-9]+}}: 'linalg.add': operand 1 does not have the size in dimension 0 that operand 0 has in dimension 0
// RUN: sflow-run %s --entry=cast --input=%t.x.npy --expect=%t.two.npy --quiet
// RUN: not sflow-run %s --entry=cast --input=%t.short.npy --quiet 2>&1 | FileCheck %s --check-prefix=CAST
// CAST: error: {{.*}}: 'tensor.cast': dimension 0 is not of size 4
// RUN: sflow-run %s --entry=shorter --input=%t.x.npy --expect=%t.pairs.npy --quiet
// RUN: not sflow-run %s --entry=shorter --input=%t.one.npy --expect=%t.pairs.npy --quiet
// RUN: not sflow-run %s --entry=grows --input=%t.x.npy --quiet 2>&1 | FileCheck %s --check-prefix=GROWS
// GROWS: error: {{.*}}: 'scf.yield': a tensor that the loop carries changes its size in dimension 0

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
