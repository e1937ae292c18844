// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Task bodies: what each kind of argument takes from the words, noalias, and the numbers of messages.
// RUN: sflow-opt %s --convert-syncflow-rt-to-llvm --split-input-file | FileCheck %s

// A static offset in the type is taken back: the word is the address of the first element already.
// CHECK-LABEL: llvm.func internal @offset.body(
// CHECK-SAME:    %[[P:.*]]: !llvm.ptr {llvm.noalias}) -> i32 attributes {no_inline, no_unwind}
// CHECK:         %[[BACK:.*]] = llvm.mlir.constant(-8 : i64)
// CHECK:         %[[BASE:.*]] = llvm.getelementptr %[[P]][%[[BACK]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK:         llvm.insertvalue %[[BASE]], %{{.*}}[1]
// CHECK:         %[[OFFSET:.*]] = llvm.mlir.constant(8 : index)
// CHECK:         llvm.insertvalue %[[OFFSET]], %{{.*}}[2]
func.func private @offset(%a: memref<4xf32, strided<[1], offset: 8>>) -> i32 attributes {syncflow.body} {
  %0 = arith.constant 0 : i32
  return %0 : i32
}

// -----

// Address, then dynamic sizes, then dynamic strides; a dynamic offset is 0.
// CHECK-LABEL: llvm.func internal @strided.body(
// CHECK-SAME:    %[[P:[^:]*]]: !llvm.ptr {llvm.noalias}, %[[N:[^:]*]]: i64, %[[S:[^:]*]]: i64, %[[I:[^:]*]]: i64)
// CHECK:         %[[OFFSET:.*]] = llvm.mlir.constant(0 : index)
// CHECK:         llvm.insertvalue %[[OFFSET]], %{{.*}}[2]
// CHECK:         llvm.insertvalue %[[N]], %{{.*}}[3, 0]
// CHECK:         llvm.mlir.constant(4 : i64)
// CHECK:         llvm.insertvalue %{{.*}}[3, 1]
// CHECK:         %[[UNIT:.*]] = llvm.mlir.constant(1 : i64)
// CHECK:         llvm.insertvalue %[[S]], %{{.*}}[4, 0]
// CHECK:         llvm.insertvalue %[[UNIT]], %{{.*}}[4, 1]
// CHECK:         builtin.unrealized_conversion_cast %[[I]] : i64 to index
// CHECK-LABEL: llvm.func internal @strided(%{{.*}}: !llvm.ptr) -> i32
func.func private @strided(%a: memref<?x4xf32, strided<[?, 1], offset: ?>>, %i: index) -> i32 attributes {syncflow.body} {
  %0 = arith.constant 0 : i32
  return %0 : i32
}

// -----

// Scalars: the low bits of the word's value.
// CHECK-LABEL: llvm.func internal @scalars.body(%{{.*}}: i1, %{{.*}}: f16, %{{.*}}: f64, %{{.*}}: i64)
// CHECK-LABEL: llvm.func internal @scalars(
// CHECK:         %[[W0:.*]] = llvm.load {{.*}} invariant {alignment = 8 : i64} : !llvm.ptr -> i64
// CHECK:         %[[FLAG:.*]] = llvm.trunc %[[W0]] : i64 to i1
// CHECK:         %[[W1:.*]] = llvm.load {{.*}} : !llvm.ptr -> i64
// CHECK:         %[[BITS:.*]] = llvm.trunc %[[W1]] : i64 to i16
// CHECK:         %[[HALF:.*]] = llvm.bitcast %[[BITS]] : i16 to f16
// CHECK:         %[[DOUBLE:.*]] = llvm.load {{.*}} : !llvm.ptr -> f64
// CHECK:         %[[INDEX:.*]] = llvm.load {{.*}} : !llvm.ptr -> i64
// CHECK:         llvm.call @scalars.body(%[[FLAG]], %[[HALF]], %[[DOUBLE]], %[[INDEX]])
func.func private @scalars(%flag: i1, %half: f16, %double: f64, %index: index) -> i32 attributes {syncflow.body} {
  %0 = arith.constant 0 : i32
  return %0 : i32
}

// -----

// Messages of all bodies stand in one table; a body that comes second adds what stands before its own.
// CHECK-LABEL: llvm.func internal @first(
// CHECK-NOT:     llvm.select
// CHECK-LABEL: llvm.func internal @second(
// CHECK:         %[[CODE:.*]] = llvm.call @second.body()
// CHECK:         %[[OK:.*]] = llvm.icmp "eq" %[[CODE]], %{{.*}} : i32
// CHECK:         %[[BEFORE:.*]] = llvm.mlir.constant(2 : i32)
// CHECK:         %[[SHIFTED:.*]] = llvm.add %[[CODE]], %[[BEFORE]]
// CHECK:         %[[RESULT:.*]] = llvm.select %[[OK]], %[[CODE]], %[[SHIFTED]]
// CHECK:         llvm.return %[[RESULT]]
// CHECK:       llvm.mlir.global internal constant @__sflow_messages() {{.*}} : !llvm.array<3 x ptr>
func.func private @first() -> i32 attributes {syncflow.body, syncflow.messages = ["a", "b"]} {
  %0 = arith.constant 2 : i32
  return %0 : i32
}
func.func private @second() -> i32 attributes {syncflow.body, syncflow.messages = ["c"]} {
  %0 = arith.constant 1 : i32
  return %0 : i32
}

// -----

// The same memory given twice: those two arguments are not noalias, the third one is.
// CHECK-LABEL: llvm.func internal @twice.body(
// CHECK-SAME:    %{{[^:]*}}: !llvm.ptr, %{{[^:]*}}: !llvm.ptr, %{{[^:]*}}: !llvm.ptr {llvm.noalias})
func.func private @twice(%a: memref<4xf32>, %b: memref<4xf32>, %c: memref<4xf32>) -> i32 attributes {syncflow.body} {
  %0 = arith.constant 0 : i32
  return %0 : i32
}
syncflow.rt.plan @p streams [0, 0, 0, 1] frame 1 stats {} {
  syncflow.rt.task "apart" body @twice stream 0 args [0, 0, 0, 64, 0, 128] waits [] preds [] kind 0
  syncflow.rt.task "same" body @twice stream 0 args [0, 64, 0, 64, 0, 0] waits [] preds [0] kind 0
}

// -----

// arith-to-llvm would copy these flags onto LLVM ops that have none.
// CHECK-LABEL: llvm.func internal @flags.body(
// CHECK:         arith.extf %{{.*}} : f16 to f32
// CHECK:         arith.mulf %{{.*}} fastmath<contract> : f32
// CHECK:         arith.truncf %{{.*}} : f32 to f16
func.func private @flags(%x: f16, %m: memref<f16>) -> i32 attributes {syncflow.body} {
  %wide = arith.extf %x fastmath<contract> : f16 to f32
  %square = arith.mulf %wide, %wide fastmath<contract> : f32
  %narrow = arith.truncf %square fastmath<contract> : f32 to f16
  memref.store %narrow, %m[] : memref<f16>
  %0 = arith.constant 0 : i32
  return %0 : i32
}
