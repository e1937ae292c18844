// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
func.func private @somebody() -> !syncflow.token
func.func @main(%x: memref<1xf32>) attributes {syncflow.results = [memref<1xf32>]} {
  %c0 = arith.constant 0 : index
  %o = syncflow.rt.output 0() : memref<1xf32>
  %t = call @somebody() : () -> !syncflow.token
  syncflow.wait(%t)
  %v = memref.load %x[%c0] : memref<1xf32>
  memref.store %v, %o[%c0] : memref<1xf32>
  return
}

// -----

func.func @main(%tokens: memref<1x!syncflow.token>) {
  %c0 = arith.constant 0 : index
  %t = memref.load %tokens[%c0] : memref<1x!syncflow.token>
  syncflow.wait(%t)
  return
}
