// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// The runtime phase: plans as constant data, and one op per runtime entry point that host code calls.
#ifndef SYNCFLOW_RT_OPS_TD
#define SYNCFLOW_RT_OPS_TD

include "SyncFlow/Dialect/SyncFlow/IR/SyncFlowBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class SyncFlow_RTOp<string mnemonic, list<Trait> traits = []> : SyncFlow_Op<"rt." # mnemonic, traits>;

def SyncFlow_RTPlanOp : SyncFlow_RTOp<"plan", [Symbol, NoTerminator, SingleBlock, NoRegionArguments, IsolatedFromAbove]> {
  let summary = "a compiled straight-line region";
  let description = [{
    Becomes one `sflow_plan` (include/SyncFlow/ABI/Types.h). Holds `rt.task` ops in plan order. `streams` has four numbers
    per stream: device, ordinal, kind (sflow_stream_kind), in order. `frame_words` counts the words of a frame; in a
    function with an arena, word 0 is the arena. `releases` lists ranges of the arena with the tasks after which nobody
    reads them.

    C1: it holds only `rt.task` ops. C2: `streams` has a multiple of four entries. C3: every task's stream, waits and
    predecessors are inside the plan, predecessors come before the task, and no task waits for its own stream when that
    is in order. C4: args and waits come in pairs, and every arg's word is -1 or inside the frame.

    ```mlir
    syncflow.rt.plan @main_plan0 streams [0, 0, 0, 1, 1, 0, 0, 1] frame 3 stats {transfer_bytes = 0 : i64} {
      syncflow.rt.task "a" body @__body_0 stream 0 args [0, 0, 1, 0] waits [] preds [] kind 0
      syncflow.rt.task "b" body @__body_0 stream 1 args [1, 0, 2, 0] waits [0, 1] preds [0] kind 0
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, DenseI64ArrayAttr:$streams, I64Attr:$frame_words, DictionaryAttr:$stats,
    /// Per release: offset, size, then the number of tasks and their indices.
    DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$releases);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$sym_name `streams` $streams `frame` $frame_words `stats` $stats (`releases` $releases^)? attr-dict-with-keyword $body";
  let hasVerifier = 1;
}

def SyncFlow_RTTaskOp : SyncFlow_RTOp<"task", [HasParent<"RTPlanOp">]> {
  let summary = "one task of a plan";
  let description = [{
    `args` holds (word, offset) pairs, with word -1 for a constant that stands in place of the offset; `waits` holds
    (stream, count) pairs: the task starts when the first `count` tasks of that stream are done; `preds` are the indices
    of tasks whose data this one needs; `kind` is a sflow_task_kind. A compute task names its `body`; a collective has
    `collective` = [kind, reduction, element, root] and `group`.

    ```mlir
    syncflow.rt.task "b" body @__body_0 stream 1 args [1, 0, 2, 0] waits [0, 1] preds [0] kind 0
    syncflow.rt.task "all_reduce" group @dp stream 2 args [0, 0, 1, 0, -1, 4] waits [] preds [] kind 1
        {collective = array<i64: 0, 0, 3, 0>}
    ```
  }];
  let arguments = (ins StrAttr:$name, I64Attr:$stream, DenseI64ArrayAttr:$args, DenseI64ArrayAttr:$waits,
    DenseI64ArrayAttr:$preds, I64Attr:$kind, OptionalAttr<FlatSymbolRefAttr>:$body, OptionalAttr<DenseI64ArrayAttr>:$collective,
    OptionalAttr<FlatSymbolRefAttr>:$group, DefaultValuedAttr<I64Attr, "2">:$priority, DefaultValuedAttr<F64Attr, "0.0">:$cost_ns,
    DefaultValuedAttr<F64Attr, "0.0">:$flops);
  let assemblyFormat = [{
    $name (`body` $body^)? (`group` $group^)? `stream` $stream `args` $args `waits` $waits `preds` $preds `kind` $kind attr-dict
  }];
}

def SyncFlow_RTInputOp : SyncFlow_RTOp<"input", [Pure]> {
  let summary = "memory of an argument of the entry";
  let description = [{ Dynamic dimensions come from the caller's tensor. Example: `%a = syncflow.rt.input 0 : memref<?x4xf32>` }];
  let arguments = (ins I64Attr:$index);
  let results = (outs AnyMemRef:$memref);
  let assemblyFormat = "$index attr-dict `:` type($memref)";
}
def SyncFlow_RTParameterOp : SyncFlow_RTOp<"parameter", [Pure]> {
  let summary = "memory of a bound parameter (or, with `derived`, of one computed at load)";
  let description = [{ Example: `%w = syncflow.rt.parameter 3 : memref<4x4xf32>` }];
  let arguments = (ins I64Attr:$index, UnitAttr:$derived);
  let results = (outs AnyMemRef:$memref);
  let assemblyFormat = "$index (`derived` $derived^)? attr-dict `:` type($memref)";
}
def SyncFlow_RTOutputOp : SyncFlow_RTOp<"output"> {
  let summary = "memory of a result of the entry";
  let description = [{ `sizes` are the dynamic dimensions. Example: `%o = syncflow.rt.output 0 (%n) : memref<?xf32>` }];
  let arguments = (ins I64Attr:$index, Variadic<Index>:$sizes);
  // Like an allocation: two of them are different memory, an unused one may go.
  let results = (outs Res<AnyMemRef, "", [MemAlloc]>:$memref);
  let assemblyFormat = "$index `(` $sizes `)` attr-dict `:` type($memref)";
}
def SyncFlow_RTArenaOp : SyncFlow_RTOp<"arena"> {
  let summary = "the invocation's arena";
  let description = [{ Example: `%a = syncflow.rt.arena(%bytes) : memref<?xi8>` }];
  let arguments = (ins Index:$bytes);
  let results = (outs Res<AnyMemRef, "", [MemAlloc]>:$memref);
  let assemblyFormat = "`(` $bytes `)` attr-dict `:` type($memref)";
}
def SyncFlow_RTLaunchOp : SyncFlow_RTOp<"launch"> {
  let summary = "binds a frame and enqueues a plan";
  let description = [{
    `words` are the frame's words in order: memrefs give the address of their first element, index values themselves.
    Example: `syncflow.rt.launch @plan(%arena, %a, %n : memref<?xi8>, memref<4xf32>, index)`
  }];
  let arguments = (ins FlatSymbolRefAttr:$plan, Variadic<AnyType>:$words);
  let assemblyFormat = "$plan (`(` $words^ `:` type($words) `)`)? attr-dict";
}
def SyncFlow_RTWaitOp : SyncFlow_RTOp<"wait"> {
  let summary = "the host waits for all launches of the invocation; when one failed the entry returns";
  let description = [{
    With `timeout_ns` it also returns when they take longer; the invocation then fails and says what was still running.
    Example: `syncflow.rt.wait {timeout_ns = 1000000 : i64}`
  }];
  let arguments = (ins OptionalAttr<I64Attr>:$timeout_ns);
  let assemblyFormat = "attr-dict";
}
def SyncFlow_RTAssertOp : SyncFlow_RTOp<"assert"> {
  let summary = "a check of the model on the host; when it fails the entry returns";
  let description = [{ Example: `syncflow.rt.assert %ok, "index out of range"` }];
  let arguments = (ins I1:$condition, StrAttr:$message);
  let assemblyFormat = "$condition `,` $message attr-dict";
}

#endif // SYNCFLOW_RT_OPS_TD
