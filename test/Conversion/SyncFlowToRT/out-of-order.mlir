// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// A stream out of order orders nothing by itself: the plan keeps the waits of its tasks for one another, the latest of each.
// RUN: sflow-opt %s --convert-syncflow-to-rt --split-input-file | FileCheck %s

// CHECK: syncflow.rt.plan @unordered_plan0 streams [0, 0, 0, 0]
// CHECK-NEXT: rt.task "a" {{.*}} waits [] preds []
// CHECK-NEXT: rt.task "b" {{.*}} waits [] preds []
// CHECK-NEXT: rt.task "c" {{.*}} waits [0, 2] preds [0, 1]
syncflow.topology @m {
  syncflow.memory @ram
  syncflow.device @d host reaches [@ram]
}
func.func @unordered(%x: memref<8xf32>, %y: memref<8xf32>) {
  %s = syncflow.stream @m::@d ordinal 0 out_of_order
  %a = syncflow.task "a" on(%s) outs(%o = %x : memref<8xf32>) { syncflow.yield }
  %b = syncflow.task "b" on(%s) outs(%o = %y : memref<8xf32>) { syncflow.yield }
  %c = syncflow.task "c" after(%a, %b) on(%s) ins(%i = %x : memref<8xf32>, %j = %y : memref<8xf32>) { syncflow.yield }
  syncflow.wait(%c)
  return
}

// -----

// In order the same tokens say nothing new.
// CHECK: syncflow.rt.plan @ordered_plan0 streams [0, 0, 0, 1]
// CHECK: rt.task "c" {{.*}} waits [] preds [0, 1]
syncflow.topology @m {
  syncflow.memory @ram
  syncflow.device @d host reaches [@ram]
}
func.func @ordered(%x: memref<8xf32>, %y: memref<8xf32>) {
  %s = syncflow.stream @m::@d ordinal 0
  %a = syncflow.task "a" on(%s) outs(%o = %x : memref<8xf32>) { syncflow.yield }
  %b = syncflow.task "b" on(%s) outs(%o = %y : memref<8xf32>) { syncflow.yield }
  %c = syncflow.task "c" after(%a, %b) on(%s) ins(%i = %x : memref<8xf32>, %j = %y : memref<8xf32>) { syncflow.yield }
  syncflow.wait(%c)
  return
}
