// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// RUN: sflow-opt %s --syncflow-expand-arith | FileCheck %s

// CHECK-LABEL: func.func @widen(
// CHECK-NOT:     arith.extf
// CHECK:         arith.shli
func.func @widen(%x: bf16) -> f32 {
  %0 = arith.extf %x : bf16 to f32
  return %0 : f32
}

// CHECK-LABEL: func.func @narrow(
// CHECK-NOT:     arith.truncf
func.func @narrow(%x: f32) -> bf16 {
  %0 = arith.truncf %x : f32 to bf16
  return %0 : bf16
}

// CHECK-LABEL: func.func @round(
// CHECK-NOT:     arith.ceildivsi
func.func @round(%a: i64, %b: i64) -> i64 {
  %0 = arith.ceildivsi %a, %b : i64
  return %0 : i64
}

// A maximum stays one op, so that LLVM sees a reduction.
// CHECK-LABEL: func.func @maximum(
// CHECK-NEXT:    arith.maximumf
func.func @maximum(%a: f32, %b: f32) -> f32 {
  %0 = arith.maximumf %a, %b : f32
  return %0 : f32
}
