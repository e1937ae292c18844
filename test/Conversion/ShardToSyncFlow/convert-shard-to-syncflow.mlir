// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// A grid of two rows and three columns: one group per set of axes in use, and no grid is left.
// RUN: sflow-opt %s --convert-shard-to-syncflow --canonicalize --cse --split-input-file | FileCheck %s

// CHECK-NOT: shard.
// CHECK-DAG: syncflow.group @[[ROW:.*]] grid [2, 3] axes [1]
// CHECK-DAG: syncflow.group @[[ALL:.*]] grid [2, 3] axes [0, 1]
// CHECK-LABEL: func.func @same_shape
// CHECK-SAME: %[[X:[a-z0-9]+]]: tensor<6x4xf32>
// CHECK: %[[D:.*]] = bufferization.alloc_tensor() : tensor<6x4xf32>
// CHECK: %[[SUM:.*]], %{{.*}} = syncflow.all_reduce sum @[[ROW]] ins(%[[X]] : tensor<6x4xf32>) outs(%[[D]] : tensor<6x4xf32>)
// CHECK: %[[MAX:.*]], %{{.*}} = syncflow.all_reduce max @[[ALL]] ins(%[[SUM]] :
// CHECK: %[[ROOT:.*]], %{{.*}} = syncflow.broadcast root 5 @[[ALL]] ins(%[[MAX]] :
// CHECK: %[[REDUCED:.*]], %{{.*}} = syncflow.reduce product root 2 @[[ROW]] ins(%[[ROOT]] : tensor<6x4xf32>) outs(%[[ROOT]] :
// CHECK: return %[[REDUCED]]
shard.grid @g(shape = 2x3)
func.func @same_shape(%x: tensor<6x4xf32>) -> tensor<6x4xf32> {
  %0 = shard.all_reduce %x on @g grid_axes = [1] : tensor<6x4xf32> -> tensor<6x4xf32>
  %1 = shard.all_reduce %0 on @g grid_axes = [0, 1] reduction = max : tensor<6x4xf32> -> tensor<6x4xf32>
  %2 = shard.broadcast %1 on @g grid_axes = [0, 1] root = [1, 2] : (tensor<6x4xf32>) -> tensor<6x4xf32>
  %3 = shard.reduce %2 on @g grid_axes = [1] reduction = product root = [2] : (tensor<6x4xf32>) -> tensor<6x4xf32>
  return %3 : tensor<6x4xf32>
}

// -----

// Members come to stand in front, and go where the gathered dimension is.
// CHECK-LABEL: func.func @gather
// CHECK: %[[ONE:.*]] = tensor.expand_shape %arg0 {{.*}} output_shape [1, 6, 4]
// CHECK: %[[ALL:.*]], %{{.*}} = syncflow.all_gather @{{.*}} ins(%[[ONE]] : tensor<1x6x4xf32>) outs(%{{.*}} : tensor<3x6x4xf32>)
// CHECK: %[[ROWS:.*]] = tensor.collapse_shape %[[ALL]] {{\[}}[0, 1], [2]] : tensor<3x6x4xf32> into tensor<18x4xf32>
// CHECK: %[[MANY:.*]], %{{.*}} = syncflow.gather root 1 @{{.*}} ins(%{{.*}} : tensor<1x18x4xf32>) outs(%{{.*}} : tensor<2x18x4xf32>)
// CHECK: %[[MOVED:.*]] = linalg.transpose ins(%[[MANY]] : tensor<2x18x4xf32>) outs(%{{.*}} : tensor<18x2x4xf32>) permutation = [1, 0, 2]
// CHECK: %[[COLUMNS:.*]] = tensor.collapse_shape %[[MOVED]] {{\[}}[0], [1, 2]] : tensor<18x2x4xf32> into tensor<18x8xf32>
// CHECK: return %[[COLUMNS]]
shard.grid @g(shape = 2x3)
func.func @gather(%x: tensor<6x4xf32>) -> tensor<18x8xf32> {
  %0 = shard.all_gather %x on @g grid_axes = [1] gather_axis = 0 : tensor<6x4xf32> -> tensor<18x4xf32>
  %1 = shard.gather %0 on @g grid_axes = [0] gather_axis = 1 root = [1] : (tensor<18x4xf32>) -> tensor<18x8xf32>
  return %1 : tensor<18x8xf32>
}

// -----

// CHECK-LABEL: func.func @scatter
// CHECK: %[[ROWS:.*]] = tensor.expand_shape %arg0 {{\[}}[0, 1], [2]] output_shape [3, 2, 4]
// CHECK: %[[PIECE:.*]], %{{.*}} = syncflow.reduce_scatter sum @{{.*}} ins(%[[ROWS]] : tensor<3x2x4xf32>) outs(%{{.*}} : tensor<1x2x4xf32>)
// CHECK: %[[MINE:.*]] = tensor.collapse_shape %[[PIECE]] {{\[}}[0, 1], [2]]
// CHECK: %[[SPLIT:.*]] = tensor.expand_shape %[[MINE]] {{\[}}[0], [1, 2]] output_shape [2, 2, 2]
// CHECK: %[[FRONT:.*]] = linalg.transpose ins(%[[SPLIT]] : {{.*}} permutation = [1, 0, 2]
// CHECK: %[[HALF:.*]], %{{.*}} = syncflow.scatter root 1 @{{.*}} ins(%[[FRONT]] : tensor<2x2x2xf32>) outs(%{{.*}} : tensor<1x2x2xf32>)
// CHECK: %[[R:.*]] = tensor.collapse_shape %[[HALF]] {{\[}}[0, 1], [2]]
// CHECK: return %[[R]]
shard.grid @g(shape = 2x3)
func.func @scatter(%x: tensor<6x4xf32>) -> tensor<2x2xf32> {
  %0 = shard.reduce_scatter %x on @g grid_axes = [1] scatter_axis = 0 : tensor<6x4xf32> -> tensor<2x4xf32>
  %1 = shard.scatter %0 on @g grid_axes = [0] scatter_axis = 1 root = [1] : (tensor<2x4xf32>) -> tensor<2x2xf32>
  return %1 : tensor<2x2xf32>
}

// -----

// CHECK-LABEL: func.func @exchange
// CHECK: %[[PIECES:.*]] = tensor.expand_shape %arg0 {{\[}}[0, 1], [2]] output_shape [3, 2, 6]
// CHECK: %[[THEIRS:.*]], %{{.*}} = syncflow.all_to_all @{{.*}} ins(%[[PIECES]] : tensor<3x2x6xf32>) outs(%{{.*}} : tensor<3x2x6xf32>)
// CHECK: %[[MOVED:.*]] = linalg.transpose ins(%[[THEIRS]] : {{.*}} permutation = [1, 0, 2]
// CHECK: tensor.collapse_shape %[[MOVED]] {{\[}}[0], [1, 2]] : tensor<2x3x6xf32> into tensor<2x18xf32>
// CHECK: syncflow.send to 1 @[[ROW:.*]] ins(%arg0 : tensor<6x6xf32>)
// CHECK: %[[GOT:.*]], %{{.*}} = syncflow.recv from 0 @[[ROW]] outs(%{{.*}} : tensor<6x6xf32>)
shard.grid @g(shape = 2x3)
func.func @exchange(%x: tensor<6x6xf32>) -> (tensor<2x18xf32>, tensor<6x6xf32>) {
  %0 = shard.all_to_all %x on @g grid_axes = [1] split_axis = 0 concat_axis = 1 : tensor<6x6xf32> -> tensor<2x18xf32>
  %1 = shard.send %x on @g grid_axes = [1] destination = [1] : (tensor<6x6xf32>) -> tensor<6x6xf32>
  %2 = shard.recv %x on @g grid_axes = [1] source = [0] : (tensor<6x6xf32>) -> tensor<6x6xf32>
  return %0, %2 : tensor<2x18xf32>, tensor<6x6xf32>
}

// -----

// Which rank this is, row by row; its place in the grid; the extents of the grid. A program that asks for nothing else runs on all
// ranks of its grid too, which a group says.
// CHECK: syncflow.group @{{.*}} grid [2, 3] axes [0, 1]
// CHECK-LABEL: func.func @place
// CHECK-DAG: %[[C2:.*]] = arith.constant 2 : index
// CHECK-DAG: %[[C3:.*]] = arith.constant 3 : index
// CHECK: %[[RANK:.*]] = syncflow.rank : index
// CHECK: %[[DOWN:.*]] = arith.divui %[[RANK]], %[[C3]]
// CHECK: %[[ROW:.*]] = arith.remui %[[DOWN]], %[[C2]]
// CHECK: %[[COLUMN:.*]] = arith.remui %[[RANK]], %[[C3]]
// CHECK: return %[[RANK]], %[[ROW]], %[[COLUMN]], %[[C2]], %[[C3]]
shard.grid @g(shape = 2x3)
func.func @place() -> (index, index, index, index, index) {
  %0 = shard.process_linear_index on @g : index
  %1:2 = shard.process_multi_index on @g : index, index
  %2:2 = shard.grid_shape @g : index, index
  return %0, %1#0, %1#1, %2#0, %2#1 : index, index, index, index, index
}

// -----

// A slice needs no communication, only the place: of columns along the second axis. A shift takes what the member before has.
// CHECK-LABEL: func.func @slice
// CHECK: %[[RANK:.*]] = syncflow.rank : index
// CHECK: %[[COLUMN:.*]] = arith.remui %[[RANK]], %c3
// CHECK: %[[AT:.*]] = arith.muli %[[COLUMN]], %c2
// CHECK: %[[S:.*]] = tensor.extract_slice %arg0[0, %[[AT]]] [4, 2] [1, 1] : tensor<4x6xf32> to tensor<4x2xf32>
// CHECK: %[[ALL:.*]], %{{.*}} = syncflow.all_gather @{{.*}} outs(%{{.*}} : tensor<3x4x2xf32>)
// CHECK: %[[NEXT:.*]] = arith.addi %[[COLUMN]], %c2
// CHECK: %[[BEFORE:.*]] = arith.remui %[[NEXT]], %c3
// CHECK: tensor.extract_slice %[[ALL]][%[[BEFORE]], 0, 0] [1, 4, 2] [1, 1, 1]
shard.grid @g(shape = 2x3)
func.func @slice(%x: tensor<4x6xf32>) -> tensor<4x2xf32> {
  %0 = shard.all_slice %x on @g grid_axes = [1] slice_axis = 1 : tensor<4x6xf32> -> tensor<4x2xf32>
  %1 = shard.shift %0 on @g grid_axes = [1] shift_axis = 1 offset = 1 rotate : tensor<4x2xf32> -> tensor<4x2xf32>
  return %1 : tensor<4x2xf32>
}

// -----

// A module without the dialect stays as it is.
// CHECK-LABEL: func.func @none
// CHECK-NEXT: return %arg0
func.func @none(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

// Axes make the group, not names: no axes are a group of one, and grids may have names that look like those of groups.
// CHECK-DAG: syncflow.group @[[ONE:.*]] grid [2, 3] axes []
// CHECK-DAG: syncflow.group @[[COLUMN:.*]] grid [2, 3] axes [0]
// CHECK-DAG: syncflow.group @[[TURNED:.*]] grid [2, 3] axes [1, 0]
// CHECK-DAG: syncflow.group @[[OTHER:.*]] grid [3, 2] axes [0]
// CHECK-LABEL: func.func @names
// CHECK: syncflow.all_reduce sum @[[ONE]] ins
// CHECK: syncflow.all_reduce sum @[[COLUMN]] ins
// CHECK: syncflow.all_reduce sum @[[TURNED]] ins
// CHECK: syncflow.all_reduce sum @[[OTHER]] ins
shard.grid @g(shape = 2x3)
shard.grid @g_1(shape = 3x2)
func.func @names(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = shard.all_reduce %x on @g : tensor<4xf32> -> tensor<4xf32>
  %1 = shard.all_reduce %0 on @g grid_axes = [0] : tensor<4xf32> -> tensor<4xf32>
  %2 = shard.all_reduce %1 on @g grid_axes = [1, 0] : tensor<4xf32> -> tensor<4xf32>
  %3 = shard.all_reduce %2 on @g_1 grid_axes = [0] : tensor<4xf32> -> tensor<4xf32>
  return %3 : tensor<4xf32>
}
