// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Reshapes with several sizes that are known only at run time.
#include "SyncFlow/Conversion/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;

namespace syncflow {
#define GEN_PASS_DEF_EXPANDSHAPESPASS
#include "SyncFlow/Conversion/Passes.h.inc"
} // namespace syncflow

/// More than one open size among those that one dimension becomes.
static bool hasOpenGroup(memref::ExpandShapeOp op) {
  return llvm::any_of(op.getReassociationIndices(), [&](ArrayRef<int64_t> dims) {
    return llvm::count_if(dims, [&](int64_t d) { return op.getResultType().isDynamicDim(d); }) > 1;
  });
}

static void expand(memref::ExpandShapeOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  auto source = memref::ExtractStridedMetadataOp::create(builder, loc, op.getSrc());
  SmallVector<OpFoldResult> sizes = op.getMixedOutputShape(), strides(sizes.size());
  SmallVector<OpFoldResult> sourceStrides = source.getConstifiedMixedStrides();
  AffineExpr a = getAffineSymbolExpr(0, op.getContext()), b = getAffineSymbolExpr(1, op.getContext());
  // Within a group the last dimension has the source's stride, and each one before spans those behind it.
  for (auto [dims, stride] : llvm::zip_equal(op.getReassociationIndices(), sourceStrides))
    for (int64_t d : llvm::reverse(dims)) {
      strides[d] = stride;
      if (d != dims.front())
        stride = affine::makeComposedFoldedAffineApply(builder, loc, a * b, {stride, sizes[d]});
    }
  Value view = memref::ReinterpretCastOp::create(builder, loc, op.getResultType(), source.getBaseBuffer(),
                                                 source.getConstifiedMixedOffset(), sizes, strides);
  op.replaceAllUsesWith(view);
  op.erase();
}

namespace {
struct ExpandShapes : syncflow::impl::ExpandShapesPassBase<ExpandShapes> {
  void runOnOperation() override {
    SmallVector<memref::ExpandShapeOp> ops;
    getOperation()->walk([&](memref::ExpandShapeOp op) {
      if (hasOpenGroup(op))
        ops.push_back(op);
    });
    llvm::for_each(ops, expand);
  }
};
} // namespace
