// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#include "SyncFlow/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

namespace syncflow {
#define GEN_PASS_DEF_CHECKOPERANDSPASS
#include "SyncFlow/Transforms/TaskPasses.h.inc"
} // namespace syncflow

using namespace mlir;
using namespace syncflow;

namespace {

/// A value comes from data when something else than constants, loop positions and sizes went into it. Results that are still
/// being computed do not count: nothing could be checked before the op runs.
bool comesFromData(Value value, linalg::GenericOp generic) {
  SmallVector<Value> work{value};
  llvm::SmallDenseSet<Value> seen;
  while (!work.empty()) {
    Value v = work.pop_back_val();
    if (!seen.insert(v).second)
      continue;
    Operation *op = v.getDefiningOp();
    if (!op) {
      auto argument = cast<BlockArgument>(v);
      if (argument.getOwner() == generic.getBody() && argument.getArgNumber() < generic.getNumDpsInputs())
        return true;
      continue;
    }
    if (isa<tensor::ExtractOp>(op))
      return true;
    // A position of the loop nest is in range as far as the program's own shapes are.
    if (op->getBlock() == generic.getBody())
      work.append(op->operand_begin(), op->operand_end());
  }
  return false;
}

Value withoutCasts(Value v) {
  while (auto cast = v.getDefiningOp<arith::IndexCastOp>())
    v = cast.getIn();
  return v;
}

/// Whether an earlier cf.assert of the body already keeps the index on this side of the dimension.
bool isChecked(Value index, tensor::ExtractOp extract, int64_t size, bool above) {
  using Predicate = arith::CmpIPredicate;
  auto holds = [&](arith::CmpIOp compare) {
    auto bound = getConstantIntValue(compare.getRhs());
    if (!bound || withoutCasts(compare.getLhs()) != withoutCasts(index))
      return false;
    Predicate is = compare.getPredicate();
    if (above)
      return !ShapedType::isDynamic(size) &&
             (((is == Predicate::slt || is == Predicate::ult) && *bound <= size) || (is == Predicate::sle && *bound < size));
    return (is == Predicate::sge && *bound >= 0) || (is == Predicate::sgt && *bound >= -1) || is == Predicate::ult;
  };
  for (Operation &op : llvm::make_range(extract->getBlock()->begin(), extract->getIterator()))
    if (auto assertion = dyn_cast<cf::AssertOp>(op))
      if (auto compare = assertion.getArg().getDefiningOp<arith::CmpIOp>(); compare && holds(compare))
        return true;
  return false;
}

struct CheckOperandsPass : syncflow::impl::CheckOperandsPassBase<CheckOperandsPass> {
  void runOnOperation() override {
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) {
      if (isa<tensor::ExtractOp, arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp, arith::CeilDivSIOp, arith::CeilDivUIOp,
              arith::FloorDivSIOp>(op) &&
          isa<linalg::GenericOp>(op->getParentOp()) && op->getParentOfType<TaskOp>())
        ops.push_back(op);
    });
    for (Operation *op : ops) {
      if (auto extract = dyn_cast<tensor::ExtractOp>(op))
        checkIndices(extract);
      else
        checkDivision(op);
    }
  }

private:
  void checkIndices(tensor::ExtractOp extract) {
    OpBuilder builder(extract);
    Location loc = extract.getLoc();
    for (auto [d, index] : llvm::enumerate(extract.getIndices())) {
      int64_t size = extract.getTensor().getType().getDimSize(d);
      if (!comesFromData(index, cast<linalg::GenericOp>(extract->getParentOp())) ||
          (isChecked(index, extract, size, /*above=*/true) && isChecked(index, extract, size, /*above=*/false)))
        continue;
      Value bound = ShapedType::isDynamic(size) ? tensor::DimOp::create(builder, loc, extract.getTensor(), d).getResult()
                                                : arith::ConstantIndexOp::create(builder, loc, size).getResult();
      // One unsigned comparison covers both ends.
      Value inside = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, index, bound);
      std::string message = "index out of range of dimension " + std::to_string(d);
      if (!ShapedType::isDynamic(size))
        message += " of size " + std::to_string(size);
      cf::AssertOp::create(builder, loc, inside, message);
    }
  }

  /// Processors trap on a division by zero, and on that of the smallest integer by -1.
  void checkDivision(Operation *op) {
    Value dividend = op->getOperand(0), divisor = op->getOperand(1);
    auto type = dyn_cast<IntegerType>(divisor.getType());
    llvm::APInt known;
    bool constant = matchPattern(divisor, m_ConstantInt(&known));
    if (!(type || divisor.getType().isIndex()) || !comesFromData(divisor, cast<linalg::GenericOp>(op->getParentOp())) || constant)
      return;
    OpBuilder builder(op);
    Location loc = op->getLoc();
    auto number = [&](const llvm::APInt &v) {
      return arith::ConstantOp::create(builder, loc, builder.getIntegerAttr(divisor.getType(), v)).getResult();
    };
    unsigned width = type ? type.getWidth() : 64;
    Value fine = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, divisor, number(llvm::APInt::getZero(width)));
    cf::AssertOp::create(builder, loc, fine, "integer division by zero");
    if (width == 1 || isa<arith::DivUIOp, arith::RemUIOp, arith::CeilDivUIOp>(op))
      return;
    Value plain = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, divisor, number(llvm::APInt::getAllOnes(width)));
    Value small = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, dividend, number(llvm::APInt::getSignedMinValue(width)));
    cf::AssertOp::create(builder, loc, arith::OrIOp::create(builder, loc, plain, small), "integer division overflows");
  }
};

} // namespace
