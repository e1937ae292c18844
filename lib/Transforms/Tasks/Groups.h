// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Groups of tensor ops that become one task (or one task per row tile).
#ifndef SYNCFLOW_LIB_TRANSFORMS_TASKS_GROUPS_H
#define SYNCFLOW_LIB_TRANSFORMS_TASKS_GROUPS_H

#include "RowAnalysis.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Block.h"

namespace syncflow {

struct GroupOptions {
  int64_t tiles = 1;
  double tileThreshold = 2e6;
  double tinyThreshold = 65536;
};

/// Large new results and where they are inserted: computed there, they need no copy, and nobody else has to wait for
/// the tensor as a whole.
using Placements = llvm::DenseMap<mlir::Value, mlir::tensor::InsertSliceOp>;

struct Group {
  llvm::SmallVector<mlir::Operation *> ops; ///< In block order.
  double work = 0;                          ///< Elementary operations.
  int64_t tiles = 1;
  bool viewsOnly = false; ///< Reshapes and slices alone: stays outside tasks.
};

/// Elementary operations of an op: what its loops run through, times the arithmetic of its body.
double workOf(mlir::Operation *op);

/// Costs nothing and is repeated wherever it is needed: tensor.empty, a fill of one, a splat constant.
bool isFree(mlir::Operation *op);

/// Reshape, slice or cast: looks at its source, computes nothing.
bool isView(mlir::Operation *op);

/// Belongs into a task.
bool isComputation(mlir::Operation *op);

Placements findPlacements(mlir::Block &block, const GroupOptions &options);

/// Groups the computations of a block (in block order); the result is acyclic and in a valid order of execution.
llvm::SmallVector<Group> formGroups(mlir::Block &block, llvm::ArrayRef<mlir::Operation *> computations,
                                    const RowAnalysis &rows, const GroupOptions &options);

} // namespace syncflow

#endif // SYNCFLOW_LIB_TRANSFORMS_TASKS_GROUPS_H
