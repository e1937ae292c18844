// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// A task that reads what two devices wrote goes to where the larger part is, and the smaller part is what moves.
// RUN: sflow-opt %s --syncflow-place --syncflow-insert-transfers | FileCheck %s --check-prefixes=CHECK,RIGHT
// RUN: sed -e 's/memref<16384xf32>/LARGE/g' -e 's/memref<1024xf32>/memref<16384xf32>/g' -e 's/LARGE/memref<1024xf32>/g' %s \
// RUN:   | sflow-opt --syncflow-place --syncflow-insert-transfers | FileCheck %s --check-prefixes=CHECK,LEFT

// CHECK-LABEL: func.func @main
// RIGHT: syncflow.transfer {{.*}} : memref<1024xf32> to {{.*}}syncflow.device = @m::@right
// LEFT: syncflow.transfer {{.*}} : memref<1024xf32> to {{.*}}syncflow.device = @m::@left
// CHECK-NOT: syncflow.transfer
// RIGHT: "reads both" {{.*}}syncflow.device = @m::@right
// LEFT: "reads both" {{.*}}syncflow.device = @m::@left
// CHECK-NOT: syncflow.transfer
syncflow.topology @m {
  syncflow.memory @ram0
  syncflow.memory @ram1
  syncflow.device @left host reaches [@ram0]
  syncflow.device @right host reaches [@ram1]
  syncflow.link @out from @left to @right {bandwidth = 1.0e9 : f64, latency_ns = 100.0 : f64}
  syncflow.link @back from @right to @left {bandwidth = 1.0e9 : f64, latency_ns = 100.0 : f64}
}
func.func @main() {
  %s0 = syncflow.stream @m::@left ordinal 0
  %s1 = syncflow.stream @m::@right ordinal 0
  %x = syncflow.buffer() : memref<1024xf32>
  %y = syncflow.buffer() : memref<16384xf32>
  %z = syncflow.buffer() : memref<8xf32>
  %a = syncflow.task "writes left" on(%s0) outs(%o = %x : memref<1024xf32>) { syncflow.yield }
  %b = syncflow.task "writes right" on(%s1) outs(%o = %y : memref<16384xf32>) { syncflow.yield }
  %c = syncflow.task "reads both" after(%a, %b) ins(%i = %x : memref<1024xf32>, %j = %y : memref<16384xf32>)
      outs(%o = %z : memref<8xf32>) { syncflow.yield }
  syncflow.wait(%c)
  return
}
