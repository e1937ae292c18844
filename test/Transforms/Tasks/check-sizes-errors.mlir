// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// RUN: sflow-opt %s --syncflow-check-sizes --verify-diagnostics

func.func @grows(%x: tensor<4xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %start = tensor.cast %x : tensor<4xf32> to tensor<?xf32>
  %r = scf.for %i = %c0 to %c2 step %c1 iter_args(%a = %start) -> (tensor<?xf32>) {
    %n = tensor.dim %a, %c0 : tensor<?xf32>
    %m = arith.addi %n, %c4 : index
    %e = tensor.empty(%m) : tensor<?xf32>
    // expected-error @below {{a tensor that the loop carries changes its size in dimension 0 from 4 to 8: carry one of the final size and insert into it}}
    scf.yield %e : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}
