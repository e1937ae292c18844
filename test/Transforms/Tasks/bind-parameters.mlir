// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// RUN: sflow-opt %s --syncflow-bind-parameters | FileCheck %s --check-prefix=ORDER
// RUN: sflow-opt %s --syncflow-bind-parameters | FileCheck %s
// Bufferization leaves parameters and arguments as they are: what is written is a copy.
// RUN: sflow-opt %s --syncflow-bind-parameters --one-shot-bufferize=bufferize-function-boundaries | FileCheck %s --check-prefix=MEMORY

// Parameters are numbered in their order, unused ones too; derived ones keep their numbers; what has a value here is no parameter.
// CHECK: memref.global "private" @w : memref<8x4xf32> = uninitialized {syncflow.parameter = 0 : i64}
// CHECK-NEXT: memref.global "private" @derived : memref<4xf32> = uninitialized {syncflow.derived = 7 : i64}
// CHECK-NEXT: memref.global "private" @unused : memref<2xf32> = uninitialized {syncflow.parameter = 1 : i64}
// CHECK-NEXT: ml_program.global private @inside(dense<1.000000e+00> : tensor<4xf32>) : tensor<4xf32>
// CHECK-NEXT: memref.global "private" @v : memref<4xf32> = uninitialized {syncflow.parameter = 2 : i64}
ml_program.global private @w(#ml_program.extern : tensor<8x4xf32>) : tensor<8x4xf32>
ml_program.global private @derived(#ml_program.extern : tensor<4xf32>) : tensor<4xf32> {syncflow.derived = 7 : i64}
ml_program.global private @unused(#ml_program.extern : tensor<2xf32>) : tensor<2xf32>
ml_program.global private @inside(dense<1.0> : tensor<4xf32>) : tensor<4xf32>
ml_program.global private @v(#ml_program.extern : tensor<4xf32>) : tensor<4xf32>

// CHECK-LABEL: func.func @main
// CHECK-SAME: %{{.*}}: tensor<4xf32> {bufferization.writable = false}, %{{.*}}: index, %{{.*}}: tensor<4xf32> {bufferization.writable = false})
// CHECK: %[[W:.*]] = memref.get_global @v : memref<4xf32>
// CHECK: %[[V:.*]] = bufferization.to_tensor %[[W]] restrict : memref<4xf32> to tensor<4xf32>
// CHECK: %[[D:.*]] = memref.get_global @derived : memref<4xf32>
// CHECK: bufferization.to_tensor %[[D]] restrict
// CHECK: linalg.exp ins(%[[V]] : {{.*}}) outs(%[[V]] :
// MEMORY-LABEL: func.func @main
// MEMORY-SAME: %[[X:.*]]: memref<4xf32, {{.*}}, %{{.*}}: index, %{{.*}}: memref
// MEMORY: %[[V:.*]] = memref.get_global @v
// MEMORY-NOT: outs(%[[V]]
// MEMORY-NOT: outs(%[[X]]
// MEMORY: return
func.func @main(%x: tensor<4xf32>, %n: index, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %v = ml_program.global_load_const @v : tensor<4xf32>
  %d = ml_program.global_load_const @derived : tensor<4xf32>
  %a = linalg.exp ins(%v : tensor<4xf32>) outs(%v : tensor<4xf32>) -> tensor<4xf32>
  %b = linalg.exp ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  return %a, %b, %d : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// Constants get their globals here, whatever order bufferization takes the functions in (each stands before the earlier ones).
// ORDER: memref.global "private" constant @__constant_3xf32
// ORDER: memref.global "private" constant @__constant_2xf32
// ORDER: func.func @main
func.func @constants() -> (tensor<2xf32>, tensor<3xf32>) {
  %a = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %b = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  return %a, %b : tensor<2xf32>, tensor<3xf32>
}
