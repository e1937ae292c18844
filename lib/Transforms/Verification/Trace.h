// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Walks a function the way the host executes it: both branches of an if, enough iterations of a loop to see what one
// iteration does to the next, calls inlined.
#ifndef SYNCFLOW_TRANSFORMS_VERIFICATION_TRACE_H
#define SYNCFLOW_TRANSFORMS_VERIFICATION_TRACE_H

#include "Hazards.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

namespace syncflow::verification {

class Trace {
public:
  Trace(mlir::Operation *scope, Report &report, bool countPairs)
      : values(scope), report(report), hazards(values, order, report) {
    hazards.countPairs = countPairs;
  }

  /// Executes a function that is entered from outside.
  void run(mlir::func::FuncOp entry);

  unsigned workCount() const { return order.size(); }
  uint64_t orderedPairs() const { return hazards.orderedPairs; }

private:
  using Results = std::vector<Abstract>;

  void block(mlir::Block &body, const Context *context);
  void visit(mlir::Operation *op, const Context *context);
  void asynchronous(AsyncOpInterface op, const Context *context);
  void hostOp(mlir::Operation *op, const Context *context);
  void branches(mlir::Operation *op, const Context *context);
  void loop(mlir::LoopLikeOpInterface op, const Context *context);
  void whileLoop(mlir::scf::WhileOp op, const Context *context);
  void call(mlir::func::CallOp op, const Context *context);
  void nested(mlir::Operation *op, const Context *context);

  /// Sets the results of an op, and the state, to what holds after any of its paths.
  void join(mlir::Operation *op, std::vector<Path> each, llvm::ArrayRef<Results> results);
  Results resultsOf(mlir::ValueRange values);
  void unknownResults(mlir::Operation *op);
  const Context *enter(const Context *parent, mlir::Operation *op, unsigned iteration, unsigned frame);
  FrontierRef allOf(mlir::ValueRange tokens);
  void addAccess(std::vector<Recorded> &out, const Actor &actor, mlir::Value memref, bool reads, bool writes,
                 bool needsContents);

  Values values;
  Order order;
  Report &report;
  Hazards hazards;
  State state;
  std::deque<Context> contexts;
  unsigned frames = 0;
  llvm::SmallVector<mlir::Operation *> callStack;
};

/// Whether a task's body reads what an out held before the task.
bool readsOldContents(TaskOp task, mlir::BlockArgument argument);

/// A task's body may touch only what the task declares.
void checkBody(TaskOp task, Report &report);

} // namespace syncflow::verification

#endif // SYNCFLOW_TRANSFORMS_VERIFICATION_TRACE_H
