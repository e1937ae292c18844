// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Contract fields that say how soon: priority, latency_ns, completion.
// RUN: sflow-opt %s --split-input-file --verify-diagnostics | FileCheck %s
// RUN: sflow-opt %s --split-input-file --verify-diagnostics --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// What is given stays when the rest of a contract is inferred.
// RUN: sflow-opt %s --split-input-file --verify-diagnostics --syncflow-infer-contracts | FileCheck %s --check-prefix=KEPT

// CHECK-LABEL: func.func @priority
func.func @priority() {
  // CHECK: <priority = critical>
  // GENERIC: contract = #syncflow.contract<priority = critical>
  syncflow.task "a" contract <priority = critical> { syncflow.yield }
  // CHECK: <priority = high>
  syncflow.task "b" contract <priority = high> { syncflow.yield }
  // CHECK: <priority = normal>
  syncflow.task "c" contract <priority = normal> { syncflow.yield }
  // CHECK: <priority = low>
  syncflow.task "d" contract <priority = low> { syncflow.yield }
  // CHECK: <priority = background>
  // KEPT: contract <operation = "e", {{.*}}priority = background
  syncflow.task "e" contract <priority = background> { syncflow.yield }
  return
}

// CHECK-LABEL: func.func @latency
func.func @latency() {
  // CHECK: <latency_ns = 1>
  // KEPT: contract <operation = "a", {{.*}}latency_ns = 1, completion = visible
  syncflow.task "a" contract <latency_ns = 1> { syncflow.yield }
  // CHECK: <priority = high, latency_ns = 9223372036854775807>
  syncflow.task "b" contract <latency_ns = 9223372036854775807, priority = high> { syncflow.yield }
  return
}

// CHECK-LABEL: func.func @completion
func.func @completion() {
  // CHECK: <completion = enqueued>
  syncflow.task "a" contract <completion = enqueued> { syncflow.yield }
  // CHECK: <completion = executed>
  // KEPT: contract <operation = "b", {{.*}}completion = executed>
  syncflow.task "b" contract <completion = executed> { syncflow.yield }
  // CHECK: <latency_ns = 5, completion = visible>
  syncflow.task "c" contract <completion = visible, latency_ns = 5> { syncflow.yield }
  return
}

// -----

func.func @unknown_priority() {
  // expected-error @+1 {{'urgent' is not a value of contract field 'priority'}}
  syncflow.task "a" contract <priority = urgent> { syncflow.yield }
  return
}

// -----

func.func @latency_of_nothing() {
  // expected-error @+1 {{C1: latency_ns must be positive, got 0}}
  syncflow.task "a" contract <latency_ns = 0> { syncflow.yield }
  return
}

// -----

func.func @latency_is_a_number() {
  // expected-error @+1 {{expected integer value}}
  syncflow.task "a" contract <latency_ns = soon> { syncflow.yield }
  return
}

// -----

func.func @unknown_completion() {
  // expected-error @+1 {{'done' is not a value of contract field 'completion'}}
  syncflow.task "a" contract <completion = done> { syncflow.yield }
  return
}
