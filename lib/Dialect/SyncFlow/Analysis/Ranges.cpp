// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Bases and byte ranges of memref values. Sizes and strides come from a value's type; only the position of its first
// element has to be added up along the views.
#include "SyncFlow/Dialect/SyncFlow/Analysis/Ranges.h"

#include "SyncFlow/Dialect/SyncFlow/IR/SyncFlow.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace syncflow;

int64_t syncflow::bytesOfElement(Type type) {
  if (isa<IndexType>(type))
    return 8;
  if (type.isIntOrFloat())
    return llvm::PowerOf2Ceil(llvm::divideCeil(type.getIntOrFloatBitWidth(), 8));
  if (auto complex = dyn_cast<ComplexType>(type))
    return 2 * bytesOfElement(complex.getElementType());
  if (auto vector = dyn_cast<VectorType>(type); vector && !vector.isScalable())
    return llvm::PowerOf2Ceil(vector.getNumElements() * bytesOfElement(vector.getElementType()));
  return 0;
}

std::optional<int64_t> syncflow::bytesOfBuffer(MemRefType type) {
  int64_t element = bytesOfElement(type.getElementType());
  if (!type.hasStaticShape() || element == 0)
    return std::nullopt;
  return type.getNumElements() * element;
}

//===-- positions -------------------------------------------------------------------------------------------------===//

static void addTerm(Linear &sum, OpFoldResult value, int64_t factor) {
  if (std::optional<int64_t> constant = getConstantIntValue(value)) {
    sum.constant += *constant * factor;
    return;
  }
  Value v = cast<Value>(value);
  for (auto &[known, f] : sum.terms)
    if (known == v) {
      f += factor;
      return;
    }
  sum.terms.emplace_back(v, factor);
}

/// The box of a value at a constant position; nothing when its shape or strides are not static.
static std::optional<Box> boxOf(MemRefType type, int64_t offset) {
  SmallVector<int64_t> strides;
  int64_t ignored, element = bytesOfElement(type.getElementType());
  if (!type.hasStaticShape() || element == 0 || failed(type.getStridesAndOffset(strides, ignored)))
    return std::nullopt;
  Box box;
  box.offset = offset;
  box.elementBytes = element;
  for (auto [count, stride] : llvm::zip_equal(type.getShape(), strides)) {
    if (ShapedType::isDynamic(stride) && count > 1)
      return std::nullopt;
    box.dims.push_back({count, count > 1 ? stride * element : 1});
  }
  if (!box.normalize())
    return std::nullopt;
  return box;
}

static void finish(MemoryRange &range, Value memref) {
  auto type = dyn_cast<MemRefType>(memref.getType());
  if (type && range.offset && range.offset->isConstant())
    range.box = boxOf(type, range.offset->constant);
}

/// MemoryRange of a value that is an object by itself.
static MemoryRange object(Value memref, Origin origin) {
  MemoryRange range;
  range.anchor = origin;
  range.anchorValue = memref;
  range.origins = {origin};
  range.offset = Linear();
  range.whole = true;
  finish(range, memref);
  return range;
}

/// MemoryRange of a value about which nothing is known but itself.
static MemoryRange stranger(Value memref) {
  MemoryRange range;
  range.anchor = memref.getAsOpaquePointer();
  range.anchorValue = memref;
  range.offset = Linear();
  finish(range, memref);
  return range;
}

//===-- the walk --------------------------------------------------------------------------------------------------===//

/// Values that may become `memref` at a join of control flow. Empty: it is no such join, or not one that is understood.
static SmallVector<Value> incomingValues(Value memref) {
  SmallVector<Value> incoming;
  Operation *op = memref.getDefiningOp();
  auto argument = dyn_cast<BlockArgument>(memref);
  if (argument)
    op = argument.getOwner()->getParentOp();
  unsigned number = argument ? argument.getArgNumber() : cast<OpResult>(memref).getResultNumber();
  if (auto select = dyn_cast<arith::SelectOp>(op)) {
    incoming = {select.getTrueValue(), select.getFalseValue()};
  } else if (auto branch = dyn_cast<scf::IfOp>(op); branch && !argument) {
    incoming = {branch.thenYield().getOperand(number), branch.elseYield().getOperand(number)};
  } else if (auto loop = dyn_cast<scf::ForOp>(op)) {
    if (argument && number < loop.getNumInductionVars())
      return {};
    unsigned i = argument ? number - loop.getNumInductionVars() : number;
    incoming = {loop.getInitArgs()[i], loop.getYieldedValues()[i]};
  } else if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    if (argument && argument.getOwner() == loop.getBeforeBody())
      incoming = {loop.getInits()[number], loop.getYieldOp().getOperand(number)};
    else
      incoming = {loop.getConditionOp().getArgs()[number]};
  }
  return incoming;
}

/// `memref` without casts that change only its type.
static Value stripCasts(Value memref) {
  while (Operation *op = memref.getDefiningOp()) {
    if (!isa<memref::CastOp, memref::MemorySpaceCastOp, memref::AssumeAlignmentOp>(op))
      break;
    memref = op->getOperand(0);
  }
  return memref;
}

MemoryRange RangeAnalysis::computeMerge(Value memref) {
  // What the join can be, seen through further joins; a value that goes round a loop unchanged adds nothing.
  llvm::SetVector<Value> seen, ends;
  SmallVector<Value> work{memref};
  while (!work.empty()) {
    Value v = stripCasts(work.pop_back_val());
    if (!seen.insert(v))
      continue;
    SmallVector<Value> incoming = incomingValues(v);
    if (incoming.empty())
      ends.insert(v);
    else
      work.append(incoming);
  }
  if (ends.size() == 1 && ends.front() != memref) {
    MemoryRange range = get(ends.front());
    finish(range, memref);
    return range;
  }
  MemoryRange range = stranger(memref);
  llvm::SmallSetVector<Origin, 4> origins;
  // A view of the join itself (a slice of the carried buffer, yielded) adds no object.
  for (Value end : ends) {
    Value source = end;
    while (auto view = source.getDefiningOp<ViewLikeOpInterface>())
      source = stripCasts(view.getViewSource());
    if (seen.contains(source) && source != end)
      continue;
    const MemoryRange &r = get(end);
    if (!r.known())
      return range;
    origins.insert(r.origins.begin(), r.origins.end());
  }
  range.origins.assign(origins.begin(), origins.end());
  llvm::sort(range.origins);
  return range;
}

MemoryRange RangeAnalysis::computeView(Operation *view, Value memref) {
  MemoryRange range = get(cast<ViewLikeOpInterface>(view).getViewSource());
  range.box.reset();
  if (isa<memref::CastOp, memref::MemorySpaceCastOp, memref::AssumeAlignmentOp>(view)) {
    finish(range, memref);
    return range;
  }
  bool reshapes = isa<memref::ExpandShapeOp, memref::CollapseShapeOp, memref::TransposeOp, memref::ReshapeOp>(view);
  range.whole = range.whole && reshapes;
  if (!range.offset || reshapes) {
    finish(range, memref);
    return range;
  }
  auto type = cast<MemRefType>(memref.getType());
  int64_t element = bytesOfElement(type.getElementType());
  if (auto subview = dyn_cast<memref::SubViewOp>(view)) {
    SmallVector<int64_t> strides;
    int64_t ignored;
    bool strided = succeeded(subview.getSourceType().getStridesAndOffset(strides, ignored)) && element != 0;
    for (auto [i, offset] : llvm::enumerate(subview.getMixedOffsets())) {
      if (isConstantIntValue(offset, 0))
        continue;
      if (!strided || ShapedType::isDynamic(strides[i])) {
        range.offset.reset();
        break;
      }
      addTerm(*range.offset, offset, strides[i] * element);
    }
  } else if (auto bytes = dyn_cast<memref::ViewOp>(view)) {
    addTerm(*range.offset, bytes.getByteShift(), 1);
  } else if (auto reinterpret = dyn_cast<memref::ReinterpretCastOp>(view);
             reinterpret && range.anchorValue && element != 0 &&
             cast<BaseMemRefType>(range.anchorValue.getType()).getElementType() == type.getElementType() &&
             stripCasts(reinterpret.getSource()) == range.anchorValue) {
    // Its offset counts from the aligned pointer, which the anchor's own offset is relative to as well.
    SmallVector<int64_t> strides;
    int64_t own = ShapedType::kDynamic;
    auto anchorType = dyn_cast<MemRefType>(range.anchorValue.getType());
    if (anchorType && succeeded(anchorType.getStridesAndOffset(strides, own)) && !ShapedType::isDynamic(own)) {
      range.offset->constant -= own * element;
      addTerm(*range.offset, reinterpret.getMixedOffsets().front(), element);
    } else {
      range.offset.reset();
    }
  } else {
    range.offset.reset();
  }
  finish(range, memref);
  return range;
}

/// Slot of a runtime op: ops that name the same slot give the same memory.
static Origin slotOf(Operation *op) {
  MLIRContext *context = op->getContext();
  auto named = [&](const Twine &name) { return StringAttr::get(context, name).getAsOpaquePointer(); };
  if (auto input = dyn_cast<RTInputOp>(op))
    return named("input " + Twine(input.getIndex()));
  if (auto parameter = dyn_cast<RTParameterOp>(op))
    return named((parameter.getDerived() ? "derived " : "parameter ") + Twine(parameter.getIndex()));
  if (auto output = dyn_cast<RTOutputOp>(op))
    return named("output " + Twine(output.getIndex()));
  if (isa<RTArenaOp>(op))
    return named("arena");
  return nullptr;
}

MemoryRange RangeAnalysis::compute(Value memref) {
  if (auto argument = dyn_cast<BlockArgument>(memref)) {
    Operation *parent = argument.getOwner()->getParentOp();
    if (isa<FunctionOpInterface>(parent) && argument.getOwner()->isEntryBlock())
      return object(memref, memref.getAsOpaquePointer());
    return incomingValues(memref).empty() ? stranger(memref) : computeMerge(memref);
  }
  Operation *op = memref.getDefiningOp();
  if (isa<BufferOp, ArenaOp, memref::AllocOp, memref::AllocaOp>(op))
    return object(memref, memref.getAsOpaquePointer());
  if (auto global = dyn_cast<memref::GetGlobalOp>(op))
    return object(memref, global.getNameAttr().getAttr().getAsOpaquePointer());
  if (Origin slot = slotOf(op))
    return object(memref, slot);
  if (auto view = dyn_cast<ViewLikeOpInterface>(op);
      view && op->getNumResults() == 1 && isa<MemRefType>(memref.getType())) {
    if (identity == Identity::logical && isa<memref::ViewOp>(op) &&
        isa_and_nonnull<ArenaOp, RTArenaOp>(view.getViewSource().getDefiningOp()))
      return object(memref, memref.getAsOpaquePointer());
    return computeView(op, memref);
  }
  return incomingValues(memref).empty() ? stranger(memref) : computeMerge(memref);
}

const MemoryRange &RangeAnalysis::get(Value memref) {
  if (auto it = ranges.find(memref); it != ranges.end())
    return *it->second;
  // A join that is asked for itself while it is computed is, for that moment, a stranger.
  if (!incomingValues(memref).empty())
    ranges.try_emplace(memref, std::make_unique<MemoryRange>(stranger(memref)));
  auto range = std::make_unique<MemoryRange>(compute(memref));
  return *(ranges[memref] = std::move(range));
}

//===-- overlap ---------------------------------------------------------------------------------------------------===//

using Bounds = ValueBoundsConstraintSet;

static Bounds::Variable variableOf(const Linear &sum, ArrayRef<std::pair<Bounds::Variable, int64_t>> more,
                                   MLIRContext *context) {
  AffineExpr expr = getAffineConstantExpr(sum.constant, context);
  SmallVector<Bounds::Variable> operands;
  auto add = [&](const Bounds::Variable &v, int64_t factor) {
    expr = expr + getAffineSymbolExpr(operands.size(), context) * factor;
    operands.push_back(v);
  };
  for (auto [v, factor] : sum.terms)
    add(Bounds::Variable(v), factor);
  for (const auto &[v, factor] : more)
    add(v, factor);
  return Bounds::Variable(AffineMap::get(0, operands.size(), expr), operands);
}

/// First byte behind the range, as a variable; nothing when a stride is dynamic or negative.
static std::optional<Bounds::Variable> highOf(const MemoryRange &range, Value memref) {
  auto type = dyn_cast<MemRefType>(memref.getType());
  SmallVector<int64_t> strides;
  int64_t ignored, element = type ? bytesOfElement(type.getElementType()) : 0;
  if (element == 0 || failed(type.getStridesAndOffset(strides, ignored)))
    return std::nullopt;
  Linear end = *range.offset;
  end.constant += element;
  SmallVector<std::pair<Bounds::Variable, int64_t>> sizes;
  for (auto [i, stride] : llvm::enumerate(strides)) {
    if (type.getDimSize(i) == 1)
      continue;
    if (ShapedType::isDynamic(stride) || stride < 0)
      return std::nullopt;
    if (!type.isDynamicDim(i)) {
      end.constant += (type.getDimSize(i) - 1) * stride * element;
      continue;
    }
    end.constant -= stride * element;
    sizes.emplace_back(Bounds::Variable(memref, i), stride * element);
  }
  return variableOf(end, sizes, memref.getContext());
}

/// The slice of an object that a value is, looking through type casts.
static memref::SubViewOp sliceOf(Value memref) { return stripCasts(memref).getDefiningOp<memref::SubViewOp>(); }

/// In some dimension one slice of the common source ends before the other begins.
static bool slicesApart(memref::SubViewOp a, memref::SubViewOp b) {
  auto endsBefore = [&](memref::SubViewOp first, memref::SubViewOp second, unsigned d) {
    std::optional<int64_t> stride = getConstantIntValue(first.getMixedStrides()[d]);
    if (!stride || *stride <= 0)
      return false;
    Linear end, begin;
    addTerm(end, first.getMixedOffsets()[d], 1);
    addTerm(end, first.getMixedSizes()[d], *stride);
    end.constant += 1 - *stride;
    addTerm(begin, second.getMixedOffsets()[d], 1);
    MLIRContext *context = first.getContext();
    return Bounds::compare(variableOf(end, {}, context), Bounds::LE, variableOf(begin, {}, context));
  };
  for (unsigned d = 0, rank = a.getSourceType().getRank(); d < rank; ++d)
    if (endsBefore(a, b, d) || endsBefore(b, a, d))
      return true;
  return false;
}

bool RangeAnalysis::overlapSymbolically(Value a, Value b) {
  auto key = a.getAsOpaquePointer() < b.getAsOpaquePointer() ? std::make_pair(a, b) : std::make_pair(b, a);
  if (auto it = overlaps.find(key); it != overlaps.end())
    return it->second;
  auto prove = [&] {
    const MemoryRange &ra = get(a), &rb = get(b);
    memref::SubViewOp sa = sliceOf(a), sb = sliceOf(b);
    if (sa && sb && stripCasts(sa.getSource()) == stripCasts(sb.getSource()) && slicesApart(sa, sb))
      return false;
    if (!ra.offset || !rb.offset)
      return true;
    std::optional<Bounds::Variable> endA = highOf(ra, a), endB = highOf(rb, b);
    Bounds::Variable beginA = variableOf(*ra.offset, {}, a.getContext()),
                     beginB = variableOf(*rb.offset, {}, a.getContext());
    if (endA && Bounds::compare(*endA, Bounds::LE, beginB))
      return false;
    return !(endB && Bounds::compare(*endB, Bounds::LE, beginA));
  };
  bool result = prove();
  overlaps[key] = result;
  return result;
}

/// True when the position of the range is computed inside `region`, and so may differ from one execution to the next.
static bool computedInside(const MemoryRange &range, Operation *region) {
  auto inside = [&](Value v) { return v && region->isAncestor(v.getParentBlock()->getParentOp()); };
  if (!range.whole && inside(range.anchorValue))
    return true;
  return range.offset && llvm::any_of(range.offset->terms, [&](auto term) { return inside(term.first); });
}

bool RangeAnalysis::mayOverlap(Value a, Value b, Operation *across) {
  const MemoryRange &ra = get(a), &rb = get(b);
  if (ra.anchor != rb.anchor) {
    if (!ra.known() || !rb.known())
      return true;
    return llvm::any_of(ra.origins, [&](Origin o) { return llvm::is_contained(rb.origins, o); });
  }
  if (across && (!ra.offset || !rb.offset || computedInside(ra, across) || computedInside(rb, across)))
    return true;
  if (ra.box && rb.box)
    return syncflow::mayOverlap(*ra.box, *rb.box);
  if (a == b || ra.whole || rb.whole)
    return true;
  // Sizes that are computed inside the region differ between its executions too.
  return across ? true : overlapSymbolically(a, b);
}

bool RangeAnalysis::covers(Value outer, Value inner) {
  const MemoryRange &o = get(outer), &i = get(inner);
  if (o.anchor != i.anchor)
    return false;
  if (o.whole || stripCasts(outer) == stripCasts(inner))
    return true;
  return o.box && i.box && contains(*o.box, *i.box);
}

std::optional<std::pair<int64_t, int64_t>> RangeAnalysis::byteBounds(Value memref) {
  const MemoryRange &range = get(memref);
  if (!range.box)
    return std::nullopt;
  return std::make_pair(range.box->low(), range.box->high());
}

std::string RangeAnalysis::describeBase(const MemoryRange &range) {
  std::string text;
  llvm::raw_string_ostream os(text);
  Operation *op = range.anchorValue ? range.anchorValue.getDefiningOp() : nullptr;
  if (auto global = dyn_cast_or_null<memref::GetGlobalOp>(op))
    os << "@" << global.getName();
  else if (auto argument = dyn_cast_or_null<BlockArgument>(range.anchorValue))
    os << "argument " << argument.getArgNumber();
  else if (op)
    os << op->getName() << " of type " << range.anchorValue.getType() << " at " << op->getLoc();
  else
    os << "unknown memory";
  return text;
}
