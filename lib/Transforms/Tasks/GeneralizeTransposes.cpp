// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#include "SyncFlow/Transforms/Passes.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"

namespace syncflow {
#define GEN_PASS_DEF_GENERALIZETRANSPOSESPASS
#include "SyncFlow/Transforms/TaskPasses.h.inc"
} // namespace syncflow

using namespace mlir;

namespace {
struct GeneralizeTransposesPass : syncflow::impl::GeneralizeTransposesPassBase<GeneralizeTransposesPass> {
  void runOnOperation() override {
    SmallVector<linalg::LinalgOp> transposes;
    getOperation()->walk([&](linalg::TransposeOp op) { transposes.push_back(op); });
    IRRewriter rewriter(&getContext());
    for (linalg::LinalgOp op : transposes) {
      rewriter.setInsertionPoint(op);
      if (failed(linalg::generalizeNamedOp(rewriter, op)))
        return signalPassFailure();
    }
  }
};
} // namespace
