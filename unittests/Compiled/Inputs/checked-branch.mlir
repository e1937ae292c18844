// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Two branches that share nothing. The first looks rows up and checks the index; the second does not care.
#row = affine_map<(d0, d1) -> (d0)>
#both = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @main(%rows: tensor<256xi64>, %table: tensor<16x256xf32>, %weights: tensor<256x256xf32>,
      %x: tensor<256x256xf32>) -> (tensor<256x256xf32>, tensor<256x256xf32>) {
    %zero = arith.constant 0.0 : f32
    %c16 = arith.constant 16 : index
    %empty = tensor.empty() : tensor<256x256xf32>
    %clear = linalg.fill ins(%zero : f32) outs(%empty : tensor<256x256xf32>) -> tensor<256x256xf32>
    %found = linalg.generic {indexing_maps = [#row, #both], iterator_types = ["parallel", "parallel"]}
        ins(%rows : tensor<256xi64>) outs(%empty : tensor<256x256xf32>) {
    ^bb0(%in: i64, %out: f32):
      %at = arith.index_cast %in : i64 to index
      %ok = arith.cmpi ult, %at, %c16 : index
      cf.assert %ok, "row must be below 16"
      %column = linalg.index 1 : index
      %v = tensor.extract %table[%at, %column] : tensor<16x256xf32>
      linalg.yield %v : f32
    } -> tensor<256x256xf32>
    %product = linalg.matmul ins(%found, %weights : tensor<256x256xf32>, tensor<256x256xf32>)
        outs(%clear : tensor<256x256xf32>) -> tensor<256x256xf32>
    %poisoned = linalg.matmul ins(%weights, %product : tensor<256x256xf32>, tensor<256x256xf32>)
        outs(%clear : tensor<256x256xf32>) -> tensor<256x256xf32>
    %independent = linalg.matmul ins(%x, %weights : tensor<256x256xf32>, tensor<256x256xf32>)
        outs(%clear : tensor<256x256xf32>) -> tensor<256x256xf32>
    return %poisoned, %independent : tensor<256x256xf32>, tensor<256x256xf32>
  }
}
