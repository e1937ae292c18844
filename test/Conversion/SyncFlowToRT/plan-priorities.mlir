// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// A contract's priority goes with the work into the plan, where streams that may choose look at it: of tasks, of
// collectives and of transfers. Without one it is normal (2), which is not written.
// RUN: sflow-opt %s --convert-syncflow-to-rt | FileCheck %s

// CHECK: rt.task "first" {{.*}} kind 0 {{.*}}priority = 0 : i64}
// CHECK-NEXT: rt.task "unsaid" {{.*}} kind 0 {cost_ns = {{[^,]*}} : f64}
// CHECK-NEXT: rt.task "whenever" {{.*}} kind 0 {{.*}}priority = 4 : i64}
// CHECK-NEXT: rt.task "all_reduce" {{.*}} kind 1 {{.*}}priority = 1 : i64}
// CHECK-NEXT: rt.task "transfer" {{.*}} kind 0 {{.*}}priority = 3 : i64}
syncflow.topology @m {
  syncflow.memory @ram
  syncflow.device @d0 host reaches [@ram]
}
syncflow.group @dp grid [2] axes [0]
func.func @main(%x: memref<8xf32>, %y: memref<8xf32>, %z: memref<8xf32>) {
  %s = syncflow.stream @m::@d0 ordinal 0 out_of_order
  %c = syncflow.stream @m::@d0 ordinal 1 communication
  %a = syncflow.task "first" on(%s) outs(%o = %x : memref<8xf32>) contract <priority = critical> { syncflow.yield }
  %b = syncflow.task "unsaid" on(%s) outs(%o = %y : memref<8xf32>) { syncflow.yield }
  %d = syncflow.task "whenever" on(%s) outs(%o = %z : memref<8xf32>) contract <priority = background> { syncflow.yield }
  %g = syncflow.all_reduce sum @dp after(%a, %b) on(%c) ins(%x : memref<8xf32>) outs(%y : memref<8xf32>) contract <priority = high>
  %t = syncflow.transfer after(%g, %d) on(%c) from %y : memref<8xf32> to %z : memref<8xf32> contract <priority = low>
  syncflow.wait(%t)
  return
}
