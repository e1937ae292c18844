// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// A token whose work no plan of the function launches.
// RUN: sflow-opt %s --convert-syncflow-to-rt --split-input-file --verify-diagnostics

syncflow.topology @m {
  syncflow.memory @ram
  syncflow.device @d host reaches [@ram]
}
// expected-error @below {{a token that 'func.func' gives stands for work that no plan of this function launches: pass tokens through scf.for, scf.while, scf.if or scf.execute_region only}}
func.func @argument(%x: memref<8xf32>, %t: !syncflow.token) {
  %s = syncflow.stream @m::@d ordinal 0
  %a = syncflow.task "a" after(%t) on(%s) outs(%o = %x : memref<8xf32>) { syncflow.yield }
  syncflow.wait(%a)
  return
}

// -----

syncflow.topology @m {
  syncflow.memory @ram
  syncflow.device @d host reaches [@ram]
}
func.func private @elsewhere() -> !syncflow.token
func.func @call(%x: memref<8xf32>) {
  %s = syncflow.stream @m::@d ordinal 0
  // expected-error @below {{a token that 'func.call' gives stands for work that no plan of this function launches}}
  %t = func.call @elsewhere() : () -> !syncflow.token
  %a = syncflow.task "a" after(%t) on(%s) outs(%o = %x : memref<8xf32>) { syncflow.yield }
  syncflow.wait(%a)
  return
}

// -----

syncflow.topology @m {
  syncflow.memory @ram
  syncflow.device @d host reaches [@ram]
}
func.func @select(%x: memref<8xf32>, %y: memref<8xf32>, %k: memref<1xi1>) {
  %c0 = arith.constant 0 : index
  %s = syncflow.stream @m::@d ordinal 0
  %a = syncflow.task "a" on(%s) outs(%o = %x : memref<8xf32>) { syncflow.yield }
  %b = syncflow.task "b" on(%s) outs(%o = %y : memref<8xf32>) { syncflow.yield }
  %go = memref.load %k[%c0] : memref<1xi1>
  // expected-error @below {{a token that 'arith.select' gives stands for work that no plan of this function launches}}
  %t = arith.select %go, %a, %b : !syncflow.token
  syncflow.wait(%t)
  return
}
