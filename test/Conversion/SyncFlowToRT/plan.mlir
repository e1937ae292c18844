// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// The graph of a plan: tasks in program order on their streams, the waits between processors that are left, and apart
// from them whose data each task needs.
// RUN: sflow-opt %s --convert-syncflow-to-rt --split-input-file | FileCheck %s

// A wait names the other stream and how far it has to be. Of two tokens of one stream the later one counts; the own
// stream needs none. "d" writes what "c" reads: it waits for "c" and needs no data of it.
// CHECK-LABEL: func.func @main
// CHECK: syncflow.rt.launch @main_plan0
// CHECK-NOT: syncflow.rt.launch
// CHECK: syncflow.rt.plan @main_plan0 streams [0, 0, 0, 1, 1, 0, 0, 1] frame 3
// CHECK-NEXT: rt.task "a" body @{{.*}} stream 0 args [0, 0] waits [] preds []
// CHECK-NEXT: rt.task "b" body @{{.*}} stream 0 args [0, 0, 1, 0] waits [] preds [0]
// CHECK-NEXT: rt.task "c" body @{{.*}} stream 1 args [0, 0, 2, 0] waits [0, 2] preds [0]
// CHECK-NEXT: rt.task "d" body @{{.*}} stream 0 args [1, 0, 0, 0] waits [1, 1] preds [0, 1] kind 0 {cost_ns = {{.*}} : f64}
// CHECK-NEXT: {{^ *}}}
syncflow.topology @m {
  syncflow.memory @ram
  syncflow.device @d0 host reaches [@ram]
  syncflow.device @d1 host reaches [@ram]
}
func.func @main(%x: memref<8xf32>, %y: memref<8xf32>, %z: memref<8xf32>) {
  %s0 = syncflow.stream @m::@d0 ordinal 0
  %s1 = syncflow.stream @m::@d1 ordinal 0
  %a = syncflow.task "a" on(%s0) outs(%o = %x : memref<8xf32>) { syncflow.yield }
  %b = syncflow.task "b" after(%a) on(%s0) ins(%i = %x : memref<8xf32>) outs(%o = %y : memref<8xf32>) { syncflow.yield }
  %c = syncflow.task "c" after(%a, %b) on(%s1) ins(%i = %x : memref<8xf32>) outs(%o = %z : memref<8xf32>) { syncflow.yield }
  %d = syncflow.task "d" after(%c) on(%s0) ins(%i = %y : memref<8xf32>) outs(%o = %x : memref<8xf32>) { syncflow.yield }
  syncflow.wait(%d)
  return
}

// -----

// Where the host takes part a plan ends; the next one is launched behind it and needs no wait for what came before.
// CHECK-LABEL: func.func @host
// CHECK: syncflow.rt.launch @host_plan0
// CHECK: syncflow.rt.wait
// CHECK: memref.load
// CHECK: syncflow.rt.launch @host_plan1
// CHECK: rt.plan @host_plan0
// CHECK-NEXT: rt.task "a" {{.*}} waits [] preds []
// CHECK: rt.plan @host_plan1
// CHECK-NEXT: rt.task "b" {{.*}} waits [] preds []
syncflow.topology @m {
  syncflow.memory @ram
  syncflow.device @d0 host reaches [@ram]
  syncflow.device @d1 host reaches [@ram]
}
func.func @host(%x: memref<8xf32>, %y: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %s0 = syncflow.stream @m::@d0 ordinal 0
  %s1 = syncflow.stream @m::@d1 ordinal 0
  %a = syncflow.task "a" on(%s0) outs(%o = %x : memref<8xf32>) { syncflow.yield }
  syncflow.wait(%a)
  %v = memref.load %x[%c0] : memref<8xf32>
  %b = syncflow.task "b" after(%a) on(%s1) ins(%i = %x : memref<8xf32>, %k = %v : f32) outs(%o = %y : memref<8xf32>) { syncflow.yield }
  syncflow.wait(%b)
  return
}
