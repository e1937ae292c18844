// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// RUN: sflow-opt %s --syncflow-materialize-syncs --verify-diagnostics

func.func @silent(%b: memref<8xf32>) {
  // expected-error @below {{completes before its writes are visible, so its token orders nothing: ask for completion = visible}}
  %t0 = syncflow.task "write" outs(%o = %b : memref<8xf32>) contract <completion = enqueued> { syncflow.yield }
  %t1 = syncflow.task "read" ins(%i = %b : memref<8xf32>) { syncflow.yield }
  return
}
