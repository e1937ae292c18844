// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Every edge and every declared access of a right program is needed, and the host keeps away from running work: the checker says
// what is missing (Inputs/mutate.py reads the report).
// RUN: python3 %S/Inputs/mutate.py %s --bodies --batch=1 | FileCheck %s
// CHECK: mutants.mlir: 62 mutants (12 edge, 10 host, 15 access, 10 outs, 15 hidden), 62 rejected

syncflow.topology @m {
  syncflow.memory @ram
  syncflow.device @d0 host reaches [@ram]
  syncflow.device @d1 host reaches [@ram]
}

// A diamond without streams.
func.func @async(%a: memref<8x8xf32>, %r: memref<8x8xf32>) {
  %b = syncflow.buffer() : memref<8x8xf32>
  %low = memref.subview %b[0, 0] [4, 8] [1, 1] : memref<8x8xf32> to memref<4x8xf32, strided<[8, 1]>>
  %high = memref.subview %b[4, 0] [4, 8] [1, 1] : memref<8x8xf32> to memref<4x8xf32, strided<[8, 1], offset: 32>>
  %t0 = syncflow.task "top, (0)" ins(%x = %a : memref<8x8xf32>) outs(%y = %b : memref<8x8xf32>) {
    linalg.exp ins(%x : memref<8x8xf32>) outs(%y : memref<8x8xf32>)
    syncflow.yield
  }
  %t1 = syncflow.task "low" after(%t0) outs(%y = %low : memref<4x8xf32, strided<[8, 1]>>) contract <operation = "low", scope = <streams, device>> {
    linalg.exp ins(%y : memref<4x8xf32, strided<[8, 1]>>) outs(%y : memref<4x8xf32, strided<[8, 1]>>)
    syncflow.yield
  }
  %t2 = syncflow.task "high" after(%t0) outs(%y = %high : memref<4x8xf32, strided<[8, 1], offset: 32>>) {
    linalg.exp ins(%y : memref<4x8xf32, strided<[8, 1], offset: 32>>) outs(%y : memref<4x8xf32, strided<[8, 1], offset: 32>>)
    syncflow.yield
  }
  %t3 = syncflow.task "bottom" after(%t1, %t2) ins(%x = %b : memref<8x8xf32>) outs(%y = %r : memref<8x8xf32>) {
    linalg.exp ins(%x : memref<8x8xf32>) outs(%y : memref<8x8xf32>)
    syncflow.yield
  }
  syncflow.wait(%t3)
  return
}

// On streams: what the stream orders has no edge, the rest has one of each form.
func.func @placed(%a: memref<8xf32>, %b: memref<8xf32>, %c: memref<8xf32>) {
  %s = syncflow.stream @m::@d0 ordinal 0
  %q = syncflow.stream @m::@d1 ordinal 0
  %t0 = syncflow.task "first" on(%s) ins(%x = %a : memref<8xf32>) outs(%y = %b : memref<8xf32>) {
    linalg.exp ins(%x : memref<8xf32>) outs(%y : memref<8xf32>)
    syncflow.yield
  }
  %t1 = syncflow.task "second" on(%s) outs(%y = %b : memref<8xf32>) {
    linalg.exp ins(%y : memref<8xf32>) outs(%y : memref<8xf32>)
    syncflow.yield
  }
  syncflow.wait(%t1) on(%q)
  %t2 = syncflow.task "third" on(%q) ins(%x = %b : memref<8xf32>) outs(%y = %c : memref<8xf32>) {
    linalg.exp ins(%x : memref<8xf32>) outs(%y : memref<8xf32>)
    syncflow.yield
  }
  %t3 = syncflow.transfer after(%t2) on(%s) from %c : memref<8xf32> to %b : memref<8xf32>
  syncflow.wait(%t3)
  return
}

// Around a loop, in bytes that are used again.
func.func @loop(%n: index, %r: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %bytes = arith.constant 64 : index
  %shift = arith.constant 16 : index
  %arena = syncflow.arena(%bytes) : memref<?xi8>
  %m = memref.view %arena[%c0][] : memref<?xi8> to memref<8xf32>
  %k = memref.view %arena[%shift][] : memref<?xi8> to memref<8xf32>
  %none = syncflow.join()
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%t = %none) -> (!syncflow.token) {
    %t0 = syncflow.task "make" after(%t) outs(%y = %m : memref<8xf32>) {
      %z = arith.constant 1.0 : f32
      linalg.fill ins(%z : f32) outs(%y : memref<8xf32>)
      syncflow.yield
    }
    %t1 = syncflow.task "use" after(%t0) ins(%x = %m : memref<8xf32>) outs(%y = %r : memref<8xf32>) {
      linalg.exp ins(%x : memref<8xf32>) outs(%y : memref<8xf32>)
      syncflow.yield
    }
    %t2 = syncflow.task "again" after(%t1) outs(%y = %k : memref<8xf32>) {
      %z = arith.constant 1.0 : f32
      linalg.fill ins(%z : f32) outs(%y : memref<8xf32>)
      syncflow.yield
    }
    scf.yield %t2 : !syncflow.token
  }
  syncflow.wait(%last)
  return
}
