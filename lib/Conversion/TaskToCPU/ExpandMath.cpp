// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#include "SyncFlow/Conversion/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

#include <cmath>
#include <limits>
#include <numbers>

namespace syncflow {
#define GEN_PASS_DEF_EXPANDMATHPASS
#include "SyncFlow/Conversion/HostPasses.h.inc"
} // namespace syncflow

using namespace mlir;

namespace {

/// Arithmetic on scalars of one float type, written as a person would.
class Formula {
public:
  Formula(Operation *op, FloatType type) : builder(op), loc(op->getLoc()), type(type) {}

  Value constant(double v) {
    APFloat value(v);
    bool ignored;
    value.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven, &ignored);
    return arith::ConstantOp::create(builder, loc, FloatAttr::get(type, value));
  }
  Value boolean(bool v) { return arith::ConstantOp::create(builder, loc, builder.getBoolAttr(v)); }
  Value infinity() { return constant(std::numeric_limits<double>::infinity()); }
  Value smallestNormal() {
    return arith::ConstantOp::create(builder, loc,
                                     FloatAttr::get(type, APFloat::getSmallestNormalized(type.getFloatSemantics())));
  }

  Value add(Value a, Value b) { return arith::AddFOp::create(builder, loc, a, b); }
  Value sub(Value a, Value b) { return arith::SubFOp::create(builder, loc, a, b); }
  Value mul(Value a, Value b) { return arith::MulFOp::create(builder, loc, a, b); }
  Value div(Value a, Value b) { return arith::DivFOp::create(builder, loc, a, b); }
  Value negate(Value a) { return arith::NegFOp::create(builder, loc, a); }
  Value both(Value a, Value b) { return arith::AndIOp::create(builder, loc, a, b); }
  Value either(Value a, Value b) { return arith::OrIOp::create(builder, loc, a, b); }
  Value compare(arith::CmpFPredicate predicate, Value a, Value b) {
    return arith::CmpFOp::create(builder, loc, predicate, a, b);
  }
  Value equal(Value a, Value b) { return compare(arith::CmpFPredicate::OEQ, a, b); }
  Value equal(Value a, double b) { return equal(a, constant(b)); }
  Value select(Value condition, Value a, Value b) { return arith::SelectOp::create(builder, loc, condition, a, b); }
  Value absolute(Value a) { return math::AbsFOp::create(builder, loc, a); }
  Value withSignOf(double size, Value sign) { return math::CopySignOp::create(builder, loc, constant(size), sign); }

  OpBuilder builder;
  Location loc;
  FloatType type;
};

/// The value of a constant, also behind a widening.
std::optional<double> constantOf(Value v) {
  if (auto wide = v.getDefiningOp<arith::ExtFOp>())
    v = wide.getIn();
  APFloat value(0.0);
  if (!matchPattern(v, m_ConstantFloat(&value)))
    return std::nullopt;
  bool ignored;
  value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &ignored);
  return value.convertToDouble();
}

/// x^n by repeated squaring.
Value wholePower(Formula &f, Value x, unsigned n) {
  Value result;
  for (; n != 0; n >>= 1) {
    if (n & 1)
      result = result ? f.mul(result, x) : x;
    if (n > 1)
      x = f.mul(x, x);
  }
  return result ? result : f.constant(1);
}

/// |x|^y = exp(y log |x|), with the sign of x where y is odd, NaN where x is negative and y is no integer, and the
/// limits and exceptions of IEEE 754-2019, section 9.2.1.
Value power(Formula &f, Value x, Value y) {
  Value one = f.constant(1), zero = f.constant(0), infinity = f.infinity(), base = f.absolute(x);
  Value size = math::ExpOp::create(f.builder, f.loc, f.mul(y, math::LogOp::create(f.builder, f.loc, base)));
  Value rises = f.compare(arith::CmpFPredicate::OGT, y, zero), falls = f.compare(arith::CmpFPredicate::OLT, y, zero);
  auto limit = [&](Value up, Value down) { return f.select(rises, up, f.select(falls, down, size)); };
  Value endless = f.equal(base, infinity);
  size = f.select(f.equal(base, zero), limit(zero, infinity), size);
  size = f.select(endless, limit(infinity, zero), size);
  size = f.select(f.equal(base, one), one, size);
  auto isWhole = [&](Value v) { return f.equal(v, math::FloorOp::create(f.builder, f.loc, v)); };
  Value even = isWhole(f.mul(y, f.constant(0.5)));
  Value odd = f.both(isWhole(y), arith::XOrIOp::create(f.builder, f.loc, even, f.boolean(true)));
  Value nan = f.constant(std::numeric_limits<double>::quiet_NaN());
  Value broken = f.select(f.either(even, endless), size, nan);
  Value negative = f.compare(arith::CmpFPredicate::OLT, x, zero);
  Value result = f.select(negative, f.select(odd, f.negate(size), broken), size);
  return f.select(f.equal(y, zero), one, result);
}

Value expandPower(math::PowFOp op, Formula &f) {
  Value x = op.getLhs();
  std::optional<double> exponent = constantOf(op.getRhs());
  constexpr double longest = 64; // Up to 11 multiplications.
  if (exponent && *exponent == std::floor(*exponent) && std::abs(*exponent) <= longest) {
    Value result = wholePower(f, x, static_cast<unsigned>(std::abs(*exponent)));
    return *exponent < 0 ? f.div(f.constant(1), result) : result;
  }
  return f.type.isF32() ? power(f, x, op.getRhs()) : Value();
}

/// 0/0 and inf/inf have a direction: that of the signs.
void prepareArcTangent(math::Atan2Op op, Formula &f) {
  Value y = op.getLhs(), x = op.getRhs(), infinity = f.infinity();
  Value nowhere = f.both(f.equal(y, 0), f.equal(x, 0));
  Value far = f.both(f.equal(f.absolute(y), infinity), f.equal(f.absolute(x), infinity));
  op.getLhsMutable().assign(f.select(far, f.withSignOf(1, y), y));
  op.getRhsMutable().assign(f.select(f.either(nowhere, far), f.withSignOf(1, x), x));
}

/// The argument less the whole turns in it, in double precision: in single, nothing of 1e6 would be left.
void reduceTurns(Operation *op, Formula &f) {
  Formula wide(op, f.builder.getF64Type());
  Value x = arith::ExtFOp::create(f.builder, f.loc, wide.type, op->getOperand(0));
  Value turns = math::RoundEvenOp::create(f.builder, f.loc, wide.mul(x, wide.constant(0.5 / std::numbers::pi)));
  Value rest = wide.sub(x, wide.mul(turns, wide.constant(2 * std::numbers::pi)));
  // Nothing of the angle is left in arguments beyond 1e15; the polynomial has to stay where it is bounded all the same.
  Value limit = wide.constant(std::numbers::pi);
  rest = arith::MinimumFOp::create(f.builder, f.loc, rest, limit);
  rest = arith::MaximumFOp::create(f.builder, f.loc, rest, wide.negate(limit));
  op->setOperand(0, arith::TruncFOp::create(f.builder, f.loc, f.type, rest));
}

/// The polynomial takes subnormal numbers for the smallest normal one: log(x) = log(x 2^24) - log(2^24).
template <typename LogOp> void widenLogarithm(LogOp op, Formula &f, double logOfScale) {
  Value x = op.getOperand();
  Value small = f.compare(arith::CmpFPredicate::OLT, f.absolute(x), f.smallestNormal());
  op.getOperandMutable().assign(f.select(small, f.mul(x, f.constant(0x1p24)), x));
  f.builder.setInsertionPointAfter(op);
  Value result = f.sub(op, f.select(small, f.constant(logOfScale), f.constant(0)));
  op.getResult().replaceAllUsesExcept(result, result.getDefiningOp());
}

void keepInfinity(math::CbrtOp op, Formula &f) {
  f.builder.setInsertionPointAfter(op);
  Value x = op.getOperand();
  Value result = f.select(f.equal(f.absolute(x), f.infinity()), x, op);
  op.getResult().replaceAllUsesExcept(result, result.getDefiningOp());
}

struct ExpandMathPass : syncflow::impl::ExpandMathPassBase<ExpandMathPass> {
  void runOnOperation() override {
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) {
      if (isa<math::MathDialect>(op->getDialect()) && op->getNumOperands() &&
          isa<FloatType>(op->getOperand(0).getType()))
        ops.push_back(op);
    });
    // Logarithms that powers are made of are prepared with the others.
    for (Operation *op : ops)
      if (auto power = dyn_cast<math::PowFOp>(op))
        expand(power);
    getOperation()->walk([&](Operation *op) { prepare(op); });
  }

private:
  static void replace(Operation *op, Value now) {
    op->replaceAllUsesWith(ValueRange(now));
    op->erase();
  }

  static void expand(math::PowFOp op) {
    Formula f(op, cast<FloatType>(op.getType()));
    if (Value now = expandPower(op, f))
      replace(op, now);
  }

  static void prepare(Operation *op) {
    auto type = op->getNumOperands() ? dyn_cast<FloatType>(op->getOperand(0).getType()) : FloatType();
    if (!type)
      return;
    Formula f(op, type);
    if (isa<math::IsInfOp>(op))
      return replace(op, f.equal(f.absolute(op->getOperand(0)), f.infinity()));
    if (auto clamp = dyn_cast<math::ClampFOp>(op)) {
      Value low = arith::MaximumFOp::create(f.builder, f.loc, clamp.getValue(), clamp.getMin());
      return replace(op, arith::MinimumFOp::create(f.builder, f.loc, low, clamp.getMax()));
    }
    if (isa<math::IsNormalOp>(op)) {
      Value size = f.absolute(op->getOperand(0));
      return replace(op, f.both(f.compare(arith::CmpFPredicate::OGE, size, f.smallestNormal()),
                                f.compare(arith::CmpFPredicate::OLT, size, f.infinity())));
    }
    // What follows helps the polynomials, which are for single precision.
    if (!type.isF32())
      return;
    if (auto arc = dyn_cast<math::Atan2Op>(op))
      prepareArcTangent(arc, f);
    else if (isa<math::SinOp, math::CosOp>(op))
      reduceTurns(op, f);
    else if (auto log = dyn_cast<math::LogOp>(op))
      widenLogarithm(log, f, 24 * std::numbers::ln2);
    else if (auto log = dyn_cast<math::Log2Op>(op))
      widenLogarithm(log, f, 24);
    else if (auto root = dyn_cast<math::CbrtOp>(op))
      keepInfinity(root, f);
  }
};

} // namespace
