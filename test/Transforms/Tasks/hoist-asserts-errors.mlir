// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// A result that is still being computed cannot be checked before the op runs.
// RUN: sflow-opt %s --syncflow-hoist-asserts --verify-diagnostics

#i = affine_map<(i, j) -> (i)>
#ij = affine_map<(i, j) -> (i, j)>
func.func @sum(%a: tensor<4x2xi64>, %e: tensor<4xi64>) -> tensor<4xi64> {
  %r, %t = syncflow.task "t" ins(%x = %a : tensor<4x2xi64>) outs(%o = %e : tensor<4xi64>) {
    %c9 = arith.constant 9 : i64
    %1 = linalg.generic {indexing_maps = [#ij, #i], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x2xi64>) outs(%o : tensor<4xi64>) {
    ^bb0(%in: i64, %out: i64):
      %s = arith.addi %in, %out : i64
      %below = arith.cmpi slt, %s, %c9 : i64
      // expected-error @below {{the check depends on a result that is still being computed; make it a tensor of i1 that the program asserts on}}
      cf.assert %below, "sum too large"
      linalg.yield %s : i64
    } -> tensor<4xi64>
    syncflow.yield %1 : tensor<4xi64>
  }
  return %r : tensor<4xi64>
}
