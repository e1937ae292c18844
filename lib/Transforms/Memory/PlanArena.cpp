// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Buffers become views of one arena per function.
#include "SyncFlow/Transforms/Passes.h"

#include "ArenaLayout.h"
#include "BufferOrder.h"
#include "SyncFlow/Dialect/SyncFlow/Analysis/CostModel.h"
#include "SyncFlow/Dialect/SyncFlow/Analysis/MemoryHomes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include "llvm/Support/MathExtras.h"
#include <map>
#include <numeric>

namespace syncflow {
#define GEN_PASS_DEF_PLANARENA
#include "SyncFlow/Transforms/Passes.h.inc"
} // namespace syncflow

using namespace mlir;
using namespace syncflow;

static constexpr int64_t arenaAlignment = 64;

namespace {

/// Computes index values at the start of a function, copying what they depend on.
class EntryValues {
public:
  explicit EntryValues(FunctionOpInterface function)
      : entry(&function.getFunctionBody().front()), builder(afterChecks(entry)), loc(function.getLoc()) {}

  /// `value` at the start of the function; an upper bound where it is known only later; null when there is none.
  Value get(Value value) {
    if (Value early = copy(value))
      return early;
    // A size of another buffer has the bound of that.
    if (auto dim = value.getDefiningOp<memref::DimOp>(); dim && dim.getConstantIndex())
      if (auto buffer = dim.getSource().getDefiningOp<BufferOp>()) {
        auto type = cast<MemRefType>(buffer.getMemref().getType());
        if (type.isDynamicDim(*dim.getConstantIndex()))
          return get(buffer.getSizes()[type.getDynamicDimIndex(*dim.getConstantIndex())]);
      }
    // One of two: room for either.
    if (auto select = value.getDefiningOp<arith::SelectOp>()) {
      Value a = get(select.getTrueValue()), b = get(select.getFalseValue());
      return a && b ? arith::MaxSIOp::create(builder, loc, a, b).getResult() : Value();
    }
    FailureOr<int64_t> bound =
        ValueBoundsConstraintSet::computeConstantBound(presburger::BoundType::UB, value, nullptr, /*closedUB=*/true);
    return succeeded(bound) ? constant(*bound) : Value();
  }
  Value constant(int64_t number) {
    Value &value = constants[number];
    if (!value)
      value = arith::ConstantIndexOp::create(builder, loc, number);
    return value;
  }
  Value add(Value a, Value b) { return arith::AddIOp::create(builder, loc, a, b); }
  Value times(Value a, int64_t factor) {
    return factor == 1 ? a : arith::MulIOp::create(builder, loc, a, constant(factor));
  }
  Value product(ArrayRef<Value> values) {
    Value result = values.front();
    for (Value v : values.drop_front())
      result = arith::MulIOp::create(builder, loc, result, v);
    return result;
  }
  /// Ends the entry when a product is more than any memory: in integers it would wrap around to a small one.
  void requireAddressable(ArrayRef<Value> factors, int64_t constant) {
    Type wide = builder.getF64Type();
    auto number = [&](double v) {
      return arith::ConstantOp::create(builder, loc, FloatAttr::get(wide, v)).getResult();
    };
    Value bytes = number(static_cast<double>(constant));
    for (Value factor : factors) {
      Value plain = arith::IndexCastOp::create(builder, loc, builder.getI64Type(), factor);
      bytes = arith::MulFOp::create(builder, loc, bytes, arith::SIToFPOp::create(builder, loc, wide, plain));
    }
    constexpr double addressable = 1ull << 48;
    Value fits = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OLE, bytes, number(addressable));
    cf::AssertOp::create(builder, loc, fits, "intermediate tensors of these sizes need more than 256 TiB");
  }
  Value roundUp(Value v, int64_t to) {
    return to == 1 ? v : times(arith::DivUIOp::create(builder, loc, add(v, constant(to - 1)), constant(to)), to);
  }
  OpBuilder &getBuilder() { return builder; }

private:
  /// Behind the checks that the function starts with: no memory for sizes that they reject.
  static OpBuilder afterChecks(Block *entry) {
    OpBuilder builder = OpBuilder::atBlockBegin(entry);
    for (Operation &op : *entry) {
      if (isa<cf::AssertOp>(op))
        builder.setInsertionPointAfter(&op);
      else if (!isMemoryEffectFree(&op) || op.getNumRegions())
        break;
    }
    return builder;
  }

  Value copy(Value value);
  /// A dimension of a buffer or of a view of one that only reshapes it; null for other memory.
  Value extentOf(Value memref, int64_t d);

  Block *entry;
  OpBuilder builder;
  Location loc;
  std::map<int64_t, Value> constants;
  llvm::DenseMap<Value, Value> copies;
  SmallVector<Operation *> copied;
};

} // namespace

Value EntryValues::extentOf(Value memref, int64_t d) {
  auto type = cast<MemRefType>(memref.getType());
  if (!type.isDynamicDim(d))
    return constant(type.getDimSize(d));
  // What a loop hands on unchanged.
  auto argument = dyn_cast<BlockArgument>(memref);
  auto loop = argument ? dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp()) : scf::ForOp();
  if (OpOperand *init = loop ? loop.getTiedLoopInit(argument) : nullptr)
    return loop.getTiedLoopYieldedValue(argument)->get() == memref ? extentOf(init->get(), d) : Value();
  Operation *op = memref.getDefiningOp();
  if (auto buffer = dyn_cast_or_null<BufferOp>(op))
    return copy(buffer.getSizes()[type.getDynamicDimIndex(d)]);
  if (auto output = dyn_cast_or_null<RTOutputOp>(op))
    return copy(output.getSizes()[type.getDynamicDimIndex(d)]);
  if (auto cast = dyn_cast_or_null<memref::CastOp>(op))
    return extentOf(cast.getSource(), d);
  if (auto expand = dyn_cast_or_null<memref::ExpandShapeOp>(op))
    return copy(llvm::cast<Value>(expand.getMixedOutputShape()[d]));
  auto collapse = dyn_cast_or_null<memref::CollapseShapeOp>(op);
  if (!collapse)
    return {};
  SmallVector<Value> extents;
  for (int64_t inner : ReassociationIndices(collapse.getReassociationIndices()[d])) {
    extents.push_back(extentOf(collapse.getSrc(), inner));
    if (!extents.back())
      return {};
  }
  return product(extents);
}

Value EntryValues::copy(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return argument.getOwner() == entry ? value : Value();
  if (auto it = copies.find(value); it != copies.end())
    return it->second;
  Operation *op = value.getDefiningOp();
  // Two equal sizes do not depend on the choice.
  if (auto select = dyn_cast<arith::SelectOp>(op))
    if (Value either = copy(select.getTrueValue()); either && either == copy(select.getFalseValue()))
      return copies[value] = either;
  if (auto dim = dyn_cast<memref::DimOp>(op); dim && dim.getConstantIndex())
    if (Value extent = extentOf(dim.getSource(), *dim.getConstantIndex()))
      return copies[value] = extent;
  // What runs in the entry block runs in any case; from further inside only what cannot go wrong comes forward.
  bool movable = op->getNumRegions() == 0 && isMemoryEffectFree(op) &&
                 (op->getBlock() == entry || isSpeculatable(op) || isa<memref::DimOp>(op));
  if (!movable)
    return copies[value] = Value();
  IRMapping mapping;
  for (Value operand : op->getOperands()) {
    Value early = copy(operand);
    if (!early)
      return copies[value] = Value();
    mapping.map(operand, early);
  }
  Operation *clone = builder.clone(*op, mapping);
  // Equal computations are one value, so that equal sizes are seen to be equal.
  for (Operation *other : copied)
    if (OperationEquivalence::isEquivalentTo(clone, other, OperationEquivalence::IgnoreLocations)) {
      clone->erase();
      clone = other;
      break;
    }
  if (copied.empty() || clone != copied.back())
    copied.push_back(clone);
  for (auto [from, to] : llvm::zip_equal(op->getResults(), clone->getResults()))
    copies[from] = to;
  return copies[value];
}

namespace {

/// Buffers of one memory whose sizes are multiples of the same value.
struct SizeClass {
  SmallVector<Value> dims; ///< Dynamic sizes; empty: sizes are known.
  StringAttr home;         ///< Memory of the topology; buffers of different memories share no bytes.
  SmallVector<size_t> members;
  std::vector<int64_t> factors; ///< Bytes per unit of the product of `dims`.
};

struct ArenaPlanner {
  FunctionOpInterface function;
  RangeAnalysis ranges;
  BufferOrder order;
  EntryValues values;
  std::optional<MemoryHomes> homes;
  SmallVector<SizeClass> classes;
  SmallVector<Value> shifts; ///< Per buffer.

  explicit ArenaPlanner(FunctionOpInterface function) : function(function), order(function, ranges), values(function) {}

  LogicalResult run();
  void findHomes();
  LogicalResult classify(size_t buffer);
  PackingProblem problemOf(const SizeClass &sizes);
  void replace(Value arena);
};

} // namespace

/// Splits a product of index values into its factors, so that m * n rows and m times n rows are one size.
static void factorize(Value value, SmallVectorImpl<Value> &dims, int64_t &factor) {
  IntegerAttr constant;
  if (matchPattern(value, m_Constant(&constant))) {
    factor *= constant.getInt();
    return;
  }
  if (auto product = value.getDefiningOp<arith::MulIOp>()) {
    factorize(product.getLhs(), dims, factor);
    factorize(product.getRhs(), dims, factor);
    return;
  }
  auto apply = value.getDefiningOp<affine::AffineApplyOp>();
  if (!apply) {
    dims.push_back(value);
    return;
  }
  SmallVector<AffineExpr> work{apply.getAffineMap().getResult(0)};
  SmallVector<Value> operands;
  int64_t constants = 1;
  while (!work.empty()) {
    AffineExpr expr = work.pop_back_val();
    if (auto binary = dyn_cast<AffineBinaryOpExpr>(expr); binary && expr.getKind() == AffineExprKind::Mul) {
      work.push_back(binary.getLHS());
      work.push_back(binary.getRHS());
    } else if (auto number = dyn_cast<AffineConstantExpr>(expr)) {
      constants *= number.getValue();
    } else if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
      operands.push_back(apply.getMapOperands()[dim.getPosition()]);
    } else if (auto symbol = dyn_cast<AffineSymbolExpr>(expr)) {
      operands.push_back(apply.getMapOperands()[apply.getAffineMap().getNumDims() + symbol.getPosition()]);
    } else {
      dims.push_back(value);
      return;
    }
  }
  factor *= constants;
  for (Value operand : operands)
    factorize(operand, dims, factor);
}

void ArenaPlanner::findHomes() {
  function->walk<WalkOrder::PreOrder>([&](AsyncOpInterface op) {
    DeviceOp device = deviceOf(op);
    if (device && !homes)
      homes.emplace(function, *cast<TopologyOp>(device->getParentOp()).getBody().getOps<DeviceOp>().begin());
    if (device)
      homes->touch(op, device);
    return WalkResult::skip();
  });
}

LogicalResult ArenaPlanner::classify(size_t index) {
  BufferOp buffer = order.buffers()[index];
  auto type = cast<MemRefType>(buffer.getMemref().getType());
  int64_t factor = bytesOfElement(type.getElementType());
  if (factor == 0)
    return buffer.emitOpError() << "has elements of unknown size: lower its element type before syncflow-plan-arena";
  if (type.getMemorySpace())
    return buffer.emitOpError() << "lies in memory space " << type.getMemorySpace()
                                << ", the arena in the default one: leave the memory space to the topology";
  for (int64_t extent : type.getShape())
    factor *= ShapedType::isDynamic(extent) ? 1 : extent;
  SmallVector<Value> dims;
  for (Value size : buffer.getSizes()) {
    Value early = values.get(size);
    if (!early) {
      InFlightDiagnostic d = buffer.emitOpError()
                             << "has a size that is known only after the function has begun, and no constant bound";
      d.attachNote(size.getLoc())
          << "this size; compute it from the arguments, or bound it (affine.min with a constant)";
      return failure();
    }
    factorize(early, dims, factor);
  }
  // Equal products become equal keys: arguments first, then what was computed first.
  llvm::sort(dims, [](Value a, Value b) {
    auto x = dyn_cast<BlockArgument>(a), y = dyn_cast<BlockArgument>(b);
    if (x && y)
      return x.getArgNumber() < y.getArgNumber();
    if (x || y)
      return bool(x);
    return a != b && a.getDefiningOp()->isBeforeInBlock(b.getDefiningOp());
  });
  StringAttr home = homes ? homes->homeOf(buffer.getMemref()) : StringAttr();
  auto known = llvm::find_if(classes, [&](const SizeClass &c) { return c.dims == dims && c.home == home; });
  if (known == classes.end()) {
    classes.push_back({dims, home, {}, {}});
    known = std::prev(classes.end());
  }
  known->members.push_back(index);
  known->factors.push_back(dims.empty() ? static_cast<int64_t>(llvm::alignTo(factor, arenaAlignment)) : factor);
  return success();
}

PackingProblem ArenaPlanner::problemOf(const SizeClass &sizes) {
  PackingProblem problem;
  problem.sizes = sizes.factors;
  problem.precedes = order.precedence(sizes.members);
  return problem;
}

void ArenaPlanner::replace(Value arena) {
  for (size_t i = 0; i < order.buffers().size(); ++i) {
    BufferOp buffer = order.buffers()[i];
    OpBuilder builder(buffer);
    auto view = memref::ViewOp::create(builder, buffer.getLoc(), cast<MemRefType>(buffer.getMemref().getType()), arena,
                                       shifts[i], buffer.getSizes());
    view->setAttr("syncflow.slot", builder.getI64IntegerAttr(i));
    buffer.getMemref().replaceAllUsesWith(view);
  }
  for (BufferOp buffer : order.buffers())
    buffer.erase();
}

LogicalResult ArenaPlanner::run() {
  if (order.buffers().empty())
    return success();
  findHomes();
  for (size_t i = 0; i < order.buffers().size(); ++i)
    if (failed(classify(i)))
      return failure();

  shifts.resize(order.buffers().size());
  // What is known comes first, then what is computed at the start of the function.
  int64_t total = 0, peak = 0;
  size_t known = 0;
  for (const SizeClass &sizes : classes) {
    if (!sizes.dims.empty())
      continue;
    PackingProblem problem = problemOf(sizes);
    Packing packed = pack(problem);
    for (auto [member, offset] : llvm::zip_equal(sizes.members, packed.offsets))
      shifts[member] = values.constant(total + offset);
    total += packed.total;
    peak += peakOf(problem);
    known += sizes.members.size();
  }
  Value end = values.constant(total);
  for (const SizeClass &sizes : classes) {
    if (sizes.dims.empty())
      continue;
    Packing packed = pack(problemOf(sizes));
    // Offsets are sums of factors, so multiples of their common divisor: rounding the product makes them aligned.
    int64_t divisor = 0;
    for (int64_t f : sizes.factors)
      divisor = std::gcd(divisor, f);
    values.requireAddressable(sizes.dims, packed.total);
    Value unit = values.roundUp(values.product(sizes.dims), arenaAlignment / std::gcd(arenaAlignment, divisor));
    for (auto [member, offset] : llvm::zip_equal(sizes.members, packed.offsets))
      shifts[member] = offset == 0 ? end : values.add(end, values.times(unit, offset));
    end = values.add(end, values.times(unit, packed.total));
  }
  Type bytes = MemRefType::get({ShapedType::kDynamic}, IntegerType::get(function.getContext(), 8));
  Value arena = ArenaOp::create(values.getBuilder(), function.getLoc(), bytes, end, static_cast<uint64_t>(peak));
  replace(arena);
  setStat(function, "arena_bytes", static_cast<uint64_t>(total));
  setStat(function, "peak_live_bytes", static_cast<uint64_t>(peak));
  remark::analysis(function.getLoc(), remark::RemarkOpts::name("arena").category("memory"))
      << remark::add("{0} buffers in {1} bytes, peak {2}", known, total, peak);
  return success();
}

namespace {

struct PlanArenaPass : syncflow::impl::PlanArenaBase<PlanArenaPass> {
  void runOnOperation() override {
    WalkResult result = getOperation().walk([&](FunctionOpInterface function) {
      if (function.isExternal())
        return WalkResult::advance();
      return failed(ArenaPlanner(function).run()) ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};

} // namespace
