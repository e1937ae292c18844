// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#include "PlanBuilder.h"

#include "SyncFlow/Dialect/SyncFlow/Analysis/HappensBefore.h"
#include "SyncFlow/Dialect/SyncFlow/IR/Elements.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace syncflow;

/// Are all elements of a memref of i1 true? A loop nest that gives 1 or 0.
static Value allTrue(OpBuilder &builder, Location loc, Value condition) {
  auto type = dyn_cast<MemRefType>(condition.getType());
  if (!type)
    return condition;
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0), one = arith::ConstantIndexOp::create(builder, loc, 1);
  SmallVector<Value> lower(type.getRank(), zero), upper, step(type.getRank(), one);
  for (int64_t d = 0; d < type.getRank(); ++d)
    upper.push_back(memref::DimOp::create(builder, loc, condition, d));
  Value yes = arith::ConstantIntOp::create(builder, loc, 1, 1);
  auto nest = scf::buildLoopNest(builder, loc, lower, upper, step, ValueRange{yes},
                                 [&](OpBuilder &b, Location l, ValueRange ivs, ValueRange sofar) -> scf::ValueVector {
                                   Value element = memref::LoadOp::create(b, l, condition, ivs);
                                   return {arith::AndIOp::create(b, l, sofar[0], element)};
                                 });
  if (type.getRank() == 0)
    return memref::LoadOp::create(builder, loc, condition, ValueRange{});
  return nest.results[0];
}

/// A task that checks ends at once when a check fails: the blocks behind it never see what was refused.
static void lowerAsserts(func::FuncOp function) {
  SmallVector<Attribute> messages;
  OpBuilder builder(function.getContext());
  for (Block *block = &function.getBody().front(); block;) {
    auto asserts = block->getOps<AssertOp>();
    if (asserts.empty())
      break;
    AssertOp assertion = *asserts.begin();
    Location loc = assertion.getLoc();
    messages.push_back(assertion.getMessageAttr());
    builder.setInsertionPoint(assertion);
    Value ok = allTrue(builder, loc, assertion.getCondition());
    Block *rest = block->splitBlock(assertion);
    Block *failed = builder.createBlock(rest);
    Value code = arith::ConstantIntOp::create(builder, loc, static_cast<int64_t>(messages.size()), 32);
    func::ReturnOp::create(builder, loc, code);
    builder.setInsertionPointToEnd(block);
    cf::CondBranchOp::create(builder, loc, ok, rest, ValueRange{}, failed, ValueRange{});
    assertion.erase();
    block = rest;
  }
  function->setAttr("syncflow.messages", builder.getArrayAttr(messages));
}

FlatSymbolRefAttr BodyTable::intern(func::FuncOp function) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  function->print(stream, OpPrintingFlags().useLocalScope().enableDebugInfo(false));
  auto [entry, fresh] = known.try_emplace(text, "");
  if (!fresh) {
    function.erase();
    return FlatSymbolRefAttr::get(module.getContext(), entry->second);
  }
  do
    entry->second = "__body_" + std::to_string(count++);
  while (module.lookupSymbol(entry->second));
  function.setSymName(entry->second);
  module.push_back(function);
  return FlatSymbolRefAttr::get(function);
}

/// A private function with the given argument types that returns i32 and is marked as a body.
static func::FuncOp createBody(MLIRContext *context, Location loc, TypeRange arguments) {
  OpBuilder builder(context);
  auto type = builder.getFunctionType(arguments, builder.getI32Type());
  auto function = func::FuncOp::create(loc, "body", type);
  function.setPrivate();
  function->setAttr("syncflow.body", builder.getUnitAttr());
  function.addEntryBlock();
  return function;
}

static void finishBody(func::FuncOp function, Location loc) {
  OpBuilder builder = OpBuilder::atBlockEnd(&function.getBody().back());
  func::ReturnOp::create(builder, loc, Value(arith::ConstantIntOp::create(builder, loc, 0, 32)));
  lowerAsserts(function);
}

FlatSymbolRefAttr BodyTable::get(TaskOp task) {
  auto function = createBody(module.getContext(), task.getLoc(), task.getBlock()->getArgumentTypes());
  IRMapping mapping;
  mapping.map(task.getBlock()->getArguments(), function.getArguments());
  OpBuilder builder = OpBuilder::atBlockEnd(&function.getBody().front());
  for (Operation &op : task.getBlock()->without_terminator())
    builder.clone(op, mapping);
  finishBody(function, task.getLoc());
  return intern(function);
}

FlatSymbolRefAttr BodyTable::getCopy(TransferOp transfer) {
  auto function = createBody(module.getContext(), transfer.getLoc(),
                             {transfer.getSource().getType(), transfer.getTarget().getType()});
  OpBuilder builder = OpBuilder::atBlockEnd(&function.getBody().front());
  memref::CopyOp::create(builder, transfer.getLoc(), function.getArgument(0), function.getArgument(1));
  finishBody(function, transfer.getLoc());
  return intern(function);
}

//===-- plan ------------------------------------------------------------------------------------------------------===//

int64_t PlanBuilder::wordOf(Value value) {
  return words.try_emplace(value, static_cast<int64_t>(words.size())).first->second;
}

/// The frame word and byte offset of a memref's first element: views with static offsets cost no word.
PlanBuilder::Arg PlanBuilder::address(Value memref) {
  int64_t bytes = 0;
  Value root = memref;
  while (Operation *op = root.getDefiningOp()) {
    if (isa<memref::CastOp, memref::ExpandShapeOp, memref::CollapseShapeOp>(op)) {
      root = op->getOperand(0);
      continue;
    }
    if (auto view = dyn_cast<memref::ViewOp>(op)) {
      std::optional<int64_t> shift = getConstantIntValue(view.getByteShift());
      if (!shift)
        break;
      bytes += *shift;
      root = view.getSource();
      continue;
    }
    if (auto subview = dyn_cast<memref::SubViewOp>(op)) {
      SmallVector<int64_t> strides, offsets(subview.getStaticOffsets());
      int64_t offset, elements = 0;
      auto source = subview.getSourceType();
      bool known = succeeded(source.getStridesAndOffset(strides, offset));
      for (auto [o, s] : llvm::zip_equal(offsets, strides)) {
        known &= !ShapedType::isDynamic(o) && (o == 0 || !ShapedType::isDynamic(s));
        elements += o ? o * s : 0;
      }
      if (!known)
        break;
      bytes += elements * bytesOfElement(source.getElementType());
      root = subview.getSource();
      continue;
    }
    break;
  }
  return {wordOf(root), bytes};
}

void PlanBuilder::addScalar(Value value, SmallVectorImpl<int64_t> &args) {
  APInt integer;
  if (matchPattern(value, m_ConstantInt(&integer)))
    args.append({-1, integer.getSExtValue()});
  else
    args.append({wordOf(value), 0});
}

/// Address, dynamic sizes, dynamic strides: the words of a memref argument (see convert-syncflow-rt-to-llvm).
void PlanBuilder::addMemref(Value memref, SmallVectorImpl<int64_t> &args) {
  Arg at = address(memref);
  args.append({at.word, at.offset});
  auto type = cast<MemRefType>(memref.getType());
  for (int64_t d = 0; d < type.getRank(); ++d)
    if (type.isDynamicDim(d))
      addScalar(builder->createOrFold<memref::DimOp>(memref.getLoc(), memref, d), args);
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(type.getStridesAndOffset(strides, offset)) || !llvm::is_contained(strides, ShapedType::kDynamic))
    return;
  auto metadata = memref::ExtractStridedMetadataOp::create(*builder, memref.getLoc(), memref);
  for (auto [d, stride] : llvm::enumerate(strides))
    if (ShapedType::isDynamic(stride))
      addScalar(metadata.getStrides()[d], args);
}

FailureOr<int64_t> PlanBuilder::streamOf(AsyncOpInterface op) {
  auto stream = op.getQueue() ? op.getQueue().getDefiningOp<StreamOp>() : StreamOp();
  if (!stream)
    return op->emitError(
        "is on no stream that this module names; run syncflow-place and syncflow-assign-streams first");
  auto topology = module.lookupSymbol<TopologyOp>(stream.getDevice().getRootReference());
  int64_t device = -1, position = 0;
  if (topology)
    for (auto d : topology.getBody().front().getOps<DeviceOp>()) {
      if (d.getSymNameAttr() == stream.getDevice().getLeafReference())
        device = position;
      ++position;
    }
  if (device < 0)
    return op->emitError() << "no device " << stream.getDevice() << " in a topology of this module";
  std::array<int64_t, 4> key{device, static_cast<int64_t>(stream.getOrdinal()), stream.getCommunication() ? 1 : 0,
                             stream.getOutOfOrder() ? 0 : 1};
  for (size_t i = 0; i < streams.size(); i += 4)
    if (std::equal(key.begin(), key.end(), streams.begin() + i))
      return static_cast<int64_t>(i / 4);
  streams.append(key.begin(), key.end());
  streamLengths.push_back(0);
  return static_cast<int64_t>(streams.size() / 4 - 1);
}

/// Waits on other streams, and on the own one when it is out of order, the latest of each. Tokens of earlier plans need
/// none: launches of an invocation are in order.
void PlanBuilder::addWaits(AsyncOpInterface op, int64_t stream, SmallVectorImpl<int64_t> &waits) {
  llvm::MapVector<int64_t, int64_t> latest;
  SmallVector<Value> work(op.getWaitTokens());
  // Waits of the op's stream that stand before it in the program count for it as well. Two ops can name one stream.
  StreamKey key = StreamKey::of(op.getQueue());
  for (Operation *before = op->getPrevNode(); before; before = before->getPrevNode())
    if (auto wait = dyn_cast<WaitOp>(before); wait && wait.getStream() && StreamKey::of(wait.getStream()) == key)
      work.append(wait.getTokens().begin(), wait.getTokens().end());
  while (!work.empty()) {
    Operation *producer = work.pop_back_val().getDefiningOp();
    if (auto join = dyn_cast_or_null<JoinOp>(producer)) {
      work.append(join.getTokens().begin(), join.getTokens().end());
      continue;
    }
    auto at = producer ? index.find(producer) : index.end();
    if (at == index.end())
      continue;
    int64_t other = *streamOf(cast<AsyncOpInterface>(producer));
    bool inOrder = streams[4 * stream + 3];
    if (other != stream || !inOrder)
      latest[other] = std::max(latest[other], placeInStream[producer] + 1);
  }
  for (auto [other, count] : latest)
    waits.append({other, count});
}

static bool isContiguous(MemRefType type) {
  SmallVector<int64_t> strides;
  int64_t offset, expected = 1;
  if (type.getLayout().isIdentity())
    return true;
  if (failed(type.getStridesAndOffset(strides, offset)))
    return false;
  for (int64_t d = type.getRank() - 1; d >= 0; --d) {
    if (type.getDimSize(d) != 1 && strides[d] != expected)
      return false;
    if (type.isDynamicDim(d) && d != 0)
      return false;
    expected *= type.isDynamicDim(d) ? 1 : type.getDimSize(d);
  }
  return true;
}

LogicalResult PlanBuilder::collectiveArgs(CollectiveOpInterface op, SmallVectorImpl<int64_t> &args) {
  OpOperand *send = op.getSendOperand(), *receive = op.getReceiveOperand();
  for (OpOperand *operand : {send, receive}) {
    if (!operand) {
      args.append({-1, 0});
      continue;
    }
    if (!isContiguous(cast<MemRefType>(operand->get().getType())))
      return op->emitError() << "works on memory that is not contiguous (" << operand->get().getType()
                             << "); copy it first";
    Arg at = address(operand->get());
    args.append({at.word, at.offset});
  }
  Value counted = send ? send->get() : receive->get();
  auto type = cast<MemRefType>(counted.getType());
  int64_t elements = 1;
  Value dynamic;
  for (int64_t d = 0; d < type.getRank(); ++d) {
    if (!type.isDynamicDim(d)) {
      elements *= type.getDimSize(d);
      continue;
    }
    Value size = builder->createOrFold<memref::DimOp>(op.getLoc(), counted, d);
    dynamic = dynamic ? arith::MulIOp::create(*builder, op.getLoc(), dynamic, size).getResult() : size;
  }
  if (!dynamic) {
    args.append({-1, elements});
    return success();
  }
  Value factor = arith::ConstantIndexOp::create(*builder, op.getLoc(), elements);
  addScalar(arith::MulIOp::create(*builder, op.getLoc(), dynamic, factor), args);
  return success();
}

/// Element type of what a collective works on.
static FailureOr<int64_t> elementOfCollective(Operation *op, Type type) {
  if (std::optional<sflow_element> element = elementOf(type))
    return *element;
  return op->emitError() << "has element type " << type << ", which no collective can reduce or move";
}

LogicalResult PlanBuilder::addTask(AsyncOpInterface op) {
  FailureOr<int64_t> stream = streamOf(op);
  if (failed(stream))
    return failure();
  Builder attrs(module.getContext());
  NamedAttrList list;
  SmallVector<int64_t> args, waits, preds;
  StringAttr name = attrs.getStringAttr(op->getName().stripDialect());
  sflow_task_kind kind = SFLOW_TASK_COMPUTE;
  if (auto task = dyn_cast<TaskOp>(op.getOperation())) {
    name = task.getNameAttr();
    for (Value v : task.getOperands().drop_front(task.getAfter().size() + (task.getStream() ? 1 : 0)))
      isa<MemRefType>(v.getType()) ? addMemref(v, args) : addScalar(v, args);
    list.set("body", bodies.get(task));
  } else if (auto transfer = dyn_cast<TransferOp>(op.getOperation())) {
    addMemref(transfer.getSource(), args);
    addMemref(transfer.getTarget(), args);
    list.set("body", bodies.getCopy(transfer));
  } else if (auto collective = dyn_cast<CollectiveOpInterface>(op.getOperation())) {
    kind = SFLOW_TASK_COLLECTIVE;
    if (failed(collectiveArgs(collective, args)))
      return failure();
    OpOperand *data = collective.getSendOperand() ? collective.getSendOperand() : collective.getReceiveOperand();
    FailureOr<int64_t> element = elementOfCollective(op, cast<MemRefType>(data->get().getType()).getElementType());
    if (failed(element))
      return failure();
    list.set("collective", attrs.getDenseI64ArrayAttr({static_cast<int64_t>(collective.getKind()),
                                                       static_cast<int64_t>(collective.getReductionKind()), *element,
                                                       std::max<int64_t>(collective.getRootPosition(), 0)}));
    list.set("group", collective.getGroupAttr());
  } else {
    return op->emitError("is asynchronous, and no plan task is known for it");
  }
  addWaits(op, *stream, waits);
  for (Operation *p : predecessors.of(op))
    if (auto at = index.find(p); at != index.end())
      preds.push_back(at->second);
  llvm::sort(preds);
  preds.erase(std::unique(preds.begin(), preds.end()), preds.end());
  list.set("name", name);
  list.set("stream", attrs.getI64IntegerAttr(*stream));
  list.set("args", attrs.getDenseI64ArrayAttr(args));
  list.set("waits", attrs.getDenseI64ArrayAttr(waits));
  list.set("preds", attrs.getDenseI64ArrayAttr(preds));
  list.set("kind", attrs.getI64IntegerAttr(kind));
  if (auto contract = dyn_cast<ContractOpInterface>(op.getOperation());
      contract && contract.getContractAttr() && contract.getContractAttr().getPriority())
    list.set("priority",
             attrs.getI64IntegerAttr(static_cast<int64_t>(contract.getContractAttr().getPriority().getValue())));
  if (Attribute flops = op->getAttr("syncflow.flops"))
    list.set("flops", flops);
  list.set("cost_ns", attrs.getF64FloatAttr(costs.taskNs(op, deviceOf(op))));
  taskAttrs.push_back(list);
  locations.push_back(op.getLoc());
  index[op] = tasks.size();
  placeInStream[op] = streamLengths[*stream]++;
  tasks.push_back(op);
  return success();
}

/// Ranges of the arena that only tasks of this plan touch, with the tasks that touch them.
SmallVector<int64_t> PlanBuilder::releaseTable() {
  SmallVector<int64_t> table;
  if (!arena)
    return table;
  for (Operation *user : arena.getUsers()) {
    auto view = dyn_cast<memref::ViewOp>(user);
    std::optional<int64_t> shift = view ? getConstantIntValue(view.getByteShift()) : std::nullopt;
    if (!shift || !view.getType().hasStaticShape())
      continue;
    SmallVector<Value> work{view.getResult()};
    llvm::SetVector<int64_t> touching;
    bool inside = true;
    while (!work.empty()) {
      Value v = work.pop_back_val();
      for (Operation *use : v.getUsers()) {
        if (auto at = index.find(use); at != index.end())
          touching.insert(at->second);
        else if (isa<ViewLikeOpInterface>(use))
          work.append(use->result_begin(), use->result_end());
        else
          inside = false;
      }
    }
    if (!inside || touching.empty())
      continue;
    int64_t bytes = view.getType().getNumElements() * bytesOfElement(view.getType().getElementType());
    table.append({*shift, bytes, static_cast<int64_t>(touching.size())});
    table.append(touching.begin(), touching.end());
  }
  return table;
}

LogicalResult PlanBuilder::build(StringRef name, ArrayRef<AsyncOpInterface> ops, Operation *end, DictionaryAttr stats,
                                 bool releases) {
  OpBuilder host(end);
  builder = &host;
  block = end->getBlock();
  // Word 0 is the arena; without one it is any first word.
  auto function = end->getParentOfType<func::FuncOp>();
  function.walk([&](Operation *op) {
    if (isa<RTArenaOp>(op))
      arena = op->getResult(0);
  });
  if (arena)
    wordOf(arena);
  for (AsyncOpInterface op : ops)
    if (failed(addTask(op)))
      return failure();

  OpBuilder top = OpBuilder::atBlockEnd(module.getBody());
  auto plan = RTPlanOp::create(top, end->getLoc(), name, streams, static_cast<int64_t>(words.size()), stats,
                               releases ? releaseTable() : SmallVector<int64_t>());
  top.setInsertionPointToStart(&plan.getBody().emplaceBlock());
  for (auto [attrs, loc] : llvm::zip(taskAttrs, locations)) {
    OperationState state(loc, RTTaskOp::getOperationName());
    state.addAttributes(attrs);
    top.create(state);
  }
  SmallVector<Value> values;
  for (auto &[value, word] : words)
    values.push_back(value);
  RTLaunchOp::create(host, end->getLoc(), name, values);
  return success();
}
