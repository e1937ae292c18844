// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// RUN: sflow-opt %s --syncflow-infer-contracts --split-input-file | FileCheck %s

// The long chain is critical, the short branch is not; one device needs no more than its own reach.
// CHECK-LABEL: func.func @priorities
// CHECK: "long" {{.*}}contract <operation = "long", scope = <streams, device>, consistency = release_acquire, priority = critical, completion = visible>
// CHECK: "almost" {{.*}}priority = high
// CHECK: "short" {{.*}}priority = normal
// CHECK: "end" {{.*}}priority = critical
syncflow.topology @m {
  syncflow.memory @ram
  syncflow.device @d0 host reaches [@ram] {cores = 4 : i64}
}
func.func @priorities(%x: memref<8xf32>, %y: memref<8xf32>, %z: memref<8xf32>) {
  %a = syncflow.task "long" outs(%o = %x : memref<8xf32>) attributes {syncflow.flops = 1.0e6 : f64} { syncflow.yield }
  %b = syncflow.task "almost" outs(%o = %y : memref<8xf32>) attributes {syncflow.flops = 9.5e5 : f64} { syncflow.yield }
  %c = syncflow.task "short" outs(%o = %z : memref<8xf32>) attributes {syncflow.flops = 1.0e5 : f64} { syncflow.yield }
  %d = syncflow.task "end" after(%a, %b, %c) ins(%i = %x : memref<8xf32>, %j = %y : memref<8xf32>, %k = %z : memref<8xf32>) { syncflow.yield }
  syncflow.wait(%d)
  return
}

// -----

// Before there are tokens, the orders that memory requires count.
// CHECK-LABEL: func.func @no_tokens
// CHECK: "first" {{.*}}priority = critical
// CHECK: "aside" {{.*}}priority = normal
// CHECK: "second" {{.*}}priority = critical
func.func @no_tokens(%x: memref<8xf32>, %y: memref<8xf32>) {
  syncflow.task "first" outs(%o = %x : memref<8xf32>) attributes {syncflow.flops = 1.0e6 : f64} { syncflow.yield }
  syncflow.task "aside" outs(%o = %y : memref<8xf32>) attributes {syncflow.flops = 1.0e6 : f64} { syncflow.yield }
  syncflow.task "second" ins(%i = %x : memref<8xf32>) attributes {syncflow.flops = 1.0e6 : f64} { syncflow.yield }
  return
}

// -----

// Scope: within a device as long as all that share data are on it, across devices otherwise, the group for collectives.
// Fields that are there stay.
// CHECK-LABEL: func.func @scopes
// CHECK: "here" {{.*}}scope = <streams, device>
// CHECK: "here too" {{.*}}scope = <streams, device>
// CHECK: "gives away" {{.*}}scope = <devices, node>
// CHECK: "there" {{.*}}contract <operation = "named", scope = <all, global>, consistency = sequential, priority = low, latency_ns = 500, completion = visible>
// CHECK: syncflow.all_reduce {{.*}}contract <operation = "all_reduce", scope = <group, global>
syncflow.topology @m {
  syncflow.memory @ram
  syncflow.device @d0 host reaches [@ram]
  syncflow.device @d1 host reaches [@ram]
}
syncflow.group @dp grid [2] axes [0]
func.func @scopes(%x: memref<8xf32>, %y: memref<8xf32>, %z: memref<8xf32>) {
  %s0 = syncflow.stream @m::@d0 ordinal 0
  %s1 = syncflow.stream @m::@d1 ordinal 0
  %a = syncflow.task "here" on(%s0) outs(%o = %x : memref<8xf32>) { syncflow.yield }
  %b = syncflow.task "here too" on(%s0) ins(%i = %x : memref<8xf32>) { syncflow.yield }
  %c = syncflow.task "gives away" on(%s0) outs(%o = %y : memref<8xf32>) { syncflow.yield }
  %d = syncflow.task "there" after(%c) on(%s1) ins(%i = %y : memref<8xf32>) outs(%o = %z : memref<8xf32>)
    contract <operation = "named", scope = <all, global>, consistency = sequential, priority = low, latency_ns = 500> { syncflow.yield }
  %e = syncflow.all_reduce sum @dp after(%d) ins(%z : memref<8xf32>) outs(%y : memref<8xf32>)
  return
}
