// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// RUN: sflow-opt %s --syncflow-hoist-asserts --split-input-file | FileCheck %s

// The condition depends on the first dimension only, so it is computed once per row; the checks stand in their order before
// the op, which is left without them.
// CHECK: #[[I:.*]] = affine_map<(d0) -> (d0)>
// CHECK-LABEL: func.func @rows
// CHECK: syncflow.task
// CHECK: %[[E:.*]] = tensor.empty() : tensor<4xi1>
// CHECK: %[[BELOW:.*]] = linalg.generic {indexing_maps = [#[[I]], #[[I]]], iterator_types = ["parallel"]} ins(%[[X:.*]] : tensor<4xi64>) outs(%[[E]] : tensor<4xi1>) {
// CHECK-NEXT: ^bb0(%[[IN:.*]]: i64, %{{.*}}: i1):
// CHECK-NEXT: %[[B:.*]] = arith.cmpi slt, %[[IN]]
// CHECK-NEXT: linalg.yield %[[B]]
// CHECK: syncflow.assert %[[BELOW]], "too large" : tensor<4xi1>
// CHECK: arith.cmpi sge
// CHECK: syncflow.assert %{{.*}}, "too small" : tensor<4xi1>
// CHECK: linalg.generic {{.*}} ins(%[[X]] : tensor<4xi64>) outs(%{{.*}} : tensor<4x2xf32>)
// CHECK-NOT: assert
// CHECK: tensor.extract
#i = affine_map<(i, j) -> (i)>
#ij = affine_map<(i, j) -> (i, j)>
func.func @rows(%ids: tensor<4xi64>, %table: tensor<9x2xf32>, %e: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %r, %t = syncflow.task "t" ins(%x = %ids : tensor<4xi64>, %y = %table : tensor<9x2xf32>) outs(%o = %e : tensor<4x2xf32>) {
    %c0 = arith.constant 0 : i64
    %c9 = arith.constant 9 : i64
    %1 = linalg.generic {indexing_maps = [#i, #ij], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<4xi64>) outs(%o : tensor<4x2xf32>) {
    ^bb0(%in: i64, %out: f32):
      %below = arith.cmpi slt, %in, %c9 : i64
      cf.assert %below, "too large"
      %above = arith.cmpi sge, %in, %c0 : i64
      cf.assert %above, "too small"
      %j = linalg.index 1 : index
      %k = arith.index_cast %in : i64 to index
      %v = tensor.extract %y[%k, %j] : tensor<9x2xf32>
      linalg.yield %v : f32
    } -> tensor<4x2xf32>
    syncflow.yield %1 : tensor<4x2xf32>
  }
  return %r : tensor<4x2xf32>
}

// -----

// A place of the loop nest is one of the dimensions, under a new number. Sizes may be known at run time only.
// CHECK-LABEL: func.func @places
// CHECK: tensor.empty(%{{.*}}) : tensor<?xi1>
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel"]} ins(%{{.*}} : tensor<?x2xi64>) outs(%{{.*}} : tensor<?xi1>)
// CHECK: linalg.index 0
// CHECK: syncflow.assert %{{.*}}, "too many" : tensor<?xi1>
// CHECK: linalg.index 1
#ji = affine_map<(i, j) -> (j, i)>
#ij = affine_map<(i, j) -> (i, j)>
func.func @places(%a: tensor<?x2xi64>, %e: tensor<2x?xi64>) -> tensor<2x?xi64> {
  %r, %t = syncflow.task "t" ins(%x = %a : tensor<?x2xi64>) outs(%o = %e : tensor<2x?xi64>) {
    %c9 = arith.constant 9 : index
    %1 = linalg.generic {indexing_maps = [#ji, #ij], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<?x2xi64>) outs(%o : tensor<2x?xi64>) {
    ^bb0(%in: i64, %out: i64):
      %j = linalg.index 1 : index
      %few = arith.cmpi ult, %j, %c9 : index
      cf.assert %few, "too many"
      %k = arith.index_cast %j : index to i64
      %s = arith.addi %in, %k : i64
      linalg.yield %s : i64
    } -> tensor<2x?xi64>
    syncflow.yield %1 : tensor<2x?xi64>
  }
  return %r : tensor<2x?xi64>
}

// -----

// What depends on no dimension is checked once.
// CHECK-LABEL: func.func @once
// CHECK: syncflow.assert %{{.*}}, "not now" : tensor<i1>
// CHECK: linalg.generic
// CHECK-NOT: assert
#v = affine_map<(i) -> (i)>
func.func @once(%a: tensor<4xf32>, %ok: i1, %e: tensor<4xf32>) -> tensor<4xf32> {
  %r, %t = syncflow.task "t" ins(%x = %a : tensor<4xf32>, %now = %ok : i1) outs(%o = %e : tensor<4xf32>) {
    %1 = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%o : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      cf.assert %now, "not now"
      %s = arith.addf %in, %in : f32
      linalg.yield %s : f32
    } -> tensor<4xf32>
    syncflow.yield %1 : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// -----

// Asserts between tasks, and in bodies that no task holds, are not its business.
// CHECK-LABEL: func.func @outside
// CHECK: cf.assert %{{.*}}, "host"
// CHECK: linalg.generic
// CHECK: cf.assert %{{.*}}, "body"
// CHECK-NOT: syncflow.assert
#v = affine_map<(i) -> (i)>
func.func @outside(%a: tensor<4xi64>, %ok: i1, %e: tensor<4xi64>) -> tensor<4xi64> {
  cf.assert %ok, "host"
  %c9 = arith.constant 9 : i64
  %1 = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]} ins(%a : tensor<4xi64>) outs(%e : tensor<4xi64>) {
  ^bb0(%in: i64, %out: i64):
    %below = arith.cmpi slt, %in, %c9 : i64
    cf.assert %below, "body"
    linalg.yield %in : i64
  } -> tensor<4xi64>
  return %1 : tensor<4xi64>
}
