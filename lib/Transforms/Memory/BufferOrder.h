// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Which buffers of a function are through before which others begin.
#ifndef SYNCFLOW_LIB_TRANSFORMS_MEMORY_BUFFERORDER_H
#define SYNCFLOW_LIB_TRANSFORMS_MEMORY_BUFFERORDER_H

#include "SyncFlow/Dialect/SyncFlow/Analysis/HappensBefore.h"
#include "SyncFlow/Dialect/SyncFlow/Analysis/Ranges.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/BitVector.h"
#include <memory>

namespace syncflow {

/// Order between the uses of buffers. Two buffers are compared in the innermost block that holds both definitions: a
/// use further inside counts as a use by the op of that block which holds it, so a buffer that lives across the
/// iterations of a loop is in use during the whole loop. A block that repeats must end with a wait for all its work, or
/// nothing in it precedes anything.
class BufferOrder {
public:
  BufferOrder(mlir::FunctionOpInterface function, RangeAnalysis &ranges);

  /// Buffers in program order, those left out that the function returns.
  llvm::ArrayRef<BufferOp> buffers() const { return all; }
  /// For each of the given buffers, those of them (by position in `members`) whose every access comes after its own.
  std::vector<llvm::BitVector> precedence(llvm::ArrayRef<size_t> members);

private:
  /// The uses of a buffer as seen in one block.
  struct Summary {
    Clock last;                       ///< Per chain, the last use.
    Clock before;                     ///< Complete before every use.
    bool never = true;                ///< Nothing can be said.
    unsigned firstOp = 0, lastOp = 0; ///< In program order, for a quick no.
  };
  bool precedes(size_t a, size_t b);
  static bool precedes(const Summary &a, const Summary &b) {
    return !a.never && !b.never && a.lastOp < b.firstOp && atMost(a.last, b.before);
  }
  const Summary &summaryIn(size_t buffer, mlir::Block *block);
  HappensBefore &orderOf(mlir::Block *block);

  llvm::SmallVector<BufferOp> all;
  std::vector<llvm::SetVector<mlir::Operation *>> uses;
  llvm::DenseMap<mlir::Block *, std::unique_ptr<HappensBefore>> orders;
  llvm::DenseMap<mlir::Block *, bool> drained;
  llvm::DenseMap<std::pair<mlir::Block *, size_t>, std::unique_ptr<Summary>> summaries;
  llvm::DenseMap<mlir::Operation *, unsigned> numbers; ///< Place of an op in its block.
};

} // namespace syncflow

#endif // SYNCFLOW_LIB_TRANSFORMS_MEMORY_BUFFERORDER_H
