// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
module @two {
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %y = call @twice(%x) : (tensor<4xf32>) -> tensor<4xf32>
    return %y : tensor<4xf32>
  }
  func.func @square(%x: tensor<4xf32>) -> tensor<4xf32> {
    %y = arith.mulf %x, %x : tensor<4xf32>
    return %y : tensor<4xf32>
  }
  func.func private @twice(%x: tensor<4xf32>) -> tensor<4xf32> {
    %y = arith.addf %x, %x : tensor<4xf32>
    return %y : tensor<4xf32>
  }
}
