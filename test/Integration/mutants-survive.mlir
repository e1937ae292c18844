// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// The script can fail: an edge that another one implies survives its removal, and is named; a wrong program is no start.
// RUN: not python3 %S/Inputs/mutate.py %s --opt=sflow-opt --only=edge | FileCheck %s
// RUN: sed -e 's/after(%%t0) outs/outs/' %s > %t.mlir
// RUN: not python3 %S/Inputs/mutate.py %t.mlir --opt=sflow-opt 2>&1 | FileCheck %s --check-prefix=WRONG
// CHECK: survived (edge): line {{[0-9]+}}: task without %{{.*}}: accepted
// CHECK-NOT: survived
// CHECK: 4 mutants, 3 rejected
// WRONG: race (write after write) on bytes 0..32
// WRONG: the program itself is not accepted

func.func @f(%a: memref<8xf32>) {
  %t0 = syncflow.task "0" outs(%y = %a : memref<8xf32>) {
    syncflow.yield
  }
  %t1 = syncflow.task "1" after(%t0) outs(%y = %a : memref<8xf32>) {
    syncflow.yield
  }
  %t2 = syncflow.task "2" after(%t0, %t1) outs(%y = %a : memref<8xf32>) {
    syncflow.yield
  }
  syncflow.wait(%t2)
  return
}
