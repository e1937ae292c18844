// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#include "SyncFlow/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace syncflow {
#define GEN_PASS_DEF_CHECKINDICESPASS
#include "SyncFlow/Transforms/TaskPasses.h.inc"
} // namespace syncflow

using namespace mlir;
using namespace syncflow;

namespace {

/// An index comes from data when something else than constants, loop positions and sizes went into it.
bool comesFromData(Value index, linalg::GenericOp generic) {
  SmallVector<Value> work{index};
  llvm::SmallDenseSet<Value> seen;
  while (!work.empty()) {
    Value v = work.pop_back_val();
    if (!seen.insert(v).second)
      continue;
    Operation *op = v.getDefiningOp();
    if (!op) {
      if (v.getParentBlock() == generic.getBody())
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

struct CheckIndicesPass : syncflow::impl::CheckIndicesPassBase<CheckIndicesPass> {
  void runOnOperation() override {
    SmallVector<tensor::ExtractOp> extracts;
    getOperation()->walk([&](tensor::ExtractOp op) {
      if (isa<linalg::GenericOp>(op->getParentOp()) && op->getParentOfType<TaskOp>())
        extracts.push_back(op);
    });
    for (tensor::ExtractOp extract : extracts)
      for (auto [d, index] : llvm::enumerate(extract.getIndices())) {
        int64_t size = extract.getTensor().getType().getDimSize(d);
        if (comesFromData(index, cast<linalg::GenericOp>(extract->getParentOp())) &&
            !(isChecked(index, extract, size, /*above=*/true) && isChecked(index, extract, size, /*above=*/false)))
          check(extract, index, d, size);
      }
  }

  /// One unsigned comparison covers both ends.
  void check(tensor::ExtractOp extract, Value index, int64_t d, int64_t size) {
    Location loc = extract.getLoc();
    OpBuilder builder(extract);
    Value bound = ShapedType::isDynamic(size) ? tensor::DimOp::create(builder, loc, extract.getTensor(), d).getResult()
                                              : arith::ConstantIndexOp::create(builder, loc, size).getResult();
    Value inside = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, index, bound);
    std::string message = "index out of range of dimension " + std::to_string(d);
    if (!ShapedType::isDynamic(size))
      message += " of size " + std::to_string(size);
    cf::AssertOp::create(builder, loc, inside, message);
  }
};

} // namespace
