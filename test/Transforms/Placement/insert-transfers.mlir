// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Two devices, none of which reaches the other's memory; arguments lie in the first one's.
// RUN: sflow-opt %s --syncflow-insert-transfers | FileCheck %s
// The placed guard and the checker accept what comes out of it, and what went in not.
// RUN: sflow-opt %s --syncflow-insert-transfers --syncflow-assign-streams --syncflow-plan-arena --syncflow-guard=phase=placed --syncflow-verify -o %t.mlir
// RUN: not sflow-opt %s --syncflow-assign-streams --syncflow-plan-arena --syncflow-guard=phase=placed 2>&1 | FileCheck %s --check-prefix=GUARD
// GUARD: error: {{.*}} runs on @far, which does not reach the memory of argument 0
// Each transfer that fills a copy is needed: of an order without data, the checker says that nobody wrote what is read.
// RUN: sed -E 's/syncflow.transfer (after\(([^)]*)\) )?on.* to %view.*/syncflow.join(\2)/' %t.mlir | not sflow-opt --syncflow-verify 2>&1 | FileCheck %s --check-prefix=UNFILLED
// With one memory nothing happens.
// RUN: sed 's/reaches \[@ram1\]/reaches [@ram0]/' %s | sflow-opt --syncflow-insert-transfers | FileCheck %s --check-prefix=SHARED
// SHARED-NOT: syncflow.transfer

syncflow.topology @m {
  syncflow.memory @ram0
  syncflow.memory @ram1
  syncflow.device @near host reaches [@ram0] {cores = 2 : i64}
  syncflow.device @far host reaches [@ram1] {cores = 2 : i64}
}

// A reader out there reads a copy, which is filled behind what it waits for, on the communication lane. The reader here reads
// the memory itself.
// CHECK-LABEL: func.func @read
// CHECK: %[[W:.*]] = syncflow.task "write"
// CHECK: %[[COPY:.*]] = syncflow.buffer() : memref<8xf32>
// CHECK-NEXT: %[[FILLED:.*]] = syncflow.transfer after(%[[W]]) from %arg0 : memref<8xf32> to %[[COPY]] : memref<8xf32> {syncflow.device = @m::@far, syncflow.lane = 2 : i64}
// CHECK-NEXT: %[[F:.*]] = syncflow.task "far" after(%[[W]], %[[FILLED]]) ins(%{{.*}} = %[[COPY]] :
// CHECK: %[[N:.*]] = syncflow.task "near" after(%[[W]]) ins(%{{.*}} = %arg0 :
// CHECK-NOT: syncflow.transfer
// CHECK: syncflow.wait(%[[F]], %[[N]])
// UNFILLED: error: task "far" reads bytes 0..32 of %{{.*}}, which nothing wrote before
func.func @read(%x: memref<8xf32>) {
  %w = syncflow.task "write" outs(%o = %x : memref<8xf32>) attributes {syncflow.device = @m::@near, syncflow.lane = 0 : i64} { syncflow.yield }
  %f = syncflow.task "far" after(%w) ins(%i = %x : memref<8xf32>) attributes {syncflow.device = @m::@far, syncflow.lane = 0 : i64} { syncflow.yield }
  %n = syncflow.task "near" after(%w) ins(%i = %x : memref<8xf32>) attributes {syncflow.device = @m::@near, syncflow.lane = 1 : i64} { syncflow.yield }
  syncflow.wait(%f, %n)
  return
}

// What is written goes back, and who waited for the writer waits for that. A body may leave parts of its memory as they are, so the
// copy is filled first.
// CHECK-LABEL: func.func @write
// CHECK: %[[COPY:.*]] = syncflow.buffer() : memref<8xf32>
// CHECK-NEXT: %[[FILLED:.*]] = syncflow.transfer from %arg0 : memref<8xf32> to %[[COPY]] :
// CHECK-NEXT: %[[F:.*]] = syncflow.task "far" after(%[[FILLED]]) outs(%{{.*}} = %[[COPY]] :
// CHECK: %[[BACK:.*]] = syncflow.transfer after(%[[F]]) from %[[COPY]] : memref<8xf32> to %arg0 : memref<8xf32> {syncflow.device = @m::@far, syncflow.lane = 2 : i64}
// CHECK-NEXT: syncflow.task "near" after(%[[BACK]]) ins(%{{.*}} = %arg0 :
func.func @write(%x: memref<8xf32>) {
  %f = syncflow.task "far" outs(%o = %x : memref<8xf32>) attributes {syncflow.device = @m::@far, syncflow.lane = 0 : i64} { syncflow.yield }
  %n = syncflow.task "near" after(%f) ins(%i = %x : memref<8xf32>) attributes {syncflow.device = @m::@near, syncflow.lane = 0 : i64} { syncflow.yield }
  syncflow.wait(%n)
  return
}

// Two results go back one by one; who waited waits for both.
// CHECK-LABEL: func.func @two_results
// CHECK: %[[F:.*]] = syncflow.task "far"
// CHECK: %[[X:.*]] = syncflow.transfer after(%[[F]]) from %{{.*}} to %arg0
// CHECK-NEXT: %[[Y:.*]] = syncflow.transfer after(%[[F]]) from %{{.*}} to %arg1
// CHECK-NEXT: %[[J:.*]] = syncflow.join(%[[X]], %[[Y]])
// CHECK-NEXT: syncflow.wait(%[[J]])
func.func @two_results(%x: memref<8xf32>, %y: memref<8xf32>) {
  %f = syncflow.task "far" outs(%o = %x : memref<8xf32>, %p = %y : memref<8xf32>) attributes {syncflow.device = @m::@far, syncflow.lane = 0 : i64} { syncflow.yield }
  syncflow.wait(%f)
  return
}

// No fill for what the body replaces before it looks at it, through a reshape or not; one for what it adds to, or replaces later.
// CHECK-LABEL: func.func @replaced
// CHECK-NOT: to %{{.*}} : memref<8xf32> {
// CHECK: %[[FILLED:.*]] = syncflow.transfer from %arg2 : memref<8xf32> to
// CHECK: %[[LATER:.*]] = syncflow.transfer from %arg3 : memref<8xf32> to
// CHECK: syncflow.task "far" after(%[[FILLED]], %[[LATER]]) outs
// CHECK-COUNT-4: syncflow.transfer after
func.func @replaced(%w: memref<8xf32>, %x: memref<8xf32>, %y: memref<8xf32>, %z: memref<8xf32>) {
  %f = syncflow.task "far" outs(%a = %w : memref<8xf32>, %b = %x : memref<8xf32>, %c = %y : memref<8xf32>, %d = %z : memref<8xf32>)
      attributes {syncflow.device = @m::@far, syncflow.lane = 0 : i64} {
    %zero = arith.constant 0.0 : f32
    %b2 = memref.expand_shape %b [[0, 1]] output_shape [2, 4] : memref<8xf32> into memref<2x4xf32>
    linalg.fill ins(%zero : f32) outs(%a : memref<8xf32>)
    linalg.fill ins(%zero : f32) outs(%b2 : memref<2x4xf32>)
    linalg.add ins(%a, %c : memref<8xf32>, memref<8xf32>) outs(%c : memref<8xf32>)
    %half = memref.subview %d[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>
    linalg.fill ins(%zero : f32) outs(%half : memref<4xf32, strided<[1]>>)
    linalg.fill ins(%zero : f32) outs(%d : memref<8xf32>)
    syncflow.yield
  }
  syncflow.wait(%f)
  return
}

// One copy serves the work on one device until somebody else changes its original; a writer out there leaves it right.
// CHECK-LABEL: func.func @reuse
// CHECK: %[[FILLED:.*]] = syncflow.transfer from %arg0 : memref<8xf32> to %[[COPY:.*]] : memref<8xf32> {
// CHECK: %[[F0:.*]] = syncflow.task "far 0" after(%[[FILLED]]) ins(%{{.*}} = %[[COPY]] :
// CHECK-NOT: syncflow.transfer
// CHECK: %[[F1:.*]] = syncflow.task "far 1" after(%[[FILLED]]) ins(%{{.*}} = %[[COPY]] :
// CHECK-NOT: syncflow.transfer
// CHECK: %[[F2:.*]] = syncflow.task "far 2" {{.*}} outs(%{{.*}} = %[[COPY]] :
// CHECK: %[[BACK:.*]] = syncflow.transfer after(%[[F2]]) from %[[COPY]] : memref<8xf32> to %arg0
// CHECK-NOT: syncflow.transfer
// CHECK: syncflow.task "far 3" after(%[[BACK]], %[[F2]]) ins(%{{.*}} = %[[COPY]] :
// CHECK-NOT: syncflow.transfer
// CHECK: %[[N:.*]] = syncflow.task "near" {{.*}} outs(%{{.*}} = %arg0 :
// CHECK: %[[AGAIN:.*]] = syncflow.transfer after(%[[N]]) from %arg0 : memref<8xf32> to %[[NEW:.*]] : memref<8xf32> {
// CHECK: syncflow.task "far 4" after(%[[N]], %[[AGAIN]]) ins(%{{.*}} = %[[NEW]] :
func.func @reuse(%x: memref<8xf32>) {
  %f0 = syncflow.task "far 0" ins(%i = %x : memref<8xf32>) attributes {syncflow.device = @m::@far, syncflow.lane = 0 : i64} { syncflow.yield }
  %f1 = syncflow.task "far 1" ins(%i = %x : memref<8xf32>) attributes {syncflow.device = @m::@far, syncflow.lane = 1 : i64} { syncflow.yield }
  %f2 = syncflow.task "far 2" after(%f0, %f1) outs(%o = %x : memref<8xf32>) attributes {syncflow.device = @m::@far, syncflow.lane = 0 : i64} { syncflow.yield }
  %f3 = syncflow.task "far 3" after(%f2) ins(%i = %x : memref<8xf32>) attributes {syncflow.device = @m::@far, syncflow.lane = 0 : i64} { syncflow.yield }
  %n = syncflow.task "near" after(%f3) outs(%o = %x : memref<8xf32>) attributes {syncflow.device = @m::@near, syncflow.lane = 0 : i64} { syncflow.yield }
  %f4 = syncflow.task "far 4" after(%n) ins(%i = %x : memref<8xf32>) attributes {syncflow.device = @m::@far, syncflow.lane = 0 : i64} { syncflow.yield }
  syncflow.wait(%f4)
  return
}

// A write to a part of it makes a copy old; one beside it does not.
// CHECK-LABEL: func.func @parts
// CHECK: %[[L:.*]] = memref.subview %arg0[0] [4] [1]
// CHECK: %[[R:.*]] = memref.subview %arg0[4] [4] [1]
// CHECK: syncflow.transfer from %[[L]]
// CHECK: syncflow.task "left"
// CHECK-NOT: syncflow.transfer
// CHECK: syncflow.task "left again"
// CHECK: syncflow.transfer {{.*}} from %[[L]]
// CHECK: syncflow.task "left once more"
func.func @parts(%x: memref<8xf32>) {
  %l = memref.subview %x[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>
  %r = memref.subview %x[4] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 4>>
  %f0 = syncflow.task "left" ins(%i = %l : memref<4xf32, strided<[1]>>) attributes {syncflow.device = @m::@far, syncflow.lane = 0 : i64} { syncflow.yield }
  %n0 = syncflow.task "right" outs(%o = %r : memref<4xf32, strided<[1], offset: 4>>) attributes {syncflow.device = @m::@near, syncflow.lane = 0 : i64} { syncflow.yield }
  %f1 = syncflow.task "left again" ins(%i = %l : memref<4xf32, strided<[1]>>) attributes {syncflow.device = @m::@far, syncflow.lane = 0 : i64} { syncflow.yield }
  %n1 = syncflow.task "all" after(%n0, %f0, %f1) outs(%o = %x : memref<8xf32>) attributes {syncflow.device = @m::@near, syncflow.lane = 0 : i64} { syncflow.yield }
  %f2 = syncflow.task "left once more" after(%n1) ins(%i = %l : memref<4xf32, strided<[1]>>) attributes {syncflow.device = @m::@far, syncflow.lane = 0 : i64} { syncflow.yield }
  syncflow.wait(%f2)
  return
}

// Columns of a matrix: the copy has their strides, whether they stand in the type or are known to a view only.
// CHECK-LABEL: func.func @columns
// CHECK: %[[S:.*]] = memref.subview %arg0[0, 4] [8, 4] [1, 1]
// CHECK: %[[WHOLE:.*]] = syncflow.buffer() : memref<8x8xf32>
// CHECK: %[[SAME:.*]] = memref.subview %[[WHOLE]][0, 4] [8, 4] [1, 1] : memref<8x8xf32> to memref<8x4xf32, strided<[8, 1], offset: 4>>
// CHECK: syncflow.transfer from %[[S]] : {{.*}} to %[[SAME]]
// CHECK: syncflow.transfer {{.*}} from %[[SAME]] : {{.*}} to %[[S]]
// CHECK: %[[WHOLE:.*]] = syncflow.buffer() : memref<8x8xf32>
// CHECK: memref.subview %[[WHOLE]][0, 0] [8, 4] [1, %arg1]
func.func @columns(%x: memref<8x8xf32>, %step: index) {
  %s = memref.subview %x[0, 4] [8, 4] [1, 1] : memref<8x8xf32> to memref<8x4xf32, strided<[8, 1], offset: 4>>
  %d = memref.subview %x[0, 0] [8, 4] [1, %step] : memref<8x8xf32> to memref<8x4xf32, strided<[8, ?]>>
  %f = syncflow.task "far" outs(%o = %s : memref<8x4xf32, strided<[8, 1], offset: 4>>) attributes {syncflow.device = @m::@far, syncflow.lane = 0 : i64} { syncflow.yield }
  %g = syncflow.task "far 2" after(%f) ins(%i = %d : memref<8x4xf32, strided<[8, ?]>>) attributes {syncflow.device = @m::@far, syncflow.lane = 0 : i64} { syncflow.yield }
  syncflow.wait(%g)
  return
}

// A buffer lives where it is touched first: what one device makes and uses itself is not moved, and new memory need not be filled.
// CHECK-LABEL: func.func @home
// CHECK: %[[B:.*]] = syncflow.buffer() : memref<8xf32>
// CHECK-NOT: syncflow.transfer
// CHECK: %[[F0:.*]] = syncflow.task "far 0" outs(%{{.*}} = %[[B]] :
// CHECK-NOT: syncflow.transfer
// CHECK: syncflow.task "far 1" after(%[[F0]]) ins(%{{.*}} = %[[B]] :
// CHECK: %[[COPY:.*]] = syncflow.buffer() : memref<8xf32>
// CHECK: syncflow.transfer after(%[[F0]]) from %[[B]] : memref<8xf32> to %[[COPY]] : memref<8xf32> {syncflow.device = @m::@near, syncflow.lane = 2 : i64}
// CHECK: syncflow.task "near" {{.*}} ins(%{{.*}} = %[[COPY]] :
func.func @home() {
  %b = syncflow.buffer() : memref<8xf32>
  %f0 = syncflow.task "far 0" outs(%o = %b : memref<8xf32>) attributes {syncflow.device = @m::@far, syncflow.lane = 0 : i64} { syncflow.yield }
  %f1 = syncflow.task "far 1" after(%f0) ins(%i = %b : memref<8xf32>) attributes {syncflow.device = @m::@far, syncflow.lane = 0 : i64} { syncflow.yield }
  %n = syncflow.task "near" after(%f0) ins(%i = %b : memref<8xf32>) attributes {syncflow.device = @m::@near, syncflow.lane = 0 : i64} { syncflow.yield }
  syncflow.wait(%f1, %n)
  return
}

// The host reads and writes in the first device's memory: a buffer that it touches lives there.
// CHECK-LABEL: func.func @host
// CHECK: %[[B:.*]] = syncflow.buffer() : memref<8xf32>
// CHECK: syncflow.task "far" outs(%{{.*}} = %[[COPY:.*]] : memref<8xf32>)
// CHECK: %[[BACK:.*]] = syncflow.transfer {{.*}} from %[[COPY]] : memref<8xf32> to %[[B]] :
// CHECK: syncflow.wait(%[[BACK]])
// CHECK: memref.load %[[B]]
func.func @host() -> f32 {
  %c0 = arith.constant 0 : index
  %b = syncflow.buffer() : memref<8xf32>
  %f = syncflow.task "far" outs(%o = %b : memref<8xf32>) attributes {syncflow.device = @m::@far, syncflow.lane = 0 : i64} { syncflow.yield }
  syncflow.wait(%f)
  %v = memref.load %b[%c0] : memref<8xf32>
  return %v : f32
}

// In a loop each round fills its own copy: the last one's may be old.
// CHECK-LABEL: func.func @loop
// CHECK: syncflow.task "far 0"
// CHECK: scf.for
// CHECK: syncflow.transfer
// CHECK: syncflow.task "far 1"
// CHECK: syncflow.task "near"
func.func @loop(%x: memref<8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f0 = syncflow.task "far 0" ins(%i = %x : memref<8xf32>) attributes {syncflow.device = @m::@far, syncflow.lane = 0 : i64} { syncflow.yield }
  syncflow.wait(%f0)
  scf.for %k = %c0 to %n step %c1 {
    %f1 = syncflow.task "far 1" ins(%i = %x : memref<8xf32>) attributes {syncflow.device = @m::@far, syncflow.lane = 0 : i64} { syncflow.yield }
    %a = syncflow.task "near" after(%f1) outs(%o = %x : memref<8xf32>) attributes {syncflow.device = @m::@near, syncflow.lane = 0 : i64} { syncflow.yield }
    syncflow.wait(%a)
  }
  return
}
