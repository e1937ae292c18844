// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// What work and waits cost, and what follows.
// RUN: sflow-opt %s --syncflow-place --split-input-file | FileCheck %s
// RUN: sflow-opt %s --syncflow-place --syncflow-assign-streams --split-input-file -o /dev/null

// Work and traffic of a task overlap: the longer one counts. 1e6 operations at 40 GFLOP/s, then 64 KiB at 8 GB/s.
// CHECK-LABEL: func.func @longest
// CHECK-SAME: critical_path_ns = 3.319200e+04
syncflow.topology @m {
  syncflow.memory @ram
  syncflow.device @d0 host reaches [@ram] {gflops = 40.0 : f64, bandwidth = 8.0e9 : f64}
}
func.func @longest(%x: memref<16384xf32>, %y: memref<8xf32>) {
  %a = syncflow.task "works" outs(%o = %y : memref<8xf32>) attributes {syncflow.flops = 1.0e6 : f64} { syncflow.yield }
  %b = syncflow.task "moves" after(%a) outs(%o = %x : memref<16384xf32>) { syncflow.yield }
  return
}

// -----

// A wait between streams takes 400 ns. What takes 200 ns, three times, is not worth one: everything stays together.
// CHECK-LABEL: func.func @together
// CHECK-NOT: @d1
// CHECK: return
syncflow.topology @m {
  syncflow.memory @ram
  syncflow.device @d0 host reaches [@ram]
  syncflow.device @d1 host reaches [@ram]
}
func.func @together(%x: memref<8xf32>, %y: memref<8xf32>, %z: memref<8xf32>) {
  %a = syncflow.task "a" outs(%o = %x : memref<8xf32>) attributes {syncflow.flops = 8000 : i64} { syncflow.yield }
  %b = syncflow.task "b" after(%a) outs(%o = %y : memref<8xf32>) attributes {syncflow.flops = 8000 : i64} { syncflow.yield }
  %c = syncflow.task "c" after(%a) outs(%o = %z : memref<8xf32>) attributes {syncflow.flops = 8000 : i64} { syncflow.yield }
  return
}

// -----

// The same with 25 us each: now one of them is worth a wait.
// CHECK-LABEL: func.func @apart
// CHECK: "b" {{.*}}syncflow.device = @m::@d0
// CHECK: "c" {{.*}}syncflow.device = @m::@d1
syncflow.topology @m {
  syncflow.memory @ram
  syncflow.device @d0 host reaches [@ram]
  syncflow.device @d1 host reaches [@ram]
}
func.func @apart(%x: memref<8xf32>, %y: memref<8xf32>, %z: memref<8xf32>) {
  %a = syncflow.task "a" outs(%o = %x : memref<8xf32>) attributes {syncflow.flops = 1.0e6 : f64} { syncflow.yield }
  %b = syncflow.task "b" after(%a) outs(%o = %y : memref<8xf32>) attributes {syncflow.flops = 1.0e6 : f64} { syncflow.yield }
  %c = syncflow.task "c" after(%a) outs(%o = %z : memref<8xf32>) attributes {syncflow.flops = 1.0e6 : f64} { syncflow.yield }
  return
}
