// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Groups of tensor ops that become one task (or one task per row tile).
#ifndef SYNCFLOW_LIB_TRANSFORMS_TASKS_GROUPS_H
#define SYNCFLOW_LIB_TRANSFORMS_TASKS_GROUPS_H

#include "RowAnalysis.h"

#include "mlir/IR/Block.h"

namespace syncflow {

struct GroupOptions {
  int64_t tiles = 1;
  double tileThreshold = 2e6;
  double tinyThreshold = 65536;
};

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

/// Groups the computations of a block; the result is acyclic and in a valid order of execution.
llvm::SmallVector<Group> formGroups(mlir::Block &block, const RowAnalysis &rows, const GroupOptions &options);

} // namespace syncflow

#endif // SYNCFLOW_LIB_TRANSFORMS_TASKS_GROUPS_H
