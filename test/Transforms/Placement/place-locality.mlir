// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Work goes to where its data is, and only to where its memory can be reached.
// RUN: sflow-opt %s --syncflow-place --split-input-file | FileCheck %s
// RUN: sflow-opt %s --syncflow-place --syncflow-assign-streams --split-input-file -o /dev/null

// Independent work goes to both devices; what follows stays where its data is as long as that is no later.
// CHECK-LABEL: func.func @spread
// CHECK-SAME: critical_path_ns = 5.000000e+04 : f64
// CHECK: syncflow.task "a" {{.*}}syncflow.device = @m::@d0{{.*}}syncflow.lane = 0
// CHECK: syncflow.task "b" {{.*}}syncflow.device = @m::@d1{{.*}}syncflow.lane = 0
// CHECK: syncflow.task "after b" {{.*}}syncflow.device = @m::@d1
// CHECK: syncflow.task "after a" {{.*}}syncflow.device = @m::@d0
syncflow.topology @m {
  syncflow.memory @ram
  syncflow.device @d0 host reaches [@ram] {cores = 1 : i64, gflops = 40.0 : f64}
  syncflow.device @d1 host reaches [@ram] {cores = 1 : i64, gflops = 40.0 : f64}
}
func.func @spread(%x: memref<8xf32>, %y: memref<8xf32>) {
  %a = syncflow.task "a" outs(%o = %x : memref<8xf32>) attributes {syncflow.flops = 1.0e6 : f64} { syncflow.yield }
  %b = syncflow.task "b" outs(%o = %y : memref<8xf32>) attributes {syncflow.flops = 1.0e6 : f64} { syncflow.yield }
  %c = syncflow.task "after b" after(%b) outs(%o = %y : memref<8xf32>) attributes {syncflow.flops = 1.0e6 : f64} { syncflow.yield }
  %d = syncflow.task "after a" after(%a) outs(%o = %x : memref<8xf32>) attributes {syncflow.flops = 1.0e6 : f64} { syncflow.yield }
  return
}

// -----

// A buffer lives where it is first used; the transfer brings it to where the other device reaches it.
// CHECK-LABEL: func.func @private
// CHECK: "near" {{.*}}syncflow.device = @m::@d0
// CHECK: "far" {{.*}}syncflow.device = @m::@d1
// CHECK: "back" {{.*}}syncflow.device = @m::@d0
syncflow.topology @m {
  syncflow.memory @ram0
  syncflow.memory @ram1
  syncflow.device @d0 host reaches [@ram0] {gflops = 1.0 : f64}
  syncflow.device @d1 host reaches [@ram1] {gflops = 100.0 : f64}
}
func.func @private(%x: memref<1024xf32>) {
  %b = syncflow.buffer() : memref<1024xf32>
  %a = syncflow.task "near" outs(%o = %x : memref<1024xf32>) { syncflow.yield }
  %c = syncflow.task "far" outs(%o = %b : memref<1024xf32>) { syncflow.yield }
  %t = syncflow.transfer after(%a, %c) from %b : memref<1024xf32> to %x : memref<1024xf32>
  %d = syncflow.task "back" after(%t) outs(%o = %x : memref<1024xf32>) { syncflow.yield }
  return
}

// -----

// A collective runs beside its device: on the communication lane of the one that wrote most of its bytes last.
// CHECK-LABEL: func.func @collective
// CHECK: syncflow.all_reduce {{.*}}syncflow.device = @m::@d1, syncflow.lane = 1
syncflow.topology @m {
  syncflow.memory @ram
  syncflow.device @d0 host reaches [@ram]
  syncflow.device @d1 host reaches [@ram]
}
syncflow.group @dp grid [2] axes [0]
func.func @collective(%x: memref<8xf32>, %y: memref<512xf32>) {
  %s0 = syncflow.stream @m::@d0 ordinal 0
  %s1 = syncflow.stream @m::@d1 ordinal 0
  %a = syncflow.task "few bytes" on(%s0) outs(%o = %x : memref<8xf32>) { syncflow.yield }
  %b = syncflow.task "many bytes" on(%s1) outs(%o = %y : memref<512xf32>) { syncflow.yield }
  %l = memref.subview %y[0] [512] [1] : memref<512xf32> to memref<512xf32, strided<[1]>>
  %c = syncflow.all_reduce sum @dp after(%b) ins(%l : memref<512xf32, strided<[1]>>) outs(%y : memref<512xf32>)
  return
}
