// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Case C01, the right side: with the wait the program is accepted and keeps it, in every pass; what two tasks on disjoint bytes
// need no order for is accepted without. The passes see through the views too: from the program without waits they make
// the one that is needed and no other.
// RUN: sflow-opt %s --syncflow-verify --syncflow-reduce-syncs --syncflow-elide-waits --syncflow-verify | FileCheck %s
// RUN: sflow-opt %s --syncflow-materialize-syncs --syncflow-reduce-syncs --syncflow-elide-waits --syncflow-verify | FileCheck %s --check-prefix=MADE

// CHECK-LABEL: func.func @stream_wait_stays
// CHECK: %[[X:.*]] = syncflow.task "X"
// CHECK: syncflow.wait(%[[X]]) on(
// CHECK: syncflow.task "Y" on
func.func @stream_wait_stays(%b: memref<256xi8>, %c: memref<64xi8>) {
  %s1 = syncflow.stream @m::@d ordinal 0
  %s2 = syncflow.stream @m::@d ordinal 1
  %v = memref.subview %b[0] [128] [1] : memref<256xi8> to memref<128xi8, strided<[1]>>
  %w = memref.subview %v[64] [64] [1] : memref<128xi8, strided<[1]>> to memref<64xi8, strided<[1], offset: 64>>
  %x = syncflow.task "X" on(%s1) outs(%o = %v : memref<128xi8, strided<[1]>>) {
    syncflow.yield
  }
  syncflow.wait(%x) on(%s2)
  %y = syncflow.task "Y" on(%s2) ins(%i = %w : memref<64xi8, strided<[1], offset: 64>>) outs(%o = %c : memref<64xi8>) {
    syncflow.yield
  }
  syncflow.wait(%y)
  return
}

// CHECK-LABEL: func.func @token_stays
// CHECK: %[[X:.*]] = syncflow.task "X"
// CHECK: syncflow.task "Y" after(%[[X]]) on
func.func @token_stays(%b: memref<256xi8>, %c: memref<64xi8>) {
  %s1 = syncflow.stream @m::@d ordinal 0
  %s2 = syncflow.stream @m::@d ordinal 1
  %v = memref.subview %b[0] [128] [1] : memref<256xi8> to memref<128xi8, strided<[1]>>
  %w = memref.subview %v[64] [64] [1] : memref<128xi8, strided<[1]>> to memref<64xi8, strided<[1], offset: 64>>
  %x = syncflow.task "X" on(%s1) outs(%o = %v : memref<128xi8, strided<[1]>>) {
    syncflow.yield
  }
  %y = syncflow.task "Y" after(%x) on(%s2) ins(%i = %w : memref<64xi8, strided<[1], offset: 64>>) outs(%o = %c : memref<64xi8>) {
    syncflow.yield
  }
  syncflow.wait(%y)
  return
}

// The twin: other bytes. Nothing is reported, and nothing is made.
// MADE-LABEL: func.func @twin
// MADE: %[[X:.*]] = syncflow.task "X" on
// MADE: %[[Y:.*]] = syncflow.task "Y" on
// MADE-DAG: syncflow.wait({{.*}}%[[X]]
func.func @twin(%b: memref<256xi8>, %c: memref<128xi8>) {
  %s1 = syncflow.stream @m::@d ordinal 0
  %s2 = syncflow.stream @m::@d ordinal 1
  %v = memref.subview %b[0] [128] [1] : memref<256xi8> to memref<128xi8, strided<[1]>>
  %w = memref.subview %b[128] [128] [1] : memref<256xi8> to memref<128xi8, strided<[1], offset: 128>>
  %x = syncflow.task "X" on(%s1) outs(%o = %v : memref<128xi8, strided<[1]>>) {
    syncflow.yield
  }
  %y = syncflow.task "Y" on(%s2) ins(%i = %w : memref<128xi8, strided<[1], offset: 128>>) outs(%o = %c : memref<128xi8>) {
    syncflow.yield
  }
  syncflow.wait(%x, %y)
  return
}
