// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#ifndef SYNCFLOW_TRANSFORMS_VERIFICATIONPASSES_TD
#define SYNCFLOW_TRANSFORMS_VERIFICATIONPASSES_TD

include "mlir/Pass/PassBase.td"

def Verify : Pass<"syncflow-verify", "::mlir::ModuleOp"> {
  let summary = "proves that every two conflicting accesses are ordered, or names the race";
  let description = [{
    The independent checker, for the async and the placed form. It walks every function that can be entered from outside
    the way the host executes it (both branches of an `scf.if`, enough iterations of a loop to see what one iteration
    does to the others, calls inlined), computes happens-before by plain reachability (docs/Spec/MemoryModel.md), and
    fails if

    - two accesses to a common byte, one of them a write, are not ordered: the report names both accesses, the buffer,
      the bytes, both locations, the loop that carries the race if one does, and the edge that is missing;
    - a host op touches, or the function returns, memory that running work uses;
    - a read finds bytes that nothing wrote, or that another buffer of the arena took since;
    - a task's body touches memory that the task does not declare.

    Ranges are compared byte by byte; unknown offsets and sizes overlap unless polynomials over them, bounds of loops,
    minima and quotients prove otherwise. It shares no code with the passes that order the program.

    Not followed, and an error if work is issued inside: unstructured control flow and parallel loops. Calls to
    declarations and recursive calls may touch everything. In a loop an access of one iteration stands for the same access
    of all iterations, so a write in a branch counts as done for reads-from once its iteration is.

    ```mlir
    func.func @race(%b: memref<8xf32>, %c: memref<8xf32>) {
      %x = syncflow.task "X" outs(%o = %b : memref<8xf32>) { ... }
      %y = syncflow.task "Y" ins(%i = %b : memref<8xf32>) outs(%o = %c : memref<8xf32>) { ... }
      ...
    // error: race (read after write) on bytes 0..32 of %arg0: task "Y" reads what task "X" writes, and nothing orders them
    // note: task "X" writes bytes 0..32 of %arg0
    // note: task "Y" reads bytes 0..32 of %arg0
    // note: missing edge: add the token of task "X" to after(...) of task "Y"
    ```
  }];
  let options = [
    Option<"maxReports", "max-reports", "unsigned", "20", "races that are reported in full">,
    Option<"summary", "summary", "bool", "false", "on success, a remark says how much was proved">
  ];
  let statistics = [Statistic<"work", "work", "pieces of asynchronous work that were issued while tracing">];
  let dependentDialects = [];
}

#endif // SYNCFLOW_TRANSFORMS_VERIFICATIONPASSES_TD
