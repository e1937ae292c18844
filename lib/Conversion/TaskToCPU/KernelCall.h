// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// What every call of the kernel library needs: addresses and strides of memrefs, and the declaration of what is called.
#ifndef SYNCFLOW_CONVERSION_TASKTOCPU_KERNELCALL_H
#define SYNCFLOW_CONVERSION_TASKTOCPU_KERNELCALL_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"

namespace syncflow {

/// Position of a loop among the results of a map; -1 when no result is just that loop.
int64_t positionOfLoop(mlir::AffineMap map, unsigned loop);

/// Is the result zeroed by a fill before, with nothing in between that touches it? Then the fill goes: kernels
/// overwrite.
bool dropZeroFill(mlir::linalg::LinalgOp op);

/// The structured ops of all task bodies of the module.
llvm::SmallVector<mlir::linalg::LinalgOp> opsOfBodies(mlir::ModuleOp module);

/// Every operand is a memref with strides, of elements of the given type.
bool hasStridedOperands(mlir::linalg::LinalgOp op, mlir::Type element);

class KernelCall {
public:
  /// Where a memref's elements lie.
  struct Layout {
    mlir::Value address;                           ///< Of the first element, index.
    llvm::SmallVector<mlir::OpFoldResult> strides; ///< In elements.
  };

  KernelCall(mlir::OpBuilder &builder, mlir::Location loc) : builder(builder), loc(loc) {}

  mlir::Value index(int64_t v);
  mlir::Value i64(mlir::OpFoldResult v);
  /// Extent of a loop of the op, index, from the first operand that has it.
  mlir::Value extent(mlir::linalg::LinalgOp op, unsigned loop);
  /// The memref's type must have strides.
  Layout layoutOf(mlir::Value memref);
  mlir::Value pointer(mlir::Value address);
  /// A call of an entry of the library, declared in the module on first use.
  void emit(llvm::StringRef name, mlir::ValueRange arguments);

private:
  mlir::OpBuilder &builder;
  mlir::Location loc;
};

} // namespace syncflow

#endif // SYNCFLOW_CONVERSION_TASKTOCPU_KERNELCALL_H
