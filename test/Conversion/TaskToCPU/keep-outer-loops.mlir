// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// RUN: sflow-opt %s --syncflow-keep-outer-loops | FileCheck %s
// The mark reaches the back edge that LLVM looks at.
// RUN: sflow-opt %s --syncflow-keep-outer-loops --convert-scf-to-cf --convert-func-to-llvm --convert-cf-to-llvm | FileCheck %s --check-prefix=BRANCH

// CHECK: #[[OFF:.*]] = #llvm.loop_unroll<disable = true>
// CHECK: #[[KEEP:.*]] = #llvm.loop_annotation<unroll = #[[OFF]]>
// BRANCH: #[[KEEP:.*]] = #llvm.loop_annotation<unroll =

// All loops around one, in whatever stands between them; not the innermost, nor one that stands alone.
// CHECK-LABEL: func.func @nest
// CHECK: scf.for
// CHECK: scf.for
// CHECK: scf.if
// CHECK: scf.for
// CHECK: memref.store
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: }{{$}}
// CHECK-NEXT: } {loop_annotation = #[[KEEP]]}
// CHECK-NEXT: } {loop_annotation = #[[KEEP]]}
// CHECK: scf.for
// CHECK: memref.store
// CHECK-NEXT: }{{$}}
// BRANCH-LABEL: llvm.func @nest
// BRANCH-COUNT-2: loop_annotation = #[[KEEP]]
// BRANCH-NOT: loop_annotation
func.func @nest(%m: memref<8xf32>, %n: index, %v: f32, %go: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      scf.if %go {
        scf.for %k = %c0 to %n step %c1 {
          memref.store %v, %m[%k] : memref<8xf32>
        }
      }
    }
  }
  scf.for %i = %c0 to %n step %c1 {
    memref.store %v, %m[%i] : memref<8xf32>
  }
  return
}
