// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// RUN: sflow-opt %s --syncflow-elide-waits --split-input-file | FileCheck %s
// RUN: sflow-opt %s --syncflow-elide-waits --split-input-file -o %t.once
// RUN: sflow-opt %s --syncflow-elide-waits --syncflow-elide-waits --split-input-file -o %t.twice
// RUN: diff %t.once %t.twice
// RUN: sflow-opt %s --syncflow-elide-waits --split-input-file --remarks-filter=sync -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// A wait for the own in-order stream means nothing, as an operand or as an op, with other work between or not.
// CHECK-LABEL: func.func @own_stream
// CHECK-SAME: kept_waits = 0 : i64
// CHECK: syncflow.task "x" on(%[[S:.*]]) outs
// CHECK: syncflow.task "between" on(%[[S]]) outs
// CHECK-NOT: syncflow.wait
// CHECK: syncflow.task "y" on(%{{.*}}) ins
// REMARK-DAG: task "y" needs no wait for task "x": implied by the order of its stream, or by what the host has seen
func.func @own_stream(%b: memref<8xf32>, %c: memref<8xf32>) {
  %s = syncflow.stream @m::@d0 ordinal 0
  %again = syncflow.stream @m::@d0 ordinal 0
  %x = syncflow.task "x" on(%s) outs(%o = %b : memref<8xf32>) { syncflow.yield }
  %m = syncflow.task "between" on(%s) outs(%o = %c : memref<8xf32>) { syncflow.yield }
  syncflow.wait(%x) on(%s)
  %y = syncflow.task "y" after(%x) on(%again) ins(%i = %b : memref<8xf32>) { syncflow.yield }
  return
}

// -----

// The same handle on another device is another stream.
// CHECK-LABEL: func.func @two_devices
// CHECK-SAME: kept_waits = 1 : i64
// CHECK: %[[X:.*]] = syncflow.task "x"
// CHECK: syncflow.task "y" after(%[[X]])
// REMARK-DAG: task "y" keeps its wait for task "x": nothing else orders them
func.func @two_devices(%b: memref<8xf32>) {
  %s0 = syncflow.stream @m::@d0 ordinal 0
  %s1 = syncflow.stream @m::@d1 ordinal 0
  %x = syncflow.task "x" on(%s0) outs(%o = %b : memref<8xf32>) { syncflow.yield }
  %y = syncflow.task "y" after(%x) on(%s1) ins(%i = %b : memref<8xf32>) { syncflow.yield }
  return
}

// -----

// CHECK-LABEL: func.func @out_of_order
// CHECK: %[[X:.*]] = syncflow.task "x"
// CHECK: syncflow.task "y" after(%[[X]])
func.func @out_of_order(%b: memref<8xf32>) {
  %s = syncflow.stream @m::@d0 ordinal 0 out_of_order
  %x = syncflow.task "x" on(%s) outs(%o = %b : memref<8xf32>) { syncflow.yield }
  %y = syncflow.task "y" after(%x) on(%s) ins(%i = %b : memref<8xf32>) { syncflow.yield }
  return
}

// -----

// A stream from outside may or may not be the other one, and may or may not be in order.
// CHECK-LABEL: func.func @unknown_stream
// CHECK: %[[X:.*]] = syncflow.task "x"
// CHECK: %[[Y:.*]] = syncflow.task "y" after(%[[X]])
// CHECK: syncflow.task "z" after(%[[Y]])
func.func @unknown_stream(%b: memref<8xf32>, %u: !syncflow.stream) {
  %s = syncflow.stream @m::@d0 ordinal 0
  %x = syncflow.task "x" on(%s) outs(%o = %b : memref<8xf32>) { syncflow.yield }
  %y = syncflow.task "y" after(%x) on(%u) outs(%o = %b : memref<8xf32>) { syncflow.yield }
  %z = syncflow.task "z" after(%y) on(%u) outs(%o = %b : memref<8xf32>) { syncflow.yield }
  return
}

// -----

// What a stream has observed, it has observed for all that follows: directly, through a third stream, by a wait op.
// CHECK-LABEL: func.func @observed
// CHECK-SAME: kept_waits = 3 : i64
// CHECK: %[[A:.*]] = syncflow.task "a" on(%[[S0:.*]]) outs
// CHECK: %[[B:.*]] = syncflow.task "b" after(%[[A]]) on(%[[S1:.*]]) ins
// CHECK: syncflow.task "c" on(%[[S1]]) ins
// CHECK: syncflow.task "d" after(%[[B]]) on(%[[S2:.*]]) ins
// CHECK: syncflow.wait(%[[A]]) on(%[[S3:.*]])
// CHECK: syncflow.task "e" on(%[[S3]]) ins
func.func @observed(%x: memref<8xf32>, %y: memref<8xf32>) {
  %s0 = syncflow.stream @m::@d0 ordinal 0
  %s1 = syncflow.stream @m::@d1 ordinal 0
  %s2 = syncflow.stream @m::@d2 ordinal 0
  %s3 = syncflow.stream @m::@d3 ordinal 0
  %a = syncflow.task "a" on(%s0) outs(%o = %x : memref<8xf32>) { syncflow.yield }
  %b = syncflow.task "b" after(%a) on(%s1) ins(%i = %x : memref<8xf32>) outs(%o = %y : memref<8xf32>) { syncflow.yield }
  %c = syncflow.task "c" after(%a) on(%s1) ins(%i = %x : memref<8xf32>) { syncflow.yield }
  %d = syncflow.task "d" after(%a, %b) on(%s2) ins(%i = %x : memref<8xf32>, %j = %y : memref<8xf32>) { syncflow.yield }
  syncflow.wait(%a) on(%s3)
  %e = syncflow.task "e" after(%a) on(%s3) ins(%i = %x : memref<8xf32>) { syncflow.yield }
  return
}

// -----

// Two waits for one stream are one, for the later point.
// CHECK-LABEL: func.func @later_point
// CHECK-SAME: kept_waits = 1 : i64
// CHECK: %[[B:.*]] = syncflow.task "b"
// CHECK: syncflow.task "c" after(%[[B]])
func.func @later_point(%x: memref<8xf32>, %y: memref<8xf32>) {
  %s0 = syncflow.stream @m::@d0 ordinal 0
  %s1 = syncflow.stream @m::@d1 ordinal 0
  %a = syncflow.task "a" on(%s0) outs(%o = %x : memref<8xf32>) { syncflow.yield }
  %b = syncflow.task "b" on(%s0) outs(%o = %y : memref<8xf32>) { syncflow.yield }
  %c = syncflow.task "c" after(%a, %b) on(%s1) ins(%i = %x : memref<8xf32>, %j = %y : memref<8xf32>) { syncflow.yield }
  return
}

// -----

// The last wait of a loop body orders the next iteration: it stays although nothing follows it in the body.
// CHECK-LABEL: func.func @loop
// CHECK: scf.for
// CHECK: %[[X:.*]] = syncflow.task "x"
// CHECK: syncflow.wait(%[[X]]) on
// CHECK: %[[Y:.*]] = syncflow.task "y"
// CHECK: syncflow.wait(%[[Y]]) on
func.func @loop(%b: memref<8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s1 = syncflow.stream @m::@d0 ordinal 0
  %s2 = syncflow.stream @m::@d0 ordinal 1
  scf.for %i = %c0 to %n step %c1 {
    %x = syncflow.task "x" on(%s1) outs(%o = %b : memref<8xf32>) { syncflow.yield }
    syncflow.wait(%x) on(%s2)
    %y = syncflow.task "y" on(%s2) ins(%v = %b : memref<8xf32>) { syncflow.yield }
    syncflow.wait(%y) on(%s1)
  }
  return
}
