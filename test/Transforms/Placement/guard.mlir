// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// What each phase accepts.
// RUN: sflow-opt %s --split-input-file --syncflow-guard=phase=async -o /dev/null
// RUN: sflow-opt %s --split-input-file --syncflow-place --syncflow-assign-streams --syncflow-guard=phase=placed -o /dev/null

syncflow.topology @m {
  syncflow.memory @ram
  syncflow.device @d0 host reaches [@ram]
}
memref.global "private" constant @weight : memref<4xf32> = dense<1.0>
func.func @main(%x: memref<?xf32>, %go: memref<i1>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %h = affine.min affine_map<()[s0] -> (4, s0)>()[%n]
  %w = memref.get_global @weight : memref<4xf32>
  %b = syncflow.buffer() : memref<4xf32>
  %v = memref.subview %x[0] [%h] [1] : memref<?xf32> to memref<?xf32, strided<[1]>>
  scf.while : () -> () {
    %again = memref.load %go[] : memref<i1>
    scf.condition(%again)
  } do {
    // Inside a task memory may come and go.
    %t = syncflow.task "step" ins(%i = %v : memref<?xf32, strided<[1]>>, %j = %w : memref<4xf32>)
        outs(%o = %b : memref<4xf32>, %p = %go : memref<i1>) {
      %scratch = memref.alloc() : memref<4xf32>
      memref.copy %j, %scratch : memref<4xf32> to memref<4xf32>
      memref.copy %scratch, %o : memref<4xf32> to memref<4xf32>
      memref.dealloc %scratch : memref<4xf32>
      syncflow.yield
    }
    scf.yield
  }
  return
}
