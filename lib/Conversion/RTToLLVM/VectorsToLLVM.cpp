// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#include "SyncFlow/Conversion/Passes.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;

namespace syncflow {
#define GEN_PASS_DEF_VECTORSTOLLVMPASS
#include "SyncFlow/Conversion/Passes.h.inc"
} // namespace syncflow

static OpPassManager lowering() {
  OpPassManager manager(LLVM::LLVMFuncOp::getOperationName());
  ConvertVectorToLLVMPassOptions options;
  options.reassociateFPReductions = true;
  manager.addPass(createConvertVectorToLLVMPass(options));
  return manager;
}

namespace {
struct VectorsToLLVM : syncflow::impl::VectorsToLLVMPassBase<VectorsToLLVM> {
  void getDependentDialects(DialectRegistry &registry) const override { lowering().getDependentDialects(registry); }

  void runOnOperation() override {
    bool vectors =
        getOperation()
            .walk([](Operation *op) {
              return isa<vector::VectorDialect>(op->getDialect()) ? WalkResult::interrupt() : WalkResult::advance();
            })
            .wasInterrupted();
    OpPassManager manager = lowering();
    if (vectors && failed(runPipeline(manager, getOperation())))
      signalPassFailure();
  }
};
} // namespace
