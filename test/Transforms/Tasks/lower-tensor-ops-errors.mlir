// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Ops on tensors that no later pass can lower are named; the same ops on scalars are none of its business.
// RUN: sflow-opt %s --syncflow-lower-tensor-ops --split-input-file --verify-diagnostics

func.func @gather(%a: tensor<4x8xf32>, %i: tensor<2x1xindex>) -> tensor<2x8xf32> {
  // expected-error @below {{'tensor.gather' on tensors has no lowering here; write it as a linalg.generic with tensor.extract, or as tosa.gather}}
  %r = tensor.gather %a[%i] gather_dims([0]) : (tensor<4x8xf32>, tensor<2x1xindex>) -> tensor<2x8xf32>
  return %r : tensor<2x8xf32>
}

// -----

func.func @exp(%a: tensor<4xf32>, %s: f32) -> (tensor<4xf32>, f32) {
  %t = math.exp %s : f32
  // expected-error @below {{'math.exp' on tensors has no lowering here}}
  %r = math.exp %a : tensor<4xf32>
  return %r, %t : tensor<4xf32>, f32
}

// -----

// In any region.
func.func @nested(%a: tensor<4xf32>, %go: i1) -> tensor<4xf32> {
  %r = scf.if %go -> tensor<4xf32> {
    // expected-error @below {{'math.exp' on tensors has no lowering here}}
    %x = math.exp %a : tensor<4xf32>
    scf.yield %x : tensor<4xf32>
  } else {
    scf.yield %a : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
