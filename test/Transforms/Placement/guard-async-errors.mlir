// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// RUN: sflow-opt %s --split-input-file --syncflow-guard=phase=async --verify-diagnostics

func.func @alloc() {
  // expected-error @below {{'memref.alloc' op allocates memory between tasks: use syncflow.buffer}}
  %x = memref.alloc() : memref<8xf32>
  return
}

// -----

func.func @alloca() {
  // expected-error @below {{'memref.alloca' op allocates memory between tasks: use syncflow.buffer}}
  %x = memref.alloca() : memref<8xf32>
  return
}

// -----

func.func @dealloc(%x: memref<8xf32>) {
  // expected-error @below {{frees memory when the host comes to it, not when the tasks that use it are done}}
  memref.dealloc %x : memref<8xf32>
  return
}

// -----

func.func @copy(%x: memref<8xf32>, %y: memref<8xf32>) {
  // expected-error @below {{copies between tasks without a token: make it a task or a syncflow.transfer}}
  memref.copy %x, %y : memref<8xf32> to memref<8xf32>
  return
}

// -----

func.func @tensor(%x: memref<8xf32>) {
  // expected-error @below {{'tensor.empty' op works on tensors after bufferization}}
  %t = tensor.empty() : tensor<8xf32>
  return
}

// -----

// expected-error @below {{has tensors in its signature: bufferize function boundaries too}}
func.func private @signature(%x: tensor<8xf32>)

// -----

func.func @foreign(%x: memref<8xf32>) {
  // expected-error @below {{'linalg.exp' op cannot stand between tasks: put it into a task}}
  linalg.exp ins(%x : memref<8xf32>) outs(%x : memref<8xf32>)
  return
}

// -----

func.func @too_late(%x: memref<8xf32>) {
  // expected-error @below {{'syncflow.rt.wait' op cannot stand between tasks}}
  syncflow.rt.wait
  return
}
