// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// A wait of the host keeps its timeout, in front of a return too; without one a return needs no wait of its own.
// RUN: sflow-opt %s --convert-syncflow-to-rt | FileCheck %s
// RUN: sflow-opt %s --syncflow-pipeline | FileCheck %s --check-prefix=CALL

syncflow.topology @m {
  syncflow.memory @ram
  syncflow.device @d host reaches [@ram]
}

// CHECK-LABEL: func.func @timed
// CHECK: syncflow.rt.launch
// CHECK-NEXT: syncflow.rt.wait {timeout_ns = 5000000 : i64}
// CALL: %[[TIME:.+]] = llvm.mlir.constant(5000000 : i64)
// CALL: llvm.call @sflow_rt_wait(%{{.+}}, %[[TIME]])
func.func @timed(%x: memref<8xf32>) attributes {syncflow.results = [memref<8xf32>]} {
  %s = syncflow.stream @m::@d ordinal 0
  %r = syncflow.rt.output 0() : memref<8xf32>
  %t = syncflow.task "copy" on(%s) ins(%i = %x : memref<8xf32>) outs(%o = %r : memref<8xf32>) {
    linalg.copy ins(%i : memref<8xf32>) outs(%o : memref<8xf32>)
    syncflow.yield
  }
  syncflow.wait(%t) {timeout_ns = 5000000 : i64}
  return
}

// CHECK-LABEL: func.func @untimed
// CHECK: syncflow.rt.launch
// CHECK-NOT: syncflow.rt.wait
// CHECK: return
func.func @untimed(%x: memref<8xf32>) attributes {syncflow.results = [memref<8xf32>]} {
  %s = syncflow.stream @m::@d ordinal 0
  %r = syncflow.rt.output 0() : memref<8xf32>
  %t = syncflow.task "copy" on(%s) ins(%i = %x : memref<8xf32>) outs(%o = %r : memref<8xf32>) {
    linalg.copy ins(%i : memref<8xf32>) outs(%o : memref<8xf32>)
    syncflow.yield
  }
  syncflow.wait(%t)
  return
}
