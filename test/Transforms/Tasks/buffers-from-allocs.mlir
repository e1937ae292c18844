// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// RUN: sflow-opt %s --syncflow-buffers-from-allocs --split-input-file | FileCheck %s

// Allocations between tasks are buffers, copies and structured ops there are tasks; nothing frees a buffer.
// CHECK-LABEL: func.func @between
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<8xf32>, %[[Y:[a-z0-9]+]]: memref<8xf32>
// CHECK-NEXT: %[[A:.*]] = syncflow.buffer() : memref<8xf32>
// CHECK-NEXT: syncflow.task "copy" ins(%[[I:.*]] = %[[X]] : memref<8xf32>) outs(%[[O:.*]] = %[[A]] : memref<8xf32>) {
// CHECK-NEXT: memref.copy %[[I]], %[[O]]
// CHECK-NEXT: syncflow.yield
// CHECK: syncflow.task "copy" ins(%[[I:.*]] = %[[A]] : memref<8xf32>) outs(%[[O:.*]] = %[[Y]] : memref<8xf32>) {
// CHECK-NEXT: linalg.exp ins(%[[I]] : memref<8xf32>) outs(%[[O]] :
// CHECK-NOT: memref.dealloc
func.func @between(%x: memref<8xf32>, %y: memref<8xf32>) {
  %a = memref.alloc() : memref<8xf32>
  memref.copy %x, %a : memref<8xf32> to memref<8xf32>
  linalg.exp ins(%a : memref<8xf32>) outs(%y : memref<8xf32>)
  memref.dealloc %a : memref<8xf32>
  return
}

// -----

// What is read and written is among the outs only.
// CHECK-LABEL: func.func @in_place
// CHECK: syncflow.task "copy" ins(%{{.*}} = %arg1 : memref<8xf32>) outs(%[[O:.*]] = %arg0 : memref<8xf32>)
// CHECK-NEXT: linalg.add ins(%[[O]], %{{.*}} : {{.*}}) outs(%[[O]] :
func.func @in_place(%x: memref<8xf32>, %y: memref<8xf32>) {
  linalg.add ins(%x, %y : memref<8xf32>, memref<8xf32>) outs(%x : memref<8xf32>)
  return
}

// -----

// Allocations inside a task: one block among its outs. The first and the last of three are never needed at the same time.
// CHECK-LABEL: func.func @inside
// CHECK: %[[SCRATCH:.*]] = syncflow.buffer() : memref<128xi8>
// CHECK: syncflow.task "t" ins(%{{.*}} = %arg0 : memref<8xf32>) outs(%{{.*}} = %arg1 : memref<8xf32>, %[[S:.*]] = %[[SCRATCH]] : memref<128xi8>) {
// CHECK-NOT: memref.alloc
// CHECK: %[[C0:.*]] = arith.constant 0 : index
// CHECK: %[[A:.*]] = memref.view %[[S]][%[[C0]]][] : memref<128xi8> to memref<8xf32>
// CHECK: %[[C64:.*]] = arith.constant 64 : index
// CHECK: %[[B:.*]] = memref.view %[[S]][%[[C64]]][] : memref<128xi8> to memref<16xf32>
// CHECK: %[[AGAIN:.*]] = arith.constant 0 : index
// CHECK: memref.view %[[S]][%[[AGAIN]]][] : memref<128xi8> to memref<8xf32>
// CHECK-NOT: syncflow.buffer
func.func @inside(%x: memref<8xf32>, %y: memref<8xf32>) {
  syncflow.task "t" ins(%i = %x : memref<8xf32>) outs(%o = %y : memref<8xf32>) {
    %a = memref.alloc() : memref<8xf32>
    linalg.exp ins(%i : memref<8xf32>) outs(%a : memref<8xf32>)
    %b = memref.alloc() : memref<16xf32>
    %s = memref.subview %b[0] [8] [1] : memref<16xf32> to memref<8xf32, strided<[1]>>
    linalg.exp ins(%a : memref<8xf32>) outs(%s : memref<8xf32, strided<[1]>>)
    %c = memref.alloc() : memref<8xf32>
    linalg.exp ins(%s : memref<8xf32, strided<[1]>>) outs(%c : memref<8xf32>)
    linalg.exp ins(%c : memref<8xf32>) outs(%o : memref<8xf32>)
    syncflow.yield
  }
  return
}

// -----

// Read once more at the end, through a view, the first one keeps its place.
// CHECK-LABEL: func.func @kept
// CHECK: syncflow.buffer() : memref<192xi8>
// CHECK: arith.constant 128 : index
func.func @kept(%x: memref<8xf32>, %y: memref<8xf32>) {
  syncflow.task "t" ins(%i = %x : memref<8xf32>) outs(%o = %y : memref<8xf32>) {
    %a = memref.alloc() : memref<8xf32>
    %view = memref.cast %a : memref<8xf32> to memref<8xf32, strided<[1]>>
    linalg.exp ins(%i : memref<8xf32>) outs(%a : memref<8xf32>)
    %b = memref.alloc() : memref<8xf32>
    linalg.exp ins(%a : memref<8xf32>) outs(%b : memref<8xf32>)
    %c = memref.alloc() : memref<8xf32>
    linalg.exp ins(%b : memref<8xf32>) outs(%c : memref<8xf32>)
    linalg.add ins(%c, %view : memref<8xf32>, memref<8xf32, strided<[1]>>) outs(%o : memref<8xf32>)
    syncflow.yield
  }
  return
}

// -----

// A size that the task gets from its operands is known before it.
// CHECK-LABEL: func.func @dynamic
// CHECK: %[[N:.*]] = memref.dim %arg0
// CHECK: %[[B:.*]] = syncflow.buffer(%[[N]]) : memref<?xf32>
// CHECK: syncflow.task "t" ins(%{{.*}} = %arg0 : memref<?xf32>) outs(%{{.*}} = %arg1 : memref<?xf32>, %{{.*}} = %[[B]] : memref<?xf32>)
// CHECK-NOT: memref.alloc
func.func @dynamic(%x: memref<?xf32>, %y: memref<?xf32>) {
  syncflow.task "t" ins(%i = %x : memref<?xf32>) outs(%o = %y : memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %n = memref.dim %i, %c0 : memref<?xf32>
    %a = memref.alloc(%n) : memref<?xf32>
    linalg.exp ins(%i : memref<?xf32>) outs(%a : memref<?xf32>)
    linalg.exp ins(%a : memref<?xf32>) outs(%o : memref<?xf32>)
    syncflow.yield
  }
  return
}

// -----

// A buffer that is a result, or a reshape of it is, is the output itself. What is a result already, an argument or a part of a
// buffer is copied.
// CHECK-LABEL: func.func @results
// CHECK-SAME: %[[X:[a-z0-9]+]]: memref<8xf32>, %[[N:[a-z0-9]+]]: index)
// CHECK-SAME: syncflow.results = [memref<2x4xf32>, memref<8xf32>, memref<8xf32>, memref<8xf32>, memref<?xf32>, memref<4xf32>]
// CHECK: %[[OUT0:.*]] = syncflow.rt.output 0() : memref<2x4xf32>
// CHECK: %[[A:.*]] = memref.reinterpret_cast %[[OUT0]] to offset: [0], sizes: [8], strides: [1]
// CHECK: %[[OUT1:.*]] = syncflow.rt.output 1() : memref<8xf32>
// CHECK: %[[C:.*]] = syncflow.buffer() : memref<8xf32>
// CHECK: %[[OUT4:.*]] = syncflow.rt.output 4(%[[N]]) : memref<?xf32>
// CHECK: syncflow.task "t" {{.*}} outs(%{{.*}} = %[[A]] : memref<8xf32>, %{{.*}} = %[[OUT1]] : memref<8xf32>, %{{.*}} = %[[C]] : memref<8xf32>, %{{.*}} = %[[OUT4]] : memref<?xf32>)
// CHECK: %[[PART:.*]] = memref.subview %[[C]]
// CHECK: %[[OUT2:.*]] = syncflow.rt.output 2() : memref<8xf32>
// CHECK: syncflow.task "copy" ins(%{{.*}} = %[[OUT1]] : memref<8xf32>) outs(%{{.*}} = %[[OUT2]] : memref<8xf32>)
// CHECK: %[[OUT3:.*]] = syncflow.rt.output 3() : memref<8xf32>
// CHECK: syncflow.task "copy" ins(%{{.*}} = %[[X]] : memref<8xf32>) outs(%{{.*}} = %[[OUT3]] : memref<8xf32>)
// CHECK: %[[OUT5:.*]] = syncflow.rt.output 5() : memref<4xf32>
// CHECK: syncflow.task "copy" ins(%{{.*}} = %[[PART]] : memref<4xf32, strided<[1], offset: 4>>) outs(%{{.*}} = %[[OUT5]] : memref<4xf32>)
// CHECK: return{{$}}
func.func @results(%x: memref<8xf32>, %n: index) -> (memref<2x4xf32>, memref<8xf32>, memref<8xf32>, memref<8xf32>, memref<?xf32>, memref<4xf32, strided<[1], offset: 4>>) {
  %a = memref.alloc() : memref<8xf32>
  %b = memref.alloc() : memref<8xf32>
  %c = memref.alloc() : memref<8xf32>
  %d = memref.alloc(%n) : memref<?xf32>
  syncflow.task "t" ins(%i = %x : memref<8xf32>) outs(%o = %a : memref<8xf32>, %p = %b : memref<8xf32>, %q = %c : memref<8xf32>, %r = %d : memref<?xf32>) {
    linalg.exp ins(%i : memref<8xf32>) outs(%o : memref<8xf32>)
    linalg.exp ins(%i : memref<8xf32>) outs(%p : memref<8xf32>)
    linalg.exp ins(%i : memref<8xf32>) outs(%q : memref<8xf32>)
    syncflow.yield
  }
  %shape = memref.expand_shape %a [[0, 1]] output_shape [2, 4] : memref<8xf32> into memref<2x4xf32>
  %part = memref.subview %c[4] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 4>>
  return %shape, %b, %b, %x, %d, %part : memref<2x4xf32>, memref<8xf32>, memref<8xf32>, memref<8xf32>, memref<?xf32>, memref<4xf32, strided<[1], offset: 4>>
}

// -----

// Memory that a loop carries is one buffer, filled at the end of the body; a loop that works in it needs no copy.
// CHECK-LABEL: func.func @carried
// CHECK: %[[A:.*]] = syncflow.buffer() : memref<8xf32>
// CHECK: scf.for {{.*}} iter_args(%[[S:.*]] = %[[A]])
// CHECK: %[[B:.*]] = syncflow.buffer() : memref<8xf32>
// CHECK: syncflow.task "step" ins(%{{.*}} = %[[S]] : memref<8xf32>) outs(%{{.*}} = %[[B]] : memref<8xf32>)
// CHECK: syncflow.task "copy" ins(%{{.*}} = %[[B]] : memref<8xf32>) outs(%{{.*}} = %[[S]] : memref<8xf32>)
// CHECK: scf.yield %[[S]]
// CHECK-LABEL: func.func @in_carried
// CHECK: syncflow.task "step"
// CHECK-NOT: syncflow.task
// CHECK: return
func.func @carried(%x: memref<8xf32>, %y: memref<8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<8xf32>
  syncflow.task "start" ins(%i = %x : memref<8xf32>) outs(%o = %a : memref<8xf32>) { syncflow.yield }
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%s = %a) -> (memref<8xf32>) {
    %b = memref.alloc() : memref<8xf32>
    syncflow.task "step" ins(%i = %s : memref<8xf32>) outs(%o = %b : memref<8xf32>) { syncflow.yield }
    scf.yield %b : memref<8xf32>
  }
  syncflow.task "end" ins(%i = %r : memref<8xf32>) outs(%o = %y : memref<8xf32>) { syncflow.yield }
  return
}
func.func @in_carried(%x: memref<8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<8xf32>
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%s = %a) -> (memref<8xf32>) {
    syncflow.task "step" outs(%o = %s : memref<8xf32>) { syncflow.yield }
    scf.yield %s : memref<8xf32>
  }
  return
}

// -----

// A loop that starts from somebody else's memory starts from a copy; two values that change places do so over a third place.
// CHECK-LABEL: func.func @swapped
// CHECK: %[[A:.*]] = syncflow.buffer() : memref<8xf32>
// CHECK: syncflow.task "copy" ins(%{{.*}} = %arg0 : memref<8xf32>) outs(%{{.*}} = %[[A]] : memref<8xf32>)
// CHECK: %[[B:.*]] = syncflow.buffer() : memref<8xf32>
// CHECK: syncflow.task "copy" ins(%{{.*}} = %arg1 : memref<8xf32>) outs(%{{.*}} = %[[B]] : memref<8xf32>)
// CHECK: scf.for {{.*}} iter_args(%[[S:.*]] = %[[A]], %[[T:.*]] = %[[B]])
// CHECK: %[[OLDT:.*]] = syncflow.buffer() : memref<8xf32>
// CHECK: syncflow.task "copy" ins(%{{.*}} = %[[T]] : memref<8xf32>) outs(%{{.*}} = %[[OLDT]] : memref<8xf32>)
// CHECK: %[[OLDS:.*]] = syncflow.buffer() : memref<8xf32>
// CHECK: syncflow.task "copy" ins(%{{.*}} = %[[S]] : memref<8xf32>) outs(%{{.*}} = %[[OLDS]] : memref<8xf32>)
// CHECK: syncflow.task "copy" ins(%{{.*}} = %[[OLDT]] : memref<8xf32>) outs(%{{.*}} = %[[S]] : memref<8xf32>)
// CHECK: syncflow.task "copy" ins(%{{.*}} = %[[OLDS]] : memref<8xf32>) outs(%{{.*}} = %[[T]] : memref<8xf32>)
// CHECK: scf.yield %[[S]], %[[T]]
func.func @swapped(%x: memref<8xf32>, %y: memref<8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %k = %c0 to %n step %c1 iter_args(%s = %x, %t = %y) -> (memref<8xf32>, memref<8xf32>) {
    scf.yield %t, %s : memref<8xf32>, memref<8xf32>
  }
  return
}

// -----

// What a branch yields lives on.
// CHECK-LABEL: func.func @yielded
// CHECK: syncflow.buffer() : memref<192xi8>
// CHECK: scf.if
// CHECK: %[[PLACE:.*]] = arith.constant 128 : index
// CHECK-NEXT: memref.view %{{.*}}[%[[PLACE]]][]
func.func @yielded(%x: memref<8xf32>, %y: memref<8xf32>, %go: i1) {
  syncflow.task "t" ins(%i = %x : memref<8xf32>, %g = %go : i1) outs(%o = %y : memref<8xf32>) {
    %a = memref.alloc() : memref<8xf32>
    %b = memref.alloc() : memref<8xf32>
    linalg.exp ins(%i : memref<8xf32>) outs(%a : memref<8xf32>)
    linalg.negf ins(%i : memref<8xf32>) outs(%b : memref<8xf32>)
    %r = scf.if %g -> memref<8xf32> {
      scf.yield %a : memref<8xf32>
    } else {
      scf.yield %b : memref<8xf32>
    }
    %c = memref.alloc() : memref<8xf32>
    linalg.exp ins(%i : memref<8xf32>) outs(%c : memref<8xf32>)
    linalg.add ins(%r, %c : memref<8xf32>, memref<8xf32>) outs(%o : memref<8xf32>)
    syncflow.yield
  }
  return
}
