// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Which dimension of each tensor op, and of each tensor, carries the independent rows. Rows start at an op whose inputs
// have none and are followed forward through indexing maps and reshapes.
#ifndef SYNCFLOW_LIB_TRANSFORMS_TASKS_ROWANALYSIS_H
#define SYNCFLOW_LIB_TRANSFORMS_TASKS_ROWANALYSIS_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"

namespace syncflow {

/// Rows lie along `axis` (of a tensor; a loop of an op). One row of the op that started them is `unit` consecutive
/// indices there: collapsing [rows, 4] gives unit 4.
struct Rows {
  int64_t axis = -1;
  int64_t unit = 1;
  int64_t extent = 0; ///< Length of the axis; static.
  explicit operator bool() const { return axis >= 0; }
  bool operator==(const Rows &) const = default;
};

class RowAnalysis {
public:
  /// `ops`: the tensor ops of one block in order.
  explicit RowAnalysis(llvm::ArrayRef<mlir::Operation *> ops);

  /// Rows of a value; none for values that no analysed op defines.
  Rows of(mlir::Value value) const { return values.lookup(value); }

  /// Rows of an op's loops (of the result's axes for a reshape or slice).
  Rows of(mlir::Operation *op) const { return loops.lookup(op); }

  /// Does the owner, which has rows, read row r of the operand for its row r? False when the operand has other rows,
  /// none, or is read across rows.
  bool readsByRow(mlir::OpOperand &operand) const;

  /// Rows of the operand that the owner reads for its rows; none when it reads all of the operand for each row. Stays
  /// valid when the operand has been replaced.
  Rows ofOperand(mlir::OpOperand &operand) const;

private:
  void visit(mlir::Operation *op);
  llvm::DenseMap<mlir::Value, Rows> values;
  llvm::DenseMap<mlir::Operation *, Rows> loops;
  llvm::DenseMap<mlir::Operation *, Rows> sources; ///< Of reshapes and slices.
};

} // namespace syncflow

#endif // SYNCFLOW_LIB_TRANSFORMS_TASKS_ROWANALYSIS_H
