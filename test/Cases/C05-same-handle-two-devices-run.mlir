// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Case C05 at run time: the same ordinal on two devices is two queues, and what the wait between them orders nothing else
// orders. Under many orders of dispatch the right program computes what program order computes; without its wait it is refused,
// and if it runs all the same, some order shows why.
// RUN: python3 %S/../Conversion/RTToLLVM/Inputs/npy.py %t.x.npy 1:9:1
// RUN: grep -v "// the wait" %s > %t.mlir
//
// RUN: sflow-run %s --entry=two_devices --input=%t.x.npy --expect=%t.x.npy --dispatch-seed=1 --repeat=200 --quiet
// RUN: sflow-run %s --entry=two_devices --input=%t.x.npy --expect=%t.x.npy --repeat=200 --quiet
// RUN: not sflow-run %t.mlir --entry=two_devices --input=%t.x.npy 2>&1 | FileCheck %s --check-prefix=REFUSED
// REFUSED: race (read after write) on bytes 0..32 {{.*}}: task "Y" reads what task "X" writes
// RUN: not sflow-run %t.mlir --entry=two_devices --input=%t.x.npy --expect=%t.x.npy --dispatch-seed=1 --repeat=200 \
// RUN:   --pipeline-options=verify-order=false 2>&1 | FileCheck %s --check-prefix=REAL
// REAL: sflow-run: error: {{.*}}{{gave other bits than the first run|elements differ}}
//
// The twin, one device: right under every order, without a wait.
// RUN: sflow-run %s --entry=one_device --input=%t.x.npy --expect=%t.x.npy --dispatch-seed=1 --repeat=200 --quiet
//
// What the runtime is told: the queue of @d1 waits for two tasks of the one of @d0; the twin waits for nothing.
// RUN: sflow-opt %s --syncflow-pipeline=stop-after=runtime | FileCheck %s --check-prefix=PLAN
// RUN: sflow-opt %s --syncflow-plan-arena --convert-syncflow-to-rt | FileCheck %s --check-prefix=PLAN
// PLAN: syncflow.rt.plan @two_devices_plan0 streams [0, 0, 0, 1, 1, 0, 0, 1]
// PLAN: syncflow.rt.task "X" {{.*}} stream 0 {{.*}} waits []
// PLAN: syncflow.rt.task "Y" {{.*}} stream 1 {{.*}} waits [0, 2]
// PLAN: syncflow.rt.plan @one_device_plan0 streams [0, 0, 0, 1]
// PLAN: syncflow.rt.task "X" {{.*}} stream 0 {{.*}} waits []
// PLAN: syncflow.rt.task "Y" {{.*}} stream 0 {{.*}} waits []

syncflow.topology @m {
  syncflow.memory @ram
  syncflow.device @d0 host reaches [@ram]
  syncflow.device @d1 host reaches [@ram]
}

func.func @two_devices(%x: memref<8xf32>) attributes {syncflow.results = [memref<8xf32>]} {
  %b = syncflow.buffer() : memref<8xf32>
  %r = syncflow.rt.output 0() : memref<8xf32>
  %s = syncflow.stream @m::@d0 ordinal 0
  %q = syncflow.stream @m::@d1 ordinal 0
  // Something to read if X has not run: the arena still holds what the run before has left.
  %old = syncflow.task "old" on(%s) outs(%o = %b : memref<8xf32>) {
    %zero = arith.constant 0.0 : f32
    linalg.fill ins(%zero : f32) outs(%o : memref<8xf32>)
    syncflow.yield
  }
  syncflow.wait(%old) on(%q)
  %tx = syncflow.task "X" on(%s) ins(%i = %x : memref<8xf32>) outs(%o = %b : memref<8xf32>) {
    linalg.copy ins(%i : memref<8xf32>) outs(%o : memref<8xf32>)
    syncflow.yield
  }
  // Another name of the same stream.
  %q2 = syncflow.stream @m::@d1 ordinal 0
  syncflow.wait(%tx) on(%q2) // the wait
  %ty = syncflow.task "Y" on(%q) ins(%i = %b : memref<8xf32>) outs(%o = %r : memref<8xf32>) {
    linalg.copy ins(%i : memref<8xf32>) outs(%o : memref<8xf32>)
    syncflow.yield
  }
  syncflow.wait(%tx, %ty)
  return
}

func.func @one_device(%x: memref<8xf32>) attributes {syncflow.results = [memref<8xf32>]} {
  %b = syncflow.buffer() : memref<8xf32>
  %r = syncflow.rt.output 0() : memref<8xf32>
  %s = syncflow.stream @m::@d0 ordinal 0
  %q = syncflow.stream @m::@d0 ordinal 0
  %old = syncflow.task "old" on(%s) outs(%o = %b : memref<8xf32>) {
    %zero = arith.constant 0.0 : f32
    linalg.fill ins(%zero : f32) outs(%o : memref<8xf32>)
    syncflow.yield
  }
  %tx = syncflow.task "X" on(%s) ins(%i = %x : memref<8xf32>) outs(%o = %b : memref<8xf32>) {
    linalg.copy ins(%i : memref<8xf32>) outs(%o : memref<8xf32>)
    syncflow.yield
  }
  syncflow.wait(%tx) on(%q)
  %ty = syncflow.task "Y" on(%q) ins(%i = %b : memref<8xf32>) outs(%o = %r : memref<8xf32>) {
    linalg.copy ins(%i : memref<8xf32>) outs(%o : memref<8xf32>)
    syncflow.yield
  }
  syncflow.wait(%ty)
  return
}
