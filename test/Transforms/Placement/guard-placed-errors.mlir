// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// RUN: sflow-opt %s --split-input-file --syncflow-guard=phase=placed --verify-diagnostics

func.func @no_stream(%x: memref<8xf32>) {
  // expected-error @below {{has no stream: run syncflow-place and syncflow-assign-streams}}
  syncflow.task "a" outs(%o = %x : memref<8xf32>) { syncflow.yield }
  return
}

// -----

func.func @still_placed(%x: memref<8xf32>, %s: !syncflow.stream) {
  // expected-error @below {{still carries a place: run syncflow-assign-streams}}
  syncflow.task "a" on(%s) outs(%o = %x : memref<8xf32>) attributes {syncflow.lane = 0 : i64} { syncflow.yield }
  return
}

// -----

// What async rejects, placed rejects too.
func.func @alloc() {
  // expected-error @below {{allocates memory between tasks}}
  %x = memref.alloc() : memref<8xf32>
  return
}

// -----

// Two hosts with private memories: only a transfer brings data across.
syncflow.topology @m {
  syncflow.memory @ram0
  syncflow.memory @ram1
  syncflow.device @d0 host reaches [@ram0]
  syncflow.device @d1 host reaches [@ram1]
}
func.func @with_transfer(%x: memref<8xf32>) {
  %s0 = syncflow.stream @m::@d0 ordinal 0
  %s1 = syncflow.stream @m::@d1 ordinal 0
  %b = syncflow.buffer() : memref<8xf32>
  %a = syncflow.task "near" on(%s0) outs(%o = %x : memref<8xf32>) { syncflow.yield }
  %t = syncflow.transfer after(%a) on(%s1) from %x : memref<8xf32> to %b : memref<8xf32>
  %c = syncflow.task "far" after(%t) on(%s1) ins(%i = %b : memref<8xf32>) { syncflow.yield }
  return
}
func.func @without_transfer(%x: memref<8xf32>) {
  %s0 = syncflow.stream @m::@d0 ordinal 0
  %s1 = syncflow.stream @m::@d1 ordinal 0
  %a = syncflow.task "near" on(%s0) outs(%o = %x : memref<8xf32>) { syncflow.yield }
  // expected-error @below {{runs on @d1, which does not reach the memory of argument 0: put a syncflow.transfer into memory of that device before it}}
  %c = syncflow.task "far" after(%a) on(%s1) ins(%i = %x : memref<8xf32>) { syncflow.yield }
  return
}

// -----

// The same devices with one memory need an order only.
syncflow.topology @m {
  syncflow.memory @ram
  syncflow.device @d0 host reaches [@ram]
  syncflow.device @d1 host reaches [@ram]
}
func.func @shared(%x: memref<8xf32>) {
  %s0 = syncflow.stream @m::@d0 ordinal 0
  %s1 = syncflow.stream @m::@d1 ordinal 0
  %a = syncflow.task "near" on(%s0) outs(%o = %x : memref<8xf32>) { syncflow.yield }
  %c = syncflow.task "far" after(%a) on(%s1) ins(%i = %x : memref<8xf32>) { syncflow.yield }
  return
}
