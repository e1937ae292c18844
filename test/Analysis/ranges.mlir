// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Which accesses meet: views of views, strided slices, dynamic tiles, joins of control flow, arenas. Every conflict is
// reported at the later op; where nothing is expected, nothing may be reported.
// RUN: sflow-opt %s --syncflow-report-dependences --verify-diagnostics --split-input-file -o /dev/null

// A write through the base, a read through a view of a view of it: bytes 64 to 127 of the base.
func.func @view_of_view() {
  %b = syncflow.buffer() : memref<256xi8>
  %v = memref.subview %b[0] [128] [1] : memref<256xi8> to memref<128xi8, strided<[1]>>
  %w = memref.subview %v[64] [64] [1] : memref<128xi8, strided<[1]>> to memref<64xi8, strided<[1], offset: 64>>
  // expected-note @below {{the earlier access}}
  syncflow.task "X" outs(%o = %b : memref<256xi8>) { syncflow.yield }
  // expected-remark-re @below {{RAW on syncflow.buffer of type memref<256xi8> at {{.*}} bytes [64, 128) between task "X" and task "Y": not ordered}}
  syncflow.task "Y" ins(%i = %w : memref<64xi8, strided<[1], offset: 64>>) { syncflow.yield }
  return
}

// -----

// Both through views that share one byte.
func.func @one_byte(%b: memref<256xi8>) {
  %v = memref.subview %b[0] [128] [1] : memref<256xi8> to memref<128xi8, strided<[1]>>
  %w = memref.subview %b[127] [64] [1] : memref<256xi8> to memref<64xi8, strided<[1], offset: 127>>
  // expected-note @below {{the earlier access}}
  syncflow.task "X" outs(%o = %v : memref<128xi8, strided<[1]>>) { syncflow.yield }
  // expected-remark @below {{RAW on argument 0 bytes [127, 128) between task "X" and task "Y": not ordered}}
  syncflow.task "Y" ins(%i = %w : memref<64xi8, strided<[1], offset: 127>>) { syncflow.yield }
  return
}

// -----

// Neighbouring ranges, another buffer and another argument do not meet.
func.func @apart(%b: memref<256xi8>, %c: memref<256xi8>) {
  %d = syncflow.buffer() : memref<256xi8>
  %v = memref.subview %b[0] [128] [1] : memref<256xi8> to memref<128xi8, strided<[1]>>
  %w = memref.subview %b[128] [128] [1] : memref<256xi8> to memref<128xi8, strided<[1], offset: 128>>
  syncflow.task "X" outs(%o = %v : memref<128xi8, strided<[1]>>) { syncflow.yield }
  syncflow.task "Y" ins(%i = %w : memref<128xi8, strided<[1], offset: 128>>, %j = %c : memref<256xi8>)
    outs(%o = %d : memref<256xi8>) { syncflow.yield }
  return
}

// -----

// Columns of a row-major array: the byte intervals interleave, the bytes are disjoint. The third slice shares a column
// with the second one.
func.func @columns(%b: memref<8x16xf32>) {
  %l = memref.subview %b[0, 0] [8, 8] [1, 1] : memref<8x16xf32> to memref<8x8xf32, strided<[16, 1]>>
  %r = memref.subview %b[0, 8] [8, 8] [1, 1] : memref<8x16xf32> to memref<8x8xf32, strided<[16, 1], offset: 8>>
  %m = memref.subview %b[2, 15] [2, 1] [1, 1] : memref<8x16xf32> to memref<2x1xf32, strided<[16, 1], offset: 47>>
  syncflow.task "left" outs(%o = %l : memref<8x8xf32, strided<[16, 1]>>) { syncflow.yield }
  // expected-note @below {{the earlier access}}
  syncflow.task "right" outs(%o = %r : memref<8x8xf32, strided<[16, 1], offset: 8>>) { syncflow.yield }
  // expected-remark @below {{RAW on argument 0 bytes [188, 256) between task "right" and task "column"}}
  syncflow.task "column" ins(%i = %m : memref<2x1xf32, strided<[16, 1], offset: 47>>) { syncflow.yield }
  return
}

// -----

// Row against column: they cross in one element. A row block of a reshaped view meets the rows it is made of.
func.func @cross(%b: memref<8x16xf32>) {
  %row = memref.subview %b[3, 0] [1, 16] [1, 1] : memref<8x16xf32> to memref<1x16xf32, strided<[16, 1], offset: 48>>
  %column = memref.subview %b[0, 5] [8, 1] [1, 1] : memref<8x16xf32> to memref<8x1xf32, strided<[16, 1], offset: 5>>
  %flat = memref.collapse_shape %b [[0, 1]] : memref<8x16xf32> into memref<128xf32>
  %last = memref.subview %flat[112] [16] [1] : memref<128xf32> to memref<16xf32, strided<[1], offset: 112>>
  // expected-note @below {{the earlier access}}
  syncflow.task "column" outs(%o = %column : memref<8x1xf32, strided<[16, 1], offset: 5>>) { syncflow.yield }
  // expected-remark @below {{between task "column" and task "row"}}
  syncflow.task "row" ins(%i = %row : memref<1x16xf32, strided<[16, 1], offset: 48>>) { syncflow.yield }
  // expected-remark @below {{bytes [448, 472) between task "column" and task "last"}}
  syncflow.task "last" ins(%i = %last : memref<16xf32, strided<[1], offset: 112>>) { syncflow.yield }
  return
}

// -----

// Two row tiles of a dynamic number of rows: [0, h) and [h, n) with h = ceildiv(n, 2).
func.func @dynamic_tiles(%b: memref<?x16xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %b, %c0 : memref<?x16xf32>
  %h = affine.apply affine_map<()[s0] -> (s0 ceildiv 2)>()[%n]
  %s0 = affine.min affine_map<()[s0, s1] -> (s0, s1)>()[%h, %n]
  %s1 = affine.min affine_map<()[s0, s1] -> (s0, s1 - s0)>()[%h, %n]
  %t0 = memref.subview %b[0, 0] [%s0, 16] [1, 1] : memref<?x16xf32> to memref<?x16xf32, strided<[16, 1]>>
  %t1 = memref.subview %b[%h, 0] [%s1, 16] [1, 1] : memref<?x16xf32> to memref<?x16xf32, strided<[16, 1], offset: ?>>
  // expected-note @below {{the earlier access}}
  syncflow.task "first" outs(%o = %t0 : memref<?x16xf32, strided<[16, 1]>>) { syncflow.yield }
  // expected-note @below {{the earlier access}}
  syncflow.task "second" outs(%o = %t1 : memref<?x16xf32, strided<[16, 1], offset: ?>>) { syncflow.yield }
  // expected-remark @below {{RAW on argument 0 between task "first" and task "both"}}
  // expected-remark @below {{RAW on argument 0 between task "second" and task "both"}}
  syncflow.task "both" ins(%i = %b : memref<?x16xf32>) { syncflow.yield }
  return
}

// -----

// The same through a reshape and with a dynamic inner size: tiles of one value compare slice by slice.
func.func @dynamic_inner(%b: memref<?x?xf32>, %h: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %b, %c0 : memref<?x?xf32>
  %m = memref.dim %b, %c1 : memref<?x?xf32>
  %s0 = affine.min affine_map<()[s0, s1] -> (s0, s1)>()[%h, %n]
  %s1 = affine.min affine_map<()[s0, s1] -> (s0, s1 - s0)>()[%h, %n]
  %t0 = memref.subview %b[0, 0] [%s0, %m] [1, 1] : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1]>>
  %t1 = memref.subview %b[%h, 0] [%s1, %m] [1, 1] : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
  // expected-note @below {{the earlier access}}
  syncflow.task "first" outs(%o = %t0 : memref<?x?xf32, strided<[?, 1]>>) { syncflow.yield }
  // expected-note @below {{the earlier access}}
  syncflow.task "second" outs(%o = %t1 : memref<?x?xf32, strided<[?, 1], offset: ?>>) { syncflow.yield }
  // Without the bound by h nothing is known about where it ends.
  %t2 = memref.subview %b[1, 0] [%s0, %m] [1, 1] : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
  // expected-remark @below {{RAW on argument 0 between task "first" and 'syncflow.transfer'}}
  // expected-remark @below {{RAW on argument 0 between task "second" and 'syncflow.transfer'}}
  syncflow.transfer from %t2 : memref<?x?xf32, strided<[?, 1], offset: ?>> to %t0 : memref<?x?xf32, strided<[?, 1]>>
  return
}

// -----

// Types do not matter in an arena, bytes do.
func.func @arena() {
  %bytes = arith.constant 256 : index
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c96 = arith.constant 96 : index
  %arena = syncflow.arena(%bytes) : memref<?xi8>
  %a = memref.view %arena[%c0][] : memref<?xi8> to memref<16xf32>
  %b = memref.view %arena[%c64][] : memref<?xi8> to memref<8x4xi16>
  %c = memref.view %arena[%c96][] : memref<?xi8> to memref<8xf64>
  syncflow.task "a" outs(%o = %a : memref<16xf32>) { syncflow.yield }
  // expected-note @below {{the earlier access}}
  syncflow.task "b" outs(%o = %b : memref<8x4xi16>) { syncflow.yield }
  // expected-remark-re @below {{RAW on syncflow.arena of type memref<?xi8> at {{.*}} bytes [96, 128) between task "b" and task "c"}}
  syncflow.task "c" outs(%o = %c : memref<8xf64>) { syncflow.yield }
  return
}

// -----

// What a branch or a loop hands on may be any of its inputs, and nothing else.
func.func @joins(%a: memref<8xf32>, %b: memref<8xf32>, %c: memref<8xf32>, %p: i1, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %either = scf.if %p -> memref<8xf32> {
    scf.yield %a : memref<8xf32>
  } else {
    scf.yield %b : memref<8xf32>
  }
  %round = scf.for %i = %c0 to %n step %c1 iter_args(%x = %c) -> memref<8xf32> {
    scf.yield %x : memref<8xf32>
  }
  // expected-note @below {{the earlier access}}
  syncflow.task "either" outs(%o = %either : memref<8xf32>) { syncflow.yield }
  syncflow.task "third" outs(%o = %c : memref<8xf32>) { syncflow.yield }
  // expected-remark @below {{RAW on}}
  syncflow.task "second" ins(%i = %b : memref<8xf32>) { syncflow.yield }
  return
}

// -----

// A loop that goes round unchanged is its input; memory of unknown origin may be anything.
func.func private @elsewhere() -> memref<8xf32>
func.func @unknown(%c: memref<8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = func.call @elsewhere() : () -> memref<8xf32>
  %round = scf.for %i = %c0 to %n step %c1 iter_args(%y = %c) -> memref<8xf32> {
    scf.yield %y : memref<8xf32>
  }
  // expected-note @below {{the earlier access}}
  syncflow.task "known" outs(%o = %round : memref<8xf32>) { syncflow.yield }
  // expected-note @below {{the earlier access}}
  // expected-remark @below {{RAW on argument 0 between task "known" and task "unknown"}}
  syncflow.task "unknown" outs(%o = %x : memref<8xf32>) { syncflow.yield }
  // expected-remark @below {{RAW on argument 0 bytes [0, 32) between task "known" and task "same"}}
  // expected-remark @below {{between task "unknown" and task "same"}}
  syncflow.task "same" outs(%o = %c : memref<8xf32>) { syncflow.yield }
  return
}

// -----

// Iterations: positions that depend on the loop are different ones each time; constant ones are not.
func.func @carried(%b: memref<64xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %left = memref.subview %b[0] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1]>>
  %right = memref.subview %b[8] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: 8>>
  scf.for %i = %c0 to %n step %c1 {
    %moving = memref.subview %b[%i] [1] [1] : memref<64xf32> to memref<1xf32, strided<[1], offset: ?>>
    // expected-note @below {{the earlier access}}
    // expected-remark @below {{WAR on argument 0 bytes [0, 32) between task "reader" and task "writer", carried by the loop: not ordered}}
    // expected-remark @below {{RAW on argument 0 bytes [0, 32) between task "writer" and task "writer", carried by the loop: not ordered}}
    syncflow.task "writer" outs(%o = %left : memref<8xf32, strided<[1]>>) { syncflow.yield }
    // expected-note @below {{the earlier access}}
    // expected-remark @below {{RAW on argument 0 bytes [0, 32) between task "writer" and task "reader": not ordered}}
    // expected-remark @below {{RAW on argument 0 bytes [0, 32) between task "writer" and task "reader", carried by the loop: not ordered}}
    syncflow.task "reader" ins(%x = %left : memref<8xf32, strided<[1]>>, %y = %right : memref<8xf32, strided<[1], offset: 8>>) { syncflow.yield }
  }
  return
}
