// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// The first part of the pipeline by its own name: tensors in, tasks on buffers out, parameters bound, weights packed at load,
// no order and no place yet. The parts behind it take it from there to the same as the whole pipeline makes.
// RUN: sflow-opt %s --convert-linalg-to-syncflow | FileCheck %s
// RUN: sflow-opt %s --syncflow-add-topology --convert-linalg-to-syncflow --syncflow-pipeline='stop-after=placed' -o %t.parts
// RUN: sflow-opt %s --syncflow-pipeline='stop-after=placed' -o %t.whole
// RUN: cmp %t.parts %t.whole

// CHECK-DAG: memref.global "private" @w : memref<8x64xf32> = uninitialized {syncflow.parameter = 0 : i64}
// CHECK-DAG: syncflow.derived = 0 : i64
// CHECK-LABEL: func.func @main(%arg0: memref<4x8xf32>)
// CHECK-NOT: tensor<
// CHECK: %[[OUT:.*]] = syncflow.rt.output 0()
// CHECK: syncflow.task "matmul0" ins({{.*}}) outs({{.*}} = %[[OUT]] :
// CHECK: linalg.generic
// CHECK: math.exp
// CHECK-NOT: syncflow.wait
// CHECK: func.func {{.*}}@__load
ml_program.global private @w(#ml_program.extern : tensor<8x64xf32>) : tensor<8x64xf32>
func.func @main(%x: tensor<4x8xf32>) -> tensor<4x64xf32> {
  %w = ml_program.global_load_const @w : tensor<8x64xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x64xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<4x64xf32>) -> tensor<4x64xf32>
  %m = linalg.matmul ins(%x, %w : tensor<4x8xf32>, tensor<8x64xf32>) outs(%z : tensor<4x64xf32>) -> tensor<4x64xf32>
  %r = math.exp %m : tensor<4x64xf32>
  return %r : tensor<4x64xf32>
}
