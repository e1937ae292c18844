// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// New work for a module that has its load function already.
// RUN: sflow-opt %s --syncflow-hoist-parameters --verify-diagnostics

// expected-error @below {{syncflow-hoist-parameters has run already: the module has a function __load}}
module {
  ml_program.global private @w(#ml_program.extern : tensor<4xf32>) : tensor<4xf32>
  func.func @main() -> tensor<4xf32> {
    %w = ml_program.global_load_const @w : tensor<4xf32>
    %e = tensor.empty() : tensor<4xf32>
    %u = linalg.exp ins(%w : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    return %u : tensor<4xf32>
  }
  func.func @__load() {
    return
  }
}
