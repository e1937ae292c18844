// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#include "SyncFlow/Transforms/Passes.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"

namespace syncflow {
#define GEN_PASS_DEF_HOISTASSERTSPASS
#include "SyncFlow/Transforms/TaskPasses.h.inc"
} // namespace syncflow

using namespace mlir;
using namespace syncflow;

namespace {

/// The ops of a body that one assertion's condition needs; fails when it depends on a destination.
LogicalResult sliceOf(cf::AssertOp assertion, linalg::GenericOp generic, llvm::SetVector<Operation *> &slice,
                      llvm::SmallSetVector<unsigned, 4> &dims) {
  Block *body = generic.getBody();
  SmallVector<Value> work{assertion.getArg()};
  while (!work.empty()) {
    Value v = work.pop_back_val();
    if (auto argument = dyn_cast<BlockArgument>(v)) {
      if (argument.getOwner() != body)
        continue;
      if (argument.getArgNumber() >= generic.getNumDpsInputs())
        return failure();
      for (AffineExpr e : generic.getIndexingMapsArray()[argument.getArgNumber()].getResults())
        for (unsigned d = 0; d < generic.getNumLoops(); ++d)
          if (e.isFunctionOfDim(d))
            dims.insert(d);
      continue;
    }
    Operation *op = v.getDefiningOp();
    if (op->getBlock() != body || !slice.insert(op))
      continue;
    if (auto index = dyn_cast<linalg::IndexOp>(op))
      dims.insert(index.getDim());
    work.append(op->operand_begin(), op->operand_end());
  }
  return success();
}

/// The condition as a tensor of i1 over the dimensions it depends on.
Value conditionTensor(OpBuilder &builder, linalg::GenericOp generic, cf::AssertOp assertion,
                      const llvm::SetVector<Operation *> &slice, ArrayRef<unsigned> dims) {
  Location loc = assertion.getLoc();
  MLIRContext *context = builder.getContext();
  SmallVector<AffineExpr> renamed(generic.getNumLoops(), getAffineConstantExpr(0, context));
  SmallVector<OpFoldResult> sizes;
  SmallVector<Range> ranges = cast<linalg::LinalgOp>(generic.getOperation()).createLoopRanges(builder, loc);
  for (auto [i, d] : llvm::enumerate(dims)) {
    renamed[d] = getAffineDimExpr(i, context);
    sizes.push_back(ranges[d].size);
  }
  SmallVector<AffineMap> maps;
  SmallVector<AffineMap> reads = generic.getIndexingMapsArray();
  for (AffineMap map : ArrayRef(reads).take_front(generic.getNumDpsInputs()))
    maps.push_back(map.replaceDimsAndSymbols(renamed, {}, dims.size(), 0));
  maps.push_back(AffineMap::getMultiDimIdentityMap(dims.size(), context));
  Value init = tensor::EmptyOp::create(builder, loc, sizes, builder.getI1Type());
  SmallVector<utils::IteratorType> loops(dims.size(), utils::IteratorType::parallel);
  auto check =
      linalg::GenericOp::create(builder, loc, TypeRange{init.getType()}, generic.getDpsInputs(), ValueRange{init}, maps,
                                loops, [&](OpBuilder &b, Location l, ValueRange arguments) {
                                  IRMapping mapping;
                                  for (unsigned i = 0; i < generic.getNumDpsInputs(); ++i)
                                    mapping.map(generic.getBody()->getArgument(i), arguments[i]);
                                  for (Operation &op : *generic.getBody()) {
                                    if (!slice.contains(&op))
                                      continue;
                                    Operation *now = b.clone(op, mapping);
                                    if (auto index = dyn_cast<linalg::IndexOp>(now))
                                      index.setDim(llvm::find(dims, index.getDim()) - dims.begin());
                                  }
                                  linalg::YieldOp::create(b, l, mapping.lookupOrDefault(assertion.getArg()));
                                });
  return check.getResult(0);
}

struct HoistAssertsPass : syncflow::impl::HoistAssertsPassBase<HoistAssertsPass> {
  void runOnOperation() override {
    SmallVector<cf::AssertOp> assertions;
    getOperation()->walk([&](cf::AssertOp op) {
      if (isa<linalg::GenericOp>(op->getParentOp()) && op->getParentOfType<TaskOp>())
        assertions.push_back(op);
    });
    for (cf::AssertOp assertion : assertions) {
      auto generic = cast<linalg::GenericOp>(assertion->getParentOp());
      llvm::SetVector<Operation *> slice;
      llvm::SmallSetVector<unsigned, 4> dims;
      if (failed(sliceOf(assertion, generic, slice, dims))) {
        assertion.emitError(
            "the check depends on a result that is still being computed; make it a tensor of i1 that the "
            "program asserts on");
        return signalPassFailure();
      }
      SmallVector<unsigned> sorted(dims.begin(), dims.end());
      llvm::sort(sorted);
      OpBuilder builder(generic);
      Value condition = conditionTensor(builder, generic, assertion, slice, sorted);
      AssertOp::create(builder, assertion.getLoc(), condition, assertion.getMsgAttr());
      assertion.erase();
    }
  }
};

} // namespace
