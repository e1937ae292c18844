// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#include "TaskBuilder.h"

#include "SyncFlow/Transforms/Passes.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/IR/LinalgInterfaces.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/MapVector.h"

#include <queue>

namespace syncflow {
#define GEN_PASS_DEF_FORMTASKSPASS
#include "SyncFlow/Transforms/TaskPasses.h.inc"
} // namespace syncflow

using namespace mlir;
using namespace syncflow;

namespace {

/// What a group does, in a word: its costliest op decides.
StringRef kindOf(const Group &group) {
  Operation *costliest =
      *llvm::max_element(group.ops, [](Operation *a, Operation *b) { return workOf(a) < workOf(b); });
  auto structured = dyn_cast<linalg::LinalgOp>(costliest);
  if (!structured)
    return "copy";
  if (linalg::isaContractionOpInterface(structured))
    return "matmul";
  if (linalg::isaConvolutionOpInterface(structured))
    return "window";
  return structured.getNumReductionLoops() ? "reduce" : "map";
}

/// Order of execution of a block's units (groups, and ops outside groups): producers first, else as the block had them.
class Schedule {
public:
  Schedule(Block &block, ArrayRef<Group> groups, const Placements &placements) {
    DenseMap<Operation *, size_t> position;
    for (Operation &op : block.without_terminator())
      position[&op] = position.size();
    for (const Group &g : groups) {
      for (Operation *op : g.ops)
        unitOf[op] = units.size();
      units.push_back({&g, nullptr, position[g.ops.back()]});
    }
    for (Operation &op : block.without_terminator())
      if (!unitOf.count(&op)) {
        unitOf[&op] = units.size();
        units.push_back({nullptr, &op, position[&op]});
      }
    link(block, placements);
  }

  struct Unit {
    const Group *group;
    Operation *op;
    size_t position;
  };

  SmallVector<Unit> order() {
    auto later = [&](size_t a, size_t b) { return units[a].position > units[b].position; };
    std::priority_queue<size_t, std::vector<size_t>, decltype(later)> ready(later);
    for (size_t i = 0; i < units.size(); ++i)
      if (missing[i] == 0)
        ready.push(i);
    SmallVector<Unit> result;
    while (!ready.empty()) {
      size_t unit = ready.top();
      ready.pop();
      result.push_back(units[unit]);
      for (size_t next : successors[unit])
        if (--missing[next] == 0)
          ready.push(next);
    }
    return result;
  }

  size_t size() const { return units.size(); }

private:
  void link(Block &block, const Placements &placements) {
    successors.resize(units.size());
    missing.resize(units.size());
    SmallVector<llvm::SmallDenseSet<size_t>> seen(units.size());
    auto edge = [&](size_t from, size_t to) {
      if (from != to && seen[to].insert(from).second) {
        successors[from].push_back(to);
        ++missing[to];
      }
    };
    auto after = [&](Value v, size_t unit) {
      if (Operation *producer = v.getDefiningOp(); producer && producer->getBlock() == &block)
        edge(unitOf[producer], unit);
    };
    // A result that is computed in its place needs the place.
    for (auto [result, insert] : placements)
      for (Value operand : insert->getOperands())
        if (operand != result)
          after(operand, unitOf[result.getDefiningOp()]);
    size_t lastEffect = SIZE_MAX;
    for (Operation &op : block.without_terminator()) {
      size_t unit = unitOf[&op];
      auto use = [&](Value v) { after(v, unit); };
      llvm::for_each(op.getOperands(), use);
      for (Region &region : op.getRegions())
        visitUsedValuesDefinedAbove(region, region, [&](OpOperand *o) { use(o->get()); });
      // Ops outside groups with effects (collectives) keep their order: peers rely on it.
      if (!units[unit].group && !isMemoryEffectFree(&op)) {
        if (lastEffect != SIZE_MAX)
          edge(lastEffect, unit);
        lastEffect = unit;
      }
    }
  }

  SmallVector<Unit> units;
  DenseMap<Operation *, size_t> unitOf;
  SmallVector<SmallVector<size_t>> successors;
  SmallVector<size_t> missing;
};

struct FormTasksPass : syncflow::impl::FormTasksPassBase<FormTasksPass> {
  using Base::Base;

  void runOnOperation() override {
    // One pass object runs on several functions, on several threads: names must not depend on which it had before.
    counter = 0;
    done.clear();
    SmallVector<Block *> blocks;
    getOperation().walk([&](Operation *op) {
      if (isa<func::FuncOp>(op) || isa_and_nonnull<scf::SCFDialect>(op->getDialect()))
        for (Region &region : op->getRegions())
          for (Block &block : region)
            blocks.push_back(&block);
    });
    for (Block *block : blocks)
      if (failed(convert(*block)))
        return signalPassFailure();
  }

private:
  int64_t tileCount() {
    if (tiles > 0)
      return tiles;
    int64_t streams = 0;
    for (auto topology : getOperation()->getParentOfType<ModuleOp>().getOps<TopologyOp>())
      for (auto device : topology.getBody().front().getOps<DeviceOp>())
        streams += device.getCores();
    return std::max<int64_t>(streams, 1);
  }

  LogicalResult convert(Block &block) {
    GroupOptions options{tileCount(), tileThreshold, tinyThreshold};
    Placements placements = findPlacements(block, options);
    if (succeeded(convert(block, options, placements)))
      return success();
    // Two results that are placed in one tensor can depend on one another through what they were grouped with.
    if (!placements.empty() && succeeded(convert(block, options, Placements())))
      return success();
    return block.getParentOp()->emitError("task groups depend on one another in a cycle");
  }

  /// Fails, and changes nothing, when no order of the groups is possible.
  LogicalResult convert(Block &block, const GroupOptions &options, const Placements &placements) {
    SmallVector<Operation *> computations;
    for (Operation &op : block) {
      auto insert = dyn_cast<tensor::InsertSliceOp>(op);
      if (isComputation(&op) && !(insert && placements.contains(insert.getSource())))
        computations.push_back(&op);
    }
    RowAnalysis rows(computations);
    SmallVector<Group> groups = formGroups(block, computations, rows, options);
    Schedule schedule(block, groups, placements);
    SmallVector<Schedule::Unit> order = schedule.order();
    if (order.size() != schedule.size())
      return failure();
    OpBuilder builder = OpBuilder::atBlockEnd(&block);
    if (block.mightHaveTerminator())
      builder.setInsertionPoint(block.getTerminator());
    for (const Schedule::Unit &unit : order) {
      if (unit.op) {
        unit.op->moveBefore(&block, builder.getInsertionPoint());
        continue;
      }
      if (unit.group->viewsOnly) {
        for (Operation *op : unit.group->ops)
          op->moveBefore(&block, builder.getInsertionPoint());
        continue;
      }
      std::string name = (kindOf(*unit.group) + Twine(counter++)).str();
      for (auto [before, after] : TaskBuilder(builder, *unit.group, rows, placements, name).build())
        before.replaceUsesWithIf(after, [&](OpOperand &use) {
          Operation *owner = block.findAncestorOpInBlock(*use.getOwner());
          return !llvm::is_contained(unit.group->ops, owner) && owner != after.getDefiningOp();
        });
      for (Operation *op : unit.group->ops)
        done.push_back(op);
    }
    for (Operation *op : llvm::reverse(done))
      op->erase();
    done.clear();
    return success();
  }

  SmallVector<Operation *> done;
  unsigned counter = 0;
};

} // namespace
