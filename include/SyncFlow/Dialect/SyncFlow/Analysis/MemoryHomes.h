// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// In which memory of the topology an object lives, and who reaches it.
#ifndef SYNCFLOW_DIALECT_SYNCFLOW_ANALYSIS_MEMORYHOMES_H
#define SYNCFLOW_DIALECT_SYNCFLOW_ANALYSIS_MEMORYHOMES_H

#include "SyncFlow/Dialect/SyncFlow/Analysis/Ranges.h"
#include "SyncFlow/Dialect/SyncFlow/IR/SyncFlow.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace syncflow {

/// Arguments, globals, what the host itself touches and everything else that exists before the first task live in the
/// first device's own memory. A buffer lives in the own memory of the first device whose task (not transfer: that one
/// fills it from afar) touches it.
class MemoryHomes {
public:
  MemoryHomes(mlir::FunctionOpInterface function, DeviceOp first);

  /// Gives buffers without a home that `op` touches the own memory of the device it runs on.
  void touch(mlir::Operation *op, DeviceOp device);
  /// The device reads and writes the memory without a transfer.
  bool reaches(DeviceOp device, mlir::Value memref);
  /// The memory that holds the buffer; null when the topology names none.
  mlir::StringAttr homeOf(mlir::Value buffer);
  /// The first memref of `op` that the device does not reach; null when it reaches all. Transfers reach everything.
  mlir::Value unreachable(mlir::Operation *op, DeviceOp device);

private:
  static mlir::StringAttr ownMemory(DeviceOp device);

  RangeAnalysis ranges{RangeAnalysis::Identity::logical};
  mlir::StringAttr first;
  llvm::DenseMap<Origin, mlir::StringAttr> homes;
};

} // namespace syncflow

#endif // SYNCFLOW_DIALECT_SYNCFLOW_ANALYSIS_MEMORYHOMES_H
