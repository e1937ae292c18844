// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// The order that a program has: for the ops of one block, what is complete before what starts.
#ifndef SYNCFLOW_DIALECT_SYNCFLOW_ANALYSIS_HAPPENSBEFORE_H
#define SYNCFLOW_DIALECT_SYNCFLOW_ANALYSIS_HAPPENSBEFORE_H

#include "SyncFlow/Dialect/SyncFlow/IR/SyncFlow.h"
#include "llvm/ADT/MapVector.h"
#include <vector>

namespace syncflow {

/// Identity of a stream. Streams of `syncflow.stream` ops are equal when device, ordinal and flags are; any other value
/// is a stream of unknown properties, equal to itself only.
struct StreamKey {
  const void *device = nullptr; ///< Symbol of the device, or the value of the unknown stream.
  int64_t ordinal = -1;         ///< -1: unknown.
  bool communication = false, inOrder = false;
  static StreamKey of(mlir::Value stream);
  bool known() const { return ordinal >= 0; }
  bool operator==(const StreamKey &) const = default;
};

/// Per chain, how many of its members are complete. Sorted by chain; absent chains count zero. A chain is a set of ops
/// in which each is complete before the next one starts: the host, an in-order stream, or a run of tokens.
using Clock = llvm::SmallVector<std::pair<unsigned, unsigned>, 4>;
/// Componentwise maximum.
void join(Clock &into, const Clock &other);
void raise(Clock &clock, unsigned chain, unsigned count);
unsigned countOf(const Clock &clock, unsigned chain);
/// Every component of `a` is at most that of `b`.
bool atMost(const Clock &a, const Clock &b);

/// Order among the ops of one block, from token operands, in-order streams, waits of streams and of the host, joins and
/// barriers. Ops with regions are ops of the host; what they start is complete when they are if their blocks end with
/// the waits that `syncflow-materialize-syncs` puts there, else they are complete before nothing.
///
/// Streams of unknown identity and out-of-order streams order nothing by themselves; a wait on a stream holds for what
/// is enqueued later through the same value. An `execution_only` barrier, and one whose reach is narrower than its
/// streams need, makes nothing visible: it is not counted. Building it takes O(ops x chains), a query O(log chains).
class HappensBefore {
public:
  /// Without `streams` only tokens and host waits order.
  explicit HappensBefore(mlir::Block &block, bool streams = true);

  /// `a` is complete before `b` starts. Nested ops stand for the op of the block that holds them; `a` may be `b`'s
  /// block's op only. For a wait of the host or of a stream: before what comes after the wait.
  bool before(mlir::Operation *a, mlir::Operation *b) const;

  /// What is complete when `op` starts; for a wait or a barrier, when it lets go.
  const Clock &clock(mlir::Operation *op) const;
  /// The same without what the token operands of `op` itself say.
  const Clock &ambient(mlir::Operation *op) const;
  /// `op` and everything that is complete before it.
  Clock closure(mlir::Operation *op) const;
  /// Chain and number in it, from 1. Only for asynchronous and host ops, not for waits.
  std::pair<unsigned, unsigned> position(mlir::Operation *op) const;
  bool hasPosition(mlir::Operation *op) const { return positions.count(op); }
  /// True when work that the region op starts may still run behind it.
  bool leaksWork(mlir::Operation *op) const { return leaking.contains(op); }

  mlir::Block &getBlock() const { return block; }

private:
  struct Stream;
  struct Builder;
  mlir::Operation *lift(mlir::Operation *op) const;

  mlir::Block &block;
  llvm::DenseMap<mlir::Operation *, std::pair<unsigned, unsigned>> positions;
  llvm::DenseMap<mlir::Operation *, Clock> clocks, ambients;
  llvm::DenseSet<mlir::Operation *> leaking;
};

/// The op's token says that its writes are visible, not only that it has run or been issued (`completion` of a
/// contract).
bool publishes(mlir::Operation *op);

/// The token's producers among the ops of `block`, joins looked through; `unknown` becomes true when there is any
/// other, or one that does not publish: such tokens are waited for, but nothing is concluded from them.
void producersOf(mlir::Value token, mlir::Block &block, llvm::SmallVectorImpl<mlir::Operation *> &producers,
                 bool &unknown);

/// Every asynchronous op of the block, and of the blocks in it, is complete when the block ends.
bool isDrained(mlir::Block &block);

} // namespace syncflow

#endif // SYNCFLOW_DIALECT_SYNCFLOW_ANALYSIS_HAPPENSBEFORE_H
