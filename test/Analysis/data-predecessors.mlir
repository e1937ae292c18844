// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Whose data an op uses: the table that failures follow. Reuse of memory is not in it.
// RUN: sflow-opt %s --syncflow-report-dependences=data=true --verify-diagnostics --split-input-file -o /dev/null

// The last writer of each part; a write that is replaced as a whole is gone.
func.func @last_writer(%a: memref<8xf32>, %b: memref<8xf32>) {
  %l = memref.subview %b[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>
  %r = memref.subview %b[4] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 4>>
  syncflow.transfer from %a : memref<8xf32> to %b : memref<8xf32>
  // expected-remark @below {{task "left" uses data of 'syncflow.transfer'}}
  syncflow.task "left" outs(%o = %l : memref<4xf32, strided<[1]>>) { syncflow.yield }
  // expected-remark @below {{task "reader" uses data of 'syncflow.transfer', task "left"}}
  syncflow.task "reader" ins(%i = %b : memref<8xf32>) { syncflow.yield }
  // expected-remark @below {{task "right" uses data of 'syncflow.transfer'}}
  syncflow.task "right" ins(%i = %r : memref<4xf32, strided<[1], offset: 4>>) { syncflow.yield }
  syncflow.transfer from %a : memref<8xf32> to %b : memref<8xf32>
  // expected-remark @below {{task "again" uses data of 'syncflow.transfer'}}
  syncflow.task "again" ins(%i = %b : memref<8xf32>) { syncflow.yield }
  return
}

// -----

// Two buffers at one place of an arena: an order, but no data. A write after a read hands on no data either.
func.func @reuse(%x: memref<16xf32>) {
  %bytes = arith.constant 64 : index
  %c0 = arith.constant 0 : index
  %arena = syncflow.arena(%bytes) : memref<?xi8>
  %a = memref.view %arena[%c0][] {syncflow.slot = 0 : i64} : memref<?xi8> to memref<16xf32>
  %b = memref.view %arena[%c0][] {syncflow.slot = 1 : i64} : memref<?xi8> to memref<16xf32>
  %t0 = syncflow.task "first" ins(%i = %x : memref<16xf32>) outs(%o = %a : memref<16xf32>) { syncflow.yield }
  // expected-remark @below {{task "use" uses data of task "first"}}
  %t1 = syncflow.task "use" after(%t0) ins(%i = %a : memref<16xf32>) { syncflow.yield }
  %t2 = syncflow.task "second" after(%t1) outs(%o = %b : memref<16xf32>) { syncflow.yield }
  // expected-remark @below {{task "last" uses data of task "second"}}
  %t3 = syncflow.task "last" after(%t2) ins(%i = %b : memref<16xf32>) outs(%o = %x : memref<16xf32>) { syncflow.yield }
  return
}
