// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Which memory a memref value stands for: its base and the bytes of it that an access through the value touches.
#ifndef SYNCFLOW_DIALECT_SYNCFLOW_ANALYSIS_RANGES_H
#define SYNCFLOW_DIALECT_SYNCFLOW_ANALYSIS_RANGES_H

#include "SyncFlow/Dialect/SyncFlow/Analysis/Box.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"
#include <memory>
#include <optional>
#include <string>

namespace syncflow {

/// Bytes of one element in memory (integers take the next power of two, i1 one byte), 0 when unknown.
int64_t bytesOfElement(mlir::Type type);
/// Bytes of a whole buffer of the type with the identity layout, or nothing when a dimension is dynamic.
std::optional<int64_t> bytesOfBuffer(mlir::MemRefType type);

/// A sum of SSA values with factors: a position in bytes that is known only at run time.
struct Linear {
  int64_t constant = 0;
  llvm::SmallVector<std::pair<mlir::Value, int64_t>, 2> terms;
  bool isConstant() const { return terms.empty(); }
};

/// Identity of a piece of memory that overlaps no other one: the value of an allocation, buffer, arena or function
/// argument, the symbol of a global, or the slot of a runtime op.
using Origin = const void *;

/// What is known about the memory behind a memref value.
struct MemoryRange {
  /// Where the walk through views ended. Values with the same anchor are positions in the same object.
  Origin anchor = nullptr;
  mlir::Value anchorValue;
  /// Objects that the anchor may be; sorted. Empty: anything at all.
  llvm::SmallVector<Origin, 1> origins;
  /// Position in the anchor; nothing when a view on the way is not understood.
  std::optional<Linear> offset;
  /// The bytes, when they are known at compile time.
  std::optional<Box> box;
  /// True for the object itself: every byte of it.
  bool whole = false;

  bool known() const { return !origins.empty(); }
};

/// Ranges of memref values, computed on demand and kept. Valid as long as no view or region structure changes.
///
/// Assumed: distinct arguments of a function do not overlap (the entry's contract: inputs, outputs and parameters are
/// separate memory); a view stays inside what it is a view of.
///
/// With `Identity::physical` views of an arena are positions in the arena, so two buffers that share bytes overlap.
/// With `Identity::logical` each of these views is an object of its own, as before the arena was planned: that is the
/// question of who reads whose *data*.
class RangeAnalysis {
public:
  enum class Identity { physical, logical };
  explicit RangeAnalysis(Identity identity = Identity::physical) : identity(identity) {}

  const MemoryRange &get(mlir::Value memref);

  /// False only when accesses through the two values cannot touch a common byte. Both values are of one execution of
  /// their block; with `across` (a region op) they may be of different executions of its region, so positions that are
  /// computed inside it are taken as unknown.
  bool mayOverlap(mlir::Value a, mlir::Value b, mlir::Operation *across = nullptr);

  /// True only when a complete write through `outer` replaces everything that `inner` can see.
  bool covers(mlir::Value outer, mlir::Value inner);

  /// First byte and first byte behind the access, relative to the base, when known.
  std::optional<std::pair<int64_t, int64_t>> byteBounds(mlir::Value memref);

  /// Name of the base for messages: `@global`, `argument 2`, `buffer at <location>`.
  static std::string describeBase(const MemoryRange &range);

private:
  MemoryRange compute(mlir::Value memref);
  MemoryRange computeView(mlir::Operation *view, mlir::Value memref);
  MemoryRange computeMerge(mlir::Value memref);
  bool overlapSymbolically(mlir::Value a, mlir::Value b);

  Identity identity;
  llvm::DenseMap<mlir::Value, std::unique_ptr<MemoryRange>> ranges;
  llvm::DenseMap<std::pair<mlir::Value, mlir::Value>, bool> overlaps;
};

} // namespace syncflow

#endif // SYNCFLOW_DIALECT_SYNCFLOW_ANALYSIS_RANGES_H
