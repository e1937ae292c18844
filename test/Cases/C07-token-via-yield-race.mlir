// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Case C07 without the wait: the work behind the yielded token is still the writer.
// RUN: sflow-opt %s --split-input-file --verify-diagnostics --syncflow-verify

func.func @region(%b: memref<8xf32>, %n: index) -> f32 {
  %r = scf.execute_region -> !syncflow.token no_inline {
    // expected-note @+1 {{task "X" writes bytes 0..32 of %arg0}}
    %k = syncflow.task "X" outs(%o = %b : memref<8xf32>) {
      syncflow.yield
    }
    scf.yield %k : !syncflow.token
  }
  // expected-error @+3 {{race (read after write) on bytes 0..32 of %arg0: 'memref.load' reads what task "X" writes}}
  // expected-note @+2 {{'memref.load' reads}}
  // expected-note @+1 {{missing edge: the host must wait for the token of task "X" before 'memref.load'}}
  %v = memref.load %b[%n] : memref<8xf32>
  syncflow.wait(%r)
  return %v : f32
}

// -----

// A branch that yields some other token does not wait for its work.
func.func @branch_yields_other(%b: memref<8xf32>, %p: i1, %n: index) -> f32 {
  %none = syncflow.join()
  %r:2 = scf.if %p -> (!syncflow.token, !syncflow.token) {
    // expected-note @+1 {{task "X" writes}}
    %k = syncflow.task "X" outs(%o = %b : memref<8xf32>) {
      syncflow.yield
    }
    scf.yield %none, %k : !syncflow.token, !syncflow.token
  } else {
    scf.yield %none, %none : !syncflow.token, !syncflow.token
  }
  syncflow.wait(%r#0)
  // expected-error @+3 {{race (read after write)}}
  // expected-note @+2 {{'memref.load' reads}}
  // expected-note @+1 {{missing edge}}
  %v = memref.load %b[%n] : memref<8xf32>
  syncflow.wait(%r#1)
  return %v : f32
}

// -----

// The token that a loop hands out is none of its own when it hands on the one that came in.
func.func @iteration_argument_not_updated(%b: memref<8xf32>, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %none = syncflow.join()
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %none) -> (!syncflow.token) {
    // expected-note @+1 {{task "X" writes}}
    %k = syncflow.task "X" outs(%o = %b : memref<8xf32>) {
      syncflow.yield
    }
    syncflow.barrier() <all, global>
    scf.yield %t : !syncflow.token
  }
  syncflow.wait(%r)
  // expected-error @+3 {{race (read after write)}}
  // expected-note @+2 {{'memref.load' reads}}
  // expected-note @+1 {{missing edge}}
  %v = memref.load %b[%c0] : memref<8xf32>
  %e = syncflow.task "end" {
    syncflow.yield
  }
  syncflow.wait(%e)
  return %v : f32
}

// -----

// Nothing is concluded from a token that somebody else made.
func.func private @producer() -> !syncflow.token
func.func @unknown_token(%b: memref<8xf32>, %n: index) -> f32 {
  %u = call @producer() : () -> !syncflow.token
  syncflow.wait(%u)
  // expected-note @+1 {{task "X" writes}}
  %x = syncflow.task "X" outs(%o = %b : memref<8xf32>) {
    syncflow.yield
  }
  syncflow.wait(%u)
  // expected-error @+3 {{race (read after write)}}
  // expected-note @+2 {{'memref.load' reads}}
  // expected-note @+1 {{missing edge}}
  %v = memref.load %b[%n] : memref<8xf32>
  syncflow.wait(%x)
  return %v : f32
}
