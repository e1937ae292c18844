// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// What a stock mlir-opt loads: --load-dialect-plugin and --load-pass-plugin.
#include "SyncFlow/InitAll.h"

#include "mlir/Config/mlir-config.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"

extern "C" LLVM_ATTRIBUTE_WEAK LLVM_ATTRIBUTE_VISIBILITY_DEFAULT mlir::DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "SyncFlow", LLVM_VERSION_STRING,
          [](mlir::DialectRegistry *registry) { syncflow::registerDialects(*registry); }};
}

extern "C" LLVM_ATTRIBUTE_WEAK LLVM_ATTRIBUTE_VISIBILITY_DEFAULT mlir::PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "SyncFlow", LLVM_VERSION_STRING, [] { syncflow::registerPasses(); }};
}
