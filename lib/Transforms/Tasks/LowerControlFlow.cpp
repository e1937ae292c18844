// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#include "Branches.h"

#include "SyncFlow/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"

namespace syncflow {
#define GEN_PASS_DEF_LOWERCONTROLFLOWPASS
#include "SyncFlow/Transforms/TaskPasses.h.inc"
} // namespace syncflow

using namespace mlir;
using namespace syncflow;

namespace {

/// One scf.forall on tensors, written out iteration by iteration or as a nest of scf.for.
class Forall {
public:
  explicit Forall(scf::ForallOp op) : op(op), loc(op.getLoc()), rank(op.getRank()) {}

  /// How often the body runs; nothing when that is not known or does not fit.
  std::optional<int64_t> iterations() {
    int64_t total = 1;
    for (auto [lower, upper, step] :
         llvm::zip_equal(op.getMixedLowerBound(), op.getMixedUpperBound(), op.getMixedStep())) {
      std::optional<int64_t> l = getConstantIntValue(lower), u = getConstantIntValue(upper),
                             s = getConstantIntValue(step);
      if (!l || !u || !s || *s <= 0)
        return std::nullopt;
      trips.push_back(*u > *l ? llvm::divideCeil(*u - *l, *s) : 0);
      if (llvm::MulOverflow(total, trips.back(), total))
        return std::nullopt;
    }
    return total;
  }

  void unroll(int64_t total) {
    OpBuilder builder(op);
    SmallVector<Value> tensors(op.getOutputs());
    for (int64_t k = 0; k < total; ++k) {
      SmallVector<Value> position(rank);
      for (int64_t d = rank, rest = k; d-- > 0; rest /= trips[d]) {
        int64_t lower = *getConstantIntValue(op.getMixedLowerBound()[d]),
                step = *getConstantIntValue(op.getMixedStep()[d]);
        position[d] = arith::ConstantIndexOp::create(builder, loc, lower + rest % trips[d] * step);
      }
      tensors = body(builder, position, tensors);
    }
    finish(tensors);
  }

  void loop() {
    OpBuilder builder(op);
    SmallVector<Value> lower = op.getLowerBound(builder), upper = op.getUpperBound(builder), step = op.getStep(builder);
    scf::LoopNest nest =
        scf::buildLoopNest(builder, loc, lower, upper, step, op.getOutputs(),
                           [&](OpBuilder &b, Location, ValueRange position, ValueRange carried) -> scf::ValueVector {
                             SmallVector<Value> next =
                                 body(b, SmallVector<Value>(position), SmallVector<Value>(carried));
                             return scf::ValueVector(next.begin(), next.end());
                           });
    finish(SmallVector<Value>(nest.results));
  }

private:
  /// The body at one position, and then its insertions. What it reads of a shared tensor at the place of an insertion
  /// is what nobody else writes; anything else is as it was before all of them.
  SmallVector<Value> body(OpBuilder &builder, ArrayRef<Value> position, ArrayRef<Value> tensors) {
    IRMapping mapping;
    mapping.map(op.getInductionVars(), position);
    mapping.map(op.getRegionOutArgs(), op.getOutputs());
    for (Operation &inner : op.getBody()->without_terminator()) {
      auto slice = dyn_cast<tensor::ExtractSliceOp>(inner);
      IRMapping local = mapping;
      if (slice && isInserted(slice))
        local.map(slice.getSource(), tensors[numberOf(slice.getSource())]);
      Operation *now = builder.clone(inner, local);
      mapping.map(inner.getResults(), now->getResults());
    }
    SmallVector<Value> next(tensors);
    for (Operation &yielding : op.getTerminator().getYieldingOps()) {
      auto insert = cast<tensor::ParallelInsertSliceOp>(yielding);
      Value &tensor = next[numberOf(insert.getDest())];
      auto mapped = [&](ArrayRef<OpFoldResult> values) {
        return llvm::map_to_vector(values, [&](OpFoldResult v) -> OpFoldResult {
          return isa<Value>(v) ? OpFoldResult(mapping.lookupOrDefault(cast<Value>(v))) : v;
        });
      };
      tensor = tensor::InsertSliceOp::create(builder, insert.getLoc(), mapping.lookupOrDefault(insert.getSource()),
                                             tensor, mapped(insert.getMixedOffsets()), mapped(insert.getMixedSizes()),
                                             mapped(insert.getMixedStrides()));
    }
    return next;
  }

  unsigned numberOf(Value shared) { return cast<BlockArgument>(shared).getArgNumber() - rank; }

  bool isInserted(tensor::ExtractSliceOp slice) {
    auto argument = dyn_cast<BlockArgument>(slice.getSource());
    if (!argument || !llvm::is_contained(op.getRegionOutArgs(), argument))
      return false;
    return llvm::any_of(op.getCombiningOps(argument), [&](Operation *combining) {
      auto insert = dyn_cast<tensor::ParallelInsertSliceOp>(combining);
      return insert && insert.isSameAs(slice, [](OpFoldResult a, OpFoldResult b) { return a == b; });
    });
  }

  void finish(ArrayRef<Value> tensors) {
    op.replaceAllUsesWith(tensors);
    op.erase();
  }

  scf::ForallOp op;
  Location loc;
  int64_t rank;
  SmallVector<int64_t> trips;
};

struct LowerControlFlowPass : syncflow::impl::LowerControlFlowPassBase<LowerControlFlowPass> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<scf::IndexSwitchOp> switches;
    getOperation()->walk([&](scf::IndexSwitchOp op) { switches.push_back(op); });
    llvm::for_each(switches, toBranches);
    // Elementwise, both tensors would have to be of one size.
    SmallVector<arith::SelectOp> choices;
    getOperation()->walk([&](arith::SelectOp op) {
      auto type = dyn_cast<RankedTensorType>(op.getType());
      if (type && !type.hasStaticShape() && op.getCondition().getType().isInteger(1))
        choices.push_back(op);
    });
    llvm::for_each(choices, branchOf);
    SmallVector<scf::ForallOp> loops;
    // Inner ones first.
    getOperation()->walk([&](scf::ForallOp op) { loops.push_back(op); });
    IRRewriter rewriter(&getContext());
    for (scf::ForallOp op : loops) {
      if (failed(check(op)))
        return signalPassFailure();
      if (op.getNumResults() == 0) {
        if (failed(scf::forallToForLoop(rewriter, op)))
          return signalPassFailure();
        continue;
      }
      Forall forall(op);
      std::optional<int64_t> total = forall.iterations();
      if (total && *total <= maxUnrolled)
        forall.unroll(*total);
      else
        forall.loop();
    }
  }

private:
  /// One scf.if inside the other, from the last case to the first.
  static void toBranches(scf::IndexSwitchOp op) {
    OpBuilder builder(op);
    Location loc = op.getLoc();
    auto otherwise = scf::ExecuteRegionOp::create(builder, loc, op.getResultTypes());
    otherwise.getRegion().takeBody(op.getDefaultRegion());
    Operation *rest = otherwise;
    for (auto [value, region] : llvm::reverse(llvm::zip_equal(op.getCases(), op.getCaseRegions()))) {
      builder.setInsertionPoint(op);
      Value label = arith::ConstantIndexOp::create(builder, loc, value);
      Value hit = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, op.getArg(), label);
      auto branch = scf::IfOp::create(builder, loc, op.getResultTypes(), hit, /*withElseRegion=*/true);
      branch.getThenRegion().takeBody(region);
      Block *other = &branch.getElseRegion().front();
      rest->moveBefore(other, other->end());
      builder.setInsertionPointAfter(rest);
      scf::YieldOp::create(builder, loc, rest->getResults());
      rest = branch;
    }
    op.replaceAllUsesWith(rest->getResults());
    op.erase();
  }

  static LogicalResult check(scf::ForallOp op) {
    for (Operation &yielding : op.getTerminator().getYieldingOps())
      if (!isa<tensor::ParallelInsertSliceOp>(yielding))
        return yielding.emitOpError("ends an scf.forall in a way that SyncFlow does not know; use "
                                    "tensor.parallel_insert_slice");
    return success();
  }
};

} // namespace
