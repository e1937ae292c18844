// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#include "SyncFlow/InitAll.h"

#include "SyncFlow/Conversion/Passes.h"
#include "SyncFlow/Dialect/SyncFlow/IR/SyncFlow.h"
#include "SyncFlow/Transforms/Passes.h"
#include "SyncFlow/Transforms/Pipelines.h"

void syncflow::registerDialects(mlir::DialectRegistry &registry) {
  registry.insert<SyncFlowDialect>();
  registerExternalModels(registry);
}

void syncflow::registerPasses() {
  registerSyncFlowTransformsPasses();
  registerSyncFlowTasksPasses();
  registerSyncFlowVerificationPasses();
  registerSyncFlowConversionPasses();
  registerSyncFlowHostPasses();
  registerPipelines();
}

void syncflow::registerAll(mlir::DialectRegistry &registry) {
  registerDialects(registry);
  registerPasses();
}
