// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// RUN: sflow-opt %s --syncflow-hoist-parameters --canonicalize --split-input-file | FileCheck %s
// A second time there is nothing left to do.
// RUN: sflow-opt %s --syncflow-hoist-parameters --split-input-file -o %t.once
// RUN: sflow-opt %s --syncflow-hoist-parameters --syncflow-hoist-parameters --split-input-file -o %t.twice
// RUN: diff %t.once %t.twice

// What depends on a parameter alone is computed by __load; what depends on the input as well stays. Of a chain only what the
// entry needs comes back.
// CHECK: ml_program.global private @__derived_0({{.*}}) : tensor<4x8xf32> {syncflow.derived = 0 : i64}
// CHECK-NOT: @__derived_1
// CHECK-LABEL: func.func @main
// CHECK-NEXT: %[[E:.*]] = tensor.empty
// CHECK-NEXT: %[[D:.*]] = ml_program.global_load_const @__derived_0 : tensor<4x8xf32>
// CHECK-NEXT: %[[R:.*]] = linalg.add ins(%arg0, %[[D]] :
// CHECK-NEXT: return %[[R]]
// CHECK-LABEL: func.func @__load() -> tensor<4x8xf32> attributes {syncflow.load}
// CHECK: %[[W:.*]] = ml_program.global_load_const @w
// CHECK: %[[T:.*]] = linalg.transpose ins(%[[W]] :
// CHECK: %[[X:.*]] = linalg.exp ins(%[[T]] :
// CHECK: return %[[X]]
ml_program.global private @w(#ml_program.extern : tensor<8x4xf32>) : tensor<8x4xf32>
func.func @main(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %w = ml_program.global_load_const @w : tensor<8x4xf32>
  %e = tensor.empty() : tensor<4x8xf32>
  %t = linalg.transpose ins(%w : tensor<8x4xf32>) outs(%e : tensor<4x8xf32>) permutation = [1, 0]
  %u = linalg.exp ins(%t : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %r = linalg.add ins(%x, %u : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// -----

// The position among the results of __load, over all entries; both are needed here, one of them by way of a view.
// CHECK-DAG: @__derived_0({{.*}}) : tensor<4x8xf32> {syncflow.derived = 0 : i64}
// CHECK-DAG: @__derived_1({{.*}}) : tensor<8x4xf32> {syncflow.derived = 1 : i64}
// CHECK-LABEL: func.func @first
// CHECK: %[[D:.*]] = ml_program.global_load_const @__derived_0
// CHECK: %[[V:.*]] = tensor.collapse_shape %[[D]]
// CHECK: linalg.add ins(%arg0, %[[V]] :
// CHECK-LABEL: func.func @second
// CHECK: %[[D:.*]] = ml_program.global_load_const @__derived_1
// CHECK: linalg.add ins(%arg0, %[[D]] :
// CHECK-LABEL: func.func @__load
// CHECK: %[[T:.*]] = linalg.transpose
// CHECK: %[[X:.*]] = linalg.exp
// CHECK: return %[[T]], %[[X]]
ml_program.global private @w(#ml_program.extern : tensor<8x4xf32>) : tensor<8x4xf32>
func.func @first(%x: tensor<32xf32>) -> tensor<32xf32> {
  %w = ml_program.global_load_const @w : tensor<8x4xf32>
  %e = tensor.empty() : tensor<4x8xf32>
  %f = tensor.empty() : tensor<32xf32>
  %t = linalg.transpose ins(%w : tensor<8x4xf32>) outs(%e : tensor<4x8xf32>) permutation = [1, 0]
  %v = tensor.collapse_shape %t [[0, 1]] : tensor<4x8xf32> into tensor<32xf32>
  %r = linalg.add ins(%x, %v : tensor<32xf32>, tensor<32xf32>) outs(%f : tensor<32xf32>) -> tensor<32xf32>
  return %r : tensor<32xf32>
}
func.func @second(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %w = ml_program.global_load_const @w : tensor<8x4xf32>
  %e = tensor.empty() : tensor<8x4xf32>
  %t = linalg.exp ins(%w : tensor<8x4xf32>) outs(%e : tensor<8x4xf32>) -> tensor<8x4xf32>
  %r = linalg.add ins(%x, %t : tensor<8x4xf32>, tensor<8x4xf32>) outs(%e : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}

// -----

// Out of loops, and with what a body reads from outside. The rank counts as a parameter; a place that is an argument does not.
// CHECK-LABEL: func.func @loop
// CHECK: scf.for
// CHECK-NOT: linalg.exp
// CHECK: linalg.add
// CHECK-LABEL: func.func @table
// CHECK-NOT: linalg.exp
// CHECK: %[[D:.*]] = ml_program.global_load_const @__derived_1
// CHECK: tensor.extract %[[D]]
// CHECK-LABEL: func.func @rank
// CHECK-NOT: linalg.exp
// CHECK: linalg.add
// CHECK-LABEL: func.func @place
// CHECK: linalg.exp
// CHECK: linalg.add
// CHECK-LABEL: func.func @__load
// CHECK-COUNT-3: linalg.exp
// CHECK-NOT: linalg.exp
#v = affine_map<(i) -> (i)>
ml_program.global private @w(#ml_program.extern : tensor<8x4xf32>) : tensor<8x4xf32>
func.func @loop(%x: tensor<8x4xf32>, %n: index) -> tensor<8x4xf32> {
  %w = ml_program.global_load_const @w : tensor<8x4xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<8x4xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (tensor<8x4xf32>) {
    %u = linalg.exp ins(%w : tensor<8x4xf32>) outs(%e : tensor<8x4xf32>) -> tensor<8x4xf32>
    %q = linalg.add ins(%s, %u : tensor<8x4xf32>, tensor<8x4xf32>) outs(%e : tensor<8x4xf32>) -> tensor<8x4xf32>
    scf.yield %q : tensor<8x4xf32>
  }
  return %r : tensor<8x4xf32>
}
func.func @table(%x: tensor<4xindex>) -> tensor<4xf32> {
  %w = ml_program.global_load_const @w : tensor<8x4xf32>
  %c0 = arith.constant 0 : index
  %e = tensor.empty() : tensor<8x4xf32>
  %f = tensor.empty() : tensor<4xf32>
  %u = linalg.exp ins(%w : tensor<8x4xf32>) outs(%e : tensor<8x4xf32>) -> tensor<8x4xf32>
  %r = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]} ins(%x : tensor<4xindex>) outs(%f : tensor<4xf32>) {
  ^bb0(%i: index, %o: f32):
    %v = tensor.extract %u[%i, %c0] : tensor<8x4xf32>
    linalg.yield %v : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}
func.func @rank(%x: tensor<4xf32>) -> tensor<4xf32> {
  %w = ml_program.global_load_const @w : tensor<8x4xf32>
  %k = syncflow.rank : index
  %s = tensor.extract_slice %w[%k, 0] [1, 4] [1, 1] : tensor<8x4xf32> to tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %u = linalg.exp ins(%s : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %r = linalg.add ins(%x, %u : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
func.func @place(%x: tensor<4xf32>, %k: index) -> tensor<4xf32> {
  %w = ml_program.global_load_const @w : tensor<8x4xf32>
  %s = tensor.extract_slice %w[%k, 0] [1, 4] [1, 1] : tensor<8x4xf32> to tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %u = linalg.exp ins(%s : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %r = linalg.add ins(%x, %u : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// A view costs nothing, a fill neither: no load function for them.
// CHECK-LABEL: func.func @free
// CHECK: ml_program.global_load_const @w
// CHECK-NOT: @__load
ml_program.global private @w(#ml_program.extern : tensor<8x4xf32>) : tensor<8x4xf32>
func.func @free(%x: tensor<32xf32>) -> tensor<32xf32> {
  %w = ml_program.global_load_const @w : tensor<8x4xf32>
  %v = tensor.collapse_shape %w [[0, 1]] : tensor<8x4xf32> into tensor<32xf32>
  %two = arith.constant 2.0 : f32
  %e = tensor.empty() : tensor<32xf32>
  %f = linalg.fill ins(%two : f32) outs(%e : tensor<32xf32>) -> tensor<32xf32>
  %s = linalg.add ins(%x, %f : tensor<32xf32>, tensor<32xf32>) outs(%e : tensor<32xf32>) -> tensor<32xf32>
  %r = linalg.add ins(%s, %v : tensor<32xf32>, tensor<32xf32>) outs(%e : tensor<32xf32>) -> tensor<32xf32>
  return %r : tensor<32xf32>
}

// -----

// What can fail is for the run that comes to it: a check stays, a division does in a branch.
// CHECK-LABEL: func.func @can_fail
// CHECK: cf.assert
// CHECK: scf.if
// CHECK: arith.divsi
// CHECK-NOT: arith.divsi
// CHECK-LABEL: func.func @__load
// CHECK-NOT: cf.assert
// CHECK: arith.divsi
// CHECK-NOT: arith.divsi
#v = affine_map<(i) -> (i)>
ml_program.global private @w(#ml_program.extern : tensor<4xi32>) : tensor<4xi32>
func.func @can_fail(%go: i1) -> (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) {
  %w = ml_program.global_load_const @w : tensor<4xi32>
  %c9 = arith.constant 9 : i32
  %e = tensor.empty() : tensor<4xi32>
  %checked = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]} ins(%w : tensor<4xi32>) outs(%e : tensor<4xi32>) {
  ^bb0(%a: i32, %o: i32):
    %ok = arith.cmpi slt, %a, %c9 : i32
    cf.assert %ok, "too large"
    %1 = arith.addi %a, %a : i32
    linalg.yield %1 : i32
  } -> tensor<4xi32>
  %perhaps = scf.if %go -> tensor<4xi32> {
    %inner = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]} ins(%w : tensor<4xi32>) outs(%e : tensor<4xi32>) {
    ^bb0(%a: i32, %o: i32):
      %1 = arith.divsi %c9, %a : i32
      linalg.yield %1 : i32
    } -> tensor<4xi32>
    scf.yield %inner : tensor<4xi32>
  } else {
    scf.yield %w : tensor<4xi32>
  }
  %always = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]} ins(%w : tensor<4xi32>) outs(%e : tensor<4xi32>) {
  ^bb0(%a: i32, %o: i32):
    %1 = arith.divsi %c9, %a : i32
    linalg.yield %1 : i32
  } -> tensor<4xi32>
  return %checked, %perhaps, %always : tensor<4xi32>, tensor<4xi32>, tensor<4xi32>
}
