// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// RUN: sflow-opt %s --split-input-file --syncflow-lower-control-flow --canonicalize | FileCheck %s
// RUN: sflow-opt %s --split-input-file --pass-pipeline='builtin.module(syncflow-lower-control-flow{max-unrolled=1}, canonicalize)' | FileCheck %s --check-prefix=LOOP

// Each iteration at its place; a slice read where it is inserted is read of what the one before gave.
// CHECK-LABEL: func.func @own_slice
// CHECK-NOT: scf.
// CHECK: %[[OLD0:.*]] = tensor.extract_slice %{{.*}}[0] [2] [1]
// CHECK: %[[NEW0:.*]] = linalg.exp ins(%[[OLD0]] :
// CHECK: %[[FIRST:.*]] = tensor.insert_slice %[[NEW0]] into %{{.*}}[0] [2] [1]
// CHECK: %[[OLD1:.*]] = tensor.extract_slice %[[FIRST]][2] [2] [1]
// CHECK: %[[NEW1:.*]] = linalg.exp ins(%[[OLD1]] :
// CHECK: %[[BOTH:.*]] = tensor.insert_slice %[[NEW1]] into %[[FIRST]][2] [2] [1]
// CHECK: return %[[BOTH]]
// LOOP-LABEL: func.func @own_slice
// LOOP: scf.for %[[I:.*]] = %c0{{.*}} to %c4{{.*}} step %c2{{.*}} iter_args(%[[O:.*]] = %
// LOOP: %[[OLD:.*]] = tensor.extract_slice %[[O]][%[[I]]] [2] [1]
// LOOP: %[[NEW:.*]] = linalg.exp ins(%[[OLD]] :
// LOOP: %[[NEXT:.*]] = tensor.insert_slice %[[NEW]] into %[[O]][%[[I]]] [2] [1]
// LOOP: scf.yield %[[NEXT]]
func.func @own_slice(%x: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<2xf32>
  %r = scf.forall (%i) = (0) to (4) step (2) shared_outs(%o = %x) -> tensor<4xf32> {
    %old = tensor.extract_slice %o[%i] [2] [1] : tensor<4xf32> to tensor<2xf32>
    %new = linalg.exp ins(%old : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %new into %o[%i] [2] [1] : tensor<2xf32> into tensor<4xf32>
    }
  }
  return %r : tensor<4xf32>
}

// -----

// A slice read at another place is as it was before the loop.
// CHECK-LABEL: func.func @other_slice(
// CHECK-SAME: %[[X:.*]]: tensor<2xf32>
// CHECK: tensor.extract_slice %[[X]][1] [1] [1]
// CHECK: tensor.extract_slice %[[X]][0] [1] [1]
// LOOP-LABEL: func.func @other_slice(
// LOOP-SAME: %[[X:.*]]: tensor<2xf32>
// LOOP: scf.for
// LOOP: tensor.extract_slice %[[X]][%
func.func @other_slice(%x: tensor<2xf32>) -> tensor<2xf32> {
  %c1 = arith.constant 1 : index
  %r = scf.forall (%i) in (2) shared_outs(%o = %x) -> tensor<2xf32> {
    %other = arith.subi %c1, %i : index
    %old = tensor.extract_slice %o[%other] [1] [1] : tensor<2xf32> to tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %old into %o[%i] [1] [1] : tensor<1xf32> into tensor<2xf32>
    }
  }
  return %r : tensor<2xf32>
}

// -----

// As many iterations as the argument is long.
// CHECK-LABEL: func.func @not_known
// CHECK: %[[N:.*]] = tensor.dim
// CHECK: scf.for %{{.*}} = %c0{{.*}} to %[[N]] step %c1
func.func @not_known(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %one = arith.constant dense<1.0> : tensor<1xf32>
  %r = scf.forall (%i) in (%n) shared_outs(%o = %x) -> tensor<?xf32> {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %one into %o[%i] [1] [1] : tensor<1xf32> into tensor<?xf32>
    }
  }
  return %r : tensor<?xf32>
}

// -----

// The default last.
// CHECK-LABEL: func.func @switch
// CHECK-DAG: %[[FIVE:.*]] = arith.cmpi eq, %arg0, %c5
// CHECK-DAG: %[[TWO:.*]] = arith.cmpi eq, %arg0, %c2
// CHECK: scf.if %[[TWO]] -> (tensor<4xf32>)
// CHECK-NEXT: scf.yield %arg1
// CHECK-NEXT: } else {
// CHECK: scf.if %[[FIVE]] -> (tensor<4xf32>)
// CHECK-NEXT: scf.yield %arg2
func.func @switch(%i: index, %a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %r = scf.index_switch %i -> tensor<4xf32>
  case 2 {
    scf.yield %a : tensor<4xf32>
  }
  case 5 {
    scf.yield %b : tensor<4xf32>
  }
  default {
    %x = linalg.exp ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %x : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
