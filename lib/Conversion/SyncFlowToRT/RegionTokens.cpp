// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Tokens that loops and branches carry. What such a token stands for and what waits for it are in different plans, and
// the plans of one invocation run in the order of their launches; a wait of the host waits for all of them. So the
// values go.
#include "RegionTokens.h"

#include "SyncFlow/Dialect/SyncFlow/IR/SyncFlow.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace syncflow;

static bool isToken(Value v) { return isa<TokenType>(v.getType()); }

/// Every token has to come from work of this function, or from control flow that hands such tokens on.
static LogicalResult checkOrigin(Value token) {
  Operation *op = token.getDefiningOp();
  if (!op)
    op = cast<BlockArgument>(token).getOwner()->getParentOp();
  if (isa<AsyncOpInterface, JoinOp, scf::IfOp, scf::ForOp, scf::WhileOp, scf::ExecuteRegionOp>(op))
    return success();
  return emitError(token.getLoc())
         << "a token that '" << op->getName()
         << "' gives stands for work that no plan of this function launches: pass tokens through scf.for, "
            "scf.while, scf.if or scf.execute_region only";
}

/// The values that are no tokens.
static SmallVector<Value> others(ValueRange values) {
  return llvm::filter_to_vector(values, [](Value v) { return !isToken(v); });
}

static void dropYielded(Operation *terminator) {
  for (unsigned i = terminator->getNumOperands(); i-- > 0;)
    if (isToken(terminator->getOperand(i)))
      terminator->eraseOperand(i);
}

static void dropArguments(Block &block) {
  block.eraseArguments([](BlockArgument argument) { return isToken(argument); });
}

/// The same op without tokens; its regions move over. Nothing uses its tokens any more.
static void rebuild(Operation *op) {
  OpBuilder builder(op);
  SmallVector<Type> types;
  for (Value result : op->getResults())
    if (!isToken(result))
      types.push_back(result.getType());
  OperationState state(op->getLoc(), op->getName(), others(op->getOperands()), types, op->getAttrs());
  for (Region &region : op->getRegions()) {
    for (Block &block : region)
      dropArguments(block);
    state.addRegion()->takeBody(region);
  }
  Operation *now = builder.create(state);
  unsigned next = 0;
  for (Value result : op->getResults())
    if (!isToken(result))
      result.replaceAllUsesWith(now->getResult(next++));
  op->erase();
}

/// Whoever waits for `token` does so no longer by name.
static void dropWaits(Value token) {
  auto without = [&](ValueRange tokens) { return llvm::filter_to_vector(tokens, [&](Value t) { return t != token; }); };
  for (Operation *user : llvm::to_vector(token.getUsers())) {
    if (auto async = dyn_cast<AsyncOpInterface>(user))
      async.setWaitTokens(without(async.getWaitTokens()));
    else if (auto wait = dyn_cast<WaitOp>(user))
      wait.getTokensMutable().assign(without(wait.getTokens()));
    else if (auto join = dyn_cast<JoinOp>(user))
      join.getTokensMutable().assign(without(join.getTokens()));
  }
}

LogicalResult syncflow::dropRegionTokens(func::FuncOp function) {
  SmallVector<Operation *> carriers;
  SmallVector<Value> carried;
  WalkResult result = function.walk([&](Operation *op) {
    for (Value operand : op->getOperands())
      if (isToken(operand) && failed(checkOrigin(operand)))
        return WalkResult::interrupt();
    if (!isa<scf::IfOp, scf::ForOp, scf::WhileOp, scf::ExecuteRegionOp>(op))
      return WalkResult::advance();
    size_t before = carried.size();
    llvm::copy_if(op->getResults(), std::back_inserter(carried), isToken);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::copy_if(block.getArguments(), std::back_inserter(carried), isToken);
    if (carried.size() != before)
      carriers.push_back(op);
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  llvm::for_each(carried, dropWaits);
  for (Operation *op : carriers) {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        dropYielded(block.getTerminator());
    // What a loop starts with can be what another one gives: a token without work stands in until both are rebuilt.
    OpBuilder builder(op);
    for (OpOperand &operand : op->getOpOperands())
      if (isToken(operand.get()))
        operand.set(JoinOp::create(builder, op->getLoc(), TokenType::get(op->getContext()), ValueRange()));
  }
  llvm::for_each(carriers, rebuild);
  return success();
}
