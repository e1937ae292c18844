// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// What the checker takes from a program's own checks of its sizes, and what it must not take from them.
// RUN: sflow-opt %s --split-input-file --verify-diagnostics --syncflow-verify

// Behind the check, the two ranges are apart.
func.func @apart(%b: memref<64xi8>, %n: index) {
  %c8 = arith.constant 8 : index
  %ok = arith.cmpi sge, %n, %c8 : index
  cf.assert %ok, "n is small"
  %v = memref.subview %b[0] [8] [1] : memref<64xi8> to memref<8xi8, strided<[1]>>
  %w = memref.subview %b[%n] [8] [1] : memref<64xi8> to memref<8xi8, strided<[1], offset: ?>>
  %x = syncflow.task "X" outs(%o = %v : memref<8xi8, strided<[1]>>) {
    syncflow.yield
  }
  %y = syncflow.task "Y" outs(%o = %w : memref<8xi8, strided<[1], offset: ?>>) {
    syncflow.yield
  }
  syncflow.wait(%x, %y)
  return
}

// -----

// Halves of columns, when the height is computed and known not to be negative; and equal to another size.
func.func @columns(%b: memref<?x4x?xf32>, %d: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %h = memref.dim %b, %c2 : memref<?x4x?xf32>
  %less = arith.subi %d, %c2 : index
  %half = arith.floordivsi %less, %c2 : index
  %rows = arith.addi %half, %c1 : index
  %same = arith.cmpi eq, %h, %rows : index
  cf.assert %same, "the height is another one"
  %n = memref.dim %b, %c0 : memref<?x4x?xf32>
  %v = memref.subview %b[0, 0, 0] [%n, 2, %rows] [1, 1, 1] : memref<?x4x?xf32> to memref<?x2x?xf32, strided<[?, ?, 1]>>
  %w = memref.subview %b[0, 2, 0] [%n, 2, %rows] [1, 1, 1] : memref<?x4x?xf32> to memref<?x2x?xf32, strided<[?, ?, 1], offset: ?>>
  %x = syncflow.task "X" outs(%o = %v : memref<?x2x?xf32, strided<[?, ?, 1]>>) {
    syncflow.yield
  }
  %y = syncflow.task "Y" outs(%o = %w : memref<?x2x?xf32, strided<[?, ?, 1], offset: ?>>) {
    syncflow.yield
  }
  syncflow.wait(%x, %y)
  return
}

// -----

// A check adds knowledge; what was known before stays: the smaller of n and 8 is at most 8.
func.func @bounds_stay(%b: memref<64xi8>, %n: index) {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %m = arith.minsi %n, %c8 : index
  %ok = arith.cmpi sge, %m, %c1 : index
  cf.assert %ok, "n is small"
  %v = memref.subview %b[%m] [8] [1] : memref<64xi8> to memref<8xi8, strided<[1], offset: ?>>
  %w = memref.subview %b[16] [8] [1] : memref<64xi8> to memref<8xi8, strided<[1], offset: 16>>
  %x = syncflow.task "X" outs(%o = %v : memref<8xi8, strided<[1], offset: ?>>) {
    syncflow.yield
  }
  %y = syncflow.task "Y" outs(%o = %w : memref<8xi8, strided<[1], offset: 16>>) {
    syncflow.yield
  }
  syncflow.wait(%x, %y)
  return
}

// -----

// A check that not every run comes to says nothing.
func.func private @check(%n: index) {
  %c8 = arith.constant 8 : index
  %ok = arith.cmpi sge, %n, %c8 : index
  cf.assert %ok, "n is small"
  return
}
func.func @in_a_branch(%b: memref<64xi8>, %p: i1, %n: index) {
  scf.if %p {
    func.call @check(%n) : (index) -> ()
  }
  %v = memref.subview %b[0] [8] [1] : memref<64xi8> to memref<8xi8, strided<[1]>>
  %w = memref.subview %b[%n] [8] [1] : memref<64xi8> to memref<8xi8, strided<[1], offset: ?>>
  // expected-note @+1 {{task "X" writes}}
  %x = syncflow.task "X" outs(%o = %v : memref<8xi8, strided<[1]>>) {
    syncflow.yield
  }
  // expected-error @+3 {{race (write after write)}}
  // expected-note @+2 {{task "Y" writes}}
  // expected-note @+1 {{missing edge}}
  %y = syncflow.task "Y" outs(%o = %w : memref<8xi8, strided<[1], offset: ?>>) {
    syncflow.yield
  }
  syncflow.wait(%x, %y)
  return
}

// -----

// Nor does one behind the work: it runs all the same when the check fails.
func.func @too_late(%b: memref<64xi8>, %n: index) {
  %c8 = arith.constant 8 : index
  %v = memref.subview %b[0] [8] [1] : memref<64xi8> to memref<8xi8, strided<[1]>>
  %w = memref.subview %b[%n] [8] [1] : memref<64xi8> to memref<8xi8, strided<[1], offset: ?>>
  // expected-note @+1 {{task "X" writes}}
  %x = syncflow.task "X" outs(%o = %v : memref<8xi8, strided<[1]>>) {
    syncflow.yield
  }
  // expected-error @+3 {{race (write after write)}}
  // expected-note @+2 {{task "Y" writes}}
  // expected-note @+1 {{missing edge}}
  %y = syncflow.task "Y" outs(%o = %w : memref<8xi8, strided<[1], offset: ?>>) {
    syncflow.yield
  }
  %ok = arith.cmpi sge, %n, %c8 : index
  cf.assert %ok, "n is small"
  syncflow.wait(%x, %y)
  return
}

// -----

// A number that went through a narrower one may be another: n = 264 becomes 8.
func.func @narrow(%b: memref<1024xi8>, %n: index) {
  %c256 = arith.constant 256 : index
  %t = arith.index_cast %n : index to i8
  %u = arith.index_cast %t : i8 to index
  %q = arith.addi %u, %c256 : index
  %v = memref.subview %b[%n] [8] [1] : memref<1024xi8> to memref<8xi8, strided<[1], offset: ?>>
  %w = memref.subview %b[%q] [8] [1] : memref<1024xi8> to memref<8xi8, strided<[1], offset: ?>>
  // expected-note @+1 {{task "X" writes}}
  %x = syncflow.task "X" outs(%o = %v : memref<8xi8, strided<[1], offset: ?>>) {
    syncflow.yield
  }
  // expected-error @+3 {{race (write after write)}}
  // expected-note @+2 {{task "Y" writes}}
  // expected-note @+1 {{missing edge}}
  %y = syncflow.task "Y" outs(%o = %w : memref<8xi8, strided<[1], offset: ?>>) {
    syncflow.yield
  }
  syncflow.wait(%x, %y)
  return
}

// -----

// The larger of -8 and 8, without signs, is -8.
func.func @without_sign(%b: memref<1024xi8>, %n: index) {
  %c16 = arith.constant 16 : index
  %c8 = arith.constant 8 : index
  %m = arith.maxui %n, %c8 : index
  %q = arith.addi %m, %c16 : index
  %v = memref.subview %b[8] [8] [1] : memref<1024xi8> to memref<8xi8, strided<[1], offset: 8>>
  %w = memref.subview %b[%q] [8] [1] : memref<1024xi8> to memref<8xi8, strided<[1], offset: ?>>
  // expected-note @+1 {{task "X" writes}}
  %x = syncflow.task "X" outs(%o = %v : memref<8xi8, strided<[1], offset: 8>>) {
    syncflow.yield
  }
  // expected-error @+3 {{race (write after write)}}
  // expected-note @+2 {{task "Y" writes}}
  // expected-note @+1 {{missing edge}}
  %y = syncflow.task "Y" outs(%o = %w : memref<8xi8, strided<[1], offset: ?>>) {
    syncflow.yield
  }
  syncflow.wait(%x, %y)
  return
}
