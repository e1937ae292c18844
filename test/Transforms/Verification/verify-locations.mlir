// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// A report names the lines of the model as its author wrote it, however far the program has come since: here the race is
// in the async form, whose tasks stand in another file.
// RUN: sflow-opt %s "--syncflow-pipeline=devices=host:2 stop-after=async" --mlir-print-debuginfo -o %t.right.mlir
// RUN: sflow-opt %t.right.mlir --syncflow-verify -o /dev/null
// RUN: sed -e 's/ after([^)]*)//' %t.right.mlir > %t.wrong.mlir
// RUN: not sflow-opt %t.wrong.mlir --syncflow-verify -o /dev/null 2>&1 | FileCheck %s

func.func @main(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<64x64xf32>
  %start = linalg.fill ins(%zero : f32) outs(%empty : tensor<64x64xf32>) -> tensor<64x64xf32>
  %ab = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>)
      outs(%start : tensor<64x64xf32>) -> tensor<64x64xf32>
  %ba = linalg.matmul ins(%b, %ab : tensor<64x64xf32>, tensor<64x64xf32>)
      outs(%start : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %ba : tensor<64x64xf32>
}

// CHECK: verify-locations.mlir:[[#@LINE-5]]:9: error: race (read after write) on bytes 0..16384 of %{{.*}}: task "matmul1" reads what task "matmul0" writes
// CHECK-NEXT: %ba = linalg.matmul
// CHECK: verify-locations.mlir:[[#@LINE-9]]:9: note: task "matmul0" writes bytes 0..16384
// CHECK-NEXT: %ab = linalg.matmul
// CHECK: verify-locations.mlir:[[#@LINE-9]]:9: note: task "matmul1" reads bytes 0..16384
// CHECK: verify-locations.mlir:[[#@LINE-10]]:9: note: missing edge: add the token of task "matmul0" to after(...) of task "matmul1"
