// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
module @plus_one {
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %one = arith.constant dense<1.0> : tensor<4xf32>
    %r = arith.addf %x, %one : tensor<4xf32>
    return %r : tensor<4xf32>
  }
}
