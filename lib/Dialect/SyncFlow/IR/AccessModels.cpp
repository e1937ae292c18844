// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Ops of other dialects that say which memory they touch, and that can carry a contract: memref.copy, linalg on
// buffers, and func.call through a summary of its callee.
#include "SyncFlow/Dialect/SyncFlow/IR/SyncFlow.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace syncflow;

static constexpr llvm::StringLiteral contractAttrName = "syncflow.contract";

static bool isMemory(Value v) { return v && isa<BaseMemRefType>(v.getType()); }

/// What the op itself does; an access of null is one of all memory.
static void appendAccesses(Operation *op, SmallVectorImpl<Access> &accesses) {
  if (auto accessor = dyn_cast<AccessOpInterface>(op))
    return accessor.getAccesses(accesses);
  auto effectful = dyn_cast<MemoryEffectOpInterface>(op);
  if (!effectful) {
    // What recursive effects stand for is nested in the op, and asked there.
    if (!isMemoryEffectFree(op) && !op->hasTrait<OpTrait::HasRecursiveMemoryEffects>())
      accesses.push_back({Value(), true, true});
    return;
  }
  SmallVector<MemoryEffects::EffectInstance> effects;
  effectful.getEffects(effects);
  for (const MemoryEffects::EffectInstance &e : effects) {
    if (isa<MemoryEffects::Allocate>(e.getEffect()) ||
        (!e.getValue() && e.getResource() != SideEffects::DefaultResource::get()))
      continue;
    bool reads = isa<MemoryEffects::Read>(e.getEffect());
    if (!e.getValue() || isMemory(e.getValue()))
      accesses.push_back({e.getValue(), reads, !reads});
  }
}

namespace {

template <typename OpT> struct ContractModel : ContractOpInterface::ExternalModel<ContractModel<OpT>, OpT> {
  ContractAttr getContractAttr(Operation *op) const { return op->getAttrOfType<ContractAttr>(contractAttrName); }
  void setContractAttr(Operation *op, ContractAttr contract) const {
    if (contract)
      op->setAttr(contractAttrName, contract);
    else
      op->removeAttr(contractAttrName);
  }
};

struct CopyModel : AccessOpInterface::ExternalModel<CopyModel, memref::CopyOp> {
  void getAccesses(Operation *op, SmallVectorImpl<Access> &accesses) const {
    auto copy = cast<memref::CopyOp>(op);
    accesses.push_back({copy.getSource(), true, false});
    accesses.push_back({copy.getTarget(), false, true});
  }
};

/// Operands by their roles, and what the body loads or stores besides.
template <typename OpT> struct LinalgModel : AccessOpInterface::ExternalModel<LinalgModel<OpT>, OpT> {
  void getAccesses(Operation *op, SmallVectorImpl<Access> &accesses) const {
    auto structured = cast<linalg::LinalgOp>(op);
    for (OpOperand &operand : op->getOpOperands())
      if (isMemory(operand.get()))
        accesses.push_back({operand.get(),
                            !structured.isDpsInit(&operand) || structured.payloadUsesValueFromOperand(&operand),
                            structured.isDpsInit(&operand)});
    op->getRegion(0).walk([&](Operation *inner) { appendAccesses(inner, accesses); });
  }
};

/// The callee's accesses to memory behind its arguments, as accesses to the operands. Memory that it makes itself is
/// nobody else's; all the rest, and a callee that cannot be seen or calls itself, may be anything.
struct CallModel : AccessOpInterface::ExternalModel<CallModel, func::CallOp> {
  void getAccesses(Operation *op, SmallVectorImpl<Access> &accesses) const {
    SmallVector<Operation *> callers;
    for (Access a : summarize(cast<func::CallOp>(op), callers))
      accesses.push_back(a);
  }

private:
  static SmallVector<Access> summarize(func::CallOp call, SmallVector<Operation *> &callers) {
    auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(call, call.getCalleeAttr());
    if (!callee || callee.isExternal() || llvm::is_contained(callers, callee.getOperation()))
      return {{Value(), true, true}};
    callers.push_back(callee);
    llvm::MapVector<Value, Access> summary;
    callee.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
      SmallVector<Access> own;
      if (auto inner = dyn_cast<func::CallOp>(op))
        own = summarize(inner, callers);
      else
        appendAccesses(op, own);
      for (const Access &a : own) {
        std::optional<Value> where = inCaller(a.memref, callee, call);
        if (!where)
          continue;
        Access &sum = summary.try_emplace(*where, Access{*where}).first->second;
        sum.reads |= a.reads;
        sum.writes |= a.writes;
      }
      // A task's accesses are those that it declares.
      return isa<TaskOp>(op) ? WalkResult::skip() : WalkResult::advance();
    });
    callers.pop_back();
    return llvm::map_to_vector(summary, [](auto &entry) { return entry.second; });
  }

  /// The caller's value for the memory; null: unknown; nothing: memory of the callee's own.
  static std::optional<Value> inCaller(Value memref, func::FuncOp callee, func::CallOp call) {
    while (memref && memref.getDefiningOp<ViewLikeOpInterface>())
      memref = memref.getDefiningOp<ViewLikeOpInterface>().getViewSource();
    if (!memref)
      return Value();
    if (isa_and_nonnull<memref::AllocOp, memref::AllocaOp, BufferOp>(memref.getDefiningOp()))
      return std::nullopt;
    auto argument = dyn_cast<BlockArgument>(memref);
    return argument && argument.getOwner() == &callee.getBody().front() ? call.getOperand(argument.getArgNumber())
                                                                        : Value();
  }
};

template <typename... OpT> void attachLinalg(MLIRContext *context) {
  (OpT::template attachInterface<LinalgModel<OpT>, ContractModel<OpT>>(*context), ...);
}

} // namespace

void syncflow::registerAccessModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, memref::MemRefDialect *) {
    memref::CopyOp::attachInterface<CopyModel, ContractModel<memref::CopyOp>>(*context);
  });
  registry.addExtension(+[](MLIRContext *context, func::FuncDialect *) {
    func::CallOp::attachInterface<CallModel, ContractModel<func::CallOp>>(*context);
  });
  registry.addExtension(+[](MLIRContext *context, linalg::LinalgDialect *) {
    attachLinalg<
#define GET_OP_LIST
#include "mlir/Dialect/Linalg/IR/LinalgStructuredOps.cpp.inc"
        >(context);
  });
}
