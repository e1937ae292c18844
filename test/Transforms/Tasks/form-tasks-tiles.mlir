// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Row tiles: an entry of two tiles above 500 elementary operations.
// RUN: sflow-opt %s --syncflow-form-tasks="tiles=2 tile-threshold=500 tiny-threshold=10" --split-input-file | FileCheck %s
// Without a count, one tile per compute stream of the topology; rows that these do not divide are spread.
// RUN: sflow-opt %s --syncflow-form-tasks="tile-threshold=500 tiny-threshold=10" --split-input-file | FileCheck %s --check-prefix=STREAMS
// The threshold by default is well above this.
// RUN: sflow-opt %s --syncflow-form-tasks --split-input-file | FileCheck %s --check-prefix=WHOLE
// WHOLE-NOT: syncflow.tile

// Each tile reads its rows of the left-hand side and all of the right-hand side, and writes its rows of the result.
// CHECK-LABEL: func.func @chain
// CHECK: %[[NEW:.*]] = bufferization.alloc_tensor() : tensor<8x4xf32>
// CHECK-DAG: %[[OUT:.*]] = tensor.extract_slice %[[NEW]][0, 0] [4, 4] [1, 1]
// CHECK-DAG: %[[IN:.*]] = tensor.extract_slice %arg0[0, 0] [4, 16] [1, 1]
// CHECK: %[[R:.*]], %{{.*}} = syncflow.task "matmul0[0/2]" ins(%{{.*}} = %[[IN]] : tensor<4x16xf32>, %{{.*}} = %arg1 : tensor<16x4xf32>,
// CHECK-SAME: outs(%{{.*}} = %[[OUT]] : tensor<4x4xf32>) attributes {syncflow.flops = 5.280000e+02 : f64, syncflow.model_flops = 1.056000e+03 : f64, syncflow.tile = 0 : i64, syncflow.tiles = 2 : i64}
// CHECK: linalg.matmul {{.*}} outs(%{{.*}} : tensor<4x4xf32>)
// CHECK-NEXT: linalg.exp
// CHECK: %[[HALF:.*]] = tensor.insert_slice %[[R]] into %[[NEW]][0, 0] [4, 4] [1, 1]
// CHECK-DAG: tensor.extract_slice %[[HALF]][4, 0] [4, 4] [1, 1]
// CHECK-DAG: tensor.extract_slice %arg0[4, 0] [4, 16] [1, 1]
// CHECK: syncflow.task "matmul0[1/2]"
// CHECK-SAME: {syncflow.flops = 5.280000e+02 : f64, syncflow.tile = 1 : i64, syncflow.tiles = 2 : i64}
// STREAMS-LABEL: func.func @chain
// STREAMS: syncflow.task "matmul0[0/3]" ins(%{{.*}} = %{{.*}} : tensor<2x16xf32>,
// STREAMS: syncflow.task "matmul0[1/3]" ins(%{{.*}} = %{{.*}} : tensor<3x16xf32>,
// STREAMS: syncflow.task "matmul0[2/3]" ins(%{{.*}} = %{{.*}} : tensor<3x16xf32>,
syncflow.topology @m {
  syncflow.memory @ram
  syncflow.device @d0 host reaches [@ram]
  syncflow.device @d1 host reaches [@ram] {cores = 2 : i64}
}
func.func @chain(%x: tensor<8x16xf32>, %w: tensor<16x4xf32>, %z: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %e = tensor.empty() : tensor<8x4xf32>
  %m = linalg.matmul ins(%x, %w : tensor<8x16xf32>, tensor<16x4xf32>) outs(%z : tensor<8x4xf32>) -> tensor<8x4xf32>
  %r = linalg.exp ins(%m : tensor<8x4xf32>) outs(%e : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}

// -----

// Rows of a tile keep their numbers.
// CHECK: #[[SHIFT:.*]] = affine_map<()[s0] -> (s0 + 16)>
// CHECK-LABEL: func.func @numbers
// CHECK: syncflow.task "map0[0/2]"
// CHECK: linalg.index 0
// CHECK-NEXT: arith.index_cast
// CHECK: syncflow.task "map0[1/2]"
// CHECK: %[[I:.*]] = linalg.index 0
// CHECK-NEXT: affine.apply #[[SHIFT]]()[%[[I]]]
#id = affine_map<(i, j) -> (i, j)>
func.func @numbers(%x: tensor<32x32xi64>) -> tensor<32x32xi64> {
  %e = tensor.empty() : tensor<32x32xi64>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<32x32xi64>) outs(%e : tensor<32x32xi64>) {
  ^bb0(%a: i64, %o: i64):
    %i = linalg.index 0 : index
    %j = arith.index_cast %i : index to i64
    %s = arith.addi %a, %j : i64
    linalg.yield %s : i64
  } -> tensor<32x32xi64>
  return %r : tensor<32x32xi64>
}

// -----

// A reduction over all dimensions has no rows,
// CHECK-LABEL: func.func @sum
// CHECK: syncflow.task "reduce0" ins(%{{.*}} = %arg0 : tensor<1024xf32>)
// CHECK-SAME: {syncflow.flops = 1.024000e+03 : f64} {
func.func @sum(%x: tensor<1024xf32>, %y: tensor<f32>) -> tensor<f32> {
  %r = linalg.reduce {arith.addf} ins(%x : tensor<1024xf32>) outs(%y : tensor<f32>) dimensions = [0]
  return %r : tensor<f32>
}

// -----

// and one over the rows of the tiles before it is not cut along them: it waits for all of them.
// CHECK-LABEL: func.func @columns
// CHECK: syncflow.task "matmul0[0/2]"
// CHECK: syncflow.task "matmul0[1/2]"
// CHECK: %[[M:.*]] = tensor.insert_slice
// CHECK: syncflow.task "reduce1" ins(%{{.*}} = %[[M]] : tensor<8x4xf32>)
func.func @columns(%x: tensor<8x16xf32>, %w: tensor<16x4xf32>, %z: tensor<8x4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %m = linalg.matmul ins(%x, %w : tensor<8x16xf32>, tensor<16x4xf32>) outs(%z : tensor<8x4xf32>) -> tensor<8x4xf32>
  %r = linalg.reduce {arith.addf} ins(%m : tensor<8x4xf32>) outs(%y : tensor<4xf32>) dimensions = [0]
  return %r : tensor<4xf32>
}

// -----

// Its own rows are those of its result.
// CHECK-LABEL: func.func @across
// CHECK: syncflow.task "reduce0[0/2]" ins(%{{.*}} = %{{.*}} : tensor<512x1xf32>) outs(%{{.*}} = %{{.*}} : tensor<1xf32>)
// CHECK: syncflow.task "reduce0[1/2]" ins(%{{.*}} = %{{.*}} : tensor<512x1xf32>) outs(%{{.*}} = %{{.*}} : tensor<1xf32>)
func.func @across(%x: tensor<512x2xf32>, %y: tensor<2xf32>) -> tensor<2xf32> {
  %r = linalg.reduce {arith.addf} ins(%x : tensor<512x2xf32>) outs(%y : tensor<2xf32>) dimensions = [0]
  return %r : tensor<2xf32>
}

// -----

// One task: at one operation below the threshold,
// CHECK-LABEL: func.func @light
// CHECK: syncflow.task "map0" {{.*}} attributes {syncflow.flops = 4.990000e+02 : f64} {
func.func @light(%x: tensor<499xf32>) -> tensor<499xf32> {
  %e = tensor.empty() : tensor<499xf32>
  %r = linalg.exp ins(%x : tensor<499xf32>) outs(%e : tensor<499xf32>) -> tensor<499xf32>
  return %r : tensor<499xf32>
}

// -----

// (two at the threshold)
// CHECK-LABEL: func.func @heavy
// CHECK: syncflow.task "map0[0/2]"
func.func @heavy(%x: tensor<500xf32>) -> tensor<500xf32> {
  %e = tensor.empty() : tensor<500xf32>
  %r = linalg.exp ins(%x : tensor<500xf32>) outs(%e : tensor<500xf32>) -> tensor<500xf32>
  return %r : tensor<500xf32>
}

// -----

// with fewer rows than tiles,
// CHECK-LABEL: func.func @one_row
// CHECK: syncflow.task "matmul0" {{.*}} attributes {syncflow.flops = 2.048000e+03 : f64} {
func.func @one_row(%x: tensor<1x1024xf32>, %w: tensor<1024x1xf32>, %z: tensor<1x1xf32>) -> tensor<1x1xf32> {
  %r = linalg.matmul ins(%x, %w : tensor<1x1024xf32>, tensor<1024x1xf32>) outs(%z : tensor<1x1xf32>) -> tensor<1x1xf32>
  return %r : tensor<1x1xf32>
}

// -----

// with rows whose number nobody knows.
// CHECK-LABEL: func.func @dynamic
// CHECK: syncflow.task "map0" {{.*}} attributes {syncflow.flops = 4.096000e+03 : f64} {
func.func @dynamic(%x: tensor<?x?xf32>, %m: index, %n: index) -> tensor<?x?xf32> {
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %r = linalg.exp ins(%x : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
