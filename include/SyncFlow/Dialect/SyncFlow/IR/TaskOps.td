// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Tasks: units of asynchronous work that declare what they touch.
#ifndef SYNCFLOW_TASK_OPS_TD
#define SYNCFLOW_TASK_OPS_TD

include "SyncFlow/Dialect/SyncFlow/IR/SyncFlowBase.td"
include "SyncFlow/Dialect/SyncFlow/IR/SyncFlowInterfaces.td"
include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def SyncFlow_TaskOp : SyncFlow_Op<"task", [
    AttrSizedOperandSegments, IsolatedFromAbove, SingleBlock,
    DeclareOpInterfaceMethods<SyncFlow_AsyncOpInterface>, DeclareOpInterfaceMethods<SyncFlow_AccessOpInterface>,
    DeclareOpInterfaceMethods<SyncFlow_ContractOpInterface>, DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<BufferizableOpInterface, ["bufferizesToMemoryRead", "bufferizesToMemoryWrite",
      "resultBufferizesToMemoryWrite", "getAliasingValues", "getAliasingOpOperands", "isWritable", "getBufferType",
      "bufferize"]>]> {
  let summary = "a unit of asynchronous work";
  let description = [{
    Runs its body some time after the tokens in `after` are complete, and on its stream's turn when it has one. The op
    itself is done at once; the token result says when the work is. `ins` are read, `outs` are written (and may be read);
    nothing else may be touched. With tensors it is in destination style: result i takes the place of `outs` i, and
    the body yields it. With memrefs it has no data results and yields nothing. Scalars may stand among `ins`.

    C1: one block argument per `ins` and `outs`, of the same type, in this order.
    C2: one data result per `outs` of tensor type, of that type; none otherwise. `outs` are all tensors or all memrefs.
    C3: the body yields one value per data result, of its type.
    C4: the body writes only to memory that stems from `outs` or from its own allocations.
    C5: the body holds no asynchronous op and no op with unknown memory effects.
    C6: no memref stands among `ins` and `outs` both.

    ```mlir
    %t1 = syncflow.task "scale" after(%t0) on(%s) ins(%x = %a : memref<8xf32>) outs(%y = %b : memref<8xf32>) {
      linalg.exp ins(%x : memref<8xf32>) outs(%y : memref<8xf32>)
      syncflow.yield
    }
    ```
  }];
  let arguments = (ins StrAttr:$name, Variadic<SyncFlow_Token>:$after, Optional<SyncFlow_Stream>:$stream,
    Variadic<AnyType>:$ins, Variadic<AnyShaped>:$outs, OptionalAttr<SyncFlow_ContractAttr>:$contract);
  let results = (outs Variadic<AnyRankedTensor>:$results, SyncFlow_Token:$token);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let hasCanonicalizer = 1;
  let skipDefaultBuilders = 1;
  let builders = [
    /// Empty body with its block arguments; result types follow from `outs`.
    OpBuilder<(ins "::llvm::StringRef":$name, "::mlir::ValueRange":$after, "::mlir::Value":$stream,
                   "::mlir::ValueRange":$ins, "::mlir::ValueRange":$outs, CArg<"::syncflow::ContractAttr", "{}">:$contract)>
  ];
  let extraClassDeclaration = [{
    ::mlir::Block *getBlock() { return &getBody().front(); }
    /// Block argument of an operand among `ins` and `outs`.
    ::mlir::BlockArgument getTiedArgument(::mlir::OpOperand &operand);
    /// Operand of a block argument.
    ::mlir::OpOperand &getTiedOperand(::mlir::BlockArgument argument);
    bool isOut(::mlir::OpOperand &operand);
    bool isIn(::mlir::OpOperand &operand);
    ::mlir::ArrayRef<::mlir::BlockArgument> getInArguments() { return getBlock()->getArguments().take_front(getIns().size()); }
    ::mlir::ArrayRef<::mlir::BlockArgument> getOutArguments() { return getBlock()->getArguments().drop_front(getIns().size()); }
    YieldOp getYield();
    bool hasBufferSemantics() { return getResults().empty(); }
  }];
}

def SyncFlow_YieldOp : SyncFlow_Op<"yield", [Pure, Terminator, ReturnLike, HasParent<"TaskOp">,
    DeclareOpInterfaceMethods<BufferizableOpInterface, ["bufferizesToMemoryRead", "bufferizesToMemoryWrite",
      "getAliasingValues", "mustBufferizeInPlace", "isNotConflicting", "bufferize"]>]> {
  let summary = "end of a task's body";
  let description = [{ Example: `syncflow.yield %r : tensor<4xf32>` }];
  let arguments = (ins Variadic<AnyType>:$values);
  let assemblyFormat = "attr-dict ($values^ `:` type($values))?";
  let builders = [OpBuilder<(ins), [{ }]>];
}

def SyncFlow_AssertOp : SyncFlow_Op<"assert", [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<BufferizableOpInterface, ["bufferizesToMemoryRead", "bufferizesToMemoryWrite",
      "getAliasingValues", "bufferize"]>]> {
  let summary = "a check of the model inside a task";
  let description = [{
    When `condition`, or any element of it, is false the task ends there and fails with `message`; its token is poisoned and
    so are those of its data dependents.

    C1: the condition is i1, or a ranked tensor or memref of i1.

    Example: `syncflow.assert %ok, "index out of range" : tensor<4xi1>`
  }];
  let arguments = (ins AnyType:$condition, StrAttr:$message);
  let assemblyFormat = "$condition `,` $message attr-dict `:` type($condition)";
  let hasVerifier = 1;
}

#endif // SYNCFLOW_TASK_OPS_TD
