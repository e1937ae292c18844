// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Each labelled constraint of the collectives broken once per kind of shape rule, beside an accepted neighbour.
// RUN: sflow-opt %s --split-input-file --verify-diagnostics

// C1: tensors or memrefs, ranked.
syncflow.group @g grid [4] axes [0]
func.func @c1_mixed(%a: tensor<4xf32>, %b: memref<4xf32>) {
  // expected-error @+1 {{C1: input and output mix tensors and memrefs}}
  %t = syncflow.all_reduce sum @g ins(%a : tensor<4xf32>) outs(%b : memref<4xf32>)
  return
}

// -----

syncflow.group @g grid [4] axes [0]
func.func @c1_unranked(%a: memref<*xf32>, %b: memref<4xf32>) {
  // expected-error @+1 {{C1: 'memref<*xf32>' is not a ranked tensor or memref}}
  %t = syncflow.all_reduce sum @g ins(%a : memref<*xf32>) outs(%b : memref<4xf32>)
  return
}

// -----

syncflow.group @g grid [4] axes [0]
func.func @c1_no_result(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  // expected-error @+1 {{C1: one result of the output's type is wanted}}
  %t = syncflow.all_reduce sum @g ins(%a : tensor<4xf32>) outs(%b : tensor<4xf32>)
  return
}

// -----

syncflow.group @g grid [4] axes [0]
func.func @c1_other_result(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  // expected-error @+1 {{C1: one result of the output's type is wanted}}
  %r, %t = syncflow.all_reduce sum @g ins(%a : tensor<4xf32>) outs(%b : tensor<4xf32>) -> tensor<?xf32>
  return
}

// -----

syncflow.group @g grid [4] axes [0]
func.func @c1_result_of_memref(%a: memref<4xf32>, %b: memref<4xf32>) {
  // expected-error @+1 {{C1: no data result is wanted}}
  %r, %t = syncflow.all_reduce sum @g ins(%a : memref<4xf32>) outs(%b : memref<4xf32>) -> tensor<4xf32>
  return
}

// -----

syncflow.group @g grid [4] axes [0]
func.func @c1_recv(%b: tensor<4xf32>) {
  // expected-error @+1 {{C1: one result of the output's type is wanted}}
  %t = syncflow.recv from 1 @g outs(%b : tensor<4xf32>)
  return
}

// -----

syncflow.group @g grid [4] axes [0]
func.func @c1_accepted(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: memref<4xf32>) {
  %r, %t0 = syncflow.all_reduce sum @g ins(%a : tensor<4xf32>) outs(%b : tensor<4xf32>) -> tensor<4xf32>
  %q, %t1 = syncflow.recv from 1 @g outs(%b : tensor<4xf32>) -> tensor<4xf32>
  %t2 = syncflow.send to 1 @g ins(%c : memref<4xf32>)
  return
}

// -----

// C2: element types.
syncflow.group @g grid [4] axes [0]
func.func @c2(%a: memref<4xf32>, %b: memref<4xf16>) {
  // expected-error @+1 {{C2: element types of input 'memref<4xf32>' and output 'memref<4xf16>' differ}}
  %t = syncflow.broadcast root 0 @g ins(%a : memref<4xf32>) outs(%b : memref<4xf16>)
  return
}

// -----

syncflow.group @g grid [4] axes [0]
func.func @c2_accepted(%a: memref<4xi8>, %b: memref<4xi8>) {
  %t = syncflow.broadcast root 0 @g ins(%a : memref<4xi8>) outs(%b : memref<4xi8>)
  return
}

// -----

// C3: the group exists.
func.func @c3(%a: memref<4xf32>, %b: memref<4xf32>) {
  // expected-error @+1 {{C3: no group @g}}
  %t = syncflow.all_reduce sum @g ins(%a : memref<4xf32>) outs(%b : memref<4xf32>)
  return
}

// -----

// A symbol of another kind is no group.
func.func private @g()
func.func @c3_other_symbol(%a: memref<4xf32>) {
  // expected-error @+1 {{C3: no group @g}}
  %t = syncflow.send to 1 @g ins(%a : memref<4xf32>)
  return
}

// -----

// C4: shapes, per kind.
syncflow.group @g grid [4] axes [0]
func.func @c4_all_reduce(%a: memref<4xf32>, %b: memref<8xf32>) {
  // expected-error @+1 {{C4: input 'memref<4xf32>' and output 'memref<8xf32>' do not fit all_reduce over 4 members}}
  %t = syncflow.all_reduce sum @g ins(%a : memref<4xf32>) outs(%b : memref<8xf32>)
  return
}

// -----

syncflow.group @g grid [4] axes [0]
func.func @c4_reduce(%a: memref<4xf32>, %b: memref<4x1xf32>) {
  // expected-error @+1 {{C4: input 'memref<4xf32>' and output 'memref<4x1xf32>' do not fit reduce over 4 members}}
  %t = syncflow.reduce sum root 0 @g ins(%a : memref<4xf32>) outs(%b : memref<4x1xf32>)
  return
}

// -----

syncflow.group @g grid [4] axes [0]
func.func @c4_broadcast(%a: memref<4xf32>, %b: memref<16xf32>) {
  // expected-error @+1 {{C4: input 'memref<4xf32>' and output 'memref<16xf32>' do not fit broadcast over 4 members}}
  %t = syncflow.broadcast root 0 @g ins(%a : memref<4xf32>) outs(%b : memref<16xf32>)
  return
}

// -----

syncflow.group @g grid [4] axes [0]
func.func @c4_all_gather(%a: memref<4x2xf32>, %b: memref<8x2xf32>) {
  // expected-error @+1 {{C4: input 'memref<4x2xf32>' and output 'memref<8x2xf32>' do not fit all_gather over 4 members}}
  %t = syncflow.all_gather @g ins(%a : memref<4x2xf32>) outs(%b : memref<8x2xf32>)
  return
}

// -----

syncflow.group @g grid [4] axes [0]
func.func @c4_gather(%a: memref<4x2xf32>, %b: memref<16x3xf32>) {
  // expected-error @+1 {{C4: input 'memref<4x2xf32>' and output 'memref<16x3xf32>' do not fit gather over 4 members}}
  %t = syncflow.gather root 0 @g ins(%a : memref<4x2xf32>) outs(%b : memref<16x3xf32>)
  return
}

// -----

syncflow.group @g grid [4] axes [0]
func.func @c4_reduce_scatter(%a: memref<4xf32>, %b: memref<16xf32>) {
  // expected-error @+1 {{C4: input 'memref<4xf32>' and output 'memref<16xf32>' do not fit reduce_scatter over 4 members}}
  %t = syncflow.reduce_scatter sum @g ins(%a : memref<4xf32>) outs(%b : memref<16xf32>)
  return
}

// -----

syncflow.group @g grid [4] axes [0]
func.func @c4_scatter(%a: memref<f32>, %b: memref<f32>) {
  // expected-error @+1 {{C4: input 'memref<f32>' and output 'memref<f32>' do not fit scatter over 4 members}}
  %t = syncflow.scatter root 0 @g ins(%a : memref<f32>) outs(%b : memref<f32>)
  return
}

// -----

syncflow.group @g grid [4] axes [0]
func.func @c4_all_to_all(%a: memref<6xf32>, %b: memref<6xf32>) {
  // expected-error @+1 {{C4: input 'memref<6xf32>' and output 'memref<6xf32>' do not fit all_to_all over 4 members}}
  %t = syncflow.all_to_all @g ins(%a : memref<6xf32>) outs(%b : memref<6xf32>)
  return
}

// -----

// The group of four members is along one axis of a grid of eight ranks.
syncflow.group @g grid [2, 4] axes [1]
func.func @c4_accepted(%a: memref<4x2xf32>, %b: memref<16x2xf32>, %c: memref<?x2xf32>, %d: memref<4x2xf32>, %s: memref<f32>, %u: memref<f32>) {
  %t0 = syncflow.all_gather @g ins(%a : memref<4x2xf32>) outs(%b : memref<16x2xf32>)
  %t1 = syncflow.gather root 3 @g ins(%a : memref<4x2xf32>) outs(%c : memref<?x2xf32>)
  %t2 = syncflow.reduce_scatter sum @g ins(%b : memref<16x2xf32>) outs(%a : memref<4x2xf32>)
  %t3 = syncflow.scatter root 0 @g ins(%b : memref<16x2xf32>) outs(%c : memref<?x2xf32>)
  %t4 = syncflow.all_to_all @g ins(%a : memref<4x2xf32>) outs(%d : memref<4x2xf32>)
  %t5 = syncflow.all_reduce sum @g ins(%s : memref<f32>) outs(%u : memref<f32>)
  return
}

// -----

// C5: root and peer are members.
syncflow.group @g grid [4] axes [0]
func.func @c5_root(%a: memref<4xf32>, %b: memref<4xf32>) {
  // expected-error @+1 {{C5: position 4 is outside group @g of 4}}
  %t = syncflow.reduce sum root 4 @g ins(%a : memref<4xf32>) outs(%b : memref<4xf32>)
  return
}

// -----

syncflow.group @g grid [4] axes [0]
func.func @c5_negative_root(%a: memref<4xf32>, %b: memref<4xf32>) {
  // expected-error @+1 {{C5: position -1 is outside group @g of 4}}
  %t = syncflow.broadcast root -1 @g ins(%a : memref<4xf32>) outs(%b : memref<4xf32>)
  return
}

// -----

syncflow.group @g grid [4] axes [0]
func.func @c5_send(%a: memref<4xf32>) {
  // expected-error @+1 {{C5: position 4 is outside group @g of 4}}
  %t = syncflow.send to 4 @g ins(%a : memref<4xf32>)
  return
}

// -----

syncflow.group @g grid [4] axes [0]
func.func @c5_recv(%a: memref<4xf32>) {
  // expected-error @+1 {{C5: position 9 is outside group @g of 4}}
  %t = syncflow.recv from 9 @g outs(%a : memref<4xf32>)
  return
}

// -----

syncflow.group @g grid [4] axes [0]
func.func @c5_accepted(%a: memref<4xf32>, %b: memref<4xf32>) {
  %t0 = syncflow.reduce sum root 3 @g ins(%a : memref<4xf32>) outs(%b : memref<4xf32>)
  %t1 = syncflow.send to 0 @g ins(%a : memref<4xf32>)
  %t2 = syncflow.recv from 3 @g outs(%a : memref<4xf32>)
  return
}
