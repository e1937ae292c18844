// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// RUN: sflow-opt %s --syncflow-place --verify-diagnostics --split-input-file

// expected-error @below {{the module has no syncflow.topology; add one that lists the devices to run on}}
module {
  func.func @nowhere(%x: memref<8xf32>) {
    syncflow.task "a" outs(%o = %x : memref<8xf32>) { syncflow.yield }
    return
  }
}

// -----

// Nothing to place needs no topology.
module {
  func.func @nothing() {
    return
  }
}

// -----

syncflow.topology @m {
  syncflow.memory @ram
  syncflow.device @d0 host reaches [@ram]
}
func.func @ruled_out(%x: memref<8xf32>) {
  // expected-error @below {{no device of topology @m can run it: its contract's processors rule them out}}
  syncflow.task "a" outs(%o = %x : memref<8xf32>) contract <processors = [cuda]> { syncflow.yield }
  return
}

// -----

// expected-error @below {{has no device to place work on}}
syncflow.topology @m {
  syncflow.memory @ram
}
func.func @empty(%x: memref<8xf32>) {
  syncflow.task "a" outs(%o = %x : memref<8xf32>) { syncflow.yield }
  return
}
