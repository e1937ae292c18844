// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Outlined loops of task bodies (syncflow-outline-loops), and the calls of them.
#include "PlainFunctions.h"

using namespace mlir;
using namespace syncflow;

/// The call with one operand per word.
static void lowerCall(Lowering &lowering, func::CallOp call, const PlainArgs &args, LLVM::LLVMFuncOp callee) {
  OpBuilder builder(call);
  Location loc = call.getLoc();
  llvm::SmallVector<Value> words;
  for (auto [arg, operand] : llvm::zip_equal(args, call.getOperands()))
    if (arg.shape)
      explodeMemRef(builder, loc, lowering, *arg.shape, operand, words);
    else
      words.push_back(castTo(builder, loc, lowering.types.convertType(arg.type), operand));
  LLVM::CallOp::create(builder, loc, callee, words);
  call.erase();
}

LogicalResult syncflow::lowerLoops(Lowering &lowering) {
  llvm::DenseMap<StringAttr, llvm::SmallVector<func::CallOp>> calls;
  lowering.module.walk([&](func::CallOp call) { calls[call.getCalleeAttr().getAttr()].push_back(call); });
  llvm::SmallVector<func::FuncOp> loops;
  for (auto function : lowering.module.getOps<func::FuncOp>())
    if (function->hasAttr("syncflow.loop"))
      loops.push_back(function);
  for (func::FuncOp loop : loops) {
    if (loop.isDeclaration() || loop.getNumResults())
      return loop.emitOpError() << "an outlined loop is defined and returns nothing";
    FailureOr<PlainArgs> args = describeArgs(loop);
    if (failed(args))
      return failure();
    for (auto [index, arg] : llvm::enumerate(*args))
      arg.mayAlias = !loop.getArgAttr(index, LLVM::LLVMDialect::getNoAliasAttrName());
    StringAttr name = loop.getSymNameAttr();
    auto result = LLVM::LLVMVoidType::get(loop.getContext());
    LLVM::LLVMFuncOp plain = buildPlainFunction(lowering, loop, *args, name.getValue(), result);
    Block::iterator where = std::next(loop->getIterator());
    lowering.symbols.erase(loop);
    lowering.symbols.insert(plain, where);
    for (func::CallOp call : calls[name])
      lowerCall(lowering, call, *args, plain);
  }
  return success();
}
