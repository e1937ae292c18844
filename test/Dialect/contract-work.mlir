// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Contract fields that say which work it is and where it may run: operation, depends_on, processors.
// RUN: sflow-opt %s --split-input-file --verify-diagnostics | FileCheck %s
// RUN: sflow-opt %s --split-input-file --verify-diagnostics --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// What is given stays when the rest of a contract is inferred.
// RUN: sflow-opt %s --split-input-file --verify-diagnostics --syncflow-infer-contracts | FileCheck %s --check-prefix=KEPT

// CHECK-LABEL: func.func @work
func.func @work() {
  // CHECK: syncflow.task "a" contract <operation = "loss">
  // GENERIC: contract = #syncflow.contract<operation = "loss">
  // KEPT: "a" contract <operation = "loss", {{.*}}priority = critical
  syncflow.task "a" contract <operation = "loss"> { syncflow.yield }
  // CHECK: contract <depends_on = ["forward", "labels \22x\22"]>
  // KEPT: "b" contract <operation = "b", {{.*}}depends_on = ["forward", "labels \22x\22"], {{.*}}priority = critical
  syncflow.task "b" contract <depends_on = ["forward", "labels \"x\""]> { syncflow.yield }
  // CHECK: contract <operation = "loss", depends_on = []>
  syncflow.task "c" contract <depends_on = [], operation = "loss"> { syncflow.yield }
  // CHECK: contract <processors = [cpu, cuda, rocm, metal, vulkan, webgpu, hexagon, level_zero, opencl, host, sim]>
  // KEPT: "d" contract <operation = "d", processors = [cpu, cuda, rocm, metal, vulkan, webgpu, hexagon, level_zero, opencl, host, sim], {{.*}}priority = critical
  syncflow.task "d" contract <processors = [cpu, cuda, rocm, metal, vulkan, webgpu, hexagon, level_zero, opencl, host, sim]> { syncflow.yield }
  return
}

// -----

func.func @operation_is_a_string() {
  // expected-error @+1 {{expected string}}
  syncflow.task "a" contract <operation = loss> { syncflow.yield }
  return
}

// -----

func.func @depends_on_is_a_list() {
  // expected-error @+1 {{expected '['}}
  syncflow.task "a" contract <depends_on = "forward"> { syncflow.yield }
  return
}

// -----

func.func @depends_on_itself() {
  // expected-error @+1 {{C2: the contract of "loss" depends on itself}}
  syncflow.task "a" contract <operation = "loss", depends_on = ["loss"]> { syncflow.yield }
  return
}

// -----

func.func @unknown_processor() {
  // expected-error @+1 {{'tpu' is not a value of contract field 'processors'}}
  syncflow.task "a" contract <processors = [host, tpu]> { syncflow.yield }
  return
}
