// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// The required orders of a program, for people.
#include "SyncFlow/Transforms/Passes.h"

#include "SyncFlow/Dialect/SyncFlow/Analysis/Dependence.h"
#include "SyncFlow/Dialect/SyncFlow/Analysis/HappensBefore.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

namespace syncflow {
#define GEN_PASS_DEF_REPORTDEPENDENCES
#include "SyncFlow/Transforms/Passes.h.inc"
} // namespace syncflow

using namespace mlir;
using namespace syncflow;

static std::string nameOf(Operation *op) {
  if (auto task = dyn_cast<TaskOp>(op))
    return ("task \"" + task.getName() + "\"").str();
  return ("'" + op->getName().getStringRef() + "'").str();
}

static void report(const Conflict &conflict, const HappensBefore &order, RangeAnalysis &ranges) {
  InFlightDiagnostic d = conflict.to->emitRemark();
  d << stringifyHazard(conflict.kind) << " on ";
  if (conflict.fromMemref)
    d << RangeAnalysis::describeBase(ranges.get(conflict.fromMemref));
  else
    d << "all memory";
  if (conflict.bytes)
    d << " bytes [" << conflict.bytes->first << ", " << conflict.bytes->second << ")";
  d << " between " << nameOf(conflict.from) << " and " << nameOf(conflict.to);
  // Between iterations only a drained body orders.
  if (conflict.carried)
    d << ", carried by the loop: " << (isDrained(order.getBlock()) ? "ordered" : "not ordered");
  else
    d << ": " << (order.before(conflict.from, conflict.to) ? "ordered" : "not ordered");
  d.attachNote(conflict.from->getLoc()) << "the earlier access";
}

static void reportData(Block &block) {
  DataPredecessors data(block);
  for (Operation &op : block) {
    ArrayRef<Operation *> producers = data.of(&op);
    if (producers.empty())
      continue;
    InFlightDiagnostic d = op.emitRemark() << nameOf(&op) << " uses data of ";
    llvm::interleave(producers, [&](Operation *p) { d << nameOf(p); }, [&] { d << ", "; });
  }
}

namespace {

struct ReportDependencesPass : syncflow::impl::ReportDependencesBase<ReportDependencesPass> {
  using ReportDependencesBase::ReportDependencesBase;

  void runOnOperation() override {
    getOperation().walk([&](FunctionOpInterface function) {
      RangeAnalysis ranges;
      SmallVector<Block *> blocks;
      collectBlocks(function, blocks);
      for (Block *block : blocks) {
        if (data) {
          reportData(*block);
          continue;
        }
        Dependences dependences(*block, ranges, /*carried=*/isa<LoopLikeOpInterface>(block->getParentOp()));
        HappensBefore order(*block);
        for (const Conflict &c : dependences.conflicts())
          report(c, order, ranges);
      }
    });
  }
};

} // namespace
