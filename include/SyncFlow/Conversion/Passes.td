// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#ifndef SYNCFLOW_CONVERSION_PASSES_TD
#define SYNCFLOW_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertSyncFlowRTToLLVMPass : Pass<"convert-syncflow-rt-to-llvm", "::mlir::ModuleOp"> {
  let summary = "runtime phase to LLVM dialect";
  let description = [{
    Turns plans into constant tables, task bodies into C functions, entries into host code that calls the runtime, and
    adds `sflow_<module>_metadata`, from which the runtime finds all of it. Ops of other dialects inside the functions
    stay for the conversions that follow; control flow is in branches already (convert-scf-to-cf).

    - A body `@b` (`syncflow.body`) becomes `int32_t b(const uint64_t *args)` around `b.body`, whose pointers are
      noalias except where a task passes the same memory twice. A memref argument takes one word for the address of its
      first element, one for each dynamic size, and one for each dynamic stride of its type (a dense `memref<?x?xf32>`
      has one: its outer stride); a scalar takes one word. The numbers that a body returns for its `syncflow.messages`
      are shifted into the module's one table of messages.
    - An entry (`syncflow.entry`) becomes `int32_t sflow_<module>_<entry>(sflow_invocation *)`; `syncflow.load` marks the
      function that computes derived parameters. A runtime call that fails makes it return 1 at once.
    - Module attributes: `syncflow.module_name`, `syncflow.parameters` (an array of dictionaries with name and type),
      `syncflow.derived` (types), `syncflow.device_count`, `syncflow.ranks`; of an entry: `syncflow.inputs` and
      `syncflow.results` (types), `syncflow.input_names` and `syncflow.result_names` (optional).

    Fails on an op of an earlier phase, on a task whose args do not fit its body, and on memory without strides.

    ```mlir
    syncflow.rt.launch @plan(%a : memref<4xf32>)
    // becomes
    %frame = llvm.call @sflow_rt_frame(%invocation, %plan) : (!llvm.ptr, !llvm.ptr) -> !llvm.ptr
    llvm.cond_br %frame_is_null, ^fail, ^store
    ^store:
    %word = llvm.getelementptr %frame[0] : (!llvm.ptr) -> !llvm.ptr, i64
    llvm.store %address, %word : !llvm.ptr, !llvm.ptr
    %code = llvm.call @sflow_rt_launch(%invocation, %plan, %frame) : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> i32
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::cf::ControlFlowDialect"];
}

def ExpandCopiesPass : Pass<"syncflow-expand-copies"> {
  let summary = "copies of strided memory to loops";
  let description = [{
    Turns `memref.copy` into a loop nest where one side is not dense. Upstream calls a function of its runner library for
    these, which task bodies must not depend on. Dense copies stay: they become one memcpy.

    ```mlir
    memref.copy %a, %b : memref<4x4xf32, strided<[8, 1]>> to memref<4x4xf32>
    // becomes
    %rows = memref.dim %a, %c0 : memref<4x4xf32, strided<[8, 1]>>
    %columns = memref.dim %a, %c1 : memref<4x4xf32, strided<[8, 1]>>
    scf.for %i = %c0 to %rows step %c1 {
      scf.for %j = %c0 to %columns step %c1 {
        %x = memref.load %a[%i, %j] : memref<4x4xf32, strided<[8, 1]>>
        memref.store %x, %b[%i, %j] : memref<4x4xf32>
      }
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"];
}

def ExpandShapesPass : Pass<"syncflow-expand-shapes"> {
  let summary = "expansions with several open sizes to plain views";
  let description = [{
    A `memref.expand_shape` that makes more than one size known only at run time out of one dimension becomes a
    `memref.reinterpret_cast` with the sizes that it names; upstream's lowering expects at most one of them.

    ```mlir
    %e = memref.expand_shape %a [[0, 1]] output_shape [%n, %m] : memref<?xf32> into memref<?x?xf32>
    // becomes
    %base, %offset, %size, %stride = memref.extract_strided_metadata %a : memref<?xf32> -> memref<f32>, index, index, index
    %e = memref.reinterpret_cast %base to offset: [0], sizes: [%n, %m], strides: [%m, 1] : memref<f32> to memref<?x?xf32>
    ```
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect", "::mlir::memref::MemRefDialect"];
}

def VectorsToLLVMPass : Pass<"syncflow-vectors-to-llvm", "::mlir::LLVM::LLVMFuncOp"> {
  let summary = "convert-vector-to-llvm where there are vectors";
  let description = [{
    Upstream's pass also merges equal blocks, for which it makes block arguments of the values that differ. In host code these
    are indices as often as not, and no later pass converts them.

    ```mlir
    llvm.func @f(%v: vector<4xf32>) -> f32 {
      %r = vector.reduction <add>, %v : vector<4xf32> into f32
      llvm.return %r : f32
    }
    // becomes
    llvm.func @f(%v: vector<4xf32>) -> f32 {
      %zero = llvm.mlir.constant(0.0 : f32) : f32
      %r = llvm.intr.vector.reduce.fadd(%zero, %v) {fastmathFlags = #llvm.fastmath<reassoc>} : (f32, vector<4xf32>) -> f32
      llvm.return %r : f32
    }
    ```
  }];
}

def CheckLoweredPass : Pass<"syncflow-check-lowered"> {
  let summary = "reject what LLVM IR cannot hold";
  let description = [{
    The guard behind the runtime phase: of every kind of op that is neither LLVM dialect nor a module, the first is named,
    with what to do. A conversion cast that is left is named only when nothing else is. Changes nothing.

    ```mlir
    llvm.func @f(%x: f32) -> f32 {
      %y = arith.addf %x, %x : f32
      llvm.return %y : f32
    }
    // error: 'arith.addf' op has no lowering to host code: express it in linalg, tensor, arith or math before tasks are
    // formed, or give its library function as an external func.func
    ```
  }];
}

#endif // SYNCFLOW_CONVERSION_PASSES_TD
