// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Outlined loops: pointers, sizes and strides at the call and in the function; noalias as it was found.
// RUN: sflow-opt %s --convert-syncflow-rt-to-llvm | FileCheck %s

// CHECK-LABEL: llvm.func internal @__loop_0(
// CHECK-SAME:    %{{[^:]*}}: !llvm.ptr {llvm.noalias}, %{{[^:]*}}: i64, %{{[^:]*}}: i64, %{{[^:]*}}: !llvm.ptr, %{{[^:]*}}: i64)
// CHECK-SAME:    attributes {no_inline, no_unwind}
// CHECK:         llvm.return
func.func private @__loop_0(%a: memref<?xf32, strided<[?], offset: 4>> {llvm.noalias}, %b: memref<f32>, %n: index)
    attributes {syncflow.loop} {
  return
}

// CHECK-LABEL: llvm.func internal @b.body(
// CHECK:         %[[D:.*]] = builtin.unrealized_conversion_cast %{{.*}} : memref<?xf32, strided<[?], offset: 4>> to !llvm.struct
// CHECK:         %[[ALIGNED:.*]] = llvm.extractvalue %[[D]][1]
// CHECK:         %[[OFFSET:.*]] = llvm.mlir.constant(4 : index)
// CHECK:         %[[FIRST:.*]] = llvm.getelementptr %[[ALIGNED]][%[[OFFSET]]]
// CHECK:         %[[SIZE:.*]] = llvm.extractvalue %{{.*}}[3, 0]
// CHECK:         %[[STRIDE:.*]] = llvm.extractvalue %{{.*}}[4, 0]
// CHECK:         %[[SCALAR:.*]] = llvm.extractvalue %{{.*}}[1]
// CHECK:         llvm.call @__loop_0(%[[FIRST]], %[[SIZE]], %[[STRIDE]], %[[SCALAR]], %{{.*}}) : (!llvm.ptr, i64, i64, !llvm.ptr, i64) -> ()
func.func private @b(%a: memref<?xf32, strided<[?], offset: 4>>, %b: memref<f32>, %n: index) -> i32 attributes {syncflow.body} {
  %0 = arith.constant 0 : i32
  call @__loop_0(%a, %b, %n) : (memref<?xf32, strided<[?], offset: 4>>, memref<f32>, index) -> ()
  return %0 : i32
}
