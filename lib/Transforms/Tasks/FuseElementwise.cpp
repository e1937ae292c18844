// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#include "SyncFlow/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/IR/LinalgInterfaces.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace syncflow {
#define GEN_PASS_DEF_FUSEELEMENTWISEPASS
#include "SyncFlow/Transforms/TaskPasses.h.inc"
} // namespace syncflow

using namespace mlir;

/// Only casts: cheaper to repeat than to store.
static bool isCast(Operation *op) {
  auto generic = dyn_cast<linalg::GenericOp>(op);
  return generic && llvm::all_of(*generic.getBody(), [](Operation &o) {
           return isa<arith::ExtFOp, arith::TruncFOp, arith::SIToFPOp, arith::UIToFPOp, arith::ExtSIOp, arith::ExtUIOp,
                      arith::IndexCastOp, linalg::YieldOp>(o);
         });
}

static bool mayFuse(OpOperand *operand) {
  auto consumer = dyn_cast<linalg::LinalgOp>(operand->getOwner());
  Operation *producer = operand->get().getDefiningOp();
  if (!consumer || !producer || linalg::isaContractionOpInterface(consumer) ||
      linalg::isaConvolutionOpInterface(consumer))
    return false;
  // A producer that checks something would stay behind, checked twice.
  if (!isMemoryEffectFree(producer))
    return false;
  // In a loop around the consumer, or for every element of a broadcast, it would run more often than it does now.
  AffineMap map = consumer.getMatchingIndexingMap(operand);
  bool once = map.isPermutation() && producer->getBlock() == consumer->getBlock();
  return (once && producer->hasOneUse()) || isCast(producer);
}

namespace {
struct FuseElementwisePass : syncflow::impl::FuseElementwisePassBase<FuseElementwisePass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    linalg::populateElementwiseOpsFusionPatterns(patterns, mayFuse);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
