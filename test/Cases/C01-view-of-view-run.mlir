// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Case C01 at run time: X writes through a view, Y reads through another one that overlaps. Under many orders of dispatch the
// right program computes what program order computes; without its wait it is refused, and if it runs all the same, some order
// shows why. In every variant X makes bytes 8..16 of B hold 3 and 4.
// RUN: python3 %S/../Conversion/RTToLLVM/Inputs/npy.py %t.x.npy 1:9:1
// RUN: python3 %S/../Conversion/RTToLLVM/Inputs/npy.py %t.y.npy 3 4
// RUN: python3 %S/../Conversion/RTToLLVM/Inputs/npy.py %t.one.npy 1
// RUN: python3 %S/../Conversion/RTToLLVM/Inputs/npy.py %t.last.npy 4 0
// RUN: python3 %S/../Conversion/RTToLLVM/Inputs/npy.py %t.rest.npy 7 8
// RUN: grep -v "// the wait" %s > %t.mlir
//
// RUN: sflow-run %s --entry=view_of_view --input=%t.x.npy --expect=%t.y.npy --dispatch-seed=1 --repeat=200 --quiet
// RUN: sflow-run %s --entry=base_and_view --input=%t.x.npy --expect=%t.y.npy --dispatch-seed=2 --repeat=200 --quiet
// RUN: sflow-run %s --entry=one_element --input=%t.x.npy --expect=%t.last.npy --dispatch-seed=3 --repeat=200 --quiet
// RUN: sflow-run %s --entry=view_from_region --input=%t.x.npy --input=%t.one.npy --expect=%t.y.npy --dispatch-seed=4 --repeat=200 --quiet
//
// RUN: not sflow-run %t.mlir --entry=view_of_view --input=%t.x.npy 2>&1 | FileCheck %s --check-prefix=REFUSED
// REFUSED: race (read after write) on bytes 8..16 {{.*}}: task "Y" reads what task "X" writes
// REFUSED: race (read after write) on bytes 8..16 {{.*}}: task "Y" reads what task "X" writes
// REFUSED: race (read after write) on bytes 12..16 {{.*}}: task "Y" reads what task "X" writes
// REFUSED: race (read after write) on bytes 8..16 {{.*}}: task "Y" reads what task "X" writes
// RUN: not sflow-run %t.mlir --entry=view_of_view --input=%t.x.npy --expect=%t.y.npy --dispatch-seed=1 --repeat=200 \
// RUN:   --pipeline-options=verify-order=false 2>&1 | FileCheck %s --check-prefix=REAL
// RUN: not sflow-run %t.mlir --entry=base_and_view --input=%t.x.npy --expect=%t.y.npy --dispatch-seed=2 --repeat=200 \
// RUN:   --pipeline-options=verify-order=false 2>&1 | FileCheck %s --check-prefix=REAL
// RUN: not sflow-run %t.mlir --entry=one_element --input=%t.x.npy --expect=%t.last.npy --dispatch-seed=3 --repeat=200 \
// RUN:   --pipeline-options=verify-order=false 2>&1 | FileCheck %s --check-prefix=REAL
// RUN: not sflow-run %t.mlir --entry=view_from_region --input=%t.x.npy --input=%t.one.npy --expect=%t.y.npy --dispatch-seed=4 \
// RUN:   --repeat=200 --pipeline-options=verify-order=false 2>&1 | FileCheck %s --check-prefix=REAL
// REAL: sflow-run: error: {{.*}}{{gave other bits than the first run|elements differ}}
//
// The twin, other bytes: right under every order without a wait.
// RUN: sflow-run %t.mlir --entry=twin --input=%t.x.npy --expect=%t.rest.npy --dispatch-seed=5 --repeat=200 --quiet \
// RUN:   --pipeline-options=verify-order=false

syncflow.topology @m {
  syncflow.memory @ram
  syncflow.device @d host reaches [@ram] {cores = 2 : i64}
}

func.func @view_of_view(%x: memref<8xf32>) attributes {syncflow.results = [memref<2xf32>]} {
  %b = syncflow.buffer() : memref<8xf32>
  %r = syncflow.rt.output 0() : memref<2xf32>
  %s1 = syncflow.stream @m::@d ordinal 0
  %s2 = syncflow.stream @m::@d ordinal 1
  %v = memref.subview %b[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>
  %w = memref.subview %v[2] [2] [1] : memref<4xf32, strided<[1]>> to memref<2xf32, strided<[1], offset: 2>>
  %u = memref.subview %x[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>
  // Something to read if X has not run: the arena still holds what the run before has left.
  %old = syncflow.task "old" on(%s1) outs(%o = %b : memref<8xf32>) {
    %zero = arith.constant 0.0 : f32
    linalg.fill ins(%zero : f32) outs(%o : memref<8xf32>)
    syncflow.yield
  }
  syncflow.wait(%old) on(%s2)
  %tx = syncflow.task "X" on(%s1) ins(%i = %u : memref<4xf32, strided<[1]>>) outs(%o = %v : memref<4xf32, strided<[1]>>) {
    linalg.copy ins(%i : memref<4xf32, strided<[1]>>) outs(%o : memref<4xf32, strided<[1]>>)
    syncflow.yield
  }
  syncflow.wait(%tx) on(%s2) // the wait
  %ty = syncflow.task "Y" on(%s2) ins(%i = %w : memref<2xf32, strided<[1], offset: 2>>) outs(%o = %r : memref<2xf32>) {
    linalg.copy ins(%i : memref<2xf32, strided<[1], offset: 2>>) outs(%o : memref<2xf32>)
    syncflow.yield
  }
  syncflow.wait(%tx, %ty)
  return
}

func.func @base_and_view(%x: memref<8xf32>) attributes {syncflow.results = [memref<2xf32>]} {
  %b = syncflow.buffer() : memref<8xf32>
  %r = syncflow.rt.output 0() : memref<2xf32>
  %s1 = syncflow.stream @m::@d ordinal 0
  %s2 = syncflow.stream @m::@d ordinal 1
  %v = memref.subview %b[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>
  %w = memref.subview %v[2] [2] [1] : memref<4xf32, strided<[1]>> to memref<2xf32, strided<[1], offset: 2>>
  %old = syncflow.task "old" on(%s1) outs(%o = %b : memref<8xf32>) {
    %zero = arith.constant 0.0 : f32
    linalg.fill ins(%zero : f32) outs(%o : memref<8xf32>)
    syncflow.yield
  }
  syncflow.wait(%old) on(%s2)
  %tx = syncflow.task "X" on(%s1) ins(%i = %x : memref<8xf32>) outs(%o = %b : memref<8xf32>) {
    linalg.copy ins(%i : memref<8xf32>) outs(%o : memref<8xf32>)
    syncflow.yield
  }
  syncflow.wait(%tx) on(%s2) // the wait
  %ty = syncflow.task "Y" on(%s2) ins(%i = %w : memref<2xf32, strided<[1], offset: 2>>) outs(%o = %r : memref<2xf32>) {
    linalg.copy ins(%i : memref<2xf32, strided<[1], offset: 2>>) outs(%o : memref<2xf32>)
    syncflow.yield
  }
  syncflow.wait(%tx, %ty)
  return
}

// Two views of the base that share one element.
func.func @one_element(%x: memref<8xf32>) attributes {syncflow.results = [memref<2xf32>]} {
  %b = syncflow.buffer() : memref<8xf32>
  %r = syncflow.rt.output 0() : memref<2xf32>
  %s1 = syncflow.stream @m::@d ordinal 0
  %s2 = syncflow.stream @m::@d ordinal 1
  %v = memref.subview %b[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>
  %w = memref.subview %b[3] [2] [1] : memref<8xf32> to memref<2xf32, strided<[1], offset: 3>>
  %u = memref.subview %x[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>
  %old = syncflow.task "old" on(%s1) outs(%o = %b : memref<8xf32>) {
    %zero = arith.constant 0.0 : f32
    linalg.fill ins(%zero : f32) outs(%o : memref<8xf32>)
    syncflow.yield
  }
  syncflow.wait(%old) on(%s2)
  %tx = syncflow.task "X" on(%s1) ins(%i = %u : memref<4xf32, strided<[1]>>) outs(%o = %v : memref<4xf32, strided<[1]>>) {
    linalg.copy ins(%i : memref<4xf32, strided<[1]>>) outs(%o : memref<4xf32, strided<[1]>>)
    syncflow.yield
  }
  syncflow.wait(%tx) on(%s2) // the wait
  %ty = syncflow.task "Y" on(%s2) ins(%i = %w : memref<2xf32, strided<[1], offset: 3>>) outs(%o = %r : memref<2xf32>) {
    linalg.copy ins(%i : memref<2xf32, strided<[1], offset: 3>>) outs(%o : memref<2xf32>)
    syncflow.yield
  }
  syncflow.wait(%tx, %ty)
  return
}

// The view is made in a branch, not beside the buffer.
func.func @view_from_region(%x: memref<8xf32>, %flag: memref<1xf32>) attributes {syncflow.results = [memref<2xf32>]} {
  %b = syncflow.buffer() : memref<8xf32>
  %r = syncflow.rt.output 0() : memref<2xf32>
  %s1 = syncflow.stream @m::@d ordinal 0
  %s2 = syncflow.stream @m::@d ordinal 1
  %c0 = arith.constant 0 : index
  %half = arith.constant 0.5 : f32
  %f = memref.load %flag[%c0] : memref<1xf32>
  %p = arith.cmpf ogt, %f, %half : f32
  %v = memref.subview %b[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>
  %w = scf.if %p -> (memref<2xf32, strided<[1], offset: 2>>) {
    %i = memref.subview %v[2] [2] [1] : memref<4xf32, strided<[1]>> to memref<2xf32, strided<[1], offset: 2>>
    scf.yield %i : memref<2xf32, strided<[1], offset: 2>>
  } else {
    %i = memref.subview %b[2] [2] [1] : memref<8xf32> to memref<2xf32, strided<[1], offset: 2>>
    scf.yield %i : memref<2xf32, strided<[1], offset: 2>>
  }
  %u = memref.subview %x[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>
  %old = syncflow.task "old" on(%s1) outs(%o = %b : memref<8xf32>) {
    %zero = arith.constant 0.0 : f32
    linalg.fill ins(%zero : f32) outs(%o : memref<8xf32>)
    syncflow.yield
  }
  syncflow.wait(%old) on(%s2)
  %tx = syncflow.task "X" on(%s1) ins(%i = %u : memref<4xf32, strided<[1]>>) outs(%o = %v : memref<4xf32, strided<[1]>>) {
    linalg.copy ins(%i : memref<4xf32, strided<[1]>>) outs(%o : memref<4xf32, strided<[1]>>)
    syncflow.yield
  }
  syncflow.wait(%tx) on(%s2) // the wait
  %ty = syncflow.task "Y" on(%s2) ins(%i = %w : memref<2xf32, strided<[1], offset: 2>>) outs(%o = %r : memref<2xf32>) {
    linalg.copy ins(%i : memref<2xf32, strided<[1], offset: 2>>) outs(%o : memref<2xf32>)
    syncflow.yield
  }
  syncflow.wait(%tx, %ty)
  return
}

func.func @twin(%x: memref<8xf32>) attributes {syncflow.results = [memref<2xf32>]} {
  %b = syncflow.buffer() : memref<8xf32>
  %r = syncflow.rt.output 0() : memref<2xf32>
  %s1 = syncflow.stream @m::@d ordinal 0
  %s2 = syncflow.stream @m::@d ordinal 1
  %v = memref.subview %b[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>
  %w = memref.subview %b[6] [2] [1] : memref<8xf32> to memref<2xf32, strided<[1], offset: 6>>
  %u = memref.subview %x[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>
  %all = syncflow.task "all" on(%s1) ins(%i = %x : memref<8xf32>) outs(%o = %b : memref<8xf32>) {
    linalg.copy ins(%i : memref<8xf32>) outs(%o : memref<8xf32>)
    syncflow.yield
  }
  syncflow.wait(%all) on(%s2)
  %tx = syncflow.task "X" on(%s1) ins(%i = %u : memref<4xf32, strided<[1]>>) outs(%o = %v : memref<4xf32, strided<[1]>>) {
    linalg.copy ins(%i : memref<4xf32, strided<[1]>>) outs(%o : memref<4xf32, strided<[1]>>)
    syncflow.yield
  }
  %ty = syncflow.task "Y" on(%s2) ins(%i = %w : memref<2xf32, strided<[1], offset: 6>>) outs(%o = %r : memref<2xf32>) {
    linalg.copy ins(%i : memref<2xf32, strided<[1], offset: 6>>) outs(%o : memref<2xf32>)
    syncflow.yield
  }
  syncflow.wait(%tx, %ty)
  return
}
