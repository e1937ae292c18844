// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// RUN: sflow-opt %s --syncflow-relax-floats | FileCheck %s

// In bodies of tasks and their loops; NaN and infinities keep their meaning (no nnan, ninf). Casts and integers have no flags.
// CHECK-LABEL: func.func private @body(
// CHECK: arith.addf %{{.*}}, %{{.*}} fastmath<reassoc,nsz,arcp,contract> : f32
// CHECK: arith.mulf %{{.*}}, %{{.*}} fastmath<reassoc,nsz,arcp,contract> : f32
// CHECK: math.sqrt %{{.*}} fastmath<reassoc,nsz,arcp,contract> : f32
// CHECK: arith.truncf %{{.*}} : f32 to f16
// CHECK: arith.extf %{{.*}} : f16 to f32
// CHECK: arith.maximumf %{{.*}}, %{{.*}} fastmath<reassoc,nsz,arcp,contract> : f32
func.func private @body(%a: memref<1xf32>) -> i32 attributes {syncflow.body} {
  %0 = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %x = memref.load %a[%c0] : memref<1xf32>
  %1 = arith.addf %x, %x : f32
  %2 = arith.mulf %1, %x : f32
  %3 = math.sqrt %2 : f32
  %4 = arith.truncf %3 : f32 to f16
  %5 = arith.extf %4 : f16 to f32
  %6 = arith.maximumf %5, %x : f32
  memref.store %6, %a[%c0] : memref<1xf32>
  return %0 : i32
}
// CHECK-LABEL: func.func private @loop(
// CHECK: arith.addf %{{.*}}, %{{.*}} fastmath<reassoc,nsz,arcp,contract> : f32
func.func private @loop(%a: memref<1xf32>) attributes {syncflow.loop} {
  %c0 = arith.constant 0 : index
  %x = memref.load %a[%c0] : memref<1xf32>
  %1 = arith.addf %x, %x : f32
  memref.store %1, %a[%c0] : memref<1xf32>
  return
}

// An estimate of 1/sqrt(0) would be NaN.
// CHECK-LABEL: func.func private @root(
// CHECK: math.rsqrt %{{.*}} fastmath<reassoc,nsz,contract> : f32
// CHECK: arith.divf %{{.*}} fastmath<reassoc,nsz,contract> : f32
// CHECK: arith.divf %{{.*}} fastmath<reassoc,nsz,arcp,contract> : f32
func.func private @root(%a: memref<1xf32>) attributes {syncflow.loop} {
  %c0 = arith.constant 0 : index
  %x = memref.load %a[%c0] : memref<1xf32>
  %0 = math.rsqrt %x : f32
  %1 = math.sqrt %x : f32
  %2 = arith.divf %0, %1 : f32
  %3 = arith.divf %2, %x : f32
  memref.store %3, %a[%c0] : memref<1xf32>
  return
}

// Host code stays as it is written.
// CHECK-LABEL: func.func @host(
// CHECK: arith.addf %{{.*}}, %{{.*}} : f32
func.func @host(%x: f32) -> f32 {
  %1 = arith.addf %x, %x : f32
  return %1 : f32
}
