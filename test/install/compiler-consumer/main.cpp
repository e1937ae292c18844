// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
//   compiler-consumer FILE PIPELINE
// Parses and verifies a module, runs a pass pipeline over it and prints how many tasks and waits it then has.
#include "SyncFlow/Conversion/Passes.h"
#include "SyncFlow/Dialect/SyncFlow/IR/SyncFlow.h"
#include "SyncFlow/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

int main(int argc, char **argv) {
  if (argc != 3) {
    llvm::errs() << "usage: " << argv[0] << " FILE PIPELINE\n";
    return 2;
  }
  syncflow::registerSyncFlowTransformsPasses();
  syncflow::registerSyncFlowConversionPasses();

  mlir::DialectRegistry registry;
  registry.insert<mlir::func::FuncDialect, mlir::linalg::LinalgDialect, syncflow::SyncFlowDialect>();
  syncflow::registerExternalModels(registry);
  mlir::MLIRContext context(registry);
  mlir::OwningOpRef<mlir::ModuleOp> module = mlir::parseSourceFile<mlir::ModuleOp>(argv[1], &context);
  if (!module)
    return 1;
  mlir::FailureOr<mlir::OpPassManager> pipeline = mlir::parsePassPipeline(argv[2]);
  if (mlir::failed(pipeline))
    return 1;
  mlir::PassManager manager(&context);
  static_cast<mlir::OpPassManager &>(manager) = *pipeline;
  if (mlir::failed(manager.run(*module)))
    return 1;

  unsigned tasks = 0, waits = 0;
  module->walk([&](syncflow::TaskOp) { ++tasks; });
  module->walk([&](syncflow::WaitOp) { ++waits; });
  llvm::outs() << "tasks " << tasks << ", waits " << waits << "\n";
  return 0;
}
