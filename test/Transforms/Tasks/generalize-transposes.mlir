// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// RUN: sflow-opt %s --syncflow-generalize-transposes | FileCheck %s
// What it is for: unit dimensions are folded out of what it makes, not out of the named op.
// RUN: sflow-opt %s --syncflow-generalize-transposes --linalg-fold-unit-extent-dims --canonicalize | FileCheck %s --check-prefix=FOLDED
// RUN: sflow-opt %s --linalg-fold-unit-extent-dims --canonicalize | FileCheck %s --check-prefix=NAMED

// Output dimension i is input dimension permutation[i].
// CHECK: #[[IN:.*]] = affine_map<(d0, d1, d2) -> (d2, d0, d1)>
// CHECK: #[[OUT:.*]] = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
// CHECK-LABEL: func.func @transpose
// CHECK-NOT: linalg.transpose
// CHECK: linalg.generic {indexing_maps = [#[[IN]], #[[OUT]]], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<8x1x4xf32>)
// CHECK-NEXT: ^bb0(%[[X:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT: linalg.yield %[[X]]
// FOLDED-LABEL: func.func @transpose
// FOLDED: linalg.generic {{.*}} ins(%{{.*}} : tensor<8x4xf32>)
// NAMED-LABEL: func.func @transpose
// NAMED: linalg.transpose ins(%arg0 : tensor<8x1x4xf32>)
func.func @transpose(%a: tensor<8x1x4xf32>) -> tensor<1x4x8xf32> {
  %e = tensor.empty() : tensor<1x4x8xf32>
  %r = linalg.transpose ins(%a : tensor<8x1x4xf32>) outs(%e : tensor<1x4x8xf32>) permutation = [1, 2, 0]
  return %r : tensor<1x4x8xf32>
}

// Other named ops keep their names.
// CHECK-LABEL: func.func @others
// CHECK: linalg.matmul
// CHECK: linalg.broadcast
func.func @others(%a: tensor<4x8xf32>, %b: tensor<8x2xf32>, %c: tensor<4x2xf32>) -> tensor<3x4x2xf32> {
  %e = tensor.empty() : tensor<3x4x2xf32>
  %m = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x2xf32>) outs(%c : tensor<4x2xf32>) -> tensor<4x2xf32>
  %r = linalg.broadcast ins(%m : tensor<4x2xf32>) outs(%e : tensor<3x4x2xf32>) dimensions = [0]
  return %r : tensor<3x4x2xf32>
}
