// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// The last guard: an op that nobody lowered is named here, not by the translation as a type that does not fit.
#include "SyncFlow/Conversion/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;

namespace syncflow {
#define GEN_PASS_DEF_CHECKLOWEREDPASS
#include "SyncFlow/Conversion/Passes.h.inc"
} // namespace syncflow

namespace {
struct CheckLowered : syncflow::impl::CheckLoweredPassBase<CheckLowered> {
  void runOnOperation() override {
    llvm::StringSet<> named;
    Operation *leftCast = nullptr;
    getOperation()->walk([&](Operation *op) {
      if (isa<ModuleOp>(op) || isa_and_nonnull<LLVM::LLVMDialect>(op->getDialect()))
        return;
      // Casts stand around the culprits.
      if (isa<UnrealizedConversionCastOp>(op)) {
        leftCast = op;
        return;
      }
      if (named.insert(op->getName().getStringRef()).second)
        op->emitOpError()
            << "has no lowering to host code: express it in linalg, tensor, arith or math before tasks are "
               "formed, or give its library function as an external func.func";
    });
    if (named.empty() && leftCast)
      leftCast->emitError() << "a value of type " << leftCast->getOperand(0).getType() << " is left that is used as "
                            << leftCast->getResult(0).getType() << " and cannot be converted to it";
    if (!named.empty() || leftCast)
      signalPassFailure();
  }
};
} // namespace
