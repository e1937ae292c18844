// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Collectives. The methods that all of them share are written once, as templates over the op.
#include "SyncFlow/Dialect/SyncFlow/IR/SyncFlow.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace syncflow;

using Effects = SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>;

static void addAccesses(CollectiveOpInterface op, SmallVectorImpl<Access> &accesses) {
  if (OpOperand *o = op.getSendOperand(); o && isa<BaseMemRefType>(o->get().getType()))
    accesses.push_back({o->get(), /*reads=*/true, /*writes=*/false});
  // A rank that is not the root keeps its output, so what was there is part of the result.
  if (OpOperand *o = op.getReceiveOperand(); o && isa<BaseMemRefType>(o->get().getType()))
    accesses.push_back({o->get(), /*reads=*/op.getRootPosition() >= 0, /*writes=*/true});
}

static void addEffects(CollectiveOpInterface op, Effects &effects) {
  if (OpOperand *o = op.getSendOperand(); o && isa<BaseMemRefType>(o->get().getType()))
    effects.emplace_back(MemoryEffects::Read::get(), o);
  if (OpOperand *o = op.getReceiveOperand(); o && isa<BaseMemRefType>(o->get().getType()))
    effects.emplace_back(MemoryEffects::Write::get(), o);
  // Peers wait for it, whatever becomes of its result here.
  effects.emplace_back(MemoryEffects::Write::get());
}

/// C4: how the shapes fit, with the group's size as the factor of the first dimension.
static LogicalResult verifyShapes(CollectiveOpInterface op, ShapedType in, ShapedType out, int64_t members) {
  auto scaled = [&](ShapedType small, ShapedType large) {
    if (small.getRank() != large.getRank() || small.getRank() == 0)
      return false;
    for (int64_t d = 0; d < small.getRank(); ++d) {
      int64_t s = small.getDimSize(d), l = large.getDimSize(d);
      if (!ShapedType::isDynamic(s) && !ShapedType::isDynamic(l) && (d == 0 ? s * members : s) != l)
        return false;
    }
    return true;
  };
  bool fits = false;
  switch (op.getKind()) {
  case CollectiveKind::all_gather:
  case CollectiveKind::gather:
    fits = scaled(in, out);
    break;
  case CollectiveKind::reduce_scatter:
  case CollectiveKind::scatter:
    fits = scaled(out, in);
    break;
  case CollectiveKind::all_to_all:
    fits = succeeded(verifyCompatibleShape(in, out)) && in.getRank() > 0 &&
           (in.isDynamicDim(0) || in.getDimSize(0) % members == 0);
    break;
  default:
    fits = succeeded(verifyCompatibleShape(in, out));
  }
  if (!fits)
    return op->emitOpError() << "C4: input " << in << " and output " << out << " do not fit "
                             << stringifyCollectiveKind(op.getKind()) << " over " << members << " members";
  return success();
}

static LogicalResult verifyCollective(CollectiveOpInterface op) {
  OpOperand *send = op.getSendOperand(), *receive = op.getReceiveOperand();
  Type in = send ? send->get().getType() : Type(), out = receive ? receive->get().getType() : Type();
  unsigned results = op->getNumResults() - 1;
  for (Type t : {in, out})
    if (t && !isa<RankedTensorType, MemRefType>(t))
      return op->emitOpError() << "C1: " << t << " is not a ranked tensor or memref";
  if (in && out && isa<TensorType>(in) != isa<TensorType>(out))
    return op->emitOpError() << "C1: input and output mix tensors and memrefs";
  unsigned wanted = out && isa<TensorType>(out) ? 1 : 0;
  if (results != wanted || (wanted && op->getResult(0).getType() != out))
    return op->emitOpError() << "C1: " << (wanted ? "one result of the output's type" : "no data result")
                             << " is wanted";
  if (in && out && cast<ShapedType>(in).getElementType() != cast<ShapedType>(out).getElementType())
    return op->emitOpError() << "C2: element types of input " << in << " and output " << out << " differ";
  auto group = SymbolTable::lookupNearestSymbolFrom<GroupOp>(op, op.getGroupAttr());
  if (!group)
    return op->emitOpError() << "C3: no group " << op.getGroupAttr();
  if (in && out && failed(verifyShapes(op, cast<ShapedType>(in), cast<ShapedType>(out), group.getSize())))
    return failure();
  // An op without root or peer answers -1, so a negative one is only told apart by its attribute.
  for (StringRef name : {"root", "peer"})
    if (auto position = dyn_cast_or_null<IntegerAttr>(op->getInherentAttr(name).value_or(Attribute())))
      if (int64_t p = position.getInt(); p < 0 || p >= group.getSize())
        return op->emitOpError() << "C5: position " << p << " is outside group " << op.getGroupAttr() << " of "
                                 << group.getSize();
  return success();
}

namespace {

template <typename OpT> int64_t rootOf(OpT op) {
  if constexpr (requires { op.getRoot(); })
    return op.getRoot();
  else if constexpr (requires { op.getPeer(); })
    return op.getPeer();
  else
    return -1;
}
template <typename OpT> Reduction reductionOf(OpT op) {
  if constexpr (requires { op.getReduction(); })
    return op.getReduction();
  else
    return Reduction::sum;
}
template <typename OpT> OpOperand *sendOf(OpT op) {
  if constexpr (requires { op.getInputMutable(); })
    return &op.getInputMutable();
  else
    return nullptr;
}
template <typename OpT> OpOperand *receiveOf(OpT op) {
  if constexpr (requires { op.getOutputMutable(); })
    return &op.getOutputMutable();
  else
    return nullptr;
}

} // namespace

#define SYNCFLOW_COLLECTIVE_METHODS(OP, KIND)                                                                          \
  CollectiveKind OP::getKind() { return CollectiveKind::KIND; }                                                        \
  OpOperand *OP::getSendOperand() { return sendOf(*this); }                                                            \
  OpOperand *OP::getReceiveOperand() { return receiveOf(*this); }                                                      \
  Reduction OP::getReductionKind() { return reductionOf(*this); }                                                      \
  int64_t OP::getRootPosition() { return rootOf(*this); }                                                              \
  OperandRange OP::getWaitTokens() { return getAfter(); }                                                              \
  void OP::setWaitTokens(ValueRange tokens) { getAfterMutable().assign(tokens); }                                      \
  Value OP::getDoneToken() { return getToken(); }                                                                      \
  Value OP::getQueue() { return getStream(); }                                                                         \
  void OP::setQueue(Value stream) { getStreamMutable().assign(stream); }                                               \
  void OP::getAccesses(SmallVectorImpl<Access> &accesses) { addAccesses(*this, accesses); }                            \
  void OP::getEffects(Effects &effects) { addEffects(*this, effects); }                                                \
  LogicalResult OP::verify() { return verifyCollective(*this); }

SYNCFLOW_COLLECTIVE_METHODS(AllReduceOp, all_reduce)
SYNCFLOW_COLLECTIVE_METHODS(ReduceOp, reduce)
SYNCFLOW_COLLECTIVE_METHODS(BroadcastOp, broadcast)
SYNCFLOW_COLLECTIVE_METHODS(AllGatherOp, all_gather)
SYNCFLOW_COLLECTIVE_METHODS(ReduceScatterOp, reduce_scatter)
SYNCFLOW_COLLECTIVE_METHODS(ScatterOp, scatter)
SYNCFLOW_COLLECTIVE_METHODS(GatherOp, gather)
SYNCFLOW_COLLECTIVE_METHODS(AllToAllOp, all_to_all)
SYNCFLOW_COLLECTIVE_METHODS(SendOp, send)
SYNCFLOW_COLLECTIVE_METHODS(RecvOp, recv)
