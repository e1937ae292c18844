// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// RUN: sflow-opt %s --syncflow-check-operands --verify-diagnostics

// The second lookup depends on the first, which is right only in the branch.
#v = affine_map<(i) -> (i)>
func.func @chain(%ids: tensor<4xindex>, %table: tensor<9xindex>, %e: tensor<4xindex>) -> tensor<4xindex> {
  %r, %t = syncflow.task "t" ins(%x = %ids : tensor<4xindex>, %y = %table : tensor<9xindex>) outs(%o = %e : tensor<4xindex>) {
    %c9 = arith.constant 9 : index
    %1 = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]} ins(%x : tensor<4xindex>) outs(%o : tensor<4xindex>) {
    ^bb0(%k: index, %out: index):
      %inside = arith.cmpi ult, %k, %c9 : index
      %v = scf.if %inside -> index {
        %w = tensor.extract %y[%k] : tensor<9xindex>
        // expected-error @below {{what this depends on is read or divided inside a branch, where it cannot be checked; compute it before the branch}}
        %z = tensor.extract %y[%w] : tensor<9xindex>
        scf.yield %z : index
      } else {
        scf.yield %k : index
      }
      linalg.yield %v : index
    } -> tensor<4xindex>
    syncflow.yield %1 : tensor<4xindex>
  }
  return %r : tensor<4xindex>
}
