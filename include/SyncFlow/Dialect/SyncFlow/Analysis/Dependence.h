// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Required order: which operations of a straight-line block touch common memory in conflicting ways.
#ifndef SYNCFLOW_DIALECT_SYNCFLOW_ANALYSIS_DEPENDENCE_H
#define SYNCFLOW_DIALECT_SYNCFLOW_ANALYSIS_DEPENDENCE_H

#include "SyncFlow/Dialect/SyncFlow/Analysis/Ranges.h"
#include "SyncFlow/Dialect/SyncFlow/IR/SyncFlow.h"
#include "llvm/ADT/MapVector.h"

namespace syncflow {

enum class Hazard { raw, waw, war };
llvm::StringRef stringifyHazard(Hazard hazard);

/// Two accesses of which one writes. `from` comes first in the program.
struct Conflict {
  mlir::Operation *from, *to;
  Hazard kind;
  mlir::Value fromMemref, toMemref; ///< Null: all memory.
  bool carried = false;             ///< From one iteration of a loop to the next one.
  /// Bytes of the base that both may touch, when known: first byte and first byte behind.
  std::optional<std::pair<int64_t, int64_t>> bytes;
};

/// An access of an op or of something nested in it. A null memref is all memory.
struct NestedAccess {
  Access access;
  mlir::Operation *op;
};

/// True for ops that only order others or make memory: they touch none themselves.
bool isOrderingOp(mlir::Operation *op);
/// True for an op whose accesses happen on the host before the next op of the block starts, as far as the op itself
/// says.
bool isHostAccess(mlir::Operation *op);
/// Appends the accesses of `op` and of all ops nested in it (task bodies count through their task). A function's return
/// reads what it returns.
void collectAccesses(mlir::Operation *op, llvm::SmallVectorImpl<NestedAccess> &accesses);
/// Blocks of straight-line code under `root`, task bodies left out, inner blocks first.
void collectBlocks(mlir::Operation *root, llvm::SmallVectorImpl<mlir::Block *> &blocks);

/// The conflicting pairs of a block, in program order of the later op. Ops with regions are one access of the host
/// each. There is one entry per pair of ops, RAW before WAW before WAR. Pairs whose earlier op is the host's are left
/// out: the host is through with it before it comes to the later one.
class Dependences {
public:
  /// With `carried` also the pairs across the back edge of the loop whose body the block is.
  Dependences(mlir::Block &block, RangeAnalysis &ranges, bool carried = false);

  llvm::ArrayRef<Conflict> conflicts() const { return found; }
  /// Ops of the block that touch memory, in program order.
  llvm::ArrayRef<mlir::Operation *> actors() const { return ops; }
  /// Number of conflicting pairs of asynchronous ops of one pass through the block: the waits of the naive form.
  uint64_t naiveSyncs() const { return naive; }

private:
  struct Entry {
    unsigned op;
    mlir::Value memref;
  };
  struct Object {
    llvm::SmallVector<Entry> reads, writes;
  };
  void visit(unsigned op, bool carried);
  void meet(unsigned to, const NestedAccess &access, const Entry &from, Hazard kind, bool carried);
  void record(unsigned op);

  RangeAnalysis &ranges;
  mlir::Operation *region;
  llvm::SmallVector<mlir::Operation *> ops;
  std::vector<llvm::SmallVector<NestedAccess, 4>> accesses;
  llvm::DenseMap<Origin, Object> objects;
  Object anywhere; ///< Accesses to memory of unknown origin.
  Object all;      ///< Every access: what an access of unknown origin meets.
  std::vector<Conflict> found;
  llvm::DenseMap<unsigned, unsigned> latest; ///< Earlier op -> its entry in `found` for the op that is being visited.
  uint64_t naive = 0;
};

/// Who produced the data that an op uses: the last writers in its block of what it reads, as far as no later write
/// replaces it. This is the table that poison, cancel and partial re-run follow; order that only protects reused memory
/// is not in it. Uses logical identity: views of an arena are buffers of their own.
class DataPredecessors {
public:
  explicit DataPredecessors(mlir::Block &block);
  llvm::ArrayRef<mlir::Operation *> of(mlir::Operation *op) const;

private:
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<mlir::Operation *, 4>> table;
};

} // namespace syncflow

#endif // SYNCFLOW_DIALECT_SYNCFLOW_ANALYSIS_DEPENDENCE_H
