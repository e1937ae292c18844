// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// No order is wider than it has to be: where two of four tasks have to meet, one stream waits for one point of the
// other. Nothing stops a device, the host or a group, except the end of the function.
// RUN: sflow-opt %s --syncflow-infer-contracts --syncflow-materialize-syncs --syncflow-reduce-syncs --syncflow-place \
// RUN:   --syncflow-assign-streams --syncflow-elide-waits --syncflow-verify | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK-SAME: kept_waits = 1 : i64, naive_syncs = 3 : i64, reduced_syncs = 3 : i64
// CHECK-NOT: syncflow.barrier
// CHECK-NOT: syncflow.wait
// CHECK: %[[A:.*]] = syncflow.task "left" on(%[[S0:.*]]) outs
// CHECK-NOT: syncflow.{{barrier|wait}}
// CHECK: %[[B:.*]] = syncflow.task "right" on(%[[S1:.*]]) outs
// CHECK-NOT: syncflow.{{barrier|wait}}
// CHECK: %[[C:.*]] = syncflow.task "left alone" on(%[[S0]]) ins
// CHECK-SAME: scope = <streams, device>
// CHECK-NOT: syncflow.{{barrier|wait}}
// CHECK: %[[D:.*]] = syncflow.task "both" after(%[[A]]) on(%[[S1]]) ins
// CHECK-SAME: scope = <devices, node>
// CHECK: syncflow.wait(%[[C]], %[[D]])
// CHECK-NEXT: return
syncflow.topology @m {
  syncflow.memory @ram
  syncflow.device @d0 host reaches [@ram]
  syncflow.device @d1 host reaches [@ram]
}
func.func @main(%x: memref<8xf32>, %y: memref<8xf32>, %z: memref<8xf32>) {
  %s0 = syncflow.stream @m::@d0 ordinal 0
  %s1 = syncflow.stream @m::@d1 ordinal 0
  %a = syncflow.task "left" on(%s0) outs(%o = %x : memref<8xf32>) { syncflow.yield }
  %b = syncflow.task "right" on(%s1) outs(%o = %y : memref<8xf32>) { syncflow.yield }
  %c = syncflow.task "left alone" on(%s0) ins(%i = %x : memref<8xf32>) { syncflow.yield }
  %d = syncflow.task "both" on(%s1) ins(%i = %x : memref<8xf32>, %j = %y : memref<8xf32>) outs(%o = %z : memref<8xf32>) { syncflow.yield }
  return
}
