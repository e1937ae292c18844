// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// RUN: not sflow-opt %s --syncflow-pack-weights=width=0 2>&1 | FileCheck %s -DGIVEN=0
// RUN: not sflow-opt %s --syncflow-pack-weights=width=-32 2>&1 | FileCheck %s -DGIVEN=-32
// RUN: sflow-opt %s --syncflow-pack-weights=width=1

// CHECK: error: syncflow-pack-weights: width must be positive, got [[GIVEN]]{{$}}
func.func @any() {
  return
}
