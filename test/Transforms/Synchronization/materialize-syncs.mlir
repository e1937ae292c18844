// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// RUN: sflow-opt %s --syncflow-materialize-syncs --split-input-file | FileCheck %s
// Twice is the same as once.
// RUN: sflow-opt %s --syncflow-materialize-syncs --split-input-file -o %t.once
// RUN: sflow-opt %s --syncflow-materialize-syncs --syncflow-materialize-syncs --split-input-file -o %t.twice
// RUN: diff %t.once %t.twice
// Past the limit, edges that follow from nearer ones are left out at once.
// RUN: sflow-opt %s --syncflow-materialize-syncs=max-edges=2 --split-input-file | FileCheck %s --check-prefix=LIMIT

// Each hazard gets its edge, reads among themselves none; the host waits for the sinks at the end.
// CHECK-LABEL: func.func @hazards
// CHECK-SAME: naive_syncs = 5 : i64
// CHECK: %[[W:.*]] = syncflow.task "write" outs
// CHECK: %[[R0:.*]] = syncflow.task "read 0" after(%[[W]]) ins
// CHECK: %[[R1:.*]] = syncflow.task "read 1" after(%[[W]]) ins
// CHECK: %[[A:.*]] = syncflow.task "again" after(%[[W]], %[[R0]], %[[R1]]) outs
// CHECK: syncflow.wait(%[[A]])
// CHECK-NEXT: return
// LIMIT-LABEL: func.func @hazards
// LIMIT-SAME: naive_syncs = 5 : i64
// LIMIT: %[[W:.*]] = syncflow.task "write" outs
// LIMIT: %[[R0:.*]] = syncflow.task "read 0" after(%[[W]]) ins
// LIMIT: %[[R1:.*]] = syncflow.task "read 1" after(%[[W]]) ins
// LIMIT: syncflow.task "again" after(%[[R0]], %[[R1]]) outs
func.func @hazards(%b: memref<8xf32>) {
  %t0 = syncflow.task "write" outs(%o = %b : memref<8xf32>) { syncflow.yield }
  %t1 = syncflow.task "read 0" ins(%i = %b : memref<8xf32>) { syncflow.yield }
  %t2 = syncflow.task "read 1" ins(%i = %b : memref<8xf32>) { syncflow.yield }
  %t3 = syncflow.task "again" outs(%o = %b : memref<8xf32>) { syncflow.yield }
  return
}

// -----

// Disjoint tiles need no order; the one that reads both waits for both.
// CHECK-LABEL: func.func @tiles
// CHECK: %[[A:.*]] = syncflow.task "a" outs
// CHECK: %[[B:.*]] = syncflow.task "b" outs
// CHECK: syncflow.task "c" after(%[[A]], %[[B]]) ins
func.func @tiles(%b: memref<8xf32>) {
  %l = memref.subview %b[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>
  %r = memref.subview %b[4] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 4>>
  %t0 = syncflow.task "a" outs(%o = %l : memref<4xf32, strided<[1]>>) { syncflow.yield }
  %t1 = syncflow.task "b" outs(%o = %r : memref<4xf32, strided<[1], offset: 4>>) { syncflow.yield }
  %t2 = syncflow.task "c" ins(%i = %b : memref<8xf32>) { syncflow.yield }
  return
}

// -----

// Tokens that are there are not added a second time, not even through a join.
// CHECK-LABEL: func.func @existing
// CHECK: %[[U:.*]] = syncflow.task "unrelated"
// CHECK: %[[W:.*]] = syncflow.task "write"
// CHECK: %[[J:.*]] = syncflow.join(%[[U]], %[[W]])
// CHECK: syncflow.task "read" after(%[[J]]) ins
func.func @existing(%b: memref<8xf32>, %c: memref<8xf32>) {
  %t0 = syncflow.task "unrelated" outs(%o = %c : memref<8xf32>) { syncflow.yield }
  %t1 = syncflow.task "write" outs(%o = %b : memref<8xf32>) { syncflow.yield }
  %j = syncflow.join(%t0, %t1)
  %t2 = syncflow.task "read" after(%j) ins(%i = %b : memref<8xf32>) { syncflow.yield }
  return
}

// -----

// The host waits before it touches what tasks still use, not before it touches something else; a read behind a read waits
// for nothing.
// CHECK-LABEL: func.func @host
// CHECK: %[[W:.*]] = syncflow.task "write"
// CHECK: %[[R:.*]] = syncflow.task "read"
// CHECK-NOT: syncflow.wait
// CHECK: memref.load %arg1
// CHECK-NEXT: syncflow.wait(%[[W]])
// CHECK-NEXT: memref.load %arg0
// CHECK-NEXT: syncflow.wait(%[[R]])
// CHECK-NEXT: memref.store %{{.*}}, %arg1
// CHECK-NEXT: return
func.func @host(%b: memref<8xf32>, %c: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %t0 = syncflow.task "write" outs(%o = %b : memref<8xf32>) { syncflow.yield }
  %t1 = syncflow.task "read" ins(%i = %c : memref<8xf32>) { syncflow.yield }
  %u = memref.load %c[%c0] : memref<8xf32>
  %v = memref.load %b[%c0] : memref<8xf32>
  memref.store %v, %c[%c0] : memref<8xf32>
  return
}

// -----

// Tokens do not leave blocks: the host waits at the end of the body, so also from one iteration to the next, and before the loop.
// CHECK-LABEL: func.func @loop
// CHECK: %[[B:.*]] = syncflow.task "before"
// CHECK: syncflow.wait(%[[B]])
// CHECK-NEXT: scf.for
// CHECK: %[[X:.*]] = syncflow.task "x" outs
// CHECK: %[[Y:.*]] = syncflow.task "y" after(%[[X]]) ins
// CHECK: syncflow.wait(%[[Y]])
// CHECK-NEXT: }
// CHECK: %[[A:.*]] = syncflow.task "after" after(%[[B]]) ins
// CHECK: syncflow.wait(%[[A]])
func.func @loop(%b: memref<8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = syncflow.task "before" outs(%o = %b : memref<8xf32>) { syncflow.yield }
  scf.for %i = %c0 to %n step %c1 {
    %x = syncflow.task "x" outs(%o = %b : memref<8xf32>) { syncflow.yield }
    %y = syncflow.task "y" ins(%v = %b : memref<8xf32>) { syncflow.yield }
  }
  %a = syncflow.task "after" ins(%v = %b : memref<8xf32>) { syncflow.yield }
  return
}

// -----

// The condition of a loop is read from a buffer that the body writes.
// CHECK-LABEL: func.func @while
// CHECK: scf.while
// CHECK: memref.load
// CHECK: scf.condition
// CHECK: %[[T:.*]] = syncflow.task "step"
// CHECK: syncflow.wait(%[[T]])
// CHECK-NEXT: scf.yield
func.func @while(%b: memref<i1>) {
  scf.while : () -> () {
    %go = memref.load %b[] : memref<i1>
    scf.condition(%go)
  } do {
    %t = syncflow.task "step" outs(%o = %b : memref<i1>) { syncflow.yield }
    scf.yield
  }
  return
}

// -----

// An op with unknown effects is ordered against everything.
// CHECK-LABEL: func.func @unknown
// CHECK: %[[A:.*]] = syncflow.task "a"
// CHECK: %[[B:.*]] = syncflow.task "b"
// CHECK: syncflow.wait(%[[A]], %[[B]])
// CHECK-NEXT: call @elsewhere
func.func private @elsewhere()
func.func @unknown(%b: memref<8xf32>, %c: memref<8xf32>) {
  %t0 = syncflow.task "a" outs(%o = %b : memref<8xf32>) { syncflow.yield }
  %t1 = syncflow.task "b" outs(%o = %c : memref<8xf32>) { syncflow.yield }
  func.call @elsewhere() : () -> ()
  return
}

// -----

// A check on the host touches its condition and nothing else.
// CHECK-LABEL: func.func @checks
// CHECK: %[[A:.*]] = syncflow.task "a"
// CHECK: %[[C:.*]] = syncflow.task "condition"
// CHECK-NOT: syncflow.wait
// CHECK: syncflow.assert
// CHECK-NEXT: cf.assert
// CHECK-NEXT: syncflow.wait(%[[C]])
// CHECK-NEXT: syncflow.assert
// CHECK-NEXT: syncflow.wait(%[[A]])
func.func @checks(%b: memref<8xf32>, %c: memref<4xi1>, %p: i1) {
  %t0 = syncflow.task "a" outs(%o = %b : memref<8xf32>) { syncflow.yield }
  %t1 = syncflow.task "condition" outs(%o = %c : memref<4xi1>) { syncflow.yield }
  syncflow.assert %p, "shape" : i1
  cf.assert %p, "shape"
  syncflow.assert %c, "values" : memref<4xi1>
  return
}

// -----

// Collectives and transfers are asynchronous ops like tasks.
// CHECK-LABEL: func.func @collective
// CHECK: %[[G:.*]] = syncflow.task "gradient"
// CHECK: %[[R:.*]] = syncflow.all_reduce sum @dp after(%[[G]])
// CHECK: %[[T:.*]] = syncflow.transfer after(%[[R]])
// CHECK: syncflow.wait(%[[T]])
syncflow.group @dp grid [2] axes [0]
func.func @collective(%g: memref<8xf32>, %r: memref<8xf32>, %h: memref<8xf32>) {
  %t0 = syncflow.task "gradient" outs(%o = %g : memref<8xf32>) { syncflow.yield }
  %t1 = syncflow.all_reduce sum @dp ins(%g : memref<8xf32>) outs(%r : memref<8xf32>)
  %t2 = syncflow.transfer from %r : memref<8xf32> to %h : memref<8xf32>
  return
}

// -----

// A token between two tasks that touch different memory orders nothing that has to be ordered: it goes. The one between two that
// meet stays, though a chain over the other gave it before.
// CHECK-LABEL: func.func @unneeded
// CHECK: %[[A:.*]] = syncflow.task "a" outs
// CHECK: %[[E:.*]] = syncflow.task "else" outs
// CHECK: %[[B:.*]] = syncflow.task "b" after(%[[A]]) outs
// CHECK: syncflow.wait(%[[E]], %[[B]])
func.func @unneeded(%b: memref<8xf32>, %c: memref<8xf32>) {
  %t0 = syncflow.task "a" outs(%o = %b : memref<8xf32>) { syncflow.yield }
  %t1 = syncflow.task "else" after(%t0) outs(%o = %c : memref<8xf32>) { syncflow.yield }
  %t2 = syncflow.task "b" after(%t1) outs(%o = %b : memref<8xf32>) { syncflow.yield }
  return
}

// -----

// Not a token from or to a mark: work without accesses is there to carry order.
// CHECK-LABEL: func.func @mark
// CHECK: %[[A:.*]] = syncflow.task "a" outs
// CHECK: %[[M:.*]] = syncflow.task "mark" after(%[[A]]) {
// CHECK: syncflow.task "b" after(%[[M]]) outs
func.func @mark(%b: memref<8xf32>, %c: memref<8xf32>) {
  %t0 = syncflow.task "a" outs(%o = %b : memref<8xf32>) { syncflow.yield }
  %t1 = syncflow.task "mark" after(%t0) { syncflow.yield }
  %t2 = syncflow.task "b" after(%t1) outs(%o = %c : memref<8xf32>) { syncflow.yield }
  return
}

// -----

// Nor one that a contract asks for, on either side, nor one of unknown origin.
// CHECK-LABEL: func.func @asked_for
// CHECK-SAME: %[[T:[a-z0-9]+]]: !syncflow.token
// CHECK: %[[A:.*]] = syncflow.task "a" after(%[[T]]) outs
// CHECK: %[[B:.*]] = syncflow.task "b" after(%[[A]]) outs
// CHECK: %[[C:.*]] = syncflow.task "c" after(%[[B]]) outs
// CHECK: syncflow.task "d" outs
func.func @asked_for(%x: memref<8xf32>, %y: memref<8xf32>, %z: memref<8xf32>, %w: memref<8xf32>, %t: !syncflow.token) {
  %t0 = syncflow.task "a" after(%t) outs(%o = %x : memref<8xf32>) { syncflow.yield }
  %t1 = syncflow.task "b" after(%t0) outs(%o = %y : memref<8xf32>) contract <depends_on = ["a"]> { syncflow.yield }
  %t2 = syncflow.task "c" after(%t1) outs(%o = %z : memref<8xf32>) { syncflow.yield }
  %t3 = syncflow.task "d" after(%t2) outs(%o = %w : memref<8xf32>) { syncflow.yield }
  return
}

// -----

// A wait of a stream goes when none of what stands behind it there has to wait; it stays for the one that has, or for a mark.
// CHECK-LABEL: func.func @stream_waits
// CHECK: %[[S1:.*]] = syncflow.stream @m::@d1 ordinal 0
// CHECK: %[[S2:.*]] = syncflow.stream @m::@d2 ordinal 0
// CHECK: %[[S3:.*]] = syncflow.stream @m::@d3 ordinal 0
// CHECK: %[[A:.*]] = syncflow.task "a" on
// CHECK-NEXT: syncflow.yield
// CHECK-NEXT: }
// CHECK-NEXT: syncflow.wait(%[[A]]) on(%[[S2]])
// CHECK-NEXT: syncflow.wait(%[[A]]) on(%[[S3]])
// CHECK-NEXT: syncflow.task "else" on(%[[S1]]) outs
// CHECK: syncflow.task "else 2" on(%[[S2]]) outs
// CHECK: syncflow.task "reader" after(%[[A]]) on(%[[S2]]) ins
// CHECK: syncflow.task "mark" on(%[[S3]])
func.func @stream_waits(%b: memref<8xf32>, %c: memref<8xf32>, %d: memref<8xf32>) {
  %s0 = syncflow.stream @m::@d0 ordinal 0
  %s1 = syncflow.stream @m::@d1 ordinal 0
  %s2 = syncflow.stream @m::@d2 ordinal 0
  %s3 = syncflow.stream @m::@d3 ordinal 0
  %t0 = syncflow.task "a" on(%s0) outs(%o = %b : memref<8xf32>) { syncflow.yield }
  syncflow.wait(%t0) on(%s1)
  syncflow.wait(%t0) on(%s2)
  syncflow.wait(%t0) on(%s3)
  %t1 = syncflow.task "else" on(%s1) outs(%o = %c : memref<8xf32>) { syncflow.yield }
  %t2 = syncflow.task "else 2" on(%s2) outs(%o = %d : memref<8xf32>) { syncflow.yield }
  %t3 = syncflow.task "reader" on(%s2) ins(%i = %b : memref<8xf32>) { syncflow.yield }
  %t4 = syncflow.task "mark" on(%s3) { syncflow.yield }
  return
}

// -----

// Streams are equal when device and ordinal are.
// CHECK-LABEL: func.func @same_stream
// CHECK: %[[A:.*]] = syncflow.task "a"
// CHECK: syncflow.wait(%[[A]]) on
// CHECK: syncflow.task "mark"
func.func @same_stream(%b: memref<8xf32>) {
  %s0 = syncflow.stream @m::@d0 ordinal 0
  %s1 = syncflow.stream @m::@d1 ordinal 0
  %again = syncflow.stream @m::@d1 ordinal 0
  %t0 = syncflow.task "a" on(%s0) outs(%o = %b : memref<8xf32>) { syncflow.yield }
  syncflow.wait(%t0) on(%s1)
  %t1 = syncflow.task "mark" on(%again) { syncflow.yield }
  return
}
