// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Task bodies. Two functions each: the work on plain pointers, which the vectorizer can trust not to alias, and the
// C function that takes them from the words of a task.
#include "PlainFunctions.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"

using namespace mlir;
using namespace syncflow;

/// Outputs of a task never overlap its other arguments, but an argument may be given twice: then neither is noalias.
static void findRepeated(RTTaskOp task, PlainArgs &args) {
  llvm::ArrayRef<int64_t> pairs = task.getArgs();
  llvm::SmallDenseMap<std::pair<int64_t, int64_t>, PlainArg *> seen;
  for (PlainArg &arg : args) {
    if (!arg.shape || 2 * arg.firstWord + 1 >= pairs.size())
      continue;
    auto [first, isNew] = seen.try_emplace({pairs[2 * arg.firstWord], pairs[2 * arg.firstWord + 1]}, &arg);
    if (!isNew)
      arg.mayAlias = first->second->mayAlias = true;
  }
}

//===-- the C function  -------------------------------------------------------------------------------------------===//

/// An argument out of its word. Narrow ones are cut from the word's value, not read from its first bytes: byte order.
static Value loadWord(OpBuilder &builder, Location loc, Value words, unsigned index, Type type) {
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  Value at = LLVM::GEPOp::create(builder, loc, pointer, builder.getI64Type(), words,
                                 llvm::ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(index)});
  bool direct = type == pointer || type.isInteger(64) || type.isF64();
  Value word = LLVM::LoadOp::create(builder, loc, direct ? type : builder.getI64Type(), at, /*alignment=*/8,
                                    /*isVolatile=*/false, /*isNonTemporal=*/false, /*isInvariant=*/true);
  if (direct)
    return word;
  Value narrow = LLVM::TruncOp::create(builder, loc, builder.getIntegerType(type.getIntOrFloatBitWidth()), word);
  return isa<FloatType>(type) ? LLVM::BitcastOp::create(builder, loc, type, narrow).getResult() : narrow;
}

/// `int32_t name(const uint64_t *args)`. Messages of a body are numbered from 1; those of the module follow each other.
static LLVM::LLVMFuncOp buildWrapper(func::FuncOp body, LLVM::LLVMFuncOp inner, uint64_t firstMessage) {
  OpBuilder builder(body.getContext());
  Location loc = body.getLoc();
  auto pointer = LLVM::LLVMPointerType::get(body.getContext());
  auto type = LLVM::LLVMFunctionType::get(builder.getI32Type(), {pointer});
  auto wrapper = LLVM::LLVMFuncOp::create(builder, loc, body.getSymName(), type, LLVM::Linkage::Internal);
  wrapper.setNoUnwind(true);
  Block *block = wrapper.addEntryBlock(builder);
  builder.setInsertionPointToStart(block);
  llvm::SmallVector<Value> arguments;
  for (auto [index, parameter] : llvm::enumerate(inner.getFunctionType().getParams()))
    arguments.push_back(loadWord(builder, loc, block->getArgument(0), index, parameter));
  Value code = LLVM::CallOp::create(builder, loc, inner, arguments).getResult();
  if (firstMessage != 0) {
    auto number = [&](int64_t n) {
      return LLVM::ConstantOp::create(builder, loc, builder.getI32Type(), builder.getI32IntegerAttr(n));
    };
    Value ok = LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::eq, code, number(0));
    Value shifted = LLVM::AddOp::create(builder, loc, code, number(firstMessage));
    code = LLVM::SelectOp::create(builder, loc, ok, code, shifted);
  }
  LLVM::ReturnOp::create(builder, loc, code);
  return wrapper;
}

static LogicalResult checkBody(func::FuncOp body) {
  if (body.isDeclaration() || body.getNumResults() != 1 || !body.getResultTypes()[0].isInteger(32))
    return body.emitOpError() << "a body is defined and returns i32";
  WalkResult result = body.walk([](cf::AssertOp op) {
    op.emitOpError() << "would end the process: a check of the model has to return the number of its message";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

/// Adds the body's messages to the module's and returns where they begin.
static uint64_t addMessages(Lowering &lowering, func::FuncOp body) {
  uint64_t first = lowering.messages.size();
  if (auto messages = body->getAttrOfType<ArrayAttr>("syncflow.messages"))
    for (auto message : messages.getAsRange<StringAttr>())
      lowering.messages.push_back(lowering.tables.string(message.getValue()));
  return first;
}

LogicalResult syncflow::lowerBodies(Lowering &lowering) {
  llvm::DenseMap<StringAttr, llvm::SmallVector<RTTaskOp>> users;
  lowering.module.walk([&](RTTaskOp task) {
    if (auto body = task.getBodyAttr())
      users[body.getAttr()].push_back(task);
  });
  llvm::SmallVector<func::FuncOp> bodies;
  for (auto function : lowering.module.getOps<func::FuncOp>())
    if (function->hasAttr("syncflow.body"))
      bodies.push_back(function);
  for (func::FuncOp body : bodies) {
    if (failed(checkBody(body)))
      return failure();
    FailureOr<PlainArgs> args = describeArgs(body);
    if (failed(args))
      return failure();
    StringAttr name = body.getSymNameAttr();
    for (RTTaskOp task : users[name])
      findRepeated(task, *args);
    lowering.bodyWords[name] = countWords(*args);
    uint64_t firstMessage = addMessages(lowering, body);
    auto result = IntegerType::get(body.getContext(), 32);
    LLVM::LLVMFuncOp inner = buildPlainFunction(lowering, body, *args, (body.getSymName() + ".body").str(), result);
    LLVM::LLVMFuncOp wrapper = buildWrapper(body, inner, firstMessage);
    Block::iterator where = std::next(body->getIterator());
    lowering.symbols.erase(body);
    lowering.symbols.insert(inner, where);
    // The call goes by name, which the insertion may have changed.
    for (auto call : wrapper.getOps<LLVM::CallOp>())
      call.setCallee(inner.getSymName());
    lowering.symbols.insert(wrapper, where);
  }
  lowering.messageTable = lowering.tables.array<const char *>("__sflow_messages", lowering.messages);
  return success();
}
