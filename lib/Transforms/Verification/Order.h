// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Happens-before by plain reachability: every issued piece of work has the set of all work that ends before it starts.
#ifndef SYNCFLOW_TRANSFORMS_VERIFICATION_ORDER_H
#define SYNCFLOW_TRANSFORMS_VERIFICATION_ORDER_H

#include "SyncFlow/Dialect/SyncFlow/IR/SyncFlow.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace syncflow::verification {

/// A set of pieces of work, by number.
class Bits {
public:
  bool test(unsigned i) const { return i / 64 < words.size() && (words[i / 64] >> (i % 64) & 1); }
  void set(unsigned i) { setRange(i, i + 1); }
  void reset(unsigned i) {
    if (i / 64 < words.size())
      words[i / 64] &= ~(uint64_t(1) << (i % 64));
  }
  void setRange(unsigned begin, unsigned end) {
    if (end > words.size() * 64)
      words.resize((end + 63) / 64);
    for (unsigned i = begin; i < end; ++i)
      words[i / 64] |= uint64_t(1) << (i % 64);
  }
  void operator|=(const Bits &o) {
    if (o.words.size() > words.size())
      words.resize(o.words.size());
    for (size_t i = 0; i < o.words.size(); ++i)
      words[i] |= o.words[i];
  }
  void operator&=(const Bits &o) {
    if (o.words.size() < words.size())
      words.resize(o.words.size());
    for (size_t i = 0; i < words.size(); ++i)
      words[i] &= o.words[i];
  }
  template <typename Fn> void forEach(Fn fn) const {
    for (size_t w = 0; w < words.size(); ++w)
      for (uint64_t rest = words[w]; rest; rest &= rest - 1)
        fn(static_cast<unsigned>(w * 64 + __builtin_ctzll(rest)));
  }

private:
  std::vector<uint64_t> words;
};

/// Work that has ended at some point, and the part of it whose writes are visible there. Work that was not executed on
/// the way to that point counts as ended.
struct Frontier {
  Bits ended, visible;
  /// For a token that comes out of several paths: what it says on each of them. Two tokens of one join say more
  /// together than each one alone, since the same path was taken for both.
  std::shared_ptr<const struct Alternatives> alternatives;
  void add(const Frontier &o) {
    ended |= o.ended;
    visible |= o.visible;
  }
  void add(unsigned work) {
    ended.set(work);
    visible.set(work);
  }
};
using FrontierRef = std::shared_ptr<const Frontier>;

/// A stream as far as it is known. Equal keys are the same stream.
struct StreamId {
  std::string key;    ///< empty: not yet placed
  std::string device; ///< empty: unknown
  bool inOrder = false;
  bool operator==(const StreamId &o) const { return key == o.key; }
};

/// What a stream has been told at one point of the host program.
struct Queue {
  StreamId stream;
  Frontier entry; ///< ends before anything issued from here on starts
  Frontier all;   ///< everything issued so far, and what is before it
};

/// Order as the host sees it at one point of its program.
struct State {
  Frontier host;
  std::map<std::string, Queue> queues;
  /// Entries of streams by device; the empty name stands for all streams.
  std::map<std::string, Frontier> devices;
};

/// One of several ways to get to a point, with the work that is not executed on it.
struct Path {
  State state;
  std::vector<std::pair<unsigned, unsigned>> notExecuted;
};

struct Alternatives {
  std::vector<FrontierRef> onPath;
  std::shared_ptr<const std::vector<Path>> paths;
};

/// What holds whichever of the paths was taken.
FrontierRef mergeFrontiers(std::vector<FrontierRef> frontiers, std::shared_ptr<const std::vector<Path>> paths);
State mergeStates(llvm::ArrayRef<Path> paths);
/// What holds when all of the tokens are complete.
FrontierRef unite(llvm::ArrayRef<FrontierRef> tokens);

/// Issued work and what is before it.
class Order {
public:
  /// Issues work on a stream after tokens; returns its number.
  unsigned issue(State &state, const StreamId &stream, const Frontier &after);
  /// Work of unknown origin that nothing orders except its token.
  unsigned issueUnknown();
  void waitOnHost(State &state, const Frontier &tokens);
  void waitOnStream(State &state, const StreamId &stream, const Frontier &tokens);
  void barrier(State &state, llvm::ArrayRef<StreamId> streams, BarrierOp op);

  /// What has ended once the work has: its predecessors and itself.
  const FrontierRef &endOf(unsigned work) const { return ends[work]; }
  /// What its token says, given when the contract counts it as complete.
  FrontierRef tokenOf(unsigned work, ContractAttr contract) const;
  bool isBefore(unsigned first, unsigned second) const { return ends[second]->ended.test(first) && first != second; }
  bool isVisibleTo(unsigned first, unsigned second) const {
    return ends[second]->visible.test(first) && first != second;
  }
  unsigned size() const { return ends.size(); }
  const StreamId &streamOf(unsigned work) const { return streams[work]; }

private:
  Queue &queueOf(State &state, const StreamId &stream);
  Frontier reachable(const Frontier &all, Reach reach, const StreamId *target, llvm::StringRef device) const;

  std::vector<FrontierRef> ends;
  std::vector<StreamId> streams;
};

} // namespace syncflow::verification

#endif // SYNCFLOW_TRANSFORMS_VERIFICATION_ORDER_H
