// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Tokens that branches and loops hand on have no form at run time: what they stand for, and who waits for it, are in different
// plans, and plans run in the order of their launches. The values go, other values stay, and so do the waits of the host.
// RUN: sflow-opt %s --convert-syncflow-to-rt --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @branch
// CHECK: %[[N:.*]] = scf.if %{{.*}} -> (index) {
// CHECK: syncflow.rt.launch @branch_plan1
// CHECK: scf.yield %{{.*}} : index
// CHECK: } else {
// CHECK: syncflow.rt.launch @branch_plan2
// CHECK: scf.yield %{{.*}} : index
// CHECK: syncflow.rt.launch @branch_plan0
// CHECK: syncflow.rt.wait
// CHECK: memref.load %{{.*}}[%[[N]]]
// CHECK-NOT: !syncflow.token
// CHECK: rt.plan @branch_plan0
// CHECK-NEXT: rt.task "reader" {{.*}} waits [] preds []
syncflow.topology @m {
  syncflow.memory @ram
  syncflow.device @d0 host reaches [@ram]
  syncflow.device @d1 host reaches [@ram]
}
func.func @branch(%x: memref<8xf32>, %y: memref<8xf32>, %k: memref<1xi1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %go = memref.load %k[%c0] : memref<1xi1>
  %s0 = syncflow.stream @m::@d0 ordinal 0
  %s1 = syncflow.stream @m::@d1 ordinal 0
  %t, %n = scf.if %go -> (!syncflow.token, index) {
    %a = syncflow.task "then" on(%s0) outs(%o = %x : memref<8xf32>) { syncflow.yield }
    scf.yield %a, %c1 : !syncflow.token, index
  } else {
    %b = syncflow.task "else" on(%s1) outs(%o = %x : memref<8xf32>) { syncflow.yield }
    scf.yield %b, %c0 : !syncflow.token, index
  }
  %c = syncflow.task "reader" after(%t) on(%s1) ins(%i = %x : memref<8xf32>) outs(%o = %y : memref<8xf32>) { syncflow.yield }
  syncflow.wait(%t)
  %f = memref.load %x[%n] : memref<8xf32>
  memref.store %f, %x[%c0] : memref<8xf32>
  syncflow.wait(%c)
  return
}

// -----

// A token that a loop starts with, one that it hands on, and a join of both: inside the body the token of the same round still
// counts.
// CHECK-LABEL: func.func @loop
// CHECK: syncflow.rt.launch @loop_plan0
// CHECK: %[[N:.*]] = scf.for {{.*}} iter_args(%[[Q:.*]] = %{{.*}}) -> (index) {
// CHECK: %[[R:.*]] = arith.addi %[[Q]]
// CHECK: syncflow.rt.launch @loop_plan1
// CHECK: scf.yield %[[R]] : index
// CHECK: syncflow.rt.wait
// CHECK: memref.load %{{.*}}[%[[N]]]
// CHECK-NOT: !syncflow.token
// CHECK: rt.plan @loop_plan1
// CHECK-NEXT: rt.task "a" {{.*}} stream 0 {{.*}} waits [] preds []
// CHECK-NEXT: rt.task "b" {{.*}} stream 1 {{.*}} waits [0, 1] preds [0]
syncflow.topology @m {
  syncflow.memory @ram
  syncflow.device @d0 host reaches [@ram]
  syncflow.device @d1 host reaches [@ram]
}
func.func @loop(%x: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %s0 = syncflow.stream @m::@d0 ordinal 0
  %s1 = syncflow.stream @m::@d1 ordinal 0
  %first = syncflow.task "first" on(%s0) outs(%o = %x : memref<8xf32>) { syncflow.yield }
  %t, %n = scf.for %i = %c0 to %c4 step %c1 iter_args(%p = %first, %q = %c0) -> (!syncflow.token, index) {
    %a = syncflow.task "a" after(%p) on(%s1) outs(%o = %x : memref<8xf32>) { syncflow.yield }
    %j = syncflow.join(%a, %p)
    %b = syncflow.task "b" after(%j) on(%s0) ins(%v = %x : memref<8xf32>) { syncflow.yield }
    %r = arith.addi %q, %i : index
    scf.yield %b, %r : !syncflow.token, index
  }
  syncflow.wait(%t)
  %f = memref.load %x[%n] : memref<8xf32>
  memref.store %f, %x[%c0] : memref<8xf32>
  return
}

// -----

// One loop hands its token to another one; a loop that carries nothing else carries nothing then.
// CHECK-LABEL: func.func @while
// CHECK: syncflow.rt.launch
// CHECK: scf.while : () -> () {
// CHECK: scf.condition(%{{[^:]*}}){{$}}
// CHECK: syncflow.rt.launch
// CHECK: scf.for %{{[^(]*}} step %{{[^(]*}} {
// CHECK: syncflow.rt.launch
// CHECK: syncflow.rt.wait
// CHECK: memref.load
// CHECK-NOT: !syncflow.token
syncflow.topology @m {
  syncflow.memory @ram
  syncflow.device @d0 host reaches [@ram]
  syncflow.device @d1 host reaches [@ram]
}
func.func @while(%x: memref<8xf32>, %k: memref<1xi1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %s0 = syncflow.stream @m::@d0 ordinal 0
  %s1 = syncflow.stream @m::@d1 ordinal 0
  %first = syncflow.task "first" on(%s0) outs(%o = %x : memref<8xf32>) { syncflow.yield }
  %t = scf.while (%p = %first) : (!syncflow.token) -> !syncflow.token {
    %go = memref.load %k[%c0] : memref<1xi1>
    scf.condition(%go) %p : !syncflow.token
  } do {
  ^bb0(%p: !syncflow.token):
    %a = syncflow.task "a" after(%p) on(%s1) outs(%o = %x : memref<8xf32>) { syncflow.yield }
    scf.yield %a : !syncflow.token
  }
  %u = scf.for %i = %c0 to %c4 step %c1 iter_args(%p = %t) -> (!syncflow.token) {
    %b = syncflow.task "b" after(%p) on(%s0) outs(%o = %x : memref<8xf32>) { syncflow.yield }
    scf.yield %b : !syncflow.token
  }
  syncflow.wait(%u)
  %f = memref.load %x[%c0] : memref<8xf32>
  memref.store %f, %x[%c1] : memref<8xf32>
  return
}
