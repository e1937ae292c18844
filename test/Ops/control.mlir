// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Control flow and state, as docs/SupportedOps.md says it works: scf, cf, func, ml_program; see Inputs/ops.py.
// RUN: python3 %S/Inputs/ops.py %s %t --devices=host:2

ml_program.global private @twos(dense<2.0> : tensor<2xf32>) : tensor<2xf32>

// true, [1, 2] -> [2, 4], [1, 4]
func.func @scf.if(%which: tensor<i1>, %x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %c = tensor.extract %which[] : tensor<i1>
  %r, %s = scf.if %c -> (tensor<2xf32>, tensor<2xf32>) {
    %a = arith.addf %x, %x : tensor<2xf32>
    %b = arith.mulf %x, %x : tensor<2xf32>
    scf.yield %a, %b : tensor<2xf32>, tensor<2xf32>
  } else {
    scf.yield %x, %x : tensor<2xf32>, tensor<2xf32>
  }
  return %r, %s : tensor<2xf32>, tensor<2xf32>
}

// 3, [1, 2] -> [4, 8], [1, 2]
func.func @scf.for(%count: tensor<index>, %x: tensor<$2xf32>) -> (tensor<$2xf32>, tensor<$2xf32>) {
  %n = tensor.extract %count[] : tensor<index>
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %r = scf.for %i = %zero to %n step %one iter_args(%a = %x) -> (tensor<$2xf32>) {
    %s = arith.addf %a, %x : tensor<$2xf32>
    scf.yield %s : tensor<$2xf32>
  }
  %s = scf.for %i = %zero to %zero step %one iter_args(%a = %x) -> (tensor<$2xf32>) {
    %s = arith.addf %a, %x : tensor<$2xf32>
    scf.yield %s : tensor<$2xf32>
  }
  return %r, %s : tensor<$2xf32>, tensor<$2xf32>
}

// 3, [1, 2], [10, 20] -> [10, 20], [1, 2]
func.func @scf.for.swap(%count: tensor<index>, %x: tensor<$2xf32>, %y: tensor<$2xf32>) -> (tensor<$2xf32>, tensor<$2xf32>) {
  %n = tensor.extract %count[] : tensor<index>
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %r:2 = scf.for %i = %zero to %n step %one iter_args(%a = %x, %b = %y) -> (tensor<$2xf32>, tensor<$2xf32>) {
    scf.yield %b, %a : tensor<$2xf32>, tensor<$2xf32>
  }
  return %r#0, %r#1 : tensor<$2xf32>, tensor<$2xf32>
}

// [1, 2] -> [5, 10]
func.func @scf.for.nested(%x: tensor<$2xf32>) -> tensor<$2xf32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %r = scf.for %i = %zero to %two step %one iter_args(%a = %x) -> (tensor<$2xf32>) {
    %s = scf.for %j = %zero to %two step %one iter_args(%b = %a) -> (tensor<$2xf32>) {
      %t = arith.addf %b, %x : tensor<$2xf32>
      scf.yield %t : tensor<$2xf32>
    }
    scf.yield %s : tensor<$2xf32>
  }
  return %r : tensor<$2xf32>
}

// 5, [1, 2] -> [5, 2]
func.func @scf.while.scalars(%count: tensor<i32>, %x: tensor<$2xf32>) -> tensor<$2xf32> {
  %n = tensor.extract %count[] : tensor<i32>
  %at = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %k = scf.while (%a = %zero) : (i32) -> i32 {
    %more = arith.cmpi slt, %a, %n : i32
    scf.condition(%more) %a : i32
  } do {
  ^bb0(%a: i32):
    %b = arith.addi %a, %one : i32
    scf.yield %b : i32
  }
  %f = arith.sitofp %k : i32 to f32
  %r = tensor.insert %f into %x[%at] : tensor<$2xf32>
  return %r : tensor<$2xf32>
}

// [1, 2, 3] -> [6, 2, 3]
func.func @scf.parallel.scalars(%x: tensor<3xf32>) -> tensor<3xf32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %three = arith.constant 3 : index
  %z = arith.constant 0.0 : f32
  %s = scf.parallel (%i) = (%zero) to (%three) step (%one) init (%z) -> f32 {
    %e = tensor.extract %x[%i] : tensor<3xf32>
    scf.reduce(%e : f32) {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      scf.reduce.return %c : f32
    }
  }
  %r = tensor.insert %s into %x[%zero] : tensor<3xf32>
  return %r : tensor<3xf32>
}

// [1, 2] -> [2, 4]
func.func @scf.execute_region(%x: tensor<$2xf32>) -> tensor<$2xf32> {
  %r = scf.execute_region -> tensor<$2xf32> {
    %a = arith.addf %x, %x : tensor<$2xf32>
    scf.yield %a : tensor<$2xf32>
  }
  return %r : tensor<$2xf32>
}

// true, [1, 2] -> [2, 4]
func.func @cf.assert(%holds: tensor<i1>, %x: tensor<$2xf32>) -> tensor<$2xf32> {
  %c = tensor.extract %holds[] : tensor<i1>
  cf.assert %c, "does not hold"
  %r = arith.addf %x, %x : tensor<$2xf32>
  return %r : tensor<$2xf32>
}

// [1, 2] -> [3, 4]
func.func @ml_program.global_load(%x: tensor<2xf32>) -> tensor<2xf32> {
  %g = ml_program.global_load @twos : tensor<2xf32>
  %r = arith.addf %x, %g : tensor<2xf32>
  return %r : tensor<2xf32>
}

// [1, 2] -> [4, 8]
func.func @scf.while(%x: tensor<$2xf32>) -> tensor<$2xf32> {
  %i = arith.constant 0 : index
  %limit = arith.constant 3.0 : f32
  %r = scf.while (%a = %x) : (tensor<$2xf32>) -> tensor<$2xf32> {
    %s = tensor.extract %a[%i] : tensor<$2xf32>
    %more = arith.cmpf olt, %s, %limit : f32
    scf.condition(%more) %a : tensor<$2xf32>
  } do {
  ^bb0(%a: tensor<$2xf32>):
    %b = arith.addf %a, %a : tensor<$2xf32>
    scf.yield %b : tensor<$2xf32>
  }
  return %r : tensor<$2xf32>
}

// [1, 2] -> [2, 4]
func.func @scf.forall(%x: tensor<$2xf32>) -> tensor<$2xf32> {
  %r = scf.forall (%i) in (2) shared_outs(%o = %x) -> (tensor<$2xf32>) {
    %s = tensor.extract_slice %x[%i] [1] [1] : tensor<$2xf32> to tensor<1xf32>
    %a = arith.addf %s, %s : tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %a into %o[%i] [1] [1] : tensor<1xf32> into tensor<$2xf32>
    }
  }
  return %r : tensor<$2xf32>
}

// [1, 2], 1 -> [2, 4]
func.func @scf.index_switch(%x: tensor<2xf32>, %which: tensor<index>) -> tensor<2xf32> {
  %n = tensor.extract %which[] : tensor<index>
  %r = scf.index_switch %n -> tensor<2xf32>
  case 1 {
    %a = arith.addf %x, %x : tensor<2xf32>
    scf.yield %a : tensor<2xf32>
  }
  default {
    scf.yield %x : tensor<2xf32>
  }
  return %r : tensor<2xf32>
}

// true, [1, 2] -> [2, 4]
func.func @scf.if.dynamic(%which: tensor<i1>, %x: tensor<?xf32>) -> tensor<?xf32> {
  %c = tensor.extract %which[] : tensor<i1>
  %r = scf.if %c -> tensor<?xf32> {
    %a = arith.addf %x, %x : tensor<?xf32>
    scf.yield %a : tensor<?xf32>
  } else {
    scf.yield %x : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// [1, 2] -> [3, 4]
func.func @ml_program.global_load_const(%x: tensor<2xf32>) -> tensor<2xf32> {
  %g = ml_program.global_load_const @twos : tensor<2xf32>
  %r = arith.addf %x, %g : tensor<2xf32>
  return %r : tensor<2xf32>
}

// true, [1, 2] -> [2, 4]
func.func @cf.cond_br(%which: tensor<i1>, %x: tensor<$2xf32>) -> tensor<$2xf32> {
  %r = scf.execute_region -> tensor<$2xf32> {
    %c = tensor.extract %which[] : tensor<i1>
    cf.cond_br %c, ^a, ^b(%x : tensor<$2xf32>)
  ^a:
    %s = arith.addf %x, %x : tensor<$2xf32>
    cf.br ^b(%s : tensor<$2xf32>)
  ^b(%t: tensor<$2xf32>):
    scf.yield %t : tensor<$2xf32>
  }
  return %r : tensor<$2xf32>
}

// 1, [1, 2] -> [2, 4]
func.func @cf.switch(%which: tensor<i32>, %x: tensor<2xf32>) -> tensor<2xf32> {
  %n = tensor.extract %which[] : tensor<i32>
  cf.switch %n : i32, [default: ^b(%x : tensor<2xf32>), 1: ^a]
^a:
  %s = arith.addf %x, %x : tensor<2xf32>
  cf.br ^b(%s : tensor<2xf32>)
^b(%r: tensor<2xf32>):
  return %r : tensor<2xf32>
}
