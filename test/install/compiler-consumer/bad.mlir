// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// good.mlir's neighbour: one memref stands among `ins` and `outs` both (task C6), so the verifier rejects it.
func.func @main(%a: memref<8xf32>) {
  %t = syncflow.task "exp" ins(%x = %a : memref<8xf32>) outs(%y = %a : memref<8xf32>) {
    linalg.exp ins(%x : memref<8xf32>) outs(%y : memref<8xf32>)
    syncflow.yield
  }
  syncflow.wait(%t)
  return
}
