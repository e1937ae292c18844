// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// One task from one row tile of a group.
#ifndef SYNCFLOW_LIB_TRANSFORMS_TASKS_TASKBUILDER_H
#define SYNCFLOW_LIB_TRANSFORMS_TASKS_TASKBUILDER_H

#include "Groups.h"

#include "SyncFlow/Dialect/SyncFlow/IR/SyncFlow.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"

namespace syncflow {

/// Dynamic and static sizes of a tensor, from what is known before the value is computed.
llvm::SmallVector<mlir::OpFoldResult> shapeOf(mlir::OpBuilder &builder, mlir::Value tensor);

/// Builds the tasks of one group at the builder's place and returns, per escaping value of the group, the assembled
/// tensor.
class TaskBuilder {
public:
  TaskBuilder(mlir::OpBuilder &builder, const Group &group, const RowAnalysis &rows, const Placements &placements,
              llvm::StringRef name);

  /// Values of the group that others use, and what replaces them.
  llvm::SmallVector<std::pair<mlir::Value, mlir::Value>> build();

private:
  struct Tile {
    int64_t index, count;
    /// First index and length along an axis of rows.
    int64_t begin(Rows rows) const { return rows.extent / rows.unit * index / count * rows.unit; }
    int64_t size(Rows rows) const { return Tile{index + 1, count}.begin(rows) - begin(rows); }
  };

  void findEscaping();
  mlir::Value updatedValue(mlir::Value value);
  mlir::Value destinationOf(mlir::Value escaping);
  mlir::Value slice(mlir::Value tensor, Rows along, Tile tile);
  TaskOp buildTile(Tile tile);
  double modelWork();
  mlir::Operation *mainOp();
  void cloneOp(mlir::Operation *op, Tile tile);
  void cloneStructured(mlir::Operation *op, Tile tile);
  void cloneReshape(mlir::Operation *op, Tile tile);
  mlir::Value initFor(mlir::Operation *op, mlir::OpOperand &init, Tile tile);
  /// The task's argument for a value from outside, cut to the tile when rows run along it.
  mlir::Value capture(mlir::Value value, Rows along, Tile tile);
  mlir::Value viewInside(mlir::Value value, Tile tile);
  mlir::Value rebuild(mlir::Value value, Rows along, Tile tile);
  mlir::Value inside(mlir::OpOperand &operand, Tile tile);
  mlir::RankedTensorType tileType(mlir::Value tensor, Tile tile);
  bool isMember(mlir::Operation *op) const { return op && members.contains(op); }

  mlir::OpBuilder &builder;
  const Group &group;
  const RowAnalysis &rows;
  const Placements &placements;
  llvm::StringRef name;
  llvm::SmallPtrSet<mlir::Operation *, 32> members;
  llvm::SmallVector<mlir::Value> escaping;
  llvm::DenseMap<mlir::Value, mlir::Value> assembled; ///< Escaping value -> tensor that its tiles go into.

  // While one tile is built.
  TaskOp task;
  mlir::OpBuilder body;
  mlir::IRMapping mapping;
  llvm::DenseMap<std::pair<mlir::Value, int64_t>, mlir::Value> captured;
  llvm::DenseMap<mlir::Value, mlir::Value> destinations; ///< Escaping value -> task argument.
  double work = 0;                                       ///< Arithmetic of the task so far; moving data is none.
};

} // namespace syncflow

#endif // SYNCFLOW_LIB_TRANSFORMS_TASKS_TASKBUILDER_H
