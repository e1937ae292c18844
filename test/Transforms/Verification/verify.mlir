// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Right programs are accepted; the remark counts the conflicting pairs that order was needed for, so that nothing is accepted
// because it was not looked at.
// RUN: sflow-opt %s --split-input-file --verify-diagnostics --syncflow-verify=summary

// expected-remark @+1 {{proved: 2 pieces of work, 1 conflicting pairs, all ordered}}
module {
  func.func @token(%b: memref<8xf32>, %c: memref<8xf32>) {
    %x = syncflow.task "X" outs(%o = %b : memref<8xf32>) {
      syncflow.yield
    }
    %y = syncflow.task "Y" after(%x) ins(%i = %b : memref<8xf32>) outs(%o = %c : memref<8xf32>) {
      syncflow.yield
    }
    syncflow.wait(%y)
    return
  }
}

// -----

// Two reads need no order.
// expected-remark @+1 {{proved: 3 pieces of work, 2 conflicting pairs, all ordered}}
module {
  func.func @reads(%b: memref<8xf32>, %c: memref<8xf32>, %d: memref<8xf32>) {
    %x = syncflow.task "X" outs(%o = %b : memref<8xf32>) {
      syncflow.yield
    }
    %y = syncflow.task "Y" after(%x) ins(%i = %b : memref<8xf32>) outs(%o = %c : memref<8xf32>) {
      syncflow.yield
    }
    %z = syncflow.task "Z" after(%x) ins(%i = %b : memref<8xf32>) outs(%o = %d : memref<8xf32>) {
      syncflow.yield
    }
    syncflow.wait(%y, %z)
    return
  }
}

// -----

// Joins, chains through work without accesses, waits of streams, streams in order.
// expected-remark @+1 {{proved: 5 pieces of work, 9 conflicting pairs, all ordered}}
module {
  func.func @ways(%b: memref<8xf32>, %c: memref<8xf32>) {
    %s = syncflow.stream @m::@d ordinal 0
    %same = syncflow.stream @m::@d ordinal 0
    %q = syncflow.stream @m::@d ordinal 1
    %u = syncflow.task "U" on(%s) outs(%o = %b : memref<8xf32>) {
      syncflow.yield
    }
    %v = syncflow.task "V" on(%same) outs(%o = %b : memref<8xf32>) {
      syncflow.yield
    }
    %marker = syncflow.task "marker" after(%v) {
      syncflow.yield
    }
    %j = syncflow.join(%marker)
    syncflow.wait(%j) on(%q)
    %w = syncflow.task "W" on(%q) ins(%i = %b : memref<8xf32>) outs(%o = %c : memref<8xf32>) {
      syncflow.yield
    }
    syncflow.wait(%w)
    %k = arith.constant 0 : index
    %e = memref.load %c[%k] : memref<8xf32>
    memref.store %e, %b[%k] : memref<8xf32>
    %z = syncflow.task "Z" ins(%i = %b : memref<8xf32>) {
      syncflow.yield
    }
    syncflow.wait(%z)
    return
  }
}

// -----

// The host writes first: issuing orders what is issued after it. A function may return its tokens.
// expected-remark @+1 {{proved: 1 pieces of work, 0 conflicting pairs, all ordered}}
module {
  func.func @host_first(%b: memref<8xf32>, %k: f32) -> !syncflow.token {
    linalg.fill ins(%k : f32) outs(%b : memref<8xf32>)
    %x = syncflow.task "X" outs(%o = %b : memref<8xf32>) {
      syncflow.yield
    }
    return %x : !syncflow.token
  }
}

// -----

// A token argument, waited for.
// expected-remark @+1 {{proved: 2 pieces of work, 1 conflicting pairs, all ordered}}
module {
  func.func @token_argument(%t: !syncflow.token, %b: memref<8xf32>) {
    %x = syncflow.task "X" after(%t) outs(%o = %b : memref<8xf32>) {
      syncflow.yield
    }
    syncflow.wait(%x)
    return
  }
}

// -----

// Work that the caller left running cannot know the function's own buffers.
// expected-remark @+1 {{proved: 2 pieces of work, 0 conflicting pairs, all ordered}}
module {
  func.func @own_buffers_are_apart(%t: !syncflow.token) {
    %b = syncflow.buffer() : memref<8xf32>
    %x = syncflow.task "X" outs(%o = %b : memref<8xf32>) {
      syncflow.yield
    }
    syncflow.wait(%x)
    return
  }
}

// -----

//===-- ranges ------------------------------------------------------------------------------------------------------===//

// Rows, columns, inner boxes, and two halves of a cast: apart.
// expected-remark @+1 {{proved: 8 pieces of work, 0 conflicting pairs, all ordered}}
module {
  func.func @apart(%b: memref<8x8xf32>, %c: memref<4x6x8xf32>, %d: memref<16xf32>, %e: memref<4x6x8xf32>) {
    %r0 = memref.subview %b[0, 0] [4, 8] [1, 1] : memref<8x8xf32> to memref<4x8xf32, strided<[8, 1]>>
    %q = memref.subview %b[4, 0] [4, 8] [1, 1] : memref<8x8xf32> to memref<4x8xf32, strided<[8, 1], offset: 32>>
    %q0 = memref.subview %q[0, 0] [4, 3] [1, 1] : memref<4x8xf32, strided<[8, 1], offset: 32>> to memref<4x3xf32, strided<[8, 1], offset: 32>>
    %q1 = memref.subview %q[0, 3] [4, 5] [1, 1] : memref<4x8xf32, strided<[8, 1], offset: 32>> to memref<4x5xf32, strided<[8, 1], offset: 35>>
    %t0 = syncflow.task "rows" outs(%o = %r0 : memref<4x8xf32, strided<[8, 1]>>) {
      syncflow.yield
    }
    %t1 = syncflow.task "left" outs(%o = %q0 : memref<4x3xf32, strided<[8, 1], offset: 32>>) {
      syncflow.yield
    }
    %t2 = syncflow.task "right" outs(%o = %q1 : memref<4x5xf32, strided<[8, 1], offset: 35>>) {
      syncflow.yield
    }
    // The middle dimension of three tells them apart, whatever the inner one does.
    %c0 = memref.subview %c[0, 0, 2] [4, 3, 6] [1, 1, 1] : memref<4x6x8xf32> to memref<4x3x6xf32, strided<[48, 8, 1], offset: 2>>
    %c1 = memref.subview %c[0, 3, 0] [4, 3, 8] [1, 1, 1] : memref<4x6x8xf32> to memref<4x3x8xf32, strided<[48, 8, 1], offset: 24>>
    %t3 = syncflow.task "low" outs(%o = %c0 : memref<4x3x6xf32, strided<[48, 8, 1], offset: 2>>) {
      syncflow.yield
    }
    %t4 = syncflow.task "high" outs(%o = %c1 : memref<4x3x8xf32, strided<[48, 8, 1], offset: 24>>) {
      syncflow.yield
    }
    // Even and odd elements.
    %e0 = memref.subview %d[0] [8] [2] : memref<16xf32> to memref<8xf32, strided<[2]>>
    %e1 = memref.subview %d[1] [8] [2] : memref<16xf32> to memref<8xf32, strided<[2], offset: 1>>
    %t5 = syncflow.task "even" outs(%o = %e0 : memref<8xf32, strided<[2]>>) {
      syncflow.yield
    }
    %t6 = syncflow.task "odd" outs(%o = %e1 : memref<8xf32, strided<[2], offset: 1>>) {
      syncflow.yield
    }
    // Through a collapsed shape, and one dimension dropped.
    %f = memref.collapse_shape %e [[0, 1], [2]] : memref<4x6x8xf32> into memref<24x8xf32>
    %f0 = memref.subview %f[0, 0] [6, 8] [1, 1] : memref<24x8xf32> to memref<6x8xf32, strided<[8, 1]>>
    %f1 = memref.subview %e[1, 0, 0] [1, 6, 8] [1, 1, 1] : memref<4x6x8xf32> to memref<6x8xf32, strided<[8, 1], offset: 48>>
    %t7 = syncflow.task "flat" ins(%i = %f1 : memref<6x8xf32, strided<[8, 1], offset: 48>>) outs(%o = %f0 : memref<6x8xf32, strided<[8, 1]>>) {
      syncflow.yield
    }
    syncflow.wait(%t0, %t1, %t2, %t3, %t4, %t5, %t6, %t7)
    return
  }
}

// -----

// Row tiles [0, m) and [m, n) of a dynamic number of rows.
// expected-remark @+1 {{proved: 2 pieces of work, 0 conflicting pairs, all ordered}}
module {
  func.func @row_tiles(%b: memref<?x?x16xf32>, %m: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %n = memref.dim %b, %c0 : memref<?x?x16xf32>
    %k = memref.dim %b, %c1 : memref<?x?x16xf32>
    %rest = arith.subi %n, %m : index
    %v = memref.subview %b[0, 0, 0] [%m, %k, 16] [1, 1, 1] : memref<?x?x16xf32> to memref<?x?x16xf32, strided<[?, 16, 1]>>
    %w = memref.subview %b[%m, 0, 0] [%rest, %k, 16] [1, 1, 1] : memref<?x?x16xf32> to memref<?x?x16xf32, strided<[?, 16, 1], offset: ?>>
    %x = syncflow.task "X" outs(%o = %v : memref<?x?x16xf32, strided<[?, 16, 1]>>) {
      syncflow.yield
    }
    %y = syncflow.task "Y" outs(%o = %w : memref<?x?x16xf32, strided<[?, 16, 1], offset: ?>>) {
      syncflow.yield
    }
    syncflow.wait(%x, %y)
    return
  }
}

// -----

// The same as upstream tiling writes it: affine.min of the tile and what is left, clamped or not, tiles by count or by size.
// expected-remark @+1 {{proved: 5 pieces of work, 0 conflicting pairs, all ordered}}
module {
  func.func @affine_min(%b: memref<?x16xf32>, %c: memref<?x16xf32>) {
    %c0 = arith.constant 0 : index
    %n = memref.dim %b, %c0 : memref<?x16xf32>
    %tile = affine.apply affine_map<()[s0] -> (s0 ceildiv 2)>()[%n]
    %s0 = affine.min affine_map<()[s0] -> (s0, s0 ceildiv 2)>()[%n]
    %s1 = affine.min affine_map<()[s0] -> (s0 - s0 ceildiv 2, s0 ceildiv 2)>()[%n]
    %v = memref.subview %b[0, 0] [%s0, 16] [1, 1] : memref<?x16xf32> to memref<?x16xf32, strided<[16, 1]>>
    %w = memref.subview %b[%tile, 0] [%s1, 16] [1, 1] : memref<?x16xf32> to memref<?x16xf32, strided<[16, 1], offset: ?>>
    %x = syncflow.task "X" outs(%o = %v : memref<?x16xf32, strided<[16, 1]>>) {
      syncflow.yield
    }
    %y = syncflow.task "Y" outs(%o = %w : memref<?x16xf32, strided<[16, 1], offset: ?>>) {
      syncflow.yield
    }
    %m = memref.dim %c, %c0 : memref<?x16xf32>
    %o2 = affine.min affine_map<()[s0] -> (32, s0)>()[%m]
    %z0 = affine.max affine_map<()[s0] -> (0, s0)>()[%o2]
    %rest = affine.apply affine_map<()[s0] -> (s0 - 32)>()[%m]
    %z1m = affine.min affine_map<()[s0] -> (s0, 32)>()[%rest]
    %z1 = affine.max affine_map<()[s0] -> (0, s0)>()[%z1m]
    %rest2 = affine.apply affine_map<()[s0] -> (s0 - 64)>()[%m]
    %z2 = affine.max affine_map<()[s0] -> (0, s0)>()[%rest2]
    %p0 = memref.subview %c[0, 0] [%z0, 16] [1, 1] : memref<?x16xf32> to memref<?x16xf32, strided<[16, 1]>>
    %p1 = memref.subview %c[32, 0] [%z1, 16] [1, 1] : memref<?x16xf32> to memref<?x16xf32, strided<[16, 1], offset: 512>>
    %p2 = memref.subview %c[64, 0] [%z2, 16] [1, 1] : memref<?x16xf32> to memref<?x16xf32, strided<[16, 1], offset: 1024>>
    %t0 = syncflow.task "P0" outs(%o = %p0 : memref<?x16xf32, strided<[16, 1]>>) {
      syncflow.yield
    }
    %t1 = syncflow.task "P1" outs(%o = %p1 : memref<?x16xf32, strided<[16, 1], offset: 512>>) {
      syncflow.yield
    }
    %t2 = syncflow.task "P2" outs(%o = %p2 : memref<?x16xf32, strided<[16, 1], offset: 1024>>) {
      syncflow.yield
    }
    syncflow.wait(%x, %y, %t0, %t1, %t2)
    return
  }
}

// -----

// Heads of a tensor with a dynamic batch and length: columns of a dynamic stride.
// expected-remark @+1 {{proved: 2 pieces of work, 0 conflicting pairs, all ordered}}
module {
  func.func @dynamic_heads(%b: memref<?x12x?x64xf32>) {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %n = memref.dim %b, %c0 : memref<?x12x?x64xf32>
    %k = memref.dim %b, %c2 : memref<?x12x?x64xf32>
    %v = memref.subview %b[0, 0, 0, 0] [%n, 6, %k, 64] [1, 1, 1, 1] : memref<?x12x?x64xf32> to memref<?x6x?x64xf32, strided<[?, ?, 64, 1]>>
    %w = memref.subview %b[0, 6, 0, 0] [%n, 6, %k, 64] [1, 1, 1, 1] : memref<?x12x?x64xf32> to memref<?x6x?x64xf32, strided<[?, ?, 64, 1], offset: ?>>
    %x = syncflow.task "X" outs(%o = %v : memref<?x6x?x64xf32, strided<[?, ?, 64, 1]>>) {
      syncflow.yield
    }
    %y = syncflow.task "Y" outs(%o = %w : memref<?x6x?x64xf32, strided<[?, ?, 64, 1], offset: ?>>) {
      syncflow.yield
    }
    syncflow.wait(%x, %y)
    return
  }
}

// -----

// Columns in an arena, where a row of the matrix begins anywhere; a reshape whose sizes come from memory keeps to its bytes.
// expected-remark @+1 {{proved: 5 pieces of work, 1 conflicting pairs, all ordered}}
module {
  func.func @columns_and_reshape(%n: index, %k: index) {
    %c0 = arith.constant 0 : index
    %c128 = arith.constant 128 : index
    %c384 = arith.constant 384 : index
    %rows = arith.muli %n, %k : index
    %len = arith.muli %rows, %c384 : index
    %second = arith.addi %c128, %len : index
    %bytes = arith.addi %second, %len : index
    %a = syncflow.arena(%bytes) : memref<?xi8>
    %shape = memref.view %a[%c0][] : memref<?xi8> to memref<3xindex>
    %m = memref.view %a[%c128][%n, %k] : memref<?xi8> to memref<?x?x96xf32>
    %f = memref.view %a[%second][%rows] : memref<?xi8> to memref<?x96xf32>
    %v = memref.subview %m[0, 0, 0] [%n, %k, 48] [1, 1, 1] : memref<?x?x96xf32> to memref<?x?x48xf32, strided<[?, 96, 1]>>
    %w = memref.subview %m[0, 0, 48] [%n, %k, 48] [1, 1, 1] : memref<?x?x96xf32> to memref<?x?x48xf32, strided<[?, 96, 1], offset: 48>>
    %t0 = syncflow.task "left" outs(%o = %v : memref<?x?x48xf32, strided<[?, 96, 1]>>) {
      syncflow.yield
    }
    %t1 = syncflow.task "right" outs(%o = %w : memref<?x?x48xf32, strided<[?, 96, 1], offset: 48>>) {
      syncflow.yield
    }
    %t2 = syncflow.task "shape" outs(%o = %shape : memref<3xindex>) {
      syncflow.yield
    }
    %t3 = syncflow.task "flat" outs(%o = %f : memref<?x96xf32>) {
      syncflow.yield
    }
    %r = memref.reshape %f(%shape) : (memref<?x96xf32>, memref<3xindex>) -> memref<?x?x96xf32>
    %e = memref.expand_shape %r [[0], [1], [2, 3]] output_shape [%n, %k, 4, 24] : memref<?x?x96xf32> into memref<?x?x4x24xf32>
    %t4 = syncflow.task "reshaped" after(%t3) ins(%i = %e : memref<?x?x4x24xf32>) {
      syncflow.yield
    }
    syncflow.wait(%t0, %t1, %t2, %t4)
    return
  }
}

// -----

// Each iteration has rows of its own, so iterations need no order; the barrier at the end collects them.
// expected-remark @+1 {{proved: 3 pieces of work, 2 conflicting pairs, all ordered}}
module {
  func.func @rows_of_iterations(%b: memref<?x16xf32>, %c: memref<?x16xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %n = memref.dim %b, %c0 : memref<?x16xf32>
    scf.for %i = %c0 to %n step %c1 {
      %v = memref.subview %b[%i, 0] [1, 16] [1, 1] : memref<?x16xf32> to memref<1x16xf32, strided<[16, 1], offset: ?>>
      %x = syncflow.task "X" outs(%o = %v : memref<1x16xf32, strided<[16, 1], offset: ?>>) {
        syncflow.yield
      }
    }
    syncflow.barrier() <all, global>
    %y = syncflow.task "Y" ins(%i = %b : memref<?x16xf32>) outs(%o = %c : memref<?x16xf32>) {
      syncflow.yield
    }
    syncflow.wait(%y)
    return
  }
}

// -----

// The arena: a dynamic size in front of a dynamic size, and bytes taken again after their last reader.
// expected-remark @+1 {{proved: 5 pieces of work, 4 conflicting pairs, all ordered}}
module {
  func.func @arena(%c: memref<16xf32>, %n: index, %p: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c64 = arith.constant 64 : index
    %rows = memref.dim %p, %c0 : memref<?xf32>
    %len = arith.muli %rows, %c4 : index
    %aligned = affine.apply affine_map<()[s0] -> ((s0 ceildiv 64) * 64)>()[%len]
    %second = arith.addi %aligned, %c64 : index
    %bytes = arith.addi %second, %len : index
    %a = syncflow.arena(%bytes) : memref<?xi8>
    %m = memref.view %a[%c0][] : memref<?xi8> to memref<16xf32>
    %u = memref.view %a[%c64][%rows] : memref<?xi8> to memref<?xf32>
    %v = memref.view %a[%second][%rows] : memref<?xi8> to memref<?xf32>
    %again = memref.view %a[%c0][] : memref<?xi8> to memref<16xf32>
    %t0 = syncflow.task "M" outs(%o = %m : memref<16xf32>) {
      syncflow.yield
    }
    %t1 = syncflow.task "U" outs(%o = %u : memref<?xf32>) {
      syncflow.yield
    }
    %t2 = syncflow.task "V" after(%t1) ins(%i = %u : memref<?xf32>) outs(%o = %v : memref<?xf32>) {
      syncflow.yield
    }
    %t3 = syncflow.task "read M" after(%t0) ins(%i = %m : memref<16xf32>) outs(%o = %c : memref<16xf32>) {
      syncflow.yield
    }
    %t4 = syncflow.task "again" after(%t3) outs(%o = %again : memref<16xf32>) {
      syncflow.yield
    }
    syncflow.wait(%t2, %t4)
    return
  }
}

// -----

// An out whose contents the body makes before it reads them, and a write through parts.
// expected-remark @+1 {{proved: 4 pieces of work, 3 conflicting pairs, all ordered}}
module {
  func.func @contents(%a: memref<4x4xf32>, %c: memref<4x4xf32>) {
    %b = syncflow.buffer() : memref<4x4xf32>
    %x = syncflow.task "X" ins(%i = %a : memref<4x4xf32>) outs(%o = %b : memref<4x4xf32>) {
      %k = arith.constant 0.0 : f32
      linalg.fill ins(%k : f32) outs(%o : memref<4x4xf32>)
      linalg.matmul ins(%i, %i : memref<4x4xf32>, memref<4x4xf32>) outs(%o : memref<4x4xf32>)
      syncflow.yield
    }
    %d = syncflow.buffer() : memref<4x4xf32>
    %d0 = memref.subview %d[0, 0] [4, 2] [1, 1] : memref<4x4xf32> to memref<4x2xf32, strided<[4, 1]>>
    %d1 = memref.subview %d[0, 2] [4, 2] [1, 1] : memref<4x4xf32> to memref<4x2xf32, strided<[4, 1], offset: 2>>
    %p = syncflow.task "left" outs(%o = %d0 : memref<4x2xf32, strided<[4, 1]>>) {
      syncflow.yield
    }
    %q = syncflow.task "right" outs(%o = %d1 : memref<4x2xf32, strided<[4, 1], offset: 2>>) {
      syncflow.yield
    }
    %y = syncflow.task "Y" after(%x, %p, %q) ins(%i = %b : memref<4x4xf32>, %j = %d : memref<4x4xf32>) outs(%o = %c : memref<4x4xf32>) {
      syncflow.yield
    }
    syncflow.wait(%y)
    return
  }
}

// -----

//===-- barriers ----------------------------------------------------------------------------------------------------===//

// Each barrier reaches as far as it has to.
// expected-remark @+1 {{proved: 10 pieces of work, 5 conflicting pairs, all ordered}}
module {
  func.func @reach(%b: memref<8xf32>, %c: memref<8xf32>, %d: memref<8xf32>, %e: memref<8xf32>, %f: memref<8xf32>, %g: memref<8xf32>) {
    %s = syncflow.stream @m::@d0 ordinal 0
    %q = syncflow.stream @m::@d0 ordinal 1
    %r = syncflow.stream @m::@d1 ordinal 0
    %t0 = syncflow.task "b" on(%s) outs(%o = %b : memref<8xf32>) {
      syncflow.yield
    }
    syncflow.barrier(%s, %q) <streams, device>
    %t1 = syncflow.task "read b" on(%q) ins(%i = %b : memref<8xf32>) {
      syncflow.yield
    }
    %t2 = syncflow.task "c" on(%s) outs(%o = %c : memref<8xf32>) {
      syncflow.yield
    }
    syncflow.barrier(%s) <devices, device>
    // A stream that was not there yet.
    %n = syncflow.stream @m::@d0 ordinal 7
    %t3 = syncflow.task "read c" on(%n) ins(%i = %c : memref<8xf32>) {
      syncflow.yield
    }
    %t4 = syncflow.task "d" on(%s) outs(%o = %d : memref<8xf32>) {
      syncflow.yield
    }
    syncflow.barrier(%s, %r) <streams, node>
    %t5 = syncflow.task "read d" on(%r) ins(%i = %d : memref<8xf32>) {
      syncflow.yield
    }
    %t6 = syncflow.task "e" on(%r) outs(%o = %e : memref<8xf32>) {
      syncflow.yield
    }
    syncflow.barrier() <all, global>
    %t7 = syncflow.task "read e" ins(%i = %e : memref<8xf32>) {
      syncflow.yield
    }
    // Execution alone orders a read before a write.
    %t8 = syncflow.task "read f" on(%s) ins(%i = %f : memref<8xf32>) {
      syncflow.yield
    }
    syncflow.barrier(%s, %r) <streams, stream> execution_only
    %t9 = syncflow.task "f" on(%r) outs(%o = %f : memref<8xf32>) {
      syncflow.yield
    }
    syncflow.wait(%t1, %t3, %t5, %t7, %t8, %t9)
    return
  }
}

// -----

//===-- control flow ------------------------------------------------------------------------------------------------===//

// Whichever branch is taken, its token leaves the branch; work of the two branches never meets,
// which counts as ordered.
// expected-remark @+1 {{proved: 3 pieces of work, 3 conflicting pairs, all ordered}}
module {
  func.func @branches(%b: memref<8xf32>, %c: memref<8xf32>, %p: i1) {
    %r = scf.if %p -> (!syncflow.token) {
      %x = syncflow.task "X" outs(%o = %b : memref<8xf32>) {
        syncflow.yield
      }
      scf.yield %x : !syncflow.token
    } else {
      %z = syncflow.task "Z" outs(%o = %b : memref<8xf32>) {
        syncflow.yield
      }
      scf.yield %z : !syncflow.token
    }
    %y = syncflow.task "Y" after(%r) ins(%i = %b : memref<8xf32>) outs(%o = %c : memref<8xf32>) {
      syncflow.yield
    }
    syncflow.wait(%y)
    return
  }
}

// -----

// A branch that waits for its own work leaves nothing behind.
// expected-remark @+1 {{proved: 2 pieces of work, 1 conflicting pairs, all ordered}}
module {
  func.func @branch_waits(%b: memref<8xf32>, %p: i1) {
    scf.if %p {
      %x = syncflow.task "X" outs(%o = %b : memref<8xf32>) {
        syncflow.yield
      }
      syncflow.wait(%x)
    }
    %y = syncflow.task "Y" outs(%o = %b : memref<8xf32>) {
      syncflow.yield
    }
    syncflow.wait(%y)
    return
  }
}

// -----

// Order over the back edge through an iteration argument, and out of the loop.
// expected-remark @+1 {{proved: 6 pieces of work, 14 conflicting pairs, all ordered}}
module {
  func.func @carried_token(%b: memref<8xf32>, %c: memref<8xf32>, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %none = syncflow.join()
    %last = scf.for %i = %c0 to %n step %c1 iter_args(%before = %none) -> (!syncflow.token) {
      %x = syncflow.task "X" after(%before) outs(%o = %b : memref<8xf32>) {
        syncflow.yield
      }
      %y = syncflow.task "Y" after(%x) ins(%i0 = %b : memref<8xf32>) {
        syncflow.yield
      }
      scf.yield %y : !syncflow.token
    }
    %z = syncflow.task "Z" after(%last) outs(%o = %b : memref<8xf32>) {
      syncflow.yield
    }
    %w = syncflow.task "W" after(%z) outs(%o = %b : memref<8xf32>) {
      syncflow.yield
    }
    syncflow.wait(%w)
    return
  }
}

// -----

// Two buffers that change places, with the token of two iterations before.
// expected-remark-re @+1 {{proved: {{[0-9]+}} pieces of work, {{[1-9][0-9]*}} conflicting pairs, all ordered}}
module {
  func.func @ping_pong(%b: memref<8xf32>, %c: memref<8xf32>, %n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %none = syncflow.join()
    %m:4 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %b, %q = %c, %t = %none, %u = %none)
        -> (memref<8xf32>, memref<8xf32>, !syncflow.token, !syncflow.token) {
      %x = syncflow.task "X" after(%t) outs(%o = %p : memref<8xf32>) {
        syncflow.yield
      }
      scf.yield %q, %p, %u, %x : memref<8xf32>, memref<8xf32>, !syncflow.token, !syncflow.token
    }
    syncflow.wait(%m#2, %m#3)
    return
  }
}

// -----

// A loop that runs once carries nothing; one that never runs issues nothing.
// expected-remark @+1 {{proved: 1 pieces of work, 0 conflicting pairs, all ordered}}
module {
  func.func @constant_trips(%b: memref<8xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %none = syncflow.join()
    %t = scf.for %i = %c0 to %c1 step %c1 iter_args(%a = %none) -> (!syncflow.token) {
      %x = syncflow.task "X" outs(%o = %b : memref<8xf32>) {
        syncflow.yield
      }
      scf.yield %x : !syncflow.token
    }
    scf.for %i = %c1 to %c1 step %c1 {
      %x = syncflow.task "never" outs(%o = %b : memref<8xf32>) {
        syncflow.yield
      }
    }
    syncflow.wait(%t)
    return
  }
}

// -----

// While, with the token through both of its regions.
// expected-remark-re @+1 {{proved: {{[0-9]+}} pieces of work, {{[1-9][0-9]*}} conflicting pairs, all ordered}}
module {
  func.func @while(%b: memref<8xf32>, %p: i1) {
    %none = syncflow.join()
    %last = scf.while (%t = %none) : (!syncflow.token) -> !syncflow.token {
      %x = syncflow.task "before" after(%t) outs(%o = %b : memref<8xf32>) {
        syncflow.yield
      }
      scf.condition(%p) %x : !syncflow.token
    } do {
    ^bb0(%t: !syncflow.token):
      %y = syncflow.task "after" after(%t) outs(%o = %b : memref<8xf32>) {
        syncflow.yield
      }
      scf.yield %y : !syncflow.token
    }
    syncflow.wait(%last)
    return
  }
}

// -----

// A call is looked into: tokens and memory go in and come out.
// expected-remark @+1 {{proved: 3 pieces of work, 3 conflicting pairs, all ordered}}
module {
  func.func private @step(%b: memref<8xf32>, %t: !syncflow.token) -> !syncflow.token {
    %x = syncflow.task "step" after(%t) outs(%o = %b : memref<8xf32>) {
      syncflow.yield
    }
    return %x : !syncflow.token
  }
  func.func @calls(%b: memref<8xf32>) {
    %none = syncflow.join()
    %0 = call @step(%b, %none) : (memref<8xf32>, !syncflow.token) -> !syncflow.token
    %1 = call @step(%b, %0) : (memref<8xf32>, !syncflow.token) -> !syncflow.token
    %2 = call @step(%b, %1) : (memref<8xf32>, !syncflow.token) -> !syncflow.token
    syncflow.wait(%2)
    return
  }
}

// -----

// A buffer that a callee returns lives on, and its token with it.
// expected-remark @+1 {{proved: 2 pieces of work, 1 conflicting pairs, all ordered}}
module {
  func.func private @make() -> (memref<8xf32>, !syncflow.token) {
    %b = syncflow.buffer() : memref<8xf32>
    %x = syncflow.task "X" outs(%o = %b : memref<8xf32>) {
      syncflow.yield
    }
    return %b, %x : memref<8xf32>, !syncflow.token
  }
  func.func @takes(%c: memref<8xf32>) {
    %b, %t = call @make() : () -> (memref<8xf32>, !syncflow.token)
    %y = syncflow.task "Y" after(%t) ins(%i = %b : memref<8xf32>) outs(%o = %c : memref<8xf32>) {
      syncflow.yield
    }
    syncflow.wait(%y)
    return
  }
}

// -----

// A call to what nobody can see, with nothing running.
// expected-remark @+1 {{proved: 2 pieces of work, 2 conflicting pairs, all ordered}}
module {
  func.func private @elsewhere()
  func.func @unknown(%b: memref<8xf32>) {
    %x = syncflow.task "X" outs(%o = %b : memref<8xf32>) {
      syncflow.yield
    }
    syncflow.wait(%x)
    call @elsewhere() : () -> ()
    %y = syncflow.task "Y" outs(%o = %b : memref<8xf32>) {
      syncflow.yield
    }
    syncflow.wait(%y)
    return
  }
}

// -----

// Constants need no declaration; own memory of a body needs none either.
// expected-remark @+1 {{proved: 1 pieces of work, 0 conflicting pairs, all ordered}}
module {
  memref.global "private" constant @table : memref<2xf32> = dense<[1.0, 2.0]>
  func.func @constants(%b: memref<2xf32>) {
    %x = syncflow.task "X" outs(%o = %b : memref<2xf32>) {
      %t = memref.get_global @table : memref<2xf32>
      %own = memref.alloc() : memref<2xf32>
      memref.copy %t, %own : memref<2xf32> to memref<2xf32>
      memref.copy %own, %o : memref<2xf32> to memref<2xf32>
      memref.dealloc %own : memref<2xf32>
      syncflow.yield
    }
    syncflow.wait(%x)
    return
  }
}

// -----

// The host touches one element, beside work on the others.
// expected-remark @+1 {{proved: 2 pieces of work, 3 conflicting pairs, all ordered}}
module {
  func.func @elements(%b: memref<8x4xf32>, %v: f32) -> f32 {
    %two = arith.constant 2 : index
    %seven = arith.constant 7 : index
    %upper = memref.subview %b[4, 0] [4, 4] [1, 1] : memref<8x4xf32> to memref<4x4xf32, strided<[4, 1], offset: 16>>
    %x = syncflow.task "X" outs(%o = %upper : memref<4x4xf32, strided<[4, 1], offset: 16>>) {
      syncflow.yield
    }
    memref.store %v, %b[%two, %two] : memref<8x4xf32>
    syncflow.wait(%x)
    %y = syncflow.task "Y" outs(%o = %b : memref<8x4xf32>) {
      syncflow.yield
    }
    syncflow.wait(%y)
    %r = memref.load %b[%seven, %two] : memref<8x4xf32>
    return %r : f32
  }
}
