// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Bytes belong to one memory: buffers that live in different ones have no bytes in common, however well ordered they are.
// RUN: sflow-opt %s --syncflow-plan-arena --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @two_memories
// CHECK-SAME: arena_bytes = 128 : i64
// CHECK: memref.view %{{.*}}[%[[NEAR:.*]]][] {syncflow.slot = 0 : i64}
// CHECK: memref.view %{{.*}}[%[[FAR:.*]]][] {syncflow.slot = 1 : i64}
// CHECK: memref.view %{{.*}}[%[[NEAR]]][] {syncflow.slot = 2 : i64}
// CHECK: memref.view %{{.*}}[%[[FAR]]][] {syncflow.slot = 3 : i64}
syncflow.topology @m {
  syncflow.memory @ram0
  syncflow.memory @ram1
  syncflow.device @near host reaches [@ram0]
  syncflow.device @far host reaches [@ram1]
}
func.func @two_memories() {
  %s0 = syncflow.stream @m::@near ordinal 0
  %s1 = syncflow.stream @m::@far ordinal 0
  %a = syncflow.buffer() : memref<16xf32>
  %b = syncflow.buffer() : memref<16xf32>
  %c = syncflow.buffer() : memref<16xf32>
  %d = syncflow.buffer() : memref<16xf32>
  %t0 = syncflow.task "near 0" on(%s0) outs(%o = %a : memref<16xf32>) { syncflow.yield }
  %t1 = syncflow.task "far 0" after(%t0) on(%s1) outs(%o = %b : memref<16xf32>) { syncflow.yield }
  %t2 = syncflow.task "near 1" after(%t1) on(%s0) outs(%o = %c : memref<16xf32>) { syncflow.yield }
  %t3 = syncflow.task "far 1" after(%t2) on(%s1) outs(%o = %d : memref<16xf32>) { syncflow.yield }
  syncflow.wait(%t3)
  return
}

// -----

// The same program on devices that share their memory needs one place for all four.
// CHECK-LABEL: func.func @one_memory
// CHECK-SAME: arena_bytes = 64 : i64
syncflow.topology @m {
  syncflow.memory @ram
  syncflow.device @near host reaches [@ram]
  syncflow.device @far host reaches [@ram]
}
func.func @one_memory() {
  %s0 = syncflow.stream @m::@near ordinal 0
  %s1 = syncflow.stream @m::@far ordinal 0
  %a = syncflow.buffer() : memref<16xf32>
  %b = syncflow.buffer() : memref<16xf32>
  %c = syncflow.buffer() : memref<16xf32>
  %d = syncflow.buffer() : memref<16xf32>
  %t0 = syncflow.task "near 0" on(%s0) outs(%o = %a : memref<16xf32>) { syncflow.yield }
  %t1 = syncflow.task "far 0" after(%t0) on(%s1) outs(%o = %b : memref<16xf32>) { syncflow.yield }
  %t2 = syncflow.task "near 1" after(%t1) on(%s0) outs(%o = %c : memref<16xf32>) { syncflow.yield }
  %t3 = syncflow.task "far 1" after(%t2) on(%s1) outs(%o = %d : memref<16xf32>) { syncflow.yield }
  syncflow.wait(%t3)
  return
}

// -----

// A copy lives where it is used, not where it is filled from; what the host touches lives in the first device's memory.
// CHECK-LABEL: func.func @copies
// CHECK-SAME: arena_bytes = 128 : i64
// CHECK: memref.view %{{.*}}[%[[NEAR:.*]]][] {syncflow.slot = 0 : i64}
// CHECK: memref.view %{{.*}}[%[[FAR:.*]]][] {syncflow.slot = 1 : i64}
// CHECK: memref.view %{{.*}}[%[[NEAR]]][] {syncflow.slot = 2 : i64}
syncflow.topology @m {
  syncflow.memory @ram0
  syncflow.memory @ram1
  syncflow.device @near host reaches [@ram0]
  syncflow.device @far host reaches [@ram1]
}
func.func @copies(%v: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %s0 = syncflow.stream @m::@near ordinal 0
  %s1 = syncflow.stream @m::@far ordinal 0
  %a = syncflow.buffer() : memref<16xf32>
  %copy = syncflow.buffer() : memref<16xf32>
  %h = syncflow.buffer() : memref<16xf32>
  %t0 = syncflow.task "near" on(%s0) outs(%o = %a : memref<16xf32>) { syncflow.yield }
  %t1 = syncflow.transfer after(%t0) on(%s1) from %a : memref<16xf32> to %copy : memref<16xf32>
  %t2 = syncflow.task "far" after(%t1) on(%s1) ins(%i = %copy : memref<16xf32>) { syncflow.yield }
  syncflow.wait(%t2)
  memref.store %v, %h[%c0] : memref<16xf32>
  %w = memref.load %h[%c0] : memref<16xf32>
  return %w : f32
}
