// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Passes that take a module from one dialect, or phase, to the next.
#ifndef SYNCFLOW_CONVERSION_PASSES_H
#define SYNCFLOW_CONVERSION_PASSES_H

#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Pass/Pass.h"

namespace syncflow {

#define GEN_PASS_DECL
#include "SyncFlow/Conversion/Passes.h.inc"
#define GEN_PASS_DECL
#include "SyncFlow/Conversion/HostPasses.h.inc"
#define GEN_PASS_REGISTRATION
#include "SyncFlow/Conversion/Passes.h.inc"
#define GEN_PASS_REGISTRATION
#include "SyncFlow/Conversion/HostPasses.h.inc"

/// From the runtime phase to the LLVM dialect, on a module.
void buildLowerToLLVMPipeline(mlir::OpPassManager &manager);

} // namespace syncflow

#endif // SYNCFLOW_CONVERSION_PASSES_H
