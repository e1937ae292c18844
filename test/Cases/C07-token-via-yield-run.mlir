// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Case C07 at run time: after the whole lowering the host waits for the work behind a token that a region, a branch or a loop
// hands out, and reads what the work wrote: under many orders of dispatch. unittests/Cases has the same with a gate.
// RUN: python3 %S/../Conversion/RTToLLVM/Inputs/npy.py %t.x.npy 5
// RUN: python3 %S/../Conversion/RTToLLVM/Inputs/npy.py %t.one.npy 1
// RUN: python3 %S/../Conversion/RTToLLVM/Inputs/npy.py %t.zero.npy 0
// RUN: python3 %S/../Conversion/RTToLLVM/Inputs/npy.py %t.four.npy 4
// RUN: python3 %S/../Conversion/RTToLLVM/Inputs/npy.py %t.twenty.npy 20
// RUN: grep -v "// the wait" %s > %t.mlir
//
// RUN: sflow-run %s --entry=direct --input=%t.x.npy --expect=%t.x.npy --dispatch-seed=1 --repeat=100 --quiet
// RUN: sflow-run %s --entry=region --input=%t.x.npy --expect=%t.x.npy --dispatch-seed=2 --repeat=100 --quiet
// RUN: sflow-run %s --entry=branch --input=%t.x.npy --input=%t.one.npy --expect=%t.x.npy --dispatch-seed=3 --repeat=100 --quiet
// RUN: sflow-run %s --entry=branch --input=%t.x.npy --input=%t.zero.npy --expect=%t.zero.npy --dispatch-seed=4 --repeat=100 --quiet
// RUN: sflow-run %s --entry=loop --input=%t.x.npy --input=%t.four.npy --expect=%t.twenty.npy --dispatch-seed=5 --repeat=100 --quiet
// RUN: sflow-run %s --entry=loop --input=%t.x.npy --input=%t.zero.npy --expect=%t.zero.npy --dispatch-seed=6 --repeat=100 --quiet
//
// Without the waits every one of them is refused; the first one shows with what right.
// RUN: not sflow-run %t.mlir --entry=direct --input=%t.x.npy 2>&1 | FileCheck %s --check-prefix=REFUSED
// REFUSED-COUNT-4: race (read after write) on bytes 0..4 {{.*}}: 'memref.load' reads what task "X" writes
// REFUSED-NOT: race
// RUN: not sflow-run %t.mlir --entry=direct --input=%t.x.npy --expect=%t.x.npy --dispatch-seed=1 --repeat=1000 \
// RUN:   --pipeline-options=verify-order=false 2>&1 | FileCheck %s --check-prefix=REAL
// REAL: sflow-run: error: {{.*}}{{gave other bits than the first run|elements differ}}
//
// The twin: nobody waits for the token that the region hands out, so its work is ordered by its stream alone.
// RUN: sflow-run %s --entry=twin --input=%t.x.npy --expect=%t.x.npy --dispatch-seed=7 --repeat=100 --quiet
//
// A token that somebody else makes is known to nobody here: an error, not a wait that returns at once. Memory holds no tokens.
// RUN: not sflow-opt %S/Inputs/C07-token-of-somebody.mlir --split-input-file --syncflow-pipeline 2>&1 | FileCheck %s --check-prefix=SOMEBODY
// SOMEBODY: error: a token that 'func.call' gives stands for work that no plan of this function launches
// SOMEBODY: error: invalid memref element type

syncflow.topology @m {
  syncflow.memory @ram
  syncflow.device @d host reaches [@ram] {cores = 2 : i64}
}

func.func @direct(%x: memref<1xf32>) attributes {syncflow.results = [memref<1xf32>]} {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %b = syncflow.buffer() : memref<1xf32>
  %o = syncflow.rt.output 0() : memref<1xf32>
  memref.store %zero, %b[%c0] : memref<1xf32>
  %s = syncflow.stream @m::@d ordinal 0
  %k = syncflow.task "X" on(%s) ins(%i = %x : memref<1xf32>) outs(%w = %b : memref<1xf32>) {
    linalg.copy ins(%i : memref<1xf32>) outs(%w : memref<1xf32>)
    syncflow.yield
  }
  syncflow.wait(%k) // the wait
  %v = memref.load %b[%c0] : memref<1xf32>
  %t = syncflow.task "Y" on(%s) ins(%f = %v : f32) outs(%w = %o : memref<1xf32>) {
    linalg.fill ins(%f : f32) outs(%w : memref<1xf32>)
    syncflow.yield
  }
  syncflow.wait(%k, %t)
  return
}

func.func @region(%x: memref<1xf32>) attributes {syncflow.results = [memref<1xf32>]} {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %b = syncflow.buffer() : memref<1xf32>
  %o = syncflow.rt.output 0() : memref<1xf32>
  memref.store %zero, %b[%c0] : memref<1xf32>
  %s = syncflow.stream @m::@d ordinal 0
  %r = scf.execute_region -> !syncflow.token no_inline {
    %k = syncflow.task "X" on(%s) ins(%i = %x : memref<1xf32>) outs(%w = %b : memref<1xf32>) {
      linalg.copy ins(%i : memref<1xf32>) outs(%w : memref<1xf32>)
      syncflow.yield
    }
    scf.yield %k : !syncflow.token
  }
  syncflow.wait(%r) // the wait
  %v = memref.load %b[%c0] : memref<1xf32>
  %t = syncflow.task "Y" on(%s) ins(%f = %v : f32) outs(%w = %o : memref<1xf32>) {
    linalg.fill ins(%f : f32) outs(%w : memref<1xf32>)
    syncflow.yield
  }
  syncflow.wait(%r, %t)
  return
}

func.func @branch(%x: memref<1xf32>, %flag: memref<1xf32>) attributes {syncflow.results = [memref<1xf32>]} {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %b = syncflow.buffer() : memref<1xf32>
  %o = syncflow.rt.output 0() : memref<1xf32>
  memref.store %zero, %b[%c0] : memref<1xf32>
  %s = syncflow.stream @m::@d ordinal 0
  %none = syncflow.join()
  %f = memref.load %flag[%c0] : memref<1xf32>
  %p = arith.cmpf ogt, %f, %zero : f32
  %r = scf.if %p -> !syncflow.token {
    %k = syncflow.task "X" on(%s) ins(%i = %x : memref<1xf32>) outs(%w = %b : memref<1xf32>) {
      linalg.copy ins(%i : memref<1xf32>) outs(%w : memref<1xf32>)
      syncflow.yield
    }
    scf.yield %k : !syncflow.token
  } else {
    scf.yield %none : !syncflow.token
  }
  syncflow.wait(%r) // the wait
  %v = memref.load %b[%c0] : memref<1xf32>
  %t = syncflow.task "Y" on(%s) ins(%f2 = %v : f32) outs(%w = %o : memref<1xf32>) {
    linalg.fill ins(%f2 : f32) outs(%w : memref<1xf32>)
    syncflow.yield
  }
  syncflow.wait(%r, %t)
  return
}

func.func @loop(%x: memref<1xf32>, %times: memref<1xf32>) attributes {syncflow.results = [memref<1xf32>]} {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = syncflow.buffer() : memref<1xf32>
  %o = syncflow.rt.output 0() : memref<1xf32>
  memref.store %zero, %b[%c0] : memref<1xf32>
  %s = syncflow.stream @m::@d ordinal 0
  %none = syncflow.join()
  %n = memref.load %times[%c0] : memref<1xf32>
  %n64 = arith.fptosi %n : f32 to i64
  %end = arith.index_cast %n64 : i64 to index
  %r = scf.for %i = %c0 to %end step %c1 iter_args(%before = %none) -> (!syncflow.token) {
    %k = syncflow.task "X" after(%before) on(%s) ins(%in = %x : memref<1xf32>) outs(%w = %b : memref<1xf32>) {
      linalg.add ins(%in, %w : memref<1xf32>, memref<1xf32>) outs(%w : memref<1xf32>)
      syncflow.yield
    }
    scf.yield %k : !syncflow.token
  }
  syncflow.wait(%r) // the wait
  %v = memref.load %b[%c0] : memref<1xf32>
  %t = syncflow.task "Y" on(%s) ins(%f = %v : f32) outs(%w = %o : memref<1xf32>) {
    linalg.fill ins(%f : f32) outs(%w : memref<1xf32>)
    syncflow.yield
  }
  syncflow.wait(%r, %t)
  return
}

func.func @twin(%x: memref<1xf32>) attributes {syncflow.results = [memref<1xf32>]} {
  %b = syncflow.buffer() : memref<1xf32>
  %o = syncflow.rt.output 0() : memref<1xf32>
  %s = syncflow.stream @m::@d ordinal 0
  %r = scf.execute_region -> !syncflow.token no_inline {
    %k = syncflow.task "X" on(%s) ins(%i = %x : memref<1xf32>) outs(%w = %b : memref<1xf32>) {
      linalg.copy ins(%i : memref<1xf32>) outs(%w : memref<1xf32>)
      syncflow.yield
    }
    scf.yield %k : !syncflow.token
  }
  %t = syncflow.task "Y" on(%s) ins(%i = %x : memref<1xf32>) outs(%w = %o : memref<1xf32>) {
    linalg.copy ins(%i : memref<1xf32>) outs(%w : memref<1xf32>)
    syncflow.yield
  }
  syncflow.wait(%t)
  return
}
