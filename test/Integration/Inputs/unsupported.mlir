// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
func.func @main(%x: tensor<4x4xf32>, %i: tensor<2x1xindex>) -> tensor<2x1x4xf32> {
  %r = tensor.gather %x[%i] gather_dims([0]) : (tensor<4x4xf32>, tensor<2x1xindex>) -> tensor<2x1x4xf32>
  return %r : tensor<2x1x4xf32>
}
