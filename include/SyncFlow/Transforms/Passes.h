// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Passes over tasks: forming them, ordering them, placing them, giving them memory, proving them right.
#ifndef SYNCFLOW_TRANSFORMS_PASSES_H
#define SYNCFLOW_TRANSFORMS_PASSES_H

#include "SyncFlow/Dialect/SyncFlow/IR/SyncFlow.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

namespace syncflow {

#define GEN_PASS_DECL
#include "SyncFlow/Transforms/Passes.h.inc"
#define GEN_PASS_DECL
#include "SyncFlow/Transforms/TaskPasses.h.inc"
#define GEN_PASS_DECL
#include "SyncFlow/Transforms/VerificationPasses.h.inc"

#define GEN_PASS_REGISTRATION
#include "SyncFlow/Transforms/Passes.h.inc"
#define GEN_PASS_REGISTRATION
#include "SyncFlow/Transforms/TaskPasses.h.inc"
#define GEN_PASS_REGISTRATION
#include "SyncFlow/Transforms/VerificationPasses.h.inc"

} // namespace syncflow

#endif // SYNCFLOW_TRANSFORMS_PASSES_H
