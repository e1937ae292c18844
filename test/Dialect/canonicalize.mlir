// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// RUN: sflow-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @join_of_one
// CHECK-SAME: (%[[T:.*]]: !syncflow.token)
// CHECK-NEXT: return %[[T]]
func.func @join_of_one(%t: !syncflow.token) -> !syncflow.token {
  %j = syncflow.join(%t)
  return %j : !syncflow.token
}

// CHECK-LABEL: func.func @join_of_equals
// CHECK-SAME: (%[[T:.*]]: !syncflow.token)
// CHECK-NEXT: return %[[T]]
func.func @join_of_equals(%t: !syncflow.token) -> !syncflow.token {
  %j = syncflow.join(%t, %t)
  return %j : !syncflow.token
}

// CHECK-LABEL: func.func @join_of_joins
// CHECK-SAME: (%[[A:.*]]: !syncflow.token, %[[B:.*]]: !syncflow.token, %[[C:.*]]: !syncflow.token)
// CHECK-NEXT: %[[J:.*]] = syncflow.join(%[[A]], %[[B]], %[[C]])
// CHECK-NEXT: return %[[J]]
func.func @join_of_joins(%a: !syncflow.token, %b: !syncflow.token, %c: !syncflow.token) -> !syncflow.token {
  %i = syncflow.join(%a, %b)
  %j = syncflow.join(%i, %c, %a)
  return %j : !syncflow.token
}

// A join of two different tokens is one token for both: it stays.
// CHECK-LABEL: func.func @join_stays
// CHECK: syncflow.join(%arg0, %arg1)
func.func @join_stays(%a: !syncflow.token, %b: !syncflow.token) -> !syncflow.token {
  %j = syncflow.join(%a, %b)
  return %j : !syncflow.token
}

// CHECK-LABEL: func.func @wait_of_nothing
// CHECK-NEXT: return
func.func @wait_of_nothing(%s: !syncflow.stream) {
  syncflow.wait()
  syncflow.wait() on(%s)
  %j = syncflow.join()
  syncflow.wait(%j)
  return
}

// CHECK-LABEL: func.func @wait_of_joins
// CHECK-NEXT: syncflow.wait(%arg0, %arg1) on(%arg2)
// CHECK-NEXT: syncflow.wait(%arg1) {timeout_ns = 5 : i64}
// CHECK-NEXT: return
func.func @wait_of_joins(%a: !syncflow.token, %b: !syncflow.token, %s: !syncflow.stream) {
  %j = syncflow.join(%a, %b)
  syncflow.wait(%j, %a) on(%s)
  syncflow.wait(%b, %b) {timeout_ns = 5 : i64}
  return
}

// CHECK-LABEL: func.func @task_after
// CHECK: syncflow.task "t" after(%arg1, %arg2) outs
func.func @task_after(%m: memref<4xf32>, %a: !syncflow.token, %b: !syncflow.token) -> !syncflow.token {
  %j = syncflow.join(%a, %b)
  %t = syncflow.task "t" after(%a, %j, %a) outs(%x = %m : memref<4xf32>) {
    syncflow.yield
  }
  return %t : !syncflow.token
}

// What orders others, or writes, stays although nobody uses its result; what only reads memory goes.
// CHECK-LABEL: func.func @effects
// CHECK-NEXT: syncflow.task "writes"
// CHECK: syncflow.task "checks"
// CHECK: syncflow.wait(%arg2)
// CHECK-NOT: syncflow.task "reads"
// CHECK: syncflow.barrier() <all, device>
// CHECK: syncflow.all_reduce
func.func @effects(%m: memref<4xf32>, %c: i1, %t: !syncflow.token, %n: memref<4xf32>) {
  %t0 = syncflow.task "writes" outs(%x = %m : memref<4xf32>) {
    syncflow.yield
  }
  %t1 = syncflow.task "checks" ins(%p = %c : i1) {
    syncflow.assert %p, "wrong" : i1
    syncflow.yield
  }
  syncflow.wait(%t)
  %t2 = syncflow.task "reads" ins(%x = %m : memref<4xf32>) {
    syncflow.yield
  }
  syncflow.barrier() <all, device>
  %t3 = syncflow.all_reduce sum @g ins(%m : memref<4xf32>) outs(%n : memref<4xf32>)
  return
}
syncflow.group @g grid [2] axes [0]
