// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#map = affine_map<(d0) -> (d0)>
func.func @main(%i: tensor<2xi64>) -> tensor<2xf32> {
  %table = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %c4 = arith.constant 4 : index
  %e = tensor.empty() : tensor<2xf32>
  %r = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%i : tensor<2xi64>) outs(%e : tensor<2xf32>) {
  ^bb0(%in: i64, %out: f32):
    %at = arith.index_cast %in : i64 to index
    %ok = arith.cmpi ult, %at, %c4 : index
    cf.assert %ok, "index must be below 4"
    %v = tensor.extract %table[%at] : tensor<4xf32>
    linalg.yield %v : f32
  } -> tensor<2xf32>
  return %r : tensor<2xf32>
}
