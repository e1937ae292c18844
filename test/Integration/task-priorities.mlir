// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Tasks that a stream may run in any order run in that of their contracts' priorities, from the program to the trace of a run.
// RUN: sflow-run %s --random-inputs=1 --trace=%t.json --quiet
// RUN: FileCheck %s --input-file=%t.json
//
// CHECK: "name":"first"
// CHECK: "name":"soon"
// CHECK: "name":"unsaid"
// CHECK: "name":"later"
// CHECK: "name":"whenever"
syncflow.topology @m {
  syncflow.memory @ram
  syncflow.device @d host reaches [@ram]
}
func.func @main(%x: memref<8xf32>) attributes {syncflow.results = [memref<8xf32>]} {
  %r = syncflow.rt.output 0() : memref<8xf32>
  %0 = syncflow.buffer() : memref<8xf32>
  %1 = syncflow.buffer() : memref<8xf32>
  %2 = syncflow.buffer() : memref<8xf32>
  %3 = syncflow.buffer() : memref<8xf32>
  %s = syncflow.stream @m::@d ordinal 0 out_of_order
  %t0 = syncflow.task "whenever" on(%s) ins(%i = %x : memref<8xf32>) outs(%o = %0 : memref<8xf32>) contract <priority = background> {
    linalg.copy ins(%i : memref<8xf32>) outs(%o : memref<8xf32>)
    syncflow.yield
  }
  %t1 = syncflow.task "unsaid" on(%s) ins(%i = %x : memref<8xf32>) outs(%o = %1 : memref<8xf32>) {
    linalg.copy ins(%i : memref<8xf32>) outs(%o : memref<8xf32>)
    syncflow.yield
  }
  %t2 = syncflow.task "soon" on(%s) ins(%i = %x : memref<8xf32>) outs(%o = %2 : memref<8xf32>) contract <priority = high> {
    linalg.copy ins(%i : memref<8xf32>) outs(%o : memref<8xf32>)
    syncflow.yield
  }
  %t3 = syncflow.task "later" on(%s) ins(%i = %x : memref<8xf32>) outs(%o = %3 : memref<8xf32>) contract <priority = low> {
    linalg.copy ins(%i : memref<8xf32>) outs(%o : memref<8xf32>)
    syncflow.yield
  }
  %t4 = syncflow.task "first" on(%s) ins(%i = %x : memref<8xf32>) outs(%o = %r : memref<8xf32>) contract <priority = critical> {
    linalg.copy ins(%i : memref<8xf32>) outs(%o : memref<8xf32>)
    syncflow.yield
  }
  syncflow.wait(%t0, %t1, %t2, %t3, %t4)
  return
}
