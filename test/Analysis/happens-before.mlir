// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// The order that a program has: for each conflicting pair, whether tokens, streams, waits and barriers give it.
// RUN: sflow-opt %s --syncflow-report-dependences --verify-diagnostics --split-input-file -o /dev/null

// Tokens: directly, through a join, and through a task that touches neither.
func.func @tokens(%b: memref<8xf32>, %c: memref<8xf32>) {
  // expected-note @below {{the earlier access}}
  %x = syncflow.task "X" outs(%o = %b : memref<8xf32>) { syncflow.yield }
  %j = syncflow.join(%x)
  // expected-remark @below {{between task "X" and task "direct": ordered}}
  syncflow.task "direct" after(%j) ins(%i = %b : memref<8xf32>) { syncflow.yield }
  %m = syncflow.task "marker" after(%x) ins(%i = %c : memref<8xf32>) { syncflow.yield }
  // expected-remark @below {{between task "X" and task "through": ordered}}
  syncflow.task "through" after(%m) ins(%i = %b : memref<8xf32>) { syncflow.yield }
  // expected-remark @below {{between task "X" and task "none": not ordered}}
  syncflow.task "none" ins(%i = %b : memref<8xf32>) { syncflow.yield }
  return
}

// -----

// Equal ordinals on two devices are two streams; equal device and ordinal are one, however often it is named.
func.func @devices(%b: memref<8xf32>) {
  %s0 = syncflow.stream @m::@d0 ordinal 0
  %s1 = syncflow.stream @m::@d1 ordinal 0
  %again = syncflow.stream @m::@d0 ordinal 0
  // expected-note @below {{the earlier access}}
  syncflow.task "X" on(%s0) outs(%o = %b : memref<8xf32>) { syncflow.yield }
  // expected-remark @below {{between task "X" and task "other": not ordered}}
  syncflow.task "other" on(%s1) ins(%i = %b : memref<8xf32>) { syncflow.yield }
  // expected-remark @below {{between task "X" and task "same": ordered}}
  syncflow.task "same" on(%again) ins(%i = %b : memref<8xf32>) { syncflow.yield }
  return
}

// -----

// A stream that is out of order, by itself or by its device, or of unknown origin orders nothing by itself.
syncflow.topology @m {
  syncflow.memory @ram
  syncflow.device @d0 host reaches [@ram]
  syncflow.device @loose host reaches [@ram] {in_order = false}
}
func.func @no_order(%b: memref<8xf32>, %c: memref<8xf32>, %d: memref<8xf32>, %s: !syncflow.stream) {
  %o = syncflow.stream @m::@d0 ordinal 0 out_of_order
  %l = syncflow.stream @m::@loose ordinal 0
  // expected-note @below {{the earlier access}}
  syncflow.task "X" on(%o) outs(%a = %b : memref<8xf32>) { syncflow.yield }
  // expected-remark @below {{between task "X" and task "Y": not ordered}}
  syncflow.task "Y" on(%o) ins(%a = %b : memref<8xf32>) { syncflow.yield }
  // expected-note @below {{the earlier access}}
  syncflow.task "P" on(%l) outs(%a = %c : memref<8xf32>) { syncflow.yield }
  // expected-remark @below {{between task "P" and task "Q": not ordered}}
  syncflow.task "Q" on(%l) ins(%a = %c : memref<8xf32>) { syncflow.yield }
  // expected-note @below {{the earlier access}}
  syncflow.task "U" on(%s) outs(%a = %d : memref<8xf32>) { syncflow.yield }
  // expected-remark @below {{between task "U" and task "V": not ordered}}
  syncflow.task "V" on(%s) ins(%a = %d : memref<8xf32>) { syncflow.yield }
  return
}

// -----

// Waits of a stream hold for what is enqueued later, on unknown streams too; host waits for everything after them.
func.func @waits(%b: memref<8xf32>, %s: !syncflow.stream, %other: !syncflow.stream) {
  // expected-note @below {{the earlier access}}
  %x = syncflow.task "X" outs(%o = %b : memref<8xf32>) { syncflow.yield }
  syncflow.wait(%x) on(%s)
  // expected-remark @below {{between task "X" and task "same": ordered}}
  syncflow.task "same" on(%s) ins(%i = %b : memref<8xf32>) { syncflow.yield }
  // expected-remark @below {{between task "X" and task "other": not ordered}}
  syncflow.task "other" on(%other) ins(%i = %b : memref<8xf32>) { syncflow.yield }
  %c0 = arith.constant 0 : index
  // expected-remark @below {{between task "X" and 'memref.load': not ordered}}
  %v = memref.load %b[%c0] : memref<8xf32>
  syncflow.wait(%x)
  // expected-remark @below {{between task "X" and 'memref.load': ordered}}
  %w = memref.load %b[%c0] : memref<8xf32>
  return
}

// -----

// A barrier orders its streams as far as it makes writes visible.
func.func @barriers(%b: memref<8xf32>) {
  %s0 = syncflow.stream @m::@d0 ordinal 0
  %s1 = syncflow.stream @m::@d0 ordinal 1
  %s2 = syncflow.stream @m::@d1 ordinal 0
  // expected-note @below {{the earlier access}}
  syncflow.task "X" on(%s0) outs(%o = %b : memref<8xf32>) { syncflow.yield }
  syncflow.barrier(%s0, %s1) #syncflow.scope<streams, device> execution_only
  // expected-remark @below {{between task "X" and task "execution": not ordered}}
  syncflow.task "execution" on(%s1) ins(%i = %b : memref<8xf32>) { syncflow.yield }
  syncflow.barrier(%s0, %s1) #syncflow.scope<streams, device>
  // expected-remark @below {{between task "X" and task "met": ordered}}
  syncflow.task "met" on(%s1) ins(%i = %b : memref<8xf32>) { syncflow.yield }
  syncflow.barrier(%s0, %s2) #syncflow.scope<streams, device>
  // expected-remark @below {{between task "X" and task "narrow": not ordered}}
  syncflow.task "narrow" on(%s2) ins(%i = %b : memref<8xf32>) { syncflow.yield }
  syncflow.barrier() #syncflow.scope<all, node>
  // expected-remark @below {{between task "X" and task "all": ordered}}
  syncflow.task "all" on(%s2) ins(%i = %b : memref<8xf32>) { syncflow.yield }
  return
}

// -----

// A token that is complete before the writes are visible, or of unknown origin, orders nothing.
func.func @silent(%b: memref<8xf32>, %t: !syncflow.token) {
  // expected-note @below {{the earlier access}}
  %x = syncflow.task "X" outs(%o = %b : memref<8xf32>) contract <completion = executed> { syncflow.yield }
  // expected-remark @below {{between task "X" and task "Y": not ordered}}
  syncflow.task "Y" after(%x, %t) ins(%i = %b : memref<8xf32>) { syncflow.yield }
  return
}
