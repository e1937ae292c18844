// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// The MLIR language server with the syncflow dialect: diagnostics, completion and navigation in an editor.
#include "SyncFlow/InitAll.h"
#include "UpstreamRegistration.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  syncflow::registerUpstreamDialects(registry);
  syncflow::registerDialects(registry);
  return mlir::MlirLspServerMain(argc, argv, registry).failed() ? 1 : 0;
}
