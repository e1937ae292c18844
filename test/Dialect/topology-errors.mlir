// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Each labelled constraint of the topology ops broken once, beside an accepted neighbour (the last module).
// RUN: sflow-opt %s --split-input-file --verify-diagnostics

// topology
syncflow.topology @c1 {
  // expected-error @+1 {{C1: a topology holds only devices, memories, links and groups}}
  func.func private @f()
}

// -----

syncflow.topology @c2 {
  // expected-error @+1 {{C2: no memory @vram in topology @c2}}
  syncflow.device @d host reaches [@vram]
}

// -----

// A device is no memory.
syncflow.topology @c2_kind {
  syncflow.memory @ram
  syncflow.device @d host reaches [@ram]
  // expected-error @+1 {{C2: no memory @d in topology @c2_kind}}
  syncflow.device @e host reaches [@d]
}

// -----

syncflow.topology @c3_from {
  syncflow.memory @ram
  syncflow.device @d host reaches [@ram]
  // expected-error @+1 {{C3: no device @e in topology @c3_from}}
  syncflow.link @l from @e to @d
}

// -----

syncflow.topology @c3_to {
  syncflow.memory @ram
  syncflow.device @d host reaches [@ram]
  // expected-error @+1 {{C3: no device @ram in topology @c3_to}}
  syncflow.link @l from @d to @ram
}

// -----

// device
syncflow.topology @device_c1 {
  syncflow.memory @ram
  // expected-error @+1 {{C1: cores must be from 1 to 65536, got 0}}
  syncflow.device @d host reaches [@ram] {cores = 0 : i64}
}

// -----

syncflow.topology @device_c1_negative {
  syncflow.memory @ram
  // expected-error @+1 {{C1: cores must be from 1 to 65536, got -2}}
  syncflow.device @d host reaches [@ram] {cores = -2 : i64}
}

// -----

syncflow.topology @device_c2 {
  syncflow.memory @ram
  // expected-error @+1 {{C2: rates and powers must not be negative}}
  syncflow.device @d host reaches [@ram] {idle_watts = -1.0 : f64}
}

// -----

syncflow.topology @device_c2_rate {
  syncflow.memory @ram
  // expected-error @+1 {{C2: rates and powers must not be negative}}
  syncflow.device @d host reaches [@ram] {gflops = -1.0 : f64}
}

// -----

// expected-error @+1 {{expects parent op 'syncflow.topology'}}
syncflow.device @d host reaches [@ram]

// -----

// memory
syncflow.topology @memory_c1 {
  // expected-error @+1 {{C1: bytes must not be negative, got -1}}
  syncflow.memory @ram {bytes = -1 : i64}
}

// -----

// link
syncflow.topology @link_c1 {
  syncflow.memory @ram
  syncflow.device @d host reaches [@ram]
  // expected-error @+1 {{C1: bandwidth must be positive, latency and energy not negative}}
  syncflow.link @l from @d to @d {bandwidth = 0.0 : f64}
}

// -----

syncflow.topology @link_c1_latency {
  syncflow.memory @ram
  syncflow.device @d host reaches [@ram]
  // expected-error @+1 {{C1: bandwidth must be positive, latency and energy not negative}}
  syncflow.link @l from @d to @d {latency_ns = -2.0 : f64}
}

// -----

// group
// expected-error @+1 {{C1: grid extents must be positive, got 0}}
syncflow.group @group_c1 grid [2, 0] axes [0]

// -----

// expected-error @+1 {{C2: axis 2 stands twice or outside the grid}}
syncflow.group @group_c2_outside grid [2, 2] axes [2]

// -----

// expected-error @+1 {{C2: axis 1 stands twice or outside the grid}}
syncflow.group @group_c2_twice grid [2, 2] axes [1, 1]

// -----

// stream
func.func @stream_c1() {
  // expected-error @+1 {{C1: the ordinal must not be negative, got -1}}
  %s = syncflow.stream @machine::@host0 ordinal -1
  return
}

// -----

syncflow.topology @machine {
  syncflow.memory @ram
  syncflow.device @host0 host reaches [@ram]
}
func.func @stream_c2() {
  // expected-error @+1 {{C2: no device @machine::@host1}}
  %s = syncflow.stream @machine::@host1 ordinal 0
  return
}

// -----

// A memory is no device.
syncflow.topology @machine {
  syncflow.memory @ram
}
func.func @stream_c2_kind() {
  // expected-error @+1 {{C2: no device @machine::@ram}}
  %s = syncflow.stream @machine::@ram ordinal 0
  return
}

// -----

syncflow.topology @machine {
  syncflow.memory @ram {bytes = 0 : i64}
  syncflow.memory @vram {bytes = 64 : i64}
  syncflow.device @host0 host reaches [@ram] {cores = 1 : i64, gflops = 0.0 : f64}
  syncflow.device @gpu cuda reaches [@vram, @ram] {busy_watts = 300.0 : f64}
  syncflow.link @l from @host0 to @gpu {bandwidth = 1.0 : f64, latency_ns = 0.0 : f64}
  syncflow.group @inside grid [1] axes []
}
syncflow.group @outside grid [2, 2] axes [1, 0]
func.func @accepted() {
  %s = syncflow.stream @machine::@gpu ordinal 0
  return
}
