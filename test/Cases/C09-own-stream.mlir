// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Case C09: a wait of an in-order stream for its own earlier work goes. Sources: https://github.com/intel/llvm/pull/5099,
// https://github.com/NVIDIA/cccl/pull/3007 and https://github.com/deepspeedai/DeepSpeed/pull/4675
// RUN: sflow-opt %s --syncflow-verify --syncflow-elide-waits --syncflow-verify | FileCheck %s

// CHECK-LABEL: func.func @own_stream
// CHECK: syncflow.task "X" on
// CHECK-NOT: syncflow.wait
// CHECK: %[[Y:.*]] = syncflow.task "Y" on
// CHECK: syncflow.wait(%[[Y]])
func.func @own_stream(%b: memref<8xf32>, %c: memref<8xf32>) {
  %s = syncflow.stream @m::@d ordinal 0
  %x = syncflow.task "X" on(%s) outs(%o = %b : memref<8xf32>) {
    syncflow.yield
  }
  syncflow.wait(%x) on(%s)
  %y = syncflow.task "Y" on(%s) ins(%i = %b : memref<8xf32>) outs(%o = %c : memref<8xf32>) {
    syncflow.yield
  }
  syncflow.wait(%y)
  return
}

// With unrelated work between, as a wait and as a token.
// CHECK-LABEL: func.func @unrelated_between
// CHECK: syncflow.task "X" on
// CHECK: syncflow.task "U" on
// CHECK-NOT: syncflow.wait
// CHECK: syncflow.task "Y" on
// CHECK: %[[Z:.*]] = syncflow.task "Z" on
// CHECK: syncflow.wait(%[[Z]])
func.func @unrelated_between(%b: memref<8xf32>, %c: memref<8xf32>, %d: memref<8xf32>) {
  %s = syncflow.stream @m::@d ordinal 0
  %x = syncflow.task "X" on(%s) outs(%o = %b : memref<8xf32>) {
    syncflow.yield
  }
  %u = syncflow.task "U" on(%s) outs(%o = %d : memref<8xf32>) {
    syncflow.yield
  }
  syncflow.wait(%x) on(%s)
  %y = syncflow.task "Y" on(%s) ins(%i = %b : memref<8xf32>) outs(%o = %c : memref<8xf32>) {
    syncflow.yield
  }
  %z = syncflow.task "Z" after(%x, %y) on(%s) ins(%i = %c : memref<8xf32>) outs(%o = %b : memref<8xf32>) {
    syncflow.yield
  }
  syncflow.wait(%z)
  return
}

// The twin: out of order, the wait and the token stay.
// CHECK-LABEL: func.func @twin
// CHECK: %[[X:.*]] = syncflow.task "X"
// CHECK: syncflow.wait(%[[X]]) on(
// CHECK: %[[Y:.*]] = syncflow.task "Y"
// CHECK: syncflow.task "Z" after(%[[Y]])
func.func @twin(%b: memref<8xf32>, %c: memref<8xf32>) {
  %s = syncflow.stream @m::@d ordinal 1 out_of_order
  %x = syncflow.task "X" on(%s) outs(%o = %b : memref<8xf32>) {
    syncflow.yield
  }
  syncflow.wait(%x) on(%s)
  %y = syncflow.task "Y" on(%s) ins(%i = %b : memref<8xf32>) outs(%o = %c : memref<8xf32>) {
    syncflow.yield
  }
  %z = syncflow.task "Z" after(%y) on(%s) ins(%i = %c : memref<8xf32>) outs(%o = %b : memref<8xf32>) {
    syncflow.yield
  }
  syncflow.wait(%z)
  return
}

// The twin: a stream that is handed in may be any stream, so a wait between it and another one stays.
// CHECK-LABEL: func.func @unknown
// CHECK: %[[X:.*]] = syncflow.task "X"
// CHECK: syncflow.wait(%[[X]]) on(%arg2)
// CHECK: %[[Y:.*]] = syncflow.task "Y"
// CHECK: syncflow.task "Z" after(%[[Y]])
func.func @unknown(%b: memref<8xf32>, %c: memref<8xf32>, %q: !syncflow.stream) {
  %s = syncflow.stream @m::@d ordinal 0
  %x = syncflow.task "X" on(%s) outs(%o = %b : memref<8xf32>) {
    syncflow.yield
  }
  syncflow.wait(%x) on(%q)
  %y = syncflow.task "Y" on(%q) ins(%i = %b : memref<8xf32>) outs(%o = %c : memref<8xf32>) {
    syncflow.yield
  }
  %z = syncflow.task "Z" after(%y) on(%s) ins(%i = %c : memref<8xf32>) outs(%o = %b : memref<8xf32>) {
    syncflow.yield
  }
  syncflow.wait(%z)
  return
}
