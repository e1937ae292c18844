// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Conflicting pairs of a block, found object by object.
#include "SyncFlow/Dialect/SyncFlow/Analysis/Dependence.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace syncflow;

StringRef syncflow::stringifyHazard(Hazard hazard) {
  return hazard == Hazard::raw ? "RAW" : hazard == Hazard::war ? "WAR" : "WAW";
}

//===-- accesses --------------------------------------------------------------------------------------------------===//

bool syncflow::isOrderingOp(Operation *op) { return isa<WaitOp, BarrierOp, JoinOp, StreamOp, BufferOp, ArenaOp>(op); }

bool syncflow::isHostAccess(Operation *op) {
  if (isa<AsyncOpInterface>(op) || isOrderingOp(op))
    return false;
  SmallVector<NestedAccess> accesses;
  collectAccesses(op, accesses);
  return !accesses.empty();
}

/// Accesses of an op by its memory effects; unknown effects are a write to all memory.
static void effectsOf(Operation *op, SmallVectorImpl<NestedAccess> &accesses) {
  auto effectful = dyn_cast<MemoryEffectOpInterface>(op);
  if (!effectful) {
    if (!isMemoryEffectFree(op))
      accesses.push_back({{Value(), true, true}, op});
    return;
  }
  SmallVector<MemoryEffects::EffectInstance> effects;
  effectful.getEffects(effects);
  for (const MemoryEffects::EffectInstance &e : effects) {
    if (isa<MemoryEffects::Allocate>(e.getEffect()))
      continue;
    // Effects on resources other than memory (output, random state) are the host's own business.
    if (e.getResource() != SideEffects::DefaultResource::get() &&
        e.getResource() != SideEffects::AutomaticAllocationScopeResource::get())
      continue;
    bool reads = isa<MemoryEffects::Read>(e.getEffect());
    Value v = e.getValue();
    if (v && !isa<BaseMemRefType>(v.getType()))
      v = Value();
    accesses.push_back({{v, reads, !reads}, op});
  }
}

void syncflow::collectAccesses(Operation *op, SmallVectorImpl<NestedAccess> &accesses) {
  if (auto accessor = dyn_cast<AccessOpInterface>(op)) {
    SmallVector<Access> own;
    accessor.getAccesses(own);
    for (const Access &a : own)
      accesses.push_back({a, op});
    return;
  }
  if (isOrderingOp(op))
    return;
  // A check of the model on the host ends the function or does nothing; all it touches is the condition.
  if (isa<AssertOp, cf::AssertOp>(op)) {
    if (Value condition = op->getOperand(0); isa<BaseMemRefType>(condition.getType()))
      accesses.push_back({{condition, true, false}, op});
    return;
  }
  if (isa<func::ReturnOp>(op)) {
    for (Value v : op->getOperands())
      if (isa<BaseMemRefType>(v.getType()))
        accesses.push_back({{v, true, false}, op});
    return;
  }
  if (op->getNumRegions() == 0) {
    effectsOf(op, accesses);
    return;
  }
  if (!op->hasTrait<OpTrait::HasRecursiveMemoryEffects>())
    effectsOf(op, accesses);
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (Operation &inner : block)
        collectAccesses(&inner, accesses);
}

void syncflow::collectBlocks(Operation *root, SmallVectorImpl<Block *> &blocks) {
  for (Region &region : root->getRegions())
    for (Block &block : region) {
      for (Operation &op : block)
        if (!isa<TaskOp>(op))
          collectBlocks(&op, blocks);
      blocks.push_back(&block);
    }
}

//===-- conflicts -------------------------------------------------------------------------------------------------===//

Dependences::Dependences(Block &block, RangeAnalysis &ranges, bool carried)
    : ranges(ranges), region(block.getParentOp()) {
  for (Operation &op : block) {
    SmallVector<NestedAccess, 4> own;
    collectAccesses(&op, own);
    if (own.empty())
      continue;
    ops.push_back(&op);
    accesses.push_back(std::move(own));
  }
  for (unsigned i = 0; i < ops.size(); ++i) {
    visit(i, /*carried=*/false);
    record(i);
  }
  for (unsigned i = 0; carried && i < ops.size(); ++i)
    visit(i, /*carried=*/true);
}

void Dependences::record(unsigned op) {
  if (!isa<AsyncOpInterface>(ops[op]))
    return;
  for (const NestedAccess &a : accesses[op]) {
    auto note = [&](Object &object) {
      (a.access.writes ? object.writes : object.reads).push_back({op, a.access.memref});
    };
    note(all);
    const MemoryRange *range = a.access.memref ? &ranges.get(a.access.memref) : nullptr;
    if (!range || !range->known())
      note(anywhere);
    else
      for (Origin origin : range->origins)
        note(objects[origin]);
  }
}

void Dependences::visit(unsigned op, bool carried) {
  latest.clear();
  size_t first = found.size();
  for (const NestedAccess &a : accesses[op]) {
    auto against = [&](const Object &object) {
      for (const Entry &write : object.writes) {
        // A write that also reads conflicts with an earlier write as RAW first.
        meet(op, a, write, a.access.reads ? Hazard::raw : Hazard::waw, carried);
      }
      if (a.access.writes)
        for (const Entry &read : object.reads)
          meet(op, a, read, Hazard::war, carried);
    };
    const MemoryRange *range = a.access.memref ? &ranges.get(a.access.memref) : nullptr;
    if (!range || !range->known()) {
      against(all);
      continue;
    }
    for (Origin origin : range->origins)
      if (auto it = objects.find(origin); it != objects.end())
        against(it->second);
    against(anywhere);
  }
  std::sort(found.begin() + first, found.end(),
            [](const Conflict &a, const Conflict &b) { return a.from != b.from && a.from->isBeforeInBlock(b.from); });
  if (!carried && isa<AsyncOpInterface>(ops[op]))
    naive += found.size() - first;
}

void Dependences::meet(unsigned to, const NestedAccess &access, const Entry &from, Hazard kind, bool carried) {
  auto it = latest.find(from.op);
  if (it != latest.end() && found[it->second].kind <= kind)
    return;
  Value a = from.memref, b = access.access.memref;
  Operation *across = carried ? region : access.op != ops[to] ? ops[to] : nullptr;
  if (a && b && !ranges.mayOverlap(a, b, across))
    return;
  Conflict conflict{ops[from.op], ops[to], kind, a, b, carried, std::nullopt};
  if (a && b && ranges.get(a).anchor == ranges.get(b).anchor)
    if (auto x = ranges.byteBounds(a), y = ranges.byteBounds(b); x && y)
      conflict.bytes = std::make_pair(std::max(x->first, y->first), std::min(x->second, y->second));
  if (it != latest.end()) {
    found[it->second] = conflict;
    return;
  }
  latest[from.op] = found.size();
  found.push_back(conflict);
}

//===-- data ------------------------------------------------------------------------------------------------------===//

DataPredecessors::DataPredecessors(Block &block) {
  RangeAnalysis ranges(RangeAnalysis::Identity::logical);
  struct Write {
    Operation *op;
    Value memref;
  };
  // Writes that a later read may still see, per object; those of unknown origin are seen by everyone.
  DenseMap<Origin, SmallVector<Write>> live;
  SmallVector<Write> anywhere;
  for (Operation &op : block) {
    if (!isa<AsyncOpInterface>(op))
      continue;
    SmallVector<NestedAccess> accesses;
    collectAccesses(&op, accesses);
    SmallVector<Operation *, 4> &preds = table[&op];
    auto read = [&](ArrayRef<Write> writes, Value memref) {
      for (const Write &w : writes)
        if (!llvm::is_contained(preds, w.op) && ranges.mayOverlap(w.memref, memref))
          preds.push_back(w.op);
    };
    for (const NestedAccess &a : accesses) {
      if (!a.access.reads)
        continue;
      const MemoryRange &range = ranges.get(a.access.memref);
      read(anywhere, a.access.memref);
      if (range.known())
        for (Origin origin : range.origins)
          read(live[origin], a.access.memref);
      else
        for (auto &[origin, writes] : live)
          read(writes, a.access.memref);
    }
    for (const NestedAccess &a : accesses) {
      if (!a.access.writes)
        continue;
      const MemoryRange &range = ranges.get(a.access.memref);
      if (!range.known()) {
        anywhere.push_back({&op, a.access.memref});
        continue;
      }
      for (Origin origin : range.origins) {
        SmallVector<Write> &writes = live[origin];
        if (range.origins.size() == 1)
          llvm::erase_if(writes, [&](const Write &w) { return ranges.covers(a.access.memref, w.memref); });
        writes.push_back({&op, a.access.memref});
      }
    }
    llvm::sort(preds, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  }
}

ArrayRef<Operation *> DataPredecessors::of(Operation *op) const {
  auto it = table.find(op);
  return it == table.end() ? ArrayRef<Operation *>() : ArrayRef<Operation *>(it->second);
}
