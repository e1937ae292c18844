// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Devices that cannot be read are an error. A module that has a topology does not ask for them.
// RUN: split-file %s %t
// RUN: not sflow-opt %t/none.mlir --syncflow-add-topology=devices=host:0 2>&1 | FileCheck %t/none.mlir -DGIVEN=host:0
// RUN: not sflow-opt %t/none.mlir --syncflow-add-topology=devices=host:2x0 2>&1 | FileCheck %t/none.mlir -DGIVEN=host:2x0
// RUN: not sflow-opt %t/none.mlir --syncflow-add-topology=devices=host:2x 2>&1 | FileCheck %t/none.mlir -DGIVEN=host:2x
// RUN: not sflow-opt %t/none.mlir --syncflow-add-topology=devices=host:1025 2>&1 | FileCheck %t/none.mlir -DGIVEN=host:1025
// RUN: not sflow-opt %t/none.mlir --syncflow-add-topology=devices=cuda:1 2>&1 | FileCheck %t/none.mlir -DGIVEN=cuda:1
// RUN: not sflow-opt %t/none.mlir --syncflow-add-topology=devices=host:2,2 2>&1 | FileCheck %t/none.mlir -DGIVEN=host:2,2
// RUN: sflow-opt %t/none.mlir --syncflow-add-topology=devices=host:1024x1024
// RUN: sflow-opt %t/some.mlir --syncflow-add-topology=devices=cuda:1

//--- none.mlir
// CHECK: error: cannot read devices '[[GIVEN]]': expected host:N or host:NxC, N and C from 1 to 1024
func.func @none() {
  return
}

//--- some.mlir
syncflow.topology @mine {
  syncflow.memory @hbm
  syncflow.device @gpu sim reaches [@hbm]
}
