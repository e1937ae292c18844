// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Collectives: asynchronous, in destination style, over the members of a group.
#ifndef SYNCFLOW_COLLECTIVE_OPS_TD
#define SYNCFLOW_COLLECTIVE_OPS_TD

include "SyncFlow/Dialect/SyncFlow/IR/SyncFlowBase.td"
include "SyncFlow/Dialect/SyncFlow/IR/SyncFlowInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class SyncFlow_CollectiveOp<string mnemonic, list<Trait> traits = []> : SyncFlow_Op<mnemonic, !listconcat(traits, [
    AttrSizedOperandSegments, DeclareOpInterfaceMethods<SyncFlow_AsyncOpInterface>,
    DeclareOpInterfaceMethods<SyncFlow_AccessOpInterface>, DeclareOpInterfaceMethods<SyncFlow_ContractOpInterface>,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>, DeclareOpInterfaceMethods<SyncFlow_CollectiveOpInterface>])> {
  let hasVerifier = 1;
}

defvar collectiveDescription = [{
  Every member of the group issues it, in the same order as the group's other collectives. It is done on a member when
  the token is. With tensors the result takes the place of `outs`; with memrefs there is none.

  C1: input and output are both tensors (then one result of the output's type) or both memrefs (then none), ranked.
  C2: equal element types. C3: the group exists. C4: the shapes fit the kind (below). C5: the root is inside the group.
}];
/// A collective with one input and one output.
class SyncFlow_ExchangeOp<string mnemonic, string kind, dag extraArguments, string extraFormat>
    : SyncFlow_CollectiveOp<mnemonic> {
  let arguments = !con((ins Variadic<SyncFlow_Token>:$after, Optional<SyncFlow_Stream>:$stream, FlatSymbolRefAttr:$group,
    AnyShaped:$input, AnyShaped:$output, OptionalAttr<SyncFlow_ContractAttr>:$contract), extraArguments);
  let results = (outs Variadic<AnyRankedTensor>:$result, SyncFlow_Token:$token);
  let assemblyFormat = extraFormat # [{
    $group (`after` `(` $after^ `)`)? (`on` `(` $stream^ `)`)? `ins` `(` $input `:` type($input) `)`
    `outs` `(` $output `:` type($output) `)` (`->` type($result)^)? (`contract` $contract^)? attr-dict
  }];
  let extraClassDeclaration = "static ::syncflow::CollectiveKind staticKind() { return ::syncflow::CollectiveKind::" # kind # "; }";
}

def SyncFlow_AllReduceOp : SyncFlow_ExchangeOp<"all_reduce", "all_reduce",
    (ins DefaultValuedAttr<SyncFlow_ReductionAttr, "::syncflow::Reduction::sum">:$reduction), "$reduction"> {
  let summary = "every member gets the reduction of all inputs";
  let description = collectiveDescription # [{ C4: output and input have the same shape.
    Example: `%r, %t = syncflow.all_reduce sum @dp ins(%a : tensor<4xf32>) outs(%b : tensor<4xf32>) -> tensor<4xf32>` }];
}
def SyncFlow_ReduceOp : SyncFlow_ExchangeOp<"reduce", "reduce",
    (ins DefaultValuedAttr<SyncFlow_ReductionAttr, "::syncflow::Reduction::sum">:$reduction, I64Attr:$root), "$reduction `root` $root"> {
  let summary = "the root gets the reduction of all inputs";
  let description = collectiveDescription # [{ C4: output and input have the same shape; outputs other than the root's are left as they were.
    Example: `%t = syncflow.reduce sum root 0 @dp ins(%a : memref<4xf32>) outs(%b : memref<4xf32>)` }];
}
def SyncFlow_BroadcastOp : SyncFlow_ExchangeOp<"broadcast", "broadcast", (ins I64Attr:$root), "`root` $root"> {
  let summary = "every member gets the root's input";
  let description = collectiveDescription # [{ C4: output and input have the same shape.
    Example: `%t = syncflow.broadcast root 0 @dp ins(%a : memref<4xf32>) outs(%b : memref<4xf32>)` }];
}
def SyncFlow_AllGatherOp : SyncFlow_ExchangeOp<"all_gather", "all_gather", (ins), ""> {
  let summary = "every member gets all inputs, one after the other along the first dimension";
  let description = collectiveDescription # [{ C4: the output's first dimension is the input's times the group's size; the others are equal.
    Example: `%t = syncflow.all_gather @dp ins(%a : memref<4xf32>) outs(%b : memref<8xf32>)` }];
}
def SyncFlow_ReduceScatterOp : SyncFlow_ExchangeOp<"reduce_scatter", "reduce_scatter",
    (ins DefaultValuedAttr<SyncFlow_ReductionAttr, "::syncflow::Reduction::sum">:$reduction), "$reduction"> {
  let summary = "every member gets its chunk of the reduction";
  let description = collectiveDescription # [{ C4: the input's first dimension is the output's times the group's size; the others are equal.
    Example: `%t = syncflow.reduce_scatter sum @dp ins(%a : memref<8xf32>) outs(%b : memref<4xf32>)` }];
}
def SyncFlow_ScatterOp : SyncFlow_ExchangeOp<"scatter", "scatter", (ins I64Attr:$root), "`root` $root"> {
  let summary = "every member gets its chunk of the root's input";
  let description = collectiveDescription # [{ C4: as for reduce_scatter.
    Example: `%t = syncflow.scatter root 0 @dp ins(%a : memref<8xf32>) outs(%b : memref<4xf32>)` }];
}
def SyncFlow_GatherOp : SyncFlow_ExchangeOp<"gather", "gather", (ins I64Attr:$root), "`root` $root"> {
  let summary = "the root gets all inputs";
  let description = collectiveDescription # [{ C4: as for all_gather; outputs other than the root's are left as they were.
    Example: `%t = syncflow.gather root 0 @dp ins(%a : memref<4xf32>) outs(%b : memref<8xf32>)` }];
}
def SyncFlow_AllToAllOp : SyncFlow_ExchangeOp<"all_to_all", "all_to_all", (ins), ""> {
  let summary = "member i gets chunk i of every input, in group order";
  let description = collectiveDescription # [{ C4: output and input have the same shape; its first dimension is a multiple of the group's size.
    Example: `%t = syncflow.all_to_all @dp ins(%a : memref<8xf32>) outs(%b : memref<8xf32>)` }];
}

def SyncFlow_SendOp : SyncFlow_CollectiveOp<"send"> {
  let summary = "sends to one member of the group";
  let description = [{
    Matches the peer's `recv` with the same group; sends to one peer arrive in the order they were issued.
    C1: the input is a ranked tensor or memref. C3: the group exists. C5: the peer is inside the group.
    Example: `%t = syncflow.send to 1 @pp ins(%a : memref<4xf32>)`
  }];
  let arguments = (ins Variadic<SyncFlow_Token>:$after, Optional<SyncFlow_Stream>:$stream, I64Attr:$peer, FlatSymbolRefAttr:$group,
    AnyShaped:$input, OptionalAttr<SyncFlow_ContractAttr>:$contract);
  let results = (outs SyncFlow_Token:$token);
  let assemblyFormat = [{
    `to` $peer $group (`after` `(` $after^ `)`)? (`on` `(` $stream^ `)`)? `ins` `(` $input `:` type($input) `)`
    (`contract` $contract^)? attr-dict
  }];
}

def SyncFlow_RecvOp : SyncFlow_CollectiveOp<"recv"> {
  let summary = "receives from one member of the group";
  let description = [{
    C1: the output is a tensor (then one result of its type) or a memref (then none). C3: the group exists.
    C5: the peer is inside the group.
    Example: `%t = syncflow.recv from 0 @pp outs(%a : memref<4xf32>)`
  }];
  let arguments = (ins Variadic<SyncFlow_Token>:$after, Optional<SyncFlow_Stream>:$stream, I64Attr:$peer, FlatSymbolRefAttr:$group,
    AnyShaped:$output, OptionalAttr<SyncFlow_ContractAttr>:$contract);
  let results = (outs Variadic<AnyRankedTensor>:$result, SyncFlow_Token:$token);
  let assemblyFormat = [{
    `from` $peer $group (`after` `(` $after^ `)`)? (`on` `(` $stream^ `)`)? `outs` `(` $output `:` type($output) `)`
    (`->` type($result)^)? (`contract` $contract^)? attr-dict
  }];
}

#endif // SYNCFLOW_COLLECTIVE_OPS_TD
