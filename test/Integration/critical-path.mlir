// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// A program that says nothing of priorities, on a processor that may choose: the chain that takes longest goes first, though
// the short branch stands in front of it. By its work, not by its place: with the costs the other way round the branch goes first.
// RUN: sflow-run %s --random-inputs=1 --trace=%t.json --quiet
// RUN: FileCheck %s --input-file=%t.json --check-prefix=CHAIN
// RUN: sed -e 's/= 1000.0 : f64} {$/= 1.0e6 : f64} {/;t' -e 's/= 1.0e6 : f64} {$/= 1000.0 : f64} {/' %s > %t.swapped.mlir
// RUN: sflow-run %t.swapped.mlir --random-inputs=1 --trace=%t.swapped.json --quiet
// RUN: FileCheck %s --input-file=%t.swapped.json --check-prefix=BRANCH
//
// CHAIN: "name":"chain"
// CHAIN: "name":"branch"
// BRANCH: "name":"branch"
// BRANCH: "name":"chain"
syncflow.topology @m {
  syncflow.memory @ram
  syncflow.device @d host reaches [@ram] {in_order = false}
}
func.func @main(%x: memref<8xf32>) attributes {syncflow.results = [memref<8xf32>]} {
  %r = syncflow.rt.output 0() : memref<8xf32>
  %0 = syncflow.buffer() : memref<8xf32>
  %1 = syncflow.buffer() : memref<8xf32>
  %t0 = syncflow.task "branch" ins(%i = %x : memref<8xf32>) outs(%o = %0 : memref<8xf32>) attributes {syncflow.flops = 1000.0 : f64} {
    linalg.copy ins(%i : memref<8xf32>) outs(%o : memref<8xf32>)
    syncflow.yield
  }
  %t1 = syncflow.task "chain" ins(%i = %x : memref<8xf32>) outs(%o = %1 : memref<8xf32>) attributes {syncflow.flops = 1.0e6 : f64} {
    linalg.copy ins(%i : memref<8xf32>) outs(%o : memref<8xf32>)
    syncflow.yield
  }
  %t2 = syncflow.task "end of chain" ins(%i = %1 : memref<8xf32>, %j = %0 : memref<8xf32>) outs(%o = %r : memref<8xf32>) {
    linalg.add ins(%i, %j : memref<8xf32>, memref<8xf32>) outs(%o : memref<8xf32>)
    syncflow.yield
  }
  return
}
