// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#include "SyncFlow/Transforms/Passes.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace syncflow {
#define GEN_PASS_DEF_UNSHAREINITSPASS
#include "SyncFlow/Transforms/TaskPasses.h.inc"
} // namespace syncflow

using namespace mlir;

/// Gives every use but the first its own copy of the op.
static void clonePerUse(Operation *op) {
  SmallVector<OpOperand *> uses;
  for (OpOperand &use : op->getUses())
    uses.push_back(&use);
  if (uses.empty())
    return op->erase();
  for (OpOperand *use : llvm::drop_begin(uses)) {
    OpBuilder builder(use->getOwner());
    use->set(builder.clone(*op)->getResult(0));
  }
}

namespace {
struct UnshareInitsPass : syncflow::impl::UnshareInitsPassBase<UnshareInitsPass> {
  void runOnOperation() override {
    // Fills first: their copies share the empties that are then told apart.
    SmallVector<Operation *> fills, empties;
    getOperation()->walk([&](linalg::FillOp op) {
      if (op.hasPureTensorSemantics())
        fills.push_back(op);
    });
    llvm::for_each(fills, clonePerUse);
    getOperation()->walk([&](tensor::EmptyOp op) { empties.push_back(op); });
    llvm::for_each(empties, clonePerUse);
  }
};
} // namespace
