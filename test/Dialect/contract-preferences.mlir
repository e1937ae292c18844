// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Contract fields that say what to favour: transport, energy.
// RUN: sflow-opt %s --split-input-file --verify-diagnostics | FileCheck %s
// RUN: sflow-opt %s --split-input-file --verify-diagnostics --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// What is given stays when the rest of a contract is inferred.
// RUN: sflow-opt %s --split-input-file --verify-diagnostics --syncflow-infer-contracts | FileCheck %s --check-prefix=KEPT

// CHECK-LABEL: func.func @transport
func.func @transport(%a: memref<8xf32>, %b: memref<8xf32>) {
  // CHECK: syncflow.transfer {{.*}} contract <transport = in_process>
  // GENERIC: contract = #syncflow.contract<transport = in_process>
  syncflow.transfer from %a : memref<8xf32> to %b : memref<8xf32> contract <transport = in_process>
  // CHECK: contract <transport = shared_memory>
  syncflow.transfer from %a : memref<8xf32> to %b : memref<8xf32> contract <transport = shared_memory>
  // CHECK: contract <transport = network>
  syncflow.transfer from %a : memref<8xf32> to %b : memref<8xf32> contract <transport = network>
  // CHECK: contract <transport = peer_link>
  // KEPT: contract <operation = "transfer", {{.*}}transport = peer_link, completion = visible>
  syncflow.transfer from %a : memref<8xf32> to %b : memref<8xf32> contract <transport = peer_link>
  return
}

// CHECK-LABEL: func.func @energy
func.func @energy() {
  // CHECK: contract <energy = performance>
  // KEPT: contract <operation = "a", {{.*}}energy = performance, completion = visible>
  syncflow.task "a" contract <energy = performance> { syncflow.yield }
  // CHECK: contract <energy = balanced>
  syncflow.task "b" contract <energy = balanced> { syncflow.yield }
  // CHECK: contract <transport = network, energy = efficient>
  syncflow.task "c" contract <energy = efficient, transport = network> { syncflow.yield }
  return
}

// -----

func.func @unknown_transport(%a: memref<8xf32>, %b: memref<8xf32>) {
  // expected-error @+1 {{'pigeon' is not a value of contract field 'transport'}}
  syncflow.transfer from %a : memref<8xf32> to %b : memref<8xf32> contract <transport = pigeon>
  return
}

// -----

func.func @unknown_energy() {
  // expected-error @+1 {{'green' is not a value of contract field 'energy'}}
  syncflow.task "a" contract <energy = green> { syncflow.yield }
  return
}
