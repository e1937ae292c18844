// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// One function per loop nest of a body, with what the ranges of its operands say about aliasing.
// RUN: sflow-opt %s --syncflow-outline-loops --split-input-file | FileCheck %s

// Views of one scratch buffer that lie apart do not alias; constants go along, other scalars are arguments.
// CHECK-LABEL: func.func private @apart(
// CHECK-NOT:     linalg
// CHECK:         call @__loop_0(%{{.*}}, %{{.*}}, %{{.*}}) : (memref<8xf32>, memref<8xf32>, f32) -> ()
// CHECK-LABEL: func.func private @__loop_0(
// CHECK-SAME:    memref<8xf32> {llvm.noalias}, %{{.*}}: memref<8xf32> {llvm.noalias}, %{{.*}}: f32) attributes {syncflow.loop}
// CHECK:         arith.constant 2.000000e+00 : f32
// CHECK:         linalg.generic
func.func private @apart(%scratch: memref<1024xi8>, %factor: f32) -> i32 attributes {syncflow.body} {
  %0 = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %two = arith.constant 2.0 : f32
  %a = memref.view %scratch[%c0][] : memref<1024xi8> to memref<8xf32>
  %b = memref.view %scratch[%c32][] : memref<1024xi8> to memref<8xf32>
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%a : memref<8xf32>) outs(%b : memref<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %1 = arith.mulf %in, %factor : f32
    %2 = arith.addf %1, %two : f32
    linalg.yield %2 : f32
  }
  return %0 : i32
}

// -----

// Views that overlap are not noalias; one byte is enough. The third operand is apart from both.
// CHECK-LABEL: func.func private @__loop_0(
// CHECK-SAME:    %{{[^:]*}}: memref<8xf32>, %{{[^:]*}}: memref<8xf32> {llvm.noalias}, %{{[^:]*}}: memref<8xf32>) attributes
func.func private @overlap(%scratch: memref<1024xi8>) -> i32 attributes {syncflow.body} {
  %0 = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %c31 = arith.constant 31 : index
  %c64 = arith.constant 64 : index
  %a = memref.view %scratch[%c0][] : memref<1024xi8> to memref<8xf32>
  %b = memref.view %scratch[%c31][] : memref<1024xi8> to memref<8xf32>
  %c = memref.view %scratch[%c64][] : memref<1024xi8> to memref<8xf32>
  linalg.add ins(%a, %c : memref<8xf32>, memref<8xf32>) outs(%b : memref<8xf32>)
  return %0 : i32
}

// -----

// In place: one argument, reached through nothing else. Two reads of the same memory do not count.
// CHECK-LABEL: func.func private @in_place(
// CHECK:         call @__loop_0(%[[A:.*]], %[[B:.*]]) : (memref<8xf32>, memref<8xf32>) -> ()
// CHECK:         call @__loop_1(%[[A]], %{{.*}}, %[[B]]) :
// CHECK-LABEL: func.func private @__loop_0(
// CHECK-SAME:    memref<8xf32> {llvm.noalias}, %{{.*}}: memref<8xf32> {llvm.noalias})
// CHECK-LABEL: func.func private @__loop_1(
// CHECK-SAME:    memref<8xf32> {llvm.noalias}, %{{.*}}: memref<8xf32, strided<[1]>> {llvm.noalias}, %{{.*}}: memref<8xf32> {llvm.noalias})
func.func private @in_place(%a: memref<8xf32>, %b: memref<8xf32>) -> i32 attributes {syncflow.body} {
  %0 = arith.constant 0 : i32
  linalg.add ins(%a, %b : memref<8xf32>, memref<8xf32>) outs(%b : memref<8xf32>)
  %again = memref.cast %a : memref<8xf32> to memref<8xf32, strided<[1]>>
  linalg.add ins(%a, %again : memref<8xf32>, memref<8xf32, strided<[1]>>) outs(%b : memref<8xf32>)
  return %0 : i32
}

// -----

// A task passes the same memory for two arguments: they may be one.
// CHECK-LABEL: func.func private @__loop_0(
// CHECK-SAME:    %{{[^:]*}}: memref<8xf32>, %{{[^:]*}}: memref<8xf32>) attributes
func.func private @repeated(%a: memref<8xf32>, %b: memref<8xf32>) -> i32 attributes {syncflow.body} {
  %0 = arith.constant 0 : i32
  linalg.exp ins(%a : memref<8xf32>) outs(%b : memref<8xf32>)
  return %0 : i32
}
syncflow.rt.plan @p streams [0, 0, 0, 1] frame 1 stats {} {
  syncflow.rt.task "apart" body @repeated stream 0 args [0, 0, 0, 32] waits [] preds [] kind 0
  syncflow.rt.task "same" body @repeated stream 0 args [0, 32, 0, 32] waits [] preds [0] kind 0
}

// -----

// Memory that a region reads is an argument too; equal loops of two bodies are one function.
// CHECK-LABEL: func.func private @first(
// CHECK:         call @__loop_0(
// CHECK-LABEL: func.func private @second(
// CHECK:         call @__loop_0(
// CHECK-NOT:     @__loop_1
// CHECK-LABEL: func.func private @__loop_0(
// CHECK-SAME:    memref<4xindex> {llvm.noalias}, %{{.*}}: memref<4xf32> {llvm.noalias}, %[[TABLE:.*]]: memref<9xf32> {llvm.noalias})
// CHECK:         memref.load %[[TABLE]]
#id = affine_map<(d0) -> (d0)>
func.func private @first(%i: memref<4xindex>, %table: memref<9xf32>, %o: memref<4xf32>) -> i32 attributes {syncflow.body} {
  %0 = arith.constant 0 : i32
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%i : memref<4xindex>) outs(%o : memref<4xf32>) {
  ^bb0(%in: index, %out: f32):
    %1 = memref.load %table[%in] : memref<9xf32>
    linalg.yield %1 : f32
  }
  return %0 : i32
}
func.func private @second(%table: memref<9xf32>, %i: memref<4xindex>, %o: memref<4xf32>) -> i32 attributes {syncflow.body} {
  %0 = arith.constant 0 : i32
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%i : memref<4xindex>) outs(%o : memref<4xf32>) {
  ^bb0(%in: index, %out: f32):
    %1 = memref.load %table[%in] : memref<9xf32>
    linalg.yield %1 : f32
  }
  return %0 : i32
}

// -----

// Host code keeps its copies.
// CHECK-LABEL: func.func @host(
// CHECK:         memref.copy
func.func @host(%a: memref<4xf32>, %b: memref<4xf32>) {
  memref.copy %a, %b : memref<4xf32> to memref<4xf32>
  return
}
