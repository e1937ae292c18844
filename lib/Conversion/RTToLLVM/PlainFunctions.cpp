// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Functions on pointers and numbers.
#include "PlainFunctions.h"

using namespace mlir;
using namespace syncflow;

FailureOr<PlainArgs> syncflow::describeArgs(func::FuncOp function) {
  PlainArgs args;
  unsigned word = 0;
  for (Type type : function.getArgumentTypes()) {
    PlainArg arg{type, std::nullopt, word};
    if (isa<BaseMemRefType>(type)) {
      FailureOr<MemRefShape> shape = MemRefShape::of(type, function);
      if (failed(shape))
        return failure();
      arg.words = shape->words();
      arg.shape = std::move(*shape);
    } else if (!type.isIntOrIndexOrFloat() || (type.isIntOrFloat() && type.getIntOrFloatBitWidth() > 64)) {
      return function.emitOpError() << "an argument of type " << type << " does not fit the words of a task";
    }
    word += arg.words;
    args.push_back(std::move(arg));
  }
  return args;
}

LLVM::LLVMFuncOp syncflow::buildPlainFunction(Lowering &lowering, func::FuncOp source, const PlainArgs &args,
                                              llvm::StringRef name, Type result) {
  OpBuilder builder(source.getContext());
  auto pointer = LLVM::LLVMPointerType::get(source.getContext());
  llvm::SmallVector<Type> parameters;
  for (const PlainArg &arg : args) {
    parameters.push_back(arg.shape ? Type(pointer) : lowering.types.convertType(arg.type));
    parameters.append(arg.words - 1, builder.getI64Type());
  }
  auto type = LLVM::LLVMFunctionType::get(result, parameters);
  auto plain = LLVM::LLVMFuncOp::create(builder, source.getLoc(), name, type, LLVM::Linkage::Internal);
  plain.setNoInline(true);
  plain.setNoUnwind(true);
  plain.getBody().takeBody(source.getBody());
  Block &block = plain.getBody().front();
  builder.setInsertionPointToStart(&block);
  unsigned old = args.size();
  llvm::SmallVector<Value> fresh;
  for (Type parameter : parameters)
    fresh.push_back(block.addArgument(parameter, source.getLoc()));
  for (auto [index, arg] : llvm::enumerate(args)) {
    Value value = fresh[arg.firstWord];
    if (arg.shape) {
      ValueRange rest = ValueRange(fresh).slice(arg.firstWord + 1, arg.words - 1);
      value = buildMemRef(builder, source.getLoc(), lowering, *arg.shape, value,
                          rest.take_front(arg.shape->dynamicSizes()), rest.drop_front(arg.shape->dynamicSizes()));
      if (!arg.mayAlias)
        plain.setArgAttr(arg.firstWord, LLVM::LLVMDialect::getNoAliasAttrName(), builder.getUnitAttr());
    } else {
      value = castTo(builder, source.getLoc(), arg.type, value);
    }
    block.getArgument(index).replaceAllUsesWith(value);
  }
  block.eraseArguments(0, old);
  for (auto ret : llvm::make_early_inc_range(plain.getOps<func::ReturnOp>())) {
    builder.setInsertionPoint(ret);
    LLVM::ReturnOp::create(builder, ret.getLoc(), ret.getOperands());
    ret.erase();
  }
  return plain;
}
