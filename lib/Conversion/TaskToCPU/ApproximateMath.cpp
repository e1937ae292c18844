// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#include "SyncFlow/Conversion/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace syncflow {
#define GEN_PASS_DEF_APPROXIMATEMATHPASS
#include "SyncFlow/Conversion/HostPasses.h.inc"
} // namespace syncflow

using namespace mlir;

namespace {
struct ApproximateMathPass : syncflow::impl::ApproximateMathPassBase<ApproximateMathPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateMathPolynomialApproximationPatterns(patterns, [](StringRef name) {
      return llvm::is_contained({"math.exp", "math.erf", "math.tanh", "math.log", "math.log2", "math.log1p",
                                 "math.expm1", "math.sin", "math.cos", "math.atan", "math.atan2", "math.asin",
                                 "math.acos", "math.erfc", "math.cbrt"},
                                name);
    });
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
