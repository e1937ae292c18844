// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Case C05 without the wait: a race, named by device.
// RUN: sflow-opt %s --split-input-file --verify-diagnostics --syncflow-verify

syncflow.topology @m {
  syncflow.memory @ram
  syncflow.device @d0 host reaches [@ram]
  syncflow.device @d1 host reaches [@ram]
}
func.func @two_devices(%b: memref<8xf32>, %c: memref<8xf32>) {
  %s = syncflow.stream @m::@d0 ordinal 0
  %q = syncflow.stream @m::@d1 ordinal 0
  // expected-note @+1 {{task "X" on @m::@d0 ordinal 0 writes bytes 0..32 of %arg0}}
  %x = syncflow.task "X" on(%s) outs(%o = %b : memref<8xf32>) {
    syncflow.yield
  }
  // expected-error @+3 {{race (read after write) on bytes 0..32 of %arg0: task "Y" reads what task "X" writes, and nothing orders them}}
  // expected-note @+2 {{task "Y" on @m::@d1 ordinal 0 reads bytes 0..32 of %arg0}}
  // expected-note @+1 {{missing edge: add the token of task "X" to after(...) of task "Y"}}
  %y = syncflow.task "Y" on(%q) ins(%i = %b : memref<8xf32>) outs(%o = %c : memref<8xf32>) {
    syncflow.yield
  }
  syncflow.wait(%x, %y)
  return
}

// -----

// The twin: the stream orders them.
func.func @one_device(%b: memref<8xf32>, %c: memref<8xf32>) {
  %s = syncflow.stream @m::@d0 ordinal 0
  %q = syncflow.stream @m::@d0 ordinal 0
  %x = syncflow.task "X" on(%s) outs(%o = %b : memref<8xf32>) {
    syncflow.yield
  }
  %y = syncflow.task "Y" on(%q) ins(%i = %b : memref<8xf32>) outs(%o = %c : memref<8xf32>) {
    syncflow.yield
  }
  syncflow.wait(%y)
  return
}
