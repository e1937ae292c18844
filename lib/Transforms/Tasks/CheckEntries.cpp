// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#include "SyncFlow/Dialect/SyncFlow/IR/Elements.h"
#include "SyncFlow/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace syncflow {
#define GEN_PASS_DEF_CHECKENTRIESPASS
#include "SyncFlow/Transforms/TaskPasses.h.inc"
} // namespace syncflow

using namespace mlir;
using namespace syncflow;

namespace {

bool canCross(Type element) { return element.isIndex() || elementOf(element); }

struct CheckEntriesPass : syncflow::impl::CheckEntriesPassBase<CheckEntriesPass> {
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
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
