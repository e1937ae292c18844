// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// RUN: sflow-opt %s --syncflow-check-operands --canonicalize --split-input-file | FileCheck %s

// A place that was looked up is checked, by one unsigned comparison; a place of the loop nest is right by construction.
// CHECK-LABEL: func.func @lookup
// CHECK-DAG: %[[N:.*]] = arith.constant 9 : index
// CHECK: ^bb0(%[[X:.*]]: i64, %{{.*}}: f32):
// CHECK-NEXT: %[[J:.*]] = linalg.index 1
// CHECK-NEXT: %[[I:.*]] = arith.index_cast %[[X]]
// CHECK-NEXT: %[[OK:.*]] = arith.cmpi ult, %[[I]], %[[N]] : index
// CHECK-NEXT: cf.assert %[[OK]], "index out of range of dimension 0 of size 9"
// CHECK-NEXT: tensor.extract %{{.*}}[%[[I]], %[[J]]]
// CHECK-NOT: cf.assert
#i = affine_map<(i, j) -> (i)>
#ij = affine_map<(i, j) -> (i, j)>
func.func @lookup(%ids: tensor<4xi64>, %table: tensor<9x2xf32>, %e: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %r, %t = syncflow.task "t" ins(%x = %ids : tensor<4xi64>, %y = %table : tensor<9x2xf32>) outs(%o = %e : tensor<4x2xf32>) {
    %1 = linalg.generic {indexing_maps = [#i, #ij], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<4xi64>) outs(%o : tensor<4x2xf32>) {
    ^bb0(%in: i64, %out: f32):
      %j = linalg.index 1 : index
      %k = arith.index_cast %in : i64 to index
      %v = tensor.extract %y[%k, %j] : tensor<9x2xf32>
      linalg.yield %v : f32
    } -> tensor<4x2xf32>
    syncflow.yield %1 : tensor<4x2xf32>
  }
  return %r : tensor<4x2xf32>
}

// -----

// A dimension known at run time. What was read from a table at a place of the loop nest is data too.
// CHECK-LABEL: func.func @chain
// CHECK: %[[I:.*]] = linalg.index 0
// CHECK-NEXT: %[[K:.*]] = tensor.extract %[[IDS:.*]][%[[I]]]
// CHECK-NEXT: %[[N:.*]] = tensor.dim %[[TABLE:.*]], %c0
// CHECK-NEXT: %[[OK:.*]] = arith.cmpi ult, %[[K]], %[[N]] : index
// CHECK-NEXT: cf.assert %[[OK]], "index out of range of dimension 0"
// CHECK-NEXT: tensor.extract %[[TABLE]][%[[K]]]
#v = affine_map<(i) -> (i)>
func.func @chain(%ids: tensor<4xindex>, %table: tensor<?xf32>, %e: tensor<4xf32>) -> tensor<4xf32> {
  %r, %t = syncflow.task "t" ins(%x = %ids : tensor<4xindex>, %y = %table : tensor<?xf32>) outs(%o = %e : tensor<4xf32>) {
    %1 = linalg.generic {indexing_maps = [#v], iterator_types = ["parallel"]} outs(%o : tensor<4xf32>) {
    ^bb0(%out: f32):
      %i = linalg.index 0 : index
      %k = tensor.extract %x[%i] : tensor<4xindex>
      %v = tensor.extract %y[%k] : tensor<?xf32>
      linalg.yield %v : f32
    } -> tensor<4xf32>
    syncflow.yield %1 : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// -----

// The model has asked for both ends already: nothing is added. For one end only, or with a bound that is too large, it is.
// CHECK-LABEL: func.func @asserted
// CHECK: cf.assert %{{.*}}, "too large"
// CHECK: cf.assert %{{.*}}, "too small"
// CHECK-NOT: cf.assert
// CHECK-LABEL: func.func @one_end
// CHECK: cf.assert %{{.*}}, "too large"
// CHECK: cf.assert %{{.*}}, "index out of range of dimension 0 of size 9"
// CHECK: tensor.extract
// CHECK-LABEL: func.func @wrong_bound
// CHECK: cf.assert %{{.*}}, "too small"
// CHECK: cf.assert %{{.*}}, "index out of range of dimension 0 of size 9"
// CHECK: tensor.extract
// CHECK-LABEL: func.func @something_else
// CHECK: cf.assert %{{.*}}, "too small"
// CHECK: cf.assert %{{.*}}, "index out of range of dimension 0 of size 9"
// CHECK: tensor.extract
#v = affine_map<(i) -> (i)>
func.func @asserted(%ids: tensor<4xi64>, %table: tensor<9xf32>, %e: tensor<4xf32>) -> tensor<4xf32> {
  %r, %t = syncflow.task "t" ins(%x = %ids : tensor<4xi64>, %y = %table : tensor<9xf32>) outs(%o = %e : tensor<4xf32>) {
    %1 = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]} ins(%x : tensor<4xi64>) outs(%o : tensor<4xf32>) {
    ^bb0(%in: i64, %out: f32):
      %c0 = arith.constant 0 : i64
      %c9 = arith.constant 9 : i64
      %below = arith.cmpi slt, %in, %c9 : i64
      cf.assert %below, "too large"
      %above = arith.cmpi sge, %in, %c0 : i64
      cf.assert %above, "too small"
      %k = arith.index_cast %in : i64 to index
      %v = tensor.extract %y[%k] : tensor<9xf32>
      linalg.yield %v : f32
    } -> tensor<4xf32>
    syncflow.yield %1 : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
func.func @one_end(%ids: tensor<4xi64>, %table: tensor<9xf32>, %e: tensor<4xf32>) -> tensor<4xf32> {
  %r, %t = syncflow.task "t" ins(%x = %ids : tensor<4xi64>, %y = %table : tensor<9xf32>) outs(%o = %e : tensor<4xf32>) {
    %1 = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]} ins(%x : tensor<4xi64>) outs(%o : tensor<4xf32>) {
    ^bb0(%in: i64, %out: f32):
      %c9 = arith.constant 9 : i64
      %below = arith.cmpi slt, %in, %c9 : i64
      cf.assert %below, "too large"
      %k = arith.index_cast %in : i64 to index
      %v = tensor.extract %y[%k] : tensor<9xf32>
      linalg.yield %v : f32
    } -> tensor<4xf32>
    syncflow.yield %1 : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
func.func @wrong_bound(%ids: tensor<4xi64>, %table: tensor<9xf32>, %e: tensor<4xf32>) -> tensor<4xf32> {
  %r, %t = syncflow.task "t" ins(%x = %ids : tensor<4xi64>, %y = %table : tensor<9xf32>) outs(%o = %e : tensor<4xf32>) {
    %1 = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]} ins(%x : tensor<4xi64>) outs(%o : tensor<4xf32>) {
    ^bb0(%in: i64, %out: f32):
      %c0 = arith.constant 0 : i64
      %c9 = arith.constant 9 : i64
      %below = arith.cmpi sle, %in, %c9 : i64
      cf.assert %below, "too large"
      %above = arith.cmpi sge, %in, %c0 : i64
      cf.assert %above, "too small"
      %k = arith.index_cast %in : i64 to index
      %v = tensor.extract %y[%k] : tensor<9xf32>
      linalg.yield %v : f32
    } -> tensor<4xf32>
    syncflow.yield %1 : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
func.func @something_else(%ids: tensor<4xi64>, %table: tensor<9xf32>, %e: tensor<4xf32>) -> tensor<4xf32> {
  %r, %t = syncflow.task "t" ins(%x = %ids : tensor<4xi64>, %y = %table : tensor<9xf32>) outs(%o = %e : tensor<4xf32>) {
    %1 = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]} ins(%x : tensor<4xi64>) outs(%o : tensor<4xf32>) {
    ^bb0(%in: i64, %out: f32):
      %c0 = arith.constant 0 : i64
      %c9 = arith.constant 9 : i64
      %below = arith.cmpi slt, %in, %c9 : i64
      cf.assert %below, "too large"
      %above = arith.cmpi sge, %in, %c0 : i64
      cf.assert %above, "too small"
      %twice = arith.addi %in, %in : i64
      %k = arith.index_cast %twice : i64 to index
      %v = tensor.extract %y[%k] : tensor<9xf32>
      linalg.yield %v : f32
    } -> tensor<4xf32>
    syncflow.yield %1 : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// -----

// Processors trap on a division by zero, and on that of the smallest integer by -1; the unsigned one knows only the first.
// CHECK-LABEL: func.func @divide
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK-DAG: %[[MINUS:.*]] = arith.constant -1 : i32
// CHECK-DAG: %[[SMALLEST:.*]] = arith.constant -2147483648 : i32
// CHECK: ^bb0(%[[A:.*]]: i32, %[[B:.*]]: i32, %{{.*}}: i32):
// CHECK-NEXT: %[[FINE:.*]] = arith.cmpi ne, %[[B]], %[[ZERO]]
// CHECK-NEXT: cf.assert %[[FINE]], "integer division by zero"
// CHECK-DAG: %[[PLAIN:.*]] = arith.cmpi ne, %[[B]], %[[MINUS]]
// CHECK-DAG: %[[LARGE:.*]] = arith.cmpi ne, %[[A]], %[[SMALLEST]]
// CHECK: %[[EITHER:.*]] = arith.ori %[[PLAIN]], %[[LARGE]]
// CHECK-NEXT: cf.assert %[[EITHER]], "integer division overflows"
// CHECK-NEXT: arith.divsi %[[A]], %[[B]]
// CHECK-LABEL: func.func @unsigned
// CHECK: cf.assert %{{.*}}, "integer division by zero"
// CHECK-NOT: cf.assert
// CHECK: arith.remui
#v = affine_map<(i) -> (i)>
func.func @divide(%a: tensor<4xi32>, %b: tensor<4xi32>, %e: tensor<4xi32>) -> tensor<4xi32> {
  %r, %t = syncflow.task "t" ins(%x = %a : tensor<4xi32>, %y = %b : tensor<4xi32>) outs(%o = %e : tensor<4xi32>) {
    %1 = linalg.generic {indexing_maps = [#v, #v, #v], iterator_types = ["parallel"]} ins(%x, %y : tensor<4xi32>, tensor<4xi32>) outs(%o : tensor<4xi32>) {
    ^bb0(%m: i32, %n: i32, %out: i32):
      %q = arith.divsi %m, %n : i32
      linalg.yield %q : i32
    } -> tensor<4xi32>
    syncflow.yield %1 : tensor<4xi32>
  }
  return %r : tensor<4xi32>
}
func.func @unsigned(%a: tensor<4xi32>, %b: tensor<4xi32>, %e: tensor<4xi32>) -> tensor<4xi32> {
  %r, %t = syncflow.task "t" ins(%x = %a : tensor<4xi32>, %y = %b : tensor<4xi32>) outs(%o = %e : tensor<4xi32>) {
    %1 = linalg.generic {indexing_maps = [#v, #v, #v], iterator_types = ["parallel"]} ins(%x, %y : tensor<4xi32>, tensor<4xi32>) outs(%o : tensor<4xi32>) {
    ^bb0(%m: i32, %n: i32, %out: i32):
      %q = arith.remui %m, %n : i32
      linalg.yield %q : i32
    } -> tensor<4xi32>
    syncflow.yield %1 : tensor<4xi32>
  }
  return %r : tensor<4xi32>
}

// -----

// Not: a constant divisor, one made of places, a division of floats.
// CHECK-LABEL: func.func @harmless
// CHECK-NOT: cf.assert
#v = affine_map<(i) -> (i)>
func.func @harmless(%a: tensor<4xi64>, %f: tensor<4xf32>, %e: tensor<4xi64>, %g: tensor<4xf32>) -> (tensor<4xi64>, tensor<4xf32>) {
  %r:2, %t = syncflow.task "t" ins(%x = %a : tensor<4xi64>, %y = %f : tensor<4xf32>) outs(%o = %e : tensor<4xi64>, %p = %g : tensor<4xf32>) {
    %1 = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]} ins(%x : tensor<4xi64>) outs(%o : tensor<4xi64>) {
    ^bb0(%m: i64, %out: i64):
      %c3 = arith.constant 3 : i64
      %q = arith.divsi %m, %c3 : i64
      %i = linalg.index 0 : index
      %c1 = arith.constant 1 : index
      %n = arith.addi %i, %c1 : index
      %d = arith.index_cast %n : index to i64
      %s = arith.divsi %q, %d : i64
      linalg.yield %s : i64
    } -> tensor<4xi64>
    %2 = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]} ins(%y : tensor<4xf32>) outs(%p : tensor<4xf32>) {
    ^bb0(%m: f32, %out: f32):
      %q = arith.divf %m, %m : f32
      linalg.yield %q : f32
    } -> tensor<4xf32>
    syncflow.yield %1, %2 : tensor<4xi64>, tensor<4xf32>
  }
  return %r#0, %r#1 : tensor<4xi64>, tensor<4xf32>
}

// -----

// A check of some of its bits, or one that lets -2 pass, is none.
// CHECK-LABEL: func.func @low_byte
// CHECK: cf.assert %{{.*}}, "too small"
// CHECK: cf.assert %{{.*}}, "index out of range of dimension 0 of size 9"
// CHECK-LABEL: func.func @not_minus_one
// CHECK: cf.assert %{{.*}}, "minus one"
// CHECK: cf.assert %{{.*}}, "index out of range of dimension 0 of size 9"
#v = affine_map<(i) -> (i)>
func.func @low_byte(%ids: tensor<4xindex>, %table: tensor<9xf32>, %e: tensor<4xf32>) -> tensor<4xf32> {
  %r, %t = syncflow.task "t" ins(%x = %ids : tensor<4xindex>, %y = %table : tensor<9xf32>) outs(%o = %e : tensor<4xf32>) {
    %1 = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]} ins(%x : tensor<4xindex>) outs(%o : tensor<4xf32>) {
    ^bb0(%in: index, %out: f32):
      %c0 = arith.constant 0 : i8
      %c9 = arith.constant 9 : i8
      %byte = arith.index_cast %in : index to i8
      %below = arith.cmpi slt, %byte, %c9 : i8
      cf.assert %below, "too large"
      %above = arith.cmpi sge, %byte, %c0 : i8
      cf.assert %above, "too small"
      %v = tensor.extract %y[%in] : tensor<9xf32>
      linalg.yield %v : f32
    } -> tensor<4xf32>
    syncflow.yield %1 : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
func.func @not_minus_one(%ids: tensor<4xi64>, %table: tensor<9xf32>, %e: tensor<4xf32>) -> tensor<4xf32> {
  %r, %t = syncflow.task "t" ins(%x = %ids : tensor<4xi64>, %y = %table : tensor<9xf32>) outs(%o = %e : tensor<4xf32>) {
    %1 = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]} ins(%x : tensor<4xi64>) outs(%o : tensor<4xf32>) {
    ^bb0(%in: i64, %out: f32):
      %minus = arith.constant -1 : i64
      %c9 = arith.constant 9 : i64
      %below = arith.cmpi slt, %in, %c9 : i64
      cf.assert %below, "too large"
      %other = arith.cmpi ult, %in, %minus : i64
      cf.assert %other, "minus one"
      %k = arith.index_cast %in : i64 to index
      %v = tensor.extract %y[%k] : tensor<9xf32>
      linalg.yield %v : f32
    } -> tensor<4xf32>
    syncflow.yield %1 : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// -----

// Other ops with bodies divide too; a scalar from outside the body is data.
// CHECK-LABEL: func.func @named
// CHECK-COUNT-2: "integer division by zero"
// CHECK-LABEL: func.func @scalar
// CHECK: cf.assert %{{.*}}, "index out of range of dimension 0 of size 9"
func.func @named(%a: tensor<4xi32>, %b: tensor<4xi32>, %e: tensor<4xi32>, %f: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>) {
  %r:2, %t = syncflow.task "t" ins(%x = %a : tensor<4xi32>, %y = %b : tensor<4xi32>) outs(%o = %e : tensor<4xi32>, %p = %f : tensor<4xi32>) {
    %1 = linalg.div ins(%x, %y : tensor<4xi32>, tensor<4xi32>) outs(%o : tensor<4xi32>) -> tensor<4xi32>
    %2 = linalg.map {arith.divsi} ins(%x, %y : tensor<4xi32>, tensor<4xi32>) outs(%p : tensor<4xi32>)
    syncflow.yield %1, %2 : tensor<4xi32>, tensor<4xi32>
  }
  return %r#0, %r#1 : tensor<4xi32>, tensor<4xi32>
}
#w = affine_map<(i) -> (i)>
func.func @scalar(%k: index, %table: tensor<9xf32>, %e: tensor<4xf32>) -> tensor<4xf32> {
  %r, %t = syncflow.task "t" ins(%x = %k : index, %y = %table : tensor<9xf32>) outs(%o = %e : tensor<4xf32>) {
    %1 = linalg.generic {indexing_maps = [#w], iterator_types = ["parallel"]} outs(%o : tensor<4xf32>) {
    ^bb0(%out: f32):
      %v = tensor.extract %y[%x] : tensor<9xf32>
      linalg.yield %v : f32
    } -> tensor<4xf32>
    syncflow.yield %1 : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// -----

// A slice at a place, or of a size, that was computed from data: in a task its status, between tasks that of the entry. Its end has
// to be in range, and its start, which could be negative. A place of a loop is right by construction.
// CHECK-LABEL: func.func @slices
// CHECK: syncflow.task
// CHECK: %[[K:.*]] = tensor.extract
// CHECK-NEXT: %[[LAST:.*]] = arith.addi %[[K]], %{{.*}} : index
// CHECK-NEXT: %[[END:.*]] = arith.cmpi slt, %[[LAST]], %[[N:.*]] : index
// CHECK-NEXT: %[[START:.*]] = arith.cmpi ule, %[[K]], %[[N]] : index
// CHECK-NEXT: %[[IN:.*]] = arith.andi %[[END]], %[[START]]
// CHECK-NEXT: syncflow.assert %[[IN]], "slice out of range of dimension 0 of size 9"
// CHECK-NEXT: tensor.extract_slice %{{.*}}[%[[K]]] [2] [1]
// CHECK: %[[K:.*]] = tensor.extract %arg0
// CHECK: %[[IN:.*]] = arith.andi
// CHECK-NEXT: cf.assert %[[IN]], "slice out of range of dimension 0 of size 9"
// CHECK-NEXT: tensor.insert_slice %{{.*}} into %arg1[%[[K]]] [2] [1]
// CHECK: cf.assert %{{.*}}, "slice out of range of dimension 0 of size 9"
// CHECK-NEXT: tensor.extract_slice %arg1[2] [%[[K]]] [1]
// CHECK: scf.for
// CHECK-NOT: cf.assert
// CHECK: tensor.extract_slice
func.func @slices(%ids: tensor<4xindex>, %table: tensor<9xf32>, %e: tensor<2xf32>) -> (tensor<9xf32>, tensor<2xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %r, %t = syncflow.task "t" ins(%x = %ids : tensor<4xindex>, %y = %table : tensor<9xf32>) outs(%o = %e : tensor<2xf32>) {
    %c2 = arith.constant 2 : index
    %k = tensor.extract %x[%c2] : tensor<4xindex>
    %s = tensor.extract_slice %y[%k] [2] [1] : tensor<9xf32> to tensor<2xf32>
    %1 = linalg.exp ins(%s : tensor<2xf32>) outs(%o : tensor<2xf32>) -> tensor<2xf32>
    syncflow.yield %1 : tensor<2xf32>
  }
  %k = tensor.extract %ids[%c0] : tensor<4xindex>
  %q = tensor.insert_slice %r into %table[%k] [2] [1] : tensor<2xf32> into tensor<9xf32>
  %z = tensor.extract_slice %table[2] [%k] [1] : tensor<9xf32> to tensor<?xf32>
  %l = scf.for %i = %c0 to %c7 step %c1 iter_args(%s = %r) -> (tensor<2xf32>) {
    %p = tensor.extract_slice %q[%i] [2] [1] : tensor<9xf32> to tensor<2xf32>
    scf.yield %p : tensor<2xf32>
  }
  return %q, %l, %z : tensor<9xf32>, tensor<2xf32>, tensor<?xf32>
}

// -----

// An element read or written between tasks.
// CHECK-LABEL: func.func @elements
// CHECK: %[[K:.*]] = tensor.extract %arg0[%c0]
// CHECK-NEXT: %[[OK:.*]] = arith.cmpi ult, %[[K]], %c9
// CHECK-NEXT: cf.assert %[[OK]], "index out of range of dimension 0 of size 9"
// CHECK-NEXT: %[[V:.*]] = tensor.extract %arg1[%[[K]]]
// CHECK: cf.assert %{{.*}}, "index out of range of dimension 0 of size 5"
// CHECK-NEXT: tensor.insert %[[V]] into %arg2[%[[K]]]
func.func @elements(%ids: tensor<4xindex>, %table: tensor<9xf32>, %other: tensor<5xf32>) -> tensor<5xf32> {
  %c0 = arith.constant 0 : index
  %k = tensor.extract %ids[%c0] : tensor<4xindex>
  %v = tensor.extract %table[%k] : tensor<9xf32>
  %r = tensor.insert %v into %other[%k] : tensor<5xf32>
  return %r : tensor<5xf32>
}

// -----

// In a branch of a body, the check stands before it and holds where the branch is not taken.
// CHECK-LABEL: func.func @branch
// CHECK: %[[TAKEN:.*]] = arith.cmpi ult, %[[K:.*]], %c9
// CHECK: %[[IN:.*]] = arith.cmpi ult, %[[K]], %c9
// CHECK: %[[PASSED:.*]] = arith.cmpi uge, %[[K]], %c9
// CHECK: %[[OK:.*]] = arith.ori %[[IN]], %[[PASSED]]
// CHECK: cf.assert %[[OK]], "index out of range of dimension 0 of size 9"
// CHECK: scf.if %[[TAKEN]]
// CHECK-NEXT: tensor.extract
#v = affine_map<(i) -> (i)>
func.func @branch(%ids: tensor<4xindex>, %table: tensor<9xf32>, %e: tensor<4xf32>) -> tensor<4xf32> {
  %r, %t = syncflow.task "t" ins(%x = %ids : tensor<4xindex>, %y = %table : tensor<9xf32>) outs(%o = %e : tensor<4xf32>) {
    %c9 = arith.constant 9 : index
    %zero = arith.constant 0.0 : f32
    %1 = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]} ins(%x : tensor<4xindex>) outs(%o : tensor<4xf32>) {
    ^bb0(%k: index, %out: f32):
      %inside = arith.cmpi ult, %k, %c9 : index
      %v = scf.if %inside -> f32 {
        %w = tensor.extract %y[%k] : tensor<9xf32>
        scf.yield %w : f32
      } else {
        scf.yield %zero : f32
      }
      linalg.yield %v : f32
    } -> tensor<4xf32>
    syncflow.yield %1 : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// -----

// In the other branch, where the divisor is computed there as well.
// CHECK-LABEL: func.func @otherwise
// CHECK: %[[SMALL:.*]] = arith.cmpi slt
// CHECK: %[[DIVISOR:.*]] = arith.subi
// CHECK: %[[NONZERO:.*]] = arith.cmpi ne, %[[DIVISOR]],
// CHECK: %[[OK:.*]] = arith.ori %[[NONZERO]], %[[SMALL]]
// CHECK: cf.assert %[[OK]], "integer division by zero"
// CHECK: scf.if %[[SMALL]]
#v = affine_map<(i) -> (i)>
func.func @otherwise(%a: tensor<4xi32>, %e: tensor<4xi32>) -> tensor<4xi32> {
  %r, %t = syncflow.task "t" ins(%x = %a : tensor<4xi32>) outs(%o = %e : tensor<4xi32>) {
    %c9 = arith.constant 9 : i32
    %1 = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]} ins(%x : tensor<4xi32>) outs(%o : tensor<4xi32>) {
    ^bb0(%k: i32, %out: i32):
      %small = arith.cmpi slt, %k, %c9 : i32
      %v = scf.if %small -> i32 {
        scf.yield %k : i32
      } else {
        %d = arith.subi %k, %c9 : i32
        %q = arith.divui %c9, %d : i32
        scf.yield %q : i32
      }
      linalg.yield %v : i32
    } -> tensor<4xi32>
    syncflow.yield %1 : tensor<4xi32>
  }
  return %r : tensor<4xi32>
}
