// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// RUN: sflow-opt %s --syncflow-insert-transfers --split-input-file --verify-diagnostics

// Strides that nothing in the function explains.
syncflow.topology @m {
  syncflow.memory @ram0
  syncflow.memory @ram1
  syncflow.device @near host reaches [@ram0]
  syncflow.device @far host reaches [@ram1]
}
func.func @strides(%x: memref<8xf32, strided<[?]>>) {
  // expected-error @below {{runs on @far, which does not reach the memory of argument 0, and a slice of type 'memref<8xf32, strided<[?]>>' cannot be brought there: make it contiguous, or widen `reaches` of the device}}
  syncflow.task "far" ins(%i = %x : memref<8xf32, strided<[?]>>) attributes {syncflow.device = @m::@far, syncflow.lane = 0 : i64} { syncflow.yield }
  return
}

// -----

// Where the device reaches it, they do not matter.
syncflow.topology @m {
  syncflow.memory @ram0
  syncflow.memory @ram1
  syncflow.device @near host reaches [@ram0]
  syncflow.device @far host reaches [@ram1, @ram0]
}
func.func @reached(%x: memref<8xf32, strided<[?]>>) {
  syncflow.task "far" ins(%i = %x : memref<8xf32, strided<[?]>>) attributes {syncflow.device = @m::@far, syncflow.lane = 0 : i64} { syncflow.yield }
  return
}
