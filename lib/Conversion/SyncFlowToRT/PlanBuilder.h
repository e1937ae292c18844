// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// One plan from one run of placed asynchronous ops.
#ifndef SYNCFLOW_LIB_CONVERSION_SYNCFLOWTORT_PLANBUILDER_H
#define SYNCFLOW_LIB_CONVERSION_SYNCFLOWTORT_PLANBUILDER_H

#include "SyncFlow/Dialect/SyncFlow/Analysis/CostModel.h"
#include "SyncFlow/Dialect/SyncFlow/Analysis/Dependence.h"
#include "SyncFlow/Dialect/SyncFlow/IR/SyncFlow.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"

namespace syncflow {

/// Task bodies of a module as functions; equal bodies are one function.
class BodyTable {
public:
  explicit BodyTable(mlir::ModuleOp module) : module(module) {}
  mlir::FlatSymbolRefAttr get(TaskOp task);
  mlir::FlatSymbolRefAttr getCopy(TransferOp transfer);

private:
  mlir::FlatSymbolRefAttr intern(mlir::func::FuncOp function);
  mlir::ModuleOp module;
  llvm::StringMap<std::string> known;
  unsigned count = 0;
};

class PlanBuilder {
public:
  PlanBuilder(mlir::ModuleOp module, BodyTable &bodies, const CostModel &costs, const DataPredecessors &predecessors)
      : module(module), bodies(bodies), costs(costs), predecessors(predecessors) {}

  /// Builds the plan of `ops` (in order, of one block), and its launch before `end`.
  mlir::LogicalResult build(llvm::StringRef name, llvm::ArrayRef<AsyncOpInterface> ops, mlir::Operation *end,
                            mlir::DictionaryAttr stats, bool releases);

private:
  struct Arg {
    int64_t word, offset;
  };
  mlir::FailureOr<int64_t> streamOf(AsyncOpInterface op);
  mlir::LogicalResult addTask(AsyncOpInterface op);
  void addWaits(AsyncOpInterface op, int64_t stream, llvm::SmallVectorImpl<int64_t> &waits);
  void addMemref(mlir::Value memref, llvm::SmallVectorImpl<int64_t> &args);
  void addScalar(mlir::Value value, llvm::SmallVectorImpl<int64_t> &args);
  Arg address(mlir::Value memref);
  int64_t wordOf(mlir::Value value);
  mlir::LogicalResult collectiveArgs(CollectiveOpInterface op, llvm::SmallVectorImpl<int64_t> &args);
  llvm::SmallVector<int64_t> releaseTable();

  mlir::ModuleOp module;
  BodyTable &bodies;
  const CostModel &costs;
  const DataPredecessors &predecessors;
  mlir::OpBuilder *builder = nullptr; ///< Host code before the launch.
  mlir::Block *block = nullptr;
  llvm::SmallVector<AsyncOpInterface> tasks;
  llvm::DenseMap<mlir::Operation *, int64_t> index; ///< Op -> position in the plan.
  llvm::DenseMap<mlir::Operation *, int64_t> placeInStream;
  llvm::SmallVector<int64_t> streams; ///< Four numbers each.
  llvm::SmallVector<int64_t> streamLengths;
  llvm::MapVector<mlir::Value, int64_t> words;
  llvm::SmallVector<mlir::NamedAttrList> taskAttrs;
  llvm::SmallVector<mlir::Location> locations;
  mlir::Value arena;
};

} // namespace syncflow

#endif // SYNCFLOW_LIB_CONVERSION_SYNCFLOWTORT_PLANBUILDER_H
