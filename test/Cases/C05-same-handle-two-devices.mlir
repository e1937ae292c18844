// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Case C05: the same ordinal on two devices is not the same stream. Source: https://github.com/cupy/cupy/pull/5172
// RUN: sflow-opt %s --syncflow-verify --syncflow-elide-waits --syncflow-verify | FileCheck %s

syncflow.topology @m {
  syncflow.memory @ram
  syncflow.device @d0 host reaches [@ram]
  syncflow.device @d1 host reaches [@ram]
}

// The wait of another device's stream is legal, and stays.
// CHECK-LABEL: func.func @two_devices
// CHECK: %[[X:.*]] = syncflow.task "X"
// CHECK: syncflow.wait(%[[X]]) on(
// CHECK: syncflow.task "Y"
func.func @two_devices(%b: memref<8xf32>, %c: memref<8xf32>) {
  %s = syncflow.stream @m::@d0 ordinal 0
  %q = syncflow.stream @m::@d1 ordinal 0
  %x = syncflow.task "X" on(%s) outs(%o = %b : memref<8xf32>) {
    syncflow.yield
  }
  syncflow.wait(%x) on(%q)
  %y = syncflow.task "Y" on(%q) ins(%i = %b : memref<8xf32>) outs(%o = %c : memref<8xf32>) {
    syncflow.yield
  }
  syncflow.wait(%y)
  return
}

// CHECK-LABEL: func.func @two_devices_token
// CHECK: %[[X:.*]] = syncflow.task "X"
// CHECK: syncflow.task "Y" after(%[[X]])
func.func @two_devices_token(%b: memref<8xf32>, %c: memref<8xf32>) {
  %s = syncflow.stream @m::@d0 ordinal 0
  %q = syncflow.stream @m::@d1 ordinal 0
  %x = syncflow.task "X" on(%s) outs(%o = %b : memref<8xf32>) {
    syncflow.yield
  }
  %y = syncflow.task "Y" after(%x) on(%q) ins(%i = %b : memref<8xf32>) outs(%o = %c : memref<8xf32>) {
    syncflow.yield
  }
  syncflow.wait(%y)
  return
}

// The twin: one device, one ordinal, two ops that name it. Neither form of the wait is needed.
// CHECK-LABEL: func.func @twin
// CHECK: syncflow.task "X" on
// CHECK-NOT: syncflow.wait
// CHECK: syncflow.task "Y" on
// CHECK-NOT: syncflow.wait
// CHECK: %[[Z:.*]] = syncflow.task "Z" on
// CHECK: syncflow.wait(%[[Z]])
func.func @twin(%b: memref<8xf32>, %c: memref<8xf32>) {
  %s = syncflow.stream @m::@d0 ordinal 0
  %q = syncflow.stream @m::@d0 ordinal 0
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
