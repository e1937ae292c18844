// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// RUN: sflow-opt %s --syncflow-reduce-syncs --split-input-file | FileCheck %s
// RUN: sflow-opt %s --syncflow-reduce-syncs --split-input-file -o %t.once
// RUN: sflow-opt %s --syncflow-reduce-syncs --syncflow-reduce-syncs --split-input-file -o %t.twice
// RUN: diff %t.once %t.twice
// RUN: sflow-opt %s --syncflow-reduce-syncs --split-input-file --remarks-filter=sync -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// Paths of any length: of six edges among four tasks three are left, whatever the order of the operands.
// CHECK-LABEL: func.func @chain
// CHECK-SAME: reduced_syncs = 3 : i64
// CHECK: %[[A:.*]] = syncflow.task "a" outs
// CHECK: %[[B:.*]] = syncflow.task "b" after(%[[A]]) outs
// CHECK: %[[C:.*]] = syncflow.task "c" after(%[[B]]) outs
// CHECK: syncflow.task "d" after(%[[C]]) outs
// REMARK-DAG: task "d" needs no wait for task "a": implied by its wait for task "c"
// REMARK-DAG: task "d" keeps its wait for task "c": nothing else orders them
func.func @chain(%x: memref<8xf32>) {
  %a = syncflow.task "a" outs(%o = %x : memref<8xf32>) { syncflow.yield }
  %b = syncflow.task "b" after(%a) outs(%o = %x : memref<8xf32>) { syncflow.yield }
  %c = syncflow.task "c" after(%a, %b) outs(%o = %x : memref<8xf32>) { syncflow.yield }
  %d = syncflow.task "d" after(%b, %a, %c) outs(%o = %x : memref<8xf32>) { syncflow.yield }
  return
}

// -----

// CHECK-LABEL: func.func @permuted
// CHECK: %[[A:.*]] = syncflow.task "a" outs
// CHECK: %[[B:.*]] = syncflow.task "b" after(%[[A]]) outs
// CHECK: %[[C:.*]] = syncflow.task "c" after(%[[A]]) outs
// CHECK: syncflow.task "d" after(%[[B]], %[[C]]) ins
func.func @permuted(%x: memref<8xf32>, %y: memref<8xf32>, %z: memref<8xf32>) {
  %a = syncflow.task "a" outs(%o = %x : memref<8xf32>) { syncflow.yield }
  %b = syncflow.task "b" after(%a) outs(%o = %y : memref<8xf32>) { syncflow.yield }
  %c = syncflow.task "c" after(%a) outs(%o = %z : memref<8xf32>) { syncflow.yield }
  %d = syncflow.task "d" after(%c, %a, %b) ins(%i = %y : memref<8xf32>, %j = %z : memref<8xf32>) { syncflow.yield }
  return
}

// -----

// The diamond loses nothing.
// CHECK-LABEL: func.func @diamond
// CHECK-SAME: reduced_syncs = 4 : i64
func.func @diamond(%x: memref<8xf32>) {
  %a = syncflow.task "a" outs(%o = %x : memref<8xf32>) { syncflow.yield }
  %b = syncflow.task "b" after(%a) ins(%i = %x : memref<8xf32>) { syncflow.yield }
  %c = syncflow.task "c" after(%a) ins(%i = %x : memref<8xf32>) { syncflow.yield }
  %d = syncflow.task "d" after(%b, %c) outs(%o = %x : memref<8xf32>) { syncflow.yield }
  return
}

// -----

// A join of two, one implied by the other, is the other.
// CHECK-LABEL: func.func @join
// CHECK-NOT: syncflow.join
// CHECK: %[[Y:.*]] = syncflow.task "y" after
// CHECK: syncflow.task "z" after(%[[Y]])
func.func @join(%b: memref<8xf32>) {
  %x = syncflow.task "x" outs(%o = %b : memref<8xf32>) { syncflow.yield }
  %y = syncflow.task "y" after(%x) outs(%o = %b : memref<8xf32>) { syncflow.yield }
  %j = syncflow.join(%x, %y)
  %z = syncflow.task "z" after(%j) outs(%o = %b : memref<8xf32>) { syncflow.yield }
  return
}

// -----

// What the host has waited for need not be waited for again; streams do not count here.
// CHECK-LABEL: func.func @host
// CHECK: %[[A:.*]] = syncflow.task "a" on(%[[S:.*]]) outs
// CHECK: %[[B:.*]] = syncflow.task "b" after(%[[A]]) on(%[[S]]) outs
// CHECK: syncflow.wait(%[[B]])
// CHECK-NEXT: %{{.*}} = syncflow.task "c" on(%[[S]]) outs
// CHECK-NOT: syncflow.wait
// CHECK: return
func.func @host(%b: memref<8xf32>) {
  %s = syncflow.stream @m::@d0 ordinal 0
  %x = syncflow.task "a" on(%s) outs(%o = %b : memref<8xf32>) { syncflow.yield }
  %y = syncflow.task "b" after(%x) on(%s) outs(%o = %b : memref<8xf32>) { syncflow.yield }
  syncflow.wait(%x, %y)
  %z = syncflow.task "c" after(%y) on(%s) outs(%o = %b : memref<8xf32>) { syncflow.yield }
  syncflow.wait(%x)
  return
}

// -----

// Tokens of unknown origin stay and imply nothing.
// CHECK-LABEL: func.func @unknown
// CHECK-SAME: %[[T:[a-z0-9]+]]: !syncflow.token
// CHECK: %[[X:.*]] = syncflow.task "x" after(%[[T]])
// CHECK: syncflow.task "y" after(%[[X]], %[[T]])
func.func @unknown(%b: memref<8xf32>, %t: !syncflow.token) {
  %x = syncflow.task "x" after(%t) outs(%o = %b : memref<8xf32>) { syncflow.yield }
  %y = syncflow.task "y" after(%t, %x) outs(%o = %b : memref<8xf32>) { syncflow.yield }
  return
}
