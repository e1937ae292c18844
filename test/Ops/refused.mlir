// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// What docs/SupportedOps.md says is refused, and what the message says; see Inputs/ops.py.
// RUN: python3 %S/Inputs/ops.py %s %t --devices=host:2

ml_program.global private mutable @state(dense<2.0> : tensor<4xf32>) : tensor<4xf32>

tosa.variable @variable = dense<1.0> : tensor<4xf32>

// refused: 'tensor.gather' on tensors has no lowering here
func.func @tensor.gather(%x: tensor<6x8xf32>, %i: tensor<3x1xindex>) -> tensor<3x1x8xf32> {
  %r = tensor.gather %x[%i] gather_dims([0]) : (tensor<6x8xf32>, tensor<3x1xindex>) -> tensor<3x1x8xf32>
  return %r : tensor<3x1x8xf32>
}

// refused: 'tensor.scatter' on tensors has no lowering here
func.func @tensor.scatter(%s: tensor<2x1x8xf32>, %x: tensor<6x8xf32>, %i: tensor<2x1xindex>) -> tensor<6x8xf32> {
  %r = tensor.scatter %s into %x[%i] scatter_dims([0]) unique : (tensor<2x1x8xf32>, tensor<6x8xf32>, tensor<2x1xindex>) -> tensor<6x8xf32>
  return %r : tensor<6x8xf32>
}

// refused: 'tensor.bitcast' on tensors has no lowering here
func.func @tensor.bitcast(%x: tensor<4xf32>) -> tensor<4xi32> {
  %r = tensor.bitcast %x : tensor<4xf32> to tensor<4xi32>
  return %r : tensor<4xi32>
}

// refused: on tensors has no lowering here; write the convolution itself
func.func @linalg.winograd_filter_transform(%x: tensor<2x3x3x5xf32>, %o: tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32> {
  %r = linalg.winograd_filter_transform fmr(F_4_3) ins(%x : tensor<2x3x3x5xf32>) outs(%o : tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>
  return %r : tensor<6x6x5x2xf32>
}

// refused: on tensors has no lowering here; write the convolution itself
func.func @linalg.winograd_input_transform(%x: tensor<2x10x10x5xf32>, %o: tensor<6x6x2x2x2x5xf32>) -> tensor<6x6x2x2x2x5xf32> {
  %r = linalg.winograd_input_transform fmr(F_4_3) ins(%x : tensor<2x10x10x5xf32>) outs(%o : tensor<6x6x2x2x2x5xf32>) -> tensor<6x6x2x2x2x5xf32>
  return %r : tensor<6x6x2x2x2x5xf32>
}

// refused: on tensors has no lowering here; write the convolution itself
func.func @linalg.winograd_output_transform(%x: tensor<6x6x2x2x2x2xf32>, %o: tensor<2x8x8x2xf32>) -> tensor<2x8x8x2xf32> {
  %r = linalg.winograd_output_transform fmr(F_4_3) ins(%x : tensor<6x6x2x2x2x2xf32>) outs(%o : tensor<2x8x8x2xf32>) -> tensor<2x8x8x2xf32>
  return %r : tensor<2x8x8x2xf32>
}

// refused: 'shape.shape_of' on tensors has no lowering here
func.func @shape.shape_of(%x: tensor<?xf32>) -> tensor<1xindex> {
  %r = shape.shape_of %x : tensor<?xf32> -> tensor<1xindex>
  return %r : tensor<1xindex>
}

// refused: 'vector.transfer_read' on tensors has no lowering here
func.func @vector.transfer_read(%x: tensor<4xf32>) -> tensor<4xf32> {
  %i = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %v = vector.transfer_read %x[%i], %z : tensor<4xf32>, vector<4xf32>
  %w = arith.addf %v, %v : vector<4xf32>
  %r = vector.transfer_write %w, %x[%i] : vector<4xf32>, tensor<4xf32>
  return %r : tensor<4xf32>
}

// refused: @state is mutable; entries keep nothing from run to run: pass it as an argument and return it
func.func @ml_program.global_store(%x: tensor<4xf32>) -> tensor<4xf32> {
  %a = ml_program.global_load @state : tensor<4xf32>
  %r = arith.addf %a, %x : tensor<4xf32>
  ml_program.global_store @state = %r : tensor<4xf32>
  return %r : tensor<4xf32>
}

// refused: 'tosa.custom' has no lowering here: write the ops that it stands for
func.func @tosa.custom(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = tosa.custom %x {operator_name = "a", domain_name = "b", implementation_attrs = ""} : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// refused: has no lowering here: entries keep nothing from run to run: pass it as an argument and return it
func.func @tosa.variable_read(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = tosa.variable_read @variable : tensor<4xf32>
  return %r : tensor<4xf32>
}

// refused: has no lowering here: entries keep nothing from run to run: pass it as an argument and return it
func.func @tosa.variable_write(%x: tensor<4xf32>) -> tensor<4xf32> {
  tosa.variable_write @variable, %x : tensor<4xf32>
  %r = arith.addf %x, %x : tensor<4xf32>
  return %r : tensor<4xf32>
}

// refused: entries take f16, bf16, f32, f64, index, i1 and i8 to i64
func.func @elements.f8(%x: tensor<4xf8E4M3FN>) -> tensor<4xf8E4M3FN> {
  return %x : tensor<4xf8E4M3FN>
}

// refused: entries take f16, bf16, f32, f64, index, i1 and i8 to i64
func.func @elements.complex(%x: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  return %x : tensor<4xcomplex<f32>>
}

// refused: entries take dense tensors or memrefs
func.func @entry.scalar(%x: f32) -> tensor<1xf32> {
  %r = tensor.from_elements %x : tensor<1xf32>
  return %r : tensor<1xf32>
}

// refused: 'tosa.add_shape' has no lowering here: give the shape as tosa.const_shape
func.func @tosa.add_shape(%x: tensor<4x6xf32>) -> tensor<8x3xf32> {
  %a = tosa.const_shape {values = dense<[4, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %b = tosa.const_shape {values = dense<[4, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %s = tosa.add_shape %a, %b : (!tosa.shape<2>, !tosa.shape<2>) -> !tosa.shape<2>
  %r = tosa.reshape %x, %s : (tensor<4x6xf32>, !tosa.shape<2>) -> tensor<8x3xf32>
  return %r : tensor<8x3xf32>
}

// refused: 'tosa.dim' has no lowering here: give the shape as tosa.const_shape
func.func @tosa.dim(%x: tensor<?x6xf32>) -> tensor<?x2x3xf32> {
  %n = tosa.dim %x {axis = 0 : i32} : (tensor<?x6xf32>) -> !tosa.shape<1>
  %m = tosa.const_shape {values = dense<[2, 3]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %s = tosa.concat_shape %n, %m : (!tosa.shape<1>, !tosa.shape<2>) -> !tosa.shape<3>
  %r = tosa.reshape %x, %s : (tensor<?x6xf32>, !tosa.shape<3>) -> tensor<?x2x3xf32>
  return %r : tensor<?x2x3xf32>
}
