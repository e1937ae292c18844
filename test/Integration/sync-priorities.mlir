// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// What synchronizes has priorities too: of the transfers and collectives that a stream has to do, the urgent one comes first.
// RUN: sflow-run %s --random-inputs=1 --trace=%t.json --quiet
// RUN: FileCheck %s --input-file=%t.json
//
// CHECK: "name":"all_reduce"
// CHECK: "name":"transfer"
// CHECK: "name":"all_gather"
syncflow.topology @m {
  syncflow.memory @ram
  syncflow.device @d host reaches [@ram]
}
syncflow.group @self grid [1] axes [0]
func.func @main(%x: memref<8xf32>) attributes {syncflow.results = [memref<8xf32>]} {
  %r = syncflow.rt.output 0() : memref<8xf32>
  %0 = syncflow.buffer() : memref<8xf32>
  %1 = syncflow.buffer() : memref<8xf32>
  %c = syncflow.stream @m::@d ordinal 1 out_of_order communication
  %t0 = syncflow.all_gather @self on(%c) ins(%x : memref<8xf32>) outs(%0 : memref<8xf32>) contract <priority = low>
  %t1 = syncflow.transfer on(%c) from %x : memref<8xf32> to %1 : memref<8xf32>
  %t2 = syncflow.all_reduce sum @self on(%c) ins(%x : memref<8xf32>) outs(%r : memref<8xf32>) contract <priority = critical>
  syncflow.wait(%t0, %t1, %t2)
  return
}
