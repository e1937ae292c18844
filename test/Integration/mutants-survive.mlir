// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// The script can fail: an edge that another one implies survives its removal, and so does a declaration of more than the body
// does; they are named. A wrong program is no start.
// RUN: split-file %s %t
// RUN: not python3 %S/Inputs/mutate.py %t/edge.mlir --kinds=edge --bodies --batch=1 | FileCheck %s --check-prefix=EDGE
// RUN: not python3 %S/Inputs/mutate.py %t/edge.mlir --kinds=edge | FileCheck %s --check-prefix=EDGE
// RUN: not python3 %S/Inputs/mutate.py %t/access.mlir --kinds=outs,hidden | FileCheck %s --check-prefix=ACCESS
// RUN: sed -e 's/after(%%t0) outs/outs/' %t/edge.mlir > %t/wrong.mlir
// RUN: not python3 %S/Inputs/mutate.py %t/wrong.mlir 2>&1 | FileCheck %s --check-prefix=WRONG
// EDGE: survived (edge): line {{[0-9]+}}: task without %{{.*}}: accepted
// EDGE-NOT: survived
// EDGE: edge.mlir: 4 mutants (4 edge), 3 rejected
// ACCESS: survived (outs): line {{[0-9]+}}: task with %{{.*}} as read only: accepted
// ACCESS-NOT: survived
// ACCESS: access.mlir: 4 mutants (1 outs, 3 hidden), 3 rejected
// WRONG: race (write after write) on bytes 0..32
// WRONG: the program itself is not accepted

//--- edge.mlir
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

//--- access.mlir
func.func @f(%a: memref<8xf32>, %b: memref<?x8xf32, strided<[8, 1], offset: ?>>, %c: memref<f32>) {
  %t = syncflow.task "reads" ins(%x = %a : memref<8xf32>, %y = %b : memref<?x8xf32, strided<[8, 1], offset: ?>>)
      outs(%z = %c : memref<f32>) {
    %i = arith.constant 0 : index
    %0 = memref.load %x[%i] : memref<8xf32>
    %1 = memref.load %y[%i, %i] : memref<?x8xf32, strided<[8, 1], offset: ?>>
    %2 = memref.load %z[] : memref<f32>
    syncflow.yield
  }
  syncflow.wait(%t)
  return
}
