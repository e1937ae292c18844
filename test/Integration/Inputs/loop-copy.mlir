// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Each step turns the vector around: it cannot write where it still has to read.
#map = affine_map<(d0) -> (d0)>
func.func @main(%start: tensor<4096xf32>) -> tensor<4096xf32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %steps = arith.constant 3 : index
  %last = arith.constant 4095 : index
  %end = scf.for %i = %zero to %steps step %one iter_args(%x = %start) -> tensor<4096xf32> {
    %empty = tensor.empty() : tensor<4096xf32>
    %turned = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%empty : tensor<4096xf32>) {
    ^bb0(%out: f32):
      %j = linalg.index 0 : index
      %k = arith.subi %last, %j : index
      %v = tensor.extract %x[%k] : tensor<4096xf32>
      %w = arith.addf %v, %v : f32
      linalg.yield %w : f32
    } -> tensor<4096xf32>
    scf.yield %turned : tensor<4096xf32>
  }
  return %end : tensor<4096xf32>
}
