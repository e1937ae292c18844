// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Two devices work on one buffer of a memory that both reach: they write its halves at the same time, and the rest is order. Each
// wait is needed. Nothing is moved, which it is as soon as one of them does not reach that memory.
// RUN: sflow-opt %s --syncflow-infer-contracts --syncflow-materialize-syncs --syncflow-reduce-syncs --syncflow-place \
// RUN:   --syncflow-insert-transfers --syncflow-assign-streams --syncflow-elide-waits --syncflow-guard=phase=placed \
// RUN:   --syncflow-verify -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: sed '/"both"/s/ after([^)]*)//' %t.mlir | not sflow-opt --syncflow-verify 2>&1 | FileCheck %s --check-prefix=NO-READ-WAIT
// RUN: sed '/"again"/s/ after([^)]*)//' %t.mlir | not sflow-opt --syncflow-verify 2>&1 | FileCheck %s --check-prefix=NO-WRITE-WAIT
// RUN: sed 's/@d1 host reaches .@ram0./@d1 host reaches [@ram1]/' %s | sflow-opt --syncflow-infer-contracts \
// RUN:   --syncflow-materialize-syncs --syncflow-place --syncflow-insert-transfers | FileCheck %s --check-prefix=APART

// CHECK-LABEL: func.func @main
// CHECK-NOT: syncflow.transfer
// CHECK: %[[LOW:.*]] = memref.subview %[[X:.*]][0] [4]
// CHECK: %[[HIGH:.*]] = memref.subview %[[X]][4] [4]
// CHECK-NOT: {{syncflow.transfer|syncflow.wait|after}}
// CHECK: syncflow.task "low" on(%[[S0:.*]]) outs(%{{.*}} = %[[LOW]] :
// CHECK-NOT: {{syncflow.transfer|syncflow.wait|after}}
// CHECK: %[[WRITTEN:.*]] = syncflow.task "high" on(%[[S1:.*]]) outs(%{{.*}} = %[[HIGH]] :
// CHECK-NOT: {{syncflow.transfer|syncflow.wait}}
// CHECK: %[[READ:.*]] = syncflow.task "both" after(%[[WRITTEN]]) on(%[[S0]]) ins(%{{.*}} = %[[X]] :
// CHECK-NOT: {{syncflow.transfer|syncflow.wait}}
// CHECK: syncflow.task "again" after(%[[READ]]) on(%[[S1]]) outs(%{{.*}} = %[[X]] :
// CHECK-NOT: syncflow.transfer

// NO-READ-WAIT: error: race (read after write) {{.*}} task "both" reads what task "high" writes
// NO-WRITE-WAIT: error: race (write after read) {{.*}} task "again" writes what task "both" reads
// APART-COUNT-4: syncflow.transfer
syncflow.topology @m {
  syncflow.memory @ram0
  syncflow.memory @ram1
  syncflow.device @d0 host reaches [@ram0]
  syncflow.device @d1 host reaches [@ram0]
}
func.func @main(%x: memref<8xf32>, %y: memref<8xf32>) {
  %s0 = syncflow.stream @m::@d0 ordinal 0
  %s1 = syncflow.stream @m::@d1 ordinal 0
  %low = memref.subview %x[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>
  %high = memref.subview %x[4] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 4>>
  %a = syncflow.task "low" on(%s0) outs(%o = %low : memref<4xf32, strided<[1]>>) { syncflow.yield }
  %b = syncflow.task "high" on(%s1) outs(%o = %high : memref<4xf32, strided<[1], offset: 4>>) { syncflow.yield }
  %c = syncflow.task "both" on(%s0) ins(%i = %x : memref<8xf32>) outs(%o = %y : memref<8xf32>) { syncflow.yield }
  %d = syncflow.task "again" on(%s1) outs(%o = %x : memref<8xf32>) { syncflow.yield }
  return
}
