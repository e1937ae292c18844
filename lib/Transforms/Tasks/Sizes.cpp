// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#include "Sizes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace syncflow;

Sizes::Sizes(func::FuncOp function)
    : builder(OpBuilder::atBlockBegin(&function.getBody().front())), loc(function.getLoc()) {}

OpFoldResult Sizes::of(Value tensor, int64_t d) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (!type.isDynamicDim(d))
    return builder.getIndexAttr(type.getDimSize(d));
  auto [known, fresh] = dims.try_emplace({tensor, d});
  if (!fresh)
    return known->second;
  OpFoldResult size = compute(tensor, d);
  dims[{tensor, d}] = size;
  return size;
}

OpFoldResult Sizes::of(OpFoldResult scalar) {
  if (isa<Attribute>(scalar))
    return scalar;
  Value v = cast<Value>(scalar);
  if (std::optional<int64_t> constant = getConstantIntValue(v); constant && v.getType().isIndex())
    return builder.getIndexAttr(*constant);
  auto [known, fresh] = values.try_emplace(v);
  if (!fresh)
    return known->second;
  OpFoldResult at = rebuild(v);
  values[v] = at;
  return at;
}

OpFoldResult Sizes::apply(AffineExpr expression, ArrayRef<OpFoldResult> operands) {
  auto map = AffineMap::get(0, operands.size(), expression);
  return shared(affine::makeComposedFoldedAffineApply(builder, loc, map, operands));
}

bool Sizes::areOurs(OpFoldResult v) const {
  return isa<Attribute>(v) || llvm::is_contained(made, cast<Value>(v).getDefiningOp());
}

OpFoldResult Sizes::compute(Value tensor, int64_t d) {
  if (auto argument = dyn_cast<BlockArgument>(tensor))
    return ofArgument(argument, d);
  Operation *op = tensor.getDefiningOp();
  unsigned number = cast<OpResult>(tensor).getResultNumber();
  if (auto structured = dyn_cast<DestinationStyleOpInterface>(op))
    return of(structured.getDpsInits()[number], d);
  if (auto empty = dyn_cast<tensor::EmptyOp>(op))
    return of(empty.getMixedSizes()[d]);
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op))
    return of(expand.getMixedOutputShape()[d]);
  if (auto retyped = dyn_cast<tensor::CastOp>(op))
    return isa<RankedTensorType>(retyped.getSource().getType()) ? of(retyped.getSource(), d) : OpFoldResult();
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op)) {
    llvm::SmallBitVector dropped = slice.getDroppedDims();
    for (auto [i, size] : llvm::enumerate(slice.getMixedSizes()))
      if (!dropped.test(i) && d-- == 0)
        return of(size);
  }
  if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op)) {
    AffineExpr product = getAffineConstantExpr(1, op->getContext());
    SmallVector<OpFoldResult> factors;
    for (int64_t part : ReassociationIndices(collapse.getReassociationIndices()[d])) {
      product = product * getAffineSymbolExpr(factors.size(), op->getContext());
      factors.push_back(of(collapse.getSrc(), part));
      if (!factors.back())
        return {};
    }
    return apply(product, factors);
  }
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return choose(branch.getCondition(), of(branch.thenYield().getOperand(number), d),
                  of(branch.elseYield().getOperand(number), d));
  if (auto select = dyn_cast<arith::SelectOp>(op); select && select.getCondition().getType().isInteger(1))
    return choose(select.getCondition(), of(select.getTrueValue(), d), of(select.getFalseValue(), d));
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return of(loop.getInitArgs()[number], d);
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    return of(loop.getConditionOp().getArgs()[number], d);
  return {};
}

OpFoldResult Sizes::ofArgument(BlockArgument argument, int64_t d) {
  Operation *owner = argument.getOwner()->getParentOp();
  unsigned number = argument.getArgNumber();
  if (isa<func::FuncOp>(owner))
    return shared(builder.createOrFold<tensor::DimOp>(loc, argument, d));
  if (auto loop = dyn_cast<scf::ForOp>(owner))
    return of(loop.getInitArgs()[number - loop.getNumInductionVars()], d);
  if (auto loop = dyn_cast<scf::WhileOp>(owner))
    return argument.getOwner() == loop.getBeforeBody() ? of(loop.getInits()[number], d)
                                                       : of(loop.getConditionOp().getArgs()[number], d);
  return {};
}

/// Null when the condition is not known at the start, unless it does not matter.
OpFoldResult Sizes::choose(Value condition, OpFoldResult a, OpFoldResult b) {
  if (!a || !b || a == b)
    return a && b ? a : OpFoldResult();
  OpFoldResult known = of(OpFoldResult(condition));
  if (!known || isa<Attribute>(known))
    return {};
  return shared(builder.createOrFold<arith::SelectOp>(loc, cast<Value>(known),
                                                      getValueOrCreateConstantIndexOp(builder, loc, a),
                                                      getValueOrCreateConstantIndexOp(builder, loc, b)));
}

OpFoldResult Sizes::rebuild(Value scalar) {
  Operation *op = scalar.getDefiningOp();
  if (!op)
    return {};
  if (auto dim = dyn_cast<tensor::DimOp>(op)) {
    std::optional<int64_t> d = dim.getConstantIndex();
    auto type = dyn_cast<RankedTensorType>(dim.getSource().getType());
    return d && type && *d >= 0 && *d < type.getRank() ? of(dim.getSource(), *d) : OpFoldResult();
  }
  SmallVector<OpFoldResult> operands;
  for (Value operand : op->getOperands()) {
    operands.push_back(of(OpFoldResult(operand)));
    if (!operands.back())
      return {};
  }
  if (auto map = dyn_cast<affine::AffineApplyOp>(op))
    return shared(affine::makeComposedFoldedAffineApply(builder, loc, map.getAffineMap(), operands));
  MLIRContext *context = op->getContext();
  AffineExpr a = getAffineSymbolExpr(0, context), b = getAffineSymbolExpr(1, context);
  bool isSize = scalar.getType().isIndex() && llvm::all_of(op->getOperandTypes(), llvm::IsaPred<IndexType>);
  if (isSize && isa<arith::AddIOp>(op))
    return apply(a + b, operands);
  if (isSize && isa<arith::SubIOp>(op))
    return apply(a - b, operands);
  if (isSize && isa<arith::MulIOp>(op))
    return apply(a * b, operands);
  // Division by what is known not to be zero; all roundings are the same for sizes.
  std::optional<int64_t> divisor = isSize && operands.size() == 2 ? getConstantIntValue(operands[1]) : std::nullopt;
  if (isa<arith::DivSIOp, arith::DivUIOp, arith::FloorDivSIOp>(op) && divisor && *divisor > 0)
    return apply(a.floorDiv(*divisor), {operands.front()});
  if (isa<arith::MaxSIOp, arith::MinSIOp, arith::MaxUIOp, arith::MinUIOp>(op) && operands[0] == operands[1])
    return operands[0];
  if (!isa<arith::ConstantOp, arith::IndexCastOp, arith::IndexCastUIOp, arith::CmpIOp, arith::SelectOp, arith::AndIOp,
           arith::OrIOp, arith::XOrIOp, arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::MaxSIOp, arith::MinSIOp,
           arith::MaxUIOp, arith::MinUIOp>(op))
    return {};
  IRMapping mapping;
  for (auto [operand, now] : llvm::zip_equal(op->getOperands(), operands))
    mapping.map(operand, isa<Value>(now) ? cast<Value>(now) : getValueOrCreateConstantIndexOp(builder, loc, now));
  SmallVector<Value> folded;
  Operation *clone = builder.clone(*op, mapping);
  if (succeeded(builder.tryFold(clone, folded)) && !folded.empty()) {
    clone->erase();
    return areOurs(folded.front()) ? OpFoldResult(folded.front()) : shared(folded.front());
  }
  return shared(clone->getResult(0));
}

/// One value for one computation.
OpFoldResult Sizes::shared(OpFoldResult result) {
  Operation *op = isa<Value>(result) ? cast<Value>(result).getDefiningOp() : nullptr;
  if (!op)
    return result;
  if (std::optional<int64_t> constant = getConstantIntValue(result);
      constant && cast<Value>(result).getType().isIndex())
    return builder.getIndexAttr(*constant);
  for (Operation *other : made)
    if (other == op || OperationEquivalence::isEquivalentTo(other, op, OperationEquivalence::IgnoreLocations))
      return other->getResult(0);
  made.push_back(op);
  return result;
}
