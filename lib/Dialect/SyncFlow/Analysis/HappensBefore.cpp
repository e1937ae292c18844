// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Vector clocks over chains, filled in one pass through the block.
#include "SyncFlow/Dialect/SyncFlow/Analysis/HappensBefore.h"

#include "SyncFlow/Dialect/SyncFlow/Analysis/Dependence.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace syncflow;

//===-- clocks ----------------------------------------------------------------------------------------------------===//

unsigned syncflow::countOf(const Clock &clock, unsigned chain) {
  auto it = llvm::lower_bound(clock, std::make_pair(chain, 0u));
  return it != clock.end() && it->first == chain ? it->second : 0;
}

void syncflow::raise(Clock &clock, unsigned chain, unsigned count) {
  auto it = llvm::lower_bound(clock, std::make_pair(chain, 0u));
  if (it != clock.end() && it->first == chain)
    it->second = std::max(it->second, count);
  else
    clock.insert(it, {chain, count});
}

void syncflow::join(Clock &into, const Clock &other) {
  if (other.empty() || atMost(other, into))
    return;
  Clock merged;
  merged.reserve(into.size() + other.size());
  auto a = into.begin(), ae = into.end();
  auto b = other.begin(), be = other.end();
  while (a != ae && b != be) {
    if (a->first == b->first)
      merged.push_back({a->first, std::max((a++)->second, (b++)->second)});
    else
      merged.push_back(a->first < b->first ? *a++ : *b++);
  }
  merged.append(a, ae);
  merged.append(b, be);
  into = std::move(merged);
}

bool syncflow::atMost(const Clock &a, const Clock &b) {
  auto it = b.begin(), end = b.end();
  for (auto [chain, count] : a) {
    while (it != end && it->first < chain)
      ++it;
    if (it == end || it->first != chain || it->second < count)
      return false;
  }
  return true;
}

StreamKey StreamKey::of(Value stream) {
  StreamKey key;
  if (auto op = stream ? stream.getDefiningOp<StreamOp>() : nullptr) {
    key.device = op.getDevice().getAsOpaquePointer();
    key.ordinal = op.getOrdinal();
    key.communication = op.getCommunication();
    auto device = SymbolTable::lookupNearestSymbolFrom<DeviceOp>(op, op.getDevice());
    key.inOrder = !op.getOutOfOrder() && (!device || device.getInOrder());
  } else {
    key.device = stream.getAsOpaquePointer();
  }
  return key;
}

bool syncflow::publishes(Operation *op) {
  auto contracted = dyn_cast<ContractOpInterface>(op);
  ContractAttr contract = contracted ? contracted.getContractAttr() : ContractAttr();
  return !contract || !contract.getCompletion() || contract.getCompletion().getValue() == Completion::visible;
}

void syncflow::producersOf(Value token, Block &block, SmallVectorImpl<Operation *> &producers, bool &unknown) {
  llvm::SmallSetVector<Value, 8> work;
  work.insert(token);
  for (unsigned i = 0; i < work.size(); ++i) {
    Value t = work[i];
    Operation *op = t.getDefiningOp();
    if (auto join = dyn_cast_or_null<JoinOp>(op)) {
      SmallVector<Value> tokens(join.getTokens());
      work.insert(tokens.begin(), tokens.end());
    } else if (auto async = dyn_cast_or_null<AsyncOpInterface>(op);
               async && op->getBlock() == &block && async.getDoneToken() == t && publishes(op)) {
      producers.push_back(op);
    } else {
      unknown = true;
    }
  }
}

//===-- the pass through the block --------------------------------------------------------------------------------===//

static constexpr unsigned hostChain = 0;

/// A stream as the block's ops have used it so far.
struct HappensBefore::Stream {
  StreamKey key;
  Clock state;    ///< Complete before anything that is enqueued now.
  Clock enqueued; ///< Everything enqueued so far and what it came after.
  unsigned chain = 0;
};

struct HappensBefore::Builder {
  HappensBefore &result;
  bool useStreams;
  Clock host;       ///< Complete as the host knows.
  Clock everywhere; ///< What barriers over all streams have made complete.
  std::vector<Stream> streams;
  llvm::DenseMap<Value, unsigned> numbers;     ///< Stream value -> index into `streams`.
  std::vector<unsigned> lengths{0};            ///< Per chain.
  llvm::DenseMap<Operation *, unsigned> tails; ///< Last op of a chain of tokens -> its chain.

  Builder(HappensBefore &result, bool useStreams) : result(result), useStreams(useStreams) {}

  Stream &streamOf(Value value) {
    auto [it, fresh] = numbers.try_emplace(value, 0);
    if (!fresh)
      return streams[it->second];
    StreamKey key = StreamKey::of(value);
    auto same = llvm::find_if(streams, [&](const Stream &s) { return s.key == key; });
    it->second = same - streams.begin();
    if (same != streams.end())
      return *same;
    streams.push_back({key, everywhere, {}, 0});
    if (key.inOrder) {
      streams.back().chain = lengths.size();
      lengths.push_back(0);
    }
    return streams.back();
  }

  /// What the tokens say is complete, and their producers, latest first.
  Clock tokensOf(ValueRange tokens, SmallVectorImpl<Operation *> &producers) {
    bool unknown = false;
    for (Value t : tokens)
      producersOf(t, result.block, producers, unknown);
    llvm::sort(producers, [](Operation *a, Operation *b) { return b->isBeforeInBlock(a); });
    producers.erase(llvm::unique(producers), producers.end());
    Clock clock;
    for (Operation *p : producers) {
      auto [chain, number] = result.positions.at(p);
      // What is covered brings nothing new: its whole past came with the op that covers it.
      if (countOf(clock, chain) < number)
        join(clock, result.closure(p));
    }
    return clock;
  }

  unsigned chainFor(Stream *stream, ArrayRef<Operation *> producers, Operation *op) {
    if (stream && stream->key.inOrder)
      return stream->chain;
    unsigned chain = lengths.size();
    for (Operation *p : producers)
      if (auto it = tails.find(p); it != tails.end()) {
        chain = it->second;
        tails.erase(it);
        break;
      }
    if (chain == lengths.size())
      lengths.push_back(0);
    tails[op] = chain;
    return chain;
  }

  void async(AsyncOpInterface op) {
    Stream *stream = useStreams && op.getQueue() ? &streamOf(op.getQueue()) : nullptr;
    Clock clock = host;
    if (stream)
      join(clock, stream->state);
    if (stream && stream->key.inOrder)
      join(clock, stream->enqueued);
    result.ambients[op] = clock;
    SmallVector<Operation *> producers;
    join(clock, tokensOf(op.getWaitTokens(), producers));
    unsigned chain = chainFor(stream, producers, op);
    result.positions[op] = {chain, ++lengths[chain]};
    result.clocks[op] = std::move(clock);
    if (stream)
      join(stream->enqueued, result.closure(op));
  }

  void wait(WaitOp op) {
    SmallVector<Operation *> producers;
    Clock tokens = tokensOf(op.getTokens(), producers);
    if (!op.getStream()) {
      result.ambients[op] = host;
      join(host, tokens);
      result.clocks[op] = host;
      return;
    }
    if (!useStreams) {
      result.ambients[op] = host;
      join(tokens, host);
      result.clocks[op] = tokens;
      return;
    }
    Stream &stream = streamOf(op.getStream());
    Clock before = host;
    join(before, stream.state);
    if (stream.key.inOrder)
      join(before, stream.enqueued);
    result.ambients[op] = before;
    join(stream.state, tokens);
    join(stream.state, host);
    join(before, tokens);
    result.clocks[op] = std::move(before);
  }

  /// True when everything that the barrier's streams write becomes visible to all of them.
  static bool makesVisible(BarrierOp op) {
    if (op.getExecutionOnly())
      return false;
    Reach reach = op.getScope().getReach();
    if (reach >= Reach::node)
      return true;
    if (reach < Reach::device || op.getStreams().empty())
      return false;
    StreamKey first = StreamKey::of(op.getStreams().front());
    return llvm::all_of(op.getStreams(), [&](Value s) {
      StreamKey key = StreamKey::of(s);
      return key.known() && key.device == first.device;
    });
  }

  void barrier(BarrierOp op) {
    Clock met;
    if (useStreams && makesVisible(op)) {
      bool all = op.getScope().getParticipants() == Participants::all;
      SmallVector<unsigned> who;
      for (Value s : op.getStreams())
        who.push_back(&streamOf(s) - streams.data());
      for (unsigned i = 0; all && i < streams.size(); ++i)
        who.push_back(i);
      for (unsigned i : who) {
        join(met, streams[i].enqueued);
        join(met, streams[i].state);
      }
      for (unsigned i : who)
        join(streams[i].state, met);
      if (all)
        join(everywhere, met);
    }
    result.ambients[op] = result.clocks[op] = met;
  }

  void hostOp(Operation *op) {
    result.ambients[op] = result.clocks[op] = host;
    result.positions[op] = {hostChain, ++lengths[hostChain]};
    raise(host, hostChain, lengths[hostChain]);
    for (Region &region : op->getRegions())
      for (Block &inner : region)
        if (!isDrained(inner))
          result.leaking.insert(op);
  }
};

HappensBefore::HappensBefore(Block &block, bool streams) : block(block) {
  Builder builder{*this, streams};
  for (Operation &op : block) {
    if (auto async = dyn_cast<AsyncOpInterface>(op))
      builder.async(async);
    else if (auto wait = dyn_cast<WaitOp>(op))
      builder.wait(wait);
    else if (auto barrier = dyn_cast<BarrierOp>(op))
      builder.barrier(barrier);
    else if (op.hasTrait<OpTrait::IsTerminator>() || op.getNumRegions() || isHostAccess(&op))
      builder.hostOp(&op);
  }
}

//===-- queries ---------------------------------------------------------------------------------------------------===//

Operation *HappensBefore::lift(Operation *op) const { return block.findAncestorOpInBlock(*op); }

bool HappensBefore::before(Operation *a, Operation *b) const {
  a = lift(a);
  b = lift(b);
  auto position = positions.find(a);
  auto clock = clocks.find(b);
  if (a == b || position == positions.end() || clock == clocks.end() || leaking.contains(a))
    return false;
  return countOf(clock->second, position->second.first) >= position->second.second;
}

const Clock &HappensBefore::clock(Operation *op) const { return clocks.at(op); }
const Clock &HappensBefore::ambient(Operation *op) const { return ambients.at(op); }
std::pair<unsigned, unsigned> HappensBefore::position(Operation *op) const { return positions.at(op); }

Clock HappensBefore::closure(Operation *op) const {
  Clock clock = clocks.at(op);
  auto [chain, number] = positions.at(op);
  raise(clock, chain, number);
  return clock;
}

bool syncflow::isDrained(Block &block) {
  bool any = false;
  for (Operation &op : block) {
    any |= isa<AsyncOpInterface>(op);
    if (!isa<TaskOp>(op))
      for (Region &region : op.getRegions())
        for (Block &inner : region)
          if (!isDrained(inner))
            return false;
  }
  if (!any)
    return true;
  if (!block.mightHaveTerminator())
    return false;
  HappensBefore order(block);
  return llvm::all_of(
      block, [&](Operation &op) { return !isa<AsyncOpInterface>(op) || order.before(&op, block.getTerminator()); });
}
