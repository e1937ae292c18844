// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Every op, through text and through bytecode, comes back as it was.
// RUN: sflow-opt %s | sflow-opt | FileCheck %s
// RUN: sflow-opt %s --emit-bytecode | sflow-opt | FileCheck %s
// RUN: sflow-opt %s --mlir-print-op-generic | sflow-opt | FileCheck %s

// CHECK: syncflow.topology @machine {
syncflow.topology @machine {
  // CHECK: syncflow.memory @ram {bytes = 8589934592 : i64}
  syncflow.memory @ram {bytes = 8589934592 : i64}
  // CHECK: syncflow.device @host0 host reaches [@ram] {cores = 2 : i64, gflops = 6.000000e+01 : f64}
  syncflow.device @host0 host reaches [@ram] {cores = 2 : i64, gflops = 60.0 : f64}
  // CHECK: syncflow.device @host1 cuda reaches [@ram] {in_order = false}
  syncflow.device @host1 cuda reaches [@ram] {in_order = false}
  // CHECK: syncflow.link @bus from @host0 to @host1 {joules_per_byte = 1.000000e-09 : f64, latency_ns = 3.000000e+02 : f64}
  syncflow.link @bus from @host0 to @host1 {latency_ns = 300.0 : f64, joules_per_byte = 1.0e-9 : f64}
  // CHECK: syncflow.group @inner grid [2] axes [0]
  syncflow.group @inner grid [2] axes [0]
}
// CHECK: syncflow.group @dp grid [2, 4] axes [1]
syncflow.group @dp grid [2, 4] axes [1]

// CHECK-LABEL: func.func @types(%{{.*}}: !syncflow.token, %{{.*}}: !syncflow.stream)
func.func @types(%t: !syncflow.token, %s: !syncflow.stream) { return }

// CHECK-LABEL: func.func @tasks
func.func @tasks(%a: memref<8xf32>, %b: memref<8xf32>, %k: f32, %x: tensor<8xf32>, %y: tensor<8xf32>, %i: i1) -> tensor<8xf32> {
  // CHECK: %[[S:.*]] = syncflow.stream @machine::@host0 ordinal 0
  %s = syncflow.stream @machine::@host0 ordinal 0
  // CHECK: %[[C:.*]] = syncflow.stream @machine::@host1 ordinal 1 out_of_order communication
  %c = syncflow.stream @machine::@host1 ordinal 1 out_of_order communication
  // CHECK: %[[R:.*]] = syncflow.rank : index
  %r = syncflow.rank : index
  // CHECK: %[[T0:.*]] = syncflow.task "empty" {
  // CHECK-NEXT: syncflow.yield
  %t0 = syncflow.task "empty" {
    syncflow.yield
  }
  // CHECK: %[[T1:.*]] = syncflow.task "memory" after(%[[T0]]) on(%[[S]]) ins(%[[A:.*]] = %arg0 : memref<8xf32>, %[[K:.*]] = %arg2 : f32) outs(%[[B:.*]] = %arg1 : memref<8xf32>)
  // CHECK-SAME: contract <operation = "memory", processors = [host, cuda], scope = <streams, device>, depends_on = ["empty", "other"], state = read_only, consistency = release_acquire, priority = high, latency_ns = 2000, transport = shared_memory, energy = efficient, completion = visible> attributes {note = 1 : i64} {
  // CHECK-NEXT: linalg.copy ins(%[[A]] : memref<8xf32>) outs(%[[B]] : memref<8xf32>)
  %t1 = syncflow.task "memory" after(%t0) on(%s) ins(%p = %a : memref<8xf32>, %q = %k : f32) outs(%o = %b : memref<8xf32>)
      contract <operation = "memory", processors = [host, cuda], scope = <streams, device>, depends_on = ["empty", "other"],
                state = read_only, consistency = release_acquire, priority = high, latency_ns = 2000,
                transport = shared_memory, energy = efficient, completion = visible> attributes {note = 1 : i64} {
    linalg.copy ins(%p : memref<8xf32>) outs(%o : memref<8xf32>)
    syncflow.yield
  }
  // CHECK: %[[V:.*]], %[[T2:.*]] = syncflow.task "tensor" after(%[[T0]], %[[T1]]) ins(%{{.*}} = %arg3 : tensor<8xf32>, %[[I:.*]] = %arg5 : i1) outs(%{{.*}} = %arg4 : tensor<8xf32>) {
  // CHECK: syncflow.assert %[[I]], "index out of range" : i1
  // CHECK: syncflow.yield %{{.*}} : tensor<8xf32>
  %v, %t2 = syncflow.task "tensor" after(%t0, %t1) ins(%p = %x : tensor<8xf32>, %ok = %i : i1) outs(%o = %y : tensor<8xf32>) {
    syncflow.assert %ok, "index out of range" : i1
    %e = linalg.exp ins(%p : tensor<8xf32>) outs(%o : tensor<8xf32>) -> tensor<8xf32>
    syncflow.yield %e : tensor<8xf32>
  }
  // CHECK: %[[J:.*]] = syncflow.join(%[[T1]], %[[T2]])
  %j = syncflow.join(%t1, %t2)
  // CHECK: syncflow.wait(%[[J]]) on(%[[C]])
  syncflow.wait(%j) on(%c)
  // CHECK: syncflow.barrier(%[[S]], %[[C]]) <streams, device>
  syncflow.barrier(%s, %c) <streams, device>
  // CHECK: syncflow.barrier() <all, global> execution_only
  syncflow.barrier() <all, global> execution_only
  // CHECK: %[[M:.*]] = syncflow.transfer after(%[[T1]]) on(%[[C]]) from %arg0 : memref<8xf32> to %arg1 : memref<8xf32> contract <priority = low>
  %m = syncflow.transfer after(%t1) on(%c) from %a : memref<8xf32> to %b : memref<8xf32> contract <priority = low>
  // CHECK: syncflow.wait(%[[M]], %[[J]]) {timeout_ns = 1000000 : i64}
  syncflow.wait(%m, %j) {timeout_ns = 1000000 : i64}
  return %v : tensor<8xf32>
}

// CHECK-LABEL: func.func @memory
func.func @memory(%n: index) {
  // CHECK: syncflow.buffer(%arg0) : memref<?x4xf32>
  %b = syncflow.buffer(%n) : memref<?x4xf32>
  // CHECK: syncflow.buffer() : memref<4xf32>
  %c = syncflow.buffer() : memref<4xf32>
  // CHECK: syncflow.arena(%arg0) {peak_live = 64 : i64} : memref<?xi8>
  %a = syncflow.arena(%n) {peak_live = 64 : i64} : memref<?xi8>
  return
}

// CHECK-LABEL: func.func @collectives
func.func @collectives(%a: memref<4xf32>, %b: memref<4xf32>, %w: memref<16xf32>, %x: tensor<4xf32>, %y: tensor<4xf32>, %z: tensor<16xf32>,
                       %t: !syncflow.token, %s: !syncflow.stream) {
  // CHECK: syncflow.all_reduce sum @dp after(%arg6) on(%arg7) ins(%arg0 : memref<4xf32>) outs(%arg1 : memref<4xf32>) contract <priority = high>
  %0 = syncflow.all_reduce sum @dp after(%t) on(%s) ins(%a : memref<4xf32>) outs(%b : memref<4xf32>) contract <priority = high>
  // CHECK: syncflow.all_reduce average @dp ins(%arg3 : tensor<4xf32>) outs(%arg4 : tensor<4xf32>) -> tensor<4xf32>
  %r1, %1 = syncflow.all_reduce average @dp ins(%x : tensor<4xf32>) outs(%y : tensor<4xf32>) -> tensor<4xf32>
  // CHECK: syncflow.reduce max root 2 @dp ins
  %2 = syncflow.reduce max root 2 @dp ins(%a : memref<4xf32>) outs(%b : memref<4xf32>)
  // CHECK: syncflow.broadcast root 0 @dp ins
  %3 = syncflow.broadcast root 0 @dp ins(%a : memref<4xf32>) outs(%b : memref<4xf32>)
  // CHECK: syncflow.all_gather @dp ins(%arg0 : memref<4xf32>) outs(%arg2 : memref<16xf32>)
  %4 = syncflow.all_gather @dp ins(%a : memref<4xf32>) outs(%w : memref<16xf32>)
  // CHECK: syncflow.reduce_scatter sum @dp ins(%arg2 : memref<16xf32>) outs(%arg0 : memref<4xf32>)
  %5 = syncflow.reduce_scatter sum @dp ins(%w : memref<16xf32>) outs(%a : memref<4xf32>)
  // CHECK: syncflow.scatter root 1 @dp ins(%arg5 : tensor<16xf32>) outs(%arg4 : tensor<4xf32>) -> tensor<4xf32>
  %r6, %6 = syncflow.scatter root 1 @dp ins(%z : tensor<16xf32>) outs(%y : tensor<4xf32>) -> tensor<4xf32>
  // CHECK: syncflow.gather root 3 @dp ins
  %7 = syncflow.gather root 3 @dp ins(%a : memref<4xf32>) outs(%w : memref<16xf32>)
  // CHECK: syncflow.all_to_all @dp ins
  %8 = syncflow.all_to_all @dp ins(%a : memref<4xf32>) outs(%b : memref<4xf32>)
  // CHECK: syncflow.send to 1 @dp after(%{{.*}}) ins(%arg0 : memref<4xf32>)
  %9 = syncflow.send to 1 @dp after(%8) ins(%a : memref<4xf32>)
  // CHECK: syncflow.recv from 0 @dp outs(%arg1 : memref<4xf32>)
  %10 = syncflow.recv from 0 @dp outs(%b : memref<4xf32>)
  // CHECK: syncflow.recv from 0 @dp outs(%arg4 : tensor<4xf32>) -> tensor<4xf32>
  %r11, %11 = syncflow.recv from 0 @dp outs(%y : tensor<4xf32>) -> tensor<4xf32>
  return
}

// CHECK: syncflow.rt.plan @plan streams [0, 0, 0, 1, 0, 1, 1, 1] frame 3 stats {tasks = 2 : i64} releases [0, 64, 1, 1] {
syncflow.rt.plan @plan streams [0, 0, 0, 1, 0, 1, 1, 1] frame 3 stats {tasks = 2 : i64} releases [0, 64, 1, 1] {
  // CHECK: syncflow.rt.task "a" body @body stream 0 args [0, 64, -1, 7] waits [] preds [] kind 0
  syncflow.rt.task "a" body @body stream 0 args [0, 64, -1, 7] waits [] preds [] kind 0
  // CHECK: syncflow.rt.task "b" group @dp stream 1 args [1, 0] waits [0, 1] preds [0] kind 1 {collective = array<i64: 0, 0, 3, -1>, priority = 1 : i64}
  syncflow.rt.task "b" group @dp stream 1 args [1, 0] waits [0, 1] preds [0] kind 1 {collective = array<i64: 0, 0, 3, -1>, priority = 1 : i64}
}
func.func private @body()

// CHECK-LABEL: func.func @runtime
func.func @runtime(%n: index, %ok: i1) {
  // CHECK: %[[A:.*]] = syncflow.rt.input 0 : memref<?x4xf32>
  %a = syncflow.rt.input 0 : memref<?x4xf32>
  // CHECK: syncflow.rt.parameter 3 : memref<4x4xf32>
  %p = syncflow.rt.parameter 3 : memref<4x4xf32>
  // CHECK: syncflow.rt.parameter 1 derived : memref<4x4xf32>
  %d = syncflow.rt.parameter 1 derived : memref<4x4xf32>
  // CHECK: syncflow.rt.output 0(%arg0) : memref<?xf32>
  %o = syncflow.rt.output 0(%n) : memref<?xf32>
  // CHECK: %[[M:.*]] = syncflow.rt.arena(%arg0) : memref<?xi8>
  %m = syncflow.rt.arena(%n) : memref<?xi8>
  // CHECK: syncflow.rt.launch @plan(%[[M]], %[[A]], %arg0 : memref<?xi8>, memref<?x4xf32>, index)
  syncflow.rt.launch @plan(%m, %a, %n : memref<?xi8>, memref<?x4xf32>, index)
  // CHECK: syncflow.rt.wait
  syncflow.rt.wait
  // CHECK: syncflow.rt.assert %arg1, "index out of range"
  syncflow.rt.assert %ok, "index out of range"
  return
}
