// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#include "BufferOrder.h"

#include "SyncFlow/Dialect/SyncFlow/Analysis/Dependence.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace syncflow;

BufferOrder::BufferOrder(FunctionOpInterface function, RangeAnalysis &ranges) {
  llvm::SmallDenseSet<Origin> returned;
  function.walk([&](func::ReturnOp op) {
    for (Value v : op.getOperands())
      if (isa<BaseMemRefType>(v.getType())) {
        const MemoryRange &range = ranges.get(v);
        returned.insert(range.origins.begin(), range.origins.end());
      }
  });
  llvm::DenseMap<Origin, size_t> numbers;
  function.walk<WalkOrder::PreOrder>([&](BufferOp op) {
    Origin origin = op.getMemref().getAsOpaquePointer();
    if (returned.contains(origin))
      return;
    numbers[origin] = all.size();
    all.push_back(op);
  });
  uses.resize(all.size());
  SmallVector<Block *> blocks;
  collectBlocks(function, blocks);
  for (Block *block : blocks)
    for (Operation &op : *block) {
      if (op.getNumRegions() && !isa<AsyncOpInterface>(op) && op.hasTrait<OpTrait::HasRecursiveMemoryEffects>())
        continue; // Its blocks are visited themselves.
      SmallVector<NestedAccess> accesses;
      collectAccesses(&op, accesses);
      for (const NestedAccess &a : accesses) {
        const MemoryRange *range = a.access.memref ? &ranges.get(a.access.memref) : nullptr;
        if (!range || !range->known())
          for (auto &ops : uses)
            ops.insert(a.op);
        else
          for (Origin origin : range->origins)
            if (auto it = numbers.find(origin); it != numbers.end())
              uses[it->second].insert(a.op);
      }
    }
}

HappensBefore &BufferOrder::orderOf(Block *block) {
  std::unique_ptr<HappensBefore> &order = orders[block];
  if (!order) {
    order = std::make_unique<HappensBefore>(*block);
    for (auto [i, op] : llvm::enumerate(*block))
      numbers[&op] = i;
  }
  return *order;
}

const BufferOrder::Summary &BufferOrder::summaryIn(size_t buffer, Block *block) {
  std::unique_ptr<Summary> &kept = summaries[{block, buffer}];
  if (kept)
    return *kept;
  kept = std::make_unique<Summary>();
  Summary &summary = *kept;
  HappensBefore &order = orderOf(block);
  bool repeats = !isa<FunctionOpInterface>(block->getParentOp());
  auto done = drained.find(block);
  if (done == drained.end())
    done = drained.try_emplace(block, !repeats || isDrained(*block)).first;
  summary.never = uses[buffer].empty() || !done->second;
  bool first = true;
  llvm::SmallSetVector<Operation *, 4> lifted;
  for (Operation *use : uses[buffer])
    lifted.insert(block->findAncestorOpInBlock(*use));
  for (Operation *op : summary.never ? ArrayRef<Operation *>() : lifted.getArrayRef()) {
    if (!op || !order.hasPosition(op) || order.leaksWork(op)) {
      summary.never = true;
      break;
    }
    auto [chain, number] = order.position(op);
    raise(summary.last, chain, number);
    summary.firstOp = first ? numbers[op] : std::min(summary.firstOp, numbers[op]);
    summary.lastOp = std::max(summary.lastOp, numbers[op]);
    const Clock &clock = order.clock(op);
    if (first)
      summary.before = clock;
    for (auto &[c, count] : summary.before)
      count = std::min(count, countOf(clock, c));
    first = false;
  }
  return summary;
}

/// The innermost block that holds both ops, directly or nested; null when there is none.
static Block *commonBlock(Operation *a, Operation *b) {
  for (Block *block = a->getBlock(); block; block = block->getParentOp() ? block->getParentOp()->getBlock() : nullptr)
    if (block->findAncestorOpInBlock(*b))
      return block;
  return nullptr;
}

bool BufferOrder::precedes(size_t a, size_t b) {
  Block *block = commonBlock(all[a], all[b]);
  return block && precedes(summaryIn(a, block), summaryIn(b, block));
}

std::vector<llvm::BitVector> BufferOrder::precedence(ArrayRef<size_t> members) {
  // Nearly all buffers are defined in one block: look their summaries up once.
  std::vector<const Summary *> own;
  for (size_t m : members)
    own.push_back(&summaryIn(m, all[m]->getBlock()));
  std::vector<llvm::BitVector> result(members.size(), llvm::BitVector(members.size()));
  for (size_t i = 0; i < members.size(); ++i)
    for (size_t j = 0; j < members.size(); ++j) {
      bool sameBlock = all[members[i]]->getBlock() == all[members[j]]->getBlock();
      if (i != j && (sameBlock ? precedes(*own[i], *own[j]) : precedes(members[i], members[j])))
        result[i].set(j);
    }
  return result;
}
