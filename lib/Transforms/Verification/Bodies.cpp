// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// What task bodies really do. The op's verifier rejects writes to `ins`; here: memory that reaches a body by no
// operand.
#include "Trace.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace syncflow;
using namespace syncflow::verification;

/// The block argument of the task that a memref of its body stems from, or null.
static BlockArgument argumentBehind(TaskOp task, Value v) {
  while (v) {
    if (auto argument = dyn_cast<BlockArgument>(v)) {
      Operation *parent = argument.getOwner()->getParentOp();
      if (parent == task)
        return argument;
      auto loop = dyn_cast<LoopLikeOpInterface>(parent);
      OpOperand *init = loop ? loop.getTiedLoopInit(argument) : nullptr;
      v = init ? init->get() : Value();
      continue;
    }
    Operation *op = v.getDefiningOp();
    if (auto view = dyn_cast<ViewLikeOpInterface>(op)) {
      v = view.getViewSource();
      continue;
    }
    auto loop = dyn_cast<LoopLikeOpInterface>(op);
    OpOperand *init = loop ? loop.getTiedLoopInit(cast<OpResult>(v)) : nullptr;
    v = init ? init->get() : Value();
  }
  return {};
}

bool syncflow::verification::readsOldContents(TaskOp task, BlockArgument argument) {
  bool reads = false;
  task.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    auto effectful = dyn_cast<MemoryEffectOpInterface>(op);
    if (!effectful)
      return WalkResult::advance();
    SmallVector<MemoryEffects::EffectInstance> effects;
    effectful.getEffects(effects);
    bool touched = false;
    for (const MemoryEffects::EffectInstance &e : effects) {
      Value v = e.getValue();
      if (!v || !isa<BaseMemRefType>(v.getType()) || argumentBehind(task, v) != argument)
        continue;
      touched |= isa<MemoryEffects::Read, MemoryEffects::Write>(e.getEffect());
      reads |= isa<MemoryEffects::Read>(e.getEffect());
    }
    // The first op that touches it decides: what is read later was written here.
    return touched ? WalkResult::interrupt() : WalkResult::advance();
  });
  return reads;
}

/// Memory that an op of a body makes out of nothing; empty text when there is none.
static std::string undeclaredMemory(Operation *op) {
  if (auto global = dyn_cast<memref::GetGlobalOp>(op)) {
    auto symbol = SymbolTable::lookupNearestSymbolFrom<memref::GlobalOp>(op, global.getNameAttr());
    return symbol && symbol.getConstant() && !symbol.isUninitialized() ? "" : ("@" + global.getName()).str();
  }
  for (Value v : op->getResults()) {
    if (!isa<BaseMemRefType>(v.getType()) || hasEffect<MemoryEffects::Allocate>(op, v))
      continue;
    if (!op->getNumRegions() && llvm::none_of(op->getOperandTypes(), llvm::IsaPred<BaseMemRefType>))
      return "memory of unknown origin";
  }
  auto effectful = dyn_cast<MemoryEffectOpInterface>(op);
  if (!effectful)
    return "";
  SmallVector<MemoryEffects::EffectInstance> effects;
  effectful.getEffects(effects);
  for (const MemoryEffects::EffectInstance &e : effects)
    if (Value v = e.getValue(); v && isa<MemoryEffects::Read, MemoryEffects::Write>(e.getEffect()) &&
                                !isa<BaseMemRefType, TensorType>(v.getType()) &&
                                !hasEffect<MemoryEffects::Allocate>(op, v))
      return "memory behind a raw pointer";
  return "";
}

void syncflow::verification::checkBody(TaskOp task, Report &report) {
  task.getBody().walk([&](Operation *op) {
    if (std::string what = undeclaredMemory(op); !what.empty())
      report.undeclared(task, op, what);
  });
}
