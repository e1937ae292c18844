// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Waits of the host around loops and branches that the order of streams, or a later wait, makes needless. For each
// token of each wait, a walk over everything that can run after it looks for an access that would lose its order.
#include "SyncFlow/Transforms/Passes.h"

#include "SyncFlow/Dialect/SyncFlow/Analysis/Dependence.h"
#include "SyncFlow/Dialect/SyncFlow/Analysis/HappensBefore.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

namespace syncflow {
#define GEN_PASS_DEF_ELIDEHOSTWAITS
#include "SyncFlow/Transforms/Passes.h.inc"
} // namespace syncflow

using namespace mlir;
using namespace syncflow;

namespace {

/// Where the work of one token is known to be complete.
struct Cover {
  bool everywhere = false;              ///< The host has seen it: before anything that is still to be enqueued.
  SmallVector<StreamKey, 4> streams;    ///< Before whatever these in-order streams take up next.
  llvm::SmallDenseSet<Value, 8> tokens; ///< Before these tokens.

  bool has(StreamKey key) const { return llvm::is_contained(streams, key); }
  void add(StreamKey key) {
    if (key.known() && key.inOrder && !has(key))
      streams.push_back(key);
  }
  bool operator==(const Cover &other) const {
    return everywhere == other.everywhere && tokens == other.tokens && streams.size() == other.streams.size() &&
           llvm::all_of(streams, [&](StreamKey key) { return other.has(key); });
  }
};

/// What holds on both paths.
Cover meet(const Cover &a, const Cover &b) {
  if (a.everywhere)
    return b;
  if (b.everywhere)
    return a;
  Cover both;
  llvm::copy_if(a.streams, std::back_inserter(both.streams), [&](StreamKey key) { return b.has(key); });
  for (Value token : a.tokens)
    if (b.tokens.contains(token))
      both.tokens.insert(token);
  return both;
}

/// Asks of one token operand of a host wait whether the program stays ordered without it.
class Question {
public:
  Question(WaitOp wait, Value token, FunctionOpInterface function, RangeAnalysis &ranges)
      : wait(wait), token(token), function(function), ranges(ranges) {}

  bool isNeedless() {
    auto task = token.getDefiningOp<AsyncOpInterface>();
    if (!task || !publishes(task) || task->getBlock() != wait->getBlock())
      return false;
    Cover cover;
    cover.add(keyOf(task));
    cover.tokens.insert(token);
    // Up to the wait others order what happens; from there on this token may have to.
    Block::iterator here = std::next(task->getIterator());
    cover = through(here, wait->getIterator(), cover);
    asked = true;
    Block *block = wait->getBlock();
    cover = through(wait->getIterator(), block->end(), cover);
    while (!needed && block->getParentOp() != function) {
      Operation *parent = block->getParentOp();
      // This round may have been the last.
      if (auto loop = dyn_cast<scf::ForOp>(parent))
        cover = meet(cover, again(loop.getRegion(), cover));
      else if (!isa<scf::IfOp>(parent))
        needed = true;
      block = parent->getBlock();
      cover = through(std::next(parent->getIterator()), block->end(), cover);
    }
    return !needed;
  }

private:
  static StreamKey keyOf(AsyncOpInterface op) {
    Value stream = op.getQueue();
    return stream ? StreamKey::of(stream) : StreamKey();
  }

  bool covers(const Cover &cover, ValueRange tokens) {
    return llvm::any_of(tokens, [&](Value t) { return cover.tokens.contains(t); });
  }

  Cover through(Block::iterator from, Block::iterator to, Cover cover) {
    for (; from != to && !needed; ++from)
      if (!cover.everywhere)
        step(&*from, cover);
    return cover;
  }

  void step(Operation *op, Cover &cover) {
    if (auto host = dyn_cast<WaitOp>(op)) {
      bool seen = llvm::any_of(host.getTokens(),
                               [&](Value t) { return !(op == wait && t == token) && cover.tokens.contains(t); });
      if (seen && !host.getStream())
        cover.everywhere = true;
      else if (seen)
        cover.add(StreamKey::of(host.getStream()));
    } else if (auto join = dyn_cast<JoinOp>(op)) {
      define(join.getToken(), covers(cover, join.getTokens()), cover);
    } else if (auto async = dyn_cast<AsyncOpInterface>(op)) {
      StreamKey key = keyOf(async);
      bool covered = cover.has(key) || covers(cover, async.getWaitTokens());
      if (!covered)
        meetWork(op, key);
      else
        cover.add(key);
      define(async.getDoneToken(), covered && publishes(op), cover);
    } else if (isa<scf::IfOp, scf::ForOp>(op)) {
      stepInto(op, cover);
    } else if (op->hasTrait<OpTrait::ReturnLike>() && op->getParentOp() == function) {
      needed |= asked;
    } else if (op->getNumRegions() &&
               op->walk([](AsyncOpInterface) { return WalkResult::interrupt(); }).wasInterrupted()) {
      needed = true;
    } else if (isHostAccess(op)) {
      meetWork(op, StreamKey());
    }
  }

  static void define(Value t, bool covered, Cover &cover) {
    if (!t)
      return;
    if (covered)
      cover.tokens.insert(t);
    else
      cover.tokens.erase(t);
  }

  void stepInto(Operation *op, Cover &cover) {
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      Cover after = again(loop.getRegion(), cover);
      std::optional<llvm::APInt> trips = loop.getStaticTripCount();
      cover = trips && !trips->isZero() ? after : meet(cover, after);
      return;
    }
    auto branch = cast<scf::IfOp>(op);
    Cover then = through(branch.getThenRegion().front().begin(), branch.getThenRegion().front().end(), cover);
    Cover otherwise = cover;
    if (!branch.getElseRegion().empty())
      otherwise = through(branch.getElseRegion().front().begin(), branch.getElseRegion().front().end(), cover);
    cover = meet(then, otherwise);
  }

  /// One or more rounds of a loop body, as often as rounds can leave less than the one before.
  Cover again(Region &body, Cover entry) {
    while (!needed) {
      Cover after = through(body.front().begin(), body.front().end(), entry);
      Cover next = meet(entry, after);
      if (next == entry)
        return after;
      entry = next;
    }
    return entry;
  }

  /// `op` runs without regard to the token's work: they must not touch the same memory.
  void meetWork(Operation *op, StreamKey key) {
    if (!asked)
      return;
    SmallVector<NestedAccess> mine;
    collectAccesses(op, mine);
    for (Operation *work : workBehind()) {
      // One in-order stream has them in order.
      if (work == op || (key.known() && key.inOrder && keyOf(cast<AsyncOpInterface>(work)) == key))
        continue;
      SmallVector<NestedAccess> theirs;
      collectAccesses(work, theirs);
      for (const NestedAccess &a : mine)
        for (const NestedAccess &b : theirs)
          if ((a.access.writes || b.access.writes) && mayMeet(a.access.memref, b.access.memref, op, work)) {
            needed = true;
            return;
          }
    }
  }

  bool mayMeet(Value a, Value b, Operation *opA, Operation *opB) {
    if (!a || !b)
      return true;
    // Of different rounds of the outermost loop around both.
    Operation *across = nullptr;
    for (Operation *loop = opA->getParentOp(); loop && loop != function; loop = loop->getParentOp())
      if (isa<LoopLikeOpInterface>(loop) && loop->isAncestor(opB))
        across = loop;
    return ranges.mayOverlap(a, b, across);
  }

  /// What the token may stand for: the work of its stream, and of the streams that it waits for, and so on.
  ArrayRef<Operation *> workBehind() {
    if (!behind.empty())
      return behind;
    SmallVector<AsyncOpInterface> all;
    SmallVector<WaitOp> streamWaits;
    bool barriers = false;
    function->walk([&](Operation *op) {
      if (auto async = dyn_cast<AsyncOpInterface>(op))
        all.push_back(async);
      else if (auto other = dyn_cast<WaitOp>(op); other && other.getStream())
        streamWaits.push_back(other);
      barriers |= isa<BarrierOp>(op);
    });
    // What waits on a stream, or meets at a barrier, stands behind more than its own tokens say.
    auto mayBeBehind = [&](AsyncOpInterface other, AsyncOpInterface op) {
      return barriers || isBehind(other, keyOf(op), op.getWaitTokens()) ||
             llvm::any_of(streamWaits, [&](WaitOp stream) {
               StreamKey key = StreamKey::of(stream.getStream());
               return (!key.known() || key == keyOf(op)) && isBehind(other, key, stream.getTokens());
             });
    };
    llvm::DenseSet<Operation *> reached{token.getDefiningOp()};
    for (bool grown = true; grown;) {
      grown = false;
      for (AsyncOpInterface op : all)
        if (reached.contains(op))
          for (AsyncOpInterface other : all)
            if (!reached.contains(other) && mayBeBehind(other, op)) {
              reached.insert(other);
              grown = true;
            }
    }
    llvm::copy_if(reached, std::back_inserter(behind), [&](Operation *op) { return mayRunBefore(op, wait); });
    return behind;
  }

  /// `a` stands before `b`, or a loop around both brings it there.
  bool mayRunBefore(Operation *a, Operation *b) {
    for (Operation *around = b; around != function; around = around->getParentOp()) {
      if (Operation *here = around->getBlock()->findAncestorOpInBlock(*a); here && here->isBeforeInBlock(around))
        return true;
      if (isa<LoopLikeOpInterface>(around) && around->isAncestor(a))
        return true;
    }
    return false;
  }

  /// `other` is on the stream of that key, or one of the tokens stands for it.
  static bool isBehind(AsyncOpInterface other, StreamKey key, ValueRange tokens) {
    if (!key.known() || keyOf(other) == key)
      return true;
    return llvm::any_of(tokens, [&](Value t) {
      // Joins and tokens that loops carry can stand for anything.
      auto from = t.getDefiningOp<AsyncOpInterface>();
      return !from || from == other;
    });
  }

  WaitOp wait;
  Value token;
  FunctionOpInterface function;
  RangeAnalysis &ranges;
  SmallVector<Operation *> behind;
  bool asked = false, needed = false;
};

struct ElideHostWaitsPass : syncflow::impl::ElideHostWaitsBase<ElideHostWaitsPass> {
  void runOnOperation() override {
    getOperation().walk([&](FunctionOpInterface function) {
      SmallVector<WaitOp> waits;
      bool flow = false;
      function->walk([&](Operation *op) {
        if (auto wait = dyn_cast<WaitOp>(op); wait && !wait.getStream() && !wait.getTimeoutNsAttr())
          waits.push_back(wait);
        flow |= isa<scf::IfOp, scf::ForOp>(op) && !op->getParentOfType<TaskOp>();
      });
      // In straight-line code syncflow-elide-waits has left none that is implied.
      if (!flow)
        return;
      RangeAnalysis ranges;
      for (WaitOp wait : waits) {
        for (Value token : SmallVector<Value>(wait.getTokens()))
          if (Question(wait, token, function, ranges).isNeedless())
            wait.getTokensMutable().erase(llvm::find(wait.getTokens(), token).getIndex());
        if (wait.getTokens().empty())
          wait.erase();
      }
    });
  }
};

} // namespace
