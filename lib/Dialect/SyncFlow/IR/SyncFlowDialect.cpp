// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Registration of the dialect.
#include "SyncFlow/Dialect/SyncFlow/IR/SyncFlow.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace syncflow;

#include "SyncFlow/Dialect/SyncFlow/IR/SyncFlowDialect.cpp.inc"
#include "SyncFlow/Dialect/SyncFlow/IR/SyncFlowInterfaces.cpp.inc"
#define GET_TYPEDEF_CLASSES
#include "SyncFlow/Dialect/SyncFlow/IR/SyncFlowTypes.cpp.inc"

void SyncFlowDialect::initialize() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "SyncFlow/Dialect/SyncFlow/IR/SyncFlowTypes.cpp.inc"
      >();
  registerContractAttributes();
  addOperations<
#define GET_OP_LIST
#include "SyncFlow/Dialect/SyncFlow/IR/SyncFlowOps.cpp.inc"
      >();
}
