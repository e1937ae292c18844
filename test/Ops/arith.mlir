// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Every op of arith that docs/SupportedOps.md says works, on tensors; see Inputs/ops.py.
// RUN: python3 %S/Inputs/ops.py %s %t --devices=host:2

#vector = affine_map<(d0) -> (d0)>

// integers index: [7, -7], [2, 2] -> [9, -5]
func.func @arith.addi(%x: tensor<$2x$T>, %y: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = arith.addi %x, %y : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// integers index: [7, -7], [2, 2] -> [5, -9]
func.func @arith.subi(%x: tensor<$2x$T>, %y: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = arith.subi %x, %y : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// integers index: [7, -7], [2, 2] -> [14, -14]
func.func @arith.muli(%x: tensor<$2x$T>, %y: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = arith.muli %x, %y : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// integers index: [7, -7], [2, 2] -> [2, 0]
func.func @arith.andi(%x: tensor<$2x$T>, %y: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = arith.andi %x, %y : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// integers index: [7, -7], [2, 2] -> [7, -5]
func.func @arith.ori(%x: tensor<$2x$T>, %y: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = arith.ori %x, %y : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// integers index: [7, -7], [2, 2] -> [5, -5]
func.func @arith.xori(%x: tensor<$2x$T>, %y: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = arith.xori %x, %y : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// integers index: [7, -7], [2, 2] -> [7, 2]
func.func @arith.maxsi(%x: tensor<$2x$T>, %y: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = arith.maxsi %x, %y : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// integers index: [7, -7], [2, 2] -> [2, -7]
func.func @arith.minsi(%x: tensor<$2x$T>, %y: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = arith.minsi %x, %y : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// integers index: [7, -7], [2, 2] -> [7, -7]
func.func @arith.maxui(%x: tensor<$2x$T>, %y: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = arith.maxui %x, %y : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// integers index: [7, -7], [2, 2] -> [2, 2]
func.func @arith.minui(%x: tensor<$2x$T>, %y: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = arith.minui %x, %y : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// integers index: [7, -7], [2, 2] -> [3, -3]
func.func @arith.divsi(%x: tensor<$2x$T>, %y: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = arith.divsi %x, %y : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// integers index: [7, -7], [2, 2] -> [1, -1]
func.func @arith.remsi(%x: tensor<$2x$T>, %y: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = arith.remsi %x, %y : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// integers index: [7, -7], [2, 2] -> [3, -4]
func.func @arith.floordivsi(%x: tensor<$2x$T>, %y: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = arith.floordivsi %x, %y : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// integers index: [7, -7], [2, 2] -> [4, -3]
func.func @arith.ceildivsi(%x: tensor<$2x$T>, %y: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = arith.ceildivsi %x, %y : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// integers index: [7, -7], [2, 2] -> [28, -28]
func.func @arith.shli(%x: tensor<$2x$T>, %y: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = arith.shli %x, %y : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// integers index: [7, -7], [2, 2] -> [1, -2]
func.func @arith.shrsi(%x: tensor<$2x$T>, %y: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = arith.shrsi %x, %y : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// integers index: [7, 100], [2, 2] -> [3, 50]
func.func @arith.divui(%x: tensor<$2x$T>, %y: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = arith.divui %x, %y : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// integers index: [7, 100], [2, 2] -> [1, 0]
func.func @arith.remui(%x: tensor<$2x$T>, %y: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = arith.remui %x, %y : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// integers index: [7, 100], [2, 2] -> [4, 50]
func.func @arith.ceildivui(%x: tensor<$2x$T>, %y: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = arith.ceildivui %x, %y : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// integers index: [7, 100], [2, 2] -> [1, 25]
func.func @arith.shrui(%x: tensor<$2x$T>, %y: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = arith.shrui %x, %y : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// i1: [true, true], [false, true] -> [true, false]
func.func @arith.addi.i1(%x: tensor<$2x$T>, %y: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = arith.addi %x, %y : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// i1: [true, true], [false, true] -> [false, true]
func.func @arith.muli.i1(%x: tensor<$2x$T>, %y: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = arith.muli %x, %y : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// i1: [true, true], [false, true] -> [false, true]
func.func @arith.andi.i1(%x: tensor<$2x$T>, %y: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = arith.andi %x, %y : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// i1: [true, true], [false, true] -> [true, true]
func.func @arith.ori.i1(%x: tensor<$2x$T>, %y: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = arith.ori %x, %y : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// i1: [true, true], [false, true] -> [true, false]
func.func @arith.xori.i1(%x: tensor<$2x$T>, %y: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = arith.xori %x, %y : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// i8: [-56, 100], [2, 3] -> [100, 33]
func.func @arith.divui.unsigned(%x: tensor<$2x$T>, %y: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = arith.divui %x, %y : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// integers index: [7, -7, 2], [2, 2, 2] -> [false, false, true]
func.func @arith.cmpi.eq(%x: tensor<$3x$T>, %y: tensor<$3x$T>) -> tensor<$3xi1> {
  %r = arith.cmpi eq, %x, %y : tensor<$3x$T>
  return %r : tensor<$3xi1>
}

// i32 i8: [7, -7, 2], [2, 2, 2] -> [true, true, false]
func.func @arith.cmpi.ne(%x: tensor<$3x$T>, %y: tensor<$3x$T>) -> tensor<$3xi1> {
  %r = arith.cmpi ne, %x, %y : tensor<$3x$T>
  return %r : tensor<$3xi1>
}

// i32 i8: [7, -7, 2], [2, 2, 2] -> [false, true, false]
func.func @arith.cmpi.slt(%x: tensor<$3x$T>, %y: tensor<$3x$T>) -> tensor<$3xi1> {
  %r = arith.cmpi slt, %x, %y : tensor<$3x$T>
  return %r : tensor<$3xi1>
}

// i32 i8: [7, -7, 2], [2, 2, 2] -> [false, true, true]
func.func @arith.cmpi.sle(%x: tensor<$3x$T>, %y: tensor<$3x$T>) -> tensor<$3xi1> {
  %r = arith.cmpi sle, %x, %y : tensor<$3x$T>
  return %r : tensor<$3xi1>
}

// i32 i8: [7, -7, 2], [2, 2, 2] -> [true, false, false]
func.func @arith.cmpi.sgt(%x: tensor<$3x$T>, %y: tensor<$3x$T>) -> tensor<$3xi1> {
  %r = arith.cmpi sgt, %x, %y : tensor<$3x$T>
  return %r : tensor<$3xi1>
}

// i32 i8: [7, -7, 2], [2, 2, 2] -> [true, false, true]
func.func @arith.cmpi.sge(%x: tensor<$3x$T>, %y: tensor<$3x$T>) -> tensor<$3xi1> {
  %r = arith.cmpi sge, %x, %y : tensor<$3x$T>
  return %r : tensor<$3xi1>
}

// i32 i8: [7, -7, 2], [2, 2, 2] -> [false, false, false]
func.func @arith.cmpi.ult(%x: tensor<$3x$T>, %y: tensor<$3x$T>) -> tensor<$3xi1> {
  %r = arith.cmpi ult, %x, %y : tensor<$3x$T>
  return %r : tensor<$3xi1>
}

// i32 i8: [7, -7, 2], [2, 2, 2] -> [false, false, true]
func.func @arith.cmpi.ule(%x: tensor<$3x$T>, %y: tensor<$3x$T>) -> tensor<$3xi1> {
  %r = arith.cmpi ule, %x, %y : tensor<$3x$T>
  return %r : tensor<$3xi1>
}

// i32 i8: [7, -7, 2], [2, 2, 2] -> [true, true, false]
func.func @arith.cmpi.ugt(%x: tensor<$3x$T>, %y: tensor<$3x$T>) -> tensor<$3xi1> {
  %r = arith.cmpi ugt, %x, %y : tensor<$3x$T>
  return %r : tensor<$3xi1>
}

// i32 i8: [7, -7, 2], [2, 2, 2] -> [true, true, true]
func.func @arith.cmpi.uge(%x: tensor<$3x$T>, %y: tensor<$3x$T>) -> tensor<$3xi1> {
  %r = arith.cmpi uge, %x, %y : tensor<$3x$T>
  return %r : tensor<$3xi1>
}

// floats: [2, -2.5], [3, 0.5] -> [5, -2]
func.func @arith.addf(%x: tensor<$2x$T>, %y: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = arith.addf %x, %y : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// floats: [2, -2.5], [3, 0.5] -> [-1, -3]
func.func @arith.subf(%x: tensor<$2x$T>, %y: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = arith.subf %x, %y : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// floats: [2, -2.5], [3, 0.5] -> [6, -1.25]
func.func @arith.mulf(%x: tensor<$2x$T>, %y: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = arith.mulf %x, %y : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// floats: [2, -2.5], [3, 0.5] -> [0.6666667, -5]
func.func @arith.divf(%x: tensor<$2x$T>, %y: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = arith.divf %x, %y : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// floats: [2, -2.5], [3, 0.5] -> [2, 0]
func.func @arith.remf(%x: tensor<$2x$T>, %y: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = arith.remf %x, %y : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// floats: [2, -2.5], [3, 0.5] -> [3, 0.5]
func.func @arith.maximumf(%x: tensor<$2x$T>, %y: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = arith.maximumf %x, %y : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// floats: [2, -2.5], [3, 0.5] -> [2, -2.5]
func.func @arith.minimumf(%x: tensor<$2x$T>, %y: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = arith.minimumf %x, %y : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// floats: [2, -2.5], [3, 0.5] -> [3, 0.5]
func.func @arith.maxnumf(%x: tensor<$2x$T>, %y: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = arith.maxnumf %x, %y : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// floats: [2, -2.5], [3, 0.5] -> [2, -2.5]
func.func @arith.minnumf(%x: tensor<$2x$T>, %y: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = arith.minnumf %x, %y : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// floats: [nan, 1], [3, nan] -> [nan, nan]
func.func @arith.maximumf.nan(%x: tensor<$2x$T>, %y: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = arith.maximumf %x, %y : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// floats: [nan, 1], [3, nan] -> [3, 1]
func.func @arith.maxnumf.nan(%x: tensor<$2x$T>, %y: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = arith.maxnumf %x, %y : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// floats: [nan, 1], [3, nan] -> [nan, nan]
func.func @arith.minimumf.nan(%x: tensor<$2x$T>, %y: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = arith.minimumf %x, %y : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// floats: [nan, 1], [3, nan] -> [3, 1]
func.func @arith.minnumf.nan(%x: tensor<$2x$T>, %y: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = arith.minnumf %x, %y : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// floats: [2, 1, 3, nan], [1, 2, 3, 1] -> [false, false, true, false]
func.func @arith.cmpf.oeq(%x: tensor<$4x$T>, %y: tensor<$4x$T>) -> tensor<$4xi1> {
  %r = arith.cmpf oeq, %x, %y : tensor<$4x$T>
  return %r : tensor<$4xi1>
}

// f32: [2, 1, 3, nan], [1, 2, 3, 1] -> [true, true, false, false]
func.func @arith.cmpf.one(%x: tensor<$4x$T>, %y: tensor<$4x$T>) -> tensor<$4xi1> {
  %r = arith.cmpf one, %x, %y : tensor<$4x$T>
  return %r : tensor<$4xi1>
}

// f32: [2, 1, 3, nan], [1, 2, 3, 1] -> [false, true, false, false]
func.func @arith.cmpf.olt(%x: tensor<$4x$T>, %y: tensor<$4x$T>) -> tensor<$4xi1> {
  %r = arith.cmpf olt, %x, %y : tensor<$4x$T>
  return %r : tensor<$4xi1>
}

// f32: [2, 1, 3, nan], [1, 2, 3, 1] -> [false, true, true, false]
func.func @arith.cmpf.ole(%x: tensor<$4x$T>, %y: tensor<$4x$T>) -> tensor<$4xi1> {
  %r = arith.cmpf ole, %x, %y : tensor<$4x$T>
  return %r : tensor<$4xi1>
}

// f32: [2, 1, 3, nan], [1, 2, 3, 1] -> [true, false, false, false]
func.func @arith.cmpf.ogt(%x: tensor<$4x$T>, %y: tensor<$4x$T>) -> tensor<$4xi1> {
  %r = arith.cmpf ogt, %x, %y : tensor<$4x$T>
  return %r : tensor<$4xi1>
}

// f32: [2, 1, 3, nan], [1, 2, 3, 1] -> [true, false, true, false]
func.func @arith.cmpf.oge(%x: tensor<$4x$T>, %y: tensor<$4x$T>) -> tensor<$4xi1> {
  %r = arith.cmpf oge, %x, %y : tensor<$4x$T>
  return %r : tensor<$4xi1>
}

// f32: [2, 1, 3, nan], [1, 2, 3, 1] -> [true, true, true, false]
func.func @arith.cmpf.ord(%x: tensor<$4x$T>, %y: tensor<$4x$T>) -> tensor<$4xi1> {
  %r = arith.cmpf ord, %x, %y : tensor<$4x$T>
  return %r : tensor<$4xi1>
}

// f32: [2, 1, 3, nan], [1, 2, 3, 1] -> [false, false, true, true]
func.func @arith.cmpf.ueq(%x: tensor<$4x$T>, %y: tensor<$4x$T>) -> tensor<$4xi1> {
  %r = arith.cmpf ueq, %x, %y : tensor<$4x$T>
  return %r : tensor<$4xi1>
}

// f32: [2, 1, 3, nan], [1, 2, 3, 1] -> [true, true, false, true]
func.func @arith.cmpf.une(%x: tensor<$4x$T>, %y: tensor<$4x$T>) -> tensor<$4xi1> {
  %r = arith.cmpf une, %x, %y : tensor<$4x$T>
  return %r : tensor<$4xi1>
}

// f32: [2, 1, 3, nan], [1, 2, 3, 1] -> [false, true, false, true]
func.func @arith.cmpf.ult(%x: tensor<$4x$T>, %y: tensor<$4x$T>) -> tensor<$4xi1> {
  %r = arith.cmpf ult, %x, %y : tensor<$4x$T>
  return %r : tensor<$4xi1>
}

// f32: [2, 1, 3, nan], [1, 2, 3, 1] -> [false, true, true, true]
func.func @arith.cmpf.ule(%x: tensor<$4x$T>, %y: tensor<$4x$T>) -> tensor<$4xi1> {
  %r = arith.cmpf ule, %x, %y : tensor<$4x$T>
  return %r : tensor<$4xi1>
}

// f32: [2, 1, 3, nan], [1, 2, 3, 1] -> [true, false, false, true]
func.func @arith.cmpf.ugt(%x: tensor<$4x$T>, %y: tensor<$4x$T>) -> tensor<$4xi1> {
  %r = arith.cmpf ugt, %x, %y : tensor<$4x$T>
  return %r : tensor<$4xi1>
}

// f32: [2, 1, 3, nan], [1, 2, 3, 1] -> [true, false, true, true]
func.func @arith.cmpf.uge(%x: tensor<$4x$T>, %y: tensor<$4x$T>) -> tensor<$4xi1> {
  %r = arith.cmpf uge, %x, %y : tensor<$4x$T>
  return %r : tensor<$4xi1>
}

// f32: [2, 1, 3, nan], [1, 2, 3, 1] -> [false, false, false, true]
func.func @arith.cmpf.uno(%x: tensor<$4x$T>, %y: tensor<$4x$T>) -> tensor<$4xi1> {
  %r = arith.cmpf uno, %x, %y : tensor<$4x$T>
  return %r : tensor<$4xi1>
}

// floats: [2, -3] -> [-2, 3]
func.func @arith.negf(%x: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = arith.negf %x : tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// floats integers index: [true, false], [1, 2], [3, 4] -> [1, 4]
func.func @arith.select(%c: tensor<$2xi1>, %x: tensor<$2x$T>, %y: tensor<$2x$T>) -> tensor<$2x$T> {
  %r = arith.select %c, %x, %y : tensor<$2xi1>, tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// [1, 2] -> [2.5, 0.5], [4, 6]
func.func @arith.constant(%x: tensor<2xi32>) -> (tensor<2xf32>, tensor<2xi32>) {
  %f = arith.constant dense<[2.5, 0.5]> : tensor<2xf32>
  %i = arith.constant dense<[3, 4]> : tensor<2xi32>
  %r = arith.addi %i, %x : tensor<2xi32>
  return %f, %r : tensor<2xf32>, tensor<2xi32>
}

// f32 f16 bf16: [1.5, -3] -> [1.5, -3]
func.func @arith.extf.f64(%x: tensor<$2x$T>) -> tensor<$2xf64> {
  %r = arith.extf %x : tensor<$2x$T> to tensor<$2xf64>
  return %r : tensor<$2xf64>
}

// f16 bf16: [1.5, -3] -> [1.5, -3]
func.func @arith.extf.f32(%x: tensor<$2x$T>) -> tensor<$2xf32> {
  %r = arith.extf %x : tensor<$2x$T> to tensor<$2xf32>
  return %r : tensor<$2xf32>
}

// f32 f16 bf16: [1.5, -3] -> [1.5, -3]
func.func @arith.truncf.f64(%x: tensor<$2xf64>) -> tensor<$2x$T> {
  %r = arith.truncf %x : tensor<$2xf64> to tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// f16 bf16: [1.5, -3] -> [1.5, -3]
func.func @arith.truncf.f32(%x: tensor<$2xf32>) -> tensor<$2x$T> {
  %r = arith.truncf %x : tensor<$2xf32> to tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// i32 i16 i8: [5, -5] -> [5, -5]
func.func @arith.extsi.i64(%x: tensor<$2x$T>) -> tensor<$2xi64> {
  %r = arith.extsi %x : tensor<$2x$T> to tensor<$2xi64>
  return %r : tensor<$2xi64>
}

// i1: [true, false] -> [1, 0]
func.func @arith.extui.i1(%x: tensor<$2x$T>) -> tensor<$2xi8> {
  %r = arith.extui %x : tensor<$2x$T> to tensor<$2xi8>
  return %r : tensor<$2xi8>
}

// i8: [5, -5] -> [5, 251]
func.func @arith.extui.i8(%x: tensor<$2x$T>) -> tensor<$2xi32> {
  %r = arith.extui %x : tensor<$2x$T> to tensor<$2xi32>
  return %r : tensor<$2xi32>
}

// i32 i16: [5, 7] -> [5, 7]
func.func @arith.extui.i64(%x: tensor<$2x$T>) -> tensor<$2xi64> {
  %r = arith.extui %x : tensor<$2x$T> to tensor<$2xi64>
  return %r : tensor<$2xi64>
}

// i32 i16 i8: [5, -5] -> [5, -5]
func.func @arith.trunci.i64(%x: tensor<$2xi64>) -> tensor<$2x$T> {
  %r = arith.trunci %x : tensor<$2xi64> to tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// i1: [5, 4] -> [true, false]
func.func @arith.trunci.i1(%x: tensor<$2xi32>) -> tensor<$2x$T> {
  %r = arith.trunci %x : tensor<$2xi32> to tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// floats: [5, -5] -> [5, -5]
func.func @arith.sitofp.i32(%x: tensor<$2xi32>) -> tensor<$2x$T> {
  %r = arith.sitofp %x : tensor<$2xi32> to tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// i64 i16 i8: [5, -5] -> [5, -5]
func.func @arith.sitofp.f32(%x: tensor<$2x$T>) -> tensor<$2xf32> {
  %r = arith.sitofp %x : tensor<$2x$T> to tensor<$2xf32>
  return %r : tensor<$2xf32>
}

// floats: [5, -5] -> [5, 251]
func.func @arith.uitofp.i8(%x: tensor<$2xi8>) -> tensor<$2x$T> {
  %r = arith.uitofp %x : tensor<$2xi8> to tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// i64 i32 i16: [5, 6] -> [5, 6]
func.func @arith.uitofp.f32(%x: tensor<$2x$T>) -> tensor<$2xf32> {
  %r = arith.uitofp %x : tensor<$2x$T> to tensor<$2xf32>
  return %r : tensor<$2xf32>
}

// i1: [true, false] -> [1, 0]
func.func @arith.uitofp.i1(%x: tensor<$2x$T>) -> tensor<$2xf32> {
  %r = arith.uitofp %x : tensor<$2x$T> to tensor<$2xf32>
  return %r : tensor<$2xf32>
}

// floats: [5.75, -5.75] -> [5, -5]
func.func @arith.fptosi.i32(%x: tensor<$2x$T>) -> tensor<$2xi32> {
  %r = arith.fptosi %x : tensor<$2x$T> to tensor<$2xi32>
  return %r : tensor<$2xi32>
}

// i64 i16 i8: [5.75, -5.75] -> [5, -5]
func.func @arith.fptosi.f32(%x: tensor<$2xf32>) -> tensor<$2x$T> {
  %r = arith.fptosi %x : tensor<$2xf32> to tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// floats: [5.75, 0.5] -> [5, 0]
func.func @arith.fptoui.i32(%x: tensor<$2x$T>) -> tensor<$2xi32> {
  %r = arith.fptoui %x : tensor<$2x$T> to tensor<$2xi32>
  return %r : tensor<$2xi32>
}

// i64 i16 i8: [5.75, 100] -> [5, 100]
func.func @arith.fptoui.f32(%x: tensor<$2xf32>) -> tensor<$2x$T> {
  %r = arith.fptoui %x : tensor<$2xf32> to tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// [1, -2] -> [1065353216, -1073741824]
func.func @arith.bitcast.i32(%x: tensor<$2xf32>) -> tensor<$2xi32> {
  %r = arith.bitcast %x : tensor<$2xf32> to tensor<$2xi32>
  return %r : tensor<$2xi32>
}

// f16: [15360, -16384] -> [1, -2]
func.func @arith.bitcast.f16(%x: tensor<$2xi16>) -> tensor<$2x$T> {
  %r = arith.bitcast %x : tensor<$2xi16> to tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// bf16: [16256, -16384] -> [1, -2]
func.func @arith.bitcast.bf16(%x: tensor<$2xi16>) -> tensor<$2x$T> {
  %r = arith.bitcast %x : tensor<$2xi16> to tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// [0, 4607182418800017408] -> [0, 1]
func.func @arith.bitcast.f64(%x: tensor<$2xi64>) -> tensor<$2xf64> {
  %r = arith.bitcast %x : tensor<$2xi64> to tensor<$2xf64>
  return %r : tensor<$2xf64>
}

// integers: [5, -5] -> [5, -5]
func.func @arith.index_cast.to(%x: tensor<$2x$T>) -> tensor<$2xindex> {
  %r = arith.index_cast %x : tensor<$2x$T> to tensor<$2xindex>
  return %r : tensor<$2xindex>
}

// integers: [5, -5] -> [5, -5]
func.func @arith.index_cast.from(%x: tensor<$2xindex>) -> tensor<$2x$T> {
  %r = arith.index_cast %x : tensor<$2xindex> to tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// i8: [5, -5] -> [5, 251]
func.func @arith.index_castui.to(%x: tensor<$2x$T>) -> tensor<$2xindex> {
  %r = arith.index_castui %x : tensor<$2x$T> to tensor<$2xindex>
  return %r : tensor<$2xindex>
}

// integers: [5, 7] -> [5, 7]
func.func @arith.index_castui.from(%x: tensor<$2xindex>) -> tensor<$2x$T> {
  %r = arith.index_castui %x : tensor<$2xindex> to tensor<$2x$T>
  return %r : tensor<$2x$T>
}

// integers: [5, -5], [3, 7] -> [8, 2], [false, true]
func.func @arith.addui_extended(%x: tensor<$2x$T>, %y: tensor<$2x$T>) -> (tensor<$2x$T>, tensor<$2xi1>) {
  %0, %1 = arith.addui_extended %x, %y : tensor<$2x$T>, tensor<$2xi1>
  return %0, %1 : tensor<$2x$T>, tensor<$2xi1>
}

// integers: [5, -1], [3, 2] -> [15, -2], [0, 1]
func.func @arith.mului_extended(%x: tensor<$2x$T>, %y: tensor<$2x$T>) -> (tensor<$2x$T>, tensor<$2x$T>) {
  %0, %1 = arith.mului_extended %x, %y : tensor<$2x$T>
  return %0, %1 : tensor<$2x$T>, tensor<$2x$T>
}

// integers: [5, -1], [3, 2] -> [15, -2], [0, -1]
func.func @arith.mulsi_extended(%x: tensor<$2x$T>, %y: tensor<$2x$T>) -> (tensor<$2x$T>, tensor<$2x$T>) {
  %0, %1 = arith.mulsi_extended %x, %y : tensor<$2x$T>
  return %0, %1 : tensor<$2x$T>, tensor<$2x$T>
}

// floats: [2, -3] -> [9, 2]
func.func @arith.addf.generic(%x: tensor<$2x$T>) -> tensor<$2x$T> {
  %c = arith.constant 5.0 : $T
  %r = linalg.generic {indexing_maps = [#vector, #vector], iterator_types = ["parallel"]} ins(%x : tensor<$2x$T>) outs(%x : tensor<$2x$T>) {
  ^bb0(%a: $T, %b: $T):
    %0 = arith.addf %a, %b : $T
    %1 = arith.maximumf %0, %a : $T
    %2 = arith.addf %1, %c : $T
    %p = arith.cmpf ogt, %a, %c : $T
    %3 = arith.select %p, %a, %2 : $T
    linalg.yield %3 : $T
  } -> tensor<$2x$T>
  return %r : tensor<$2x$T>
}
