// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// One plan of two tasks on two streams, with a dynamic size, an output, the arena and a check of the model: the tables
// that the runtime reads, as LLVM IR. run.test runs it.
// RUN: sflow-opt %s --convert-scf-to-cf --convert-syncflow-rt-to-llvm --convert-to-llvm --reconcile-unrealized-casts \
// RUN:   | %llvm_bin/mlir-translate --mlir-to-llvmir | FileCheck %s

// CHECK:      @[[NEGATIVE:.*]] = internal unnamed_addr constant [16 x i8] c"sum is negative\00"
// CHECK-NEXT: @__sflow_messages = internal constant [1 x ptr] [ptr @[[NEGATIVE]]]
// CHECK:      @[[SCALE:.*]] = internal unnamed_addr constant [6 x i8] c"scale\00"
// CHECK-NEXT: @[[SCALE_AT:.*]] = internal unnamed_addr constant {{.*}}two-streams.mlir:{{[0-9]+}}:5\00"
// CHECK-NEXT: @[[ADD:.*]] = internal unnamed_addr constant [4 x i8] c"add\00"
// CHECK-NEXT: @[[ADD_AT:.*]] = internal unnamed_addr constant {{.*}}two-streams.mlir:{{[0-9]+}}:5\00"

// fn, name, location, kind, stream, priority, args, waits, preds, collective, cost, flops.
// CHECK:      @step.tasks = internal constant
// CHECK-SAME: { ptr @scale, ptr @[[SCALE]], ptr @[[SCALE_AT]], i32 0, i32 0, i32 2, i32 0, i32 5, i32 0, i32 0, i32 0, i32 0, i32 0, double 0.000000e+00, double 0.000000e+00 }
// CHECK-SAME: { ptr @add_checked, ptr @[[ADD]], ptr @[[ADD_AT]], i32 0, i32 1, i32 2, i32 5, i32 6, i32 0, i32 1, i32 0, i32 1, i32 0, double 0.000000e+00, double 8.000000e+00 }
// Device, ordinal, kind, in order.
// CHECK:      @step.streams = internal constant
// CHECK-SAME: [{ i32, i32, i32, i32 } { i32 0, i32 0, i32 0, i32 1 }, { i32, i32, i32, i32 } { i32 1, i32 0, i32 0, i32 1 }]
// Word -1 is a constant.
// CHECK:      @step.args = internal constant [11 x { i32, i32, i64 }]
// CHECK-SAME: { i32 0, i32 0, i64 64 }
// CHECK-SAME: { i32 -1, i32 0, i64 1073741824 }
// CHECK:      @step.waits = internal constant [1 x { i32, i32 }] [{ i32, i32 } { i32 0, i32 1 }]
// CHECK:      @step.preds = internal constant [1 x i32] zeroinitializer
// CHECK:      @step.releases = internal constant {{.*}} { i64 0, i64 64, i32 0, i32 1 }]
// CHECK:      @step.release_tasks = internal constant [1 x i32] [i32 1]
// CHECK:      @step = internal constant
// CHECK-SAME: ptr @step.tasks, ptr @step.streams, ptr @step.args, ptr @step.waits, ptr @step.preds, ptr null, ptr @__sflow_messages, ptr @step.releases, ptr @step.release_tasks
// CHECK-SAME: i32 2, i32 2, i32 11, i32 1, i32 1, i32 0, i32 1, i32 1, i32 1, i32 4
// CHECK-SAME: { i64 1, i64 0, i64 1, i64 0, i64 0, i64 0, double 1.250000e+01, double 0.000000e+00 }

// CHECK:      @[[X:.*]] = internal unnamed_addr constant [2 x i8] c"x\00"
// CHECK-NEXT: @[[DIMS:.*]] = internal constant [1 x i64] [i64 -1]
// CHECK:      @[[INPUTS:.*]] = internal constant {{.*}} { ptr @[[X]], ptr @[[DIMS]], i32 3, i32 1 }]
// CHECK:      @[[PLANS:.*]] = internal constant [1 x ptr] [ptr @step]
// CHECK:      @[[ENTRIES:.*]] = internal constant {{.*}} { ptr @{{.*}}, ptr @sflow_two_main, ptr @[[INPUTS]], ptr @{{.*}}, ptr @[[PLANS]], i32 1, i32 1, i32 1, i32 0 }]
// CHECK:      @sflow_two_metadata = constant
// CHECK-SAME: i32 2, i32 0, i32 1, i32 0, i32 0, i32 0, i32 0, i64 {{-?[0-9]+}}, ptr @{{.*}}, ptr @[[ENTRIES]], ptr null, ptr null, ptr null, ptr null }

// CHECK: define internal i32 @scale.body(ptr noalias %{{.*}}, i64 %{{.*}}, ptr noalias %{{.*}}, i64 %{{.*}}, float %{{.*}})
// CHECK: define i32 @sflow_two_main(ptr %{{.*}})

module attributes {syncflow.module_name = "two", syncflow.device_count = 2 : i64} {
  // Bodies: the words of `scale` are address and size of %a, address and size of %b, and the factor.
  func.func private @scale(%a: memref<?xf32>, %b: memref<?xf32>, %factor: f32) -> i32 attributes {syncflow.body} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %n = memref.dim %a, %c0 : memref<?xf32>
    scf.for %i = %c0 to %n step %c1 {
      %x = memref.load %a[%i] : memref<?xf32>
      %y = arith.mulf %x, %factor : f32
      memref.store %y, %b[%i] : memref<?xf32>
    }
    %ok = arith.constant 0 : i32
    return %ok : i32
  }
  func.func private @add_checked(%a: memref<?xf32>, %b: memref<?xf32>, %c: memref<?xf32>) -> i32
      attributes {syncflow.body, syncflow.messages = ["sum is negative"]} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %ok = arith.constant 0 : i32
    %bad = arith.constant 1 : i32
    %zero = arith.constant 0.0 : f32
    %n = memref.dim %a, %c0 : memref<?xf32>
    %code = scf.for %i = %c0 to %n step %c1 iter_args(%seen = %ok) -> (i32) {
      %x = memref.load %a[%i] : memref<?xf32>
      %y = memref.load %b[%i] : memref<?xf32>
      %z = arith.addf %x, %y : f32
      memref.store %z, %c[%i] : memref<?xf32>
      %negative = arith.cmpf olt, %z, %zero : f32
      %next = arith.select %negative, %bad, %seen : i32
      scf.yield %next : i32
    }
    return %code : i32
  }
  syncflow.rt.plan @step streams [0, 0, 0, 1, 1, 0, 0, 1] frame 4
      stats {naive_syncs = 1 : i64, kept_waits = 1 : i64, critical_path_ns = 12.5 : f64}
      releases [0, 64, 1, 1] {
    // Frame: arena, input, output, size.
    syncflow.rt.task "scale" body @scale stream 0 args [1, 0, 3, 0, 0, 64, 3, 0, -1, 1073741824] waits [] preds [] kind 0
    syncflow.rt.task "add" body @add_checked stream 1 args [1, 0, 3, 0, 0, 64, 3, 0, 2, 0, 3, 0] waits [0, 1] preds [0] kind 0
        {flops = 8.0 : f64}
  }
  func.func @main() attributes {syncflow.entry, syncflow.inputs = [memref<?xf32>], syncflow.results = [memref<?xf32>],
                                syncflow.input_names = ["x"]} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c64 = arith.constant 64 : index
    %a = syncflow.rt.input 0 : memref<?xf32>
    %n = memref.dim %a, %c0 : memref<?xf32>
    %some = arith.cmpi sgt, %n, %c0 : index
    syncflow.rt.assert %some, "the input is empty"
    %payload = arith.muli %n, %c4 : index
    %bytes = arith.addi %payload, %c64 : index
    %arena = syncflow.rt.arena(%bytes) : memref<?xi8>
    %o = syncflow.rt.output 0 (%n) : memref<?xf32>
    syncflow.rt.launch @step(%arena, %a, %o, %n : memref<?xi8>, memref<?xf32>, memref<?xf32>, index)
    syncflow.rt.wait
    return
  }
}
