// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// RUN: sflow-opt %s --syncflow-plan-arena --split-input-file | FileCheck %s
// Planning adds no order.
// RUN: sflow-opt %s --syncflow-plan-arena --split-input-file | FileCheck %s --check-prefix=NOEDGES
// NOEDGES-COUNT-22: after(
// NOEDGES-NOT: after(

// A chain of five needs two places.
// CHECK-LABEL: func.func @chain
// CHECK-SAME: arena_bytes = 128 : i64, peak_live_bytes = 128 : i64
// CHECK: syncflow.arena(%{{.*}}) {peak_live = 128 : i64}
// CHECK: memref.view %{{.*}}[%[[A:.*]]][] {syncflow.slot = 0 : i64} : memref<?xi8> to memref<16xf32>
// CHECK: memref.view %{{.*}}[%[[B:.*]]][] {syncflow.slot = 1 : i64}
// CHECK: memref.view %{{.*}}[%[[A]]][] {syncflow.slot = 2 : i64}
// CHECK: memref.view %{{.*}}[%[[B]]][] {syncflow.slot = 3 : i64}
func.func @chain(%x: memref<16xf32>, %y: memref<16xf32>) {
  %b0 = syncflow.buffer() : memref<16xf32>
  %b1 = syncflow.buffer() : memref<16xf32>
  %b2 = syncflow.buffer() : memref<16xf32>
  %b3 = syncflow.buffer() : memref<16xf32>
  %t0 = syncflow.task "0" ins(%i = %x : memref<16xf32>) outs(%o = %b0 : memref<16xf32>) { syncflow.yield }
  %t1 = syncflow.task "1" after(%t0) ins(%i = %b0 : memref<16xf32>) outs(%o = %b1 : memref<16xf32>) { syncflow.yield }
  %t2 = syncflow.task "2" after(%t1) ins(%i = %b1 : memref<16xf32>) outs(%o = %b2 : memref<16xf32>) { syncflow.yield }
  %t3 = syncflow.task "3" after(%t2) ins(%i = %b2 : memref<16xf32>) outs(%o = %b3 : memref<16xf32>) { syncflow.yield }
  %t4 = syncflow.task "4" after(%t3) ins(%i = %b3 : memref<16xf32>) outs(%o = %y : memref<16xf32>) { syncflow.yield }
  syncflow.wait(%t4)
  return
}

// -----

// The same chain without the order has no place to share.
// CHECK-LABEL: func.func @unordered
// CHECK-SAME: arena_bytes = 256 : i64, peak_live_bytes = 256 : i64
func.func @unordered(%x: memref<16xf32>) {
  %b0 = syncflow.buffer() : memref<16xf32>
  %b1 = syncflow.buffer() : memref<16xf32>
  %b2 = syncflow.buffer() : memref<16xf32>
  %b3 = syncflow.buffer() : memref<16xf32>
  syncflow.task "0" ins(%i = %x : memref<16xf32>) outs(%o = %b0 : memref<16xf32>) { syncflow.yield }
  syncflow.task "1" ins(%i = %x : memref<16xf32>) outs(%o = %b1 : memref<16xf32>) { syncflow.yield }
  syncflow.task "2" ins(%i = %x : memref<16xf32>) outs(%o = %b2 : memref<16xf32>) { syncflow.yield }
  syncflow.task "3" ins(%i = %x : memref<16xf32>) outs(%o = %b3 : memref<16xf32>) { syncflow.yield }
  return
}

// -----

// A diamond: both arms live together with what they read; the last buffer takes the place of the first.
// CHECK-LABEL: func.func @diamond
// CHECK-SAME: arena_bytes = 192 : i64, peak_live_bytes = 192 : i64
// CHECK: memref.view %{{.*}}[%[[A:.*]]][] {syncflow.slot = 0 : i64}
// CHECK: memref.view %{{.*}}[%[[A]]][] {syncflow.slot = 3 : i64}
func.func @diamond(%x: memref<16xf32>) {
  %a = syncflow.buffer() : memref<16xf32>
  %l = syncflow.buffer() : memref<16xf32>
  %r = syncflow.buffer() : memref<16xf32>
  %z = syncflow.buffer() : memref<16xf32>
  %t0 = syncflow.task "a" ins(%i = %x : memref<16xf32>) outs(%o = %a : memref<16xf32>) { syncflow.yield }
  %t1 = syncflow.task "l" after(%t0) ins(%i = %a : memref<16xf32>) outs(%o = %l : memref<16xf32>) { syncflow.yield }
  %t2 = syncflow.task "r" after(%t0) ins(%i = %a : memref<16xf32>) outs(%o = %r : memref<16xf32>) { syncflow.yield }
  %t3 = syncflow.task "z" after(%t1, %t2) ins(%i = %l : memref<16xf32>, %j = %r : memref<16xf32>) outs(%o = %z : memref<16xf32>) { syncflow.yield }
  %t4 = syncflow.task "end" after(%t3) ins(%i = %z : memref<16xf32>) outs(%o = %x : memref<16xf32>) { syncflow.yield }
  return
}

// -----

// Two streams: each reuses its own places by stream order alone; between the streams nothing is shared. The peak counts
// one buffer of 64 and one of 256 bytes on each stream, at whatever times they live.
// CHECK-LABEL: func.func @two_streams
// CHECK-SAME: arena_bytes = 640 : i64, peak_live_bytes = 640 : i64
func.func @two_streams(%x: memref<16xf32>, %y: memref<16xf32>) {
  %s0 = syncflow.stream @m::@d0 ordinal 0
  %s1 = syncflow.stream @m::@d1 ordinal 0
  %a0 = syncflow.buffer() : memref<16xf32>
  %a1 = syncflow.buffer() : memref<64xf32>
  %a2 = syncflow.buffer() : memref<16xf32>
  %b0 = syncflow.buffer() : memref<16xf32>
  %b1 = syncflow.buffer() : memref<64xf32>
  %b2 = syncflow.buffer() : memref<16xf32>
  syncflow.task "a0" on(%s0) ins(%i = %x : memref<16xf32>) outs(%o = %a0 : memref<16xf32>) { syncflow.yield }
  syncflow.task "a1" on(%s0) ins(%i = %a0 : memref<16xf32>) outs(%o = %a1 : memref<64xf32>) { syncflow.yield }
  syncflow.task "a2" on(%s0) ins(%i = %a1 : memref<64xf32>) outs(%o = %a2 : memref<16xf32>) { syncflow.yield }
  syncflow.task "a3" on(%s0) ins(%i = %a2 : memref<16xf32>) outs(%o = %x : memref<16xf32>) { syncflow.yield }
  syncflow.task "b0" on(%s1) ins(%i = %y : memref<16xf32>) outs(%o = %b0 : memref<16xf32>) { syncflow.yield }
  syncflow.task "b1" on(%s1) ins(%i = %b0 : memref<16xf32>) outs(%o = %b1 : memref<64xf32>) { syncflow.yield }
  syncflow.task "b2" on(%s1) ins(%i = %b1 : memref<64xf32>) outs(%o = %b2 : memref<16xf32>) { syncflow.yield }
  syncflow.task "b3" on(%s1) ins(%i = %b2 : memref<16xf32>) outs(%o = %y : memref<16xf32>) { syncflow.yield }
  return
}

// -----

// A reader that nothing orders before the next writer keeps its bytes, however late it comes.
// CHECK-LABEL: func.func @late_reader
// CHECK-SAME: arena_bytes = 128 : i64, peak_live_bytes = 128 : i64
func.func @late_reader(%x: memref<16xf32>, %y: memref<16xf32>) {
  %m = syncflow.buffer() : memref<16xf32>
  %k = syncflow.buffer() : memref<16xf32>
  %w = syncflow.task "write" ins(%i = %x : memref<16xf32>) outs(%o = %m : memref<16xf32>) { syncflow.yield }
  %l = syncflow.task "late" after(%w) ins(%i = %m : memref<16xf32>) { syncflow.yield }
  %n = syncflow.task "next" after(%w) ins(%i = %y : memref<16xf32>) outs(%o = %k : memref<16xf32>) { syncflow.yield }
  return
}

// -----

// A buffer from outside a loop lives as long as the loop; those of the body share with each other and with what is over before.
// CHECK-LABEL: func.func @loop
// CHECK-SAME: arena_bytes = 128 : i64, peak_live_bytes = 128 : i64
// CHECK: memref.view %{{.*}}[%[[CARRIED:.*]]][] {syncflow.slot = 0 : i64}
// CHECK: memref.view %{{.*}}[%[[BODY:.*]]][] {syncflow.slot = 1 : i64}
// CHECK: scf.for
// CHECK: memref.view %{{.*}}[%[[BODY]]][] {syncflow.slot = 2 : i64}
// CHECK: memref.view %{{.*}}[%[[BODY]]][] {syncflow.slot = 3 : i64}
func.func @loop(%x: memref<16xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %carried = syncflow.buffer() : memref<16xf32>
  %before = syncflow.buffer() : memref<16xf32>
  %t0 = syncflow.task "before" ins(%v = %x : memref<16xf32>) outs(%o = %before : memref<16xf32>) { syncflow.yield }
  %t1 = syncflow.task "start" after(%t0) ins(%v = %before : memref<16xf32>) outs(%o = %carried : memref<16xf32>) { syncflow.yield }
  syncflow.wait(%t1)
  scf.for %i = %c0 to %n step %c1 {
    %p = syncflow.buffer() : memref<16xf32>
    %q = syncflow.buffer() : memref<16xf32>
    %u0 = syncflow.task "p" ins(%v = %carried : memref<16xf32>) outs(%o = %p : memref<16xf32>) { syncflow.yield }
    %u1 = syncflow.task "use p" after(%u0) ins(%v = %p : memref<16xf32>) outs(%o = %carried : memref<16xf32>) { syncflow.yield }
    %u2 = syncflow.task "q" after(%u1) ins(%v = %carried : memref<16xf32>) outs(%o = %q : memref<16xf32>) { syncflow.yield }
    %u3 = syncflow.task "use q" after(%u2) ins(%v = %q : memref<16xf32>) outs(%o = %carried : memref<16xf32>) { syncflow.yield }
    syncflow.wait(%u3)
  }
  return
}

// -----

// A body that does not wait for its work may meet its own next iteration: nothing in it is shared.
// CHECK-LABEL: func.func @undrained
// CHECK-SAME: arena_bytes = 128 : i64
func.func @undrained(%x: memref<16xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %p = syncflow.buffer() : memref<16xf32>
    %q = syncflow.buffer() : memref<16xf32>
    %u0 = syncflow.task "p" ins(%v = %x : memref<16xf32>) outs(%o = %p : memref<16xf32>) { syncflow.yield }
    %u1 = syncflow.task "use p" after(%u0) ins(%v = %p : memref<16xf32>) { syncflow.yield }
    %u2 = syncflow.task "q" after(%u1) ins(%v = %x : memref<16xf32>) outs(%o = %q : memref<16xf32>) { syncflow.yield }
    %u3 = syncflow.task "use q" after(%u2) ins(%v = %q : memref<16xf32>) { syncflow.yield }
  }
  return
}

// -----

// What the function returns is the caller's.
// CHECK-LABEL: func.func @returned
// CHECK: %[[R:.*]] = syncflow.buffer() : memref<16xf32>
// CHECK: %[[V:.*]] = memref.expand_shape %[[R]]
// CHECK: return %[[V]]
func.func @returned(%x: memref<16xf32>) -> memref<4x4xf32> {
  %tmp = syncflow.buffer() : memref<16xf32>
  %r = syncflow.buffer() : memref<16xf32>
  %t0 = syncflow.task "a" ins(%i = %x : memref<16xf32>) outs(%o = %tmp : memref<16xf32>) { syncflow.yield }
  %t1 = syncflow.task "b" after(%t0) ins(%i = %tmp : memref<16xf32>) outs(%o = %r : memref<16xf32>) { syncflow.yield }
  syncflow.wait(%t1)
  %v = memref.expand_shape %r [[0, 1]] output_shape [4, 4] : memref<16xf32> into memref<4x4xf32>
  return %v : memref<4x4xf32>
}

// -----

// Dynamic sizes: multiples of one value share like static ones; another product has its own part. Equal sizes are seen to
// be equal though computed twice.
// CHECK-LABEL: func.func @dynamic
// CHECK: %[[N:.*]] = memref.dim %arg0
// CHECK: %[[FIRST:.*]] = arith.constant 64 : index
// CHECK: %[[STEP:.*]] = arith.muli %[[N]], %c256
// CHECK: %[[SECOND:.*]] = arith.addi %[[FIRST]], %[[STEP]]
// CHECK: %[[ALL:.*]] = arith.muli %[[N]], %c512
// CHECK: %[[BYTES:.*]] = arith.addi %[[FIRST]], %[[ALL]]
// CHECK: syncflow.arena(%[[BYTES]])
// CHECK: memref.view %{{.*}}[%c0{{.*}}][] {syncflow.slot = 0 : i64} : memref<?xi8> to memref<16xf32>
// CHECK: memref.view %{{.*}}[%[[FIRST]]][%{{.*}}] {syncflow.slot = 1 : i64}
// CHECK: memref.view %{{.*}}[%[[SECOND]]][%{{.*}}] {syncflow.slot = 2 : i64}
// CHECK: memref.view %{{.*}}[%[[FIRST]]][%{{.*}}] {syncflow.slot = 3 : i64}
func.func @dynamic(%x: memref<?x64xf32>, %y: memref<?x64xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?x64xf32>
  %n2 = memref.dim %x, %c0 : memref<?x64xf32>
  %s = syncflow.buffer() : memref<16xf32>
  %a = syncflow.buffer(%n) : memref<?x64xf32>
  %b = syncflow.buffer(%n2) : memref<?x64xf32>
  %c = syncflow.buffer(%n) : memref<?x64xf32>
  %t = syncflow.task "s" outs(%o = %s : memref<16xf32>) { syncflow.yield }
  %t0 = syncflow.task "a" after(%t) ins(%i = %x : memref<?x64xf32>) outs(%o = %a : memref<?x64xf32>) { syncflow.yield }
  %t1 = syncflow.task "b" after(%t0) ins(%i = %a : memref<?x64xf32>) outs(%o = %b : memref<?x64xf32>) { syncflow.yield }
  %t2 = syncflow.task "c" after(%t1) ins(%i = %b : memref<?x64xf32>) outs(%o = %c : memref<?x64xf32>) { syncflow.yield }
  %t3 = syncflow.task "end" after(%t2) ins(%i = %c : memref<?x64xf32>) outs(%o = %y : memref<?x64xf32>) { syncflow.yield }
  return
}

// -----

// A product that is no multiple of the alignment is rounded up, once for all of its class.
// CHECK-LABEL: func.func @rounded
// CHECK: %[[P:.*]] = arith.muli %arg1, %arg2
// CHECK: %[[UP:.*]] = arith.addi %[[P]], %c15
// CHECK: %[[DIV:.*]] = arith.divui %[[UP]], %c16
// CHECK: %[[UNIT:.*]] = arith.muli %[[DIV]], %c16
// CHECK: %[[STEP:.*]] = arith.muli %[[UNIT]], %c4
// CHECK: arith.addi %{{.*}}, %[[STEP]]
func.func @rounded(%x: memref<?x?xf32>, %m: index, %n: index) {
  %a = syncflow.buffer(%m, %n) : memref<?x?xf32>
  %b = syncflow.buffer(%n, %m) : memref<?x?xf32>
  syncflow.task "a" outs(%o = %a : memref<?x?xf32>) { syncflow.yield }
  syncflow.task "b" outs(%o = %b : memref<?x?xf32>) { syncflow.yield }
  return
}

// -----

// A buffer of m * n rows and one of m by n rows are of one class: they share.
// CHECK-LABEL: func.func @products
// CHECK: memref.view %{{.*}}[%[[A:.*]]][%{{.*}}] {syncflow.slot = 0 : i64}
// CHECK: memref.view %{{.*}}[%{{.*}}][%{{.*}}] {syncflow.slot = 1 : i64}
// CHECK: memref.view %{{.*}}[%[[A]]][%{{.*}}] {syncflow.slot = 2 : i64}
func.func @products(%m: index, %n: index) {
  %rows = affine.apply affine_map<()[s0, s1] -> (s0 * s1)>()[%m, %n]
  %a = syncflow.buffer(%rows) : memref<?x16xf32>
  %b = syncflow.buffer(%m, %n) : memref<?x?x16xf32>
  %c = syncflow.buffer(%m, %n) : memref<?x?x16xf32>
  %s = syncflow.stream @m::@d0 ordinal 0
  syncflow.task "a" on(%s) outs(%o = %a : memref<?x16xf32>) { syncflow.yield }
  syncflow.task "b" on(%s) ins(%i = %a : memref<?x16xf32>) outs(%o = %b : memref<?x?x16xf32>) { syncflow.yield }
  syncflow.task "c" on(%s) ins(%i = %b : memref<?x?x16xf32>) outs(%o = %c : memref<?x?x16xf32>) { syncflow.yield }
  return
}

// -----

// A size that is known only inside has a constant bound here.
// CHECK-LABEL: func.func @bounded
// CHECK-SAME: arena_bytes = 64 : i64
func.func @bounded(%x: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    %n = affine.min affine_map<(d0) -> (16, d0)>(%i)
    %b = syncflow.buffer(%n) : memref<?xf32>
    %t0 = syncflow.task "a" outs(%o = %b : memref<?xf32>) { syncflow.yield }
    syncflow.wait(%t0)
  }
  return
}
