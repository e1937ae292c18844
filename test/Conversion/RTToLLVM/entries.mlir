// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Host code of entries, and the tables of a module with parameters, groups and collectives.
// RUN: sflow-opt %s --convert-syncflow-rt-to-llvm | FileCheck %s --implicit-check-not="syncflow.{{rt|group|topology|entry|load}}"

// CHECK-DAG: llvm.func @sflow_rt_input(!llvm.ptr, i32) -> !llvm.ptr
// CHECK-DAG: llvm.func @sflow_rt_rank(!llvm.ptr) -> i64
// CHECK-DAG: llvm.func @sflow_rt_derived(!llvm.ptr, i32) -> !llvm.ptr

module @names attributes {syncflow.ranks = 4 : i64, syncflow.device_count = 1 : i64,
    syncflow.parameters = [{name = "layer.weight", type = tensor<4x4xf32>}], syncflow.derived = [memref<4x4xbf16>]} {
  syncflow.topology @machine {
    syncflow.memory @ram
    syncflow.device @host0 host reaches [@ram]
  }
  syncflow.group @rows grid [2, 2] axes [1]

  syncflow.rt.plan @sum streams [0, 0, 1, 1] frame 3 stats {} {
    syncflow.rt.task "all_reduce" group @rows stream 0 args [0, 0, 1, 0, 2, 0] waits [] preds [] kind 1
        {collective = array<i64: 0, 0, 3, 0>}
    syncflow.rt.task "broadcast" group @rows stream 0 args [1, 0, 1, 0, -1, 16] waits [] preds [0] kind 1
        {collective = array<i64: 2, 0, 3, 1>}
  }
  syncflow.rt.plan @pack streams [0, 0, 0, 1] frame 2 stats {} {
  }

  // CHECK: memref.global "private" constant @table : memref<4xf32> = dense<1.000000e+00> {alignment = 64 : i64}
  memref.global constant @table : memref<4xf32> = dense<1.0>

  // CHECK-LABEL: llvm.func @sflow_names_main(
  // CHECK-SAME:    %[[INV:.*]]: !llvm.ptr) -> i32
  func.func @main() attributes {syncflow.entry, syncflow.inputs = [tensor<?x4xf32>], syncflow.results = [tensor<4xf32>]} {
    // CHECK: %[[A:.*]] = llvm.call @sflow_rt_input(%[[INV]],
    // CHECK: %[[N:.*]] = llvm.call @sflow_rt_input_dim(%[[INV]],
    %a = syncflow.rt.input 0 : memref<?x4xf32>
    // CHECK: %[[RANK:.*]] = llvm.call @sflow_rt_rank(%[[INV]])
    // CHECK: %[[R:.*]] = builtin.unrealized_conversion_cast %[[RANK]] : i64 to index
    %r = syncflow.rank : index
    %row = memref.subview %a[%r, 0] [1, 4] [1, 1] : memref<?x4xf32> to memref<4xf32, strided<[1], offset: ?>>
    // The one dimension of the result, then the call, then the way out.
    // CHECK: llvm.store %{{.*}}, %[[DIMS:.*]] : i64
    // CHECK: %[[O:.*]] = llvm.call @sflow_rt_output(%[[INV]],
    // CHECK: %[[NONE:.*]] = llvm.icmp "eq" %[[O]], %{{.*}} : !llvm.ptr
    // CHECK: llvm.cond_br %[[NONE]], ^[[FAIL:.*]], ^{{.*}}
    %o = syncflow.rt.output 0 () : memref<4xf32>
    %four = arith.constant 4 : index
    // A view's word is where its first element lies.
    // CHECK: %[[ALIGNED:.*]] = llvm.extractvalue %{{.*}}[1]
    // CHECK: %[[OFFSET:.*]] = llvm.extractvalue %{{.*}}[2]
    // CHECK: %[[FIRST:.*]] = llvm.getelementptr %[[ALIGNED]][%[[OFFSET]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    // CHECK: %[[PLAN:.*]] = llvm.mlir.addressof @sum
    // CHECK: %[[FRAME:.*]] = llvm.call @sflow_rt_frame(%[[INV]], %[[PLAN]])
    // CHECK: llvm.cond_br %{{.*}}, ^[[FAIL]], ^{{.*}}
    // CHECK: llvm.store %[[FIRST]],
    // CHECK: llvm.store
    // CHECK: llvm.store
    // CHECK: %[[CODE:.*]] = llvm.call @sflow_rt_launch(%[[INV]], %[[PLAN]], %[[FRAME]])
    // CHECK: %[[BAD:.*]] = llvm.icmp "ne" %[[CODE]],
    // CHECK: llvm.cond_br %[[BAD]], ^[[FAIL]], ^{{.*}}
    syncflow.rt.launch @sum(%row, %o, %four : memref<4xf32, strided<[1], offset: ?>>, memref<4xf32>, index)
    // CHECK: %[[FOREVER:.+]] = llvm.mlir.constant(-1 : i64)
    // CHECK: llvm.call @sflow_rt_wait(%[[INV]], %[[FOREVER]])
    syncflow.rt.wait
    // CHECK: ^[[FAIL]]:
    // CHECK-NEXT: %[[ONE:.*]] = llvm.mlir.constant(1 : i32)
    // CHECK-NEXT: llvm.return %[[ONE]]
    return
  }

  // CHECK-LABEL: llvm.func internal @sflow_names_init(
  func.func @init() attributes {syncflow.load} {
    // CHECK: llvm.call @sflow_rt_parameter
    %w = syncflow.rt.parameter 0 : memref<4x4xf32>
    // CHECK: llvm.call @sflow_rt_derived
    %d = syncflow.rt.parameter 0 derived : memref<4x4xbf16>
    syncflow.rt.launch @pack(%w, %d : memref<4x4xf32>, memref<4x4xbf16>)
    return
  }
}

// Kind, reduction, element, group, root, sequence.
// CHECK: llvm.mlir.global internal constant @sum.collectives({{\[\[}}0 : i32, 0 : i32, 3 : i32, 0 : i32, 0 : i32, 0 : i32], [2 : i32, 0 : i32, 3 : i32, 0 : i32, 1 : i32, 1 : i32]])
// CHECK: "layer.weight\00"
// CHECK: llvm.mlir.global external constant @sflow_names_metadata()
