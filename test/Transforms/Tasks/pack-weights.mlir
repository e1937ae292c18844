// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Panels: [n / width][k][width]. Only the layout of the parameter changes, and the loops that read it.
// RUN: sflow-opt %s --syncflow-pack-weights --split-input-file | FileCheck %s
// RUN: sflow-opt %s --syncflow-pack-weights=width=16 --split-input-file | FileCheck %s --check-prefix=WIDTH16
// The packing moves to the load function.
// RUN: sflow-opt %s --syncflow-pack-weights --syncflow-hoist-parameters --canonicalize --split-input-file | FileCheck %s --check-prefix=HOISTED

// CHECK-DAG: #[[FROM:.*]] = affine_map<(d0, d1, d2) -> (d1, d0, d2)>
// CHECK-DAG: #[[TO:.*]] = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
// CHECK-DAG: #[[A:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d2)>
// CHECK-DAG: #[[B:.*]] = affine_map<(d0, d1, d2, d3) -> (d1, d2, d3)>
// CHECK-DAG: #[[C:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
// CHECK-LABEL: func.func @rows_by_columns
// CHECK: %[[W:.*]] = ml_program.global_load_const @w
// CHECK: %[[SPLIT:.*]] = tensor.expand_shape %[[W]] {{\[}}[0], [1, 2]] output_shape [8, 2, 32]
// CHECK: %[[PANELS:.*]] = linalg.generic {indexing_maps = [#[[FROM]], #[[TO]]], {{.*}} ins(%[[SPLIT]] : {{.*}}) outs(%{{.*}} : tensor<2x8x32xf32>)
// CHECK: %[[ZERO:.*]] = linalg.fill {{.*}} outs(%{{.*}} : tensor<3x2x32xf32>)
// CHECK: %[[R:.*]] = linalg.generic {indexing_maps = [#[[A]], #[[B]], #[[C]]], iterator_types = ["parallel", "parallel", "reduction", "parallel"]}
// CHECK-SAME: ins(%arg0, %[[PANELS]] : tensor<3x8xf32>, tensor<2x8x32xf32>) outs(%[[ZERO]] : tensor<3x2x32xf32>)
// CHECK: %[[FLAT:.*]] = tensor.collapse_shape %[[R]] {{\[}}[0], [1, 2]]
// CHECK: return %[[FLAT]]
// WIDTH16-LABEL: func.func @rows_by_columns
// WIDTH16: linalg.generic {{.*}} ins(%arg0, %{{.*}} : tensor<3x8xf32>, tensor<4x8x16xf32>)
// HOISTED-LABEL: func.func @rows_by_columns
// HOISTED-NOT: tensor.expand_shape
// HOISTED: %[[W:.*]] = ml_program.global_load_const @__derived_0 : tensor<2x8x32xf32>
// HOISTED-NOT: tensor.expand_shape
// HOISTED: linalg.generic {{.*}} ins(%arg0, %[[W]] :
// HOISTED: func.func @__load() -> tensor<2x8x32xf32>
ml_program.global private @w(#ml_program.extern : tensor<8x64xf32>) : tensor<8x64xf32>
func.func @rows_by_columns(%x: tensor<3x8xf32>) -> tensor<3x64xf32> {
  %w = ml_program.global_load_const @w : tensor<8x64xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x64xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<3x64xf32>) -> tensor<3x64xf32>
  %r = linalg.matmul ins(%x, %w : tensor<3x8xf32>, tensor<8x64xf32>) outs(%z : tensor<3x64xf32>) -> tensor<3x64xf32>
  return %r : tensor<3x64xf32>
}

// -----

// Stored by columns, [n][k], and any number of rows.
// CHECK-DAG: #[[FROM:.*]] = affine_map<(d0, d1, d2) -> (d0, d2, d1)>
// CHECK-LABEL: func.func @columns_first
// CHECK: %[[SPLIT:.*]] = tensor.expand_shape %{{.*}} {{\[}}[0, 1], [2]] output_shape [2, 32, 8]
// CHECK: %[[PANELS:.*]] = linalg.generic {indexing_maps = [#[[FROM]], {{.*}} ins(%[[SPLIT]] : {{.*}}) outs(%{{.*}} : tensor<2x8x32xf32>)
// CHECK: linalg.generic {{.*}} ins(%arg0, %[[PANELS]] : tensor<?x8xf32>, tensor<2x8x32xf32>) outs(%{{.*}} : tensor<?x2x32xf32>)
#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
ml_program.global private @w(#ml_program.extern : tensor<64x8xf32>) : tensor<64x8xf32>
func.func @columns_first(%x: tensor<?x8xf32>) -> tensor<?x64xf32> {
  %w = ml_program.global_load_const @w : tensor<64x8xf32>
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x8xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty(%n) : tensor<?x64xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?x64xf32>) -> tensor<?x64xf32>
  %r = linalg.generic {indexing_maps = [#mk, #nk, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %w : tensor<?x8xf32>, tensor<64x8xf32>) outs(%z : tensor<?x64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %1 = arith.mulf %a, %b : f32
    %2 = arith.addf %o, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<?x64xf32>
  return %r : tensor<?x64xf32>
}

// -----

// A slice of a parameter is one.
// CHECK-LABEL: func.func @slice
// CHECK-NOT: linalg.matmul
// CHECK: tensor.expand_shape
ml_program.global private @w(#ml_program.extern : tensor<8x64xf32>) : tensor<8x64xf32>
func.func @slice(%x: tensor<3x8xf32>) -> tensor<3x32xf32> {
  %w = ml_program.global_load_const @w : tensor<8x64xf32>
  %half = tensor.extract_slice %w[0, 32] [8, 32] [1, 1] : tensor<8x64xf32> to tensor<8x32xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x32xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<3x32xf32>) -> tensor<3x32xf32>
  %r = linalg.matmul ins(%x, %half : tensor<3x8xf32>, tensor<8x32xf32>) outs(%z : tensor<3x32xf32>) -> tensor<3x32xf32>
  return %r : tensor<3x32xf32>
}

// -----

// Left alone: an argument, which would be packed in every run,
// CHECK-LABEL: func.func @argument
// CHECK-NOT: tensor.expand_shape
// CHECK: linalg.matmul
// WIDTH16-LABEL: func.func @argument
func.func @argument(%x: tensor<3x8xf32>, %w: tensor<8x64xf32>) -> tensor<3x64xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x64xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<3x64xf32>) -> tensor<3x64xf32>
  %r = linalg.matmul ins(%x, %w : tensor<3x8xf32>, tensor<8x64xf32>) outs(%z : tensor<3x64xf32>) -> tensor<3x64xf32>
  return %r : tensor<3x64xf32>
}

// columns that the width does not divide,
// CHECK-LABEL: func.func @odd
// CHECK-NOT: tensor.expand_shape
// CHECK: linalg.matmul
// WIDTH16-LABEL: func.func @odd
// WIDTH16-NOT: linalg.matmul
// WIDTH16: tensor.expand_shape
ml_program.global private @w48(#ml_program.extern : tensor<8x48xf32>) : tensor<8x48xf32>
func.func @odd(%x: tensor<3x8xf32>) -> tensor<3x48xf32> {
  %w = ml_program.global_load_const @w48 : tensor<8x48xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x48xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<3x48xf32>) -> tensor<3x48xf32>
  %r = linalg.matmul ins(%x, %w : tensor<3x8xf32>, tensor<8x48xf32>) outs(%z : tensor<3x48xf32>) -> tensor<3x48xf32>
  return %r : tensor<3x48xf32>
}

// a parameter on the left, whose rows are not streamed, and a batch.
// CHECK-LABEL: func.func @left
// CHECK-NOT: tensor.expand_shape
// CHECK: linalg.matmul
// CHECK: linalg.batch_matmul
// WIDTH16-LABEL: func.func @left
ml_program.global private @w(#ml_program.extern : tensor<64x8xf32>) : tensor<64x8xf32>
ml_program.global private @b(#ml_program.extern : tensor<2x8x64xf32>) : tensor<2x8x64xf32>
func.func @left(%x: tensor<8x64xf32>, %y: tensor<2x3x8xf32>) -> (tensor<64x64xf32>, tensor<2x3x64xf32>) {
  %w = ml_program.global_load_const @w : tensor<64x8xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  %r = linalg.matmul ins(%w, %x : tensor<64x8xf32>, tensor<8x64xf32>) outs(%z : tensor<64x64xf32>) -> tensor<64x64xf32>
  %b = ml_program.global_load_const @b : tensor<2x8x64xf32>
  %e3 = tensor.empty() : tensor<2x3x64xf32>
  %z3 = linalg.fill ins(%zero : f32) outs(%e3 : tensor<2x3x64xf32>) -> tensor<2x3x64xf32>
  %s = linalg.batch_matmul ins(%y, %b : tensor<2x3x8xf32>, tensor<2x8x64xf32>) outs(%z3 : tensor<2x3x64xf32>) -> tensor<2x3x64xf32>
  return %r, %s : tensor<64x64xf32>, tensor<2x3x64xf32>
}

// A slice at a place that is known only in the run.
// CHECK-LABEL: func.func @place
// CHECK-NOT: tensor.expand_shape
// CHECK: linalg.matmul
ml_program.global private @p(#ml_program.extern : tensor<8x64xf32>) : tensor<8x64xf32>
func.func @place(%x: tensor<3x8xf32>, %i: index) -> tensor<3x32xf32> {
  %w = ml_program.global_load_const @p : tensor<8x64xf32>
  %half = tensor.extract_slice %w[0, %i] [8, 32] [1, 1] : tensor<8x64xf32> to tensor<8x32xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x32xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<3x32xf32>) -> tensor<3x32xf32>
  %r = linalg.matmul ins(%x, %half : tensor<3x8xf32>, tensor<8x32xf32>) outs(%z : tensor<3x32xf32>) -> tensor<3x32xf32>
  return %r : tensor<3x32xf32>
}
