// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Transitive reduction by vector clocks. The order among the ops of a block is a partial order, so which edges follow
// from the others does not depend on the sequence in which they are looked at; going from the latest producer to the
// earliest finds it in one sweep.
#include "TokenReduction.h"

#include "SyncFlow/Dialect/SyncFlow/Analysis/Dependence.h"
#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace syncflow;

static std::string nameOf(Operation *op) {
  if (auto task = dyn_cast<TaskOp>(op))
    return ("task \"" + task.getName() + "\"").str();
  return ("'" + op->getName().getStringRef() + "'").str();
}

namespace {

struct Reducer {
  Block &block;
  const HappensBefore order;
  bool streams;
  TokenCounts counts;

  Reducer(Block &block, bool streams) : block(block), order(block, streams), streams(streams) {}

  SmallVector<Value> reduce(Operation *op, ValueRange tokens);
  /// `cause`: the token of the same op that implies the one for `producer`; null: its stream or the host does.
  void remark(Operation *op, Operation *producer, bool kept, Operation *cause);
};

} // namespace

void Reducer::remark(Operation *op, Operation *producer, bool kept, Operation *cause) {
  // Building the text costs more than the reduction.
  if (!op->getContext()->getRemarkEngine())
    return;
  auto opts = remark::RemarkOpts::name(kept ? "wait-kept" : "wait-removed").category("sync");
  std::string text = nameOf(op) + (kept ? " keeps its wait for " : " needs no wait for ") + nameOf(producer);
  if (kept) {
    remark::missed(op->getLoc(), opts) << text + ": nothing else orders them";
    return;
  }
  std::string reason = cause ? "implied by its wait for " + nameOf(cause)
                       : streams && !isa<WaitOp>(op)
                           ? "implied by the order of its stream, or by what the host has seen"
                           : "implied by what was waited for before";
  remark::passed(op->getLoc(), opts) << text + ": " + reason;
}

SmallVector<Value> Reducer::reduce(Operation *op, ValueRange tokens) {
  // Producers with the token that names each; tokens of unknown origin are kept, joins of local ones fall apart.
  llvm::SmallSetVector<Value, 8> kept;
  SmallVector<Operation *> producers;
  for (Value token : tokens) {
    bool unknown = false;
    SmallVector<Operation *> own;
    producersOf(token, block, own, unknown);
    if (unknown)
      kept.insert(token);
    else
      producers.append(own);
  }
  llvm::sort(producers, [](Operation *a, Operation *b) { return b->isBeforeInBlock(a); });
  producers.erase(llvm::unique(producers), producers.end());

  Clock known = order.ambient(op);
  SmallVector<Operation *> needed;
  for (Operation *p : producers) {
    auto [chain, number] = order.position(p);
    if (countOf(known, chain) < number) {
      join(known, order.closure(p));
      needed.push_back(p);
      remark(op, p, /*kept=*/true, nullptr);
      continue;
    }
    ++counts.removed;
    auto implies = llvm::find_if(needed, [&](Operation *n) { return order.before(p, n); });
    remark(op, p, /*kept=*/false, implies == needed.end() ? nullptr : *implies);
  }
  SmallVector<Value> result;
  for (Operation *p : llvm::reverse(needed))
    result.push_back(cast<AsyncOpInterface>(p).getDoneToken());
  result.append(kept.begin(), kept.end());
  return result;
}

TokenCounts syncflow::reduceTokens(Block &block, bool streams) {
  Reducer reducer(block, streams);
  // Decide everything on the program as it is, then change it.
  SmallVector<std::pair<Operation *, SmallVector<Value>>> changes;
  for (Operation &op : block) {
    ValueRange tokens;
    if (auto async = dyn_cast<AsyncOpInterface>(op))
      tokens = async.getWaitTokens();
    else if (auto wait = dyn_cast<WaitOp>(op))
      tokens = wait.getTokens();
    if (!tokens.empty())
      changes.emplace_back(&op, reducer.reduce(&op, tokens));
  }
  for (auto &[op, tokens] : changes) {
    if (auto async = dyn_cast<AsyncOpInterface>(op)) {
      reducer.counts.edges += tokens.size();
      if (!llvm::equal(tokens, async.getWaitTokens()))
        async.setWaitTokens(tokens);
      continue;
    }
    auto wait = cast<WaitOp>(op);
    if (tokens.empty()) {
      wait.erase();
      continue;
    }
    reducer.counts.streamWaits += wait.getStream() ? tokens.size() : 0;
    if (!llvm::equal(tokens, wait.getTokens()))
      wait.getTokensMutable().assign(tokens);
  }
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
    if (isa<JoinOp>(op) && op.use_empty())
      op.erase();
  return reducer.counts;
}
