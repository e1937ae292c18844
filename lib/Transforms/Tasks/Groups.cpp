// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#include "Groups.h"

#include "SyncFlow/Dialect/SyncFlow/IR/SyncFlow.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/IR/LinalgInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace syncflow;

double syncflow::workOf(Operation *op) {
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (!structured) {
    // Data movement: one operation per element.
    Type moved = op->getNumResults() ? op->getResult(0).getType() : Type();
    if (auto insert = dyn_cast<tensor::InsertSliceOp>(op))
      moved = insert.getSourceType();
    auto type = dyn_cast_or_null<RankedTensorType>(moved);
    return type && type.hasStaticShape() && !isView(op) ? static_cast<double>(type.getNumElements()) : 0;
  }
  double points = 1;
  for (int64_t range : structured.getStaticLoopRanges())
    points *= ShapedType::isDynamic(range)
                  ? 64
                  : static_cast<double>(range); // An extent known only at run time: a typical one.
  int64_t arithmetic = llvm::count_if(*structured.getBlock(), [](Operation &o) {
    // Positions are no work of the model's: tiles compute more of them.
    return o.getNumResults() && !o.getResult(0).getType().isIndex() && !isa<arith::ConstantOp, arith::IndexCastOp>(o);
  });
  return points * static_cast<double>(std::max<int64_t>(arithmetic, 1));
}

bool syncflow::isFree(Operation *op) {
  if (isa<tensor::EmptyOp>(op))
    return true;
  if (auto fill = dyn_cast<linalg::FillOp>(op))
    return fill.hasPureTensorSemantics() && fill.getOutputs()[0].getDefiningOp<tensor::EmptyOp>();
  DenseElementsAttr value;
  return matchPattern(op, m_Constant(&value)) && value.isSplat();
}

bool syncflow::isView(Operation *op) {
  return isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp, tensor::ExtractSliceOp, tensor::CastOp>(op);
}

bool syncflow::isComputation(Operation *op) {
  if (isFree(op))
    return false;
  if (auto structured = dyn_cast<linalg::LinalgOp>(op))
    return structured.hasPureTensorSemantics();
  return isView(op) || isa<tensor::InsertSliceOp, tensor::FromElementsOp, tensor::SplatOp>(op);
}

namespace {

/// Grouping of one block by union of op indices.
class Grouping {
public:
  Grouping(Block &block, ArrayRef<Operation *> computations, const RowAnalysis &rows, const GroupOptions &options)
      : block(block), rows(rows), options(options), ops(computations) {
    for (auto [i, op] : llvm::enumerate(computations)) {
      index[op] = i;
      group.push_back(i);
    }
  }

  SmallVector<Group> run() {
    joinConsumers();
    joinTiny();
    return collect();
  }

private:
  /// The group of every consumer of an op, when all are computations of this block that can take it in; -1 otherwise.
  int64_t commonConsumer(Operation *op) {
    int64_t common = -1;
    for (OpOperand &use : op->getUses()) {
      auto user = index.find(use.getOwner());
      if (user == index.end() || !canJoin(use))
        return -1;
      int64_t g = group[user->second];
      if (common >= 0 && common != g)
        return -1;
      common = g;
    }
    return common;
  }

  /// May producer and consumer of this use run in one row tile?
  bool canJoin(OpOperand &use) {
    bool producerHasRows = static_cast<bool>(rows.of(use.get())),
         consumerHasRows = static_cast<bool>(rows.of(use.getOwner()));
    return producerHasRows && consumerHasRows ? rows.readsByRow(use) : producerHasRows == consumerHasRows;
  }

  /// From the last op up: an op joins its consumers' group when they are in one.
  void joinConsumers() {
    for (size_t i = ops.size(); i-- > 0;) {
      int64_t g = commonConsumer(ops[i]);
      if (g >= 0)
        group[i] = g;
    }
  }

  bool feedsCollective(ArrayRef<Operation *> members) {
    return llvm::any_of(
        members, [](Operation *op) { return llvm::any_of(op->getUsers(), llvm::IsaPred<CollectiveOpInterface>); });
  }

  /// Joins small groups that no large group, collective or loop stands between.
  void joinTiny() {
    llvm::MapVector<int64_t, SmallVector<Operation *>> members;
    for (auto [i, op] : llvm::enumerate(ops))
      members[group[i]].push_back(op);
    DenseMap<int64_t, bool> tiny;
    for (auto &[g, list] : members) {
      double work = 0;
      for (Operation *op : list)
        work += workOf(op);
      bool outsideView = llvm::all_of(list, isView) && !producedByTiny(list, tiny);
      tiny[g] = work < options.tinyThreshold && !feedsCollective(list) && !outsideView;
    }
    // Depth counts what may not be joined. Group ids are indices of their last ops, so groups come after their
    // producers' ops but not always after their groups: iterate to the fixed point.
    DenseMap<Operation *, int64_t> depth;
    for (bool changed = true; changed;) {
      changed = false;
      Operation *effect =
          nullptr; // Ops with effects outside groups keep their order (FormTasks), which counts like data.
      for (Operation &op : block.without_terminator()) {
        changed |= raise(&op, members, tiny, depth);
        if (index.contains(&op) || isMemoryEffectFree(&op))
          continue;
        if (effect && depth.lookup(&op) < depth.lookup(effect) + 1)
          depth[&op] = depth.lookup(effect) + 1, changed = true;
        effect = &op;
      }
    }
    DenseMap<int64_t, int64_t> leader;
    for (auto &[g, list] : members)
      if (tiny[g]) {
        int64_t d = depth[list.front()];
        leader.try_emplace(d, g);
        for (Operation *op : list)
          group[index[op]] = leader[d];
      }
  }

  bool producedByTiny(ArrayRef<Operation *> views, DenseMap<int64_t, bool> &tiny) {
    Operation *source = views.front()->getOperand(0).getDefiningOp();
    auto at = source ? index.find(source) : index.end();
    return at != index.end() && tiny.lookup(group[at->second]);
  }

  /// Depth of an op (of its whole group): the largest of its producers', each plus one unless it is tiny or free.
  bool raise(Operation *op, llvm::MapVector<int64_t, SmallVector<Operation *>> &members, DenseMap<int64_t, bool> &tiny,
             DenseMap<Operation *, int64_t> &depth) {
    auto at = index.find(op);
    SmallVector<Operation *> self{op};
    ArrayRef<Operation *> list = at == index.end() ? ArrayRef<Operation *>(self) : members[group[at->second]];
    int64_t d = depth.lookup(op);
    for (Operation *member : list) {
      auto consider = [&](Value v) {
        Operation *producer = v.getDefiningOp();
        if (!producer || producer->getBlock() != &block || llvm::is_contained(list, producer))
          return;
        auto p = index.find(producer);
        bool counts = p == index.end() ? !isFree(producer) && (producer->getNumOperands() || producer->getNumRegions())
                                       : !tiny[group[p->second]];
        d = std::max(d, depth.lookup(producer) + (counts ? 1 : 0));
      };
      llvm::for_each(member->getOperands(), consider);
      for (Region &region : member->getRegions())
        visitUsedValuesDefinedAbove(region, region, [&](OpOperand *use) { consider(use->get()); });
    }
    bool changed = false;
    for (Operation *member : list)
      if (depth.lookup(member) != d)
        depth[member] = d, changed = true;
    return changed;
  }

  /// Views at the end of a group look at its results from outside: yielded, they would be copied.
  std::optional<Group> peelViews(Group &g) {
    if (llvm::all_of(g.ops, isView))
      return std::nullopt;
    Group views;
    views.viewsOnly = true;
    for (size_t i = g.ops.size(); i-- > 0;) {
      Operation *op = g.ops[i];
      // Bodies use what they capture as well.
      bool usedInside = llvm::any_of(op->getUsers(), [&](Operation *user) {
        return llvm::is_contained(g.ops, block.findAncestorOpInBlock(*user));
      });
      if (!isView(op) || usedInside)
        continue;
      views.ops.insert(views.ops.begin(), op);
      g.ops.erase(g.ops.begin() + i);
    }
    return views.ops.empty() ? std::nullopt : std::optional<Group>(std::move(views));
  }

  /// Whatever an op of the group reads of another one it reads row by row. Small groups are joined without regard to
  /// that.
  bool keepsRows(const Group &g) {
    llvm::SmallPtrSet<Operation *, 16> members(g.ops.begin(), g.ops.end());
    auto isMember = [&](Value v) { return members.contains(v.getDefiningOp()); };
    return llvm::all_of(g.ops, [&](Operation *op) {
      bool kept = llvm::all_of(op->getOpOperands(),
                               [&](OpOperand &use) { return !isMember(use.get()) || rows.readsByRow(use); });
      for (Region &region : op->getRegions())
        visitUsedValuesDefinedAbove(region, region, [&](OpOperand *use) { kept &= !isMember(use->get()); });
      return kept;
    });
  }

  SmallVector<Group> collect() {
    llvm::MapVector<int64_t, Group> groups;
    for (auto [i, op] : llvm::enumerate(ops)) {
      Group &g = groups[group[i]];
      g.ops.push_back(op);
      g.work += workOf(op);
    }
    SmallVector<Group> result;
    for (auto &[id, g] : groups) {
      if (std::optional<Group> views = peelViews(g))
        result.push_back(std::move(*views));
      g.viewsOnly = llvm::all_of(g.ops, isView);
      bool byRows = llvm::all_of(
          g.ops, [&](Operation *op) { return rows.of(op) && rows.of(op).extent / rows.of(op).unit >= options.tiles; });
      if (options.tiles > 1 && byRows && keepsRows(g) && g.work >= options.tileThreshold && !g.viewsOnly)
        g.tiles = options.tiles;
      result.push_back(std::move(g));
    }
    return result;
  }

  Block &block;
  const RowAnalysis &rows;
  const GroupOptions &options;
  ArrayRef<Operation *> ops;
  DenseMap<Operation *, size_t> index;
  SmallVector<int64_t> group;
};

} // namespace

Placements syncflow::findPlacements(Block &block, const GroupOptions &options) {
  Placements placements;
  for (auto insert : block.getOps<tensor::InsertSliceOp>()) {
    Value source = insert.getSource(), dest = insert.getDest();
    auto structured = source.getDefiningOp<linalg::LinalgOp>();
    if (!structured || structured->getBlock() != &block || !isComputation(structured) || !source.hasOneUse() ||
        workOf(structured) < options.tinyThreshold)
      continue;
    // What the result starts from is new, and the target is nothing that would have to be copied or filled first.
    Operation *init = structured.getDpsInits()[cast<OpResult>(source).getResultNumber()].getDefiningOp();
    Operation *target = dest.getDefiningOp();
    bool fresh = init && isFree(init) && !isa<arith::ConstantOp>(init);
    bool open = !target || isa<tensor::EmptyOp>(target) || (!isFree(target) && !isView(target) && dest.hasOneUse());
    if (fresh && open)
      placements[source] = insert;
  }
  return placements;
}

SmallVector<Group> syncflow::formGroups(Block &block, ArrayRef<Operation *> computations, const RowAnalysis &rows,
                                        const GroupOptions &options) {
  return Grouping(block, computations, rows, options).run();
}
