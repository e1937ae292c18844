// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// The contract attribute: its constraints, and its assembly.
// RUN: sflow-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{C1: latency_ns must be positive, got 0}}
func.func private @c1_zero() attributes {c = #syncflow.contract<latency_ns = 0>}

// -----

// expected-error @+1 {{C1: latency_ns must be positive, got -3}}
func.func private @c1_negative() attributes {c = #syncflow.contract<latency_ns = -3>}

// -----

// expected-error @+1 {{C2: the contract of "a" depends on itself}}
func.func private @c2() attributes {c = #syncflow.contract<operation = "a", depends_on = ["b", "a"]>}

// -----

// expected-error @+1 {{unknown contract field 'colour'}}
func.func private @field() attributes {c = #syncflow.contract<colour = high>}

// -----

// expected-error @+1 {{contract field 'priority' stands twice}}
func.func private @twice() attributes {c = #syncflow.contract<priority = high, priority = low>}

// -----

// expected-error @+1 {{'urgent' is not a value of contract field 'priority'}}
func.func private @value() attributes {c = #syncflow.contract<priority = urgent>}

// -----

// expected-error @+1 {{'abacus' is not a value of contract field 'processors'}}
func.func private @processor() attributes {c = #syncflow.contract<processors = [host, abacus]>}

// -----

// Each field alone, in any order, and none.
func.func private @accepted() attributes {
  a = #syncflow.contract<>, b = #syncflow.contract<operation = "a", depends_on = ["b"]>, c = #syncflow.contract<latency_ns = 1>,
  d = #syncflow.contract<processors = [cpu, cuda, rocm, metal, vulkan, webgpu, hexagon, level_zero, opencl, host, sim]>,
  e = #syncflow.contract<scope = <group, node>>, f = #syncflow.contract<state = write_pending>, g = #syncflow.contract<consistency = causal>,
  h = #syncflow.contract<priority = background>, i = #syncflow.contract<transport = peer_link>, j = #syncflow.contract<energy = balanced>,
  k = #syncflow.contract<completion = enqueued>, l = #syncflow.contract<completion = executed, energy = performance, priority = critical>}
