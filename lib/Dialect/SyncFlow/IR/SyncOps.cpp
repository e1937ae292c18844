// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Waits, joins, barriers, buffers and transfers.
#include "SyncFlow/Dialect/SyncFlow/IR/SyncFlow.h"

#include "mlir/IR/TypeUtilities.h"

#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace syncflow;

using Effects = SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>;

/// Order must survive passes that know nothing of tokens: reading and writing all memory keeps an op where it is.
static void orderEverything(Effects &effects) {
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get());
}

//===-- wait ------------------------------------------------------------------------------------------------------===//

void WaitOp::getEffects(Effects &effects) { orderEverything(effects); }

LogicalResult WaitOp::verify() {
  if (!getTimeoutNsAttr())
    return success();
  if (getStream())
    return emitOpError() << "C1: timeout_ns stands only on a wait of the host";
  if (int64_t timeout = *getTimeoutNs(); timeout <= 0)
    return emitOpError() << "C1: timeout_ns must be positive, got " << timeout;
  return success();
}

namespace {

/// Equal tokens count once, joins are their operands; a wait for nothing is none.
struct FlattenWait : OpRewritePattern<WaitOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(WaitOp op, PatternRewriter &rewriter) const override {
    if (op.getTokens().empty()) {
      rewriter.eraseOp(op);
      return success();
    }
    llvm::SetVector<Value> flat;
    for (Value t : op.getTokens())
      if (auto join = t.getDefiningOp<JoinOp>())
        flat.insert(join.getTokens().begin(), join.getTokens().end());
      else
        flat.insert(t);
    if (flat.size() == op.getTokens().size() && llvm::equal(flat, op.getTokens()))
      return failure();
    rewriter.modifyOpInPlace(op, [&] { op.getTokensMutable().assign(flat.getArrayRef()); });
    return success();
  }
};

/// Equal operands of a join count once, a join among them is its operands.
struct FlattenJoin : OpRewritePattern<JoinOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(JoinOp op, PatternRewriter &rewriter) const override {
    llvm::SetVector<Value> flat;
    for (Value t : op.getTokens())
      if (auto join = t.getDefiningOp<JoinOp>())
        flat.insert(join.getTokens().begin(), join.getTokens().end());
      else
        flat.insert(t);
    if (flat.size() == op.getTokens().size() && llvm::equal(flat, op.getTokens()))
      return failure();
    rewriter.modifyOpInPlace(op, [&] { op.getTokensMutable().assign(flat.getArrayRef()); });
    return success();
  }
};

} // namespace

void WaitOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<FlattenWait>(context);
}

OpFoldResult JoinOp::fold(FoldAdaptor) { return getTokens().size() == 1 ? getTokens().front() : Value(); }

void JoinOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<FlattenJoin>(context);
}

//===-- barrier ---------------------------------------------------------------------------------------------------===//

void BarrierOp::getEffects(Effects &effects) { orderEverything(effects); }

LogicalResult BarrierOp::verify() {
  Participants who = getScope().getParticipants();
  if (who == Participants::streams && getStreams().size() < 2)
    return emitOpError() << "C1: a barrier of streams names at least two, got " << getStreams().size();
  if (who == Participants::all && !getStreams().empty())
    return emitOpError() << "C2: a barrier of all streams names none";
  return success();
}

//===-- buffer and arena ------------------------------------------------------------------------------------------===//

void BufferOp::getEffects(Effects &effects) {
  effects.emplace_back(MemoryEffects::Allocate::get(), getOperation()->getOpResult(0));
}

void ArenaOp::getEffects(Effects &effects) {
  effects.emplace_back(MemoryEffects::Allocate::get(), getOperation()->getOpResult(0));
}

LogicalResult BufferOp::verify() {
  auto type = cast<MemRefType>(getMemref().getType());
  if (getSizes().size() != static_cast<size_t>(type.getNumDynamicDims()))
    return emitOpError() << "C1: " << getSizes().size() << " sizes for " << type.getNumDynamicDims()
                         << " dynamic dimensions";
  if (!type.getLayout().isIdentity())
    return emitOpError() << "C2: a buffer has the identity layout";
  return success();
}

//===-- transfer --------------------------------------------------------------------------------------------------===//

OperandRange TransferOp::getWaitTokens() { return getAfter(); }
void TransferOp::setWaitTokens(ValueRange tokens) { getAfterMutable().assign(tokens); }
Value TransferOp::getDoneToken() { return getToken(); }
Value TransferOp::getQueue() { return getStream(); }
void TransferOp::setQueue(Value stream) { getStreamMutable().assign(stream); }

void TransferOp::getAccesses(SmallVectorImpl<Access> &accesses) {
  accesses.push_back({getSource(), /*reads=*/true, /*writes=*/false});
  accesses.push_back({getTarget(), /*reads=*/false, /*writes=*/true});
}

void TransferOp::getEffects(Effects &effects) {
  effects.emplace_back(MemoryEffects::Read::get(), &getSourceMutable());
  effects.emplace_back(MemoryEffects::Write::get(), &getTargetMutable());
}

LogicalResult TransferOp::verify() {
  auto from = cast<ShapedType>(getSource().getType()), to = cast<ShapedType>(getTarget().getType());
  if (from.getElementType() != to.getElementType() || failed(verifyCompatibleShape(from, to)))
    return emitOpError() << "C1: source " << from << " and target " << to << " differ in shape or element type";
  return success();
}
