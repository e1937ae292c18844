// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Case C09, the twins without their wait: races.
// RUN: sflow-opt %s --split-input-file --verify-diagnostics --syncflow-verify

func.func @out_of_order(%b: memref<8xf32>, %c: memref<8xf32>) {
  %s = syncflow.stream @m::@d ordinal 1 out_of_order
  // expected-note @+1 {{task "X" on @m::@d ordinal 1 writes bytes 0..32 of %arg0}}
  %x = syncflow.task "X" on(%s) outs(%o = %b : memref<8xf32>) {
    syncflow.yield
  }
  // expected-error @+3 {{race (read after write) on bytes 0..32 of %arg0: task "Y" reads what task "X" writes, and nothing orders them}}
  // expected-note @+2 {{task "Y" on @m::@d ordinal 1 reads}}
  // expected-note @+1 {{missing edge: add the token of task "X" to after(...) of task "Y"}}
  %y = syncflow.task "Y" on(%s) ins(%i = %b : memref<8xf32>) outs(%o = %c : memref<8xf32>) {
    syncflow.yield
  }
  syncflow.wait(%x, %y)
  return
}

// -----

func.func @unknown(%b: memref<8xf32>, %c: memref<8xf32>, %q: !syncflow.stream) {
  %s = syncflow.stream @m::@d ordinal 0
  // expected-note @+1 {{task "X" on @m::@d ordinal 0 writes}}
  %x = syncflow.task "X" on(%s) outs(%o = %b : memref<8xf32>) {
    syncflow.yield
  }
  // expected-error @+3 {{race (read after write)}}
  // expected-note @+2 {{task "Y" on a stream that is passed in reads}}
  // expected-note @+1 {{missing edge}}
  %y = syncflow.task "Y" on(%q) ins(%i = %b : memref<8xf32>) outs(%o = %c : memref<8xf32>) {
    syncflow.yield
  }
  syncflow.wait(%x, %y)
  return
}
