// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
module @twice {
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %r = func.call @step(%x) : (tensor<4xf32>) -> tensor<4xf32>
    return %r : tensor<4xf32>
  }
  // libc has a function of this name; it must not be called.
  func.func private @step(%x: tensor<4xf32>) -> tensor<4xf32> {
    %r = arith.addf %x, %x : tensor<4xf32>
    return %r : tensor<4xf32>
  }
}
