// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Each labelled constraint of waits, barriers, buffers and transfers broken once, beside an accepted neighbour.
// RUN: sflow-opt %s --split-input-file --verify-diagnostics

// wait, C1
func.func @wait_c1_stream(%t: !syncflow.token, %s: !syncflow.stream) {
  // expected-error @+1 {{C1: timeout_ns stands only on a wait of the host}}
  syncflow.wait(%t) on(%s) {timeout_ns = 5 : i64}
  return
}

// -----

func.func @wait_c1_zero(%t: !syncflow.token) {
  // expected-error @+1 {{C1: timeout_ns must be positive, got 0}}
  syncflow.wait(%t) {timeout_ns = 0 : i64}
  return
}

// -----

func.func @wait_c1_negative(%t: !syncflow.token) {
  // expected-error @+1 {{C1: timeout_ns must be positive, got -5}}
  syncflow.wait(%t) {timeout_ns = -5 : i64}
  return
}

// -----

func.func @wait_c1_accepted(%t: !syncflow.token, %s: !syncflow.stream) {
  syncflow.wait(%t) {timeout_ns = 1 : i64}
  syncflow.wait(%t) on(%s)
  return
}

// -----

// barrier, C1 and C2
func.func @barrier_c1(%s: !syncflow.stream) {
  // expected-error @+1 {{C1: a barrier of streams names at least two, got 1}}
  syncflow.barrier(%s) <streams, device>
  return
}

// -----

func.func @barrier_c2(%s: !syncflow.stream) {
  // expected-error @+1 {{C2: a barrier of all streams names none}}
  syncflow.barrier(%s) <all, device>
  return
}

// -----

func.func @barrier_accepted(%s: !syncflow.stream, %q: !syncflow.stream) {
  syncflow.barrier(%s, %q) <streams, stream>
  syncflow.barrier(%s) <devices, node>
  syncflow.barrier() <all, global>
  return
}

// -----

// buffer, C1 and C2
func.func @buffer_c1(%n: index) {
  // expected-error @+1 {{C1: 1 sizes for 2 dynamic dimensions}}
  %b = syncflow.buffer(%n) : memref<?x?xf32>
  return
}

// -----

func.func @buffer_c2() {
  // expected-error @+1 {{C2: a buffer has the identity layout}}
  %b = syncflow.buffer() : memref<4x4xf32, strided<[8, 1]>>
  return
}

// -----

func.func @buffer_accepted(%n: index) {
  %b = syncflow.buffer(%n, %n) : memref<?x?xf32>
  %c = syncflow.buffer() : memref<4x4xf32, affine_map<(i, j) -> (i, j)>>
  return
}

// -----

func.func @arena_type(%n: index) {
  // expected-error @+1 {{must be 1D memref of 8-bit signless integer values}}
  %a = syncflow.arena(%n) : memref<?xf32>
  return
}

// -----

// transfer, C1
func.func @transfer_c1_shape(%a: memref<4xf32>, %b: memref<8xf32>) {
  // expected-error @+1 {{C1: source 'memref<4xf32>' and target 'memref<8xf32>' differ in shape or element type}}
  %t = syncflow.transfer from %a : memref<4xf32> to %b : memref<8xf32>
  return
}

// -----

func.func @transfer_c1_type(%a: memref<4xf32>, %b: memref<4xf16>) {
  // expected-error @+1 {{C1: source 'memref<4xf32>' and target 'memref<4xf16>' differ in shape or element type}}
  %t = syncflow.transfer from %a : memref<4xf32> to %b : memref<4xf16>
  return
}

// -----

func.func @transfer_accepted(%a: memref<4xf32>, %b: memref<?xf32, strided<[2]>>) {
  %t = syncflow.transfer from %a : memref<4xf32> to %b : memref<?xf32, strided<[2]>>
  return
}
