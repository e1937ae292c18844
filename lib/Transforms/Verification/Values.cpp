// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#include "Values.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace syncflow;
using namespace syncflow::verification;

static std::string streamKey(StreamOp op) {
  std::string key;
  llvm::raw_string_ostream(key) << op.getDevice() << " ordinal " << op.getOrdinal();
  return key;
}

Values::Values(Operation *scope) {
  unknownMemory = newBase(BaseKind::Unknown, {}, 0, 0);
  // One op that calls a stream unordered is enough, whichever op names it at the point of use.
  scope->walk([&](StreamOp op) {
    auto device = dyn_cast_or_null<DeviceOp>(SymbolTable::lookupNearestSymbolFrom(op, op.getDevice()));
    unordered[streamKey(op)] |= op.getOutOfOrder() || (device && !device.getInOrder());
  });
}

Base *Values::newBase(BaseKind kind, Value value, unsigned frame, unsigned freshSince) {
  Base base;
  base.kind = kind;
  base.value = value;
  base.frame = frame;
  base.freshSince = freshSince;
  base.index = bases.size();
  bases.push_back(base);
  return &bases.back();
}

//===-- access ----------------------------------------------------------------------------------------------------===//

Abstract Values::unknown(Type type) {
  if (isa<IndexType, IntegerType>(type))
    return symbols.fresh();
  if (isa<TokenType>(type))
    return std::make_shared<const Frontier>();
  if (isa<StreamType>(type))
    return StreamId{"unknown " + std::to_string(unknownStreams++), "", false};
  if (isa<BaseMemRefType>(type)) {
    MemRegion region;
    region.base = unknownMemory;
    return Regions{region};
  }
  return {};
}

Abstract Values::get(Value v) {
  auto it = map.find(v);
  if (it != map.end())
    return it->second;
  return map[v] = unknown(v.getType());
}

Poly Values::integer(Value v) {
  APInt constant;
  if (matchPattern(v, m_ConstantInt(&constant)))
    return Poly(constant.getSExtValue());
  Abstract a = get(v);
  if (auto *p = std::get_if<Poly>(&a))
    return *p;
  return symbols.fresh();
}

Poly Values::integer(OpFoldResult r) {
  if (auto v = dyn_cast<Value>(r))
    return integer(v);
  return Poly(cast<IntegerAttr>(cast<Attribute>(r)).getInt());
}

SmallVector<Poly> Values::integers(ValueRange values) {
  return llvm::map_to_vector(values, [&](Value v) { return integer(v); });
}

SmallVector<Poly> Values::sizes(ValueRange values) {
  SmallVector<Poly> out = integers(values);
  for (const Poly &p : out)
    symbols.assumeNonNegative(p);
  return out;
}

Regions Values::regions(Value v) {
  Abstract a = get(v);
  return std::get<Regions>(a);
}

FrontierRef Values::token(Value v) {
  Abstract a = get(v);
  return std::get<FrontierRef>(a);
}

StreamId Values::stream(Value v) {
  if (!v)
    return {};
  Abstract a = get(v);
  return std::get<StreamId>(a);
}

Abstract Values::argument(BlockArgument argument, unsigned frame) {
  auto type = dyn_cast<MemRefType>(argument.getType());
  if (!type)
    return unknown(argument.getType());
  return Regions{wholeOf(newBase(BaseKind::Argument, argument, frame, 0), type, {}, symbols)};
}

Abstract Values::merge(ArrayRef<Abstract> values, const std::shared_ptr<const std::vector<Path>> &paths, Type type) {
  if (values.size() == 1)
    return values.front();
  if (isa<TokenType>(type)) {
    std::vector<FrontierRef> tokens;
    for (const Abstract &a : values)
      tokens.push_back(std::get<FrontierRef>(a));
    return mergeFrontiers(std::move(tokens), paths);
  }
  if (isa<BaseMemRefType>(type)) {
    Regions all;
    for (const Abstract &a : values)
      for (const MemRegion &r : std::get<Regions>(a))
        if (!llvm::is_contained(all, r))
          all.push_back(r);
    return all;
  }
  if (auto *first = std::get_if<Poly>(&values.front()))
    if (llvm::all_of(values, [&](const Abstract &a) { return std::get<Poly>(a) == *first; }))
      return *first;
  if (auto *first = std::get_if<StreamId>(&values.front()))
    if (llvm::all_of(values, [&](const Abstract &a) { return std::get<StreamId>(a) == *first; }))
      return *first;
  return unknown(type);
}

//===-- evaluation ------------------------------------------------------------------------------------------------===//

bool Values::evaluate(Operation *op, const Context *context, unsigned accessCount) {
  if (auto stream = dyn_cast<StreamOp>(op)) {
    evaluateStream(stream);
    return true;
  }
  return evaluateMemory(op, context, accessCount) || evaluateView(op, context) || evaluateInteger(op);
}

void Values::evaluateStream(StreamOp op) {
  std::string device;
  llvm::raw_string_ostream(device) << op.getDevice();
  std::string key = streamKey(op);
  set(op.getStream(), StreamId{key, device, !unordered[key]});
}

void Values::assume(Value condition) {
  if (auto both = condition.getDefiningOp<arith::AndIOp>()) {
    assume(both.getLhs());
    assume(both.getRhs());
  }
  auto compare = condition.getDefiningOp<arith::CmpIOp>();
  if (!compare || !compare.getLhs().getType().isIndex())
    return;
  Poly difference = integer(compare.getLhs()) - integer(compare.getRhs()), one(1);
  switch (compare.getPredicate()) {
  case arith::CmpIPredicate::eq:
    return symbols.assumeZero(difference);
  case arith::CmpIPredicate::sge:
    return symbols.assumeNonNegative(difference);
  case arith::CmpIPredicate::sgt:
    return symbols.assumeNonNegative(difference - one);
  case arith::CmpIPredicate::sle:
    return symbols.assumeNonNegative(difference * Poly(-1));
  case arith::CmpIPredicate::slt:
    return symbols.assumeNonNegative(difference * Poly(-1) - one);
  default:
    return;
  }
}

/// No smaller than an index.
static bool isWide(Type type) {
  auto integer = dyn_cast<IntegerType>(type);
  return type.isIndex() || (integer && integer.getWidth() >= IndexType::kInternalStorageBitWidth);
}

bool Values::evaluateInteger(Operation *op) {
  if (op->getNumResults() != 1 || !isa<IndexType, IntegerType>(op->getResult(0).getType()) || op->getNumRegions())
    return false;
  auto in = [&](unsigned i) { return integer(op->getOperand(i)); };
  auto affine = [&](AffineMap map, SmallVectorImpl<Poly> &results) {
    SmallVector<Poly> operands = integers(op->getOperands());
    for (AffineExpr e : map.getResults())
      results.push_back(symbols.evaluate(e, ArrayRef(operands).take_front(map.getNumDims()),
                                         ArrayRef(operands).drop_front(map.getNumDims())));
  };
  auto divisor = [&] { return in(1).constant().value_or(0); };
  SmallVector<Poly> results;
  Poly value =
      TypeSwitch<Operation *, Poly>(op)
          .Case<arith::ConstantOp>([&](auto) { return integer(op->getResult(0)); })
          // Narrow integers wrap around.
          .Case<arith::AddIOp, arith::SubIOp, arith::MulIOp>([&](auto) {
            if (!isWide(op->getResult(0).getType()))
              return symbols.fresh();
            return isa<arith::AddIOp>(op) ? in(0) + in(1) : isa<arith::SubIOp>(op) ? in(0) - in(1) : in(0) * in(1);
          })
          .Case<arith::IndexCastOp>([&](auto) { return isWide(op->getResult(0).getType()) ? in(0) : symbols.fresh(); })
          .Case<arith::CeilDivSIOp, arith::CeilDivUIOp>([&](auto) { return symbols.ceilDiv(in(0), divisor()); })
          .Case<arith::FloorDivSIOp>([&](auto) { return symbols.floorDiv(in(0), divisor()); })
          .Case<arith::DivUIOp, arith::DivSIOp>([&](auto) {
            // They round towards zero: the floor only for what is not negative.
            Poly a = in(0);
            return symbols.isNonNegative(a) ? symbols.floorDiv(a, divisor()) : symbols.fresh();
          })
          .Case<arith::RemUIOp, arith::RemSIOp>([&](auto) {
            Poly a = in(0);
            return symbols.isNonNegative(a) && divisor() > 0 ? symbols.mod(a, divisor()) : symbols.fresh();
          })
          .Case<arith::MinSIOp>([&](auto) { return symbols.minimum({in(0), in(1)}); })
          .Case<arith::MaxSIOp>([&](auto) { return symbols.maximum({in(0), in(1)}); })
          .Case<arith::MinUIOp, arith::MaxUIOp>([&](auto) {
            Poly a = in(0), b = in(1);
            if (!symbols.isNonNegative(a) || !symbols.isNonNegative(b))
              return symbols.fresh();
            return isa<arith::MinUIOp>(op) ? symbols.minimum({a, b}) : symbols.maximum({a, b});
          })
          .Case<arith::SelectOp>([&](auto) { return symbols.either(in(1), in(2)); })
          .Case<affine::AffineApplyOp>([&](affine::AffineApplyOp a) {
            affine(a.getAffineMap(), results);
            return results.front();
          })
          .Case<affine::AffineMinOp>([&](affine::AffineMinOp a) {
            affine(a.getMap(), results);
            return symbols.minimum(results);
          })
          .Case<affine::AffineMaxOp>([&](affine::AffineMaxOp a) {
            affine(a.getMap(), results);
            return symbols.maximum(results);
          })
          .Case<memref::DimOp>([&](memref::DimOp dim) {
            auto index = integer(dim.getIndex()).constant();
            Regions regions = this->regions(dim.getSource());
            if (index && regions.size() == 1 && regions.front().exact &&
                *index < (int64_t)regions.front().extents.size())
              return regions.front().extents[*index].size;
            return symbols.fresh(/*nonNegative=*/true);
          })
          .Default([&](Operation *) { return Poly::leaf(~0u); });
  if (value == Poly::leaf(~0u))
    return false;
  set(op->getResult(0), value);
  return true;
}

bool Values::evaluateMemory(Operation *op, const Context *context, unsigned accessCount) {
  auto lasting = [&](BaseKind kind, Value result, ValueRange dynamic) {
    Base *&base = perFrame[{op, context->frame}];
    if (!base)
      base = newBase(kind, result, context->frame, 0);
    base->freshSince = accessCount;
    set(result, Regions{wholeOf(base, cast<MemRefType>(result.getType()), sizes(dynamic), symbols)});
    return true;
  };
  auto passing = [&](BaseKind kind, Value result, ValueRange dynamic) {
    Base *base = newBase(kind, result, context->frame, 0);
    set(result, Regions{wholeOf(base, cast<MemRefType>(result.getType()), sizes(dynamic), symbols)});
    return true;
  };
  if (auto buffer = dyn_cast<BufferOp>(op))
    return lasting(BaseKind::Buffer, buffer.getMemref(), buffer.getSizes());
  if (auto output = dyn_cast<RTOutputOp>(op)) // The caller's memory, not yet written.
    return lasting(BaseKind::Buffer, output.getMemref(), output.getSizes());
  if (auto arena = dyn_cast<ArenaOp>(op))
    return lasting(BaseKind::Arena, arena.getMemref(), arena.getBytes());
  if (auto alloc = dyn_cast<memref::AllocOp>(op))
    return passing(BaseKind::Allocation, alloc.getMemref(), alloc.getDynamicSizes());
  if (auto alloca = dyn_cast<memref::AllocaOp>(op))
    return passing(BaseKind::Stack, alloca.getMemref(), alloca.getDynamicSizes());
  if (auto global = dyn_cast<memref::GetGlobalOp>(op)) {
    StringAttr name = global.getNameAttr().getAttr();
    Base *&base = globals[name];
    if (!base) {
      base = newBase(BaseKind::Global, {}, 0, 0);
      base->global = name;
    }
    set(global.getResult(), Regions{wholeOf(base, cast<MemRefType>(global.getType()), {}, symbols)});
    return true;
  }
  return false;
}

//===-- views -----------------------------------------------------------------------------------------------------===//

namespace {

MemRegion subview(const MemRegion &in, memref::SubViewOp op, Values &values) {
  MemRegion out = in;
  out.extents.clear();
  llvm::SmallBitVector dropped = op.getDroppedDims();
  auto offsets = op.getMixedOffsets(), sizes = op.getMixedSizes(), strides = op.getMixedStrides();
  for (size_t d = 0; d < in.extents.size(); ++d) {
    Poly offset = values.integer(offsets[d]), size = values.integer(sizes[d]);
    values.symbols.assumeNonNegative(offset);
    values.symbols.assumeNonNegative(size);
    Poly step = values.integer(strides[d]);
    if (auto s = step.constant(); !s || *s < 0)
      out.exact = false;
    out.offset = out.offset + offset * in.extents[d].stride;
    // A dropped dimension has one element.
    if (!dropped.test(d))
      out.extents.push_back({size, in.extents[d].stride * step});
  }
  return out;
}

MemRegion reshape(const MemRegion &in, ArrayRef<ReassociationIndices> groups, ArrayRef<Poly> outSizes, bool expand) {
  MemRegion out = in;
  out.extents.clear();
  for (auto [g, group] : llvm::enumerate(groups)) {
    if (!expand) {
      MemRegion::Extent joined{Poly(1), in.extents[group.back()].stride};
      for (int64_t d : group)
        joined.size = joined.size * in.extents[d].size;
      out.extents.push_back(joined);
      continue;
    }
    SmallVector<MemRegion::Extent> parts(group.size());
    Poly stride = in.extents[g].stride;
    for (int64_t i = group.size() - 1; i >= 0; --i) {
      parts[i] = {outSizes[group[i]], stride};
      stride = stride * parts[i].size;
    }
    out.extents.append(parts);
  }
  return out;
}

MemRegion reinterpret(const MemRegion &in, memref::ReinterpretCastOp op, Values &values) {
  MemRegion out = in;
  out.extents.clear();
  Poly bytes(in.elementBytes);
  out.offset = in.root + values.integer(op.getMixedOffsets().front()) * bytes;
  for (auto [size, stride] : llvm::zip(op.getMixedSizes(), op.getMixedStrides())) {
    Poly s = values.integer(stride);
    if (auto c = s.constant(); c && *c < 0)
      out.exact = false;
    values.symbols.assumeNonNegative(s);
    out.extents.push_back({values.integer(size), s * bytes});
  }
  return out;
}

} // namespace

bool Values::evaluateView(Operation *op, const Context *context) {
  auto apply = [&](Value source, Value result, auto &&fn) {
    Regions out;
    for (const MemRegion &in : regions(source)) {
      MemRegion r = in.exact ? fn(in) : in;
      r.computeBounds();
      out.push_back(std::move(r));
    }
    set(result, std::move(out));
    return true;
  };
  if (auto view = dyn_cast<memref::SubViewOp>(op))
    return apply(view.getSource(), view.getResult(), [&](const MemRegion &r) { return subview(r, view, *this); });
  if (auto view = dyn_cast<memref::ViewOp>(op)) {
    return apply(view.getSource(), view.getResult(), [&](const MemRegion &r) {
      Poly shift = integer(view.getByteShift());
      MemRegion out = wholeOf(r.base, view.getType(), sizes(view.getSizes()), symbols);
      symbols.assumeNonNegative(shift);
      out.root = r.offset + shift;
      out.offset = out.root;
      if (r.base->kind == BaseKind::Arena)
        out.owner = owners.try_emplace({op, context->frame}, owners.size() + 1).first->second;
      return out;
    });
  }
  if (auto view = dyn_cast<memref::ExpandShapeOp>(op)) {
    SmallVector<Poly> shape;
    for (OpFoldResult s : view.getMixedOutputShape())
      shape.push_back(integer(s));
    return apply(view.getSrc(), view.getResult(),
                 [&](const MemRegion &r) { return reshape(r, view.getReassociationIndices(), shape, true); });
  }
  if (auto view = dyn_cast<memref::CollapseShapeOp>(op))
    return apply(view.getSrc(), view.getResult(),
                 [&](const MemRegion &r) { return reshape(r, view.getReassociationIndices(), {}, false); });
  if (auto view = dyn_cast<memref::ReinterpretCastOp>(op))
    return apply(view.getSource(), view.getResult(), [&](const MemRegion &r) { return reinterpret(r, view, *this); });
  if (auto view = dyn_cast<memref::TransposeOp>(op))
    return apply(view.getIn(), view.getResult(), [&](const MemRegion &r) {
      MemRegion out = r;
      for (auto [d, e] : llvm::enumerate(view.getPermutation().getResults()))
        out.extents[d] = r.extents[cast<AffineDimExpr>(e).getPosition()];
      return out;
    });
  // The new shape is known only as memory: the same bytes, in an order that nobody can say.
  if (auto view = dyn_cast<memref::ReshapeOp>(op); view && isa<MemRefType>(view.getSource().getType()))
    return apply(view.getSource(), view.getResult(), [](const MemRegion &r) {
      MemRegion out = r;
      out.staysWithin(r);
      out.exact = false;
      return out;
    });
  if (isa<memref::CastOp, memref::MemorySpaceCastOp>(op) && isa<MemRefType>(op->getOperand(0).getType()))
    return apply(op->getOperand(0), op->getResult(0), [](const MemRegion &r) { return r; });
  // Any other view, or an op that picks one of several memrefs: only that it stays inside what it views is known.
  bool makesMemory =
      op->getNumResults() == 1 && isa<BaseMemRefType>(op->getResult(0).getType()) && op->getNumRegions() == 0;
  if (!makesMemory || !isPure(op))
    return false;
  Regions out;
  for (Value v : op->getOperands())
    if (isa<BaseMemRefType>(v.getType()))
      for (MemRegion r : regions(v)) {
        r.staysWithin(r);
        r.exact = false;
        r.computeBounds();
        out.push_back(std::move(r));
      }
  if (out.empty())
    return false;
  set(op->getResult(0), std::move(out));
  return true;
}
