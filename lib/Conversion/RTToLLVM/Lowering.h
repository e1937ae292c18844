// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// What the parts of convert-syncflow-rt-to-llvm share. They run in this order: loops, bodies, entries, plans, module.
#ifndef SYNCFLOW_CONVERSION_RTTOLLVM_LOWERING_H
#define SYNCFLOW_CONVERSION_RTTOLLVM_LOWERING_H

#include "Tables.h"

#include "SyncFlow/Dialect/SyncFlow/IR/SyncFlow.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/MapVector.h"

namespace syncflow {

struct LoweredEntry {
  std::string name;   ///< As the caller spells it.
  std::string symbol; ///< Of the function.
  bool isLoad = false;
  mlir::ArrayAttr inputs, results, inputNames, resultNames;
  llvm::SetVector<mlir::StringAttr> plans; ///< In the order of their first launch.
};

struct Lowering {
  explicit Lowering(mlir::ModuleOp module)
      : module(module), symbols(module), types(module.getContext()), tables(module, symbols) {}

  mlir::ModuleOp module;
  mlir::SymbolTable symbols;
  mlir::LLVMTypeConverter types;
  Tables tables;
  std::string moduleName; ///< A C identifier.

  /// Words that the task of a body has to pass.
  llvm::DenseMap<mlir::StringAttr, unsigned> bodyWords;
  /// The one table of messages that all plans point to.
  std::vector<const char *> messages;
  const char *const *messageTable = nullptr;
  /// Groups, in the order of the module's table.
  llvm::MapVector<mlir::StringAttr, GroupOp> groups;
  std::vector<LoweredEntry> entries;
  uint64_t scheduleHash = 0;
};

/// Sizes and strides of a memref whose layout is strided; failure with an error otherwise.
struct MemRefShape {
  mlir::MemRefType type;
  llvm::SmallVector<int64_t> strides;
  int64_t offset = 0;

  static mlir::FailureOr<MemRefShape> of(mlir::Type type, mlir::Operation *user);
  unsigned dynamicSizes() const { return type.getNumDynamicDims(); }
  unsigned dynamicStrides() const { return llvm::count(strides, mlir::ShapedType::kDynamic); }
  /// Words of a memref argument of a body: the address, then dynamic sizes, then dynamic strides.
  unsigned words() const { return 1 + dynamicSizes() + dynamicStrides(); }
};

/// A memref value for memory whose first element lies at `address`. `sizes` and `strides` are i64, one per dynamic one
/// of the type; without `strides`, dynamic strides are those of a dense tensor.
mlir::Value buildMemRef(mlir::OpBuilder &builder, mlir::Location loc, const Lowering &lowering,
                        const MemRefShape &shape, mlir::Value address, mlir::ValueRange sizes,
                        std::optional<mlir::ValueRange> strides);

/// The address of a memref's first element.
mlir::Value firstElement(mlir::OpBuilder &builder, mlir::Location loc, const Lowering &lowering, mlir::Value memref);

/// Address, dynamic sizes and dynamic strides of a memref: what `buildMemRef` takes.
void explodeMemRef(mlir::OpBuilder &builder, mlir::Location loc, const Lowering &lowering, const MemRefShape &shape,
                   mlir::Value memref, llvm::SmallVectorImpl<mlir::Value> &words);

/// Between IR types that the later passes convert (index, memref) and LLVM's.
mlir::Value castTo(mlir::OpBuilder &builder, mlir::Location loc, mlir::Type type, mlir::Value value);

/// `func.func`s with `syncflow.loop` and the calls of them become functions on pointers.
mlir::LogicalResult lowerLoops(Lowering &lowering);
/// `func.func`s with `syncflow.body` become a function with noalias pointers and the wrapper that plans point to.
mlir::LogicalResult lowerBodies(Lowering &lowering);
/// `func.func`s with `syncflow.entry` or `syncflow.load` become host functions that call the runtime.
mlir::LogicalResult lowerEntries(Lowering &lowering);
/// `syncflow.rt.plan`s become constant `sflow_plan`s.
mlir::LogicalResult emitPlans(Lowering &lowering);
/// `sflow_<module>_metadata`.
mlir::LogicalResult emitModule(Lowering &lowering);

} // namespace syncflow

#endif // SYNCFLOW_CONVERSION_RTTOLLVM_LOWERING_H
