// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// The naive correct form: an edge for every conflicting pair, a host wait wherever the host meets running work.
#include "SyncFlow/Transforms/Passes.h"

#include "SyncFlow/Dialect/SyncFlow/Analysis/CostModel.h"
#include "SyncFlow/Dialect/SyncFlow/Analysis/Dependence.h"
#include "SyncFlow/Dialect/SyncFlow/Analysis/HappensBefore.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace syncflow {
#define GEN_PASS_DEF_MATERIALIZESYNCS
#include "SyncFlow/Transforms/Passes.h.inc"
} // namespace syncflow

using namespace mlir;
using namespace syncflow;

/// The token operands of `op` with those of `more` behind them that are not there yet, by themselves or in a join.
static void addTokens(AsyncOpInterface op, ArrayRef<Value> more) {
  SmallVector<Value> tokens(op.getWaitTokens());
  SmallVector<Operation *> producers;
  bool unknown = false;
  for (Value t : tokens)
    producersOf(t, *op->getBlock(), producers, unknown);
  llvm::SmallDenseSet<Operation *> there(producers.begin(), producers.end());
  size_t before = tokens.size();
  for (Value t : more)
    if (there.insert(t.getDefiningOp()).second)
      tokens.push_back(t);
  if (tokens.size() != before)
    op.setWaitTokens(tokens);
}

/// Ops of `running` that no later one of them comes after: waiting for them is waiting for all.
static SmallVector<Operation *> sinksOf(ArrayRef<Operation *> running, const HappensBefore &order) {
  SmallVector<Operation *> sinks;
  Clock covered;
  for (Operation *op : llvm::reverse(running)) {
    auto [chain, number] = order.position(op);
    if (countOf(covered, chain) >= number)
      continue;
    sinks.push_back(op);
    join(covered, order.closure(op));
  }
  return {sinks.rbegin(), sinks.rend()};
}

namespace {

struct BlockMaterializer {
  Block &block;
  uint64_t maxEdges;

  void addEdges(const Dependences &dependences);
  void dropUnneeded(const Dependences &dependences);
  void addHostWaits(const Dependences &dependences);
};

} // namespace

void BlockMaterializer::addEdges(const Dependences &dependences) {
  bool all = dependences.naiveSyncs() <= maxEdges;
  // Past the limit, an edge is left out when it follows from edges to later ops; the clocks are those of the final
  // form, since every op before this one has its edges already.
  llvm::DenseMap<Operation *, unsigned> numbers;
  SmallVector<llvm::BitVector> reached;
  ArrayRef<Conflict> rest = dependences.conflicts();
  while (!rest.empty()) {
    Operation *to = rest.front().to;
    size_t count = 0;
    while (count < rest.size() && rest[count].to == to)
      ++count;
    ArrayRef<Conflict> mine = rest.take_front(count);
    rest = rest.drop_front(count);
    auto async = dyn_cast<AsyncOpInterface>(to);
    if (!async)
      continue;
    SmallVector<Value> tokens;
    llvm::BitVector past;
    for (const Conflict &c : all ? mine : ArrayRef<Conflict>())
      tokens.push_back(cast<AsyncOpInterface>(c.from).getDoneToken());
    for (const Conflict &c : llvm::reverse(all ? ArrayRef<Conflict>() : mine)) {
      auto number = numbers.try_emplace(c.from, reached.size());
      if (number.second)
        reached.emplace_back();
      unsigned n = number.first->second;
      if (n < past.size() && past.test(n))
        continue;
      tokens.push_back(cast<AsyncOpInterface>(c.from).getDoneToken());
      past |= reached[n];
      if (past.size() <= n)
        past.resize(n + 1);
      past.set(n);
    }
    if (!all) {
      std::reverse(tokens.begin(), tokens.end());
      numbers[to] = reached.size();
      reached.push_back(std::move(past));
    }
    addTokens(async, tokens);
  }
  if (all)
    dropUnneeded(dependences);
}

/// All that the op does is in its accesses, and there are some: what has none is a mark that carries order.
static bool isAllAccesses(Operation *op) {
  if (auto contracted = dyn_cast<ContractOpInterface>(op))
    if (ContractAttr contract = contracted.getContractAttr(); contract && contract.getDependsOn())
      return false;
  SmallVector<Access> accesses;
  cast<AccessOpInterface>(op).getAccesses(accesses);
  if (accesses.empty() || !llvm::all_of(accesses, [](const Access &a) { return bool(a.memref); }))
    return false;
  auto task = dyn_cast<TaskOp>(op);
  return !task || !task.getBody()
                       .walk([](Operation *inner) {
                         bool known = isa<MemoryEffectOpInterface, AssertOp>(inner) ||
                                      inner->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
                                      isMemoryEffectFree(inner);
                         return known ? WalkResult::advance() : WalkResult::interrupt();
                       })
                       .wasInterrupted();
}

/// Every conflicting pair has an edge of its own by now, so a token between two that do not conflict orders nothing
/// that has to be ordered.
void BlockMaterializer::dropUnneeded(const Dependences &dependences) {
  llvm::DenseSet<std::pair<Operation *, Operation *>> required;
  for (const Conflict &c : dependences.conflicts())
    required.insert({c.from, c.to});
  auto isUnneeded = [&](Value token, ArrayRef<Operation *> waiting) {
    auto producer = token.getDefiningOp<AsyncOpInterface>();
    return producer && producer->getBlock() == &block && isAllAccesses(producer) &&
           llvm::none_of(waiting,
                         [&](Operation *op) { return required.contains({producer, op}) || !isAllAccesses(op); });
  };
  for (auto async : block.getOps<AsyncOpInterface>())
    async.setWaitTokens(
        llvm::filter_to_vector(async.getWaitTokens(), [&](Value t) { return !isUnneeded(t, async.getOperation()); }));
  // A stream wait inside of a branch or a loop holds for what follows them: it stays.
  auto isStreamWait = [](Operation &op) { return isa<WaitOp>(op) && cast<WaitOp>(op).getStream(); };
  if (!isa<FunctionOpInterface>(block.getParentOp()) || llvm::none_of(block, isStreamWait))
    return;
  // What stands behind on each stream, in branches and loops too.
  SmallVector<std::pair<StreamKey, Operation *>> later;
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block))) {
    op.walk<WalkOrder::PreOrder>([&](AsyncOpInterface async) {
      if (Value stream = async.getQueue())
        later.emplace_back(StreamKey::of(stream), async);
      return WalkResult::skip();
    });
    StreamKey key = isStreamWait(op) ? StreamKey::of(cast<WaitOp>(op).getStream()) : StreamKey();
    if (!key.known())
      continue;
    auto wait = cast<WaitOp>(op);
    SmallVector<Operation *> waiting;
    for (auto [other, work] : later)
      if (!other.known() || other == key)
        waiting.push_back(work);
    wait.getTokensMutable().assign(
        llvm::filter_to_vector(wait.getTokens(), [&](Value t) { return !isUnneeded(t, waiting); }));
    if (wait.getTokens().empty())
      wait.erase();
  }
}

void BlockMaterializer::addHostWaits(const Dependences &dependences) {
  HappensBefore order(block);
  llvm::DenseMap<Operation *, SmallVector<Operation *>> needed;
  for (const Conflict &c : dependences.conflicts())
    if (!isa<AsyncOpInterface>(c.to))
      needed[c.to].push_back(c.from);

  SmallVector<std::pair<Operation *, SmallVector<Operation *>>> waits;
  SmallVector<Operation *> started;
  Clock host; // What the host has seen by the waits that are put in here.
  auto waitFor = [&](Operation *before, ArrayRef<Operation *> work) {
    SmallVector<Operation *> running = llvm::filter_to_vector(work, [&](Operation *op) {
      auto [chain, number] = order.position(op);
      return !order.before(op, before) && countOf(host, chain) < number;
    });
    if (running.empty())
      return;
    SmallVector<Operation *> sinks = sinksOf(running, order);
    for (Operation *op : sinks)
      join(host, order.closure(op));
    waits.emplace_back(before, sinks);
  };
  for (Operation &op : block) {
    if (isa<AsyncOpInterface>(op))
      started.push_back(&op);
    else if (op.hasTrait<OpTrait::IsTerminator>() || (op.getNumRegions() && isHostAccess(&op)))
      waitFor(&op, started);
    else if (auto it = needed.find(&op); it != needed.end())
      waitFor(&op, it->second);
  }
  OpBuilder builder(block.getParentOp()->getContext());
  for (auto &[before, sinks] : waits) {
    builder.setInsertionPoint(before);
    SmallVector<Value> tokens =
        llvm::map_to_vector(sinks, [](Operation *op) { return cast<AsyncOpInterface>(op).getDoneToken(); });
    WaitOp::create(builder, before->getLoc(), tokens, Value(), IntegerAttr());
  }
}

namespace {

struct MaterializeSyncsPass : syncflow::impl::MaterializeSyncsBase<MaterializeSyncsPass> {
  using MaterializeSyncsBase::MaterializeSyncsBase;

  void runOnOperation() override {
    WalkResult silent = getOperation().walk([](AsyncOpInterface op) {
      if (publishes(op))
        return WalkResult::advance();
      op->emitOpError()
          << "completes before its writes are visible, so its token orders nothing: ask for completion = visible";
      return WalkResult::interrupt();
    });
    if (silent.wasInterrupted())
      return signalPassFailure();
    getOperation().walk([&](FunctionOpInterface function) {
      RangeAnalysis ranges;
      uint64_t naive = 0;
      bool any = false;
      SmallVector<Block *> blocks;
      collectBlocks(function, blocks);
      for (Block *block : blocks) {
        if (llvm::none_of(*block, llvm::IsaPred<AsyncOpInterface>))
          continue;
        any = true;
        Dependences dependences(*block, ranges);
        BlockMaterializer materializer{*block, maxEdges};
        materializer.addEdges(dependences);
        materializer.addHostWaits(dependences);
        naive += dependences.naiveSyncs();
      }
      if (any)
        setStat(function, "naive_syncs", naive);
    });
  }
};

} // namespace
