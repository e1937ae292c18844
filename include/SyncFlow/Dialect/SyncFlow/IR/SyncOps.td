// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Order and memory between tasks: waits, joins, barriers, buffers, transfers.
#ifndef SYNCFLOW_SYNC_OPS_TD
#define SYNCFLOW_SYNC_OPS_TD

include "SyncFlow/Dialect/SyncFlow/IR/SyncFlowBase.td"
include "SyncFlow/Dialect/SyncFlow/IR/SyncFlowInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/ViewLikeInterface.td"

def SyncFlow_WaitOp : SyncFlow_Op<"wait", [AttrSizedOperandSegments, DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "a stream, or the host, waits for tokens";
  let description = [{
    With `on`, everything enqueued on the stream after this op starts after the tokens are complete; the host goes on.
    Without, the host waits. `timeout_ns` (host only) says how long that may take: a late token is an error that names what
    still runs. A compiled program waits for all that it has launched.

    C1: `timeout_ns` is positive and only on host waits.

    ```mlir
    syncflow.wait(%t0, %t1) on(%s)
    syncflow.wait(%t0) {timeout_ns = 1000000 : i64}
    ```
  }];
  let arguments = (ins Variadic<SyncFlow_Token>:$tokens, Optional<SyncFlow_Stream>:$stream, OptionalAttr<I64Attr>:$timeout_ns);
  let assemblyFormat = "`(` $tokens `)` (`on` `(` $stream^ `)`)? attr-dict";
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
}

def SyncFlow_JoinOp : SyncFlow_Op<"join", [Pure]> {
  let summary = "a token that is complete when all of its operands are";
  let description = [{
    Folds to its operand when there is one; equal operands count once.
    Example: `%j = syncflow.join(%a, %b)`
  }];
  let arguments = (ins Variadic<SyncFlow_Token>:$tokens);
  let results = (outs SyncFlow_Token:$token);
  let assemblyFormat = "`(` $tokens `)` attr-dict";
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def SyncFlow_BarrierOp : SyncFlow_Op<"barrier", [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "streams meet";
  let description = [{
    Everything enqueued before it on the named streams is complete, and visible as far as the scope's reach says, before
    anything enqueued after it on those streams starts. With participants `all` it takes every stream of the function.
    `execution_only` orders execution and makes nothing visible.

    C1: with participants `streams` it names at least two streams. C2: with participants `all` it names none.

    Example: `syncflow.barrier(%s0, %s1) #syncflow.scope<streams, device>`
  }];
  let arguments = (ins Variadic<SyncFlow_Stream>:$streams, SyncFlow_ScopeAttr:$scope, UnitAttr:$execution_only);
  let assemblyFormat = "`(` $streams `)` $scope (`execution_only` $execution_only^)? attr-dict";
  let hasVerifier = 1;
}

def SyncFlow_BufferOp : SyncFlow_Op<"buffer", [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "memory between tasks, before it has an address";
  let description = [{
    Fresh, uninitialized memory for the whole function. `syncflow-plan-arena` gives it a range of the arena: two buffers
    may share bytes where every access of one happens before every access of the other.
    C1: as many sizes as the type has dynamic dimensions. C2: identity layout.
    Example: `%b = syncflow.buffer(%n) : memref<?x384xf32>`
  }];
  let arguments = (ins Variadic<Index>:$sizes);
  let results = (outs AnyMemRef:$memref);
  let assemblyFormat = "`(` $sizes `)` attr-dict `:` type($memref)";
  let hasVerifier = 1;
}

def SyncFlow_ArenaOp : SyncFlow_Op<"arena", [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "all intermediate memory of a function";
  let description = [{
    One per function; `memref.view`s of it are the buffers. `bytes` may be computed at run time. `peak_live` is the
    planner's lower bound for it, for the report.
    Example: `%a = syncflow.arena(%bytes) : memref<?xi8>`
  }];
  let arguments = (ins Index:$bytes, DefaultValuedAttr<I64Attr, "0">:$peak_live);
  let results = (outs MemRefRankOf<[I8], [1]>:$memref);
  let assemblyFormat = "`(` $bytes `)` attr-dict `:` type($memref)";
}

def SyncFlow_TransferOp : SyncFlow_Op<"transfer", [
    AttrSizedOperandSegments, DeclareOpInterfaceMethods<SyncFlow_AsyncOpInterface>,
    DeclareOpInterfaceMethods<SyncFlow_AccessOpInterface>, DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<SyncFlow_ContractOpInterface>]> {
  let summary = "asynchronous copy from one buffer to another";
  let description = [{
    C1: equal shapes and element types.
    Example: `%t = syncflow.transfer after(%w) on(%s) from %a : memref<8xf32> to %b : memref<8xf32>`
  }];
  let arguments = (ins Variadic<SyncFlow_Token>:$after, Optional<SyncFlow_Stream>:$stream, AnyMemRef:$source,
    AnyMemRef:$target, OptionalAttr<SyncFlow_ContractAttr>:$contract);
  let results = (outs SyncFlow_Token:$token);
  let assemblyFormat = [{
    (`after` `(` $after^ `)`)? (`on` `(` $stream^ `)`)? `from` $source `:` type($source) `to` $target `:` type($target)
    (`contract` $contract^)? attr-dict
  }];
  let hasVerifier = 1;
}

#endif // SYNCFLOW_SYNC_OPS_TD
