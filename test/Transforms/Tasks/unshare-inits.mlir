// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// RUN: sflow-opt %s --syncflow-unshare-inits --split-input-file | FileCheck %s

// One tensor.empty for each use of one, one fill for each use of one, with an empty of its own.
// CHECK-LABEL: func.func @shared
// CHECK: syncflow.task "t"
// CHECK: %[[E0:.*]] = tensor.empty() : tensor<8xf32>
// CHECK-NEXT: %[[E1:.*]] = tensor.empty() : tensor<8xf32>
// CHECK-NEXT: %[[Z1:.*]] = linalg.fill {{.*}} outs(%[[E1]] :
// CHECK-NEXT: %[[Z0:.*]] = linalg.fill {{.*}} outs(%[[E0]] :
// CHECK: %[[A:.*]] = linalg.generic {{.*}} outs(%[[Z0]] :
// CHECK: %[[B:.*]] = linalg.generic {{.*}} outs(%[[Z1]] :
// CHECK: %[[E2:.*]] = tensor.empty() : tensor<8xf32>
// CHECK-NEXT: linalg.exp ins(%[[A]] : tensor<8xf32>) outs(%[[E2]] :
// CHECK-NEXT: %[[E3:.*]] = tensor.empty() : tensor<8xf32>
// CHECK-NEXT: linalg.exp ins(%[[B]] : tensor<8xf32>) outs(%[[E3]] :
#v = affine_map<(i) -> (i)>
func.func @shared(%a: tensor<8xf32>, %r: tensor<8xf32>) -> tensor<8xf32> {
  %q, %t = syncflow.task "t" ins(%x = %a : tensor<8xf32>) outs(%o = %r : tensor<8xf32>) {
    %zero = arith.constant 0.0 : f32
    %e = tensor.empty() : tensor<8xf32>
    %z = linalg.fill ins(%zero : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
    %1 = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%z : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %s = arith.addf %in, %out : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    %2 = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%z : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %s = arith.mulf %in, %out : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    %3 = linalg.exp ins(%1 : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
    %4 = linalg.exp ins(%2 : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
    %5 = linalg.add ins(%3, %4 : tensor<8xf32>, tensor<8xf32>) outs(%o : tensor<8xf32>) -> tensor<8xf32>
    syncflow.yield %5 : tensor<8xf32>
  }
  return %q : tensor<8xf32>
}

// -----

// One use needs no second one, none none at all; memory is left alone.
// CHECK-LABEL: func.func @alone
// CHECK-COUNT-1: tensor.empty
// CHECK-NOT: tensor.empty
// CHECK: linalg.exp
// CHECK: linalg.fill {{.*}} outs(%arg1 : memref<8xf32>)
// CHECK-NOT: linalg.fill
func.func @alone(%x: tensor<8xf32>, %m: memref<8xf32>) -> tensor<8xf32> {
  %zero = arith.constant 0.0 : f32
  %unused = tensor.empty() : tensor<8xf32>
  %e = tensor.empty() : tensor<8xf32>
  %r = linalg.exp ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  linalg.fill ins(%zero : f32) outs(%m : memref<8xf32>)
  return %r : tensor<8xf32>
}
