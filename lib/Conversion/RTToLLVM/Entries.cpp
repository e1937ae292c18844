// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Host code of entries: every rt op becomes a call, and a call that fails ends the entry at once.
#include "Lowering.h"
#include "RuntimeCalls.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace syncflow;

namespace {

/// Lowers the rt ops of one entry in place.
class EntryLowering {
public:
  EntryLowering(Lowering &lowering, LLVM::LLVMFuncOp function, LoweredEntry &entry)
      : lowering(lowering), function(function), entry(entry), builder(function.getContext()),
        pointer(LLVM::LLVMPointerType::get(function.getContext())), invocation(function.getArgument(0)) {}

  LogicalResult run();

private:
  LogicalResult lower(Operation *op);
  FailureOr<Value> input(RTInputOp op);
  FailureOr<Value> parameter(RTParameterOp op);
  FailureOr<Value> output(RTOutputOp op);
  FailureOr<Value> arena(RTArenaOp op);
  LogicalResult launch(RTLaunchOp op);
  void wait(RTWaitOp op);
  void check(RTAssertOp op);
  FailureOr<Value> word(Operation *op, Value value);

  Value call(RuntimeEntry callee, ValueRange arguments) {
    return callRuntime(builder, loc, lowering.symbols, callee, arguments);
  }
  Value number(Type type, int64_t value) {
    return LLVM::ConstantOp::create(builder, loc, type, builder.getIntegerAttr(type, value));
  }
  Value i32(int64_t value) { return number(builder.getI32Type(), value); }
  Value i64(int64_t value) { return number(builder.getI64Type(), value); }
  Block *failBlock();
  void leaveIf(Value failed, Block *target);
  void leaveIfNull(Value address);
  void leaveIfNonZero(Value code);

  Lowering &lowering;
  LLVM::LLVMFuncOp function;
  LoweredEntry &entry;
  OpBuilder builder;
  Type pointer;
  Value invocation;
  Location loc = UnknownLoc::get(builder.getContext());
  Block *fail = nullptr;
};

} // namespace

//===-- leaving early ---------------------------------------------------------------------------------------------===//

/// `return 1`, once.
Block *EntryLowering::failBlock() {
  if (!fail) {
    OpBuilder::InsertionGuard guard(builder);
    fail = new Block;
    function.getBody().push_back(fail);
    builder.setInsertionPointToStart(fail);
    LLVM::ReturnOp::create(builder, function.getLoc(), i32(1));
  }
  return fail;
}

/// Branches to `target` when `failed`; the builder goes on in a new block.
void EntryLowering::leaveIf(Value failed, Block *target) {
  Block *block = builder.getInsertionBlock();
  Block *rest = block->splitBlock(builder.getInsertionPoint());
  builder.setInsertionPointToEnd(block);
  LLVM::CondBrOp::create(builder, loc, failed, target, rest);
  builder.setInsertionPointToStart(rest);
}

void EntryLowering::leaveIfNull(Value address) {
  Value null = LLVM::ZeroOp::create(builder, loc, pointer);
  leaveIf(LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::eq, address, null), failBlock());
}

void EntryLowering::leaveIfNonZero(Value code) {
  leaveIf(LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::ne, code, i32(0)), failBlock());
}

//===-- memory ----------------------------------------------------------------------------------------------------===//

FailureOr<Value> EntryLowering::input(RTInputOp op) {
  FailureOr<MemRefShape> shape = MemRefShape::of(op.getType(), op);
  if (failed(shape))
    return failure();
  Value index = i32(op.getIndex());
  Value address = call(RuntimeEntry::sflow_rt_input, {invocation, index});
  llvm::SmallVector<Value> sizes;
  for (int64_t dim = 0; dim < shape->type.getRank(); ++dim)
    if (shape->type.isDynamicDim(dim))
      sizes.push_back(call(RuntimeEntry::sflow_rt_input_dim, {invocation, index, i32(dim)}));
  return buildMemRef(builder, loc, lowering, *shape, address, sizes, std::nullopt);
}

FailureOr<Value> EntryLowering::parameter(RTParameterOp op) {
  FailureOr<MemRefShape> shape = MemRefShape::of(op.getType(), op);
  if (failed(shape))
    return failure();
  if (shape->dynamicSizes())
    return op.emitOpError() << "a parameter has static sizes";
  RuntimeEntry callee = op.getDerived() ? RuntimeEntry::sflow_rt_derived : RuntimeEntry::sflow_rt_parameter;
  Value address = call(callee, {invocation, i32(op.getIndex())});
  return buildMemRef(builder, loc, lowering, *shape, address, {}, std::nullopt);
}

FailureOr<Value> EntryLowering::output(RTOutputOp op) {
  FailureOr<MemRefShape> shape = MemRefShape::of(op.getType(), op);
  if (failed(shape))
    return failure();
  int64_t rank = shape->type.getRank();
  if (op.getSizes().size() != shape->dynamicSizes())
    return op.emitOpError() << "has " << op.getSizes().size() << " sizes for " << shape->dynamicSizes()
                            << " dynamic dimensions";
  Value dims = LLVM::ZeroOp::create(builder, loc, pointer);
  llvm::SmallVector<Value> sizes;
  if (rank > 0) {
    OpBuilder atStart = OpBuilder::atBlockBegin(&function.getBody().front());
    Value count = LLVM::ConstantOp::create(atStart, loc, builder.getI64Type(), builder.getI64IntegerAttr(rank));
    dims = LLVM::AllocaOp::create(atStart, loc, pointer, builder.getI64Type(), count);
    for (int64_t dim = 0; dim < rank; ++dim) {
      Value extent = i64(shape->type.getDimSize(dim));
      if (shape->type.isDynamicDim(dim)) {
        extent = castTo(builder, loc, builder.getI64Type(), op.getSizes()[sizes.size()]);
        sizes.push_back(extent);
      }
      Value at = LLVM::GEPOp::create(builder, loc, pointer, builder.getI64Type(), dims,
                                     llvm::ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(dim)});
      LLVM::StoreOp::create(builder, loc, extent, at);
    }
  }
  Value address = call(RuntimeEntry::sflow_rt_output, {invocation, i32(op.getIndex()), i32(rank), dims});
  leaveIfNull(address);
  return buildMemRef(builder, loc, lowering, *shape, address, sizes, std::nullopt);
}

FailureOr<Value> EntryLowering::arena(RTArenaOp op) {
  FailureOr<MemRefShape> shape = MemRefShape::of(op.getType(), op);
  if (failed(shape))
    return failure();
  Value bytes = castTo(builder, loc, builder.getI64Type(), op.getBytes());
  Value address = call(RuntimeEntry::sflow_rt_arena, {invocation, bytes});
  leaveIfNull(address);
  llvm::SmallVector<Value> sizes(shape->dynamicSizes(), bytes);
  return buildMemRef(builder, loc, lowering, *shape, address, sizes, std::nullopt);
}

//===-- launches --------------------------------------------------------------------------------------------------===//

/// A word of a frame: the address of a memref's first element, or the bits of a scalar.
FailureOr<Value> EntryLowering::word(Operation *op, Value value) {
  Type type = value.getType();
  if (isa<BaseMemRefType>(type)) {
    if (failed(MemRefShape::of(type, op)))
      return failure();
    return firstElement(builder, loc, lowering, value);
  }
  if (type.isIndex())
    return castTo(builder, loc, builder.getI64Type(), value);
  if (!type.isIntOrFloat() || type.getIntOrFloatBitWidth() > 64)
    return op->emitOpError() << "a value of type " << type << " does not fit a word";
  if (isa<FloatType>(type))
    value = LLVM::BitcastOp::create(builder, loc, builder.getIntegerType(type.getIntOrFloatBitWidth()), value);
  return value.getType().isInteger(64) ? value : LLVM::ZExtOp::create(builder, loc, builder.getI64Type(), value);
}

LogicalResult EntryLowering::launch(RTLaunchOp op) {
  auto plan = lowering.symbols.lookup<RTPlanOp>(op.getPlan());
  if (!plan)
    return op.emitOpError() << "there is no plan @" << op.getPlan();
  if (op.getWords().size() != plan.getFrameWords())
    return op.emitOpError() << "has " << op.getWords().size() << " words, the frame of @" << op.getPlan() << " has "
                            << plan.getFrameWords();
  entry.plans.insert(plan.getSymNameAttr());
  llvm::SmallVector<Value> words;
  for (Value value : op.getWords()) {
    FailureOr<Value> lowered = word(op, value);
    if (failed(lowered))
      return failure();
    words.push_back(*lowered);
  }
  Value address = LLVM::AddressOfOp::create(builder, loc, pointer, op.getPlan());
  Value frame = call(RuntimeEntry::sflow_rt_frame, {invocation, address});
  leaveIfNull(frame);
  for (auto [index, value] : llvm::enumerate(words)) {
    Value at = LLVM::GEPOp::create(builder, loc, pointer, builder.getI64Type(), frame,
                                   llvm::ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(index)});
    LLVM::StoreOp::create(builder, loc, value, at);
  }
  leaveIfNonZero(call(RuntimeEntry::sflow_rt_launch, {invocation, address, frame}));
  return success();
}

void EntryLowering::wait(RTWaitOp op) {
  // -1 is SFLOW_WAIT_FOREVER.
  leaveIfNonZero(
      call(RuntimeEntry::sflow_rt_wait, {invocation, i64(static_cast<int64_t>(op.getTimeoutNs().value_or(-1)))}));
}

void EntryLowering::check(RTAssertOp op) {
  std::string place = spell(op.getLoc());
  const char *symbol =
      lowering.tables.string(place.empty() ? op.getMessage().str() : place + ": " + op.getMessage().str());
  auto name = cast<StringAttr>(Attribute::getFromOpaquePointer(symbol));
  Block *report = new Block;
  function.getBody().push_back(report);
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(report);
    Value message = LLVM::AddressOfOp::create(builder, loc, pointer, name.getValue());
    call(RuntimeEntry::sflow_rt_fail, {invocation, message});
    LLVM::BrOp::create(builder, loc, failBlock());
  }
  Value yes = number(builder.getI1Type(), 1);
  leaveIf(LLVM::XOrOp::create(builder, loc, op.getCondition(), yes), report);
}

//===-- the entry -------------------------------------------------------------------------------------------------===//

LogicalResult EntryLowering::lower(Operation *op) {
  loc = op->getLoc();
  builder.setInsertionPoint(op);
  FailureOr<Value> value =
      llvm::TypeSwitch<Operation *, FailureOr<Value>>(op)
          .Case([&](RTInputOp typed) { return input(typed); })
          .Case([&](RTParameterOp typed) { return parameter(typed); })
          .Case([&](RTOutputOp typed) { return output(typed); })
          .Case([&](RTArenaOp typed) { return arena(typed); })
          .Case([&](RTLaunchOp typed) {
            return LogicalResult(launch(typed)).succeeded() ? FailureOr<Value>(Value()) : FailureOr<Value>(failure());
          })
          .Case([&](RTWaitOp typed) { return wait(typed), Value(); })
          .Case([&](RTAssertOp typed) { return check(typed), Value(); })
          .Case([&](RankOp typed) {
            return castTo(builder, loc, builder.getIndexType(), call(RuntimeEntry::sflow_rt_rank, {invocation}));
          })
          .Case([&](func::ReturnOp) {
            LLVM::ReturnOp::create(builder, loc, i32(0));
            return Value();
          })
          .Default([](Operation *other) -> FailureOr<Value> {
            return other->emitOpError() << "is not of the runtime phase: run convert-syncflow-to-rt first";
          });
  if (failed(value))
    return failure();
  if (op->getNumResults())
    op->getResult(0).replaceAllUsesWith(*value);
  op->erase();
  return success();
}

LogicalResult EntryLowering::run() {
  llvm::SmallVector<Operation *> ops;
  WalkResult structured = function.getBody().walk([&](Operation *op) {
    if (isa_and_nonnull<SyncFlowDialect>(op->getDialect()) || isa<func::ReturnOp>(op)) {
      if (op->getParentOp() != function) {
        op->emitOpError() << "stands in a region: run convert-scf-to-cf first";
        return WalkResult::interrupt();
      }
      ops.push_back(op);
    }
    return WalkResult::advance();
  });
  if (structured.wasInterrupted())
    return failure();
  for (Operation *op : ops)
    if (failed(lower(op)))
      return failure();
  return success();
}

/// `int32_t sflow_<module>_<entry>(sflow_invocation *)` with the blocks of `source`.
static LLVM::LLVMFuncOp buildFunction(Lowering &lowering, func::FuncOp source, LoweredEntry &entry) {
  OpBuilder builder(source.getContext());
  auto pointer = LLVM::LLVMPointerType::get(source.getContext());
  auto type = LLVM::LLVMFunctionType::get(builder.getI32Type(), {pointer});
  auto function = LLVM::LLVMFuncOp::create(builder, source.getLoc(), entry.symbol, type,
                                           entry.isLoad ? LLVM::Linkage::Internal : LLVM::Linkage::External);
  function.setNoUnwind(true);
  function.getBody().takeBody(source.getBody());
  function.getBody().front().addArgument(pointer, source.getLoc());
  return function;
}

/// The C identifier of an entry.
static std::string identifier(llvm::StringRef name) {
  std::string result;
  for (char c : name)
    result.push_back(llvm::isAlnum(c) ? c : '_');
  return result;
}

LogicalResult syncflow::lowerEntries(Lowering &lowering) {
  llvm::SmallVector<func::FuncOp> functions;
  for (auto function : lowering.module.getOps<func::FuncOp>())
    if (function->hasAttr("syncflow.entry") || function->hasAttr("syncflow.load"))
      functions.push_back(function);
  llvm::StringSet<> taken;
  for (func::FuncOp source : functions) {
    if (source.isDeclaration() || source.getNumArguments() || source.getNumResults())
      return source.emitOpError() << "an entry of the runtime phase is defined, takes nothing and returns nothing";
    LoweredEntry entry;
    entry.name = source.getSymName().str();
    entry.isLoad = source->hasAttr("syncflow.load");
    entry.symbol = "sflow_" + lowering.moduleName + "_" + identifier(entry.name);
    if (!taken.insert(entry.symbol).second || entry.name == "metadata")
      return source.emitOpError() << "two things would be exported as '" << entry.symbol << "': rename the entry";
    entry.inputs = source->getAttrOfType<ArrayAttr>("syncflow.inputs");
    entry.results = source->getAttrOfType<ArrayAttr>("syncflow.results");
    entry.inputNames = source->getAttrOfType<ArrayAttr>("syncflow.input_names");
    entry.resultNames = source->getAttrOfType<ArrayAttr>("syncflow.result_names");
    LLVM::LLVMFuncOp function = buildFunction(lowering, source, entry);
    Block::iterator where = std::next(source->getIterator());
    lowering.symbols.erase(source);
    lowering.symbols.insert(function, where);
    if (function.getSymName() != entry.symbol)
      return function.emitOpError() << "the module defines '" << entry.symbol << "' already: rename it or the entry";
    if (failed(EntryLowering(lowering, function, entry).run()))
      return failure();
    lowering.entries.push_back(std::move(entry));
  }
  return success();
}
