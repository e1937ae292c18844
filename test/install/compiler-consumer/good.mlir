// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Right, and with one wait too many: the host waits for the same token twice.
func.func @main(%a: memref<8xf32>, %b: memref<8xf32>) {
  %t = syncflow.task "exp" ins(%x = %a : memref<8xf32>) outs(%y = %b : memref<8xf32>) {
    linalg.exp ins(%x : memref<8xf32>) outs(%y : memref<8xf32>)
    syncflow.yield
  }
  syncflow.wait(%t, %t)
  return
}
