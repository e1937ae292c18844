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

/// Sizes travel as index or, between exporters' casts, as i64.
static bool isNumber(Type type) { return type.isIndex() || type.isInteger(64); }

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
  if (std::optional<int64_t> constant = getConstantIntValue(v); constant && isNumber(v.getType()))
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

bool Sizes::mayBeNegative(OpFoldResult v) {
  if (std::optional<int64_t> constant = getConstantIntValue(v))
    return *constant < 0;
  auto [known, fresh] = negative.try_emplace(cast<Value>(v), true);
  if (!fresh)
    return known->second;
  bool may = computeNegative(cast<Value>(v).getDefiningOp());
  return negative[cast<Value>(v)] = may;
}

bool Sizes::computeNegative(Operation *op) {
  auto any = [&](ValueRange operands) {
    return llvm::any_of(operands, [&](Value operand) { return mayBeNegative(operand); });
  };
  if (auto apply = dyn_cast_or_null<affine::AffineApplyOp>(op)) {
    bool subtracts = false;
    apply.getAffineMap().getResult(0).walk([&](AffineExpr e) {
      auto constant = dyn_cast<AffineConstantExpr>(e);
      subtracts |= constant && constant.getValue() < 0;
    });
    return subtracts || any(apply.getOperands());
  }
  if (isa_and_nonnull<arith::MaxSIOp, arith::MaxUIOp, arith::MinSIOp, arith::MinUIOp>(op))
    return any(op->getOperands());
  if (auto select = dyn_cast_or_null<arith::SelectOp>(op))
    return any({select.getTrueValue(), select.getFalseValue()});
  return !isa_and_nonnull<tensor::DimOp>(op);
}

OpFoldResult Sizes::least(OpFoldResult a, int64_t b) {
  MLIRContext *context = builder.getContext();
  auto map = AffineMap::get(0, 1, {getAffineSymbolExpr(0, context), getAffineConstantExpr(b, context)}, context);
  return shared(affine::makeComposedFoldedAffineMin(builder, loc, map, {a}));
}

bool Sizes::areOurs(OpFoldResult v) const { return isa<Attribute>(v) || made.contains(cast<Value>(v).getDefiningOp()); }

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
  if (!known)
    return {};
  if (std::optional<int64_t> decided = getConstantIntValue(known))
    return *decided ? a : b;
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
  // What is not chosen need not be known.
  if (auto select = dyn_cast<arith::SelectOp>(op)) {
    OpFoldResult condition = of(OpFoldResult(select.getCondition()));
    if (std::optional<int64_t> decided = condition ? getConstantIntValue(condition) : std::nullopt)
      return of(OpFoldResult(*decided ? select.getTrueValue() : select.getFalseValue()));
  }
  SmallVector<OpFoldResult> operands;
  for (Value operand : op->getOperands()) {
    operands.push_back(of(OpFoldResult(operand)));
    if (!operands.back())
      return {};
  }
  if (auto map = dyn_cast<affine::AffineApplyOp>(op))
    return shared(affine::makeComposedFoldedAffineApply(builder, loc, map.getAffineMap(), operands));
  if (isNumber(scalar.getType()))
    return rebuildNumber(op, operands);
  if (scalar.getType().isInteger(1))
    return rebuildTruth(op, operands);
  return {};
}

OpFoldResult Sizes::rebuildNumber(Operation *op, ArrayRef<OpFoldResult> operands) {
  AffineExpr a = getAffineSymbolExpr(0, op->getContext()), b = getAffineSymbolExpr(1, op->getContext());
  bool known = isa<arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::DivSIOp, arith::DivUIOp, arith::FloorDivSIOp,
                   arith::CeilDivSIOp, arith::MaxSIOp, arith::MinSIOp, arith::MaxUIOp, arith::MinUIOp>(op);
  if (isa<arith::AddIOp>(op))
    return apply(a + b, operands);
  if (isa<arith::SubIOp>(op))
    return apply(a - b, operands);
  if (isa<arith::MulIOp>(op))
    return apply(a * b, operands);
  if (isa<arith::IndexCastOp, arith::IndexCastUIOp>(op) && isNumber(op->getOperand(0).getType()))
    return operands.front();
  if (auto select = dyn_cast<arith::SelectOp>(op))
    return choose(select.getCondition(), operands[1], operands[2]);
  // Division by what is known not to be zero; all roundings are the same for what is not negative.
  std::optional<int64_t> divisor = known ? getConstantIntValue(operands[1]) : std::nullopt;
  bool divides = isa<arith::DivSIOp, arith::DivUIOp, arith::FloorDivSIOp, arith::CeilDivSIOp>(op);
  if (divides && !(divisor && *divisor > 0))
    return {};
  if (isa<arith::CeilDivSIOp>(op))
    return apply(a.ceilDiv(*divisor), {operands.front()});
  if (isa<arith::FloorDivSIOp>(op) || (divides && !mayBeNegative(operands.front())))
    return apply(a.floorDiv(*divisor), {operands.front()});
  if (!known)
    return {};
  if (operands[0] == operands[1])
    return divides ? OpFoldResult() : operands[0];
  SmallVector<Value> values = getValueOrCreateConstantIndexOp(builder, loc, operands);
  OperationState state(loc, op->getName(), values, {builder.getIndexType()});
  return shared(builder.create(state)->getResult(0));
}

/// What a comparison with a negative number, or of less than zero, comes to for a size.
static std::optional<bool> compareSize(arith::CmpIPredicate predicate, int64_t bound) {
  switch (predicate) {
  case arith::CmpIPredicate::slt:
    return bound <= 0 ? std::optional<bool>(false) : std::nullopt;
  case arith::CmpIPredicate::sge:
    return bound <= 0 ? std::optional<bool>(true) : std::nullopt;
  case arith::CmpIPredicate::sle:
  case arith::CmpIPredicate::eq:
    return bound < 0 ? std::optional<bool>(false) : std::nullopt;
  case arith::CmpIPredicate::sgt:
  case arith::CmpIPredicate::ne:
    return bound < 0 ? std::optional<bool>(true) : std::nullopt;
  default:
    return std::nullopt;
  }
}

OpFoldResult Sizes::rebuildTruth(Operation *op, ArrayRef<OpFoldResult> operands) {
  if (isa<arith::ConstantOp>(op))
    return shared(builder.clone(*op)->getResult(0));
  if (auto compare = dyn_cast<arith::CmpIOp>(op))
    if (std::optional<int64_t> bound = getConstantIntValue(operands[1]); bound && !mayBeNegative(operands[0]))
      if (std::optional<bool> known = compareSize(compare.getPredicate(), *bound))
        return shared(arith::ConstantIntOp::create(builder, loc, *known, 1).getResult());
  if (auto compare = dyn_cast<arith::CmpIOp>(op); compare && isNumber(compare.getLhs().getType())) {
    SmallVector<Value> values = getValueOrCreateConstantIndexOp(builder, loc, operands);
    return shared(builder.createOrFold<arith::CmpIOp>(loc, compare.getPredicate(), values[0], values[1]));
  }
  if (!isa<arith::AndIOp, arith::OrIOp, arith::XOrIOp>(op))
    return {};
  SmallVector<Value> values = llvm::map_to_vector(operands, [](OpFoldResult v) { return cast<Value>(v); });
  OperationState state(loc, op->getName(), values, {builder.getI1Type()});
  return shared(builder.create(state)->getResult(0));
}

/// One value for one computation.
OpFoldResult Sizes::shared(OpFoldResult result) {
  Operation *op = isa<Value>(result) ? cast<Value>(result).getDefiningOp() : nullptr;
  if (!op)
    return result;
  if (std::optional<int64_t> constant = getConstantIntValue(result);
      constant && cast<Value>(result).getType().isIndex())
    return builder.getIndexAttr(*constant);
  if (made.contains(op))
    return result;
  for (Operation *other : made)
    if (OperationEquivalence::isEquivalentTo(other, op, OperationEquivalence::IgnoreLocations))
      return other->getResult(0);
  made.insert(op);
  return result;
}
