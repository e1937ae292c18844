// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// RUN: sflow-opt %s --syncflow-check-entries --split-input-file --verify-diagnostics

// Element types that no caller can hand over or take back.
// expected-error @below {{argument 1 of entry @argument has elements of type 'i4'; entries take f16, bf16, f32, f64, index, i1 and i8 to i64}}
func.func @argument(%x: tensor<4xf32>, %y: tensor<4xi4>) {
  return
}

// -----

// expected-error @below {{result 0 of entry @result has elements of type 'complex<f32>'}}
func.func @result() -> tensor<4xcomplex<f32>> {
  %e = tensor.empty() : tensor<4xcomplex<f32>>
  return %e : tensor<4xcomplex<f32>>
}

// -----

// Memory is no better than tensors.
// expected-error @below {{argument 0 of entry @memory has elements of type 'f8E4M3FN'}}
func.func @memory(%x: memref<4xf8E4M3FN>) {
  return
}

// -----

// All that the message names are taken. What is private, or defined elsewhere, is no entry.
func.func @taken(%a: tensor<1xf16>, %b: tensor<1xbf16>, %c: tensor<1xf32>, %d: tensor<1xf64>, %e: tensor<1xindex>, %f: tensor<1xi1>,
                 %g: tensor<1xi8>, %h: tensor<1xi16>, %i: tensor<1xi32>, %j: tensor<1xi64>, %k: tensor<1xui8>) {
  return
}
func.func private @inner(%x: tensor<4xi4>) {
  return
}
func.func private @elsewhere(tensor<4xi4>)

// -----

func.func @itself(%x: tensor<4xf32>) {
  // expected-error @below {{@itself calls itself, directly or through others; SyncFlow takes programs without recursion: make it a loop}}
  call @itself(%x) : (tensor<4xf32>) -> ()
  return
}

// -----

// In a circle, each closes it; the entry that leads there is no part of it.
func.func @entry(%x: tensor<4xf32>) {
  call @ping(%x) : (tensor<4xf32>) -> ()
  return
}
func.func private @ping(%x: tensor<4xf32>) {
  // expected-error @below {{@pong calls itself, directly or through others}}
  call @pong(%x) : (tensor<4xf32>) -> ()
  return
}
func.func private @pong(%x: tensor<4xf32>) {
  // expected-error @below {{@ping calls itself, directly or through others}}
  call @ping(%x) : (tensor<4xf32>) -> ()
  return
}

// -----

// A function that is called twice, and over two ways, is no circle.
func.func @diamond(%x: tensor<4xf32>) {
  call @left(%x) : (tensor<4xf32>) -> ()
  call @bottom(%x) : (tensor<4xf32>) -> ()
  call @bottom(%x) : (tensor<4xf32>) -> ()
  return
}
func.func private @left(%x: tensor<4xf32>) {
  call @bottom(%x) : (tensor<4xf32>) -> ()
  return
}
func.func private @bottom(%x: tensor<4xf32>) {
  return
}
