// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// What the pass refuses. The accepted neighbours are in the other tests of this folder.
// RUN: sflow-opt %s --convert-syncflow-rt-to-llvm --split-input-file --verify-diagnostics

module {
  func.func private @b(%a: memref<?xf32>) -> i32 attributes {syncflow.body} {
    %0 = arith.constant 0 : i32
    return %0 : i32
  }
  syncflow.rt.plan @p streams [0, 0, 0, 1] frame 2 stats {} {
    // expected-error @+1 {{has 1 args, its body takes 2}}
    syncflow.rt.task "a" body @b stream 0 args [1, 0] waits [] preds [] kind 0
  }
}

// -----

module {
  func.func private @not_a_body() -> i32 {
    %0 = arith.constant 0 : i32
    return %0 : i32
  }
  syncflow.rt.plan @p streams [0, 0, 0, 1] frame 1 stats {} {
    // expected-error @+1 {{a compute task names a function with `syncflow.body`}}
    syncflow.rt.task "a" body @not_a_body stream 0 args [] waits [] preds [] kind 0
  }
}

// -----

module {
  syncflow.rt.plan @p streams [0, 0, 1, 1] frame 1 stats {} {
    // expected-error @+1 {{a collective names a group of the module}}
    syncflow.rt.task "sum" group @nowhere stream 0 args [0, 0, 0, 0, -1, 4] waits [] preds [] kind 1 {collective = array<i64: 0, 0, 3, 0>}
  }
}

// -----

module {
  syncflow.group @g grid [2] axes [0]
  syncflow.rt.plan @p streams [0, 0, 1, 1] frame 1 stats {} {
    // expected-error @+1 {{a collective has `collective = [kind, reduction, element, root]`}}
    syncflow.rt.task "sum" group @g stream 0 args [0, 0, 0, 0, -1, 4] waits [] preds [] kind 1 {collective = array<i64: 0, 0>}
  }
}

// -----

module {
  // expected-error @+1 {{releases are offset, size, number of tasks and the tasks}}
  syncflow.rt.plan @p streams [0, 0, 0, 1] frame 1 stats {} releases [0, 64, 2, 0] {
  }
}

// -----

module {
  // expected-error @+1 {{a body is defined and returns i32}}
  func.func private @b(%a: memref<4xf32>) attributes {syncflow.body} {
    return
  }
}

// -----

module {
  func.func private @b(%ok: i1) -> i32 attributes {syncflow.body} {
    // expected-error @+1 {{would end the process}}
    cf.assert %ok, "index out of range"
    %0 = arith.constant 0 : i32
    return %0 : i32
  }
}

// -----

module {
  // expected-error @+1 {{an argument of type 'vector<4xf32>' does not fit the words of a task}}
  func.func private @b(%v: vector<4xf32>) -> i32 attributes {syncflow.body} {
    %0 = arith.constant 0 : i32
    return %0 : i32
  }
}

// -----

module {
  // expected-error @+1 {{only strided memrefs have an address}}
  func.func private @b(%m: memref<4x4xf32, affine_map<(i, j) -> (i floordiv 2, j)>>) -> i32 attributes {syncflow.body} {
    %0 = arith.constant 0 : i32
    return %0 : i32
  }
}

// -----

module {
  // expected-error @+1 {{an entry of the runtime phase is defined, takes nothing and returns nothing}}
  func.func @main(%a: memref<4xf32>) attributes {syncflow.entry} {
    return
  }
}

// -----

module {
  func.func @main() attributes {syncflow.entry} {
    %n = arith.constant 4 : index
    // expected-error @+1 {{there is no plan @gone}}
    syncflow.rt.launch @gone(%n : index)
    return
  }
}

// -----

module {
  syncflow.rt.plan @p streams [0, 0, 0, 1] frame 2 stats {} {
  }
  func.func @main() attributes {syncflow.entry} {
    %n = arith.constant 4 : index
    // expected-error @+1 {{has 1 words, the frame of @p has 2}}
    syncflow.rt.launch @p(%n : index)
    return
  }
}

// -----

module {
  func.func @main() attributes {syncflow.entry} {
    // expected-error @+1 {{is not of the runtime phase: run convert-syncflow-to-rt first}}
    %s = syncflow.buffer() : memref<4xf32>
    return
  }
}

// -----

module {
  func.func @main() attributes {syncflow.entry} {
    %yes = arith.constant true
    scf.if %yes {
      // expected-error @+1 {{stands in a region: run convert-scf-to-cf first}}
      syncflow.rt.wait
    }
    return
  }
}

// -----

module attributes {syncflow.module_name = "m"} {
  func.func @a_b() attributes {syncflow.entry} {
    return
  }
  // expected-error @+1 {{two things would be exported as 'sflow_m_a_b': rename the entry}}
  func.func @"a.b"() attributes {syncflow.entry} {
    return
  }
}

// -----

module {
  // expected-error @+1 {{two things would be exported as 'sflow_module_metadata': rename the entry}}
  func.func @metadata() attributes {syncflow.entry} {
    return
  }
}

// -----

// expected-error @+1 {{elements of type 'i128' cannot cross an entry}}
module {
  func.func @main() attributes {syncflow.entry, syncflow.inputs = [tensor<4xi128>]} {
    return
  }
}
