// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// RUN: sflow-opt %s --syncflow-approximate-math | FileCheck %s
// Nothing of f32 calls libm any more.
// RUN: sflow-opt %s --syncflow-approximate-math --convert-math-to-llvm --convert-math-to-libm | FileCheck %s --check-prefix=LIBM
// LIBM-NOT: call @{{exp|erf|tanh|log|sin|cos|atan|asin|acos|cbrt}}{{[a-z0-9]*}}f(
// LIBM: call @{{exp|erf}}
// LIBM-NOT: call @{{exp|erf|tanh|log|sin|cos|atan|asin|acos|cbrt}}{{[a-z0-9]*}}f(

// CHECK-LABEL: func.func @single(
// CHECK-NOT: math.{{exp|erf|tanh|log|sin|cos|atan|asin|acos|cbrt}}
// CHECK: math.fma
// CHECK-NOT: math.{{exp|erf|tanh|log|sin|cos|atan|asin|acos|cbrt}}
// CHECK: return
func.func @single(%x: f32, %y: f32, %v: vector<8xf32>) -> (f32, vector<8xf32>) {
  %0 = math.exp %x : f32
  %1 = math.erf %0 : f32
  %2 = math.tanh %1 : f32
  %3 = math.log %2 : f32
  %4 = math.log2 %3 : f32
  %5 = math.log1p %4 : f32
  %6 = math.expm1 %5 : f32
  %7 = math.sin %6 : f32
  %8 = math.cos %7 : f32
  %9 = math.atan %8 : f32
  %10 = math.atan2 %9, %y : f32
  %11 = math.asin %10 : f32
  %12 = math.acos %11 : f32
  %13 = math.erfc %12 : f32
  %14 = math.cbrt %13 : f32
  %15 = math.exp %v : vector<8xf32>
  return %14, %15 : f32, vector<8xf32>
}

// f64 is left to libm, and what processors have themselves to them.
// CHECK-LABEL: func.func @others(
// CHECK: math.exp %{{.*}} : f64
// CHECK: math.erf %{{.*}} : f64
// CHECK: math.sqrt %{{.*}} : f32
// CHECK: math.rsqrt %{{.*}} : f32
// CHECK: math.absf %{{.*}} : f32
func.func @others(%x: f64, %y: f32) -> (f64, f32) {
  %0 = math.exp %x : f64
  %1 = math.erf %0 : f64
  %2 = math.sqrt %y : f32
  %3 = math.rsqrt %2 : f32
  %4 = math.absf %3 : f32
  return %1, %4 : f64, f32
}
