// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Behaviour sits in interfaces, so that ops of other dialects take part.
#ifndef SYNCFLOW_INTERFACES_TD
#define SYNCFLOW_INTERFACES_TD

include "mlir/IR/OpBase.td"

def SyncFlow_AsyncOpInterface : OpInterface<"AsyncOpInterface"> {
  let cppNamespace = "::syncflow";
  let description = [{
    An op whose work may still run when the op itself is done. `getWaitTokens` are the tokens its work waits for,
    `getDoneToken` the token of its completion (null: none), `getQueue` the stream that carries it (null: not yet placed).
  }];
  let methods = [
    InterfaceMethod<"tokens that the work waits for", "::mlir::OperandRange", "getWaitTokens">,
    InterfaceMethod<"replaces the tokens that the work waits for", "void", "setWaitTokens", (ins "::mlir::ValueRange":$tokens)>,
    InterfaceMethod<"token of completion, or null", "::mlir::Value", "getDoneToken">,
    InterfaceMethod<"stream that carries the work, or null", "::mlir::Value", "getQueue">,
    InterfaceMethod<"puts the work on a stream", "void", "setQueue", (ins "::mlir::Value":$stream)>
  ];
}

def SyncFlow_AccessOpInterface : OpInterface<"AccessOpInterface"> {
  let cppNamespace = "::syncflow";
  let description = [{
    An op that says exactly which memory it touches. Ops without this interface are asked for their memory effects; an
    op with unknown effects is ordered against everything.
  }];
  let methods = [
    InterfaceMethod<"appends the accesses of the op; only values of memref type carry accesses", "void", "getAccesses",
                    (ins "::llvm::SmallVectorImpl<::syncflow::Access> &":$accesses)>
  ];
}

def SyncFlow_ContractOpInterface : OpInterface<"ContractOpInterface"> {
  let cppNamespace = "::syncflow";
  let description = [{ An op that carries a contract. }];
  let methods = [
    InterfaceMethod<"the contract, or null", "::syncflow::ContractAttr", "getContractAttr">,
    InterfaceMethod<"sets the contract", "void", "setContractAttr", (ins "::syncflow::ContractAttr":$contract)>
  ];
}

def SyncFlow_CollectiveOpInterface : OpInterface<"CollectiveOpInterface"> {
  let cppNamespace = "::syncflow";
  let description = [{
    Common view of all collectives: kind, group, and the memory or tensors they read and write.
  }];
  let methods = [
    InterfaceMethod<"what it does", "::syncflow::CollectiveKind", "getKind">,
    InterfaceMethod<"its group", "::mlir::FlatSymbolRefAttr", "getGroupAttr">,
    InterfaceMethod<"operand that is sent, or null", "::mlir::OpOperand *", "getSendOperand">,
    InterfaceMethod<"operand that receives, or null", "::mlir::OpOperand *", "getReceiveOperand">,
    InterfaceMethod<"how contributions combine", "::syncflow::Reduction", "getReductionKind">,
    InterfaceMethod<"position in the group of the root or peer", "int64_t", "getRootPosition">
  ];
}

#endif // SYNCFLOW_INTERFACES_TD
