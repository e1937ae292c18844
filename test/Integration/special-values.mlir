// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Ops of math where their polynomials end: infinities, zeros, subnormal numbers, signs, large arguments.
// RUN: python3 %S/../Conversion/RTToLLVM/Inputs/npy.py %t.x.npy -0.9 -2 -2 0 0 0 -1 1 -inf -inf inf inf 2 nan
// RUN: python3 %S/../Conversion/RTToLLVM/Inputs/npy.py %t.y.npy 3 2 0.5 2 -1 0 inf nan 3 2.5 -2 0.5 0.5 0
// RUN: python3 %S/../Conversion/RTToLLVM/Inputs/npy.py %t.pow.npy -0.729 4 nan 0 inf 1 1 1 -inf inf 0 inf 1.41421356 1
// RUN: sflow-run %s --entry=power --input=%t.x.npy --input=%t.y.npy --expect=%t.pow.npy --quiet
// RUN: python3 %S/../Conversion/RTToLLVM/Inputs/npy.py %t.fifth.npy -0.59049 -32 -32 0 0 0 -1 1 -inf -inf inf inf 32 nan
// RUN: sflow-run %s --entry=fifth --input=%t.x.npy --expect=%t.fifth.npy --rtol=1e-2 --quiet
// RUN: python3 %S/../Conversion/RTToLLVM/Inputs/npy.py %t.r.npy 0 inf 4 -1 0.25
// RUN: python3 %S/../Conversion/RTToLLVM/Inputs/npy.py %t.rsqrt.npy inf 0 0.5 nan 2
// RUN: sflow-run %s --entry=rsqrt --input=%t.r.npy --expect=%t.rsqrt.npy --quiet
// RUN: sflow-run %s --entry=over_root --input=%t.r.npy --expect=%t.rsqrt.npy --quiet
// RUN: python3 %S/../Conversion/RTToLLVM/Inputs/npy.py %t.a.npy 0 1 inf inf -1
// RUN: python3 %S/../Conversion/RTToLLVM/Inputs/npy.py %t.b.npy 0 0 inf -inf 0
// RUN: python3 %S/../Conversion/RTToLLVM/Inputs/npy.py %t.atan2.npy 0 1.5707963 0.78539816 2.3561945 -1.5707963
// RUN: sflow-run %s --entry=arc --input=%t.a.npy --input=%t.b.npy --expect=%t.atan2.npy --quiet
// RUN: python3 %S/../Conversion/RTToLLVM/Inputs/npy.py %t.l.npy 3e-39 1 0 inf -1
// RUN: python3 %S/../Conversion/RTToLLVM/Inputs/npy.py %t.log.npy -88.70221 0 -inf inf nan
// RUN: sflow-run %s --entry=log --input=%t.l.npy --expect=%t.log.npy --quiet
// RUN: python3 %S/../Conversion/RTToLLVM/Inputs/npy.py %t.s.npy 1e6 1e7 -3e4 0.5 inf
// RUN: python3 %S/../Conversion/RTToLLVM/Inputs/npy.py %t.sin.npy -0.34999350 0.42054779 0.80266544 0.47942554 nan
// RUN: sflow-run %s --entry=sin --input=%t.s.npy --expect=%t.sin.npy --quiet
// RUN: python3 %S/../Conversion/RTToLLVM/Inputs/npy.py %t.c.npy inf -inf 8 -27 0
// RUN: python3 %S/../Conversion/RTToLLVM/Inputs/npy.py %t.cbrt.npy inf -inf 2 -3 0
// RUN: sflow-run %s --entry=root --input=%t.c.npy --expect=%t.cbrt.npy --quiet
// RUN: python3 %S/../Conversion/RTToLLVM/Inputs/npy.py %t.kind.npy 1 2 0 0 0
// RUN: python3 %S/../Conversion/RTToLLVM/Inputs/npy.py %t.k.npy inf 3 1e-40 0 nan
// RUN: sflow-run %s --entry=kind --input=%t.k.npy --expect=%t.kind.npy --quiet

func.func @power(%x: tensor<14xf32>, %y: tensor<14xf32>) -> tensor<14xf32> {
  %r = math.powf %x, %y : tensor<14xf32>
  return %r : tensor<14xf32>
}

// In bf16, where the exponent is widened.
func.func @fifth(%x: tensor<14xf32>) -> tensor<14xf32> {
  %five = arith.constant dense<5.0> : tensor<14xbf16>
  %n = arith.truncf %x : tensor<14xf32> to tensor<14xbf16>
  %p = math.powf %n, %five : tensor<14xbf16>
  %r = arith.extf %p : tensor<14xbf16> to tensor<14xf32>
  return %r : tensor<14xf32>
}

func.func @rsqrt(%x: tensor<5xf32>) -> tensor<5xf32> {
  %r = math.rsqrt %x : tensor<5xf32>
  return %r : tensor<5xf32>
}

func.func @over_root(%x: tensor<5xf32>) -> tensor<5xf32> {
  %one = arith.constant dense<1.0> : tensor<5xf32>
  %s = math.sqrt %x : tensor<5xf32>
  %r = arith.divf %one, %s : tensor<5xf32>
  return %r : tensor<5xf32>
}

func.func @arc(%y: tensor<5xf32>, %x: tensor<5xf32>) -> tensor<5xf32> {
  %r = math.atan2 %y, %x : tensor<5xf32>
  return %r : tensor<5xf32>
}

func.func @log(%x: tensor<5xf32>) -> tensor<5xf32> {
  %r = math.log %x : tensor<5xf32>
  return %r : tensor<5xf32>
}

func.func @sin(%x: tensor<5xf32>) -> tensor<5xf32> {
  %r = math.sin %x : tensor<5xf32>
  return %r : tensor<5xf32>
}

func.func @root(%x: tensor<5xf32>) -> tensor<5xf32> {
  %r = math.cbrt %x : tensor<5xf32>
  return %r : tensor<5xf32>
}

// 1 where it is infinite, 2 where it is normal.
func.func @kind(%x: tensor<5xf32>) -> tensor<5xf32> {
  %one = arith.constant dense<1.0> : tensor<5xf32>
  %two = arith.constant dense<2.0> : tensor<5xf32>
  %zero = arith.constant dense<0.0> : tensor<5xf32>
  %infinite = math.isinf %x : tensor<5xf32>
  %normal = math.isnormal %x : tensor<5xf32>
  %a = arith.select %infinite, %one, %zero : tensor<5xi1>, tensor<5xf32>
  %r = arith.select %normal, %two, %a : tensor<5xi1>, tensor<5xf32>
  return %r : tensor<5xf32>
}
