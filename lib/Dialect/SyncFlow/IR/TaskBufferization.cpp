// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// syncflow.task and syncflow.yield under one-shot bufferization: result i lives in the buffer of `outs` i, `ins` are
// read only, and the yield copies where a value did not end up in its destination.
#include "SyncFlow/Dialect/SyncFlow/IR/SyncFlow.h"

#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::bufferization;
using namespace syncflow;

bool TaskOp::bufferizesToMemoryRead(OpOperand &operand, const AnalysisState &state) {
  return (isIn(operand) || isOut(operand)) && state.isValueRead(getTiedArgument(operand));
}

bool TaskOp::bufferizesToMemoryWrite(OpOperand &operand, const AnalysisState &) { return isOut(operand); }

bool TaskOp::resultBufferizesToMemoryWrite(OpResult, const AnalysisState &) { return true; }

AliasingValueList TaskOp::getAliasingValues(OpOperand &operand, const AnalysisState &) {
  if (!isOut(operand))
    return {};
  unsigned index = operand.getOperandNumber() - getOuts().getBeginOperandIndex();
  return {{getResults()[index], BufferRelation::Equivalent}};
}

AliasingOpOperandList TaskOp::getAliasingOpOperands(Value value, const AnalysisState &) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return {{&getTiedOperand(argument), BufferRelation::Equivalent}};
  return {{&getOutsMutable()[cast<OpResult>(value).getResultNumber()], BufferRelation::Equivalent}};
}

bool TaskOp::isWritable(Value value, const AnalysisState &) {
  auto argument = dyn_cast<BlockArgument>(value);
  return !argument || argument.getArgNumber() >= getIns().size();
}

/// Type of a body argument for a buffer of this type: the offset is left open, so that tiles of one buffer have equal
/// bodies.
static BufferLikeType argumentType(BufferLikeType buffer) {
  auto type = dyn_cast<MemRefType>(buffer);
  SmallVector<int64_t> strides;
  int64_t offset;
  if (!type || type.getLayout().isIdentity() || failed(type.getStridesAndOffset(strides, offset)) ||
      ShapedType::isDynamic(offset))
    return buffer;
  auto layout = StridedLayoutAttr::get(type.getContext(), ShapedType::kDynamic, strides);
  return cast<BufferLikeType>(MemRefType::get(type.getShape(), type.getElementType(), layout, type.getMemorySpace()));
}

FailureOr<BufferLikeType> TaskOp::getBufferType(Value value, const BufferizationOptions &options,
                                                const BufferizationState &state, SmallVector<Value> &invocationStack) {
  Value source;
  if (auto argument = dyn_cast<BlockArgument>(value))
    source = getTiedOperand(argument).get();
  else
    source = getOuts()[cast<OpResult>(value).getResultNumber()];
  auto known = dyn_cast<BufferLikeType>(source.getType());
  FailureOr<BufferLikeType> buffer =
      known ? FailureOr<BufferLikeType>(known) : bufferization::getBufferType(source, options, state, invocationStack);
  if (failed(buffer) || isa<OpResult>(value))
    return buffer;
  return argumentType(*buffer);
}

LogicalResult TaskOp::bufferize(RewriterBase &rewriter, const BufferizationOptions &options,
                                BufferizationState &state) {
  auto buffersOf = [&](ValueRange values, SmallVectorImpl<Value> &buffers) -> LogicalResult {
    for (Value v : values) {
      if (!isa<TensorType>(v.getType())) {
        buffers.push_back(v);
        continue;
      }
      FailureOr<Value> buffer = getBuffer(rewriter, v, options, state);
      if (failed(buffer))
        return failure();
      buffers.push_back(*buffer);
    }
    return success();
  };
  SmallVector<Value> ins, outs;
  rewriter.setInsertionPoint(*this);
  if (failed(buffersOf(getIns(), ins)) || failed(buffersOf(getOuts(), outs)))
    return failure();
  auto asArgument = [&](Value v) -> Value {
    auto buffer = dyn_cast<BufferLikeType>(v.getType());
    if (!buffer || argumentType(buffer) == buffer)
      return v;
    return memref::CastOp::create(rewriter, v.getLoc(), cast<MemRefType>(argumentType(buffer)), v);
  };
  SmallVector<Value> operands = llvm::map_to_vector(ins, asArgument), targets = llvm::map_to_vector(outs, asArgument);
  auto task =
      TaskOp::create(rewriter, getLoc(), getName(), getAfter(), getStream(), operands, targets, getContractAttr());
  task->setDiscardableAttrs((*this)->getDiscardableAttrDictionary());

  // The old body goes on seeing tensors; they are views of the new arguments until its own ops are bufferized.
  Block *from = getBlock(), *to = task.getBlock();
  rewriter.setInsertionPointToStart(to);
  SmallVector<Value> arguments;
  for (auto [old, now] : llvm::zip(from->getArguments(), to->getArguments()))
    arguments.push_back(isa<TensorType>(old.getType())
                            ? ToTensorOp::create(rewriter, old.getLoc(), old.getType(), now).getResult()
                            : Value(now));
  rewriter.mergeBlocks(from, to, arguments);

  SmallVector<Value> replacements(outs.begin(), outs.begin() + getResults().size());
  replacements.push_back(task.getToken());
  replaceOpWithBufferizedValues(rewriter, *this, replacements);
  return success();
}

bool YieldOp::bufferizesToMemoryRead(OpOperand &, const AnalysisState &) { return true; }
bool YieldOp::bufferizesToMemoryWrite(OpOperand &, const AnalysisState &) { return false; }
AliasingValueList YieldOp::getAliasingValues(OpOperand &, const AnalysisState &) { return {}; }
bool YieldOp::mustBufferizeInPlace(OpOperand &, const AnalysisState &) { return true; }
/// What is yielded is read at the end: a write in between, to another out say, must not be in place.
bool YieldOp::isNotConflicting(OpOperand *, OpOperand *, const AnalysisState &) { return false; }

/// The buffer that a tensor, or a chain of conversions between tensors and buffers, stands for.
static Value bufferBehind(Value v) {
  while (Operation *op = v.getDefiningOp()) {
    if (auto toTensor = dyn_cast<ToTensorOp>(op))
      v = toTensor.getBuffer();
    else if (auto toBuffer = dyn_cast<ToBufferOp>(op))
      v = toBuffer.getTensor();
    else if (auto cast = dyn_cast<memref::CastOp>(op))
      v = cast.getSource();
    else
      break;
  }
  return v;
}

/// The memory that a buffer is a view of.
static Value memoryBehind(Value v) {
  for (v = bufferBehind(v); auto view = v.getDefiningOp<ViewLikeOpInterface>(); v = bufferBehind(v))
    v = view.getViewSource();
  return v;
}

LogicalResult YieldOp::bufferize(RewriterBase &rewriter, const BufferizationOptions &options,
                                 BufferizationState &state) {
  auto task = cast<TaskOp>((*this)->getParentOp());
  rewriter.setInsertionPoint(*this);
  struct Copy {
    Value source, target;
  };
  SmallVector<Copy> copies;
  for (auto [value, argument] : llvm::zip(getValues(), task.getOutArguments())) {
    FailureOr<Value> source = getBuffer(rewriter, value, options, state);
    if (failed(source))
      return failure();
    Value target = argument;
    if (isa<TensorType>(target.getType())) {
      FailureOr<Value> buffer = getBuffer(rewriter, target, options, state);
      if (failed(buffer))
        return failure();
      target = *buffer;
    }
    if (bufferBehind(*source) != bufferBehind(target))
      copies.push_back({*source, target});
  }
  // A destination may be the source of a later copy (two results swapped): such sources go through a temporary first.
  for (auto [i, copy] : llvm::enumerate(copies)) {
    bool overwritten = llvm::any_of(ArrayRef(copies).take_front(i),
                                    [&](const Copy &c) { return memoryBehind(c.target) == memoryBehind(copy.source); });
    if (!overwritten)
      continue;
    auto type = cast<MemRefType>(copy.source.getType());
    SmallVector<Value> sizes;
    for (int64_t d = 0; d < type.getRank(); ++d)
      if (type.isDynamicDim(d))
        sizes.push_back(memref::DimOp::create(rewriter, getLoc(), copy.source, d));
    auto plain =
        MemRefType::get(type.getShape(), type.getElementType(), MemRefLayoutAttrInterface{}, type.getMemorySpace());
    Value temporary = memref::AllocOp::create(rewriter, getLoc(), plain, sizes);
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointAfterValue(temporary);
    if (failed(options.createMemCpy(rewriter, getLoc(), copy.source, temporary)))
      return failure();
    copy.source = temporary;
  }
  for (const Copy &copy : copies)
    if (failed(options.createMemCpy(rewriter, getLoc(), copy.source, copy.target)))
      return failure();
  rewriter.replaceOpWithNewOp<YieldOp>(*this);
  return success();
}

bool AssertOp::bufferizesToMemoryRead(OpOperand &, const AnalysisState &) { return true; }
bool AssertOp::bufferizesToMemoryWrite(OpOperand &, const AnalysisState &) { return false; }
AliasingValueList AssertOp::getAliasingValues(OpOperand &, const AnalysisState &) { return {}; }

LogicalResult AssertOp::bufferize(RewriterBase &rewriter, const BufferizationOptions &options,
                                  BufferizationState &state) {
  if (!isa<TensorType>(getCondition().getType()))
    return success();
  rewriter.setInsertionPoint(*this);
  FailureOr<Value> buffer = getBuffer(rewriter, getCondition(), options, state);
  if (failed(buffer))
    return failure();
  replaceOpWithNewBufferizedOp<AssertOp>(rewriter, *this, *buffer, getMessageAttr());
  return success();
}
