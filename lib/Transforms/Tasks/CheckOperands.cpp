// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#include "SyncFlow/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"

namespace syncflow {
#define GEN_PASS_DEF_CHECKOPERANDSPASS
#include "SyncFlow/Transforms/TaskPasses.h.inc"
} // namespace syncflow

using namespace mlir;
using namespace syncflow;

namespace {

bool isDivision(Operation *op) {
  return isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp, arith::CeilDivSIOp, arith::CeilDivUIOp,
             arith::FloorDivSIOp>(op);
}

/// Whether an argument of a block is data: results that are still being computed are not, since nothing could be
/// checked before the op runs, and a position of a loop is what the loop's bounds are.
bool isData(BlockArgument argument, SmallVectorImpl<Value> &bounds) {
  Operation *owner = argument.getOwner()->getParentOp();
  if (auto structured = dyn_cast<linalg::LinalgOp>(owner))
    return static_cast<int64_t>(argument.getArgNumber()) < structured.getNumDpsInputs();
  auto loop = dyn_cast<LoopLikeOpInterface>(owner);
  std::optional<SmallVector<Value>> positions = loop ? loop.getLoopInductionVars() : std::nullopt;
  if (!positions || !llvm::is_contained(*positions, argument))
    return true;
  for (const auto &part : {loop.getLoopLowerBounds(), loop.getLoopUpperBounds(), loop.getLoopSteps()})
    for (OpFoldResult bound : part.value_or(SmallVector<OpFoldResult>()))
      if (auto value = dyn_cast<Value>(bound))
        bounds.push_back(value);
  return false;
}

/// Something else than constants, sizes and the rank went into the value. Those are in range as far as the program's
/// own shapes are.
bool comesFromData(Value value) {
  SmallVector<Value> work{value};
  llvm::SmallDenseSet<Value> seen;
  while (!work.empty()) {
    Value v = work.pop_back_val();
    if (!seen.insert(v).second)
      continue;
    if (auto argument = dyn_cast<BlockArgument>(v)) {
      if (isData(argument, work))
        return true;
      continue;
    }
    Operation *op = v.getDefiningOp();
    if (matchPattern(op, m_Constant()) || isa<linalg::IndexOp, tensor::DimOp, RankOp>(op))
      continue;
    if (isa<tensor::ExtractOp>(op) || op->getNumRegions() || op->getNumOperands() == 0)
      return true;
    work.append(op->operand_begin(), op->operand_end());
  }
  return false;
}

/// A position of a loop went into the value.
bool comesFromPosition(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    SmallVector<Value> bounds;
    return !isData(argument, bounds) && !isa<linalg::LinalgOp>(argument.getOwner()->getParentOp());
  }
  Operation *op = value.getDefiningOp();
  return op->getNumRegions() == 0 && !isa<tensor::DimOp>(op) && llvm::any_of(op->getOperands(), comesFromPosition);
}

/// From 0 to below `size`, whatever the data.
bool isProved(Value index, int64_t size) {
  if (ShapedType::isDynamic(size))
    return false;
  if (std::optional<int64_t> constant = getConstantIntValue(index))
    return *constant >= 0 && *constant < size;
  if (auto position = index.getDefiningOp<linalg::IndexOp>()) {
    auto owner = position->getParentOfType<linalg::LinalgOp>();
    int64_t range = owner.getStaticLoopRanges()[position.getDim()];
    return !ShapedType::isDynamic(range) && range <= size;
  }
  auto bound = [&](presburger::BoundType type) {
    return ValueBoundsConstraintSet::computeConstantBound(type, index, nullptr, /*closedUB=*/true);
  };
  FailureOr<int64_t> low = bound(presburger::BoundType::LB), high = bound(presburger::BoundType::UB);
  return succeeded(low) && succeeded(high) && *low >= 0 && *high < size;
}

/// The value behind casts that keep it.
Value withoutCasts(Value v) {
  auto width = [](Type type) {
    return type.isIndex() ? IndexType::kInternalStorageBitWidth : type.getIntOrFloatBitWidth();
  };
  while (auto cast = v.getDefiningOp<arith::IndexCastOp>()) {
    if (isa<ShapedType>(cast.getType()) || width(cast.getType()) < width(cast.getIn().getType()))
      break;
    v = cast.getIn();
  }
  return v;
}

/// Whether an earlier cf.assert of the block already keeps the index on this side of the dimension.
bool isChecked(Value index, Operation *lookup, int64_t size, bool above) {
  using Predicate = arith::CmpIPredicate;
  auto holds = [&](arith::CmpIOp compare) {
    auto bound = getConstantIntValue(compare.getRhs());
    if (!bound || withoutCasts(compare.getLhs()) != withoutCasts(index))
      return false;
    bool known = !ShapedType::isDynamic(size);
    switch (compare.getPredicate()) {
    case Predicate::ult:
      return *bound >= 0 && (!above || (known && *bound <= size));
    case Predicate::slt:
      return above && known && *bound <= size;
    case Predicate::sle:
      return above && known && *bound < size;
    case Predicate::sge:
      return !above && *bound >= 0;
    case Predicate::sgt:
      return !above && *bound >= -1;
    default:
      return false;
    }
  };
  for (Operation &op : llvm::make_range(lookup->getBlock()->begin(), lookup->getIterator()))
    if (auto assertion = dyn_cast<cf::AssertOp>(op))
      if (auto compare = assertion.getArg().getDefiningOp<arith::CmpIOp>(); compare && holds(compare))
        return true;
  return false;
}

/// Puts checks in front of one op. In a branch of a linalg body the check stands before the branch, and asks no more
/// than that the branch is not taken: checks leave the body, branches do not.
class Checker {
public:
  explicit Checker(Operation *op) : op(op), loc(op->getLoc()), builder(op) {
    for (Operation *parent = op->getParentOp(); parent && isInBody(parent); parent = parent->getParentOp()) {
      auto branch = dyn_cast<scf::IfOp>(parent);
      if (!branch) {
        possible = false;
        return;
      }
      bool taken = branch.getThenRegion().isAncestor(op->getParentRegion());
      branches.push_back({branch.getCondition(), taken});
      builder.setInsertionPoint(top = branch);
    }
    for (auto &[condition, taken] : branches)
      condition = ahead(condition);
  }

  /// Fails where the check would need what only the branch computes.
  LogicalResult finish() {
    if (possible || !needed)
      return success();
    return op->emitError()
           << "what this depends on is read or divided inside a branch, where it cannot be checked; compute "
              "it before the branch";
  }

  void checkIndices(Value tensor, ValueRange indices) {
    for (auto [d, index] : llvm::enumerate(indices)) {
      int64_t size = cast<RankedTensorType>(tensor.getType()).getDimSize(d);
      if (!isProved(index, size) &&
          !(isChecked(index, op, size, /*above=*/true) && isChecked(index, op, size, /*above=*/false)))
        // One unsigned comparison covers both ends.
        require(compare(arith::CmpIPredicate::ult, ahead(index), extent(tensor, d)), outOfRange("index", d, size));
    }
  }

  /// The last element of the slice is in `whole`. Unsigned comparisons first: then nothing of the rest can overflow.
  void checkSlice(Value whole, ArrayRef<OpFoldResult> offsets, ArrayRef<OpFoldResult> sizes,
                  ArrayRef<OpFoldResult> strides) {
    auto type = cast<RankedTensorType>(whole.getType());
    for (auto [d, offset] : llvm::enumerate(offsets)) {
      std::optional<int64_t> count = getConstantIntValue(sizes[d]), step = getConstantIntValue(strides[d]);
      bool fromData = isFromData(offset) || isFromData(sizes[d]) || isFromData(strides[d]);
      bool proved = isa<Value>(offset) && count && step && !type.isDynamicDim(d) &&
                    isProved(cast<Value>(offset), type.getDimSize(d) - (*count - 1) * *step);
      if (!fromData && (proved || isa<Attribute>(offset) || !comesFromPosition(cast<Value>(offset))))
        continue;
      Value first = number(offset), length = number(sizes[d]), stride = number(strides[d]), end = extent(whole, d);
      Value one = arith::ConstantIndexOp::create(builder, loc, 1);
      Value last = arith::MulIOp::create(builder, loc, arith::SubIOp::create(builder, loc, length, one), stride);
      last = arith::AddIOp::create(builder, loc, first, last);
      using Predicate = arith::CmpIPredicate;
      Value inside = compare(Predicate::slt, last, end);
      for (Value part : {first, length})
        inside = arith::AndIOp::create(builder, loc, inside, compare(Predicate::ule, part, end));
      // Of no more than one element, the step does not matter.
      if (step != 1) {
        Value small = arith::OrIOp::create(builder, loc, compare(Predicate::ule, stride, end),
                                           compare(Predicate::ule, length, one));
        inside = arith::AndIOp::create(builder, loc, inside, small);
      }
      require(inside, outOfRange("slice", d, type.getDimSize(d)));
    }
  }

  /// Processors trap on a division by zero, and on that of the smallest integer by -1.
  void checkDivision() {
    Value dividend = op->getOperand(0), divisor = op->getOperand(1);
    auto type = dyn_cast<IntegerType>(divisor.getType());
    if (!(type || divisor.getType().isIndex()) || !comesFromData(divisor))
      return;
    dividend = ahead(dividend), divisor = ahead(divisor);
    auto constant = [&](const llvm::APInt &v) {
      return arith::ConstantOp::create(builder, loc, builder.getIntegerAttr(divisor.getType(), v)).getResult();
    };
    unsigned width = type ? type.getWidth() : IndexType::kInternalStorageBitWidth;
    using Predicate = arith::CmpIPredicate;
    require(compare(Predicate::ne, divisor, constant(llvm::APInt::getZero(width))), "integer division by zero");
    if (width == 1 || isa<arith::DivUIOp, arith::RemUIOp, arith::CeilDivUIOp>(op))
      return;
    Value plain = compare(Predicate::ne, divisor, constant(llvm::APInt::getAllOnes(width)));
    Value small = compare(Predicate::ne, dividend, constant(llvm::APInt::getSignedMinValue(width)));
    require(arith::OrIOp::create(builder, loc, plain, small), "integer division overflows");
  }

private:
  static bool isFromData(OpFoldResult v) { return isa<Value>(v) && comesFromData(cast<Value>(v)); }
  Value number(OpFoldResult v) { return ahead(getValueOrCreateConstantIndexOp(builder, loc, v)); }

  static bool isInBody(Operation *op) { return op->getParentOfType<linalg::LinalgOp>(); }

  /// The value before the outermost branch.
  Value ahead(Value v) {
    if (!top || !top->isAncestor(v.getParentRegion()->getParentOp()))
      return v;
    Operation *inner = v.getDefiningOp();
    // What could go wrong itself is not computed where the program does not.
    bool movable = inner && isa<arith::ArithDialect>(inner->getDialect()) && !isDivision(inner);
    if (!movable) {
      possible = false;
      return v;
    }
    IRMapping mapping;
    for (Value operand : inner->getOperands())
      mapping.map(operand, ahead(operand));
    return possible ? builder.clone(*inner, mapping)->getResult(0) : v;
  }

  Value compare(arith::CmpIPredicate predicate, Value a, Value b) {
    return arith::CmpIOp::create(builder, loc, predicate, a, b);
  }

  Value extent(Value tensor, int64_t d) { return builder.createOrFold<tensor::DimOp>(loc, tensor, d); }

  static std::string outOfRange(llvm::StringRef what, int64_t d, int64_t size) {
    std::string message = (what + " out of range of dimension " + Twine(d)).str();
    return ShapedType::isDynamic(size) ? message : message + " of size " + std::to_string(size);
  }

  /// In a body the check stands with the op until it is hoisted; in a task it ends the task, between tasks the entry.
  void require(Value condition, llvm::StringRef message) {
    needed = true;
    if (!possible) {
      condition.getDefiningOp()->erase();
      return;
    }
    for (auto [decision, taken] : branches) {
      Value one = arith::ConstantIntOp::create(builder, loc, 1, 1);
      Value passed = taken ? arith::XOrIOp::create(builder, loc, decision, one).getResult() : decision;
      condition = arith::OrIOp::create(builder, loc, condition, passed);
    }
    if (isInBody(op) || !op->getParentOfType<TaskOp>())
      cf::AssertOp::create(builder, loc, condition, message);
    else
      AssertOp::create(builder, loc, condition, builder.getStringAttr(message));
  }

  Operation *op;
  Location loc;
  OpBuilder builder;
  Operation *top = nullptr; ///< The outermost branch around the op in a body.
  SmallVector<std::pair<Value, bool>> branches;
  bool possible = true, needed = false;
};

struct CheckOperandsPass : syncflow::impl::CheckOperandsPassBase<CheckOperandsPass> {
  void runOnOperation() override {
    generalizeDivisions();
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) {
      if (isa<tensor::ExtractOp, tensor::InsertOp, tensor::ExtractSliceOp, tensor::InsertSliceOp>(op) || isDivision(op))
        ops.push_back(op);
    });
    for (Operation *op : ops) {
      Checker checker(op);
      if (auto extract = dyn_cast<tensor::ExtractOp>(op))
        checker.checkIndices(extract.getTensor(), extract.getIndices());
      else if (auto insert = dyn_cast<tensor::InsertOp>(op))
        checker.checkIndices(insert.getDest(), insert.getIndices());
      else if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
        checker.checkSlice(slice.getSource(), slice.getMixedOffsets(), slice.getMixedSizes(), slice.getMixedStrides());
      else if (auto insert = dyn_cast<tensor::InsertSliceOp>(op))
        checker.checkSlice(insert.getDest(), insert.getMixedOffsets(), insert.getMixedSizes(),
                           insert.getMixedStrides());
      else
        checker.checkDivision();
      if (failed(checker.finish()))
        return signalPassFailure();
    }
  }

private:
  /// Bodies of named ops take no checks.
  void generalizeDivisions() {
    SmallVector<linalg::LinalgOp> named;
    getOperation()->walk([&](linalg::LinalgOp op) {
      if (!isa<linalg::GenericOp>(op.getOperation()) &&
          llvm::any_of(*op.getBlock(), [](Operation &inner) { return isDivision(&inner); }))
        named.push_back(op);
    });
    IRRewriter rewriter(&getContext());
    for (linalg::LinalgOp op : named) {
      rewriter.setInsertionPoint(op);
      (void)linalg::generalizeNamedOp(rewriter, op);
    }
  }
};

} // namespace
