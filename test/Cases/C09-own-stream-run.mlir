// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Case C09 at run time: an in-order stream needs no wait for its own work, and the runtime is told none; one that is out of
// order needs it, and some order of dispatch shows what happens without.
// RUN: python3 %S/../Conversion/RTToLLVM/Inputs/npy.py %t.x.npy 1:9:1
// RUN: grep -v "// the wait" %s > %t.mlir
//
// RUN: sflow-run %s --entry=own_stream --input=%t.x.npy --expect=%t.x.npy --dispatch-seed=1 --repeat=200 --quiet
// RUN: sflow-opt %s --syncflow-pipeline=stop-after=runtime | FileCheck %s --check-prefix=PLAN
// PLAN: syncflow.rt.plan @own_stream_plan0 {{.*}} kept_waits = 0
// PLAN: syncflow.rt.task "X" {{.*}} waits []
// PLAN: syncflow.rt.task "U" {{.*}} waits []
// PLAN: syncflow.rt.task "Y" {{.*}} waits []
// PLAN: syncflow.rt.plan @out_of_order_plan0
// PLAN: syncflow.rt.task "Y" {{.*}} waits [{{.+}}]
//
// The twin.
// RUN: sflow-run %s --entry=out_of_order --input=%t.x.npy --expect=%t.x.npy --dispatch-seed=2 --repeat=200 --quiet
// RUN: not sflow-run %t.mlir --entry=out_of_order --input=%t.x.npy 2>&1 | FileCheck %s --check-prefix=REFUSED
// REFUSED-NOT: race
// REFUSED: race (read after write) on bytes 0..32 {{.*}}: task "Y" reads what task "X" writes
// REFUSED-NOT: race
// RUN: not sflow-run %t.mlir --entry=out_of_order --input=%t.x.npy --expect=%t.x.npy --dispatch-seed=2 --repeat=200 \
// RUN:   --pipeline-options=verify-order=false 2>&1 | FileCheck %s --check-prefix=REAL
// REAL: sflow-run: error: {{.*}}{{gave other bits than the first run|elements differ}}

syncflow.topology @m {
  syncflow.memory @ram
  syncflow.device @d host reaches [@ram] {cores = 2 : i64}
}

func.func @own_stream(%x: memref<8xf32>) attributes {syncflow.results = [memref<8xf32>]} {
  %b = syncflow.buffer() : memref<8xf32>
  %c = syncflow.buffer() : memref<8xf32>
  %r = syncflow.rt.output 0() : memref<8xf32>
  %s = syncflow.stream @m::@d ordinal 0
  %old = syncflow.task "old" on(%s) outs(%o = %b : memref<8xf32>) {
    %zero = arith.constant 0.0 : f32
    linalg.fill ins(%zero : f32) outs(%o : memref<8xf32>)
    syncflow.yield
  }
  %tx = syncflow.task "X" on(%s) ins(%i = %x : memref<8xf32>) outs(%o = %b : memref<8xf32>) {
    linalg.copy ins(%i : memref<8xf32>) outs(%o : memref<8xf32>)
    syncflow.yield
  }
  %tu = syncflow.task "U" on(%s) ins(%i = %x : memref<8xf32>) outs(%o = %c : memref<8xf32>) {
    linalg.copy ins(%i : memref<8xf32>) outs(%o : memref<8xf32>)
    syncflow.yield
  }
  syncflow.wait(%tx) on(%s)
  %ty = syncflow.task "Y" after(%tx) on(%s) ins(%i = %b : memref<8xf32>) outs(%o = %r : memref<8xf32>) {
    linalg.copy ins(%i : memref<8xf32>) outs(%o : memref<8xf32>)
    syncflow.yield
  }
  syncflow.wait(%ty)
  return
}

func.func @out_of_order(%x: memref<8xf32>) attributes {syncflow.results = [memref<8xf32>]} {
  %b = syncflow.buffer() : memref<8xf32>
  %r = syncflow.rt.output 0() : memref<8xf32>
  %s = syncflow.stream @m::@d ordinal 1 out_of_order
  %old = syncflow.task "old" on(%s) outs(%o = %b : memref<8xf32>) {
    %zero = arith.constant 0.0 : f32
    linalg.fill ins(%zero : f32) outs(%o : memref<8xf32>)
    syncflow.yield
  }
  syncflow.wait(%old) on(%s)
  %tx = syncflow.task "X" on(%s) ins(%i = %x : memref<8xf32>) outs(%o = %b : memref<8xf32>) {
    linalg.copy ins(%i : memref<8xf32>) outs(%o : memref<8xf32>)
    syncflow.yield
  }
  syncflow.wait(%tx) on(%s) // the wait
  %ty = syncflow.task "Y" on(%s) ins(%i = %b : memref<8xf32>) outs(%o = %r : memref<8xf32>) {
    linalg.copy ins(%i : memref<8xf32>) outs(%o : memref<8xf32>)
    syncflow.yield
  }
  syncflow.wait(%tx, %ty)
  return
}
