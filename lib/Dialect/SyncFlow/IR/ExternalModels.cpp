// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Bufferization of collectives, which are in destination style.
#include "SyncFlow/Dialect/SyncFlow/IR/SyncFlow.h"

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

template <typename... OpT> void attachCollectives(MLIRContext *context) {
  (OpT::template attachInterface<CollectiveModel<OpT>>(*context), ...);
}

} // namespace

void syncflow::registerExternalModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, SyncFlowDialect *) {
    attachCollectives<AllReduceOp, ReduceOp, BroadcastOp, AllGatherOp, ReduceScatterOp, ScatterOp, GatherOp, AllToAllOp,
                      RecvOp>(context);
    SendOp::attachInterface<CollectiveModel<SendOp>>(*context);
  });
  registerAccessModels(registry);
}
