// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#include "Sizes.h"

#include "SyncFlow/Transforms/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

namespace syncflow {
#define GEN_PASS_DEF_CHECKSIZESPASS
#include "SyncFlow/Transforms/TaskPasses.h.inc"
} // namespace syncflow

using namespace mlir;
using namespace syncflow;

namespace {

/// The checks of one function.
class SizeChecker {
public:
  explicit SizeChecker(func::FuncOp function) : function(function), sizes(function) {}

  LogicalResult run() {
    SmallVector<Operation *> ops;
    function.walk([&](Operation *op) {
      if (isa<linalg::LinalgOp, tensor::CastOp, tensor::ExtractSliceOp, tensor::InsertSliceOp, tensor::ExpandShapeOp,
              tensor::EmptyOp, scf::ForOp, scf::YieldOp>(op) &&
          !op->getParentOfType<linalg::LinalgOp>())
        ops.push_back(op);
    });
    for (Operation *op : ops) {
      useCommonSizes(op);
      check(op);
    }
    return failure(failed);
  }

private:
  /// One value for one size also in the program: what has to be equal is seen to be by every later pass.
  void useCommonSizes(Operation *op) {
    if (!isa<tensor::EmptyOp, tensor::ExtractSliceOp, tensor::InsertSliceOp, tensor::ExpandShapeOp>(op))
      return;
    for (OpOperand &operand : op->getOpOperands()) {
      if (!operand.get().getType().isIndex() || operand.get().getDefiningOp<arith::ConstantOp>())
        continue;
      if (OpFoldResult size = sizes.of(OpFoldResult(operand.get())))
        operand.set(getValueOrCreateConstantIndexOp(sizes.builder, op->getLoc(), size));
    }
  }

  void check(Operation *op) {
    if (auto structured = dyn_cast<linalg::LinalgOp>(op))
      checkRanges(structured);
    else if (auto retyped = dyn_cast<tensor::CastOp>(op))
      checkCast(retyped);
    else if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op))
      checkExpansion(expand);
    else if (auto empty = dyn_cast<tensor::EmptyOp>(op))
      for (auto [d, size] : llvm::enumerate(empty.getMixedSizes()))
        requireCount(op, size, "dimension " + std::to_string(d));
    else if (auto loop = dyn_cast<scf::ForOp>(op)) {
      // It would never end.
      if (loop.getStep().getType().isIndex())
        require(op, arith::CmpIPredicate::sgt, at(OpFoldResult(loop.getStep())), sizes.builder.getIndexAttr(0),
                "the step is not positive");
    } else if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
      checkSlice(op, slice.getSource(), slice.getMixedOffsets(), slice.getMixedSizes(), slice.getMixedStrides());
    else if (auto insert = dyn_cast<tensor::InsertSliceOp>(op)) {
      checkSlice(op, insert.getDest(), insert.getMixedOffsets(), insert.getMixedSizes(), insert.getMixedStrides());
      checkInserted(insert);
    } else
      checkCarried(cast<scf::YieldOp>(op));
  }

  /// Operands agree on how far each loop of the op goes.
  void checkRanges(linalg::LinalgOp op) {
    struct Range {
      OpFoldResult size;
      unsigned operand;
      int64_t dim;
    };
    SmallVector<std::optional<Range>> ranges(op.getNumLoops());
    SmallVector<std::tuple<OpOperand *, int64_t, AffineExpr>> windows;
    auto tensorLike = [](OpOperand &operand) { return isa<RankedTensorType>(operand.get().getType()); };
    for (OpOperand &operand : op->getOpOperands()) {
      if (!tensorLike(operand))
        continue;
      AffineMap map = op.getMatchingIndexingMap(&operand);
      for (auto [d, expression] : llvm::enumerate(map.getResults())) {
        auto loop = dyn_cast<AffineDimExpr>(expression);
        if (!loop) {
          windows.push_back({&operand, d, expression});
          continue;
        }
        std::optional<Range> &range = ranges[loop.getPosition()];
        OpFoldResult size = at(op, operand.get(), d);
        if (!range)
          range = Range{size, operand.getOperandNumber(), static_cast<int64_t>(d)};
        else
          requireEqual(op, range->size, size, [&] {
            return ("operand " + Twine(operand.getOperandNumber()) + " does not have the size in dimension " +
                    Twine(d) + " that operand " + Twine(range->operand) + " has in dimension " + Twine(range->dim))
                .str();
          });
      }
    }
    // Between the first and the last place that a window reads.
    SmallVector<OpFoldResult> counts;
    for (const std::optional<Range> &range : ranges)
      counts.push_back(range ? range->size : OpFoldResult(sizes.builder.getIndexAttr(1)));
    for (auto [operand, d, expression] : windows) {
      bool open = cast<RankedTensorType>(operand->get().getType()).isDynamicDim(d) ||
                  llvm::any_of(counts, llvm::IsaPred<Value>);
      if (!open)
        continue;
      auto [first, last] = boundsOf(op, expression, counts);
      std::string message =
          "operand " + std::to_string(operand->getOperandNumber()) + " is too small in dimension " + std::to_string(d);
      if (getConstantIntValue(first) != 0)
        require(op, arith::CmpIPredicate::sge, first, sizes.builder.getIndexAttr(0), message, counts);
      require(op, arith::CmpIPredicate::slt, last, at(op, operand->get(), d), message, counts);
    }
  }

  /// Least and largest value of an expression over positions below `counts`, none of which is zero.
  std::pair<OpFoldResult, OpFoldResult> boundsOf(Operation *op, AffineExpr expression, ArrayRef<OpFoldResult> counts) {
    MLIRContext *context = op->getContext();
    AffineExpr a = getAffineSymbolExpr(0, context), b = getAffineSymbolExpr(1, context);
    auto number = [&](int64_t v) -> OpFoldResult { return sizes.builder.getIndexAttr(v); };
    if (auto constant = dyn_cast<AffineConstantExpr>(expression))
      return {number(constant.getValue()), number(constant.getValue())};
    if (auto position = dyn_cast<AffineDimExpr>(expression))
      return {number(0), apply(op, a - 1, {counts[position.getPosition()]})};
    auto binary = cast<AffineBinaryOpExpr>(expression);
    auto [low, high] = boundsOf(op, binary.getLHS(), counts);
    if (binary.getKind() == AffineExprKind::Add) {
      auto [otherLow, otherHigh] = boundsOf(op, binary.getRHS(), counts);
      return {apply(op, a + b, {low, otherLow}), apply(op, a + b, {high, otherHigh})};
    }
    int64_t factor = cast<AffineConstantExpr>(binary.getRHS()).getValue();
    switch (binary.getKind()) {
    case AffineExprKind::Mul:
      if (factor < 0)
        std::swap(low, high);
      return {apply(op, a * factor, {low}), apply(op, a * factor, {high})};
    case AffineExprKind::FloorDiv:
      return {apply(op, a.floorDiv(factor), {low}), apply(op, a.floorDiv(factor), {high})};
    case AffineExprKind::CeilDiv:
      return {apply(op, a.ceilDiv(factor), {low}), apply(op, a.ceilDiv(factor), {high})};
    default: // What is left of a division by `factor`.
      if (getConstantIntValue(low) == 0 && sizes.areOurs(high))
        return {number(0), sizes.least(high, factor - 1)};
      return {number(0), number(factor - 1)};
    }
  }

  void checkCast(tensor::CastOp op) {
    auto from = dyn_cast<RankedTensorType>(op.getSource().getType()), to = dyn_cast<RankedTensorType>(op.getType());
    if (!from || !to)
      return;
    for (int64_t d = 0; d < to.getRank(); ++d)
      if (!from.isDynamicDim(d) || to.isDynamicDim(d))
        continue;
      else if (std::optional<int64_t> size = getConstantIntValue(at(op, op.getSource(), d));
               size && *size != to.getDimSize(d)) {
        op.emitError() << "dimension " << d << " has size " << *size << ", not " << to.getDimSize(d)
                       << (op->getParentOfType<LoopLikeOpInterface>() ? ": a loop carries tensors of one size" : "");
        failed = true;
      } else
        requireEqual(op, at(op, op.getSource(), d), sizes.builder.getIndexAttr(to.getDimSize(d)),
                     [&] { return ("dimension " + Twine(d) + " is not of size " + Twine(to.getDimSize(d))).str(); });
  }

  void checkExpansion(tensor::ExpandShapeOp op) {
    for (auto [d, parts] : llvm::enumerate(op.getReassociationIndices())) {
      AffineExpr product = getAffineConstantExpr(1, op.getContext());
      SmallVector<OpFoldResult> factors;
      for (int64_t part : parts) {
        product = product * getAffineSymbolExpr(factors.size(), op.getContext());
        factors.push_back(at(op.getMixedOutputShape()[part]));
        requireCount(op, factors.back(), "dimension " + std::to_string(part));
      }
      requireEqual(op, at(op, op.getSrc(), d), apply(op, product, factors), [&] {
        return ("dimension " + Twine(d) + " of the source is not the product of those that it becomes").str();
      });
    }
  }

  /// Offsets that are positions of loops or data are left to syncflow-check-operands.
  void checkSlice(Operation *op, Value whole, ArrayRef<OpFoldResult> offsets, ArrayRef<OpFoldResult> counts,
                  ArrayRef<OpFoldResult> strides) {
    MLIRContext *context = op->getContext();
    AffineExpr first = getAffineSymbolExpr(0, context), count = getAffineSymbolExpr(1, context),
               step = getAffineSymbolExpr(2, context);
    for (auto [d, given] : llvm::enumerate(llvm::zip_equal(offsets, counts, strides))) {
      auto [offset, size, stride] = given;
      requireCount(op, size, "dimension " + std::to_string(d));
      SmallVector<OpFoldResult> operands{sizes.of(offset), sizes.of(size), sizes.of(stride)};
      if (llvm::any_of(operands, [](OpFoldResult v) { return !v; }))
        continue;
      OpFoldResult extent = at(op, whole, d);
      if (isConstantIntValue(offset, 0) && isConstantIntValue(stride, 1) && operands[1] == extent)
        continue;
      std::string place = "dimension " + std::to_string(d);
      requireCount(op, offset, "offset in " + place);
      requireInside(op, first + (count - 1) * step, operands, extent, "slice out of range of " + place);
    }
  }

  void checkInserted(tensor::InsertSliceOp op) {
    llvm::SmallBitVector dropped = op.getDroppedDims();
    int64_t d = 0;
    for (auto [i, size] : llvm::enumerate(op.getMixedSizes()))
      if (!dropped.test(i)) {
        requireEqual(op, at(op, op.getSource(), d), at(size), [&, i = i] {
          return ("the source does not have the size of dimension " + Twine(i) + " of the slice").str();
        });
        ++d;
      }
  }

  /// Memory that a loop carries is the same in every round, so its size is.
  void checkCarried(scf::YieldOp op) {
    ValueRange inits;
    if (auto loop = dyn_cast<scf::ForOp>(op->getParentOp()))
      inits = loop.getInitArgs();
    else if (auto loop = dyn_cast<scf::WhileOp>(op->getParentOp()))
      inits = loop.getInits();
    else
      return;
    for (auto [yielded, init] : llvm::zip_equal(op.getOperands(), inits)) {
      auto type = dyn_cast<RankedTensorType>(yielded.getType());
      for (int64_t d = 0; type && d < type.getRank(); ++d)
        if (type.isDynamicDim(d))
          requireCarried(op, at(op, init, d), at(op, yielded, d), d);
    }
  }

  void requireCarried(scf::YieldOp op, OpFoldResult before, OpFoldResult after, int64_t d) {
    std::optional<int64_t> from = getConstantIntValue(before), to = getConstantIntValue(after);
    if (from && to && *from != *to) {
      op.emitError() << "a tensor that the loop carries changes its size in dimension " << d << " from " << *from
                     << " to " << *to << ": carry one of the final size and insert into it";
      failed = true;
      return;
    }
    requireEqual(op, before, after,
                 [&] { return ("a tensor that the loop carries changes its size in dimension " + Twine(d)).str(); });
  }

  /// The size as a value that a check of `op` can use.
  OpFoldResult at(Operation *op, Value tensor, int64_t d) {
    if (OpFoldResult size = sizes.of(tensor, d))
      return size;
    return OpBuilder(op).createOrFold<tensor::DimOp>(op->getLoc(), tensor, d);
  }

  OpFoldResult at(OpFoldResult index) {
    OpFoldResult size = sizes.of(index);
    return size ? size : index;
  }

  /// What is certain at the start of the function is checked there, and there only once: nothing has begun yet.
  bool checksAtStart(Operation *op, ArrayRef<OpFoldResult> operands) {
    return op->getBlock() == &function.getBody().front() &&
           llvm::all_of(operands, [&](OpFoldResult v) { return sizes.areOurs(v); });
  }

  OpFoldResult apply(Operation *op, AffineExpr expression, ArrayRef<OpFoldResult> operands) {
    if (llvm::all_of(operands, [&](OpFoldResult v) { return sizes.areOurs(v); }))
      return sizes.apply(expression, operands);
    OpBuilder builder(op);
    auto map = AffineMap::get(0, operands.size(), expression);
    return affine::makeComposedFoldedAffineApply(builder, op->getLoc(), map, operands);
  }

  void requireEqual(Operation *op, OpFoldResult a, OpFoldResult b, llvm::function_ref<std::string()> message) {
    if (a != b)
      require(op, arith::CmpIPredicate::eq, a, b, message());
  }

  void requireInside(Operation *op, AffineExpr last, ArrayRef<OpFoldResult> operands, OpFoldResult extent,
                     const Twine &message) {
    require(op, arith::CmpIPredicate::slt, apply(op, last, operands), extent, message.str());
  }

  /// A size that the program computes can be less than nothing.
  void requireCount(Operation *op, OpFoldResult given, const Twine &what) {
    OpFoldResult count = at(given);
    if (sizes.mayBeNegative(count))
      require(op, arith::CmpIPredicate::sge, count, IntegerAttr::get(IndexType::get(op->getContext()), 0),
              (what + " is negative").str());
  }

  /// `counts`: sizes of which none is zero where it matters.
  void require(Operation *op, arith::CmpIPredicate predicate, OpFoldResult a, OpFoldResult b,
               const std::string &message, ArrayRef<OpFoldResult> counts = {}) {
    SmallVector<OpFoldResult> operands(counts);
    operands.append({a, b});
    bool atStart = checksAtStart(op, operands);
    if (atStart && !checked.insert({static_cast<unsigned>(predicate), a.getOpaqueValue(), b.getOpaqueValue()}).second)
      return;
    OpBuilder here(op);
    OpBuilder &builder = atStart ? sizes.builder : here;
    Location loc = op->getLoc();
    Value left = getValueOrCreateConstantIndexOp(builder, loc, a),
          right = getValueOrCreateConstantIndexOp(builder, loc, b);
    Value holds = builder.createOrFold<arith::CmpIOp>(loc, predicate, left, right);
    for (OpFoldResult count : counts)
      if (auto size = dyn_cast<Value>(count); size && !matchPattern(holds, m_One())) {
        Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
        Value none = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, size, zero);
        holds = arith::OrIOp::create(builder, loc, holds, none);
      }
    if (!matchPattern(holds, m_One()))
      cf::AssertOp::create(builder, loc, holds, ("'" + op->getName().getStringRef() + "': " + message).str());
  }

  func::FuncOp function;
  Sizes sizes;
  DenseSet<std::tuple<unsigned, void *, void *>> checked;
  bool failed = false;
};

struct CheckSizesPass : syncflow::impl::CheckSizesPassBase<CheckSizesPass> {
  void runOnOperation() override {
    if (!getOperation().isDeclaration() && failed(SizeChecker(getOperation()).run()))
      signalPassFailure();
  }
};

} // namespace
