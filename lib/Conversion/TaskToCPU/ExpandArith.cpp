// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#include "SyncFlow/Conversion/Passes.h"

#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace syncflow {
#define GEN_PASS_DEF_EXPANDARITHPASS
#include "SyncFlow/Conversion/HostPasses.h.inc"
} // namespace syncflow

using namespace mlir;

namespace {
/// Upstream's expansion knows bf16 and f32 only.
template <typename OpT> struct ByWayOfF32 : OpRewritePattern<OpT> {
  using OpRewritePattern<OpT>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpT op, PatternRewriter &rewriter) const override {
    Type from = getElementTypeOrSelf(op.getIn()), to = getElementTypeOrSelf(op.getType());
    if (!(from.isF64() && to.isBF16()) && !(from.isBF16() && to.isF64()))
      return failure();
    Type between = rewriter.getF32Type();
    if (auto shaped = dyn_cast<ShapedType>(op.getType()))
      between = shaped.clone(between);
    Value half = OpT::create(rewriter, op.getLoc(), between, op.getIn());
    rewriter.replaceOpWithNewOp<OpT>(op, op.getType(), half);
    return success();
  }
};

struct ExpandArithPass : syncflow::impl::ExpandArithPassBase<ExpandArithPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    arith::populateCeilFloorDivExpandOpsPatterns(patterns);
    patterns.add<ByWayOfF32<arith::TruncFOp>, ByWayOfF32<arith::ExtFOp>>(&getContext());
    arith::populateExpandBFloat16Patterns(patterns);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
