// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Ops of other dialects that take part: bufferization of collectives (ours, in destination style) and of parameters
// (ml_program.global_load_const, which upstream leaves alone).
#include "SyncFlow/Dialect/SyncFlow/IR/SyncFlow.h"

#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/IR/DialectRegistry.h"

using namespace mlir;
using namespace mlir::bufferization;
using namespace syncflow;

namespace {

/// Collectives on tensors: the input is read, the result lives in the output's buffer.
template <typename OpT> struct CollectiveModel : BufferizableOpInterface::ExternalModel<CollectiveModel<OpT>, OpT> {
  static CollectiveOpInterface of(Operation *op) { return cast<CollectiveOpInterface>(op); }
  static bool receives(Operation *op, OpOperand &o) {
    OpOperand *receive = of(op).getReceiveOperand();
    return receive && receive->getOperandNumber() == o.getOperandNumber();
  }
  bool bufferizesToMemoryRead(Operation *op, OpOperand &o, const AnalysisState &) const {
    return !receives(op, o) || of(op).getRootPosition() >= 0;
  }
  bool bufferizesToMemoryWrite(Operation *op, OpOperand &o, const AnalysisState &) const { return receives(op, o); }
  AliasingValueList getAliasingValues(Operation *op, OpOperand &o, const AnalysisState &) const {
    if (!receives(op, o))
      return {};
    return {{op->getResult(0), BufferRelation::Equivalent}};
  }
  LogicalResult bufferize(Operation *op, RewriterBase &rewriter, const BufferizationOptions &options,
                          BufferizationState &state) const {
    rewriter.setInsertionPoint(op);
    IRMapping mapping;
    SmallVector<Value> replacements;
    for (OpOperand &o : op->getOpOperands()) {
      if (!isa<TensorType>(o.get().getType()))
        continue;
      FailureOr<Value> buffer = getBuffer(rewriter, o.get(), options, state);
      if (failed(buffer))
        return failure();
      mapping.map(o.get(), *buffer);
      if (receives(op, o))
        replacements.push_back(*buffer);
    }
    OperationState now(op->getLoc(), op->getName());
    for (Value v : op->getOperands())
      now.addOperands(mapping.lookupOrDefault(v));
    now.addAttributes(op->getAttrs());
    now.addTypes(TokenType::get(op->getContext()));
    Operation *result = rewriter.create(now);
    replacements.push_back(result->getResult(0));
    replaceOpWithBufferizedValues(rewriter, op, replacements);
    return success();
  }
};

/// A parameter is read-only memory that the program does not own.
struct LoadConstModel : BufferizableOpInterface::ExternalModel<LoadConstModel, ml_program::GlobalLoadConstOp> {
  bool isWritable(Operation *, Value, const AnalysisState &) const { return false; }
  AliasingOpOperandList getAliasingOpOperands(Operation *, Value, const AnalysisState &) const { return {}; }
  bool resultBufferizesToMemoryWrite(Operation *, OpResult, const AnalysisState &) const { return true; }
  LogicalResult bufferize(Operation *op, RewriterBase &rewriter, const BufferizationOptions &, BufferizationState &) const {
    auto load = cast<ml_program::GlobalLoadConstOp>(op);
    auto type = dyn_cast<RankedTensorType>(load.getType());
    if (!type || !load.getGlobal().getNestedReferences().empty())
      return op->emitOpError("only ranked globals of this module can be parameters");
    replaceOpWithNewBufferizedOp<memref::GetGlobalOp>(
        rewriter, op, cast<MemRefType>(getMemRefTypeWithStaticIdentityLayout(type)), load.getGlobal().getLeafReference());
    return success();
  }
};

template <typename... OpT> void attachCollectives(MLIRContext *context) {
  (OpT::template attachInterface<CollectiveModel<OpT>>(*context), ...);
}

} // namespace

void syncflow::registerExternalModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, SyncFlowDialect *) {
    attachCollectives<AllReduceOp, ReduceOp, BroadcastOp, AllGatherOp, ReduceScatterOp, ScatterOp, GatherOp, AllToAllOp, RecvOp>(context);
    SendOp::attachInterface<CollectiveModel<SendOp>>(*context);
  });
  registry.addExtension(+[](MLIRContext *context, ml_program::MLProgramDialect *) {
    ml_program::GlobalLoadConstOp::attachInterface<LoadConstModel>(*context);
  });
}
