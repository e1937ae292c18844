// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#include "SyncFlow/Conversion/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace syncflow {
#define GEN_PASS_DEF_RELAXFLOATSPASS
#include "SyncFlow/Conversion/HostPasses.h.inc"
} // namespace syncflow

using namespace mlir;

namespace {
struct RelaxFloatsPass : syncflow::impl::RelaxFloatsPassBase<RelaxFloatsPass> {
  void runOnOperation() override {
    using arith::FastMathFlags;
    auto exact = FastMathFlags::reassoc | FastMathFlags::nsz | FastMathFlags::contract;
    auto flags = [&](Operation *op) {
      bool overRoot =
          isa<math::RsqrtOp>(op) || (isa<arith::DivFOp>(op) && op->getOperand(1).getDefiningOp<math::SqrtOp>());
      return arith::FastMathFlagsAttr::get(&getContext(), overRoot ? exact : exact | FastMathFlags::arcp);
    };
    getOperation()->walk([&](arith::ArithFastMathInterface op) {
      auto function = op->getParentOfType<func::FuncOp>();
      bool ours = function && (function->hasAttr("syncflow.body") || function->hasAttr("syncflow.loop"));
      // arith-to-llvm copies the attribute of casts as a foreign one, which the translation to LLVM IR refuses.
      if (ours && !isa<arith::ExtFOp, arith::TruncFOp>(op))
        op->setAttr(op.getFastMathAttrName(), flags(op));
    });
  }
};
} // namespace
