// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#include "SyncFlow/Transforms/Passes.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace syncflow {
#define GEN_PASS_DEF_ALLOCATEINITSPASS
#include "SyncFlow/Transforms/TaskPasses.h.inc"
} // namespace syncflow

using namespace mlir;

namespace {
struct AllocateInitsPass : syncflow::impl::AllocateInitsPassBase<AllocateInitsPass> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    getOperation()->walk([&](tensor::EmptyOp op) {
      rewriter.setInsertionPoint(op);
      rewriter.replaceOpWithNewOp<bufferization::AllocTensorOp>(op, op.getType(), op.getDynamicSizes());
    });
  }
};
} // namespace
