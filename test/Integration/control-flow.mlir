// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Loops with conditions and parallel loops on tensors, with answers that one can work out. On two devices as on one, and with
// what is not needed any more overwritten.
// RUN: python3 %S/../Conversion/RTToLLVM/Inputs/npy.py %t.x.npy 1 2 3 4
// RUN: python3 %S/../Conversion/RTToLLVM/Inputs/npy.py %t.limit.npy 10
// RUN: python3 %S/../Conversion/RTToLLVM/Inputs/npy.py %t.none.npy 0
// RUN: python3 %S/../Conversion/RTToLLVM/Inputs/npy.py %t.sixteen.npy 16 32 48 64
// RUN: python3 %S/../Conversion/RTToLLVM/Inputs/npy.py %t.eight.npy 8 16 24 32
// RUN: python3 %S/../Conversion/RTToLLVM/Inputs/npy.py %t.two.npy 2 4 6 8
// RUN: python3 %S/../Conversion/RTToLLVM/Inputs/npy.py %t.three.npy 3 6 9 12
// RUN: python3 %S/../Conversion/RTToLLVM/Inputs/npy.py %t.shifted.npy 2 3 4 1
// RUN: python3 %S/../Conversion/RTToLLVM/Inputs/npy.py %t.swapped.npy 55 89 144 233
// RUN: sflow-run %s --entry=double --input=%t.x.npy --input=%t.limit.npy --expect=%t.sixteen.npy --devices=host:2 --scribble --quiet
// RUN: sflow-run %s --entry=double --input=%t.x.npy --input=%t.none.npy --expect=%t.x.npy --devices=host:2 --quiet
// RUN: not sflow-run %s --entry=double --input=%t.x.npy --input=%t.none.npy --expect=%t.two.npy --quiet
// RUN: sflow-run %s --entry=handed_on --input=%t.x.npy --input=%t.limit.npy --expect=%t.eight.npy --devices=host:2 --scribble --quiet
// RUN: sflow-run %s --entry=swapped --input=%t.x.npy --expect=%t.swapped.npy --devices=host:2 --scribble --quiet
// RUN: sflow-run %s --entry=any_size --input=%t.x.npy --input=%t.limit.npy --expect=%t.sixteen.npy --devices=host:2 --scribble --quiet
// RUN: sflow-run %s --entry=sizes --input=%t.x.npy --input=%t.limit.npy --expect=%t.two.npy --devices=host:2 --scribble --quiet
// RUN: sflow-run %s --entry=sizes --input=%t.x.npy --input=%t.none.npy --expect=%t.none.npy --devices=host:2 --scribble --quiet
// RUN: sflow-run %s --entry=rows --input=%t.x.npy --expect=%t.three.npy --devices=host:2 --scribble --quiet
// RUN: sflow-run %s --entry=old_contents --input=%t.x.npy --expect=%t.shifted.npy --devices=host:2 --scribble --quiet
// RUN: sflow-run %s --entry=many --input=%t.x.npy --expect=%t.two.npy --devices=host:2 --scribble --quiet
// RUN: sflow-run %s --entry=not_known --input=%t.x.npy --expect=%t.two.npy --devices=host:2 --scribble --quiet

// Until the first element reaches the limit: 1 2 4 8 16.
func.func @double(%x: tensor<4xf32>, %limit: tensor<1xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %r = scf.while (%a = %x) : (tensor<4xf32>) -> tensor<4xf32> {
    %v = tensor.extract %a[%c0] : tensor<4xf32>
    %l = tensor.extract %limit[%c0] : tensor<1xf32>
    %more = arith.cmpf olt, %v, %l : f32
    scf.condition(%more) %a : tensor<4xf32>
  } do {
  ^bb0(%a: tensor<4xf32>):
    %twice = arith.addf %a, %a : tensor<4xf32>
    scf.yield %twice : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// The condition computes what it passes on, twice what goes around: 2 * x, and then 2 * 4x, which ends it.
func.func @handed_on(%x: tensor<4xf32>, %limit: tensor<1xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r, %n = scf.while (%i = %c0, %a = %x) : (index, tensor<4xf32>) -> (tensor<4xf32>, index) {
    %twice = arith.addf %a, %a : tensor<4xf32>
    %v = tensor.extract %twice[%c1] : tensor<4xf32>
    %l = tensor.extract %limit[%c0] : tensor<1xf32>
    %more = arith.cmpf olt, %v, %l : f32
    scf.condition(%more) %twice, %i : tensor<4xf32>, index
  } do {
  ^bb0(%b: tensor<4xf32>, %i: index):
    %four = arith.addf %b, %b : tensor<4xf32>
    %next = arith.addi %i, %c1 : index
    scf.yield %next, %four : index, tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// Two values change places in every round: a, b = b, a + b.
func.func @swapped(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %zeros = arith.subf %x, %x : tensor<4xf32>
  %a0 = arith.constant dense<[2.0, 3.0, 5.0, 8.0]> : tensor<4xf32>
  %b0 = arith.constant dense<[3.0, 5.0, 8.0, 13.0]> : tensor<4xf32>
  %a1 = arith.addf %a0, %zeros : tensor<4xf32>
  %b1 = arith.addf %b0, %zeros : tensor<4xf32>
  %r:3 = scf.while (%i = %c0, %a = %a1, %b = %b1) : (index, tensor<4xf32>, tensor<4xf32>)
      -> (index, tensor<4xf32>, tensor<4xf32>) {
    %more = arith.cmpi ult, %i, %c7 : index
    scf.condition(%more) %i, %b, %a : index, tensor<4xf32>, tensor<4xf32>
  } do {
  ^bb0(%i: index, %b: tensor<4xf32>, %a: tensor<4xf32>):
    %sum = arith.addf %a, %b : tensor<4xf32>
    %next = arith.addi %i, %c1 : index
    scf.yield %next, %b, %sum : index, tensor<4xf32>, tensor<4xf32>
  }
  return %r#2 : tensor<4xf32>
}

func.func @any_size(%x: tensor<?xf32>, %limit: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %r = scf.while (%a = %x) : (tensor<?xf32>) -> tensor<?xf32> {
    %v = tensor.extract %a[%c0] : tensor<?xf32>
    %l = tensor.extract %limit[%c0] : tensor<?xf32>
    %more = arith.cmpf olt, %v, %l : f32
    scf.condition(%more) %a : tensor<?xf32>
  } do {
  ^bb0(%a: tensor<?xf32>):
    %twice = arith.addf %a, %a : tensor<?xf32>
    scf.yield %twice : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// One size or another, by what data says.
func.func @sizes(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %v = tensor.extract %y[%c0] : tensor<?xf32>
  %first = arith.cmpf ogt, %v, %zero : f32
  %r = scf.if %first -> tensor<?xf32> {
    %sum = arith.addf %x, %x : tensor<?xf32>
    scf.yield %sum : tensor<?xf32>
  } else {
    scf.yield %y : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// Four iterations that read and write their own element.
func.func @rows(%x: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %twice = scf.forall (%i) in (4) shared_outs(%o = %e) -> tensor<4xf32> {
    %v = tensor.extract_slice %x[%i] [1] [1] : tensor<4xf32> to tensor<1xf32>
    %sum = arith.addf %v, %v : tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %sum into %o[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
    }
  }
  %r = scf.forall (%i) = (0) to (4) step (2) shared_outs(%o = %twice) -> tensor<4xf32> {
    %v = tensor.extract_slice %x[%i] [2] [1] : tensor<4xf32> to tensor<2xf32>
    %old = tensor.extract_slice %o[%i] [2] [1] : tensor<4xf32> to tensor<2xf32>
    %sum = arith.addf %v, %old : tensor<2xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %sum into %o[%i] [2] [1] : tensor<2xf32> into tensor<4xf32>
    }
  }
  return %r : tensor<4xf32>
}

// What an iteration reads of its neighbour's place is what was there before.
func.func @old_contents(%x: tensor<4xf32>) -> tensor<4xf32> {
  %zeros = arith.subf %x, %x : tensor<4xf32>
  %copy = arith.addf %x, %zeros : tensor<4xf32>
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r = scf.forall (%i) in (4) shared_outs(%o = %copy) -> tensor<4xf32> {
    %next = arith.addi %i, %c1 : index
    %around = arith.remui %next, %c4 : index
    %v = tensor.extract_slice %o[%around] [1] [1] : tensor<4xf32> to tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %v into %o[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
    }
  }
  return %r : tensor<4xf32>
}

// More iterations than are written out.
func.func @many(%x: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4x100xf32>
  %wide = scf.forall (%i, %j) in (4, 100) shared_outs(%o = %e) -> tensor<4x100xf32> {
    %v = tensor.extract_slice %x[%i] [1] [1] : tensor<4xf32> to tensor<1xf32>
    %sum = arith.addf %v, %v : tensor<1xf32>
    %row = tensor.expand_shape %sum [[0, 1]] output_shape [1, 1] : tensor<1xf32> into tensor<1x1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %row into %o[%i, %j] [1, 1] [1, 1] : tensor<1x1xf32> into tensor<4x100xf32>
    }
  }
  %r = tensor.extract_slice %wide[0, 99] [4, 1] [1, 1] : tensor<4x100xf32> to tensor<4xf32>
  return %r : tensor<4xf32>
}

func.func @not_known(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %r = scf.forall (%i) in (%n) shared_outs(%o = %e) -> tensor<?xf32> {
    %v = tensor.extract_slice %x[%i] [1] [1] : tensor<?xf32> to tensor<1xf32>
    %sum = arith.addf %v, %v : tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %sum into %o[%i] [1] [1] : tensor<1xf32> into tensor<?xf32>
    }
  }
  return %r : tensor<?xf32>
}
