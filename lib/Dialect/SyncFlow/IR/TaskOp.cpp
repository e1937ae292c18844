// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// syncflow.task: assembly, constraints, effects, canonical form.
#include "SyncFlow/Dialect/SyncFlow/IR/SyncFlow.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace syncflow;

#define GET_OP_CLASSES
#include "SyncFlow/Dialect/SyncFlow/IR/SyncFlowOps.cpp.inc"

//===-- structure -------------------------------------------------------------------------------------------------===//

void TaskOp::build(OpBuilder &builder, OperationState &state, StringRef name, ValueRange after, Value stream,
                   ValueRange ins, ValueRange outs, ContractAttr contract) {
  state.addOperands(after);
  if (stream)
    state.addOperands(stream);
  state.addOperands(ins);
  state.addOperands(outs);
  Properties &props = state.getOrAddProperties<Properties>();
  props.name = builder.getStringAttr(name);
  props.contract = contract;
  props.operandSegmentSizes = {static_cast<int32_t>(after.size()), stream ? 1 : 0, static_cast<int32_t>(ins.size()),
                               static_cast<int32_t>(outs.size())};
  OpBuilder::InsertionGuard guard(builder);
  Block *body = builder.createBlock(state.addRegion());
  for (Value v : ins)
    body->addArgument(v.getType(), v.getLoc());
  for (Value v : outs) {
    body->addArgument(v.getType(), v.getLoc());
    if (isa<TensorType>(v.getType()))
      state.addTypes(v.getType());
  }
  state.addTypes(TokenType::get(builder.getContext()));
}

bool TaskOp::isIn(OpOperand &operand) {
  unsigned begin = getIns().empty() ? 0 : getIns().getBeginOperandIndex();
  return !getIns().empty() && operand.getOperandNumber() >= begin &&
         operand.getOperandNumber() < begin + getIns().size();
}

bool TaskOp::isOut(OpOperand &operand) {
  return !getOuts().empty() && operand.getOperandNumber() >= getOuts().getBeginOperandIndex();
}

BlockArgument TaskOp::getTiedArgument(OpOperand &operand) {
  unsigned first = getOperation()->getNumOperands() - getIns().size() - getOuts().size();
  return getBlock()->getArgument(operand.getOperandNumber() - first);
}

OpOperand &TaskOp::getTiedOperand(BlockArgument argument) {
  unsigned first = getOperation()->getNumOperands() - getIns().size() - getOuts().size();
  return getOperation()->getOpOperand(first + argument.getArgNumber());
}

YieldOp TaskOp::getYield() { return cast<YieldOp>(getBlock()->getTerminator()); }

//===-- interfaces ------------------------------------------------------------------------------------------------===//

OperandRange TaskOp::getWaitTokens() { return getAfter(); }
void TaskOp::setWaitTokens(ValueRange tokens) { getAfterMutable().assign(tokens); }
Value TaskOp::getDoneToken() { return getToken(); }
Value TaskOp::getQueue() { return getStream(); }
void TaskOp::setQueue(Value stream) { getStreamMutable().assign(stream); }

void TaskOp::getAccesses(SmallVectorImpl<Access> &accesses) {
  for (Value v : getIns())
    if (isa<BaseMemRefType>(v.getType()))
      accesses.push_back({v, /*reads=*/true, /*writes=*/false});
  for (Value v : getOuts())
    if (isa<BaseMemRefType>(v.getType()))
      accesses.push_back({v, /*reads=*/true, /*writes=*/true});
}

void TaskOp::getEffects(SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>> &effects) {
  auto *memory = SideEffects::DefaultResource::get();
  for (OpOperand &o : getInsMutable())
    if (isa<BaseMemRefType>(o.get().getType()))
      effects.emplace_back(MemoryEffects::Read::get(), &o, memory);
  for (OpOperand &o : getOutsMutable())
    if (isa<BaseMemRefType>(o.get().getType())) {
      effects.emplace_back(MemoryEffects::Read::get(), &o, memory);
      effects.emplace_back(MemoryEffects::Write::get(), &o, memory);
    }
  // A task that checks something must not vanish with its results.
  bool checks = getBody().walk([](AssertOp) { return WalkResult::interrupt(); }).wasInterrupted();
  if (checks)
    effects.emplace_back(MemoryEffects::Write::get(), memory);
}

void AssertOp::getEffects(SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>> &effects) {
  if (isa<BaseMemRefType>(getCondition().getType()))
    effects.emplace_back(MemoryEffects::Read::get(), &getConditionMutable());
  effects.emplace_back(MemoryEffects::Write::get());
}

LogicalResult AssertOp::verify() {
  Type type = getCondition().getType();
  if (!getElementTypeOrSelf(type).isInteger(1) || (!type.isInteger(1) && !isa<RankedTensorType, MemRefType>(type)))
    return emitOpError() << "C1: the condition is i1 or a ranked tensor or memref of i1, got " << type;
  return success();
}

//===-- assembly --------------------------------------------------------------------------------------------------===//

namespace {

/// `%arg = %value : type, ...` in parentheses after a keyword; nothing when the keyword is absent.
ParseResult parseBindings(OpAsmParser &parser, StringRef keyword, SmallVectorImpl<OpAsmParser::Argument> &arguments,
                          SmallVectorImpl<Value> &values, OperationState &state) {
  if (parser.parseOptionalKeyword(keyword))
    return success();
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, [&] {
    OpAsmParser::Argument argument;
    OpAsmParser::UnresolvedOperand operand;
    if (parser.parseArgument(argument) || parser.parseEqual() || parser.parseOperand(operand) ||
        parser.parseColonType(argument.type) || parser.resolveOperand(operand, argument.type, values))
      return failure();
    arguments.push_back(argument);
    return success();
  });
}

void printBindings(OpAsmPrinter &printer, StringRef keyword, OperandRange values, ArrayRef<BlockArgument> arguments) {
  if (values.empty())
    return;
  printer << " " << keyword << "(";
  for (auto [i, v, a] : llvm::enumerate(values, arguments)) {
    if (i)
      printer << ", ";
    printer.printRegionArgument(a, {}, /*omitType=*/true);
    printer << " = " << v << " : " << v.getType();
  }
  printer << ")";
}

} // namespace

ParseResult TaskOp::parse(OpAsmParser &parser, OperationState &state) {
  Builder &builder = parser.getBuilder();
  Type token = TokenType::get(builder.getContext()), stream = StreamType::get(builder.getContext());
  Properties &props = state.getOrAddProperties<Properties>();
  std::string name;
  if (parser.parseString(&name))
    return failure();
  props.name = builder.getStringAttr(name);
  SmallVector<OpAsmParser::UnresolvedOperand> after, on;
  SmallVector<OpAsmParser::Argument> arguments;
  SmallVector<Value> tokens, queue, ins, outs;
  if (succeeded(parser.parseOptionalKeyword("after")) &&
      (parser.parseOperandList(after, AsmParser::Delimiter::Paren) || parser.resolveOperands(after, token, tokens)))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("on")) &&
      (parser.parseOperandList(on, 1, AsmParser::Delimiter::Paren) || parser.resolveOperands(on, stream, queue)))
    return failure();
  if (parseBindings(parser, "ins", arguments, ins, state) || parseBindings(parser, "outs", arguments, outs, state))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("contract"))) {
    auto contract = dyn_cast_or_null<ContractAttr>(ContractAttr::parse(parser, {}));
    if (!contract)
      return failure();
    props.contract = contract;
  }
  if (parser.parseOptionalAttrDictWithKeyword(state.attributes))
    return failure();
  if (parser.parseRegion(*state.addRegion(), arguments))
    return failure();
  for (auto *list : {&tokens, &queue, &ins, &outs})
    state.addOperands(*list);
  props.operandSegmentSizes = {static_cast<int32_t>(tokens.size()), static_cast<int32_t>(queue.size()),
                               static_cast<int32_t>(ins.size()), static_cast<int32_t>(outs.size())};
  for (Value v : outs)
    if (isa<TensorType>(v.getType()))
      state.addTypes(v.getType());
  state.addTypes(token);
  return success();
}

void TaskOp::print(OpAsmPrinter &printer) {
  printer << " " << getNameAttr();
  if (!getAfter().empty())
    printer << " after(" << getAfter() << ")";
  if (getStream())
    printer << " on(" << getStream() << ")";
  printBindings(printer, "ins", getIns(), getInArguments());
  printBindings(printer, "outs", getOuts(), getOutArguments());
  if (getContractAttr()) {
    printer << " contract ";
    getContractAttr().print(printer);
  }
  printer.printOptionalAttrDictWithKeyword((*this)->getDiscardableAttrDictionary().getValue());
  printer << " ";
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

//===-- constraints -----------------------------------------------------------------------------------------------===//

LogicalResult TaskOp::verify() {
  Block &body = getBody().front();
  unsigned bound = getIns().size() + getOuts().size();
  if (body.getNumArguments() != bound)
    return emitOpError() << "C1: the body has " << body.getNumArguments() << " arguments for " << bound
                         << " ins and outs";
  for (auto [i, a] : llvm::enumerate(body.getArguments()))
    if (Type want = getTiedOperand(a).get().getType(); a.getType() != want)
      return emitOpError() << "C1: body argument " << i << " has type " << a.getType() << ", its operand " << want;
  unsigned tensors = llvm::count_if(getOuts().getTypes(), llvm::IsaPred<TensorType>);
  if (tensors != 0 && tensors != getOuts().size())
    return emitOpError() << "C2: outs mix tensors and memrefs";
  if (getResults().size() != tensors)
    return emitOpError() << "C2: " << getResults().size() << " data results for " << tensors << " tensor outs";
  for (auto [i, r] : llvm::enumerate(getResults()))
    if (r.getType() != getOuts()[i].getType())
      return emitOpError() << "C2: result " << i << " has type " << r.getType() << ", its destination "
                           << getOuts()[i].getType();
  for (Value v : getIns())
    if (isa<BaseMemRefType>(v.getType()) && llvm::is_contained(getOuts(), v))
      return emitOpError() << "C6: a memref stands among ins and outs both";
  return success();
}

/// The values that memory `v` may stem from, inside the task: block arguments of the body, or results of ops that are
/// no view. Arguments and results of inner regions are followed to all that may enter them; null stands for what cannot
/// be seen.
static void collectOrigins(Value v, llvm::SmallSetVector<Value, 4> &origins, llvm::SmallPtrSetImpl<Value> &seen) {
  auto follow = [&](OpOperand *operand) { collectOrigins(operand ? operand->get() : Value(), origins, seen); };
  if (!v || isa<TaskOp>(v.getParentBlock()->getParentOp())) {
    if (!v || isa<BlockArgument>(v)) {
      origins.insert(v);
      return;
    }
  }
  if (!seen.insert(v).second)
    return;
  if (auto argument = dyn_cast<BlockArgument>(v)) {
    auto loop = dyn_cast<LoopLikeOpInterface>(argument.getOwner()->getParentOp());
    follow(loop ? loop.getTiedLoopInit(argument) : nullptr);
    follow(loop ? loop.getTiedLoopYieldedValue(argument) : nullptr);
    return;
  }
  auto result = cast<OpResult>(v);
  Operation *op = result.getOwner();
  if (auto view = dyn_cast<ViewLikeOpInterface>(op))
    return collectOrigins(view.getViewSource(), origins, seen);
  if (auto select = dyn_cast<SelectLikeOpInterface>(op)) {
    collectOrigins(select.getTrueValue(), origins, seen);
    return collectOrigins(select.getFalseValue(), origins, seen);
  }
  if (auto loop = dyn_cast<LoopLikeOpInterface>(op)) {
    follow(loop.getTiedLoopInit(result));
    BlockArgument argument = loop.getTiedLoopRegionIterArg(result);
    return follow(argument ? loop.getTiedLoopYieldedValue(argument) : nullptr);
  }
  if (op->getNumRegions() == 0) {
    origins.insert(v);
    return;
  }
  for (Region &region : op->getRegions()) {
    bool yields = isa<RegionBranchOpInterface>(op) && region.hasOneBlock() &&
                  region.front().getTerminator()->getNumOperands() == op->getNumResults();
    follow(yields ? &region.front().getTerminator()->getOpOperand(result.getResultNumber()) : nullptr);
  }
}

/// C4 for one write inside the body.
static LogicalResult verifyWrite(TaskOp task, Operation *op, Value target) {
  llvm::SmallSetVector<Value, 4> origins;
  llvm::SmallPtrSet<Value, 8> seen;
  collectOrigins(target, origins, seen);
  for (Value origin : origins) {
    if (auto argument = dyn_cast_or_null<BlockArgument>(origin)) {
      if (argument.getArgNumber() >= task.getIns().size())
        continue;
      InFlightDiagnostic d = op->emitOpError() << "C4: writes to memory that task \"" << task.getName()
                                               << "\" declares as read only (ins " << argument.getArgNumber() << ")";
      d.attachNote(task.getLoc()) << "declare it among outs";
      return d;
    }
    if (!origin || !hasEffect<MemoryEffects::Allocate>(origin.getDefiningOp(), origin))
      return op->emitOpError() << "C4: writes to memory of unknown origin inside task \"" << task.getName() << "\"";
  }
  return success();
}

/// C4 and C5 for one op of the body.
static LogicalResult verifyBodyOp(TaskOp task, Operation *op) {
  if (isa<YieldOp, AssertOp>(op))
    return success();
  if (isa<AsyncOpInterface>(op) || isa<WaitOp, BarrierOp>(op))
    return op->emitOpError() << "C5: asynchronous op inside task \"" << task.getName() << "\"";
  if (isMemoryEffectFree(op))
    return success();
  // Between tensors and buffers, these stand for memory that the task owns or has been given.
  if (isa<bufferization::AllocTensorOp, bufferization::ToTensorOp, bufferization::ToBufferOp>(op))
    return success();
  // Ops that have effects of their own (linalg) come before those that have only their regions' (scf).
  auto effectful = dyn_cast<MemoryEffectOpInterface>(op);
  if (!effectful && op->hasTrait<OpTrait::HasRecursiveMemoryEffects>())
    return success();
  if (!effectful)
    return op->emitOpError() << "C5: op with unknown memory effects inside task \"" << task.getName() << "\"";
  SmallVector<MemoryEffects::EffectInstance> effects;
  effectful.getEffects(effects);
  for (const MemoryEffects::EffectInstance &e : effects)
    if (isa<MemoryEffects::Write>(e.getEffect()) && e.getValue() && isa<BaseMemRefType>(e.getValue().getType()))
      if (failed(verifyWrite(task, op, e.getValue())))
        return failure();
  return success();
}

LogicalResult TaskOp::verifyRegions() {
  auto yield = dyn_cast<YieldOp>(getBlock()->getTerminator());
  if (!yield)
    return emitOpError() << "C3: the body ends with syncflow.yield";
  if (yield.getValues().size() != getResults().size())
    return emitOpError() << "C3: the body yields " << yield.getValues().size() << " values for " << getResults().size()
                         << " results";
  for (auto [i, v] : llvm::enumerate(yield.getValues()))
    if (v.getType() != getResults()[i].getType())
      return emitOpError() << "C3: yielded value " << i << " has type " << v.getType() << ", the result "
                           << getResults()[i].getType();
  WalkResult result = getBody().walk(
      [&](Operation *op) { return failed(verifyBodyOp(*this, op)) ? WalkResult::interrupt() : WalkResult::advance(); });
  return failure(result.wasInterrupted());
}

//===-- canonical form --------------------------------------------------------------------------------------------===//

namespace {

/// A token counts once, and a join among the awaited tokens is its operands.
struct FlattenAfter : OpRewritePattern<TaskOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(TaskOp op, PatternRewriter &rewriter) const override {
    llvm::SetVector<Value> flat;
    for (Value t : op.getAfter())
      if (auto join = t.getDefiningOp<JoinOp>())
        flat.insert(join.getTokens().begin(), join.getTokens().end());
      else
        flat.insert(t);
    if (flat.size() == op.getAfter().size() && llvm::equal(flat, op.getAfter()))
      return failure();
    rewriter.modifyOpInPlace(op, [&] { op.setWaitTokens(flat.getArrayRef()); });
    return success();
  }
};

} // namespace

void TaskOp::getCanonicalizationPatterns(RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<FlattenAfter>(context);
}
