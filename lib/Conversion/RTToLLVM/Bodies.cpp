// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Task bodies. Two functions each: the work on plain pointers, which the vectorizer can trust not to alias, and the
// C function that takes them from the words of a task.
#include "Lowering.h"

#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"

using namespace mlir;
using namespace syncflow;

//===-- memrefs -----------------------------------------------------------------------------------------------------===//

FailureOr<MemRefShape> MemRefShape::of(Type type, Operation *user) {
  MemRefShape shape;
  shape.type = dyn_cast<MemRefType>(type);
  if (!shape.type || failed(shape.type.getStridesAndOffset(shape.strides, shape.offset)))
    return user->emitOpError() << "cannot lower memory of type " << type << ": only strided memrefs have an address";
  return shape;
}

Value syncflow::castTo(OpBuilder &builder, Location loc, Type type, Value value) {
  if (value.getType() == type)
    return value;
  return UnrealizedConversionCastOp::create(builder, loc, type, value).getResult(0);
}

static Value constant(OpBuilder &builder, Location loc, int64_t value) {
  return LLVM::ConstantOp::create(builder, loc, builder.getI64Type(), builder.getI64IntegerAttr(value));
}

Value syncflow::buildMemRef(OpBuilder &builder, Location loc, const Lowering &lowering, const MemRefShape &shape,
                            Value address, ValueRange sizes, std::optional<ValueRange> strides) {
  // Accesses of a type with a static offset add that offset whatever the descriptor says.
  bool shifted = shape.offset != 0 && !ShapedType::isDynamic(shape.offset);
  if (shifted)
    address = LLVM::GEPOp::create(builder, loc, address.getType(),
                                  lowering.types.convertType(shape.type.getElementType()), address,
                                  ValueRange{constant(builder, loc, -shape.offset)});
  auto descriptor = MemRefDescriptor::poison(builder, loc, lowering.types.convertType(shape.type));
  descriptor.setAllocatedPtr(builder, loc, address);
  descriptor.setAlignedPtr(builder, loc, address);
  descriptor.setConstantOffset(builder, loc, shifted ? shape.offset : 0);
  unsigned rank = shape.type.getRank(), nextSize = 0, nextStride = 0;
  llvm::SmallVector<Value> extents;
  for (unsigned i = 0; i < rank; ++i) {
    extents.push_back(shape.type.isDynamicDim(i) ? sizes[nextSize++] : constant(builder, loc, shape.type.getDimSize(i)));
    descriptor.setSize(builder, loc, i, extents.back());
  }
  llvm::SmallVector<Value> values(rank);
  for (unsigned i = 0; i < rank; ++i)
    if (!ShapedType::isDynamic(shape.strides[i]))
      values[i] = constant(builder, loc, shape.strides[i]);
    else if (strides)
      values[i] = (*strides)[nextStride++];
  for (unsigned i = rank; i-- > 0;)
    if (!values[i])
      values[i] = i + 1 == rank ? constant(builder, loc, 1)
                                : LLVM::MulOp::create(builder, loc, values[i + 1], extents[i + 1]).getResult();
  for (unsigned i = 0; i < rank; ++i)
    descriptor.setStride(builder, loc, i, values[i]);
  return castTo(builder, loc, shape.type, descriptor);
}

//===-- which arguments may alias -----------------------------------------------------------------------------------===//

namespace {

/// One argument of a body: its first word and how many it takes.
struct BodyArg {
  Type type;
  std::optional<MemRefShape> shape;
  unsigned firstWord = 0, words = 1;
  bool mayAlias = false;
};

using BodyArgs = llvm::SmallVector<BodyArg>;

} // namespace

static FailureOr<BodyArgs> describeArgs(func::FuncOp body) {
  BodyArgs args;
  unsigned word = 0;
  for (Type type : body.getArgumentTypes()) {
    BodyArg arg{type, std::nullopt, word};
    if (isa<BaseMemRefType>(type)) {
      FailureOr<MemRefShape> shape = MemRefShape::of(type, body);
      if (failed(shape))
        return failure();
      arg.words = shape->words();
      arg.shape = std::move(*shape);
    } else if (!type.isIntOrIndexOrFloat() || (type.isIntOrFloat() && type.getIntOrFloatBitWidth() > 64)) {
      return body.emitOpError() << "an argument of type " << type << " does not fit the words of a task";
    }
    word += arg.words;
    args.push_back(std::move(arg));
  }
  return args;
}

/// Outputs of a task never overlap its other arguments, but an argument may be given twice: then neither is noalias.
static void findRepeated(RTTaskOp task, BodyArgs &args) {
  llvm::ArrayRef<int64_t> pairs = task.getArgs();
  llvm::SmallDenseMap<std::pair<int64_t, int64_t>, BodyArg *> seen;
  for (BodyArg &arg : args) {
    if (!arg.shape || 2 * arg.firstWord + 1 >= pairs.size())
      continue;
    auto [first, isNew] = seen.try_emplace({pairs[2 * arg.firstWord], pairs[2 * arg.firstWord + 1]}, &arg);
    if (!isNew)
      arg.mayAlias = first->second->mayAlias = true;
  }
}

//===-- the two functions -------------------------------------------------------------------------------------------===//

/// Function type and argument attributes of the inner function, and its entry block.
static LLVM::LLVMFuncOp buildInner(Lowering &lowering, func::FuncOp body, const BodyArgs &args) {
  OpBuilder builder(body.getContext());
  auto pointer = LLVM::LLVMPointerType::get(body.getContext());
  llvm::SmallVector<Type> parameters;
  for (const BodyArg &arg : args) {
    parameters.push_back(arg.shape ? Type(pointer) : lowering.types.convertType(arg.type));
    parameters.append(arg.words - 1, builder.getI64Type());
  }
  auto type = LLVM::LLVMFunctionType::get(builder.getI32Type(), parameters);
  auto inner = LLVM::LLVMFuncOp::create(builder, body.getLoc(), (body.getSymName() + ".body").str(), type,
                                        LLVM::Linkage::Internal);
  inner.setNoInline(true);
  inner.setNoUnwind(true);
  inner.getBody().takeBody(body.getBody());
  Block &block = inner.getBody().front();
  builder.setInsertionPointToStart(&block);
  unsigned old = args.size();
  llvm::SmallVector<Value> fresh;
  for (Type parameter : parameters)
    fresh.push_back(block.addArgument(parameter, body.getLoc()));
  for (auto [index, arg] : llvm::enumerate(args)) {
    Value value = fresh[arg.firstWord];
    if (arg.shape) {
      ValueRange rest = ValueRange(fresh).slice(arg.firstWord + 1, arg.words - 1);
      value = buildMemRef(builder, body.getLoc(), lowering, *arg.shape, value, rest.take_front(arg.shape->dynamicSizes()),
                          rest.drop_front(arg.shape->dynamicSizes()));
      if (!arg.mayAlias)
        inner.setArgAttr(arg.firstWord, LLVM::LLVMDialect::getNoAliasAttrName(), builder.getUnitAttr());
    } else {
      value = castTo(builder, body.getLoc(), arg.type, value);
    }
    block.getArgument(index).replaceAllUsesWith(value);
  }
  block.eraseArguments(0, old);
  for (auto ret : llvm::make_early_inc_range(inner.getOps<func::ReturnOp>())) {
    builder.setInsertionPoint(ret);
    LLVM::ReturnOp::create(builder, ret.getLoc(), ret.getOperands());
    ret.erase();
  }
  return inner;
}

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
    FailureOr<BodyArgs> args = describeArgs(body);
    if (failed(args))
      return failure();
    StringAttr name = body.getSymNameAttr();
    for (RTTaskOp task : users[name])
      findRepeated(task, *args);
    lowering.bodyWords[name] = args->empty() ? 0 : args->back().firstWord + args->back().words;
    uint64_t firstMessage = addMessages(lowering, body);
    LLVM::LLVMFuncOp inner = buildInner(lowering, body, *args);
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
