// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Each labelled constraint of syncflow.task broken once, beside a neighbour that is accepted.
// RUN: sflow-opt %s --split-input-file --verify-diagnostics

// C1: one body argument per operand.
func.func @c1_count(%a: memref<4xf32>) {
  // expected-error @+1 {{C1: the body has 0 arguments for 1 ins and outs}}
  %t = "syncflow.task"(%a) <{name = "t", operandSegmentSizes = array<i32: 0, 0, 0, 1>}> ({
    "syncflow.yield"() : () -> ()
  }) : (memref<4xf32>) -> !syncflow.token
  return
}

// -----

func.func @c1_type(%a: memref<4xf32>) {
  // expected-error @+1 {{C1: body argument 0 has type 'memref<8xf32>', its operand 'memref<4xf32>'}}
  %t = "syncflow.task"(%a) <{name = "t", operandSegmentSizes = array<i32: 0, 0, 0, 1>}> ({
  ^bb0(%x: memref<8xf32>):
    "syncflow.yield"() : () -> ()
  }) : (memref<4xf32>) -> !syncflow.token
  return
}

// -----

func.func @c1_accepted(%a: memref<4xf32>) {
  %t = "syncflow.task"(%a) <{name = "t", operandSegmentSizes = array<i32: 0, 0, 0, 1>}> ({
  ^bb0(%x: memref<4xf32>):
    "syncflow.yield"() : () -> ()
  }) : (memref<4xf32>) -> !syncflow.token
  return
}

// -----

// C2: results follow from the outs.
func.func @c2_mixed(%a: memref<4xf32>, %b: tensor<4xf32>) {
  // expected-error @+1 {{C2: outs mix tensors and memrefs}}
  %r, %t = syncflow.task "t" outs(%x = %a : memref<4xf32>, %y = %b : tensor<4xf32>) {
    syncflow.yield %y : tensor<4xf32>
  }
  return
}

// -----

func.func @c2_count(%b: tensor<4xf32>) {
  // expected-error @+1 {{C2: 0 data results for 1 tensor outs}}
  %t = "syncflow.task"(%b) <{name = "t", operandSegmentSizes = array<i32: 0, 0, 0, 1>}> ({
  ^bb0(%x: tensor<4xf32>):
    "syncflow.yield"() : () -> ()
  }) : (tensor<4xf32>) -> !syncflow.token
  return
}

// -----

func.func @c2_type(%b: tensor<4xf32>) {
  // expected-error @+1 {{C2: result 0 has type 'tensor<8xf32>', its destination 'tensor<4xf32>'}}
  %r, %t = "syncflow.task"(%b) <{name = "t", operandSegmentSizes = array<i32: 0, 0, 0, 1>}> ({
  ^bb0(%x: tensor<4xf32>):
    "syncflow.yield"(%x) : (tensor<4xf32>) -> ()
  }) : (tensor<4xf32>) -> (tensor<8xf32>, !syncflow.token)
  return
}

// -----

func.func @c2_accepted(%a: memref<4xf32>, %b: tensor<4xf32>) {
  %t0 = syncflow.task "memrefs" outs(%x = %a : memref<4xf32>) {
    syncflow.yield
  }
  %r, %t1 = syncflow.task "tensors" outs(%y = %b : tensor<4xf32>) {
    syncflow.yield %y : tensor<4xf32>
  }
  return
}

// -----

// C3: one yielded value per result.
func.func @c3_count(%b: tensor<4xf32>) {
  // expected-error @+1 {{C3: the body yields 0 values for 1 results}}
  %r, %t = syncflow.task "t" outs(%y = %b : tensor<4xf32>) {
    syncflow.yield
  }
  return
}

// -----

func.func @c3_type(%a: tensor<8xf32>, %b: tensor<4xf32>) {
  // expected-error @+1 {{C3: yielded value 0 has type 'tensor<8xf32>', the result 'tensor<4xf32>'}}
  %r, %t = syncflow.task "t" ins(%x = %a : tensor<8xf32>) outs(%y = %b : tensor<4xf32>) {
    syncflow.yield %x : tensor<8xf32>
  }
  return
}

// -----

func.func @c3_terminator(%a: memref<4xf32>) {
  // expected-error @+1 {{C3: the body ends with syncflow.yield}}
  %t = syncflow.task "t" outs(%x = %a : memref<4xf32>) {
    llvm.unreachable
  }
  return
}

// -----

func.func @c3_accepted(%a: tensor<4xf32>, %b: tensor<4xf32>) {
  %r:2, %t = syncflow.task "t" outs(%x = %a : tensor<4xf32>, %y = %b : tensor<4xf32>) {
    syncflow.yield %y, %x : tensor<4xf32>, tensor<4xf32>
  }
  return
}

// -----

// C4: writes go to outs or to memory of the body's own.
func.func @c4_in(%a: memref<4xf32>, %k: f32) {
  // expected-note @+1 {{declare it among outs}}
  %t = syncflow.task "t" ins(%x = %a : memref<4xf32>, %v = %k : f32) {
    // expected-error @+1 {{C4: writes to memory that task "t" declares as read only (ins 0)}}
    linalg.fill ins(%v : f32) outs(%x : memref<4xf32>)
    syncflow.yield
  }
  return
}

// -----

func.func @c4_through_views(%a: memref<4x4xf32>, %k: f32) {
  // expected-note @+1 {{declare it among outs}}
  %t = syncflow.task "t" ins(%x = %a : memref<4x4xf32>, %v = %k : f32) {
    %s = memref.subview %x[1, 0] [2, 4] [1, 1] : memref<4x4xf32> to memref<2x4xf32, strided<[4, 1], offset: 4>>
    %c = memref.collapse_shape %s [[0, 1]] : memref<2x4xf32, strided<[4, 1], offset: 4>> into memref<8xf32, strided<[1], offset: 4>>
    // expected-error @+1 {{C4: writes to memory that task "t" declares as read only (ins 0)}}
    linalg.fill ins(%v : f32) outs(%c : memref<8xf32, strided<[1], offset: 4>>)
    syncflow.yield
  }
  return
}

// -----

func.func @c4_through_loop(%a: memref<4xf32>, %k: f32) {
  // expected-note @+1 {{declare it among outs}}
  %t = syncflow.task "t" ins(%x = %a : memref<4xf32>, %v = %k : f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%m = %x) -> (memref<4xf32>) {
      // expected-error @+1 {{C4: writes to memory that task "t" declares as read only (ins 0)}}
      memref.store %v, %m[%i] : memref<4xf32>
      scf.yield %m : memref<4xf32>
    }
    syncflow.yield
  }
  return
}

// -----

// What a loop yields need not be what entered it.
func.func @c4_loop_yields_other(%a: memref<4xf32>, %b: memref<4xf32>, %k: f32) {
  // expected-note @+1 {{declare it among outs}}
  %t = syncflow.task "t" ins(%x = %a : memref<4xf32>, %v = %k : f32) outs(%y = %b : memref<4xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%m = %y) -> (memref<4xf32>) {
      // expected-error @+1 {{C4: writes to memory that task "t" declares as read only (ins 0)}}
      memref.store %v, %m[%i] : memref<4xf32>
      scf.yield %x : memref<4xf32>
    }
    syncflow.yield
  }
  return
}

// -----

// One of two, one of which is read only: chosen by value, and by a branch.
func.func @c4_select(%a: memref<4xf32>, %b: memref<4xf32>, %k: f32, %c: i1) {
  // expected-note @+1 {{declare it among outs}}
  %t = syncflow.task "t" ins(%v = %k : f32, %p = %c : i1, %x = %a : memref<4xf32>) outs(%y = %b : memref<4xf32>) {
    %m = arith.select %p, %y, %x : memref<4xf32>
    // expected-error @+1 {{C4: writes to memory that task "t" declares as read only (ins 2)}}
    linalg.fill ins(%v : f32) outs(%m : memref<4xf32>)
    syncflow.yield
  }
  return
}

// -----

func.func @c4_branch(%a: memref<4xf32>, %b: memref<4xf32>, %k: f32, %c: i1) {
  // expected-note @+1 {{declare it among outs}}
  %t = syncflow.task "t" ins(%v = %k : f32, %p = %c : i1, %x = %a : memref<4xf32>) outs(%y = %b : memref<4xf32>) {
    %m = scf.if %p -> (memref<4xf32>) {
      scf.yield %y : memref<4xf32>
    } else {
      scf.yield %x : memref<4xf32>
    }
    // expected-error @+1 {{C4: writes to memory that task "t" declares as read only (ins 2)}}
    linalg.fill ins(%v : f32) outs(%m : memref<4xf32>)
    syncflow.yield
  }
  return
}

// -----

memref.global @shared : memref<4xf32> = uninitialized
func.func @c4_global(%k: f32) {
  %t = syncflow.task "t" ins(%v = %k : f32) {
    %m = memref.get_global @shared : memref<4xf32>
    // expected-error @+1 {{C4: writes to memory of unknown origin inside task "t"}}
    linalg.fill ins(%v : f32) outs(%m : memref<4xf32>)
    syncflow.yield
  }
  return
}

// -----

func.func @c4_accepted(%a: memref<4x4xf32>, %k: f32) {
  %t = syncflow.task "t" ins(%v = %k : f32) outs(%x = %a : memref<4x4xf32>) {
    %own = memref.alloc() : memref<4x4xf32>
    linalg.fill ins(%v : f32) outs(%own : memref<4x4xf32>)
    %s = memref.subview %x[1, 0] [2, 4] [1, 1] : memref<4x4xf32> to memref<2x4xf32, strided<[4, 1], offset: 4>>
    linalg.fill ins(%v : f32) outs(%s : memref<2x4xf32, strided<[4, 1], offset: 4>>)
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%m = %own) -> (memref<4x4xf32>) {
      memref.store %v, %m[%i, %i] : memref<4x4xf32>
      scf.yield %x : memref<4x4xf32>
    }
    linalg.fill ins(%v : f32) outs(%r : memref<4x4xf32>)
    memref.dealloc %own : memref<4x4xf32>
    syncflow.yield
  }
  return
}

// -----

// C5: a body does not start work, wait, or do what nobody can see.
func.func @c5_task(%a: memref<4xf32>) {
  %t = syncflow.task "outer" outs(%x = %a : memref<4xf32>) {
    // expected-error @+1 {{C5: asynchronous op inside task "outer"}}
    %u = syncflow.task "inner" outs(%y = %x : memref<4xf32>) {
      syncflow.yield
    }
    syncflow.yield
  }
  return
}

// -----

func.func @c5_wait(%a: memref<4xf32>) {
  %t = syncflow.task "t" outs(%x = %a : memref<4xf32>) {
    %j = syncflow.join()
    // expected-error @+1 {{C5: asynchronous op inside task "t"}}
    syncflow.wait(%j)
    syncflow.yield
  }
  return
}

// -----

func.func @c5_barrier() {
  %t = syncflow.task "t" {
    // expected-error @+1 {{C5: asynchronous op inside task "t"}}
    syncflow.barrier() <all, device>
    syncflow.yield
  }
  return
}

// -----

func.func private @elsewhere()
func.func @c5_unknown_effects() {
  %t = syncflow.task "t" {
    // expected-error @+1 {{C5: op with unknown memory effects inside task "t"}}
    func.call @elsewhere() : () -> ()
    syncflow.yield
  }
  return
}

// -----

func.func @c5_accepted(%a: memref<4xf32>, %c: i1) {
  %t = syncflow.task "t" ins(%p = %c : i1) outs(%x = %a : memref<4xf32>) {
    syncflow.assert %p, "wrong" : i1
    %z = arith.constant 0.0 : f32
    scf.if %p {
      linalg.fill ins(%z : f32) outs(%x : memref<4xf32>)
    }
    syncflow.yield
  }
  return
}

// -----

// C6: a memref is an in or an out.
func.func @c6(%a: memref<4xf32>) {
  // expected-error @+1 {{C6: a memref stands among ins and outs both}}
  %t = syncflow.task "t" ins(%x = %a : memref<4xf32>) outs(%y = %a : memref<4xf32>) {
    syncflow.yield
  }
  return
}

// -----

func.func @c6_accepted(%a: tensor<4xf32>, %b: memref<4xf32>, %c: memref<4xf32>) {
  // Tensors are values: bufferization makes a copy where one is needed.
  %r, %t0 = syncflow.task "t" ins(%x = %a : tensor<4xf32>) outs(%y = %a : tensor<4xf32>) {
    syncflow.yield %y : tensor<4xf32>
  }
  %t1 = syncflow.task "t" ins(%x = %b : memref<4xf32>) outs(%y = %c : memref<4xf32>) {
    syncflow.yield
  }
  return
}

// -----

// A body sees nothing from above.
func.func @isolated(%a: memref<4xf32>, %k: f32) {
  // expected-note @+1 {{required by region isolation constraints}}
  %t = syncflow.task "t" outs(%x = %a : memref<4xf32>) {
    // expected-error @+1 {{using value defined outside the region}}
    linalg.fill ins(%k : f32) outs(%x : memref<4xf32>)
    syncflow.yield
  }
  return
}

// -----

func.func @yield_outside(%a: memref<4xf32>) {
  // expected-error @+1 {{expects parent op 'syncflow.task'}}
  syncflow.yield
}

// -----

// assert, C1
func.func @assert_c1(%a: memref<4xi32>) {
  %t = syncflow.task "t" ins(%x = %a : memref<4xi32>) {
    // expected-error @+1 {{C1: the condition is i1 or a ranked tensor or memref of i1, got 'memref<4xi32>'}}
    syncflow.assert %x, "wrong" : memref<4xi32>
    syncflow.yield
  }
  return
}

// -----

func.func @assert_c1_scalar(%a: index) {
  %t = syncflow.task "t" ins(%x = %a : index) {
    // expected-error @+1 {{C1: the condition is i1 or a ranked tensor or memref of i1, got 'index'}}
    syncflow.assert %x, "wrong" : index
    syncflow.yield
  }
  return
}

// -----

func.func @assert_c1_accepted(%a: memref<4xi1>) {
  %t = syncflow.task "t" ins(%x = %a : memref<4xi1>) {
    syncflow.assert %x, "wrong" : memref<4xi1>
    syncflow.yield
  }
  return
}
