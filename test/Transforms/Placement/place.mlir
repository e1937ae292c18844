// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// RUN: sflow-opt %s --syncflow-place --split-input-file | FileCheck %s
// RUN: sflow-opt %s --syncflow-place --syncflow-assign-streams --split-input-file -o /dev/null

// Row tiles keep their lane: tile i of n on lane i * lanes / n of all lanes.
// CHECK-LABEL: func.func @tiles
// CHECK: "t0"{{.*}}syncflow.device = @m::@d0{{.*}}syncflow.lane = 0
// CHECK: "t1"{{.*}}syncflow.device = @m::@d0{{.*}}syncflow.lane = 1
// CHECK: "t2"{{.*}}syncflow.device = @m::@d1{{.*}}syncflow.lane = 0
// CHECK: "t3"{{.*}}syncflow.device = @m::@d1{{.*}}syncflow.lane = 1
syncflow.topology @m {
  syncflow.memory @ram
  syncflow.device @d0 host reaches [@ram] {cores = 2 : i64}
  syncflow.device @d1 host reaches [@ram] {cores = 2 : i64}
}
func.func @tiles(%w: memref<8xf32>, %x: memref<8xf32>, %y: memref<8xf32>, %z: memref<8xf32>) {
  syncflow.task "t0" outs(%o = %w : memref<8xf32>) attributes {syncflow.tile = 0 : i64, syncflow.tiles = 4 : i64} { syncflow.yield }
  syncflow.task "t1" outs(%o = %x : memref<8xf32>) attributes {syncflow.tile = 1 : i64, syncflow.tiles = 4 : i64} { syncflow.yield }
  syncflow.task "t2" outs(%o = %y : memref<8xf32>) attributes {syncflow.tile = 2 : i64, syncflow.tiles = 4 : i64} { syncflow.yield }
  syncflow.task "t3" outs(%o = %z : memref<8xf32>) attributes {syncflow.tile = 3 : i64, syncflow.tiles = 4 : i64} { syncflow.yield }
  return
}

// -----

// Contracts and reach limit the devices; a faster one wins otherwise; collectives go to the communication lane where their
// data is; a stream that is there stays.
// CHECK-LABEL: func.func @limits
// CHECK: "slow one" {{.*}}syncflow.device = @m::@d0
// CHECK: "fast one" {{.*}}syncflow.device = @m::@d1{{.*}}syncflow.lane = 0
// CHECK: syncflow.all_reduce {{.*}}syncflow.device = @m::@d1, syncflow.lane = 1
// CHECK: "own stream" on(%{{.*}}) outs(%{{[a-z0-9]*}} = %{{[a-z0-9]*}} : memref<8xf32>) {
syncflow.topology @m {
  syncflow.memory @ram
  syncflow.device @d0 host reaches [@ram] {gflops = 10.0 : f64}
  syncflow.device @d1 sim reaches [@ram] {gflops = 100.0 : f64}
}
syncflow.group @dp grid [2] axes [0]
func.func @limits(%x: memref<8xf32>, %y: memref<8xf32>, %z: memref<8xf32>) {
  %s = syncflow.stream @m::@d0 ordinal 0
  %a = syncflow.task "slow one" outs(%o = %x : memref<8xf32>) contract <processors = [host]> attributes {syncflow.flops = 1.0e6 : f64} { syncflow.yield }
  %b = syncflow.task "fast one" outs(%o = %y : memref<8xf32>) attributes {syncflow.flops = 1.0e6 : f64} { syncflow.yield }
  %c = syncflow.all_reduce sum @dp after(%b) ins(%y : memref<8xf32>) outs(%z : memref<8xf32>)
  %d = syncflow.task "own stream" on(%s) outs(%o = %x : memref<8xf32>) { syncflow.yield }
  return
}
