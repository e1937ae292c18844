// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Tasks under one-shot bufferization: results live in the buffers of their outs, ins are never written, nothing is copied that
// need not be.
// RUN: sflow-opt %s --split-input-file --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" --canonicalize --cse --canonicalize | FileCheck %s

// In place.
// CHECK-LABEL: func.func @in_place
// CHECK-SAME: (%[[A:arg0]]: memref<8xf32>, %[[B:arg1]]: memref<8xf32>
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK: %[[T:.*]] = syncflow.task "exp" ins(%[[X:.*]] = %[[A]] : memref<8xf32>) outs(%[[Y:.*]] = %[[B]] : memref<8xf32>) {
// CHECK-NEXT: linalg.exp ins(%[[X]] : memref<8xf32>) outs(%[[Y]] : memref<8xf32>)
// CHECK-NEXT: syncflow.yield
// CHECK-NOT: memref.copy
// CHECK: syncflow.wait(%[[T]])
// CHECK: return %[[B]] : memref<8xf32>
func.func @in_place(%a: tensor<8xf32>, %b: tensor<8xf32> {bufferization.writable = true}) -> tensor<8xf32> {
  %r, %t = syncflow.task "exp" ins(%x = %a : tensor<8xf32>) outs(%y = %b : tensor<8xf32>) {
    %e = linalg.exp ins(%x : tensor<8xf32>) outs(%y : tensor<8xf32>) -> tensor<8xf32>
    syncflow.yield %e : tensor<8xf32>
  }
  syncflow.wait(%t)
  return %r : tensor<8xf32>
}

// -----

// A value that is somewhere else is copied into its destination, inside the task.
// CHECK-LABEL: func.func @elsewhere
// CHECK: syncflow.task "copy" ins(%[[X:.*]] = %{{.*}} : memref<8xf32>) outs(%[[Y:.*]] = %{{.*}} : memref<8xf32>) {
// CHECK-NEXT: memref.copy %[[X]], %[[Y]]
// CHECK-NEXT: syncflow.yield
func.func @elsewhere(%a: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<8xf32> {
  %r, %t = syncflow.task "copy" ins(%x = %a : tensor<8xf32>) outs(%y = %b : tensor<8xf32>) {
    syncflow.yield %x : tensor<8xf32>
  }
  syncflow.wait(%t)
  return %r : tensor<8xf32>
}

// -----

// Two results that change places go through a temporary.
// CHECK-LABEL: func.func @swapped
// CHECK: syncflow.task "swap" outs(%[[X:.*]] = %{{.*}} : memref<8xf32>, %[[Y:.*]] = %{{.*}} : memref<8xf32>) {
// CHECK-NEXT: %[[TMP:.*]] = memref.alloc() {{.*}}: memref<8xf32>
// CHECK-NEXT: memref.copy %[[X]], %[[TMP]]
// CHECK-NEXT: memref.copy %[[Y]], %[[X]]
// CHECK-NEXT: memref.copy %[[TMP]], %[[Y]]
// CHECK: syncflow.yield
func.func @swapped(%a: tensor<8xf32> {bufferization.writable = true}, %b: tensor<8xf32> {bufferization.writable = true}) -> (tensor<8xf32>, tensor<8xf32>) {
  %r:2, %t = syncflow.task "swap" outs(%x = %a : tensor<8xf32>, %y = %b : tensor<8xf32>) {
    syncflow.yield %y, %x : tensor<8xf32>, tensor<8xf32>
  }
  syncflow.wait(%t)
  return %r#0, %r#1 : tensor<8xf32>, tensor<8xf32>
}

// -----

// Three results in a ring: one temporary too many would be a copy too many, one too few would be wrong.
// CHECK-LABEL: func.func @ring
// CHECK: syncflow.task "ring" outs(%[[X:.*]] = %{{.*}} : memref<8xf32>, %[[Y:.*]] = %{{.*}} : memref<8xf32>, %[[Z:.*]] = %{{.*}} : memref<8xf32>) {
// CHECK: %[[TMP:.*]] = memref.alloc()
// CHECK: memref.copy %[[X]], %[[TMP]]
// CHECK: memref.copy %[[Y]], %[[X]]
// CHECK: memref.copy %[[Z]], %[[Y]]
// CHECK: memref.copy %[[TMP]], %[[Z]]
func.func @ring(%a: tensor<8xf32> {bufferization.writable = true}, %b: tensor<8xf32> {bufferization.writable = true},
                %c: tensor<8xf32> {bufferization.writable = true}) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %r:3, %t = syncflow.task "ring" outs(%x = %a : tensor<8xf32>, %y = %b : tensor<8xf32>, %z = %c : tensor<8xf32>) {
    syncflow.yield %y, %z, %x : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
  }
  syncflow.wait(%t)
  return %r#0, %r#1, %r#2 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}

// -----

// What a body does to an in happens to memory of its own: the caller's tensor is read again afterwards.
// CHECK-LABEL: func.func @ins_are_not_written
// CHECK-SAME: (%[[A:arg0]]: memref<8xf32>
// CHECK: syncflow.task "overwrites" ins(%[[X:.*]] = %[[A]] : memref<8xf32>) outs(%[[Y:.*]] =
// CHECK: %[[OWN:.*]] = memref.alloc
// CHECK: linalg.exp ins(%[[X]] : memref<8xf32>) outs(%[[OWN]] : memref<8xf32>)
// CHECK: linalg.add ins(%[[OWN]], %[[X]]
// CHECK: syncflow.yield
func.func @ins_are_not_written(%a: tensor<8xf32>, %b: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %r, %t = syncflow.task "overwrites" ins(%x = %a : tensor<8xf32>) outs(%y = %b : tensor<8xf32>) {
    %e = linalg.exp ins(%x : tensor<8xf32>) outs(%x : tensor<8xf32>) -> tensor<8xf32>
    %s = linalg.add ins(%e, %x : tensor<8xf32>, tensor<8xf32>) outs(%y : tensor<8xf32>) -> tensor<8xf32>
    syncflow.yield %s : tensor<8xf32>
  }
  syncflow.wait(%t)
  return %r, %a : tensor<8xf32>, tensor<8xf32>
}

// -----

// A destination whose old value is read afterwards gets a buffer of its own.
// CHECK-LABEL: func.func @old_value_is_read
// CHECK-SAME: (%[[A:arg0]]: memref<8xf32>
// CHECK: %[[NEW:.*]] = memref.alloc
// CHECK: syncflow.task "first" outs(%{{.*}} = %[[NEW]] : memref<8xf32>)
// CHECK: syncflow.task "second" after(%{{.*}}) ins(%{{.*}} = %[[A]] : memref<8xf32>
func.func @old_value_is_read(%a: tensor<8xf32> {bufferization.writable = true}, %b: tensor<8xf32> {bufferization.writable = true}, %k: f32) -> (tensor<8xf32>, tensor<8xf32>) {
  %r, %t = syncflow.task "first" outs(%y = %a : tensor<8xf32>) {
    %k1 = arith.constant 1.0 : f32
    %e = linalg.fill ins(%k1 : f32) outs(%y : tensor<8xf32>) -> tensor<8xf32>
    syncflow.yield %e : tensor<8xf32>
  }
  %q, %u = syncflow.task "second" after(%t) ins(%x = %a : tensor<8xf32>) outs(%y = %b : tensor<8xf32>) {
    %e = linalg.exp ins(%x : tensor<8xf32>) outs(%y : tensor<8xf32>) -> tensor<8xf32>
    syncflow.yield %e : tensor<8xf32>
  }
  syncflow.wait(%u)
  return %r, %q : tensor<8xf32>, tensor<8xf32>
}

// -----

// Two tasks fill the halves of one destination: views of it, no copy.
// CHECK-LABEL: func.func @slices
// CHECK-SAME: (%[[A:arg0]]: memref<8xf32>, %[[B:arg1]]: memref<8xf32>
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK: %[[LOW:.*]] = memref.subview %[[B]][0] [4] [1]
// CHECK: syncflow.task "low" ins(%{{.*}} = %[[A]] : memref<8xf32>) outs(%{{.*}} = %[[LOW]] : memref<4xf32, strided<[1]>>)
// CHECK-NOT: memref.copy
// CHECK: %[[HIGH:.*]] = memref.subview %[[B]][4] [4] [1]
// CHECK: syncflow.task "high" ins(%{{.*}} = %[[A]] : memref<8xf32>) outs(%{{.*}} = %{{.*}} : memref<4xf32, strided<[1], offset: {{.*}}>>)
// CHECK-NOT: memref.copy
// CHECK: return %[[B]]
func.func @slices(%a: tensor<8xf32>, %b: tensor<8xf32> {bufferization.writable = true}) -> tensor<8xf32> {
  %s0 = tensor.extract_slice %b[0] [4] [1] : tensor<8xf32> to tensor<4xf32>
  %r0, %t0 = syncflow.task "low" ins(%x = %a : tensor<8xf32>) outs(%y = %s0 : tensor<4xf32>) {
    %h = tensor.extract_slice %x[0] [4] [1] : tensor<8xf32> to tensor<4xf32>
    %e = linalg.exp ins(%h : tensor<4xf32>) outs(%y : tensor<4xf32>) -> tensor<4xf32>
    syncflow.yield %e : tensor<4xf32>
  }
  %i0 = tensor.insert_slice %r0 into %b[0] [4] [1] : tensor<4xf32> into tensor<8xf32>
  %s1 = tensor.extract_slice %i0[4] [4] [1] : tensor<8xf32> to tensor<4xf32>
  %r1, %t1 = syncflow.task "high" ins(%x = %a : tensor<8xf32>) outs(%y = %s1 : tensor<4xf32>) {
    %h = tensor.extract_slice %x[4] [4] [1] : tensor<8xf32> to tensor<4xf32>
    %e = linalg.exp ins(%h : tensor<4xf32>) outs(%y : tensor<4xf32>) -> tensor<4xf32>
    syncflow.yield %e : tensor<4xf32>
  }
  %i1 = tensor.insert_slice %r1 into %i0[4] [4] [1] : tensor<4xf32> into tensor<8xf32>
  syncflow.wait(%t0, %t1)
  return %i1 : tensor<8xf32>
}

// -----

// Inside a loop, with tensor and token iteration arguments: in place over all iterations.
// CHECK-LABEL: func.func @loop
// CHECK-SAME: (%[[B:arg0]]: memref<8xf32>
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK: %[[NONE:.*]] = syncflow.join()
// CHECK: %[[L:.*]] = scf.for {{.*}} iter_args(%[[T:.*]] = %[[NONE]]) -> (!syncflow.token) {
// CHECK-NEXT: %[[U:.*]] = syncflow.task "step" after(%[[T]]) outs(%[[Y:.*]] = %[[B]] : memref<8xf32>)
// CHECK-NEXT: linalg.exp ins(%[[Y]] : memref<8xf32>) outs(%[[Y]] : memref<8xf32>)
// CHECK: scf.yield %[[U]] : !syncflow.token
// CHECK: syncflow.wait(%[[L]])
// CHECK: return %[[B]]
func.func @loop(%b: tensor<8xf32> {bufferization.writable = true}, %n: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %none = syncflow.join()
  %l:2 = scf.for %i = %c0 to %n step %c1 iter_args(%v = %b, %t = %none) -> (tensor<8xf32>, !syncflow.token) {
    %r, %u = syncflow.task "step" after(%t) outs(%y = %v : tensor<8xf32>) {
      %e = linalg.exp ins(%y : tensor<8xf32>) outs(%y : tensor<8xf32>) -> tensor<8xf32>
      syncflow.yield %e : tensor<8xf32>
    }
    scf.yield %r, %u : tensor<8xf32>, !syncflow.token
  }
  syncflow.wait(%l#1)
  return %l#0 : tensor<8xf32>
}

// -----

// Collectives are in destination style too.
// CHECK-LABEL: func.func @collective
// CHECK-SAME: (%[[A:arg0]]: memref<4xf32>, %[[B:arg1]]: memref<4xf32>
// CHECK-NOT: memref.copy
// CHECK: %[[T:.*]] = syncflow.all_reduce sum @g ins(%[[A]] : memref<4xf32>) outs(%[[B]] : memref<4xf32>)
// CHECK: %[[U:.*]] = syncflow.send to 1 @g after(%[[T]]) ins(%[[B]] : memref<4xf32>)
// CHECK: return %[[B]]
syncflow.group @g grid [2] axes [0]
func.func @collective(%a: tensor<4xf32>, %b: tensor<4xf32> {bufferization.writable = true}) -> tensor<4xf32> {
  %r, %t = syncflow.all_reduce sum @g ins(%a : tensor<4xf32>) outs(%b : tensor<4xf32>) -> tensor<4xf32>
  %u = syncflow.send to 1 @g after(%t) ins(%r : tensor<4xf32>)
  syncflow.wait(%u)
  return %r : tensor<4xf32>
}

// -----

// A value that is yielded is the value, also where its old place was written in between.
// CHECK-LABEL: func.func @old_value_is_yielded
// CHECK: syncflow.task "old" outs(%[[X:.*]] = %{{.*}} : memref<8xf32>, %[[Y:.*]] = %{{.*}} : memref<8xf32>) {
// CHECK: %[[NEW:.*]] = memref.alloc() {{.*}}: memref<8xf32>
// CHECK: linalg.exp ins(%[[X]] : memref<8xf32>) outs(%[[NEW]] : memref<8xf32>)
// CHECK: memref.copy %[[X]], %[[OLD:.*]] :
// CHECK: memref.copy %[[NEW]], %[[X]]
// CHECK: memref.copy %[[OLD]], %[[Y]]
// CHECK: syncflow.yield
func.func @old_value_is_yielded(%a: tensor<8xf32> {bufferization.writable = true}, %b: tensor<8xf32> {bufferization.writable = true}) -> (tensor<8xf32>, tensor<8xf32>) {
  %r:2, %t = syncflow.task "old" outs(%x = %a : tensor<8xf32>, %y = %b : tensor<8xf32>) {
    %e = linalg.exp ins(%x : tensor<8xf32>) outs(%x : tensor<8xf32>) -> tensor<8xf32>
    syncflow.yield %e, %x : tensor<8xf32>, tensor<8xf32>
  }
  syncflow.wait(%t)
  return %r#0, %r#1 : tensor<8xf32>, tensor<8xf32>
}

// -----

// A parameter is read-only memory by name; a task that would overwrite it gets a copy.
// CHECK-LABEL: func.func @parameter
// CHECK: %[[W:.*]] = memref.get_global @w : memref<8xf32>
// CHECK: syncflow.task "reads" ins(%{{.*}} = %[[W]] : memref<8xf32>)
// CHECK: %[[OWN:.*]] = memref.alloc() {{.*}}: memref<8xf32>
// CHECK: memref.copy %[[W]], %[[OWN]]
// CHECK: syncflow.task "overwrites" after(%{{.*}}) outs(%{{.*}} = %[[OWN]] : memref<8xf32>)
memref.global "private" @w : memref<8xf32> = uninitialized
func.func @parameter(%b: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %m = memref.get_global @w : memref<8xf32>
  %w = bufferization.to_tensor %m restrict : memref<8xf32> to tensor<8xf32>
  %r, %t = syncflow.task "reads" ins(%x = %w : tensor<8xf32>) outs(%y = %b : tensor<8xf32>) {
    %e = linalg.exp ins(%x : tensor<8xf32>) outs(%y : tensor<8xf32>) -> tensor<8xf32>
    syncflow.yield %e : tensor<8xf32>
  }
  %q, %u = syncflow.task "overwrites" after(%t) outs(%y = %w : tensor<8xf32>) {
    %e = linalg.exp ins(%y : tensor<8xf32>) outs(%y : tensor<8xf32>) -> tensor<8xf32>
    syncflow.yield %e : tensor<8xf32>
  }
  syncflow.wait(%u)
  return %r, %q : tensor<8xf32>, tensor<8xf32>
}
