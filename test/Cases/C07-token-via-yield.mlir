// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Case C07: a token that leaves a region by yield stands for the work. Sources:
// https://github.com/llvm/llvm-project/issues/170833 and https://github.com/llvm/llvm-project/pull/190717
// Every way that a token takes is kept by the passes, and accepted by the checker before and after them.
// RUN: sflow-opt %s --syncflow-verify --syncflow-reduce-syncs --syncflow-elide-waits --canonicalize --cse --syncflow-verify | FileCheck %s

// CHECK-LABEL: func.func @region
// CHECK: %[[R:.*]] = scf.execute_region
// CHECK: %[[K:.*]] = syncflow.task "X"
// CHECK: scf.yield %[[K]]
// CHECK: syncflow.wait(%[[R]])
// CHECK: memref.load
func.func @region(%b: memref<8xf32>, %n: index) -> f32 {
  %s = syncflow.stream @m::@d ordinal 0
  %r = scf.execute_region -> !syncflow.token no_inline {
    %k = syncflow.task "X" on(%s) outs(%o = %b : memref<8xf32>) {
      syncflow.yield
    }
    scf.yield %k : !syncflow.token
  }
  syncflow.wait(%r)
  %v = memref.load %b[%n] : memref<8xf32>
  return %v : f32
}

// CHECK-LABEL: func.func @iteration_argument
// CHECK: %[[R:.*]] = scf.for
// CHECK-SAME: iter_args(%[[T:.*]] = %{{.*}})
// CHECK: syncflow.task "X" after(%[[T]])
// CHECK: syncflow.wait(%[[R]])
// CHECK: memref.load
func.func @iteration_argument(%b: memref<8xf32>, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %none = syncflow.join()
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %none) -> (!syncflow.token) {
    %k = syncflow.task "X" after(%t) outs(%o = %b : memref<8xf32>) {
      syncflow.yield
    }
    scf.yield %k : !syncflow.token
  }
  syncflow.wait(%r)
  %v = memref.load %b[%c0] : memref<8xf32>
  return %v : f32
}

// CHECK-LABEL: func.func @branch
// CHECK: %[[R:.*]] = scf.if
// CHECK: syncflow.wait(%[[R]])
// CHECK: memref.load
func.func @branch(%b: memref<8xf32>, %p: i1, %n: index) -> f32 {
  %none = syncflow.join()
  %r = scf.if %p -> (!syncflow.token) {
    %k = syncflow.task "X" outs(%o = %b : memref<8xf32>) {
      syncflow.yield
    }
    scf.yield %k : !syncflow.token
  } else {
    scf.yield %none : !syncflow.token
  }
  syncflow.wait(%r)
  %v = memref.load %b[%n] : memref<8xf32>
  return %v : f32
}

// A token of unknown origin is not known to be done: no wait for it goes, and none goes because of it.
// CHECK-LABEL: func.func @unknown
// CHECK: %[[T:.*]] = call @producer
// CHECK: syncflow.wait(%[[T]])
// CHECK: %[[X:.*]] = syncflow.task "X" after(%arg1)
// CHECK: %[[Y:.*]] = syncflow.task "Y" after({{.*}}%[[X]]
// CHECK: syncflow.wait({{.*}}%[[Y]]
func.func private @producer() -> !syncflow.token
func.func @unknown(%b: memref<8xf32>, %t: !syncflow.token) {
  %s = syncflow.stream @m::@d ordinal 0
  %q = syncflow.stream @m::@d ordinal 1
  syncflow.wait(%t)
  %u = call @producer() : () -> !syncflow.token
  syncflow.wait(%u)
  %x = syncflow.task "X" after(%t) on(%s) outs(%o = %b : memref<8xf32>) {
    syncflow.yield
  }
  %y = syncflow.task "Y" after(%t, %x) on(%q) outs(%o = %b : memref<8xf32>) {
    syncflow.yield
  }
  syncflow.wait(%t, %y)
  return
}

// The twin: nobody uses the yielded token, and nobody reads the buffer before a later wait.
// CHECK-LABEL: func.func @twin
// CHECK: syncflow.task "X"
// CHECK: %[[L:.*]] = syncflow.task "last"
// CHECK: syncflow.wait(%[[L]])
func.func @twin(%b: memref<8xf32>, %c: memref<8xf32>) {
  %s = syncflow.stream @m::@d ordinal 0
  %r = scf.execute_region -> !syncflow.token no_inline {
    %k = syncflow.task "X" on(%s) outs(%o = %b : memref<8xf32>) {
      syncflow.yield
    }
    scf.yield %k : !syncflow.token
  }
  %l = syncflow.task "last" on(%s) outs(%o = %c : memref<8xf32>) {
    syncflow.yield
  }
  syncflow.wait(%l)
  return
}
