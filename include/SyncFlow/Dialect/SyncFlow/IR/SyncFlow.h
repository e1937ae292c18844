// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// The syncflow dialect: types, attributes, interfaces and ops.
#ifndef SYNCFLOW_DIALECT_SYNCFLOW_IR_SYNCFLOW_H
#define SYNCFLOW_DIALECT_SYNCFLOW_IR_SYNCFLOW_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

namespace syncflow {

/// One access of an op to memory: the memref it goes through, and what it does. The byte range follows from the value
/// (Analysis/Ranges.h).
struct Access {
  mlir::Value memref;
  bool reads = false;
  bool writes = false;
};

} // namespace syncflow

#include "SyncFlow/Dialect/SyncFlow/IR/SyncFlowDialect.h.inc"
#include "SyncFlow/Dialect/SyncFlow/IR/SyncFlowEnums.h.inc"
#define GET_TYPEDEF_CLASSES
#include "SyncFlow/Dialect/SyncFlow/IR/SyncFlowTypes.h.inc"
#define GET_ATTRDEF_CLASSES
#include "SyncFlow/Dialect/SyncFlow/IR/SyncFlowAttrs.h.inc"

#include "SyncFlow/Dialect/SyncFlow/IR/SyncFlowInterfaces.h.inc"
#define GET_OP_CLASSES
#include "SyncFlow/Dialect/SyncFlow/IR/SyncFlowOps.h.inc"

namespace syncflow {

/// Attaches interfaces from outside: bufferization to the collectives, and what `registerAccessModels` does.
void registerExternalModels(mlir::DialectRegistry &registry);
/// Attaches the access and contract interfaces to memref.copy, linalg on buffers, and func.call (through a summary of
/// its callee). Their contract is the attribute `syncflow.contract`.
void registerAccessModels(mlir::DialectRegistry &registry);

} // namespace syncflow

#endif // SYNCFLOW_DIALECT_SYNCFLOW_IR_SYNCFLOW_H
