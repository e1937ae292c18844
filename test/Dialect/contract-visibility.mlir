// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Contract fields that say who sees what: scope, state, consistency.
// RUN: sflow-opt %s --split-input-file --verify-diagnostics | FileCheck %s
// RUN: sflow-opt %s --split-input-file --verify-diagnostics --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// What is given stays when the rest of a contract is inferred.
// RUN: sflow-opt %s --split-input-file --verify-diagnostics --syncflow-infer-contracts | FileCheck %s --check-prefix=KEPT

// CHECK-LABEL: func.func @scope
func.func @scope() {
  // CHECK: contract <scope = <streams, stream>>
  // GENERIC: contract = #syncflow.contract<scope = <streams, stream>>
  // KEPT: contract <operation = "a", scope = <streams, stream>, {{.*}}priority = critical
  syncflow.task "a" contract <scope = <streams, stream>> { syncflow.yield }
  // CHECK: contract <scope = <devices, device>>
  syncflow.task "b" contract <scope = <devices, device>> { syncflow.yield }
  // CHECK: contract <scope = <group, node>>
  syncflow.task "c" contract <scope = <group, node>> { syncflow.yield }
  // CHECK: contract <scope = <all, global>>
  syncflow.task "d" contract <scope = <all, global>> { syncflow.yield }
  return
}

// CHECK-LABEL: func.func @state
func.func @state() {
  // CHECK: <state = clean>
  syncflow.task "a" contract <state = clean> { syncflow.yield }
  // CHECK: <state = dirty>
  syncflow.task "b" contract <state = dirty> { syncflow.yield }
  // CHECK: <state = read_only>
  syncflow.task "c" contract <state = read_only> { syncflow.yield }
  // CHECK: <state = write_pending>
  syncflow.task "d" contract <state = write_pending> { syncflow.yield }
  // CHECK: <state = write_complete>
  syncflow.task "e" contract <state = write_complete> { syncflow.yield }
  // CHECK: <state = invalid>
  syncflow.task "f" contract <state = invalid> { syncflow.yield }
  // CHECK: <state = migrating>
  // KEPT: contract <operation = "g", {{.*}}state = migrating, {{.*}}priority = critical
  syncflow.task "g" contract <state = migrating> { syncflow.yield }
  // CHECK: <state = replicated>
  syncflow.task "h" contract <state = replicated> { syncflow.yield }
  return
}

// CHECK-LABEL: func.func @consistency
func.func @consistency() {
  // CHECK: <consistency = relaxed>
  syncflow.task "a" contract <consistency = relaxed> { syncflow.yield }
  // CHECK: <consistency = causal>
  // KEPT: contract <operation = "b", {{.*}}consistency = causal, priority = critical
  syncflow.task "b" contract <consistency = causal> { syncflow.yield }
  // CHECK: <consistency = release_acquire>
  syncflow.task "c" contract <consistency = release_acquire> { syncflow.yield }
  // CHECK: <scope = <all, global>, state = clean, consistency = sequential>
  syncflow.task "d" contract <consistency = sequential, state = clean, scope = <all, global>> { syncflow.yield }
  return
}

// -----

func.func @scope_has_two_axes() {
  // expected-error @+1 {{expected ','}}
  syncflow.task "a" contract <scope = <streams>> { syncflow.yield }
  return
}

// -----

func.func @unknown_state() {
  // expected-error @+1 {{'stale' is not a value of contract field 'state'}}
  syncflow.task "a" contract <state = stale> { syncflow.yield }
  return
}

// -----

func.func @unknown_consistency() {
  // expected-error @+1 {{'eventual' is not a value of contract field 'consistency'}}
  syncflow.task "a" contract <consistency = eventual> { syncflow.yield }
  return
}
