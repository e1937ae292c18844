// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// How many bytes a plan moves, for the report: what its transfers copy and its collectives send; tasks move nothing.
// RUN: sflow-opt %s --convert-syncflow-to-rt --split-input-file | FileCheck %s

// 32 by the transfer, 16 by the all_reduce, 8 by the recv.
// CHECK: rt.plan @main_plan0 {{.*}} stats {transfer_bytes = 56 : i64}
syncflow.topology @m {
  syncflow.memory @ram
  syncflow.device @d0 host reaches [@ram]
}
syncflow.group @dp grid [2] axes [0]
func.func @main(%x: memref<8xf32>, %y: memref<8xf32>, %h: memref<8xf16>, %k: memref<8xf16>, %b: memref<8xi8>) {
  %s = syncflow.stream @m::@d0 ordinal 0
  %c = syncflow.stream @m::@d0 ordinal 1 communication
  %a = syncflow.task "a" on(%s) outs(%o = %x : memref<8xf32>) { syncflow.yield }
  %t = syncflow.transfer after(%a) on(%c) from %x : memref<8xf32> to %y : memref<8xf32>
  %g = syncflow.all_reduce sum @dp on(%c) ins(%h : memref<8xf16>) outs(%k : memref<8xf16>)
  %r = syncflow.recv from 1 @dp on(%c) outs(%b : memref<8xi8>)
  syncflow.wait(%t, %g, %r)
  return
}

// -----

// CHECK: rt.plan @nothing_plan0 {{.*}} stats {transfer_bytes = 0 : i64}
syncflow.topology @m {
  syncflow.memory @ram
  syncflow.device @d0 host reaches [@ram]
}
func.func @nothing(%x: memref<8xf32>) {
  %s = syncflow.stream @m::@d0 ordinal 0
  %a = syncflow.task "a" on(%s) outs(%o = %x : memref<8xf32>) { syncflow.yield }
  syncflow.wait(%a)
  return
}
