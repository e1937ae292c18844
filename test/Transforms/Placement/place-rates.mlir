// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// What a device can do decides who gets the work: the same program on a slow and a fast one, the other way round, and on equals.
// RUN: sflow-opt %s --syncflow-place | FileCheck %s --check-prefixes=CHECK,SECOND
// RUN: sed 's/gflops = 10.0/gflops = 1000.0/' %s | sflow-opt --syncflow-place | FileCheck %s --check-prefixes=CHECK,FIRST
// RUN: sed 's/gflops = 10.0/gflops = 100.0/' %s | sflow-opt --syncflow-place | FileCheck %s --check-prefixes=CHECK,EQUAL
syncflow.topology @m {
  syncflow.memory @ram
  syncflow.device @d0 host reaches [@ram] {gflops = 10.0 : f64}
  syncflow.device @d1 host reaches [@ram] {gflops = 100.0 : f64}
}

// Nothing else is there: the faster one, whichever stands first.
// CHECK-LABEL: func.func @one
// SECOND: "heavy" {{.*}}syncflow.device = @m::@d1
// FIRST: "heavy" {{.*}}syncflow.device = @m::@d0
// EQUAL: "heavy" {{.*}}syncflow.device = @m::@d0
func.func @one(%x: memref<8xf32>) {
  syncflow.task "heavy" outs(%o = %x : memref<8xf32>) attributes {syncflow.flops = 1.0e6 : f64} { syncflow.yield }
  return
}

// Three of 10 us one after the other are done before one of 100 us: all go to the fast device although the slow one is free.
// Equals share.
// CHECK-LABEL: func.func @three
// SECOND-COUNT-3: syncflow.device = @m::@d1
// FIRST-COUNT-3: syncflow.device = @m::@d0
// EQUAL: "a" {{.*}}syncflow.device = @m::@d0
// EQUAL: "b" {{.*}}syncflow.device = @m::@d1
func.func @three(%x: memref<8xf32>, %y: memref<8xf32>, %z: memref<8xf32>) {
  syncflow.task "a" outs(%o = %x : memref<8xf32>) attributes {syncflow.flops = 1.0e6 : f64} { syncflow.yield }
  syncflow.task "b" outs(%o = %y : memref<8xf32>) attributes {syncflow.flops = 1.0e6 : f64} { syncflow.yield }
  syncflow.task "c" outs(%o = %z : memref<8xf32>) attributes {syncflow.flops = 1.0e6 : f64} { syncflow.yield }
  return
}

// Small work beside it is done sooner on the slow one.
// CHECK-LABEL: func.func @mixed
// SECOND: "heavy" {{.*}}syncflow.device = @m::@d1
// SECOND: "light" {{.*}}syncflow.device = @m::@d0
// FIRST: "heavy" {{.*}}syncflow.device = @m::@d0
// FIRST: "light" {{.*}}syncflow.device = @m::@d1
// EQUAL: "heavy" {{.*}}syncflow.device = @m::@d0
// EQUAL: "light" {{.*}}syncflow.device = @m::@d1
func.func @mixed(%x: memref<8xf32>, %y: memref<8xf32>) {
  syncflow.task "heavy" outs(%o = %x : memref<8xf32>) attributes {syncflow.flops = 1.0e7 : f64} { syncflow.yield }
  syncflow.task "light" outs(%o = %y : memref<8xf32>) attributes {syncflow.flops = 1.0e5 : f64} { syncflow.yield }
  return
}
