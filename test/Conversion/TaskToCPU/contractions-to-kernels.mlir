// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// RUN: sflow-opt %s --syncflow-contractions-to-kernels --canonicalize --cse --split-input-file | FileCheck %s

// Extents; address, row and column stride of each operand; 0: overwrite, which makes the fill needless.
// CHECK-LABEL: func.func private @overwrites(
// CHECK-SAME: %[[A:[a-z0-9]+]]: memref<4x8xf32>, %[[B:[a-z0-9]+]]: memref<8x2xf32>, %[[C:[a-z0-9]+]]: memref<4x2xf32>)
// CHECK-NOT: linalg
// CHECK-DAG: %[[ADDRESS:.*]] = memref.extract_aligned_pointer_as_index %[[A]]
// CHECK-DAG: %[[INTEGER:.*]] = arith.index_cast %[[ADDRESS]]
// CHECK-DAG: %[[PA:.*]] = llvm.inttoptr %[[INTEGER]]
// CHECK: call @sflow_gemm_f32(%c4_i64, %c2_i64, %c8_i64, %[[PA]], %c8_i64, %c1_i64, %[[PB:.*]], %c2_i64, %c1_i64, %[[PC:.*]], %c2_i64, %c1_i64, %c0_i32)
// CHECK-NOT: linalg
func.func private @overwrites(%a: memref<4x8xf32>, %b: memref<8x2xf32>, %c: memref<4x2xf32>) -> i32 attributes {syncflow.body} {
  %0 = arith.constant 0 : i32
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<4x2xf32>)
  linalg.matmul ins(%a, %b : memref<4x8xf32>, memref<8x2xf32>) outs(%c : memref<4x2xf32>)
  return %0 : i32
}

// -----

// 1: add to what is there. Views are taken as they are: offset and strides go with the address, transposed or not.
// CHECK-LABEL: func.func private @adds(
// CHECK: %{{.*}}, %[[OFFSET:.*]], %{{.*}}:2, %[[STRIDES:.*]]:2 = memref.extract_strided_metadata %arg0
// CHECK: %[[SHIFT:.*]] = arith.muli %[[OFFSET]], %c8 : index
// CHECK: arith.addi %{{.*}}, %[[SHIFT]] : index
// CHECK: %[[ROW:.*]] = arith.index_cast %[[STRIDES]]#0
// CHECK: call @sflow_gemm_f64(%c4_i64, %c2_i64, %c8_i64, %{{.*}}, %[[ROW]], %c1_i64, %{{.*}}, %c1_i64, %c8_i64, %{{.*}}, %c2_i64, %c1_i64, %c1_i32)
#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func private @adds(%a: memref<4x8xf64, strided<[?, 1], offset: ?>>, %b: memref<2x8xf64>, %c: memref<4x2xf64>) -> i32 attributes {syncflow.body} {
  %0 = arith.constant 0 : i32
  linalg.generic {indexing_maps = [#mk, #nk, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<4x8xf64, strided<[?, 1], offset: ?>>, memref<2x8xf64>) outs(%c : memref<4x2xf64>) {
  ^bb0(%x: f64, %y: f64, %o: f64):
    %1 = arith.mulf %x, %y : f64
    %2 = arith.addf %o, %1 : f64
    linalg.yield %2 : f64
  }
  return %0 : i32
}

// -----

// Further parallel dimensions are loops around the call; each round starts a matrix further on.
// CHECK-LABEL: func.func private @batch(
// CHECK: scf.for %[[I:.*]] = %c0 to %[[N:.*]] step %c1 {
// CHECK-DAG: arith.muli %[[I]], %c128 : index
// CHECK-DAG: arith.muli %[[I]], %c64 : index
// CHECK-DAG: arith.muli %[[I]], %c32 : index
// CHECK: func.call @sflow_gemm_f32(%c4_i64, %c2_i64, %c8_i64,
// CHECK-NEXT: }
func.func private @batch(%a: memref<?x4x8xf32>, %b: memref<?x8x2xf32>, %c: memref<?x4x2xf32>) -> i32 attributes {syncflow.body} {
  %0 = arith.constant 0 : i32
  linalg.batch_matmul ins(%a, %b : memref<?x4x8xf32>, memref<?x8x2xf32>) outs(%c : memref<?x4x2xf32>)
  return %0 : i32
}

// -----

// Columns in panels, as syncflow-pack-weights lays them: rows, all columns, depth, A and its row stride, B and the width of a
// panel, C and its row stride.
// CHECK-LABEL: func.func private @panels(
// CHECK: call @sflow_gemm_panels_f32(%c4_i64, %c64_i64, %c8_i64, %{{.*}}, %c8_i64, %{{.*}}, %c32_i64, %{{.*}}, %c64_i64, %c1_i32)
#a = affine_map<(m, p, k, c) -> (m, k)>
#b = affine_map<(m, p, k, c) -> (p, k, c)>
#c = affine_map<(m, p, k, c) -> (m, p, c)>
func.func private @panels(%a: memref<4x8xf32>, %b: memref<2x8x32xf32>, %c: memref<4x2x32xf32>) -> i32 attributes {syncflow.body} {
  %0 = arith.constant 0 : i32
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction", "parallel"]}
      ins(%a, %b : memref<4x8xf32>, memref<2x8x32xf32>) outs(%c : memref<4x2x32xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %1 = arith.mulf %x, %y : f32
    %2 = arith.addf %o, %1 : f32
    linalg.yield %2 : f32
  }
  return %0 : i32
}

// -----

// Panels that do not lie side by side are a loop over them.
// CHECK-LABEL: func.func private @panels_apart(
// CHECK: scf.for
// CHECK: func.call @sflow_gemm_f32(%c4_i64, %c32_i64, %c8_i64,
#a = affine_map<(m, p, k, c) -> (m, k)>
#b = affine_map<(m, p, k, c) -> (p, k, c)>
#c = affine_map<(m, p, k, c) -> (p, m, c)>
func.func private @panels_apart(%a: memref<4x8xf32>, %b: memref<2x8x32xf32>, %c: memref<2x4x32xf32>) -> i32 attributes {syncflow.body} {
  %0 = arith.constant 0 : i32
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction", "parallel"]}
      ins(%a, %b : memref<4x8xf32>, memref<2x8x32xf32>) outs(%c : memref<2x4x32xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %1 = arith.mulf %x, %y : f32
    %2 = arith.addf %o, %1 : f32
    linalg.yield %2 : f32
  }
  return %0 : i32
}

// -----

// Fills that stay: of another number, or with something in between that reads the result, by another view of its memory as well.
// What touches other memory is not in the way.
// CHECK-LABEL: func.func private @ones(
// CHECK: linalg.fill
// CHECK: %c1_i32)
// CHECK-LABEL: func.func private @read_between(
// CHECK: linalg.fill
// CHECK: linalg.exp
// CHECK: %c1_i32)
// CHECK-LABEL: func.func private @else_between(
// CHECK-NOT: linalg.fill
// CHECK: linalg.exp
// CHECK: %c0_i32)
func.func private @ones(%a: memref<4x8xf32>, %b: memref<8x2xf32>, %c: memref<4x2xf32>) -> i32 attributes {syncflow.body} {
  %0 = arith.constant 0 : i32
  %one = arith.constant 1.0 : f32
  linalg.fill ins(%one : f32) outs(%c : memref<4x2xf32>)
  linalg.matmul ins(%a, %b : memref<4x8xf32>, memref<8x2xf32>) outs(%c : memref<4x2xf32>)
  return %0 : i32
}
func.func private @read_between(%a: memref<4x8xf32>, %b: memref<8x2xf32>, %c: memref<4x2xf32>, %d: memref<2x2xf32>) -> i32 attributes {syncflow.body} {
  %0 = arith.constant 0 : i32
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<4x2xf32>)
  %s = memref.subview %c[0, 0] [2, 2] [1, 1] : memref<4x2xf32> to memref<2x2xf32, strided<[2, 1]>>
  linalg.exp ins(%s : memref<2x2xf32, strided<[2, 1]>>) outs(%d : memref<2x2xf32>)
  linalg.matmul ins(%a, %b : memref<4x8xf32>, memref<8x2xf32>) outs(%c : memref<4x2xf32>)
  return %0 : i32
}
func.func private @else_between(%a: memref<4x8xf32>, %b: memref<8x2xf32>, %c: memref<4x2xf32>, %d: memref<2x2xf32>) -> i32 attributes {syncflow.body} {
  %0 = arith.constant 0 : i32
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<4x2xf32>)
  linalg.exp ins(%d : memref<2x2xf32>) outs(%d : memref<2x2xf32>)
  linalg.matmul ins(%a, %b : memref<4x8xf32>, memref<8x2xf32>) outs(%c : memref<4x2xf32>)
  return %0 : i32
}

// -----

// For loops: other element types, no columns, a product in another sense; and code that is no task's.
// CHECK-LABEL: func.func private @others(
// CHECK: linalg.matmul
// CHECK: linalg.matvec
// CHECK: linalg.generic
// CHECK-NOT: call
// CHECK-LABEL: func.func @host(
// CHECK: linalg.matmul
// CHECK-NOT: call
#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
func.func private @others(%a: memref<4x8xf16>, %b: memref<8x2xf16>, %c: memref<4x2xf16>, %d: memref<4x8xf32>, %e: memref<8x2xf32>,
                          %f: memref<4x2xf32>, %v: memref<8xf32>, %w: memref<4xf32>) -> i32 attributes {syncflow.body} {
  %0 = arith.constant 0 : i32
  linalg.matmul ins(%a, %b : memref<4x8xf16>, memref<8x2xf16>) outs(%c : memref<4x2xf16>)
  linalg.matvec ins(%d, %v : memref<4x8xf32>, memref<8xf32>) outs(%w : memref<4xf32>)
  linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%d, %e : memref<4x8xf32>, memref<8x2xf32>) outs(%f : memref<4x2xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %1 = arith.addf %x, %y : f32
    %2 = arith.minimumf %o, %1 : f32
    linalg.yield %2 : f32
  }
  return %0 : i32
}
func.func @host(%a: memref<4x8xf32>, %b: memref<8x2xf32>, %c: memref<4x2xf32>) {
  linalg.matmul ins(%a, %b : memref<4x8xf32>, memref<8x2xf32>) outs(%c : memref<4x2xf32>)
  return
}
