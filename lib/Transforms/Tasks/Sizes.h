// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Sizes of tensors, followed back to those of a function's arguments.
#ifndef SYNCFLOW_LIB_TRANSFORMS_TASKS_SIZES_H
#define SYNCFLOW_LIB_TRANSFORMS_TASKS_SIZES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/SetVector.h"

namespace syncflow {

/// Sizes as values at the start of a function, made of the sizes of its arguments. The same computation is the same
/// value: what has one size by construction has one value here. Values are made as they are asked for; those that
/// nobody uses are left to canonicalization.
class Sizes {
public:
  explicit Sizes(mlir::func::FuncOp function);

  /// Null when the size is not known at the start. Loops are taken to keep the sizes that they carry.
  mlir::OpFoldResult of(mlir::Value tensor, int64_t d);

  /// A scalar as one at the start, an i64 as an index; null when it depends on more than sizes.
  mlir::OpFoldResult of(mlir::OpFoldResult scalar);

  mlir::OpFoldResult apply(mlir::AffineExpr expression, llvm::ArrayRef<mlir::OpFoldResult> operands);
  mlir::OpFoldResult least(mlir::OpFoldResult a, int64_t b);

  /// Sums and products of sizes are not; a difference may be.
  bool mayBeNegative(mlir::OpFoldResult v);

  /// Whether the value is one of those that this object has made, or a constant.
  bool areOurs(mlir::OpFoldResult v) const;

  /// Where values of sizes are known.
  mlir::OpBuilder builder;

private:
  mlir::OpFoldResult compute(mlir::Value tensor, int64_t d);
  mlir::OpFoldResult ofArgument(mlir::BlockArgument argument, int64_t d);
  mlir::OpFoldResult rebuild(mlir::Value scalar);
  mlir::OpFoldResult rebuildNumber(mlir::Operation *op, llvm::ArrayRef<mlir::OpFoldResult> operands);
  mlir::OpFoldResult rebuildTruth(mlir::Operation *op, llvm::ArrayRef<mlir::OpFoldResult> operands);
  mlir::OpFoldResult choose(mlir::Value condition, mlir::OpFoldResult a, mlir::OpFoldResult b);
  mlir::OpFoldResult shared(mlir::OpFoldResult result);
  bool computeNegative(mlir::Operation *op);

  mlir::Location loc;
  llvm::DenseMap<std::pair<mlir::Value, int64_t>, mlir::OpFoldResult> dims;
  llvm::DenseMap<mlir::Value, mlir::OpFoldResult> values;
  llvm::DenseMap<mlir::Value, bool> negative;
  llvm::SetVector<mlir::Operation *> made;
};

} // namespace syncflow

#endif // SYNCFLOW_LIB_TRANSFORMS_TASKS_SIZES_H
