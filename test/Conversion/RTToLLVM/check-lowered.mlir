// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// RUN: sflow-opt %s --syncflow-check-lowered --split-input-file --verify-diagnostics

module {
  llvm.func @accepted() {
    llvm.return
  }
}

// -----

module {
  llvm.func @named_once(%a: i32) {
    // expected-error @+1 {{'arith.addi' op has no lowering to host code}}
    %0 = arith.addi %a, %a : i32
    %1 = arith.addi %0, %a : i32
    // expected-error @+1 {{'arith.muli' op has no lowering to host code}}
    %2 = arith.muli %0, %1 : i32
    llvm.return
  }
}

// -----

module {
  llvm.func @only_a_cast(%a: i64) {
    // expected-error @+1 {{a value of type 'i64' is left that is used as 'index'}}
    %0 = builtin.unrealized_conversion_cast %a : i64 to index
    llvm.return
  }
}
