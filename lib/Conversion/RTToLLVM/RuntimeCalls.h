// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Calls of the runtime from compiled code. Names and signatures come from SyncFlow/ABI/Entrypoints.def.
#ifndef SYNCFLOW_CONVERSION_RTTOLLVM_RUNTIMECALLS_H
#define SYNCFLOW_CONVERSION_RTTOLLVM_RUNTIMECALLS_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/SymbolTable.h"

namespace syncflow {

/// Every entry point of the runtime, by its C name.
enum class RuntimeEntry {
#define SFLOW_ENTRY(NAME, RESULT, PARAMETERS) NAME,
#include "SyncFlow/ABI/Entrypoints.def"
#undef SFLOW_ENTRY
};

/// Calls the entry point, declaring it first where the module does not. The result is null for void.
mlir::Value callRuntime(mlir::OpBuilder &builder, mlir::Location loc, mlir::SymbolTable &symbols, RuntimeEntry entry,
                        mlir::ValueRange arguments);

} // namespace syncflow

#endif // SYNCFLOW_CONVERSION_RTTOLLVM_RUNTIMECALLS_H
