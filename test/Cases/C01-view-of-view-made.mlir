// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Case C01, the program without its wait: the pass that makes order sees the access through the view of the view.
// RUN: sflow-opt %s --syncflow-materialize-syncs --syncflow-verify | FileCheck %s

// CHECK-LABEL: func.func @view_of_view
// CHECK: %[[X:.*]] = syncflow.task "X"
// CHECK: %[[Y:.*]] = syncflow.task "Y" after(%[[X]])
// CHECK: syncflow.wait(%[[Y]])
func.func @view_of_view(%b: memref<256xi8>, %c: memref<64xi8>) {
  %v = memref.subview %b[0] [128] [1] : memref<256xi8> to memref<128xi8, strided<[1]>>
  %w = memref.subview %v[64] [64] [1] : memref<128xi8, strided<[1]>> to memref<64xi8, strided<[1], offset: 64>>
  %x = syncflow.task "X" outs(%o = %v : memref<128xi8, strided<[1]>>) {
    syncflow.yield
  }
  %y = syncflow.task "Y" ins(%i = %w : memref<64xi8, strided<[1], offset: 64>>) outs(%o = %c : memref<64xi8>) {
    syncflow.yield
  }
  return
}
