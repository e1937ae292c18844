// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// RUN: sflow-opt %s --syncflow-assign-streams | FileCheck %s
// RUN: sflow-opt %s --syncflow-assign-streams --syncflow-assign-streams | FileCheck %s

syncflow.topology @m {
  syncflow.memory @ram
  syncflow.device @d0 host reaches [@ram] {cores = 2 : i64}
  syncflow.device @d1 host reaches [@ram] {in_order = false}
}
syncflow.group @dp grid [2] axes [0]

// Streams stand in the order of devices and lanes; the one behind the compute lanes is for communication.
// CHECK-LABEL: func.func @main
// CHECK-NEXT: %[[S1:.*]] = syncflow.stream @m::@d0 ordinal 1
// CHECK-NEXT: %[[SC:.*]] = syncflow.stream @m::@d0 ordinal 2 communication
// CHECK-NEXT: %[[SO:.*]] = syncflow.stream @m::@d1 ordinal 0 out_of_order
// CHECK-NEXT: %[[OWN:.*]] = syncflow.stream @m::@d1 ordinal 7
// CHECK-NEXT: syncflow.task "a" on(%[[SO]]) outs(%{{.*}} = %{{.*}} : memref<8xf32>) {
// CHECK: syncflow.task "b" on(%[[S1]])
// CHECK: syncflow.all_reduce sum @dp on(%[[SC]])
// CHECK-NOT: syncflow.lane
// CHECK: syncflow.task "own" on(%[[OWN]])
func.func @main(%x: memref<8xf32>, %y: memref<8xf32>) {
  %own = syncflow.stream @m::@d1 ordinal 7
  syncflow.task "a" outs(%o = %x : memref<8xf32>) attributes {syncflow.device = @m::@d1, syncflow.lane = 0 : i64} { syncflow.yield }
  syncflow.task "b" outs(%o = %x : memref<8xf32>) attributes {syncflow.device = @m::@d0, syncflow.lane = 1 : i64} { syncflow.yield }
  %t = syncflow.all_reduce sum @dp ins(%x : memref<8xf32>) outs(%y : memref<8xf32>) {syncflow.device = @m::@d0, syncflow.lane = 2 : i64}
  syncflow.task "own" on(%own) outs(%o = %x : memref<8xf32>) { syncflow.yield }
  return
}
