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

// -----

// Two copies of one memory would not see one another: operands of which one is written share no bytes. Beside each other they may
// lie.
syncflow.topology @m {
  syncflow.memory @ram0
  syncflow.memory @ram1
  syncflow.device @near host reaches [@ram0]
  syncflow.device @far host reaches [@ram1]
}
func.func @overlap(%x: memref<8xf32>) {
  %l = memref.subview %x[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>
  %r = memref.subview %x[4] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 4>>
  %a = syncflow.task "apart" ins(%i = %l : memref<4xf32, strided<[1]>>) outs(%o = %r : memref<4xf32, strided<[1], offset: 4>>)
      attributes {syncflow.device = @m::@far, syncflow.lane = 0 : i64} { syncflow.yield }
  // expected-error @below {{runs where argument 0 is out of reach, and two of its operands share bytes of it, one of them written: give it one operand for both}}
  %b = syncflow.task "whole" after(%a) ins(%i = %x : memref<8xf32>) outs(%o = %r : memref<4xf32, strided<[1], offset: 4>>)
      attributes {syncflow.device = @m::@far, syncflow.lane = 0 : i64} { syncflow.yield }
  return
}
