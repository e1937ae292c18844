// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// RUN: sflow-opt %s --syncflow-bind-parameters --split-input-file --verify-diagnostics

// expected-error @below {{parameter @dynamic has type 'tensor<?x4xf32>'; parameters have static shapes}}
ml_program.global private @dynamic(#ml_program.extern : tensor<?x4xf32>) : tensor<?x4xf32>

// -----

// expected-error @below {{parameter @scalar has type 'f32'; parameters have static shapes}}
ml_program.global private @scalar(#ml_program.extern : f32) : f32

// -----

ml_program.global private mutable @w(#ml_program.extern : tensor<4xf32>) : tensor<4xf32>
func.func @store(%x: tensor<4xf32>) {
  // expected-error @below {{parameter @w is read-only; read it with ml_program.global_load_const}}
  ml_program.global_store @w = %x : tensor<4xf32>
  return
}

// -----

ml_program.global private mutable @w(#ml_program.extern : tensor<4xf32>) : tensor<4xf32>
func.func @load() -> tensor<4xf32> {
  // expected-error @below {{parameter @w is read-only; read it with ml_program.global_load_const}}
  %w = ml_program.global_load @w : tensor<4xf32>
  return %w : tensor<4xf32>
}
