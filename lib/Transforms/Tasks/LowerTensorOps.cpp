// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#include "SyncFlow/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace syncflow {
#define GEN_PASS_DEF_LOWERTENSOROPSPASS
#include "SyncFlow/Transforms/TaskPasses.h.inc"
} // namespace syncflow

using namespace mlir;
using namespace syncflow;

/// Ops on tensors that later passes understand.
static bool isLowerable(Operation *op) {
  StringRef dialect = op->getName().getDialectNamespace();
  if (llvm::is_contained(
          {"linalg", "syncflow", "scf", "shard", "func", "bufferization", "ml_program", "arith", "builtin"}, dialect))
    return true;
  return isa<tensor::EmptyOp, tensor::ExtractOp, tensor::ExtractSliceOp, tensor::InsertSliceOp, tensor::ExpandShapeOp,
             tensor::CollapseShapeOp, tensor::CastOp, tensor::DimOp, tensor::FromElementsOp, tensor::SplatOp,
             tensor::InsertOp, tensor::ReshapeOp, tensor::RankOp>(op);
}

namespace {
/// x * c / c is x: sizes do not overflow. Exporters leave such round trips through element counts, and what is left of
/// them hides that two sizes are equal.
template <typename DivOp> struct FoldExactDivision : OpRewritePattern<DivOp> {
  using OpRewritePattern<DivOp>::OpRewritePattern;
  LogicalResult matchAndRewrite(DivOp op, PatternRewriter &rewriter) const override {
    auto product = op.getLhs().template getDefiningOp<arith::MulIOp>();
    APInt divisor, factor;
    if (!product || !op.getType().isIndex() || !matchPattern(op.getRhs(), m_ConstantInt(&divisor)) ||
        !matchPattern(product.getRhs(), m_ConstantInt(&factor)) || divisor != factor || divisor.isZero())
      return failure();
    rewriter.replaceOp(op, product.getLhs());
    return success();
  }
};

struct LowerTensorOpsPass : syncflow::impl::LowerTensorOpsPassBase<LowerTensorOpsPass> {
  void runOnOperation() override {
    if (failed(decomposeSoftmax()))
      return signalPassFailure();
    defineWindows();
    RewritePatternSet patterns(&getContext());
    linalg::populateDecomposePadPatterns(patterns);
    tensor::populateDecomposeTensorConcatPatterns(patterns);
    tensor::populateFoldTensorEmptyPatterns(patterns);
    patterns.add<FoldExactDivision<arith::DivSIOp>, FoldExactDivision<arith::DivUIOp>,
                 FoldExactDivision<arith::FloorDivSIOp>>(&getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      return signalPassFailure();
    WalkResult result = getOperation()->walk([&](Operation *op) {
      bool touchesTensors = llvm::any_of(op->getOperandTypes(), llvm::IsaPred<TensorType>) ||
                            llvm::any_of(op->getResultTypes(), llvm::IsaPred<TensorType>);
      if (!touchesTensors || isLowerable(op))
        return WalkResult::advance();
      op->emitError() << "'" << op->getName()
                      << "' on tensors has no lowering here; lower it to linalg, tensor or tosa first";
      return WalkResult::interrupt();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }

private:
  /// The window of a pooling has a shape and no contents, but a task that is given it reads it all the same.
  void defineWindows() {
    getOperation()->walk([&](linalg::LinalgOp op) {
      for (OpOperand *input : op.getDpsInputOperands()) {
        auto empty = input->get().getDefiningOp<tensor::EmptyOp>();
        auto type = dyn_cast<RankedTensorType>(input->get().getType());
        if (!empty || !type.hasStaticShape() || op.payloadUsesValueFromOperand(input))
          continue;
        OpBuilder builder(op);
        input->set(arith::ConstantOp::create(builder, op.getLoc(), builder.getZeroAttr(type)));
      }
    });
  }

  /// Maximum, exponentials, sum and quotient: ops that fuse and tile.
  LogicalResult decomposeSoftmax() {
    SmallVector<linalg::SoftmaxOp> ops;
    getOperation()->walk([&](linalg::SoftmaxOp op) {
      if (op.hasPureTensorSemantics())
        ops.push_back(op);
    });
    IRRewriter rewriter(&getContext());
    for (linalg::SoftmaxOp op : ops) {
      rewriter.setInsertionPoint(op);
      FailureOr<SmallVector<Value>> parts = op.decomposeOperation(rewriter);
      if (failed(parts))
        return failure();
      rewriter.replaceOp(op, *parts);
    }
    return success();
  }
};
} // namespace
