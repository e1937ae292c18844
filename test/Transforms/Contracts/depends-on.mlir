// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Where accesses show no dependence, a contract can ask for it: the token that was given for it is kept to the last form, and the
// plan waits. Without the request the same token is taken for superfluous.
// RUN: sflow-opt %s "--syncflow-pipeline=stop-after=runtime" | FileCheck %s
// RUN: sed 's/depends_on = \["log opened"\]/priority = high/' %s > %t.mlir
// RUN: sflow-opt %t.mlir "--syncflow-pipeline=stop-after=runtime" | FileCheck %s --check-prefix=UNASKED
//
// CHECK: rt.task "opens" {{.*}} waits []
// CHECK: rt.task "writes" {{.*}} waits [0, 1]
// UNASKED: rt.task "opens" {{.*}} waits []
// UNASKED: rt.task "writes" {{.*}} waits []
syncflow.topology @m {
  syncflow.memory @ram
  syncflow.device @d0 host reaches [@ram]
  syncflow.device @d1 host reaches [@ram]
}
func.func @main(%x: memref<8xf32>, %y: memref<8xf32>) {
  %s0 = syncflow.stream @m::@d0 ordinal 0
  %s1 = syncflow.stream @m::@d1 ordinal 0
  %a = syncflow.task "opens" on(%s0) outs(%o = %x : memref<8xf32>) contract <operation = "log opened"> { syncflow.yield }
  %b = syncflow.task "writes" after(%a) on(%s1) outs(%o = %y : memref<8xf32>) contract <depends_on = ["log opened"]> { syncflow.yield }
  syncflow.wait(%a, %b)
  return
}
