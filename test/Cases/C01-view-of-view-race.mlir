// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Case C01, the racy side: an access through a view of a view is an access to the base. Sources:
// https://github.com/triton-lang/triton/issues/11328 and https://github.com/triton-lang/triton/pull/11411
// RUN: sflow-opt %s --split-input-file --verify-diagnostics --syncflow-verify

// The scenario: X writes a view, Y reads a view of that view.
func.func @view_of_view(%b: memref<256xi8>, %c: memref<64xi8>) {
  %s1 = syncflow.stream @m::@d ordinal 0
  %s2 = syncflow.stream @m::@d ordinal 1
  %v = memref.subview %b[0] [128] [1] : memref<256xi8> to memref<128xi8, strided<[1]>>
  %w = memref.subview %v[64] [64] [1] : memref<128xi8, strided<[1]>> to memref<64xi8, strided<[1], offset: 64>>
  // expected-note @+1 {{task "X" on @m::@d ordinal 0 writes bytes 0..128 of %arg0}}
  %x = syncflow.task "X" on(%s1) outs(%o = %v : memref<128xi8, strided<[1]>>) {
    syncflow.yield
  }
  // expected-error @+3 {{race (read after write) on bytes 64..128 of %arg0: task "Y" reads what task "X" writes, and nothing orders them}}
  // expected-note @+2 {{task "Y" on @m::@d ordinal 1 reads bytes 64..128 of %arg0}}
  // expected-note @+1 {{missing edge: add the token of task "X" to after(...) of task "Y"}}
  %y = syncflow.task "Y" on(%s2) ins(%i = %w : memref<64xi8, strided<[1], offset: 64>>) outs(%o = %c : memref<64xi8>) {
    syncflow.yield
  }
  syncflow.wait(%x, %y)
  return
}

// -----

// Variant (a): the writer uses the base.
func.func @base_and_view(%b: memref<256xi8>, %c: memref<64xi8>) {
  %s1 = syncflow.stream @m::@d ordinal 0
  %s2 = syncflow.stream @m::@d ordinal 1
  %v = memref.subview %b[0] [128] [1] : memref<256xi8> to memref<128xi8, strided<[1]>>
  %w = memref.subview %v[64] [64] [1] : memref<128xi8, strided<[1]>> to memref<64xi8, strided<[1], offset: 64>>
  // expected-note @+1 {{task "X" on @m::@d ordinal 0 writes bytes 0..256 of %arg0}}
  %x = syncflow.task "X" on(%s1) outs(%o = %b : memref<256xi8>) {
    syncflow.yield
  }
  // expected-error @+3 {{race (read after write) on bytes 64..128 of %arg0: task "Y" reads what task "X" writes}}
  // expected-note @+2 {{task "Y" on @m::@d ordinal 1 reads bytes 64..128 of %arg0}}
  // expected-note @+1 {{missing edge}}
  %y = syncflow.task "Y" on(%s2) ins(%i = %w : memref<64xi8, strided<[1], offset: 64>>) outs(%o = %c : memref<64xi8>) {
    syncflow.yield
  }
  syncflow.wait(%x, %y)
  return
}

// -----

// Variant (b): two views that overlap by one byte.
func.func @one_byte(%b: memref<256xi8>, %c: memref<64xi8>) {
  %s1 = syncflow.stream @m::@d ordinal 0
  %s2 = syncflow.stream @m::@d ordinal 1
  %v = memref.subview %b[0] [128] [1] : memref<256xi8> to memref<128xi8, strided<[1]>>
  %w = memref.subview %b[127] [64] [1] : memref<256xi8> to memref<64xi8, strided<[1], offset: 127>>
  // expected-note @+1 {{task "X" on @m::@d ordinal 0 writes bytes 0..128 of %arg0}}
  %x = syncflow.task "X" on(%s1) outs(%o = %v : memref<128xi8, strided<[1]>>) {
    syncflow.yield
  }
  // expected-error @+3 {{race (read after write) on bytes 127..128 of %arg0: task "Y" reads what task "X" writes}}
  // expected-note @+2 {{task "Y" on @m::@d ordinal 1 reads bytes 127..191 of %arg0}}
  // expected-note @+1 {{missing edge}}
  %y = syncflow.task "Y" on(%s2) ins(%i = %w : memref<64xi8, strided<[1], offset: 127>>) outs(%o = %c : memref<64xi8>) {
    syncflow.yield
  }
  syncflow.wait(%x, %y)
  return
}

// -----

// Variant (c): the view is made inside a region, and leaves it.
func.func @view_from_region(%b: memref<256xi8>, %c: memref<64xi8>, %p: i1) {
  %s1 = syncflow.stream @m::@d ordinal 0
  %s2 = syncflow.stream @m::@d ordinal 1
  %v = memref.subview %b[0] [128] [1] : memref<256xi8> to memref<128xi8, strided<[1]>>
  %w = scf.if %p -> (memref<64xi8, strided<[1], offset: 64>>) {
    %i = memref.subview %v[64] [64] [1] : memref<128xi8, strided<[1]>> to memref<64xi8, strided<[1], offset: 64>>
    scf.yield %i : memref<64xi8, strided<[1], offset: 64>>
  } else {
    %i = memref.subview %b[64] [64] [1] : memref<256xi8> to memref<64xi8, strided<[1], offset: 64>>
    scf.yield %i : memref<64xi8, strided<[1], offset: 64>>
  }
  // expected-note @+1 {{task "X" on @m::@d ordinal 0 writes bytes 0..128 of %arg0}}
  %x = syncflow.task "X" on(%s1) outs(%o = %v : memref<128xi8, strided<[1]>>) {
    syncflow.yield
  }
  // expected-error @+3 {{race (read after write) on bytes 64..128 of %arg0: task "Y" reads what task "X" writes}}
  // expected-note @+2 {{task "Y" on @m::@d ordinal 1 reads bytes 64..128 of %arg0}}
  // expected-note @+1 {{missing edge}}
  %y = syncflow.task "Y" on(%s2) ins(%i = %w : memref<64xi8, strided<[1], offset: 64>>) outs(%o = %c : memref<64xi8>) {
    syncflow.yield
  }
  syncflow.wait(%x, %y)
  return
}

// -----

// Variant (c): the view arrives as a block argument, of a loop and of a function.
func.func private @reader(%v: memref<128xi8, strided<[1]>>, %c: memref<64xi8>) -> !syncflow.token {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s2 = syncflow.stream @m::@d ordinal 1
  %none = syncflow.join()
  %r:2 = scf.for %k = %c0 to %c1 step %c1 iter_args(%a = %v, %t = %none) -> (memref<128xi8, strided<[1]>>, !syncflow.token) {
    %w = memref.subview %a[64] [64] [1] : memref<128xi8, strided<[1]>> to memref<64xi8, strided<[1], offset: 64>>
    // expected-error @+3 {{race (read after write) on bytes 64..128 of %arg0: task "Y" reads what task "X" writes}}
    // expected-note @+2 {{task "Y" on @m::@d ordinal 1 reads bytes 64..128 of %arg0}}
    // expected-note @+1 {{missing edge}}
    %y = syncflow.task "Y" on(%s2) ins(%i = %w : memref<64xi8, strided<[1], offset: 64>>) outs(%o = %c : memref<64xi8>) {
      syncflow.yield
    }
    scf.yield %a, %y : memref<128xi8, strided<[1]>>, !syncflow.token
  }
  return %r#1 : !syncflow.token
}
func.func @view_as_argument(%b: memref<256xi8>, %c: memref<64xi8>) {
  %s1 = syncflow.stream @m::@d ordinal 0
  %v = memref.subview %b[0] [128] [1] : memref<256xi8> to memref<128xi8, strided<[1]>>
  // expected-note @+1 {{task "X" on @m::@d ordinal 0 writes bytes 0..128 of %arg0}}
  %x = syncflow.task "X" on(%s1) outs(%o = %v : memref<128xi8, strided<[1]>>) {
    syncflow.yield
  }
  %y = call @reader(%v, %c) : (memref<128xi8, strided<[1]>>, memref<64xi8>) -> !syncflow.token
  syncflow.wait(%x, %y)
  return
}
