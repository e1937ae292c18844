// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// The bytes behind a memref: a base and a strided box of it.
#ifndef SYNCFLOW_TRANSFORMS_VERIFICATION_RANGES_H
#define SYNCFLOW_TRANSFORMS_VERIFICATION_RANGES_H

#include "Symbolic.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"

namespace syncflow::verification {

enum class BaseKind { Buffer, Arena, Allocation, Stack, Argument, Global, Unknown };

/// Memory that nothing else overlaps.
struct Base {
  BaseKind kind = BaseKind::Unknown;
  mlir::Value value;       ///< names it in messages; null for globals and unknown memory
  mlir::StringAttr global; ///< name of a global
  unsigned frame = 0;      ///< execution of the function that owns it
  unsigned freshSince = 0; ///< accesses numbered lower belong to an earlier life of its bytes
  unsigned index = 0;      ///< position in the table of bases

  /// Its contents are undefined until someone writes them.
  bool startsUndefined() const {
    return kind == BaseKind::Buffer || kind == BaseKind::Arena || kind == BaseKind::Allocation ||
           kind == BaseKind::Stack;
  }
  /// It is gone when its function returns.
  bool endsWithFunction() const {
    return kind == BaseKind::Buffer || kind == BaseKind::Arena || kind == BaseKind::Stack;
  }
};

/// The bytes that a memref value reaches. With `exact` unset the box is not known: any bytes inside `within`, or of the
/// base.
struct MemRegion {
  struct Extent {
    Poly size, stride; ///< elements, bytes
  };
  Base *base = nullptr;
  unsigned owner = 0; ///< which view of an arena; 0 elsewhere
  bool exact = false;
  int64_t elementBytes = 1;
  Poly root, offset; ///< bytes; `root` is where the aligned pointer points
  llvm::SmallVector<Extent> extents;
  /// Bytes that it does not leave, for a view whose shape says less than that of its source.
  std::optional<std::pair<Poly, Poly>> within;

  Poly low, high; ///< first byte and first byte behind
  std::optional<int64_t> lowBytes, highBytes;
  bool contiguous = false;

  void computeBounds();
  bool isBounded() const { return exact || within; }
  /// Views of it stay inside its bytes.
  void staysWithin(const MemRegion &source);
  /// Leaves one element of it.
  void narrowTo(llvm::ArrayRef<Poly> indices);
  bool operator==(const MemRegion &o) const;
};
using Regions = llvm::SmallVector<MemRegion, 1>;

int64_t bytesOf(mlir::Type elementType);

/// The whole of a base through a memref type; `sizes` are its dynamic dimensions.
MemRegion wholeOf(Base *base, mlir::MemRefType type, llvm::ArrayRef<Poly> sizes, Symbols &symbols);

/// True only when it is proved that no byte is in both.
bool areDisjoint(const MemRegion &a, const MemRegion &b, Symbols &symbols);

/// `bytes lo..hi` of the part that both reach, as far as it is known.
std::string describeOverlap(const MemRegion &a, const MemRegion &b);
std::string describeBytes(const MemRegion &region);

} // namespace syncflow::verification

#endif // SYNCFLOW_TRANSFORMS_VERIFICATION_RANGES_H
