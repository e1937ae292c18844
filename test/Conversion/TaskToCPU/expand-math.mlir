// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// The values are tested by test/Integration/special-values.mlir.
// RUN: sflow-opt %s --split-input-file --syncflow-expand-math | FileCheck %s

// x^5 = x * (x^2)^2, also where the exponent was widened from bf16; x^-2 = 1 / x^2.
// CHECK-LABEL: func.func @whole(
// CHECK: %[[SQUARE:.*]] = arith.mulf %arg0, %arg0
// CHECK: %[[FOURTH:.*]] = arith.mulf %[[SQUARE]], %[[SQUARE]]
// CHECK: %[[FIFTH:.*]] = arith.mulf %arg0, %[[FOURTH]]
// CHECK: %[[SQUARE2:.*]] = arith.mulf %arg0, %arg0
// CHECK: %[[INVERSE:.*]] = arith.divf %{{.*}}, %[[SQUARE2]]
// CHECK: return %[[FIFTH]], %[[INVERSE]]
func.func @whole(%x: f32) -> (f32, f32) {
  %narrow = arith.constant 5.0 : bf16
  %five = arith.extf %narrow : bf16 to f32
  %two = arith.constant -2.0 : f32
  %a = math.powf %x, %five : f32
  %b = math.powf %x, %two : f32
  return %a, %b : f32, f32
}

// -----

// CHECK-LABEL: func.func @any(
// CHECK-NOT: math.powf
// CHECK: math.log
// CHECK: math.exp
// CHECK-NOT: math.powf
// CHECK: return
func.func @any(%x: f32, %y: f32) -> f32 {
  %a = math.powf %x, %y : f32
  return %a : f32
}

// -----

// Double precision has a library; vectors are not this pass's.
// CHECK-LABEL: func.func @left(
// CHECK: math.powf %{{.*}} : f64
// CHECK: math.sin %{{.*}} : f64
// CHECK: math.sin %arg1 : vector<4xf32>
func.func @left(%x: f64, %v: vector<4xf32>) -> (f64, f64, vector<4xf32>) {
  %a = math.powf %x, %x : f64
  %b = math.sin %x : f64
  %c = math.sin %v : vector<4xf32>
  return %a, %b, %c : f64, f64, vector<4xf32>
}

// -----

// CHECK-LABEL: func.func @prepared(
// CHECK: math.roundeven %{{.*}} : f64
// CHECK: %[[REST:.*]] = arith.truncf %{{.*}} : f64 to f32
// CHECK: math.sin %[[REST]]
// CHECK: %[[WIDENED:.*]] = arith.select
// CHECK: math.log %[[WIDENED]]
// CHECK: %[[Y:.*]] = arith.select %{{.*}}, %{{.*}}, %arg1
// CHECK: %[[X:.*]] = arith.select %{{.*}}, %{{.*}}, %arg0
// CHECK: math.atan2 %[[Y]], %[[X]]
// CHECK: %[[ROOT:.*]] = math.cbrt
// CHECK: arith.select %{{.*}}, %arg0, %[[ROOT]]
// CHECK-NOT: math.is
func.func @prepared(%x: f32, %y: f32) -> (f32, f32, f32, f32, i1, i1) {
  %a = math.sin %x : f32
  %b = math.log %x : f32
  %c = math.atan2 %y, %x : f32
  %d = math.cbrt %x : f32
  %e = math.isinf %x : f32
  %f = math.isnormal %x : f32
  return %a, %b, %c, %d, %e, %f : f32, f32, f32, f32, i1, i1
}

// -----

// CHECK-LABEL: func.func @clamp(
// CHECK: %[[LOW:.*]] = arith.maximumf %arg0, %arg1
// CHECK: arith.minimumf %[[LOW]], %arg2
func.func @clamp(%x: f32, %low: f32, %high: f32) -> f32 {
  %r = math.clampf %x to [%low, %high] : f32
  return %r : f32
}
