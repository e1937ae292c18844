// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Every kind of race is named; its neighbour with the missing edge is accepted (here, in the same file, or in verify.mlir).
// RUN: sflow-opt %s --split-input-file --verify-diagnostics --syncflow-verify

func.func @raw(%b: memref<8xf32>, %c: memref<8xf32>) {
  // expected-note @+1 {{task "X" writes bytes 0..32 of %arg0}}
  %x = syncflow.task "X" outs(%o = %b : memref<8xf32>) {
    syncflow.yield
  }
  // expected-error @+3 {{race (read after write) on bytes 0..32 of %arg0: task "Y" reads what task "X" writes, and nothing orders them}}
  // expected-note @+2 {{task "Y" reads bytes 0..32 of %arg0}}
  // expected-note @+1 {{missing edge: add the token of task "X" to after(...) of task "Y"}}
  %y = syncflow.task "Y" ins(%i = %b : memref<8xf32>) outs(%o = %c : memref<8xf32>) {
    syncflow.yield
  }
  syncflow.wait(%x, %y)
  return
}

// -----

func.func @war(%b: memref<8xf32>, %c: memref<8xf32>) {
  // expected-note @+1 {{task "X" reads bytes 0..32 of %arg0}}
  %x = syncflow.task "X" ins(%i = %b : memref<8xf32>) outs(%o = %c : memref<8xf32>) {
    syncflow.yield
  }
  // expected-error @+3 {{race (write after read) on bytes 0..32 of %arg0: task "Y" writes what task "X" reads, and nothing orders them}}
  // expected-note @+2 {{task "Y" writes bytes 0..32 of %arg0}}
  // expected-note @+1 {{missing edge: add the token of task "X" to after(...) of task "Y"}}
  %y = syncflow.task "Y" outs(%o = %b : memref<8xf32>) {
    syncflow.yield
  }
  syncflow.wait(%x, %y)
  return
}

// -----

func.func @waw(%b: memref<8xf32>) {
  // expected-note @+1 {{task "X" writes bytes 0..32 of %arg0}}
  %x = syncflow.task "X" outs(%o = %b : memref<8xf32>) {
    syncflow.yield
  }
  // expected-error @+3 {{race (write after write) on bytes 0..32 of %arg0: task "Y" writes what task "X" writes}}
  // expected-note @+2 {{task "Y" writes bytes 0..32 of %arg0}}
  // expected-note @+1 {{missing edge}}
  %y = syncflow.task "Y" outs(%o = %b : memref<8xf32>) {
    syncflow.yield
  }
  syncflow.wait(%x, %y)
  return
}

// -----

// A token that leads elsewhere does not help.
func.func @wrong_token(%b: memref<8xf32>, %c: memref<8xf32>) {
  // expected-note @+1 {{task "X" writes bytes 0..32 of %arg0}}
  %x = syncflow.task "X" outs(%o = %b : memref<8xf32>) {
    syncflow.yield
  }
  %z = syncflow.task "Z" {
    syncflow.yield
  }
  // expected-error @+3 {{race (read after write)}}
  // expected-note @+2 {{task "Y" reads}}
  // expected-note @+1 {{missing edge}}
  %y = syncflow.task "Y" after(%z) ins(%i = %b : memref<8xf32>) outs(%o = %c : memref<8xf32>) {
    syncflow.yield
  }
  syncflow.wait(%x, %y)
  return
}

// -----

//===-- the host ----------------------------------------------------------------------------------------------------===//

func.func @host_copy(%b: memref<8xf32>, %c: memref<8xf32>) {
  // expected-note @+1 {{task "X" writes bytes 0..32 of %arg0}}
  %x = syncflow.task "X" outs(%o = %b : memref<8xf32>) {
    syncflow.yield
  }
  // expected-error @+3 {{race (read after write) on bytes 0..32 of %arg0: 'memref.copy' reads what task "X" writes}}
  // expected-note @+2 {{'memref.copy' reads bytes 0..32 of %arg0}}
  // expected-note @+1 {{missing edge: the host must wait for the token of task "X" before 'memref.copy'}}
  memref.copy %b, %c : memref<8xf32> to memref<8xf32>
  syncflow.wait(%x)
  return
}

// -----

func.func @host_copy_into(%b: memref<8xf32>, %c: memref<8xf32>, %d: memref<8xf32>) {
  // expected-note @+1 {{task "X" reads bytes 0..32 of %arg0}}
  %x = syncflow.task "X" ins(%i = %b : memref<8xf32>) outs(%o = %d : memref<8xf32>) {
    syncflow.yield
  }
  // expected-error @+3 {{race (write after read) on bytes 0..32 of %arg0: 'memref.copy' writes what task "X" reads}}
  // expected-note @+2 {{'memref.copy' writes}}
  // expected-note @+1 {{missing edge: the host must wait}}
  memref.copy %c, %b : memref<8xf32> to memref<8xf32>
  syncflow.wait(%x)
  return
}

// -----

func.func @host_load(%b: memref<8xf32>, %n: index) -> f32 {
  // expected-note @+1 {{task "X" writes bytes 0..32 of %arg0}}
  %x = syncflow.task "X" outs(%o = %b : memref<8xf32>) {
    syncflow.yield
  }
  // expected-error @+3 {{race (read after write) on bytes 0..32 of %arg0: 'memref.load' reads what task "X" writes}}
  // expected-note @+2 {{'memref.load' reads}}
  // expected-note @+1 {{missing edge: the host must wait}}
  %v = memref.load %b[%n] : memref<8xf32>
  syncflow.wait(%x)
  return %v : f32
}

// -----

func.func @host_free() {
  %b = memref.alloc() : memref<8xf32>
  // expected-note @+1 {{task "X" writes bytes 0..32 of %alloc}}
  %x = syncflow.task "X" outs(%o = %b : memref<8xf32>) {
    syncflow.yield
  }
  // expected-error @+3 {{race (write after write) on bytes 0..32 of %alloc: 'memref.dealloc' writes what task "X" writes}}
  // expected-note @+2 {{'memref.dealloc' writes}}
  // expected-note @+1 {{missing edge: the host must wait}}
  memref.dealloc %b : memref<8xf32>
  syncflow.wait(%x)
  return
}

// -----

// A free takes the whole buffer, whatever part of it is in use.
func.func @host_free_of_part(%c: memref<4xf32>) {
  %b = memref.alloc() : memref<8xf32>
  %k = arith.constant 0.0 : f32
  linalg.fill ins(%k : f32) outs(%b : memref<8xf32>)
  %v = memref.subview %b[4] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 4>>
  // expected-note @+1 {{task "X" reads bytes 16..32 of %alloc}}
  %x = syncflow.task "X" ins(%i = %v : memref<4xf32, strided<[1], offset: 4>>) outs(%o = %c : memref<4xf32>) {
    syncflow.yield
  }
  // expected-error @+3 {{race (write after read) on bytes 16..32 of %alloc: 'memref.dealloc' writes what task "X" reads}}
  // expected-note @+2 {{'memref.dealloc' writes}}
  // expected-note @+1 {{missing edge}}
  memref.dealloc %b : memref<8xf32>
  syncflow.wait(%x)
  return
}

// -----

func.func @host_linalg(%b: memref<8xf32>, %k: f32) {
  // expected-note @+1 {{task "X" writes}}
  %x = syncflow.task "X" outs(%o = %b : memref<8xf32>) {
    syncflow.yield
  }
  // expected-error @+3 {{race (write after write) on bytes 0..32 of %arg0: 'linalg.fill' writes what task "X" writes}}
  // expected-note @+2 {{'linalg.fill' writes}}
  // expected-note @+1 {{missing edge: the host must wait}}
  linalg.fill ins(%k : f32) outs(%b : memref<8xf32>)
  syncflow.wait(%x)
  return
}

// -----

// A wait of a stream is no wait of the host.
func.func @stream_wait_is_not_host_wait(%b: memref<8xf32>, %n: index) -> f32 {
  %s = syncflow.stream @m::@d ordinal 0
  // expected-note @+1 {{task "X" writes}}
  %x = syncflow.task "X" outs(%o = %b : memref<8xf32>) {
    syncflow.yield
  }
  syncflow.wait(%x) on(%s)
  // expected-error @+3 {{race (read after write)}}
  // expected-note @+2 {{'memref.load' reads}}
  // expected-note @+1 {{missing edge: the host must wait}}
  %v = memref.load %b[%n] : memref<8xf32>
  syncflow.wait(%x)
  return %v : f32
}

// -----

// The result is read by the caller, as soon as the function returns.
func.func @result_read(%b: memref<8xf32>) {
  // expected-note @+1 {{task "X" writes bytes 0..32 of %arg0}}
  %x = syncflow.task "X" outs(%o = %b : memref<8xf32>) {
    syncflow.yield
  }
  // expected-error @+2 {{race on bytes 0..32 of %arg0: the function returns while task "X" may still write it}}
  // expected-note @+1 {{missing edge: the host must wait for the token of task "X" before the return, or the function return it}}
  return
}

// -----

// The caller may overwrite an argument, as soon as the function returns.
func.func @argument_read(%b: memref<8xf32>) {
  // expected-note @+1 {{task "X" reads bytes 0..32 of %arg0}}
  %x = syncflow.task "X" ins(%i = %b : memref<8xf32>) {
    syncflow.yield
  }
  // expected-error @+2 {{the function returns while task "X" may still read it}}
  // expected-note @+1 {{missing edge}}
  return
}

// -----

// Only the end of a chain is named: who waits for it waits for all.
func.func @return_names_the_end(%b: memref<8xf32>) {
  %x = syncflow.task "X" outs(%o = %b : memref<8xf32>) {
    syncflow.yield
  }
  // expected-note @+1 {{task "Y" writes}}
  %y = syncflow.task "Y" after(%x) outs(%o = %b : memref<8xf32>) {
    syncflow.yield
  }
  syncflow.wait(%x)
  // expected-error @+2 {{the function returns while task "Y" may still write it}}
  // expected-note @+1 {{missing edge}}
  return
}

// -----

// Buffers end with the function.
func.func @own_buffer() {
  %b = syncflow.buffer() : memref<8xf32>
  // expected-note @+1 {{task "X" writes bytes 0..32 of %0}}
  %x = syncflow.task "X" outs(%o = %b : memref<8xf32>) {
    syncflow.yield
  }
  // expected-error @+2 {{the function returns while task "X" may still write it}}
  // expected-note @+1 {{missing edge}}
  return
}

// -----

// A call to what nobody can see touches everything.
func.func private @elsewhere()
func.func @unknown_effects(%b: memref<8xf32>) {
  // expected-note @+1 {{task "X" writes bytes 0..32 of %arg0}}
  %x = syncflow.task "X" outs(%o = %b : memref<8xf32>) {
    syncflow.yield
  }
  // expected-error @+3 {{race (write after write) on bytes 0..32 of %arg0: 'func.call' writes what task "X" writes}}
  // expected-note @+2 {{'func.call' writes any memory}}
  // expected-note @+1 {{missing edge: the host must wait for the token of task "X" before 'func.call'}}
  func.call @elsewhere() : () -> ()
  syncflow.wait(%x)
  return
}

// -----

// It may have left work behind, whose token it returns.
func.func private @elsewhere() -> !syncflow.token
func.func @unknown_work(%b: memref<8xf32>) {
  // expected-note @+1 {{'func.call' writes any memory}}
  %t = func.call @elsewhere() : () -> !syncflow.token
  // expected-error @+3 {{race (write after write) on bytes 0..32 of %arg0: task "X" writes what 'func.call' writes}}
  // expected-note @+2 {{task "X" writes}}
  // expected-note @+1 {{missing edge: add the token of 'func.call' to after(...) of task "X"}}
  %x = syncflow.task "X" outs(%o = %b : memref<8xf32>) {
    syncflow.yield
  }
  syncflow.wait(%t, %x)
  return
}

// -----

// A token that is handed in stands for work that may touch what else is handed in.
// expected-note @+1 {{work behind a token argument writes any memory}}
func.func @token_argument(%t: !syncflow.token, %b: memref<8xf32>) {
  // expected-error @+3 {{task "X" writes what work behind a token argument writes}}
  // expected-note @+2 {{task "X" writes}}
  // expected-note @+1 {{missing edge: add the token of work behind a token argument to after(...) of task "X"}}
  %x = syncflow.task "X" outs(%o = %b : memref<8xf32>) {
    syncflow.yield
  }
  syncflow.wait(%x)
  return
}

// -----

//===-- ranges ------------------------------------------------------------------------------------------------------===//

func.func @views_of_views(%b: memref<256xi8>, %c: memref<64xi8>) {
  %v = memref.subview %b[0] [128] [1] : memref<256xi8> to memref<128xi8, strided<[1]>>
  %w = memref.subview %v[64] [64] [1] : memref<128xi8, strided<[1]>> to memref<64xi8, strided<[1], offset: 64>>
  // expected-note @+1 {{task "X" writes bytes 0..128 of %arg0}}
  %x = syncflow.task "X" outs(%o = %v : memref<128xi8, strided<[1]>>) {
    syncflow.yield
  }
  // expected-error @+3 {{race (read after write) on bytes 64..128 of %arg0}}
  // expected-note @+2 {{task "Y" reads bytes 64..128 of %arg0}}
  // expected-note @+1 {{missing edge}}
  %y = syncflow.task "Y" ins(%i = %w : memref<64xi8, strided<[1], offset: 64>>) outs(%o = %c : memref<64xi8>) {
    syncflow.yield
  }
  syncflow.wait(%x, %y)
  return
}

// -----

// Two columns that share one: rows are walked by both.
func.func @columns_overlap(%b: memref<4x8xf32>) {
  %v = memref.subview %b[0, 0] [4, 5] [1, 1] : memref<4x8xf32> to memref<4x5xf32, strided<[8, 1]>>
  %w = memref.subview %b[0, 4] [4, 4] [1, 1] : memref<4x8xf32> to memref<4x4xf32, strided<[8, 1], offset: 4>>
  // expected-note @+1 {{task "X" writes bytes 0..116}}
  %x = syncflow.task "X" outs(%o = %v : memref<4x5xf32, strided<[8, 1]>>) {
    syncflow.yield
  }
  // expected-error @+3 {{race (write after write) on bytes 16..116 of %arg0}}
  // expected-note @+2 {{task "Y" writes bytes 16..128}}
  // expected-note @+1 {{missing edge}}
  %y = syncflow.task "Y" outs(%o = %w : memref<4x4xf32, strided<[8, 1], offset: 4>>) {
    syncflow.yield
  }
  syncflow.wait(%x, %y)
  return
}

// -----

// Nothing is known about the offset, so it overlaps.
func.func @dynamic_offset(%b: memref<8xf32>, %n: index, %m: index) {
  %v = memref.subview %b[%n] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: ?>>
  %w = memref.subview %b[%m] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: ?>>
  // expected-note @+1 {{task "X" writes bytes ?..? of %arg0}}
  %x = syncflow.task "X" outs(%o = %v : memref<4xf32, strided<[1], offset: ?>>) {
    syncflow.yield
  }
  // expected-error @+3 {{race (write after write) on bytes ?..? of %arg0}}
  // expected-note @+2 {{task "Y" writes}}
  // expected-note @+1 {{missing edge}}
  %y = syncflow.task "Y" outs(%o = %w : memref<4xf32, strided<[1], offset: ?>>) {
    syncflow.yield
  }
  syncflow.wait(%x, %y)
  return
}

// -----

// Row tiles that meet in one row.
func.func @row_tiles_overlap(%b: memref<?x16xf32>, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %b, %c0 : memref<?x16xf32>
  %m1 = arith.addi %m, %c1 : index
  %rest = arith.subi %n, %m : index
  %v = memref.subview %b[0, 0] [%m1, 16] [1, 1] : memref<?x16xf32> to memref<?x16xf32, strided<[16, 1]>>
  %w = memref.subview %b[%m, 0] [%rest, 16] [1, 1] : memref<?x16xf32> to memref<?x16xf32, strided<[16, 1], offset: ?>>
  // expected-note @+1 {{task "X" writes bytes 0..? of %arg0}}
  %x = syncflow.task "X" outs(%o = %v : memref<?x16xf32, strided<[16, 1]>>) {
    syncflow.yield
  }
  // expected-error @+3 {{race (write after write)}}
  // expected-note @+2 {{task "Y" writes}}
  // expected-note @+1 {{missing edge}}
  %y = syncflow.task "Y" outs(%o = %w : memref<?x16xf32, strided<[16, 1], offset: ?>>) {
    syncflow.yield
  }
  syncflow.wait(%x, %y)
  return
}

// -----

// A memref that comes out of a branch is one of two.
func.func @one_of_two(%b: memref<8xf32>, %c: memref<8xf32>, %p: i1) {
  %m = scf.if %p -> (memref<8xf32>) {
    scf.yield %b : memref<8xf32>
  } else {
    scf.yield %c : memref<8xf32>
  }
  // expected-note @+1 {{task "X" writes bytes 0..32 of %arg1}}
  %x = syncflow.task "X" outs(%o = %c : memref<8xf32>) {
    syncflow.yield
  }
  // expected-error @+3 {{race (write after write) on bytes 0..32 of %arg1}}
  // expected-note @+2 {{task "Y" writes}}
  // expected-note @+1 {{missing edge}}
  %y = syncflow.task "Y" outs(%o = %m : memref<8xf32>) {
    syncflow.yield
  }
  syncflow.wait(%x, %y)
  return
}

// -----

// A function sees its arguments through the caller: here they overlap.
func.func private @callee(%b: memref<8xf32>, %c: memref<8xf32>) -> (!syncflow.token, !syncflow.token) {
  // expected-note @+1 {{task "X" writes bytes 0..32 of %arg0}}
  %x = syncflow.task "X" outs(%o = %b : memref<8xf32>) {
    syncflow.yield
  }
  // expected-error @+3 {{race (write after write) on bytes 0..32 of %arg0}}
  // expected-note @+2 {{task "Y" writes}}
  // expected-note @+1 {{missing edge}}
  %y = syncflow.task "Y" outs(%o = %c : memref<8xf32>) {
    syncflow.yield
  }
  return %x, %y : !syncflow.token, !syncflow.token
}
func.func @caller(%b: memref<8xf32>) {
  %t:2 = call @callee(%b, %b) : (memref<8xf32>, memref<8xf32>) -> (!syncflow.token, !syncflow.token)
  syncflow.wait(%t#0, %t#1)
  return
}

// -----

// A callee's buffers are gone when it returns, whoever waits later.
func.func private @callee() -> !syncflow.token {
  %b = syncflow.buffer() : memref<8xf32>
  // expected-note @+1 {{task "X" writes}}
  %x = syncflow.task "X" outs(%o = %b : memref<8xf32>) {
    syncflow.yield
  }
  // expected-error @+2 {{the function returns while task "X" may still write it}}
  // expected-note @+1 {{missing edge}}
  return %x : !syncflow.token
}
func.func @caller_of_buffer() {
  %t = call @callee() : () -> !syncflow.token
  syncflow.wait(%t)
  return
}

// -----

//===-- streams and barriers ----------------------------------------------------------------------------------------===//

// The same ordinal on two devices is not the same stream.
func.func @same_ordinal(%b: memref<8xf32>) {
  %s = syncflow.stream @m::@d0 ordinal 0
  %q = syncflow.stream @m::@d1 ordinal 0
  // expected-note @+1 {{task "X" on @m::@d0 ordinal 0 writes}}
  %x = syncflow.task "X" on(%s) outs(%o = %b : memref<8xf32>) {
    syncflow.yield
  }
  // expected-error @+3 {{race (write after write)}}
  // expected-note @+2 {{task "Y" on @m::@d1 ordinal 0 writes}}
  // expected-note @+1 {{missing edge}}
  %y = syncflow.task "Y" on(%q) outs(%o = %b : memref<8xf32>) {
    syncflow.yield
  }
  syncflow.wait(%x, %y)
  return
}

// -----

func.func @out_of_order(%b: memref<8xf32>) {
  %s = syncflow.stream @m::@d ordinal 0 out_of_order
  // expected-note @+1 {{task "X" on @m::@d ordinal 0 writes}}
  %x = syncflow.task "X" on(%s) outs(%o = %b : memref<8xf32>) {
    syncflow.yield
  }
  // expected-error @+3 {{race (write after write)}}
  // expected-note @+2 {{task "Y" on @m::@d ordinal 0 writes}}
  // expected-note @+1 {{missing edge}}
  %y = syncflow.task "Y" on(%s) outs(%o = %b : memref<8xf32>) {
    syncflow.yield
  }
  syncflow.wait(%x, %y)
  return
}

// -----

// The device says it for all of its streams.
syncflow.topology @m {
  syncflow.memory @ram
  syncflow.device @d host reaches [@ram] {in_order = false}
}
func.func @out_of_order_device(%b: memref<8xf32>) {
  %s = syncflow.stream @m::@d ordinal 0
  // expected-note @+1 {{task "X" on @m::@d ordinal 0 writes}}
  %x = syncflow.task "X" on(%s) outs(%o = %b : memref<8xf32>) {
    syncflow.yield
  }
  // expected-error @+3 {{race (write after write)}}
  // expected-note @+2 {{task "Y" on @m::@d ordinal 0 writes}}
  // expected-note @+1 {{missing edge}}
  %y = syncflow.task "Y" on(%s) outs(%o = %b : memref<8xf32>) {
    syncflow.yield
  }
  syncflow.wait(%x, %y)
  return
}

// -----

// Nobody knows whether a stream that is handed in is in order.
func.func @unknown_stream(%b: memref<8xf32>, %s: !syncflow.stream) {
  // expected-note @+1 {{task "X" on a stream that is passed in writes}}
  %x = syncflow.task "X" on(%s) outs(%o = %b : memref<8xf32>) {
    syncflow.yield
  }
  // expected-error @+3 {{race (write after write)}}
  // expected-note @+2 {{task "Y" on a stream that is passed in writes}}
  // expected-note @+1 {{missing edge}}
  %y = syncflow.task "Y" on(%s) outs(%o = %b : memref<8xf32>) {
    syncflow.yield
  }
  syncflow.wait(%x, %y)
  return
}

// -----

// A wait of one stream does not hold for another, not even for an unknown one that may be the same.
func.func @wait_of_other_stream(%b: memref<8xf32>, %s: !syncflow.stream, %q: !syncflow.stream) {
  // expected-note @+1 {{task "X" writes}}
  %x = syncflow.task "X" outs(%o = %b : memref<8xf32>) {
    syncflow.yield
  }
  syncflow.wait(%x) on(%q)
  // expected-error @+3 {{race (write after write)}}
  // expected-note @+2 {{task "Y" on a stream that is passed in writes}}
  // expected-note @+1 {{missing edge}}
  %y = syncflow.task "Y" on(%s) outs(%o = %b : memref<8xf32>) {
    syncflow.yield
  }
  syncflow.wait(%x, %y)
  return
}

// -----

// A barrier that is about execution only shows nobody what was written. It does order a read before a write.
func.func @execution_only(%b: memref<8xf32>, %c: memref<8xf32>, %d: memref<8xf32>) {
  %s = syncflow.stream @m::@d ordinal 0
  %q = syncflow.stream @m::@d ordinal 1
  // expected-note @+1 {{task "X" on @m::@d ordinal 0 writes bytes 0..32 of %arg0}}
  %x = syncflow.task "X" on(%s) ins(%i = %d : memref<8xf32>) outs(%o = %b : memref<8xf32>) {
    syncflow.yield
  }
  syncflow.barrier(%s, %q) <streams, global> execution_only
  // expected-error @+3 {{race (read after write) on bytes 0..32 of %arg0: task "Y" reads what task "X" writes, and nothing makes the write visible to it}}
  // expected-note @+2 {{task "Y" on @m::@d ordinal 1 reads}}
  // expected-note @+1 {{missing edge}}
  %y = syncflow.task "Y" on(%q) ins(%i = %b : memref<8xf32>) outs(%o = %c : memref<8xf32>) {
    syncflow.yield
  }
  %z = syncflow.task "Z" on(%q) outs(%o = %d : memref<8xf32>) {
    syncflow.yield
  }
  syncflow.wait(%x, %y, %z)
  return
}

// -----

// The reach of a barrier is shorter than the way.
func.func @narrow_barrier(%b: memref<8xf32>, %c: memref<8xf32>) {
  %s = syncflow.stream @m::@d0 ordinal 0
  %q = syncflow.stream @m::@d1 ordinal 0
  // expected-note @+1 {{task "X" on @m::@d0 ordinal 0 writes}}
  %x = syncflow.task "X" on(%s) outs(%o = %b : memref<8xf32>) {
    syncflow.yield
  }
  syncflow.barrier(%s, %q) <streams, device>
  // expected-error @+3 {{and nothing makes the write visible to it}}
  // expected-note @+2 {{task "Y" on @m::@d1 ordinal 0 reads}}
  // expected-note @+1 {{missing edge}}
  %y = syncflow.task "Y" on(%q) ins(%i = %b : memref<8xf32>) outs(%o = %c : memref<8xf32>) {
    syncflow.yield
  }
  syncflow.wait(%x, %y)
  return
}

// -----

// No barrier reaches the host.
func.func @barrier_is_not_host_wait(%b: memref<8xf32>, %n: index) -> f32 {
  // expected-note @+1 {{task "X" writes}}
  %x = syncflow.task "X" outs(%o = %b : memref<8xf32>) {
    syncflow.yield
  }
  syncflow.barrier() <all, global>
  // expected-error @+3 {{race (read after write)}}
  // expected-note @+2 {{'memref.load' reads}}
  // expected-note @+1 {{missing edge: the host must wait}}
  %v = memref.load %b[%n] : memref<8xf32>
  syncflow.wait(%x)
  return %v : f32
}

// -----

// A barrier of two streams leaves a third one alone.
func.func @barrier_of_others(%b: memref<8xf32>) {
  %s = syncflow.stream @m::@d ordinal 0
  %q = syncflow.stream @m::@d ordinal 1
  %r = syncflow.stream @m::@d ordinal 2
  // expected-note @+1 {{task "X" on @m::@d ordinal 0 writes}}
  %x = syncflow.task "X" on(%s) outs(%o = %b : memref<8xf32>) {
    syncflow.yield
  }
  syncflow.barrier(%s, %q) <streams, device>
  // expected-error @+3 {{race (write after write)}}
  // expected-note @+2 {{task "Y" on @m::@d ordinal 2 writes}}
  // expected-note @+1 {{missing edge}}
  %y = syncflow.task "Y" on(%r) outs(%o = %b : memref<8xf32>) {
    syncflow.yield
  }
  syncflow.wait(%x, %y)
  return
}

// -----

// A contract may say that the token comes early.
func.func @completion_enqueued(%b: memref<8xf32>) {
  // expected-note @+1 {{task "X" writes}}
  %x = syncflow.task "X" outs(%o = %b : memref<8xf32>) contract <completion = enqueued> {
    syncflow.yield
  }
  // expected-error @+3 {{race (write after write) on bytes 0..32 of %arg0: task "Y" writes what task "X" writes, and nothing orders them}}
  // expected-note @+2 {{task "Y" writes}}
  // expected-note @+1 {{missing edge}}
  %y = syncflow.task "Y" after(%x) outs(%o = %b : memref<8xf32>) {
    syncflow.yield
  }
  syncflow.wait(%y)
  // expected-error @+2 {{the function returns while task "X" may still write it}}
  // expected-note @+1 {{missing edge}}
  return
}

// -----

//===-- control flow ------------------------------------------------------------------------------------------------===//

func.func @loop_carried(%b: memref<8xf32>, %c: memref<8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-note @+1 {{the accesses are in different iterations of this loop}}
  scf.for %i = %c0 to %n step %c1 {
    // expected-error @+3 {{loop-carried race (write after read) on bytes 0..32 of %arg0: task "X" writes what task "Y" reads, and nothing orders them}}
    // expected-note @+2 {{task "X" writes bytes 0..32 of %arg0}}
    // expected-note @+1 {{missing edge: add the token of task "Y" of the earlier iteration (through the loop's iteration arguments) to after(...) of task "X"}}
    %x = syncflow.task "X" outs(%o = %b : memref<8xf32>) {
      syncflow.yield
    }
    // expected-note @+1 {{task "Y" reads bytes 0..32 of %arg0}}
    %y = syncflow.task "Y" after(%x) ins(%i0 = %b : memref<8xf32>) {
      syncflow.yield
    }
    syncflow.wait(%x)
  }
  syncflow.barrier() <all, global>
  %z = syncflow.task "Z" ins(%i0 = %b : memref<8xf32>) {
    syncflow.yield
  }
  syncflow.wait(%z)
  return
}

// -----

// Two buffers that change places: a write meets a read of two iterations before.
func.func @ping_pong(%b: memref<8xf32>, %c: memref<8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-note @+1 {{the accesses are in different iterations of this loop}}
  %m:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %b, %q = %c) -> (memref<8xf32>, memref<8xf32>) {
    // expected-error @+5 {{loop-carried race (write after write) on bytes 0..32 of %arg0: task "X" writes what task "X" writes}}
    // expected-note @+4 {{task "X" writes bytes 0..32 of %arg0}}
    // expected-error @+3 {{loop-carried race (write after write) on bytes 0..32 of %arg1: task "X" writes what task "X" writes}}
    // expected-note @+2 {{task "X" writes bytes 0..32 of %arg1}}
    // expected-note @+1 {{missing edge}}
    %x = syncflow.task "X" outs(%o = %p : memref<8xf32>) {
      syncflow.yield
    }
    scf.yield %q, %p : memref<8xf32>, memref<8xf32>
  }
  syncflow.barrier() <all, global>
  %z = syncflow.task "Z" {
    syncflow.yield
  }
  syncflow.wait(%z)
  return
}

// -----

// The token of one branch does not stand for the work of the other.
func.func @token_of_one_branch(%b: memref<8xf32>, %p: i1, %t: !syncflow.token) {
  syncflow.wait(%t)
  %r = scf.if %p -> (!syncflow.token) {
    %x = syncflow.task "X" outs(%o = %b : memref<8xf32>) {
      syncflow.yield
    }
    scf.yield %x : !syncflow.token
  } else {
    // expected-note @+1 {{task "Z" writes}}
    %z = syncflow.task "Z" outs(%o = %b : memref<8xf32>) {
      syncflow.yield
    }
    scf.yield %t : !syncflow.token
  }
  // expected-error @+3 {{race (write after write) on bytes 0..32 of %arg0: task "Y" writes what task "Z" writes}}
  // expected-note @+2 {{task "Y" writes}}
  // expected-note @+1 {{missing edge}}
  %y = syncflow.task "Y" after(%r) outs(%o = %b : memref<8xf32>) {
    syncflow.yield
  }
  syncflow.barrier() <all, global>
  %e = syncflow.task "end" {
    syncflow.yield
  }
  syncflow.wait(%e)
  return
}

// -----

// The token that leaves a loop is that of the last iteration only.
func.func @token_of_last_iteration(%b: memref<?xf32>, %n: index, %t: !syncflow.token) {
  syncflow.wait(%t)
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%last = %t) -> (!syncflow.token) {
    %v = memref.subview %b[%i] [1] [1] : memref<?xf32> to memref<1xf32, strided<[1], offset: ?>>
    // expected-note @+1 {{task "X" writes}}
    %x = syncflow.task "X" outs(%o = %v : memref<1xf32, strided<[1], offset: ?>>) {
      syncflow.yield
    }
    scf.yield %x : !syncflow.token
  }
  syncflow.wait(%r)
  // expected-error @+2 {{the function returns while task "X" may still write it}}
  // expected-note @+1 {{missing edge}}
  return
}

// -----

func.func @while_carried(%b: memref<8xf32>, %p: i1) {
  // expected-note @+1 {{the accesses are in different iterations of this loop}}
  scf.while : () -> () {
    scf.condition(%p)
  } do {
    // expected-error @+3 {{loop-carried race (write after write) on bytes 0..32 of %arg0}}
    // expected-note @+2 {{task "X" writes}}
    // expected-note @+1 {{missing edge}}
    %x = syncflow.task "X" outs(%o = %b : memref<8xf32>) {
      syncflow.yield
    }
    scf.yield
  }
  syncflow.barrier() <all, global>
  %e = syncflow.task "end" {
    syncflow.yield
  }
  syncflow.wait(%e)
  return
}

// -----

// A wait in a branch may not be executed.
func.func @conditional_wait(%b: memref<8xf32>, %p: i1) {
  // expected-note @+1 {{task "X" writes}}
  %x = syncflow.task "X" outs(%o = %b : memref<8xf32>) {
    syncflow.yield
  }
  scf.if %p {
    syncflow.wait(%x)
  }
  // expected-error @+3 {{race (write after write)}}
  // expected-note @+2 {{task "Y" writes}}
  // expected-note @+1 {{missing edge}}
  %y = syncflow.task "Y" outs(%o = %b : memref<8xf32>) {
    syncflow.yield
  }
  syncflow.wait(%x, %y)
  return
}

// -----

func.func @parallel(%b: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{asynchronous work inside 'scf.parallel' cannot be followed: unroll it, or use scf.for, scf.while or scf.if}}
  scf.parallel (%i) = (%c0) to (%c1) step (%c1) {
    %x = syncflow.task "X" outs(%o = %b : memref<8xf32>) {
      syncflow.yield
    }
  }
  return
}

// -----

// expected-error @+1 {{asynchronous work in unstructured control flow cannot be followed: use scf}}
func.func @unstructured(%b: memref<8xf32>) {
  cf.br ^next
^next:
  %x = syncflow.task "X" outs(%o = %b : memref<8xf32>) {
    syncflow.yield
  }
  return
}

// -----

//===-- reads-from --------------------------------------------------------------------------------------------------===//

func.func @never_written(%c: memref<8xf32>) {
  // expected-note @+1 {{the contents of this memory are undefined at first}}
  %b = syncflow.buffer() : memref<8xf32>
  // expected-error @+1 {{task "Y" reads bytes 0..32 of %0, which nothing wrote before}}
  %y = syncflow.task "Y" ins(%i = %b : memref<8xf32>) outs(%o = %c : memref<8xf32>) {
    syncflow.yield
  }
  syncflow.wait(%y)
  return
}

// -----

func.func @partly_written(%c: memref<8xf32>) {
  // expected-note @+1 {{the contents of this memory are undefined at first}}
  %b = syncflow.buffer() : memref<8xf32>
  %v = memref.subview %b[0] [3] [1] : memref<8xf32> to memref<3xf32, strided<[1]>>
  %w = memref.subview %b[5] [3] [1] : memref<8xf32> to memref<3xf32, strided<[1], offset: 5>>
  %x0 = syncflow.task "X0" outs(%o = %v : memref<3xf32, strided<[1]>>) {
    syncflow.yield
  }
  %x1 = syncflow.task "X1" outs(%o = %w : memref<3xf32, strided<[1], offset: 5>>) {
    syncflow.yield
  }
  // expected-error @+1 {{task "Y" reads bytes 12..20 of %0, which nothing wrote before}}
  %y = syncflow.task "Y" after(%x0, %x1) ins(%i = %b : memref<8xf32>) outs(%o = %c : memref<8xf32>) {
    syncflow.yield
  }
  syncflow.wait(%y)
  return
}

// -----

// An out whose old contents the body reads.
func.func @accumulates_into_nothing(%a: memref<4x4xf32>) {
  // expected-note @+1 {{the contents of this memory are undefined at first}}
  %b = syncflow.buffer() : memref<4x4xf32>
  // expected-error @+1 {{task "Y" reads bytes 0..64 of %0, which nothing wrote before}}
  %y = syncflow.task "Y" ins(%i = %a : memref<4x4xf32>) outs(%o = %b : memref<4x4xf32>) {
    linalg.matmul ins(%i, %i : memref<4x4xf32>, memref<4x4xf32>) outs(%o : memref<4x4xf32>)
    syncflow.yield
  }
  syncflow.wait(%y)
  return
}

// -----

// A buffer in a loop starts anew each time.
func.func @fresh_each_time(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    // expected-note @+1 {{the contents of this memory are undefined at first}}
    %b = syncflow.buffer() : memref<8xf32>
    %k = arith.constant 0 : index
    %first = arith.cmpi eq, %i, %k : index
    // expected-error @+1 {{task "Y" reads bytes 0..32}}
    %y = syncflow.task "Y" ins(%i0 = %b : memref<8xf32>) {
      syncflow.yield
    }
    syncflow.wait(%y)
    %x = syncflow.task "X" outs(%o = %b : memref<8xf32>) {
      syncflow.yield
    }
    syncflow.wait(%x)
  }
  return
}

// -----

//===-- the arena ---------------------------------------------------------------------------------------------------===//

// Bytes that are reused are a conflict like any other.
func.func @arena_reuse(%c: memref<16xf32>) {
  %bytes = arith.constant 128 : index
  %zero = arith.constant 0 : index
  %half = arith.constant 32 : index
  %a = syncflow.arena(%bytes) : memref<?xi8>
  %m = memref.view %a[%zero][] : memref<?xi8> to memref<16xf32>
  %k = memref.view %a[%half][] : memref<?xi8> to memref<16xf32>
  %w = syncflow.task "W" outs(%o = %m : memref<16xf32>) {
    syncflow.yield
  }
  // expected-note @+1 {{task "L" reads bytes 0..64 of %0}}
  %l = syncflow.task "L" after(%w) ins(%i = %m : memref<16xf32>) outs(%o = %c : memref<16xf32>) {
    syncflow.yield
  }
  // expected-error @+3 {{race (write after read) on bytes 32..64 of %0: task "K" writes what task "L" reads}}
  // expected-note @+2 {{task "K" writes bytes 32..96 of %0}}
  // expected-note @+1 {{missing edge: add the token of task "L" to after(...) of task "K"}}
  %n = syncflow.task "K" after(%w) outs(%o = %k : memref<16xf32>) {
    syncflow.yield
  }
  syncflow.wait(%l, %n)
  return
}

// -----

// Well ordered, but too early: the value is gone when it is read.
func.func @arena_reuse_too_early(%c: memref<16xf32>) {
  %bytes = arith.constant 128 : index
  %zero = arith.constant 0 : index
  %half = arith.constant 32 : index
  %a = syncflow.arena(%bytes) : memref<?xi8>
  %m = memref.view %a[%zero][] : memref<?xi8> to memref<16xf32>
  %k = memref.view %a[%half][] : memref<?xi8> to memref<16xf32>
  // expected-note @+1 {{task "W" writes bytes 0..64 of %0, the value that is wanted}}
  %w = syncflow.task "W" outs(%o = %m : memref<16xf32>) {
    syncflow.yield
  }
  // expected-note @+1 {{task "K" writes bytes 32..96 of %0}}
  %n = syncflow.task "K" after(%w) outs(%o = %k : memref<16xf32>) {
    syncflow.yield
  }
  // expected-error @+1 {{task "L" reads bytes 32..64 of %0 after task "K" reused them for another buffer: the last value is lost}}
  %l = syncflow.task "L" after(%n) ins(%i = %m : memref<16xf32>) outs(%o = %c : memref<16xf32>) {
    syncflow.yield
  }
  syncflow.wait(%l)
  return
}

// -----

//===-- other work, and bodies --------------------------------------------------------------------------------------===//

syncflow.group @g grid [2] axes [0]
func.func @collective_and_transfer(%a: memref<8xf32>, %b: memref<8xf32>, %c: memref<8xf32>) {
  // expected-note @+1 {{'syncflow.all_reduce' writes bytes 0..32 of %arg1}}
  %r = syncflow.all_reduce sum @g ins(%a : memref<8xf32>) outs(%b : memref<8xf32>)
  // expected-error @+3 {{race (read after write) on bytes 0..32 of %arg1: 'syncflow.transfer' reads what 'syncflow.all_reduce' writes}}
  // expected-note @+2 {{'syncflow.transfer' reads}}
  // expected-note @+1 {{missing edge}}
  %t = syncflow.transfer from %b : memref<8xf32> to %c : memref<8xf32>
  syncflow.wait(%r, %t)
  return
}

// -----

memref.global @state : memref<8xf32> = uninitialized
func.func @undeclared(%b: memref<8xf32>) {
  // expected-note @+1 {{pass it among ins or outs}}
  %x = syncflow.task "X" outs(%o = %b : memref<8xf32>) {
    // expected-error @+1 {{task "X" touches @state without declaring it}}
    %m = memref.get_global @state : memref<8xf32>
    memref.copy %m, %o : memref<8xf32> to memref<8xf32>
    syncflow.yield
  }
  syncflow.wait(%x)
  return
}

// -----

func.func @raw_pointer(%b: memref<8xf32>, %p: i64) {
  // expected-note @+1 {{pass it among ins or outs}}
  %x = syncflow.task "X" ins(%i = %p : i64) outs(%o = %b : memref<8xf32>) {
    %q = llvm.inttoptr %i : i64 to !llvm.ptr
    %z = arith.constant 0 : index
    // expected-error @+1 {{task "X" touches memory behind a raw pointer without declaring it}}
    %v = llvm.load %q : !llvm.ptr -> f32
    memref.store %v, %o[%z] : memref<8xf32>
    syncflow.yield
  }
  syncflow.wait(%x)
  return
}
