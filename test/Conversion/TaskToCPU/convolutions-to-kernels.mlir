// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// RUN: sflow-opt %s --syncflow-convolutions-to-kernels --canonicalize --cse --split-input-file | FileCheck %s

// The words of `sflow_conv2d` (Kernels.h) in their order: its size; batch, channels, filters; extents of output and kernel;
// strides; dilations; the strides in memory of each operand. All extents are different here, so that none can be another's.
// CHECK-LABEL: func.func private @nchw(
// CHECK-NOT: linalg
// CHECK: %[[WORDS:.*]] = memref.alloca() : memref<24xi64>
// CHECK-NEXT: memref.store %c192_i64, %[[WORDS]][%c0]
// CHECK-NEXT: memref.store %c2_i64, %[[WORDS]][%c1]
// CHECK-NEXT: memref.store %c3_i64, %[[WORDS]][%c2]
// CHECK-NEXT: memref.store %c5_i64, %[[WORDS]][%c3]
// CHECK-NEXT: memref.store %c10_i64, %[[WORDS]][%c4]
// CHECK-NEXT: memref.store %c12_i64, %[[WORDS]][%c5]
// CHECK-NEXT: memref.store %c4_i64, %[[WORDS]][%c6]
// CHECK-NEXT: memref.store %c6_i64, %[[WORDS]][%c7]
// CHECK-NEXT: memref.store %c2_i64, %[[WORDS]][%c8]
// CHECK-NEXT: memref.store %c1_i64, %[[WORDS]][%c9]
// CHECK-NEXT: memref.store %c1_i64, %[[WORDS]][%c10]
// CHECK-NEXT: memref.store %c3_i64, %[[WORDS]][%c11]
// CHECK-NEXT: memref.store %c1782_i64, %[[WORDS]][%c12]
// CHECK-NEXT: memref.store %c594_i64, %[[WORDS]][%c13]
// CHECK-NEXT: memref.store %c27_i64, %[[WORDS]][%c14]
// CHECK-NEXT: memref.store %c1_i64, %[[WORDS]][%c15]
// CHECK-NEXT: memref.store %c72_i64, %[[WORDS]][%c16]
// CHECK-NEXT: memref.store %c24_i64, %[[WORDS]][%c17]
// CHECK-NEXT: memref.store %c6_i64, %[[WORDS]][%c18]
// CHECK-NEXT: memref.store %c1_i64, %[[WORDS]][%c19]
// CHECK-NEXT: memref.store %c600_i64, %[[WORDS]][%c20]
// CHECK-NEXT: memref.store %c120_i64, %[[WORDS]][%c21]
// CHECK-NEXT: memref.store %c12_i64, %[[WORDS]][%c22]
// CHECK-NEXT: memref.store %c1_i64, %[[WORDS]][%c23]
// CHECK: call @sflow_conv2d_f32(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %c0_i32)
func.func private @nchw(%a: memref<2x3x22x27xf32>, %w: memref<5x3x4x6xf32>, %c: memref<2x5x10x12xf32>) -> i32 attributes {syncflow.body} {
  %0 = arith.constant 0 : i32
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<2x5x10x12xf32>)
  linalg.conv_2d_nchw_fchw {strides = dense<[2, 1]> : tensor<2xi64>, dilations = dense<[1, 3]> : tensor<2xi64>}
      ins(%a, %w : memref<2x3x22x27xf32>, memref<5x3x4x6xf32>) outs(%c : memref<2x5x10x12xf32>)
  return %0 : i32
}

// -----

// Channels last: the same extents with other strides. Without a fill the result is added to.
// CHECK-LABEL: func.func private @nhwc(
// CHECK: memref.store %c2_i64, %{{.*}}[%c1]
// CHECK-NEXT: memref.store %c3_i64, %{{.*}}[%c2]
// CHECK-NEXT: memref.store %c5_i64, %{{.*}}[%c3]
// CHECK-NEXT: memref.store %c10_i64, %{{.*}}[%c4]
// CHECK-NEXT: memref.store %c12_i64, %{{.*}}[%c5]
// CHECK-NEXT: memref.store %c4_i64, %{{.*}}[%c6]
// CHECK-NEXT: memref.store %c6_i64, %{{.*}}[%c7]
// CHECK: memref.store %c663_i64, %{{.*}}[%c12]
// CHECK-NEXT: memref.store %c1_i64, %{{.*}}[%c13]
// CHECK-NEXT: memref.store %c51_i64, %{{.*}}[%c14]
// CHECK-NEXT: memref.store %c3_i64, %{{.*}}[%c15]
// CHECK-NEXT: memref.store %c1_i64, %{{.*}}[%c16]
// CHECK-NEXT: memref.store %c5_i64, %{{.*}}[%c17]
// CHECK-NEXT: memref.store %c90_i64, %{{.*}}[%c18]
// CHECK-NEXT: memref.store %c15_i64, %{{.*}}[%c19]
// CHECK-NEXT: memref.store %c600_i64, %{{.*}}[%c20]
// CHECK-NEXT: memref.store %c1_i64, %{{.*}}[%c21]
// CHECK-NEXT: memref.store %c60_i64, %{{.*}}[%c22]
// CHECK-NEXT: memref.store %c5_i64, %{{.*}}[%c23]
// CHECK: call @sflow_conv2d_f32(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %c1_i32)
func.func private @nhwc(%a: memref<2x13x17x3xf32>, %w: memref<4x6x3x5xf32>, %c: memref<2x10x12x5xf32>) -> i32 attributes {syncflow.body} {
  %0 = arith.constant 0 : i32
  linalg.conv_2d_nhwc_hwcf ins(%a, %w : memref<2x13x17x3xf32>, memref<4x6x3x5xf32>) outs(%c : memref<2x10x12x5xf32>)
  return %0 : i32
}

// -----

// A batch known at run time, and a view of the input as it is.
// CHECK-LABEL: func.func private @dynamic(
// CHECK-DAG: %{{.*}}, %[[OFFSET:.*]], %{{.*}}:4, %[[STRIDES:.*]]:4 = memref.extract_strided_metadata %arg0
// CHECK-DAG: arith.muli %[[OFFSET]], %c4 : index
// CHECK-DAG: %[[N:.*]] = memref.dim %arg{{[02]}}, %c0
// CHECK-DAG: %[[BATCH:.*]] = arith.index_cast %[[N]]
// CHECK-DAG: %[[STEP:.*]] = arith.index_cast %[[STRIDES]]#0
// CHECK: memref.store %[[BATCH]], %{{.*}}[%c1]
// CHECK: memref.store %[[STEP]], %{{.*}}[%c12]
// CHECK: call @sflow_conv2d_f32
func.func private @dynamic(%a: memref<?x3x9x9xf32, strided<[?, 81, 9, 1], offset: ?>>, %w: memref<5x3x2x2xf32>, %c: memref<?x5x8x8xf32>) -> i32 attributes {syncflow.body} {
  %0 = arith.constant 0 : i32
  linalg.conv_2d_nchw_fchw ins(%a, %w : memref<?x3x9x9xf32, strided<[?, 81, 9, 1], offset: ?>>, memref<5x3x2x2xf32>) outs(%c : memref<?x5x8x8xf32>)
  return %0 : i32
}

// -----

// For loops: depthwise and grouped, poolings, other element types and numbers of dimensions; and code that is no task's.
// CHECK-LABEL: func.func private @others(
// CHECK: linalg.depthwise_conv_2d_nhwc_hwc
// CHECK: linalg.conv_2d_ngchw_gfchw
// CHECK: linalg.pooling_nhwc_max
// CHECK: linalg.pooling_nhwc_sum
// CHECK: linalg.conv_2d_nchw_fchw
// CHECK: linalg.conv_1d_ncw_fcw
// CHECK-NOT: call
// CHECK-LABEL: func.func @host(
// CHECK: linalg.conv_2d_nchw_fchw
func.func private @others(%a: memref<1x9x8x3xf32>, %k: memref<3x3xf32>, %c: memref<1x7x6x3xf32>, %dw: memref<3x3x3xf32>,
                          %g: memref<1x2x3x9x8xf32>, %gw: memref<2x4x3x3x3xf32>, %gc: memref<1x2x4x7x6xf32>,
                          %d: memref<1x3x9x8xf64>, %w: memref<4x3x3x3xf64>, %e: memref<1x4x7x6xf64>,
                          %f: memref<1x3x9xf32>, %v: memref<4x3x3xf32>, %h: memref<1x4x7xf32>) -> i32 attributes {syncflow.body} {
  %0 = arith.constant 0 : i32
  linalg.depthwise_conv_2d_nhwc_hwc ins(%a, %dw : memref<1x9x8x3xf32>, memref<3x3x3xf32>) outs(%c : memref<1x7x6x3xf32>)
  linalg.conv_2d_ngchw_gfchw ins(%g, %gw : memref<1x2x3x9x8xf32>, memref<2x4x3x3x3xf32>) outs(%gc : memref<1x2x4x7x6xf32>)
  linalg.pooling_nhwc_max ins(%a, %k : memref<1x9x8x3xf32>, memref<3x3xf32>) outs(%c : memref<1x7x6x3xf32>)
  linalg.pooling_nhwc_sum ins(%a, %k : memref<1x9x8x3xf32>, memref<3x3xf32>) outs(%c : memref<1x7x6x3xf32>)
  linalg.conv_2d_nchw_fchw ins(%d, %w : memref<1x3x9x8xf64>, memref<4x3x3x3xf64>) outs(%e : memref<1x4x7x6xf64>)
  linalg.conv_1d_ncw_fcw ins(%f, %v : memref<1x3x9xf32>, memref<4x3x3xf32>) outs(%h : memref<1x4x7xf32>)
  return %0 : i32
}
func.func @host(%a: memref<1x3x9x8xf32>, %w: memref<4x3x3x3xf32>, %c: memref<1x4x7x6xf32>) {
  linalg.conv_2d_nchw_fchw ins(%a, %w : memref<1x3x9x8xf32>, memref<4x3x3x3xf32>) outs(%c : memref<1x4x7x6xf32>)
  return
}
