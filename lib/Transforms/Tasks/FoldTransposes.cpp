// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#include "SyncFlow/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/IR/LinalgInterfaces.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace syncflow {
#define GEN_PASS_DEF_FOLDTRANSPOSESPASS
#include "SyncFlow/Transforms/TaskPasses.h.inc"
} // namespace syncflow

using namespace mlir;

namespace {

/// What a transposition reads, and its permutation: result dimension i is source dimension permutation[i].
struct Transposition {
  Value source;
  SmallVector<int64_t> permutation;
};

std::optional<Transposition> asTransposition(Value value) {
  Operation *op = value.getDefiningOp();
  if (auto named = dyn_cast_or_null<linalg::TransposeOp>(op))
    return Transposition{named.getInput(), SmallVector<int64_t>(named.getPermutation())};
  if (auto generic = dyn_cast_or_null<linalg::GenericOp>(op))
    if (auto permutation = linalg::isaTransposeOpInterface(generic))
      return Transposition{generic.getDpsInputs()[0], SmallVector<int64_t>(permutation->begin(), permutation->end())};
  return std::nullopt;
}

bool isContraction(Operation *op) {
  auto structured = dyn_cast_or_null<linalg::LinalgOp>(op);
  return structured && structured.getNumDpsInputs() == 2 && linalg::isaContractionOpInterface(structured);
}

/// The same contraction over other maps; its body (any element type, any casts) is kept.
linalg::GenericOp withMaps(RewriterBase &rewriter, linalg::LinalgOp op, ValueRange inputs, Value init,
                           ArrayRef<AffineMap> maps) {
  auto generic = linalg::GenericOp::create(rewriter, op.getLoc(), TypeRange{init.getType()}, inputs, ValueRange{init},
                                           maps, op.getIteratorTypesArray());
  rewriter.cloneRegionBefore(op->getRegion(0), generic.getRegion(), generic.getRegion().begin());
  return generic;
}

struct FoldIntoOperand : OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;
  LogicalResult matchAndRewrite(linalg::LinalgOp op, PatternRewriter &rewriter) const override {
    if (!isContraction(op))
      return failure();
    SmallVector<AffineMap> maps = op.getIndexingMapsArray();
    SmallVector<Value> inputs(op.getDpsInputs());
    bool changed = false;
    for (auto [input, map] : llvm::zip(inputs, maps)) {
      auto transposed = asTransposition(input);
      if (!transposed)
        continue;
      SmallVector<AffineExpr> results(map.getNumResults());
      for (auto [i, p] : llvm::enumerate(transposed->permutation))
        results[p] = map.getResult(i);
      map = AffineMap::get(map.getNumDims(), 0, results, getContext());
      input = transposed->source;
      changed = true;
    }
    if (!changed)
      return failure();
    rewriter.replaceOp(op, withMaps(rewriter, op, inputs, op.getDpsInits()[0], maps));
    return success();
  }
};

/// transpose(contraction): the contraction writes transposed at once.
struct FoldIntoResult : OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;
  LogicalResult matchAndRewrite(linalg::LinalgOp op, PatternRewriter &rewriter) const override {
    if (op->getNumResults() != 1)
      return failure();
    auto transposed = asTransposition(op->getResult(0));
    if (!transposed || !isContraction(transposed->source.getDefiningOp()) || !transposed->source.hasOneUse())
      return failure();
    auto contraction = cast<linalg::LinalgOp>(transposed->source.getDefiningOp());
    auto fill = contraction.getDpsInits()[0].getDefiningOp<linalg::FillOp>();
    // It stays where it is computed: a loop around the transposition would repeat it.
    if (!fill || contraction->getBlock() != op->getBlock())
      return failure();
    SmallVector<AffineMap> maps = contraction.getIndexingMapsArray();
    SmallVector<AffineExpr> results;
    for (int64_t p : transposed->permutation)
      results.push_back(maps.back().getResult(p));
    maps.back() = AffineMap::get(maps.back().getNumDims(), 0, results, getContext());
    Value init = linalg::FillOp::create(rewriter, fill.getLoc(), fill.getInputs(), op.getDpsInits()).getResult(0);
    rewriter.replaceOp(op, withMaps(rewriter, contraction, contraction.getDpsInputs(), init, maps));
    return success();
  }
};

struct FoldTransposesPass : syncflow::impl::FoldTransposesPassBase<FoldTransposesPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<FoldIntoOperand, FoldIntoResult>(&getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
