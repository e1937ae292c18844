// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Contracts, synchronization, placement and memory. All of them work on the async and placed phases: tasks on memrefs.
#ifndef SYNCFLOW_TRANSFORMS_PASSES_TD
#define SYNCFLOW_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

//===-- contracts ---------------------------------------------------------------------------------------------------===//

def InferContracts : Pass<"syncflow-infer-contracts", "::mlir::ModuleOp"> {
  let summary = "fill in what contracts leave open";
  let description = [{
    Gives every task, collective and transfer a contract with all the fields that can be inferred. Fields that are there
    stay as they are.

    - `operation`: the task's name, or the op's
    - `scope`: as narrow as suffices. Collectives: their group, with reach global. Work whose producers and consumers
      are all on one device (known from its stream, its place, or a topology with a single device): its streams, reach
      device. Anything else: devices, reach node.
    - `consistency`: release_acquire, what tokens give
    - `priority`: from the slack of the op on the critical path of its block, by its tokens and by the orders it
      requires: critical up to 1 % of the path, high up to 10 %, normal otherwise
    - `completion`: visible, which is what order by tokens needs

    ```mlir
    %t = syncflow.task "exp" ins(%x = %a : memref<8xf32>) outs(%y = %b : memref<8xf32>) { ... }
    // becomes
    %t = syncflow.task "exp" ins(%x = %a : memref<8xf32>) outs(%y = %b : memref<8xf32>)
        contract <operation = "exp", scope = <streams, device>, consistency = release_acquire, priority = critical,
                  completion = visible> { ... }
    ```
  }];
  let dependentDialects = ["::syncflow::SyncFlowDialect"];
}

//===-- synchronization ---------------------------------------------------------------------------------------------===//

def MaterializeSyncs : Pass<"syncflow-materialize-syncs", "::mlir::ModuleOp"> {
  let summary = "make every required order an edge";
  let description = [{
    The naive correct form: in every straight-line block each asynchronous op waits for all earlier asynchronous ops that
    it conflicts with. Host ops that touch memory of running work, and region ops that hold accesses, get a wait of the
    host before them; a block that holds asynchronous work ends with a wait of the host for its sinks, so tokens never
    have to leave a block. Ops with unknown effects count as a write to all memory.
    A token that is there already stays if its two ops conflict, or if one of them has no accesses (a mark that carries
    order), unknown effects or `depends_on`; between others it orders nothing and goes, and so does a stream wait for it.
    Running it twice changes nothing the second time.

    Fails on work whose contract completes before its writes are visible (`completion = enqueued` or `executed`): a token that
    publishes nothing orders nothing.

    Order that only a chain of other waits gives is materialized too; `syncflow-reduce-syncs` takes it away again. Above
    `max-edges` conflicting pairs in a block, the pairs that follow from nearer ones are left out at once, and tokens
    that are there already all stay.

    Sets `naive_syncs` in the function's `syncflow.stats`: one for each conflicting pair of asynchronous ops.

    ```mlir
    %t0 = syncflow.task "w" outs(%x = %b : memref<8xf32>) { ... }
    %t1 = syncflow.task "r" ins(%x = %b : memref<8xf32>) outs(%y = %c : memref<8xf32>) { ... }
    return
    // becomes
    %t0 = syncflow.task "w" outs(%x = %b : memref<8xf32>) { ... }
    %t1 = syncflow.task "r" after(%t0) ins(%x = %b : memref<8xf32>) outs(%y = %c : memref<8xf32>) { ... }
    syncflow.wait(%t1)
    return
    ```
  }];
  let options = [Option<"maxEdges", "max-edges", "uint64_t", "1000000", "conflicting pairs of a block that are written out">];
  let dependentDialects = ["::syncflow::SyncFlowDialect"];
}

def ReduceSyncs : Pass<"syncflow-reduce-syncs", "::mlir::ModuleOp"> {
  let summary = "transitive reduction of token edges";
  let description = [{
    Removes every token operand that other tokens imply, over paths of any length, and every awaited token that the host
    has seen before. Joins are looked through. What remains does not depend on the order of operands: tokens are sorted by
    their producers' place in the block. Streams do not count here; `syncflow-elide-waits` uses them. Tokens of unknown
    origin (block arguments, results of region ops) are never removed and imply nothing.

    Sets `reduced_syncs`: the token operands of asynchronous ops that are left. One remark (category `sync`) for each
    edge removed, and one for each kept.

    ```mlir
    %c = syncflow.task "c" after(%a, %b) ...   // %b is itself after(%a)
    // becomes
    %c = syncflow.task "c" after(%b) ...
    ```
  }];
  let dependentDialects = ["::syncflow::SyncFlowDialect"];
}

def ElideWaits : Pass<"syncflow-elide-waits", "::mlir::ModuleOp"> {
  let summary = "remove waits that stream order, or an earlier wait, implies";
  let description = [{
    A token is not waited for where the waiting stream is in order and its own earlier work is, or comes after, the token's
    producer; where the stream has observed the token before (a vector clock per stream); or where another token of the
    same wait implies it. Streams are equal when device and ordinal are; a stream of unknown origin or out of order
    implies nothing. Waits of the host stay unless the host has seen their tokens.

    Sets `kept_waits`: the token operands and stream waits that are left. Where all streams are in order and known, each
    of them is between two different streams. One remark (category `sync`) per wait removed, with what implies it, and
    per wait kept. Running it twice changes nothing.

    ```mlir
    %a = syncflow.task "a" on(%s) outs(%x = %m : memref<8xf32>) { ... }
    %b = syncflow.task "b" after(%a) on(%s) ins(%x = %m : memref<8xf32>) ...
    // becomes
    %b = syncflow.task "b" on(%s) ins(%x = %m : memref<8xf32>) ...
    ```
  }];
  let dependentDialects = ["::syncflow::SyncFlowDialect"];
}

def ElideHostWaits : Pass<"syncflow-elide-host-waits", "::mlir::ModuleOp"> {
  let summary = "remove waits of the host around loops and branches that something else makes needless";
  let description = [{
    `syncflow-materialize-syncs` lets the host wait for everything at the edges of loops and branches. A token of such a wait
    goes when every access that can run afterwards, in any later round of the loops around it too, is ordered anyway: its
    in-order stream comes behind the token, or a token that it waits for does, or the host waits for a later one first, or the
    two touch different memory. Runs on the placed form, after `syncflow-plan-arena`: buffers that share bytes are one memory.

    Assumes that plans of one invocation run in the order of their launches, which the runtime guarantees; no more than
    two are under way at a time. Looks through scf.for and scf.if; a wait inside or around any other control flow stays,
    and so does one with a timeout, and the last one that sees its work done before the function returns.

    ```mlir
    scf.for %i = %lo to %hi step %st {
      %a = syncflow.task "a" on(%s) outs(%x = %m : memref<8xf32>) { ... }
      syncflow.wait(%a)     // goes: the next round's "a" is on the same stream, and so is "b"
    }
    %b = syncflow.task "b" on(%s) ins(%x = %m : memref<8xf32>) { ... }
    syncflow.wait(%b)       // stays: the function returns
    ```
  }];
  let dependentDialects = ["::syncflow::SyncFlowDialect"];
}

def ReportDependences : Pass<"syncflow-report-dependences", "::mlir::ModuleOp"> {
  let summary = "say which orders a program requires, and whether it has them";
  let description = [{
    For a person who wants to know why two tasks wait for each other. One remark at the later op of each conflicting pair of
    a block: the hazard, the base, the bytes when they are known, whether the pair is ordered; a note at the earlier op. Pairs across
    the back edge of a loop are marked as carried. With `data`, one remark for each asynchronous op that uses data of
    others, with their names: the table that failures follow.
    This is the optimizer's own view; `syncflow-verify` is the proof.

    ```mlir
    %t0 = syncflow.task "w" outs(%x = %b : memref<8xf32>) { ... }
    %t1 = syncflow.task "r" ins(%x = %b : memref<8xf32>) outs(%y = %c : memref<8xf32>) { ... }
    // remark: RAW on argument 0 bytes [0, 32) between task "w" and task "r": not ordered
    // note: the earlier access
    // with data: remark: task "r" uses data of task "w"
    ```
  }];
  let options = [Option<"data", "data", "bool", "false", "report data predecessors instead">];
  let dependentDialects = ["::syncflow::SyncFlowDialect"];
}

//===-- placement ---------------------------------------------------------------------------------------------------===//

def Place : Pass<"syncflow-place", "::mlir::ModuleOp"> {
  let summary = "choose a device and a lane for every asynchronous op";
  let description = [{
    Earliest finish time, op by op in program order: the start is when the lane is free and every awaited op is done, plus
    the price of a wait across streams and of moving the bytes that another device wrote last; the duration comes from the
    device's rates. Ties go to the lower device and lane, so every rank that compiles the module gets the same answer.

    - A contract's `processors` limit the devices. Memory out of reach costs its transfer (`syncflow-insert-transfers`).
    - A task with `syncflow.tile = i, syncflow.tiles = n` (a row tile of a chain) goes to lane i * lanes / n of all
      lanes when the devices that may run it are equally fast, so that a tile stays on one stream over many tasks.
    - Collectives and transfers go to the communication lane of the device that wrote most of their bytes last.
    - Ops that have a stream keep it.

    Result: attributes `syncflow.device = @topology::@device` and `syncflow.lane = i`; lanes 0..cores-1 are the compute
    streams of the device, lane `cores` is its communication stream. Sets `critical_path_ns`.

    Fails when the module has no topology, its topology no device, or no device can run an op.

    ```mlir
    %t = syncflow.task "a" ins(%x = %m : memref<8xf32>) outs(%y = %n : memref<8xf32>) { ... }
    %u = syncflow.task "b" ins(%x = %m : memref<8xf32>) outs(%y = %o : memref<8xf32>) { ... }
    // becomes, on a topology @m with devices @d0 and @d1
    %t = syncflow.task "a" ... attributes {syncflow.device = @m::@d0, syncflow.lane = 0 : i64} { ... }
    %u = syncflow.task "b" ... attributes {syncflow.device = @m::@d1, syncflow.lane = 0 : i64} { ... }
    ```
  }];
  let options = [
    Option<"topology", "topology", "std::string", "\"\"", "symbol of the topology (default: the first one of the module)">,
    Option<"objective", "objective", "std::string", "\"latency\"", "what to make small: latency">];
  let dependentDialects = ["::syncflow::SyncFlowDialect"];
}

def InsertTransfers : Pass<"syncflow-insert-transfers", "::mlir::ModuleOp"> {
  let summary = "make every transfer explicit";
  let description = [{
    A task or collective that was placed on a device which does not reach the memory of an operand gets a buffer in the
    device's own memory instead. A `syncflow.transfer` on the communication lane of the device fills it behind whatever
    the op waits for, unless the op replaces all of it or nothing has been written there; what the op writes goes back
    by another one, and who waited for the op now waits for that. A copy serves later ops of the block on the same
    device until something writes to its original. Buffers live where they are touched first, so what one device makes
    and uses itself is never moved. Where every device reaches all memory nothing happens.

    Runs between `syncflow-place` and `syncflow-assign-streams`. A slice whose layout no buffer has becomes the same
    slice of a buffer as large as the whole; fails where no buffer is like the whole either (an argument with dynamic
    strides).

    ```mlir
    %t = syncflow.task "a" after(%w) ins(%x = %m : memref<8xf32>) ... attributes {syncflow.device = @t::@far, ...}
    // becomes
    %b = syncflow.buffer() : memref<8xf32>
    %f = syncflow.transfer after(%w) from %m : memref<8xf32> to %b : memref<8xf32> {syncflow.device = @t::@far, ...}
    %t = syncflow.task "a" after(%w, %f) ins(%x = %b : memref<8xf32>) ...
    ```
  }];
  let dependentDialects = ["::syncflow::SyncFlowDialect", "::mlir::memref::MemRefDialect"];
}

def AssignStreams : Pass<"syncflow-assign-streams", "::mlir::ModuleOp"> {
  let summary = "put placed ops on streams";
  let description = [{
    Turns `syncflow.device` and `syncflow.lane` into streams: one `syncflow.stream` op per lane in use at the start of the
    function, in the order of devices and lanes; the communication lane's stream has ordinal `cores` and is marked. Ops that
    have a stream keep it. The attributes are removed. Fails on an asynchronous op with neither.

    ```mlir
    %t = syncflow.task "a" ... attributes {syncflow.device = @m::@d0, syncflow.lane = 0 : i64} { ... }
    // becomes
    %s = syncflow.stream @m::@d0 ordinal 0
    %t = syncflow.task "a" on(%s) ... { ... }
    ```
  }];
  let dependentDialects = ["::syncflow::SyncFlowDialect"];
}

//===-- memory ------------------------------------------------------------------------------------------------------===//

def PlanArena : Pass<"syncflow-plan-arena", "::mlir::ModuleOp"> {
  let summary = "give every buffer a range of one arena";
  let description = [{
    Replaces the `syncflow.buffer`s of a function by `memref.view`s of one `syncflow.arena` at its start. Two buffers share
    bytes only where every access of one happens before every access of the other in the order that the program has; no
    order is added. Buffers that the function returns stay: they are the caller's.

    Static buffers: best fit by decreasing size, 64-byte aligned. Buffers with dynamic dimensions are packed class by
    class (equal products of dynamic sizes), in multiples of the product, and the classes follow each other behind the
    static part; their sizes are computed at the start of the function. A size that is known only later is replaced by a
    constant upper bound when there is one, else the pass fails and names it. Buffers in different memories of the
    topology share no bytes.

    Each view carries `syncflow.slot`, a number of its own, so that views at equal places stay apart: they are different
    data. Sets `arena_bytes` and `peak_live_bytes` (static part): the largest sum of buffers no two of which can share bytes,
    which no arena without new order can undercut.

    ```mlir
    %b = syncflow.buffer() : memref<16xf32>
    // becomes
    %bytes = arith.constant 64 : index
    %a = syncflow.arena(%bytes) {peak_live = 64 : i64} : memref<?xi8>
    %shift = arith.constant 0 : index
    %b = memref.view %a[%shift][] {syncflow.slot = 0 : i64} : memref<?xi8> to memref<16xf32>
    ```
  }];
  let dependentDialects = ["::syncflow::SyncFlowDialect", "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect"];
}

//===-- guard -------------------------------------------------------------------------------------------------------===//

def Guard : Pass<"syncflow-guard", "::mlir::ModuleOp"> {
  let summary = "reject what should not survive a phase boundary";
  let description = [{
    - `declared`: nothing between tasks allocates or frees memory but `syncflow.buffer`, and nothing has a stream yet.
    - `async`: no tensors; no memref.alloc, alloca, dealloc or copy outside a task (memory between tasks is
      `syncflow.buffer`, copies are tasks or transfers); outside tasks only syncflow ops (of `syncflow.rt` those that
      bind the caller's memory), views, parameters, arithmetic, host loads and stores, scf, cf and func.
    - `placed`: what async asks, and every asynchronous op has a stream, no placement attribute is left, and every device
      reaches the memory that its work touches.
    - `runtime`: of syncflow only `syncflow.rt` ops, topologies, groups, `syncflow.rank` and `syncflow.assert`.

    The first op that a guard rejects is named, with what to do. Changes nothing.

    ```mlir
    %b = memref.alloc() : memref<8xf32>
    %t = syncflow.task "exp" ins(%x = %a : memref<8xf32>) outs(%y = %b : memref<8xf32>) { ... }
    // error with async: 'memref.alloc' op allocates memory between tasks: use syncflow.buffer, whose lifetime follows
    // tokens
    ```
  }];
  let options = [Option<"phase", "phase", "std::string", "\"async\"", "declared, async, placed or runtime">];
  let dependentDialects = ["::syncflow::SyncFlowDialect"];
}

#endif // SYNCFLOW_TRANSFORMS_PASSES_TD
