// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// RUN: sflow-opt %s --syncflow-update-in-place --cse --split-input-file | FileCheck %s
// No memory and no copy is left in the loop. (Each cse takes one op off the end of the chain that was.)
// RUN: sflow-opt %s --split-input-file --syncflow-update-in-place --cse --cse --one-shot-bufferize="bufferize-function-boundaries allow-return-allocs-from-loops" --canonicalize --cse --canonicalize | FileCheck %s --check-prefix=MEMORY

// Two rows, each computed from the same row of the old value; a reader of the new first one finds it where it is now.
// CHECK-LABEL: func.func @cache
// CHECK: scf.for {{.*}} iter_args(%[[OLD:.*]] = %arg0, %[[SUM:.*]] = %arg1)
// CHECK-NEXT: %[[K:.*]] = tensor.extract_slice %[[OLD]][0, 0] [1, 4] [1, 1]
// CHECK-NEXT: %[[NEWK:.*]] = linalg.generic {{{.*}}} outs(%[[K]] : tensor<4xf32>)
// CHECK: %[[A:.*]] = tensor.insert_slice %[[NEWK]] into %[[OLD]][0, 0] [1, 4] [1, 1]
// CHECK-NEXT: %[[READ:.*]] = tensor.extract_slice %[[A]][0, 0] [1, 4] [1, 1]
// CHECK-NEXT: linalg.add ins(%[[READ]], %[[SUM]] :
// CHECK-NEXT: %[[V:.*]] = tensor.extract_slice %[[A]][1, 0] [1, 4] [1, 1]
// CHECK-NEXT: %[[NEWV:.*]] = linalg.generic {{{.*}}} outs(%[[V]] : tensor<4xf32>)
// CHECK: %[[B:.*]] = tensor.insert_slice %[[NEWV]] into %[[A]][1, 0] [1, 4] [1, 1]
// CHECK: scf.yield %[[B]],
// MEMORY-LABEL: func.func @cache
// MEMORY: scf.for
// MEMORY-NOT: memref.alloc
// MEMORY-NOT: memref.copy
// MEMORY: return
#v = affine_map<(i) -> (i)>
func.func @cache(%x: tensor<2x4xf32>, %y: tensor<4xf32>, %n: index) -> (tensor<2x4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4xf32>
  %whole = tensor.empty() : tensor<2x4xf32>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%old = %x, %sum = %y) -> (tensor<2x4xf32>, tensor<4xf32>) {
    %k = tensor.extract_slice %old[0, 0] [1, 4] [1, 1] : tensor<2x4xf32> to tensor<4xf32>
    %newk = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]} ins(%k : tensor<4xf32>) outs(%e : tensor<4xf32>) {
    ^bb0(%a: f32, %o: f32):
      %1 = arith.negf %a : f32
      linalg.yield %1 : f32
    } -> tensor<4xf32>
    %s = linalg.add ins(%newk, %sum : tensor<4xf32>, tensor<4xf32>) outs(%sum : tensor<4xf32>) -> tensor<4xf32>
    %v = tensor.extract_slice %old[1, 0] [1, 4] [1, 1] : tensor<2x4xf32> to tensor<4xf32>
    %newv = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]} ins(%v : tensor<4xf32>) outs(%e : tensor<4xf32>) {
    ^bb0(%a: f32, %o: f32):
      %1 = math.sqrt %a : f32
      linalg.yield %1 : f32
    } -> tensor<4xf32>
    %p = tensor.insert_slice %newk into %whole[0, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<2x4xf32>
    %q = tensor.insert_slice %newv into %p[1, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<2x4xf32>
    scf.yield %q, %s : tensor<2x4xf32>, tensor<4xf32>
  }
  return %r#0, %r#1 : tensor<2x4xf32>, tensor<4xf32>
}

// -----

// Reshapes between an update and its place keep the order of elements.
// CHECK-LABEL: func.func @reshaped
// CHECK: scf.for {{.*}} iter_args(%[[OLD:.*]] = %arg0)
// CHECK: tensor.insert_slice %{{.*}} into %[[OLD]][0, 0, 0] [1, 2, 4] [1, 1, 1]
// CHECK: %[[B:.*]] = tensor.insert_slice
// CHECK-SAME: [1, 0, 0] [1, 2, 4] [1, 1, 1]
// CHECK: scf.yield %[[B]]
#v2 = affine_map<(i, j) -> (i, j)>
func.func @reshaped(%x: tensor<2x2x4xf32>, %n: index) -> tensor<2x2x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<2x4xf32>
  %whole = tensor.empty() : tensor<16xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%old = %x) -> (tensor<2x2x4xf32>) {
    %k = tensor.extract_slice %old[0, 0, 0] [1, 2, 4] [1, 1, 1] : tensor<2x2x4xf32> to tensor<2x4xf32>
    %newk = linalg.generic {indexing_maps = [#v2, #v2], iterator_types = ["parallel", "parallel"]} ins(%k : tensor<2x4xf32>) outs(%e : tensor<2x4xf32>) {
    ^bb0(%a: f32, %o: f32):
      %1 = arith.negf %a : f32
      linalg.yield %1 : f32
    } -> tensor<2x4xf32>
    %v = tensor.extract_slice %old[1, 0, 0] [1, 2, 4] [1, 1, 1] : tensor<2x2x4xf32> to tensor<2x4xf32>
    %newv = linalg.generic {indexing_maps = [#v2, #v2], iterator_types = ["parallel", "parallel"]} ins(%v : tensor<2x4xf32>) outs(%e : tensor<2x4xf32>) {
    ^bb0(%a: f32, %o: f32):
      %1 = arith.negf %a : f32
      linalg.yield %1 : f32
    } -> tensor<2x4xf32>
    %flatk = tensor.collapse_shape %newk [[0, 1]] : tensor<2x4xf32> into tensor<8xf32>
    %flatv = tensor.collapse_shape %newv [[0, 1]] : tensor<2x4xf32> into tensor<8xf32>
    %p = tensor.insert_slice %flatk into %whole[0] [8] [1] : tensor<8xf32> into tensor<16xf32>
    %q = tensor.insert_slice %flatv into %p[8] [8] [1] : tensor<8xf32> into tensor<16xf32>
    %shape = tensor.expand_shape %q [[0, 1, 2]] output_shape [2, 2, 4] : tensor<16xf32> into tensor<2x2x4xf32>
    scf.yield %shape : tensor<2x2x4xf32>
  }
  return %r : tensor<2x2x4xf32>
}

// -----

// Not when the rows change places,
// CHECK-LABEL: func.func @exchanged
// CHECK: %[[WHOLE:.*]] = tensor.empty() : tensor<2x4xf32>
// CHECK: scf.for
// CHECK: tensor.insert_slice %{{.*}} into %[[WHOLE]][1, 0]
// MEMORY-LABEL: func.func @exchanged
// MEMORY: memref.alloc
#v = affine_map<(i) -> (i)>
func.func @exchanged(%x: tensor<2x4xf32>, %n: index) -> tensor<2x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4xf32>
  %whole = tensor.empty() : tensor<2x4xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%old = %x) -> (tensor<2x4xf32>) {
    %k = tensor.extract_slice %old[0, 0] [1, 4] [1, 1] : tensor<2x4xf32> to tensor<4xf32>
    %newk = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]} ins(%k : tensor<4xf32>) outs(%e : tensor<4xf32>) {
    ^bb0(%a: f32, %o: f32):
      %1 = arith.negf %a : f32
      linalg.yield %1 : f32
    } -> tensor<4xf32>
    %v = tensor.extract_slice %old[1, 0] [1, 4] [1, 1] : tensor<2x4xf32> to tensor<4xf32>
    %newv = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]} ins(%v : tensor<4xf32>) outs(%e : tensor<4xf32>) {
    ^bb0(%a: f32, %o: f32):
      %1 = arith.negf %a : f32
      linalg.yield %1 : f32
    } -> tensor<4xf32>
    %p = tensor.insert_slice %newk into %whole[1, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<2x4xf32>
    %q = tensor.insert_slice %newv into %p[0, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<2x4xf32>
    scf.yield %q : tensor<2x4xf32>
  }
  return %r : tensor<2x4xf32>
}

// -----

// when somebody else reads the old value,
// CHECK-LABEL: func.func @read_again
// CHECK: %[[WHOLE:.*]] = tensor.empty() : tensor<2x4xf32>
// CHECK: scf.for
// CHECK: tensor.insert_slice %{{.*}} into %[[WHOLE]][0, 0]
#v = affine_map<(i) -> (i)>
#v2 = affine_map<(i, j) -> (i, j)>
func.func @read_again(%x: tensor<2x4xf32>, %y: tensor<2x4xf32>, %n: index) -> (tensor<2x4xf32>, tensor<2x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4xf32>
  %f = tensor.empty() : tensor<2x4xf32>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%old = %x, %sum = %y) -> (tensor<2x4xf32>, tensor<2x4xf32>) {
    %k = tensor.extract_slice %old[0, 0] [1, 4] [1, 1] : tensor<2x4xf32> to tensor<4xf32>
    %newk = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]} ins(%k : tensor<4xf32>) outs(%e : tensor<4xf32>) {
    ^bb0(%a: f32, %o: f32):
      %1 = arith.negf %a : f32
      linalg.yield %1 : f32
    } -> tensor<4xf32>
    %v = tensor.extract_slice %old[1, 0] [1, 4] [1, 1] : tensor<2x4xf32> to tensor<4xf32>
    %newv = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]} ins(%v : tensor<4xf32>) outs(%e : tensor<4xf32>) {
    ^bb0(%a: f32, %o: f32):
      %1 = arith.negf %a : f32
      linalg.yield %1 : f32
    } -> tensor<4xf32>
    %p = tensor.insert_slice %newk into %f[0, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<2x4xf32>
    %q = tensor.insert_slice %newv into %p[1, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<2x4xf32>
    %s = linalg.add ins(%old, %sum : tensor<2x4xf32>, tensor<2x4xf32>) outs(%f : tensor<2x4xf32>) -> tensor<2x4xf32>
    scf.yield %q, %s : tensor<2x4xf32>, tensor<2x4xf32>
  }
  return %r#0, %r#1 : tensor<2x4xf32>, tensor<2x4xf32>
}

// -----

// when a row is not from the same place of the old one (its elements in reverse), or when a part of the new value stays empty.
// CHECK-LABEL: func.func @reversed
// CHECK: %[[WHOLE:.*]] = tensor.empty() : tensor<4xf32>
// CHECK: scf.for
// CHECK: tensor.insert_slice %{{.*}} into %[[WHOLE]][0] [4] [1]
// CHECK-LABEL: func.func @half
// CHECK: %[[WHOLE:.*]] = tensor.empty() : tensor<2x4xf32>
// CHECK: scf.for
// CHECK: tensor.insert_slice %{{.*}} into %[[WHOLE]][0, 0]
#v = affine_map<(i) -> (i)>
#reverse = affine_map<(i) -> (3 - i)>
func.func @reversed(%x: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%old = %x) -> (tensor<4xf32>) {
    %k = tensor.extract_slice %old[0] [4] [1] : tensor<4xf32> to tensor<4xf32>
    %newk = linalg.generic {indexing_maps = [#reverse, #v], iterator_types = ["parallel"]} ins(%k : tensor<4xf32>) outs(%e : tensor<4xf32>) {
    ^bb0(%a: f32, %o: f32):
      linalg.yield %a : f32
    } -> tensor<4xf32>
    %p = tensor.insert_slice %newk into %e[0] [4] [1] : tensor<4xf32> into tensor<4xf32>
    scf.yield %p : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
func.func @half(%x: tensor<2x4xf32>, %n: index) -> tensor<2x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4xf32>
  %whole = tensor.empty() : tensor<2x4xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%old = %x) -> (tensor<2x4xf32>) {
    %k = tensor.extract_slice %old[0, 0] [1, 4] [1, 1] : tensor<2x4xf32> to tensor<4xf32>
    %newk = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]} ins(%k : tensor<4xf32>) outs(%e : tensor<4xf32>) {
    ^bb0(%a: f32, %o: f32):
      %1 = arith.negf %a : f32
      linalg.yield %1 : f32
    } -> tensor<4xf32>
    %p = tensor.insert_slice %newk into %whole[0, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<2x4xf32>
    scf.yield %p : tensor<2x4xf32>
  }
  return %r : tensor<2x4xf32>
}

// -----

// when an update reads its destination, which would be another one, or when two updates go to one place.
// CHECK-LABEL: func.func @reads_destination
// CHECK: scf.for
// CHECK: linalg.generic {{.*}} outs(%arg1 : tensor<4xf32>)
// CHECK-LABEL: func.func @one_place
// CHECK: %[[WHOLE:.*]] = tensor.empty() : tensor<2x4xf32>
// CHECK: scf.for
// CHECK: tensor.insert_slice %{{.*}} into %[[WHOLE]][0, 0]
#v = affine_map<(i) -> (i)>
func.func @reads_destination(%x: tensor<4xf32>, %d: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%old = %x) -> (tensor<4xf32>) {
    %k = tensor.extract_slice %old[0] [4] [1] : tensor<4xf32> to tensor<4xf32>
    %newk = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]} ins(%k : tensor<4xf32>) outs(%d : tensor<4xf32>) {
    ^bb0(%a: f32, %o: f32):
      %1 = arith.addf %a, %o : f32
      linalg.yield %1 : f32
    } -> tensor<4xf32>
    %p = tensor.insert_slice %newk into %e[0] [4] [1] : tensor<4xf32> into tensor<4xf32>
    scf.yield %p : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
func.func @one_place(%x: tensor<2x4xf32>, %n: index) -> tensor<2x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4xf32>
  %whole = tensor.empty() : tensor<2x4xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%old = %x) -> (tensor<2x4xf32>) {
    %k = tensor.extract_slice %old[0, 0] [1, 4] [1, 1] : tensor<2x4xf32> to tensor<4xf32>
    %newk = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]} ins(%k : tensor<4xf32>) outs(%e : tensor<4xf32>) {
    ^bb0(%a: f32, %o: f32):
      %1 = arith.negf %a : f32
      linalg.yield %1 : f32
    } -> tensor<4xf32>
    %v = tensor.extract_slice %old[0, 0] [1, 4] [1, 1] : tensor<2x4xf32> to tensor<4xf32>
    %newv = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]} ins(%v : tensor<4xf32>) outs(%e : tensor<4xf32>) {
    ^bb0(%a: f32, %o: f32):
      %1 = math.sqrt %a : f32
      linalg.yield %1 : f32
    } -> tensor<4xf32>
    %p = tensor.insert_slice %newk into %whole[0, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<2x4xf32>
    %q = tensor.insert_slice %newv into %p[0, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<2x4xf32>
    scf.yield %q : tensor<2x4xf32>
  }
  return %r : tensor<2x4xf32>
}
