// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// sflow-opt: mlir-opt with the syncflow dialect, its passes and pipelines, and everything upstream.
#include "SyncFlow/InitAll.h"
#include "UpstreamRegistration.h"

#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  syncflow::registerUpstreamDialects(registry);
  syncflow::registerUpstreamPasses();
  syncflow::registerAll(registry);
  return mlir::asMainReturnCode(mlir::MlirOptMain(argc, argv, "SyncFlow optimizer driver\n", registry));
}
