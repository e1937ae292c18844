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

// -----

// expected-error @below {{@state is mutable; entries keep nothing from run to run: pass it as an argument and return it}}
ml_program.global private mutable @state(dense<0.0> : tensor<4xf32>) : tensor<4xf32>
ml_program.global private @constant(dense<0.0> : tensor<4xf32>) : tensor<4xf32>

// -----

// TOSA without a lowering; the neighbours have one.
func.func @tosa(%x: tensor<4xf16>, %i: tensor<?xi32>, %m: tensor<?xi32>, %s: tensor<?xi8>) -> tensor<4xbf16> {
  // expected-error @below {{'tosa.custom' has no lowering here: write the ops that it stands for}}
  %0 = tosa.custom %x {operator_name = "a", domain_name = "b", implementation_attrs = ""} : (tensor<4xf16>) -> tensor<4xf16>
  // expected-error @below {{'tosa.apply_scale' has no lowering here: use it on tensors of static shape, or tosa.rescale}}
  %1 = tosa.apply_scale %i, %m, %s {rounding_mode = SINGLE_ROUND} : (tensor<?xi32>, tensor<?xi32>, tensor<?xi8>) -> tensor<?xi32>
  %2 = tosa.cast %0 : (tensor<4xf16>) -> tensor<4xf32>
  // expected-error @below {{'tosa.cast' has no lowering here: cast to f32 first}}
  %3 = tosa.cast %0 : (tensor<4xf16>) -> tensor<4xbf16>
  return %3 : tensor<4xbf16>
}
