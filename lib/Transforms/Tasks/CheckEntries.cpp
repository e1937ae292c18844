// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#include "SyncFlow/Dialect/SyncFlow/IR/Elements.h"
#include "SyncFlow/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"

namespace syncflow {
#define GEN_PASS_DEF_CHECKENTRIESPASS
#include "SyncFlow/Transforms/TaskPasses.h.inc"
} // namespace syncflow

using namespace mlir;
using namespace syncflow;

namespace {

/// What to write instead of a TOSA op that upstream has no lowering for; empty for the others.
StringRef insteadOf(Operation *op) {
  StringRef name = op->getName().stripDialect();
  if (name == "custom")
    return "write the ops that it stands for";
  if (name.starts_with("variable"))
    return "entries keep nothing from run to run: pass it as an argument and return it";
  if (name == "dim" || (name.ends_with("_shape") && name != "const_shape"))
    return "give the shape as tosa.const_shape";
  if (name.ends_with("_block_scaled"))
    return "use tosa.cast and tosa.matmul";
  auto isOpen = [](Type type) { return isa<ShapedType>(type) && !cast<ShapedType>(type).hasStaticShape(); };
  if (isa<tosa::ApplyScaleOp>(op) && llvm::any_of(op->getOperandTypes(), isOpen))
    return "use it on tensors of static shape, or tosa.rescale";
  if (auto rescale = dyn_cast<tosa::RescaleOp>(op);
      rescale && rescale.getRoundingMode() == tosa::RoundingMode::INEXACT_ROUND)
    return "use SINGLE_ROUND or DOUBLE_ROUND";
  if (auto conversion = dyn_cast<tosa::CastOp>(op)) {
    Type from = getElementTypeOrSelf(conversion.getInput()), to = getElementTypeOrSelf(conversion.getType());
    if ((from.isF16() && to.isBF16()) || (from.isBF16() && to.isF16()))
      return "cast to f32 first";
  }
  return "";
}

bool canCross(Type element) { return element.isIndex() || elementOf(element); }

struct CheckEntriesPass : syncflow::impl::CheckEntriesPassBase<CheckEntriesPass> {
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    for (auto global : getOperation().getOps<ml_program::GlobalOp>())
      if (global.getIsMutable()) {
        global.emitError() << "@" << global.getSymName()
                           << " is mutable; entries keep nothing from run to run: pass it as an argument and return it";
        signalPassFailure();
      }
    getOperation().walk([&](Operation *op) {
      if (!isa_and_nonnull<tosa::TosaDialect>(op->getDialect()) || insteadOf(op).empty())
        return;
      op->emitError() << "'" << op->getName() << "' has no lowering here: " << insteadOf(op);
      signalPassFailure();
    });
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (failed(checkTypes(function)) || failed(checkCalls(function, symbols)))
        signalPassFailure();
  }

private:
  LogicalResult checkTypes(func::FuncOp function) {
    if (function.isPrivate() || function.isDeclaration())
      return success();
    auto check = [&](TypeRange types, StringRef what) -> LogicalResult {
      for (auto [i, type] : llvm::enumerate(types))
        if (auto shaped = dyn_cast<ShapedType>(type); shaped && !canCross(shaped.getElementType()))
          return function.emitError() << what << " " << i << " of entry @" << function.getSymName()
                                      << " has elements of type " << shaped.getElementType()
                                      << "; entries take f16, bf16, f32, f64, index, i1 and i8 to i64";
      return success();
    };
    return failure(failed(check(function.getArgumentTypes(), "argument")) ||
                   failed(check(function.getResultTypes(), "result")));
  }

  /// Calls are inlined, which has to come to an end.
  LogicalResult checkCalls(func::FuncOp function, SymbolTable &symbols) {
    SmallVector<func::FuncOp> work{function};
    llvm::SmallDenseSet<Operation *> seen;
    while (!work.empty()) {
      WalkResult result = work.pop_back_val()->walk([&](func::CallOp call) {
        auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
        if (callee == function) {
          call.emitError()
              << "@" << function.getSymName()
              << " calls itself, directly or through others; SyncFlow takes programs without recursion: make it a loop";
          return WalkResult::interrupt();
        }
        if (callee && seen.insert(callee).second)
          work.push_back(callee);
        return WalkResult::advance();
      });
      if (result.wasInterrupted())
        return failure();
    }
    return success();
  }
};

} // namespace
