// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// What moving data costs: the producer's device is busy for a while longer, the other one is free but far away. Latency
// and bytes over bandwidth decide.
// RUN: sflow-opt %s --syncflow-place --split-input-file | FileCheck %s

// 64 KiB over 1 GB/s take 66 us, longer than the 25 us until the own device is free.
// CHECK-LABEL: func.func @narrow
// CHECK: "reader" {{.*}}syncflow.device = @m::@d0
syncflow.topology @m {
  syncflow.memory @ram
  syncflow.device @d0 host reaches [@ram] {gflops = 40.0 : f64}
  syncflow.device @d1 host reaches [@ram] {gflops = 40.0 : f64}
  syncflow.link @l from @d0 to @d1 {bandwidth = 1.0e9 : f64, latency_ns = 100.0 : f64}
}
func.func @narrow(%x: memref<16384xf32>, %y: memref<8xf32>, %z: memref<8xf32>) {
  %s = syncflow.stream @m::@d0 ordinal 0
  %w = syncflow.task "writer" on(%s) outs(%o = %x : memref<16384xf32>) { syncflow.yield }
  %b = syncflow.task "busy" after(%w) on(%s) outs(%o = %y : memref<8xf32>) attributes {syncflow.flops = 1.0e6 : f64} { syncflow.yield }
  %r = syncflow.task "reader" after(%w) ins(%i = %x : memref<16384xf32>) outs(%o = %z : memref<8xf32>) { syncflow.yield }
  return
}

// -----

// The same over 100 GB/s: 0.7 us.
// CHECK-LABEL: func.func @wide
// CHECK: "reader" {{.*}}syncflow.device = @m::@d1
syncflow.topology @m {
  syncflow.memory @ram
  syncflow.device @d0 host reaches [@ram] {gflops = 40.0 : f64}
  syncflow.device @d1 host reaches [@ram] {gflops = 40.0 : f64}
  syncflow.link @l from @d0 to @d1 {bandwidth = 1.0e11 : f64, latency_ns = 100.0 : f64}
}
func.func @wide(%x: memref<16384xf32>, %y: memref<8xf32>, %z: memref<8xf32>) {
  %s = syncflow.stream @m::@d0 ordinal 0
  %w = syncflow.task "writer" on(%s) outs(%o = %x : memref<16384xf32>) { syncflow.yield }
  %b = syncflow.task "busy" after(%w) on(%s) outs(%o = %y : memref<8xf32>) attributes {syncflow.flops = 1.0e6 : f64} { syncflow.yield }
  %r = syncflow.task "reader" after(%w) ins(%i = %x : memref<16384xf32>) outs(%o = %z : memref<8xf32>) { syncflow.yield }
  return
}

// -----

// As wide, but slow to answer: 30 us before the first byte.
// CHECK-LABEL: func.func @late
// CHECK: "reader" {{.*}}syncflow.device = @m::@d0
syncflow.topology @m {
  syncflow.memory @ram
  syncflow.device @d0 host reaches [@ram] {gflops = 40.0 : f64}
  syncflow.device @d1 host reaches [@ram] {gflops = 40.0 : f64}
  syncflow.link @l from @d0 to @d1 {bandwidth = 1.0e11 : f64, latency_ns = 30000.0 : f64}
}
func.func @late(%x: memref<16384xf32>, %y: memref<8xf32>, %z: memref<8xf32>) {
  %s = syncflow.stream @m::@d0 ordinal 0
  %w = syncflow.task "writer" on(%s) outs(%o = %x : memref<16384xf32>) { syncflow.yield }
  %b = syncflow.task "busy" after(%w) on(%s) outs(%o = %y : memref<8xf32>) attributes {syncflow.flops = 1.0e6 : f64} { syncflow.yield }
  %r = syncflow.task "reader" after(%w) ins(%i = %x : memref<16384xf32>) outs(%o = %z : memref<8xf32>) { syncflow.yield }
  return
}
