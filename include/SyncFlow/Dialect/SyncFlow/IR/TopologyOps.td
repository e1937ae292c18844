// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Topology: devices, memories, links and groups, and the streams of a device.
#ifndef SYNCFLOW_TOPOLOGY_OPS_TD
#define SYNCFLOW_TOPOLOGY_OPS_TD

include "SyncFlow/Dialect/SyncFlow/IR/SyncFlowBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def SyncFlow_TopologyOp : SyncFlow_Op<"topology", [Symbol, SymbolTable, NoTerminator, SingleBlock, NoRegionArguments,
                                                   IsolatedFromAbove]> {
  let summary = "the machine that a module is compiled for";
  let description = [{
    Holds `device`, `memory`, `link` and `group` ops. Schedules depend only on it and on the module, so that ranks
    compiled apart agree.

    C1: it holds only those ops. C2: a device's memories exist. C3: a link's ends exist.

    ```mlir
    syncflow.topology @machine {
      syncflow.memory @ram {bytes = 8589934592 : i64}
      syncflow.device @host0 host reaches [@ram] {cores = 1 : i64, gflops = 60.0 : f64}
      syncflow.device @host1 host reaches [@ram] {cores = 1 : i64, gflops = 60.0 : f64}
      syncflow.link @bus from @host0 to @host1 {bandwidth = 8.0e9 : f64, latency_ns = 200.0 : f64}
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$sym_name attr-dict-with-keyword $body";
  let hasVerifier = 1;
}

def SyncFlow_DeviceOp : SyncFlow_Op<"device", [Symbol, HasParent<"TopologyOp">]> {
  let summary = "a processor with memory";
  let description = [{
    `reaches` lists the memories that it can read and write without a transfer; the first is its own. `cores` workers
    run its compute streams, one stream each; with `in_order = false` these order nothing by themselves. `gflops` is the
    rate of one core and `bandwidth` its memory rate (bytes/s), both for the cost model; powers are in watts.

    C1: `cores` is from 1 to 65536. C2: rates and powers are not negative.

    ```mlir
    syncflow.device @gpu cuda reaches [@hbm, @ram] {cores = 4 : i64, gflops = 9.0e4 : f64, bandwidth = 2.0e12 : f64}
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, SyncFlow_DeviceTagAttr:$tag, ArrayAttr:$reaches,
    DefaultValuedAttr<I64Attr, "1">:$cores, DefaultValuedAttr<F64Attr, "40.0">:$gflops,
    DefaultValuedAttr<F64Attr, "8.0e9">:$bandwidth, DefaultValuedAttr<F64Attr, "0.0">:$busy_watts,
    DefaultValuedAttr<F64Attr, "0.0">:$idle_watts, DefaultValuedAttr<BoolAttr, "true">:$in_order);
  let assemblyFormat = "$sym_name $tag `reaches` $reaches attr-dict";
  let hasVerifier = 1;
}

def SyncFlow_MemoryOp : SyncFlow_Op<"memory", [Symbol, HasParent<"TopologyOp">]> {
  let summary = "a memory of the topology";
  let description = [{
    `bytes` is its size, 0 when unknown.

    C1: `bytes` is not negative.

    ```mlir
    syncflow.memory @ram {bytes = 8589934592 : i64}
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, DefaultValuedAttr<I64Attr, "0">:$bytes);
  let assemblyFormat = "$sym_name attr-dict";
  let hasVerifier = 1;
}

def SyncFlow_LinkOp : SyncFlow_Op<"link", [Symbol, HasParent<"TopologyOp">]> {
  let summary = "a path from one device to another";
  let description = [{
    Time for n bytes in its direction: `latency_ns` + n / `bandwidth` (bytes per second), the alpha-beta model of
    Hockney; energy is n * `joules_per_byte`. Where no link leads, bytes cost what the target's memory rate says.

    C1: bandwidth is positive, latency and energy are not negative.

    ```mlir
    syncflow.link @pcie from @host to @gpu {bandwidth = 2.4e10 : f64, latency_ns = 1.0e3 : f64}
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, FlatSymbolRefAttr:$from, FlatSymbolRefAttr:$to,
    DefaultValuedAttr<F64Attr, "8.0e9">:$bandwidth, DefaultValuedAttr<F64Attr, "200.0">:$latency_ns,
    DefaultValuedAttr<F64Attr, "0.0">:$joules_per_byte);
  let assemblyFormat = "$sym_name `from` $from `to` $to attr-dict";
  let hasVerifier = 1;
}

def SyncFlow_GroupOp : SyncFlow_Op<"group", [Symbol]> {
  let summary = "the ordered members of collectives";
  let description = [{
    Ranks form a grid of the given shape, numbered row-major. A rank's group are the ranks that differ from it only along
    `axes`, in row-major order of the coordinates along them. Stands in a module or in a topology.

    C1: every extent is positive. C2: axes are distinct and inside the grid.

    Example: `syncflow.group @rows grid [2, 4] axes [1]`
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, DenseI64ArrayAttr:$grid, DenseI64ArrayAttr:$axes);
  let assemblyFormat = "$sym_name `grid` $grid `axes` $axes attr-dict";
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Number of members.
    int64_t getSize() { int64_t n = 1; for (int64_t a : getAxes()) n *= getGrid()[a]; return n; }
    /// Number of ranks of the whole grid.
    int64_t getRanks() { int64_t n = 1; for (int64_t e : getGrid()) n *= e; return n; }
  }];
}

def SyncFlow_StreamOp : SyncFlow_Op<"stream", [Pure]> {
  let summary = "a stream of a device";
  let description = [{
    Two `stream` ops with the same device and ordinal are the same stream; the ordinal alone says nothing. An in-order
    stream runs its work one after the other; with `out_of_order` it orders nothing by itself. `communication` marks the
    stream of collectives and transfers.

    C1: the ordinal is not negative. C2: the device exists.

    Example: `%s = syncflow.stream @machine::@host0 ordinal 0`
  }];
  let arguments = (ins SymbolRefAttr:$device, I64Attr:$ordinal, UnitAttr:$out_of_order, UnitAttr:$communication);
  let results = (outs SyncFlow_Stream:$stream);
  let assemblyFormat = [{
    $device `ordinal` $ordinal (`out_of_order` $out_of_order^)? (`communication` $communication^)? attr-dict
  }];
  let hasVerifier = 1;
}

def SyncFlow_RankOp : SyncFlow_Op<"rank", [Pure]> {
  let summary = "linear rank of this program instance";
  let description = [{ Example: `%r = syncflow.rank : index` }];
  let results = (outs Index:$rank);
  let assemblyFormat = "attr-dict `:` type($rank)";
}

#endif // SYNCFLOW_TOPOLOGY_OPS_TD
