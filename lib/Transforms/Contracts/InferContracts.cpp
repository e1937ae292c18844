// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Contract fields that can be inferred.
#include "SyncFlow/Transforms/Passes.h"

#include "SyncFlow/Dialect/SyncFlow/Analysis/CostModel.h"
#include "SyncFlow/Dialect/SyncFlow/Analysis/Dependence.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace syncflow {
#define GEN_PASS_DEF_INFERCONTRACTS
#include "SyncFlow/Transforms/Passes.h.inc"
} // namespace syncflow

using namespace mlir;
using namespace syncflow;

/// Slack below these shares of the critical path makes work critical, or of high priority.
static constexpr double criticalShare = 0.01, highShare = 0.1;

static Priority priorityOf(double slack, double length) {
  if (slack <= length * criticalShare)
    return Priority::critical;
  return slack <= length * highShare ? Priority::high : Priority::normal;
}

namespace {

struct Inference {
  CostModel model;
  /// Ops that hand data to, or take it from, an op: who has to agree on an order with it.
  llvm::DenseMap<Operation *, llvm::SmallSetVector<Operation *, 4>> partners;

  explicit Inference(TopologyOp topology) : model(topology) {}
  void inferBlock(Block &block);
  void infer(Operation *op, const CriticalPath &path);
  ScopeAttr scopeOf(Operation *op);
};

} // namespace

ScopeAttr Inference::scopeOf(Operation *op) {
  MLIRContext *context = op->getContext();
  if (isa<CollectiveOpInterface>(op))
    return ScopeAttr::get(context, Participants::group, Reach::global);
  bool single = model.devices().size() == 1;
  DeviceOp device = deviceOf(op);
  auto isHere = [&](Operation *partner) { return device && deviceOf(partner) == device; };
  if (single || llvm::all_of(partners.lookup(op), isHere))
    if (single || device)
      return ScopeAttr::get(context, Participants::streams, Reach::device);
  return ScopeAttr::get(context, Participants::devices, Reach::node);
}

void Inference::infer(Operation *op, const CriticalPath &path) {
  auto contracted = dyn_cast<ContractOpInterface>(op);
  if (!contracted)
    return;
  MLIRContext *context = op->getContext();
  ContractAttr old = contracted.getContractAttr();
  auto task = dyn_cast<TaskOp>(op);
  StringRef name = task ? task.getName() : op->getName().stripDialect();
  StringAttr operation = old && old.getOperation() ? old.getOperation() : StringAttr::get(context, name);
  ScopeAttr scope = old && old.getScope() ? old.getScope() : scopeOf(op);
  ConsistencyAttr consistency =
      old && old.getConsistency() ? old.getConsistency() : ConsistencyAttr::get(context, Consistency::release_acquire);
  PriorityAttr priority = old && old.getPriority()
                              ? old.getPriority()
                              : PriorityAttr::get(context, priorityOf(path.slackOf(op), path.length));
  CompletionAttr completion =
      old && old.getCompletion() ? old.getCompletion() : CompletionAttr::get(context, Completion::visible);
  contracted.setContractAttr(ContractAttr::get(
      context, operation, old ? old.getProcessors() : ArrayAttr(), scope, old ? old.getDependsOn() : ArrayAttr(),
      old ? old.getState() : MemoryStateAttr(), consistency, priority, old ? old.getLatencyNs() : 0,
      old ? old.getTransport() : TransportAttr(), old ? old.getEnergy() : EnergyAttr(), completion));
}

void Inference::inferBlock(Block &block) {
  if (llvm::none_of(block, llvm::IsaPred<AsyncOpInterface>))
    return;
  RangeAnalysis ranges;
  Dependences dependences(block, ranges);
  for (const Conflict &c : dependences.conflicts())
    if (isa<AsyncOpInterface>(c.to)) {
      partners[c.from].insert(c.to);
      partners[c.to].insert(c.from);
    }
  CriticalPath path(block, model, dependences.conflicts());
  for (Operation &op : block)
    if (isa<AsyncOpInterface>(op))
      infer(&op, path);
}

namespace {

struct InferContractsPass : syncflow::impl::InferContractsBase<InferContractsPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    Inference inference(findTopology(module, ""));
    module.walk([&](FunctionOpInterface function) {
      SmallVector<Block *> blocks;
      collectBlocks(function, blocks);
      for (Block *block : blocks)
        inference.inferBlock(*block);
    });
  }
};

} // namespace
