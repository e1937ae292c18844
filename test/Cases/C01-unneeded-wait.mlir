// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Case C01, the twin: Y reads other bytes of B than X writes, so a wait between them that is already there goes, in each of its
// forms; with one byte of overlap it stays. What carries order to a mark without accesses stays too (case C11).
// RUN: sflow-opt %s --syncflow-verify --syncflow-materialize-syncs --syncflow-reduce-syncs --syncflow-elide-waits --syncflow-verify | FileCheck %s
// Twice is once.
// RUN: sflow-opt %s --syncflow-materialize-syncs -o %t.once.mlir
// RUN: sflow-opt %t.once.mlir --syncflow-materialize-syncs -o %t.twice.mlir
// RUN: cmp %t.once.mlir %t.twice.mlir

// CHECK-LABEL: func.func @stream_wait
// CHECK: %[[X:.*]] = syncflow.task "X" on
// CHECK-NOT: syncflow.wait
// CHECK: %[[Y:.*]] = syncflow.task "Y" on
// CHECK: syncflow.wait(%[[X]], %[[Y]])
func.func @stream_wait(%b: memref<256xi8>, %c: memref<128xi8>) {
  %s1 = syncflow.stream @m::@d ordinal 0
  %s2 = syncflow.stream @m::@d ordinal 1
  %v = memref.subview %b[0] [128] [1] : memref<256xi8> to memref<128xi8, strided<[1]>>
  %w = memref.subview %b[128] [128] [1] : memref<256xi8> to memref<128xi8, strided<[1], offset: 128>>
  %x = syncflow.task "X" on(%s1) outs(%o = %v : memref<128xi8, strided<[1]>>) {
    syncflow.yield
  }
  syncflow.wait(%x) on(%s2)
  %y = syncflow.task "Y" on(%s2) ins(%i = %w : memref<128xi8, strided<[1], offset: 128>>) outs(%o = %c : memref<128xi8>) {
    syncflow.yield
  }
  syncflow.wait(%x, %y)
  return
}

// CHECK-LABEL: func.func @token
// CHECK: %[[X:.*]] = syncflow.task "X" on
// CHECK: %[[Y:.*]] = syncflow.task "Y" on
// CHECK-DAG: syncflow.wait(%[[X]])
// CHECK-DAG: syncflow.wait(%[[Y]])
func.func @token(%b: memref<256xi8>, %c: memref<128xi8>) {
  %s1 = syncflow.stream @m::@d ordinal 0
  %s2 = syncflow.stream @m::@d ordinal 1
  %v = memref.subview %b[0] [128] [1] : memref<256xi8> to memref<128xi8, strided<[1]>>
  %w = memref.subview %b[128] [128] [1] : memref<256xi8> to memref<128xi8, strided<[1], offset: 128>>
  %x = syncflow.task "X" on(%s1) outs(%o = %v : memref<128xi8, strided<[1]>>) {
    syncflow.yield
  }
  %y = syncflow.task "Y" after(%x) on(%s2) ins(%i = %w : memref<128xi8, strided<[1], offset: 128>>) outs(%o = %c : memref<128xi8>) {
    syncflow.yield
  }
  syncflow.wait(%y)
  return
}

// CHECK-LABEL: func.func @without_streams
// CHECK: %[[X:.*]] = syncflow.task "X" outs
// CHECK: %[[Y:.*]] = syncflow.task "Y" ins
// CHECK-DAG: syncflow.wait(%[[X]])
// CHECK-DAG: syncflow.wait(%[[Y]])
func.func @without_streams(%b: memref<256xi8>, %c: memref<128xi8>) {
  %v = memref.subview %b[0] [128] [1] : memref<256xi8> to memref<128xi8, strided<[1]>>
  %w = memref.subview %b[128] [128] [1] : memref<256xi8> to memref<128xi8, strided<[1], offset: 128>>
  %x = syncflow.task "X" outs(%o = %v : memref<128xi8, strided<[1]>>) {
    syncflow.yield
  }
  %y = syncflow.task "Y" after(%x) ins(%i = %w : memref<128xi8, strided<[1], offset: 128>>) outs(%o = %c : memref<128xi8>) {
    syncflow.yield
  }
  syncflow.wait(%y)
  return
}

// CHECK-LABEL: func.func @one_byte
// CHECK: %[[X:.*]] = syncflow.task "X" on
// CHECK: syncflow.task "Y" after(%[[X]]) on
func.func @one_byte(%b: memref<256xi8>, %c: memref<128xi8>) {
  %s1 = syncflow.stream @m::@d ordinal 0
  %s2 = syncflow.stream @m::@d ordinal 1
  %v = memref.subview %b[0] [128] [1] : memref<256xi8> to memref<128xi8, strided<[1]>>
  %w = memref.subview %b[127] [128] [1] : memref<256xi8> to memref<128xi8, strided<[1], offset: 127>>
  %x = syncflow.task "X" on(%s1) outs(%o = %v : memref<128xi8, strided<[1]>>) {
    syncflow.yield
  }
  %y = syncflow.task "Y" after(%x) on(%s2) ins(%i = %w : memref<128xi8, strided<[1], offset: 127>>) outs(%o = %c : memref<128xi8>) {
    syncflow.yield
  }
  syncflow.wait(%y)
  return
}

// CHECK-LABEL: func.func @mark
// CHECK: %[[X:.*]] = syncflow.task "X" on
// CHECK: %[[J:.*]] = syncflow.task "mark" after(%[[X]]) on
// CHECK: syncflow.task "Y" after({{.*}}%[[J]]) on
func.func @mark(%b: memref<256xi8>, %c: memref<128xi8>) {
  %s1 = syncflow.stream @m::@d ordinal 0
  %s2 = syncflow.stream @m::@d ordinal 1
  %s3 = syncflow.stream @m::@d ordinal 2
  %v = memref.subview %b[0] [128] [1] : memref<256xi8> to memref<128xi8, strided<[1]>>
  %w = memref.subview %b[128] [128] [1] : memref<256xi8> to memref<128xi8, strided<[1], offset: 128>>
  %x = syncflow.task "X" on(%s1) outs(%o = %v : memref<128xi8, strided<[1]>>) {
    syncflow.yield
  }
  %j = syncflow.task "mark" after(%x) on(%s2) {
    syncflow.yield
  }
  %y = syncflow.task "Y" after(%j) on(%s3) ins(%i = %w : memref<128xi8, strided<[1], offset: 128>>) outs(%o = %c : memref<128xi8>) {
    syncflow.yield
  }
  syncflow.wait(%y)
  return
}
