// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// A module without a topology gets one of host devices that share a memory; each may have several cores.
// RUN: sflow-opt %s --syncflow-add-topology --split-input-file | FileCheck %s --check-prefix=ONE
// RUN: sflow-opt %s --syncflow-add-topology=devices=host:2 --split-input-file | FileCheck %s --check-prefix=TWO
// RUN: sflow-opt %s --syncflow-add-topology=devices=host:2x4 --split-input-file | FileCheck %s --check-prefix=CORES

// ONE-LABEL: syncflow.topology @machine {
// ONE-NEXT: syncflow.memory @ram
// ONE-NEXT: syncflow.device @host0 host reaches [@ram]{{$}}
// ONE-NEXT: }
// TWO-LABEL: syncflow.topology @machine {
// TWO-NEXT: syncflow.memory @ram
// TWO-NEXT: syncflow.device @host0 host reaches [@ram]{{$}}
// TWO-NEXT: syncflow.device @host1 host reaches [@ram]{{$}}
// TWO-NEXT: }
// CORES-LABEL: syncflow.topology @machine {
// CORES: syncflow.device @host0 host reaches [@ram] {cores = 4 : i64}
// CORES-NEXT: syncflow.device @host1 host reaches [@ram] {cores = 4 : i64}
// CORES-NEXT: }
// ONE: func.func @none
func.func @none() {
  return
}

// -----

// A module that has one keeps it as it is.
// TWO-NOT: syncflow.topology @machine
// TWO: syncflow.topology @mine {
// TWO-NEXT: syncflow.memory @hbm
// TWO-NEXT: syncflow.device @gpu sim reaches [@hbm]
// TWO-NEXT: }
// TWO-NEXT: func.func @some
syncflow.topology @mine {
  syncflow.memory @hbm
  syncflow.device @gpu sim reaches [@hbm]
}
func.func @some() {
  return
}
