// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Which ops become one task. Tiles have a test of their own (form-tasks-tiles.mlir).
// RUN: sflow-opt %s --syncflow-form-tasks="tiles=1 tiny-threshold=16" --split-input-file | FileCheck %s

// An op that is read row by row joins its reader, over a reduction along the row as well. What costs nothing is made inside.
// CHECK-LABEL: func.func @rows
// CHECK: syncflow.task "matmul0" ins(%[[X:.*]] = %arg0 : tensor<8x16xf32>, %[[W:.*]] = %arg1 : tensor<16x4xf32>) outs(%[[OUT:.*]] = %{{.*}} : tensor<8x4xf32>)
// CHECK-SAME: {syncflow.flops = 1.152000e+03 : f64} {
// CHECK: %[[Z:.*]] = linalg.fill
// CHECK: %[[M:.*]] = linalg.matmul ins(%[[X]], %[[W]] : {{.*}}) outs(%[[Z]] :
// CHECK: %[[Z1:.*]] = linalg.fill
// CHECK: %[[S:.*]] = linalg.reduce {{.*}} ins(%[[M]] : tensor<8x4xf32>) outs(%[[Z1]] : tensor<8xf32>)
// CHECK: %[[D:.*]] = linalg.generic {{.*}} ins(%[[M]], %[[S]] : 
// CHECK: %[[E:.*]] = linalg.generic {{.*}} ins(%[[D]] : {{.*}}) outs(%[[OUT]] :
// CHECK: syncflow.yield %[[E]]
// CHECK-NOT: syncflow.task
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func @rows(%x: tensor<8x16xf32>, %w: tensor<16x4xf32>) -> tensor<8x4xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x4xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<8x4xf32>) -> tensor<8x4xf32>
  %m = linalg.matmul ins(%x, %w : tensor<8x16xf32>, tensor<16x4xf32>) outs(%z : tensor<8x4xf32>) -> tensor<8x4xf32>
  %e1 = tensor.empty() : tensor<8xf32>
  %z1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<8xf32>) -> tensor<8xf32>
  %s = linalg.reduce {arith.addf} ins(%m : tensor<8x4xf32>) outs(%z1 : tensor<8xf32>) dimensions = [1]
  %d = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%m, %s : tensor<8x4xf32>, tensor<8xf32>) outs(%e : tensor<8x4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %1 = arith.divf %a, %b : f32
    linalg.yield %1 : f32
  } -> tensor<8x4xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%d : tensor<8x4xf32>) outs(%e : tensor<8x4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %1 = math.exp %a : f32
    %2 = arith.negf %1 : f32
    linalg.yield %2 : f32
  } -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}

// -----

// Rows are followed through reshapes.
// CHECK-LABEL: func.func @reshape
// CHECK: syncflow.task "matmul0"
// CHECK: linalg.matmul
// CHECK: tensor.expand_shape
// CHECK: linalg.exp
// CHECK-NOT: syncflow.task
func.func @reshape(%x: tensor<8x16xf32>, %w: tensor<16x4xf32>, %z: tensor<8x4xf32>) -> tensor<8x2x2xf32> {
  %e = tensor.empty() : tensor<8x2x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<8x16xf32>, tensor<16x4xf32>) outs(%z : tensor<8x4xf32>) -> tensor<8x4xf32>
  %v = tensor.expand_shape %m [[0], [1, 2]] output_shape [8, 2, 2] : tensor<8x4xf32> into tensor<8x2x2xf32>
  %r = linalg.exp ins(%v : tensor<8x2x2xf32>) outs(%e : tensor<8x2x2xf32>) -> tensor<8x2x2xf32>
  return %r : tensor<8x2x2xf32>
}

// -----

// What is read across its rows is a task of its own: a matmul reads all of its right-hand side for each row, a sum of columns
// all rows for each column.
// CHECK-LABEL: func.func @right_hand_side
// CHECK: %[[E:.*]], %{{.*}} = syncflow.task "map0" ins(%{{.*}} = %arg1 :
// CHECK: linalg.exp
// CHECK: syncflow.task "matmul1" ins({{.*}} = %[[E]] : tensor<16x4xf32>)
func.func @right_hand_side(%x: tensor<8x16xf32>, %w: tensor<16x4xf32>, %z: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %e = tensor.empty() : tensor<16x4xf32>
  %u = linalg.exp ins(%w : tensor<16x4xf32>) outs(%e : tensor<16x4xf32>) -> tensor<16x4xf32>
  %r = linalg.matmul ins(%x, %u : tensor<8x16xf32>, tensor<16x4xf32>) outs(%z : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}

// -----

// CHECK-LABEL: func.func @columns
// CHECK: %[[M:.*]], %{{.*}} = syncflow.task "matmul0"
// CHECK: syncflow.task "reduce1" ins(%{{.*}} = %[[M]] :
func.func @columns(%x: tensor<8x16xf32>, %w: tensor<16x4xf32>, %z: tensor<8x4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %m = linalg.matmul ins(%x, %w : tensor<8x16xf32>, tensor<16x4xf32>) outs(%z : tensor<8x4xf32>) -> tensor<8x4xf32>
  %r = linalg.reduce {arith.addf} ins(%m : tensor<8x4xf32>) outs(%y : tensor<4xf32>) dimensions = [0]
  return %r : tensor<4xf32>
}

// -----

// Readers in two groups: computed once, in a third one.
// CHECK-LABEL: func.func @two_readers
// CHECK: %[[E:.*]], %{{.*}} = syncflow.task "map0"
// CHECK: linalg.exp
// CHECK-NOT: linalg.exp
// CHECK: syncflow.task "matmul1" ins(%{{.*}} = %[[E]] :
// CHECK: syncflow.task "matmul2" ins(%{{.*}} = %[[E]] :
// CHECK-NOT: linalg.exp
func.func @two_readers(%x: tensor<8x16xf32>, %w: tensor<16x4xf32>, %z: tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8x4xf32>) {
  %e = tensor.empty() : tensor<8x16xf32>
  %u = linalg.exp ins(%x : tensor<8x16xf32>) outs(%e : tensor<8x16xf32>) -> tensor<8x16xf32>
  %r = linalg.matmul ins(%u, %w : tensor<8x16xf32>, tensor<16x4xf32>) outs(%z : tensor<8x4xf32>) -> tensor<8x4xf32>
  %s = linalg.matmul ins(%u, %w : tensor<8x16xf32>, tensor<16x4xf32>) outs(%z : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %r, %s : tensor<8x4xf32>, tensor<8x4xf32>
}

// -----

// Small groups that nothing large stands between are one task, related or not. Behind the large one begins another one.
// CHECK-LABEL: func.func @small
// CHECK: %[[A:.*]]:2, %{{.*}} = syncflow.task "map0"
// CHECK: linalg.exp
// CHECK: linalg.negf
// CHECK: %[[M:.*]], %{{.*}} = syncflow.task "matmul1" ins(%{{.*}} = %[[A]]#{{[01]}} :
// CHECK: syncflow.task "reduce2" ins(%{{.*}} = %[[M]] :
// CHECK-COUNT-2: linalg.reduce
// CHECK-NOT: syncflow.task
func.func @small(%x: tensor<4xf32>, %y: tensor<2x4xf32>, %w: tensor<4x2xf32>, %z: tensor<2x2xf32>, %s: tensor<f32>) -> (tensor<4xf32>, tensor<f32>, tensor<f32>) {
  %e = tensor.empty() : tensor<4xf32>
  %f = tensor.empty() : tensor<4x2xf32>
  %a = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %b = linalg.negf ins(%w : tensor<4x2xf32>) outs(%f : tensor<4x2xf32>) -> tensor<4x2xf32>
  %m = linalg.matmul ins(%y, %b : tensor<2x4xf32>, tensor<4x2xf32>) outs(%z : tensor<2x2xf32>) -> tensor<2x2xf32>
  %sum = linalg.reduce {arith.addf} ins(%m : tensor<2x2xf32>) outs(%s : tensor<f32>) dimensions = [0, 1]
  %max = linalg.reduce {arith.maximumf} ins(%m : tensor<2x2xf32>) outs(%s : tensor<f32>) dimensions = [0, 1]
  return %a, %sum, %max : tensor<4xf32>, tensor<f32>, tensor<f32>
}

// -----

// The same with every op above the threshold: no two are joined.
// CHECK-LABEL: func.func @large
// CHECK: syncflow.task "map0"
// CHECK: syncflow.task "map1"
func.func @large(%x: tensor<16xf32>, %w: tensor<4x4xf32>) -> (tensor<16xf32>, tensor<4x4xf32>) {
  %e = tensor.empty() : tensor<16xf32>
  %f = tensor.empty() : tensor<4x4xf32>
  %a = linalg.exp ins(%x : tensor<16xf32>) outs(%e : tensor<16xf32>) -> tensor<16xf32>
  %b = linalg.negf ins(%w : tensor<4x4xf32>) outs(%f : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %a, %b : tensor<16xf32>, tensor<4x4xf32>
}

// -----

// Tasks are formed in each block of a loop or a branch. Views of a result stay outside: they would be copied.
// CHECK-LABEL: func.func @blocks
// CHECK: scf.for
// CHECK: syncflow.task "map
// CHECK: linalg.exp
// CHECK: tensor.collapse_shape
// CHECK: scf.if
// CHECK: syncflow.task "map
// CHECK: linalg.negf
func.func @blocks(%x: tensor<4x4xf32>, %y: tensor<16xf32>, %n: index, %go: i1) -> (tensor<16xf32>, tensor<4x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4x4xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %y) -> (tensor<16xf32>) {
    %a = linalg.exp ins(%x : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
    %v = tensor.collapse_shape %a [[0, 1]] : tensor<4x4xf32> into tensor<16xf32>
    scf.yield %v : tensor<16xf32>
  }
  %q = scf.if %go -> tensor<4x4xf32> {
    %b = linalg.negf ins(%x : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
    scf.yield %b : tensor<4x4xf32>
  } else {
    scf.yield %x : tensor<4x4xf32>
  }
  return %r, %q : tensor<16xf32>, tensor<4x4xf32>
}

// -----

// What an op without operands reads in its region counts as well: what it gives cannot be in the group of what it reads.
// CHECK-LABEL: func.func @region
// CHECK: syncflow.task
// CHECK: linalg.exp
// CHECK: scf.execute_region
// CHECK: linalg.negf
// CHECK: syncflow.task
// CHECK: linalg.exp
func.func @region(%x: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %r = linalg.exp ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %q = scf.execute_region -> tensor<8xf32> {
    %1 = linalg.negf ins(%r : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
    scf.yield %1 : tensor<8xf32>
  }
  %s = linalg.exp ins(%q : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %s : tensor<8xf32>
}

// -----

// Names begin anew in each function, so that they are the same in each compilation.
// CHECK-LABEL: func.func @first
// CHECK: syncflow.task "map0"
// CHECK-LABEL: func.func @second
// CHECK: syncflow.task "map0"
func.func @first(%x: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %r = linalg.exp ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}
func.func @second(%x: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %r = linalg.exp ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}
