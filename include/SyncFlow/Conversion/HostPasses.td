// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// From placed tasks to plans, and from task bodies to fast host code.
#ifndef SYNCFLOW_CONVERSION_HOSTPASSES_TD
#define SYNCFLOW_CONVERSION_HOSTPASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertSyncFlowToRTPass : Pass<"convert-syncflow-to-rt", "::mlir::ModuleOp"> {
  let summary = "placed phase to runtime phase";
  let description = [{
    Each run of tasks, collectives and transfers between two points where the host takes part becomes one `rt.plan` and one
    `rt.launch` behind the last of them. Task bodies become functions (`syncflow.body`), equal ones a single function.
    Tokens between streams become the plan's waits; tokens inside one in-order stream become nothing, and tokens of an earlier
    plan are covered by the order of launches. Arguments, parameters, results and the arena become their `rt` ops; a wait
    of the host becomes `rt.wait`, unless only the return follows: then the caller waits. Topologies go.

    Assumes what `syncflow-guard{phase=placed}` checks, and functions of one block that return nothing. Fails on a
    collective on memory that is not contiguous.

    ```mlir
    %t = syncflow.task "a" on(%s0) ins(%x = %a : memref<8xf32>) outs(%y = %b : memref<8xf32>) { ... }
    %u = syncflow.task "b" after(%t) on(%s1) ins(%x = %b : memref<8xf32>) outs(%y = %c : memref<8xf32>) { ... }
    syncflow.wait(%u)
    // becomes
    syncflow.rt.launch @main_plan0(%a, %b, %c : memref<8xf32>, memref<8xf32>, memref<8xf32>)
    syncflow.rt.plan @main_plan0 streams [0, 0, 0, 1, 1, 0, 0, 1] frame 3 stats {transfer_bytes = 0 : i64} {
      syncflow.rt.task "a" body @__body_0 stream 0 args [0, 0, 1, 0] waits [] preds [] kind 0
      syncflow.rt.task "b" body @__body_0 stream 1 args [1, 0, 2, 0] waits [0, 1] preds [0] kind 0
    }
    ```
  }];
  let dependentDialects = ["::syncflow::SyncFlowDialect", "::mlir::func::FuncDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect", "::mlir::scf::SCFDialect"];
}

def ConvertShardToSyncFlowPass : Pass<"convert-shard-to-syncflow", "::mlir::ModuleOp"> {
  let summary = "SPMD programs of the shard dialect to syncflow collectives";
  let description = [{
    A `shard.grid` becomes a `syncflow.group` per set of axes that a collective uses, process indices become arithmetic on
    `syncflow.rank`, `all_slice` a slice at the rank's place, and each collective its counterpart in destination style. Gathers
    and scatters along a dimension other than the first move the members' dimension to the front and back.

    `shard.shift` gathers along its axis and takes the part of the member before.

    Assumes SPMD form. `shard.shard` and `shard.sharding` are errors that ask for it; so are roots known only at run time, and
    `shard.update_halo`.

    ```mlir
    %r = shard.all_reduce %x on @dp grid_axes = [0] : tensor<4xf32> -> tensor<4xf32>
    // becomes
    %d = bufferization.alloc_tensor() : tensor<4xf32>
    %r, %t = syncflow.all_reduce sum @dp_0 ins(%x : tensor<4xf32>) outs(%d : tensor<4xf32>) -> tensor<4xf32>
    ```
  }];
  let dependentDialects = ["::syncflow::SyncFlowDialect", "::mlir::tensor::TensorDialect", "::mlir::linalg::LinalgDialect",
                           "::mlir::arith::ArithDialect", "::mlir::bufferization::BufferizationDialect"];
}

def ContractionsToKernelsPass : Pass<"syncflow-contractions-to-kernels", "::mlir::ModuleOp"> {
  let summary = "dense matmuls inside task bodies call the kernel library";
  let description = [{
    A contraction of f32 or f64 memrefs with one row, one inner and one column dimension (or columns in panels) becomes a call
    of `sflow_gemm_*` on the views as they are; further parallel dimensions become loops around it. A zero fill of the
    result with nothing in between that touches it is dropped: the call overwrites. Others stay for loops.

    ```mlir
    linalg.fill ins(%zero : f32) outs(%c : memref<4x2xf32>)
    linalg.matmul ins(%a, %b : memref<4x8xf32>, memref<8x2xf32>) outs(%c : memref<4x2xf32>)
    // becomes a call with the extents, with address, row and column stride of each operand, and with 0: overwrite
    func.call @sflow_gemm_f32(%c4, %c2, %c8, %pa, %c8, %c1, %pb, %c2, %c1, %pc, %c2, %c1, %c0)
        : (i64, i64, i64, !llvm.ptr, i64, i64, !llvm.ptr, i64, i64, !llvm.ptr, i64, i64, i32) -> ()
    ```
  }];
  let dependentDialects = ["::mlir::func::FuncDialect", "::mlir::memref::MemRefDialect", "::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect", "::mlir::LLVM::LLVMDialect"];
}

def ConvolutionsToKernelsPass : Pass<"syncflow-convolutions-to-kernels", "::mlir::ModuleOp"> {
  let summary = "dense 2-D convolutions inside task bodies call the kernel library";
  let description = [{
    A convolution of f32 memrefs over two image dimensions, with any layout of its operands, becomes a call of
    `sflow_conv2d_f32` on the views as they are; a zero fill of the result before it is dropped. Depthwise and grouped ones,
    poolings and other element types stay for loops.

    ```mlir
    linalg.conv_2d_nchw_fchw ins(%a, %w : memref<1x3x8x8xf32>, memref<4x3x3x3xf32>) outs(%c : memref<1x4x6x6xf32>)
    // becomes a call with the `sflow_conv2d` that is stored before it, the three addresses, and 1: add to what is there
    %words = memref.alloca() : memref<24xi64>
    func.call @sflow_conv2d_f32(%pwords, %pa, %pw, %pc, %c1)
        : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, i32) -> ()
    ```
  }];
  let dependentDialects = ["::mlir::func::FuncDialect", "::mlir::memref::MemRefDialect", "::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect"];
}

def KeepOuterLoopsPass : Pass<"syncflow-keep-outer-loops"> {
  let summary = "loops around loops are not unrolled";
  let description = [{
    Marks every scf.for that holds another one with a `loop_annotation`: the optimizer would unroll nests of short loops
    completely, into blocks of thousands of instructions that take seconds to schedule and run no faster.

    ```mlir
    scf.for %i = %lo to %hi step %st {
      scf.for %j = %lo to %hi step %st { ... }
    }
    // becomes
    scf.for %i = %lo to %hi step %st {
      scf.for %j = %lo to %hi step %st { ... }
    } {loop_annotation = #llvm.loop_annotation<unroll = <disable = true>>}
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def OutlineLoopsPass : Pass<"syncflow-outline-loops", "::mlir::ModuleOp"> {
  let summary = "one function for each loop nest of a task body";
  let description = [{
    Moves every linalg op and copy of a task body into a private function (`syncflow.loop`) and marks the memrefs that
    share no written byte with another one as noalias. Intermediates of a body are views into one scratch buffer that
    they share over time; inside one function the optimizer has to assume that they overlap, and reductions into such
    memory are not vectorized. The analysis of ranges knows better for the operands of a single op. Equal loops share a
    function.

    Arguments of a body count as different memory, except those for which a task of a plan passes the same memory. Ops with
    operands that do not fit words (`convert-syncflow-rt-to-llvm`) stay.

    ```mlir
    linalg.generic ... ins(%a : memref<8x8xf32>) outs(%b : memref<8xf32>) { ... }
    // becomes
    func.call @__loop_0(%a, %b) : (memref<8x8xf32>, memref<8xf32>) -> ()
    func.func private @__loop_0(%x: memref<8x8xf32> {llvm.noalias}, %y: memref<8xf32> {llvm.noalias})
        attributes {syncflow.loop} {
      linalg.generic ... ins(%x : memref<8x8xf32>) outs(%y : memref<8xf32>) { ... }
      return
    }
    ```
  }];
  let dependentDialects = ["::mlir::func::FuncDialect", "::mlir::LLVM::LLVMDialect"];
}

def ApproximateMathPass : Pass<"syncflow-approximate-math"> {
  let summary = "exp, erf, tanh and friends as polynomials that vectorize";
  let description = [{
    Upstream's polynomial approximations, for f32, wherever the op stands (exp: relative error 8e-8; erf: absolute
    2.4e-7; measured, docs/Rationale/CPUCode.md). f64 stays and calls libm later.

    ```mlir
    %y = math.exp %x : f32
    // becomes a polynomial in the rest that a power of two leaves, times that power
    %k = math.floor %scaled : f32
    %rest = math.fma %minus_log2, %k, %clamped : f32
    ...
    %y = arith.mulf %polynomial, %power : f32
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect", "::mlir::vector::VectorDialect"];
}

def ExpandMathPass : Pass<"syncflow-expand-math"> {
  let summary = "powers, and what the polynomials would get wrong";
  let description = [{
    On scalars. A power with a whole constant exponent (up to 64) becomes multiplications; any other of f32
    exp(y log |x|) with the special values of IEEE 754-2019, section 9.2.1, and its signs but for those of zeros. So that `syncflow-approximate-math` is
    right everywhere: arguments of sin and cos are reduced by whole turns in f64 (absolute error below 3e-7 up to 1e8), those of
    log and log2 leave the subnormal range, atan2 of two zeros or two infinities gets a direction, cbrt keeps infinity. `isinf`
    and `isnormal` become comparisons, `clampf` a maximum and a minimum.

    ```mlir
    %y = math.powf %x, %c3 : f32
    // becomes
    %0 = arith.mulf %x, %x : f32
    %y = arith.mulf %x, %0 : f32
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect"];
}

def ExpandArithPass : Pass<"syncflow-expand-arith"> {
  let summary = "arithmetic that has no good LLVM counterpart";
  let description = [{
    Rounding integer divisions become plain ones, and conversions from and to bf16 integer arithmetic: few processors have
    them, and the helper functions for the others are in no library that we link. Unlike upstream's `arith-expand`, maxima
    and minima stay: LLVM vectorizes a reduction by its own intrinsic, not one by compare and select.

    ```mlir
    %f = arith.extf %h : bf16 to f32
    // becomes
    %0 = arith.bitcast %h : bf16 to i16
    %1 = arith.extui %0 : i16 to i32
    %2 = arith.shli %1, %c16 : i32
    %f = arith.bitcast %2 : i32 to f32
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::vector::VectorDialect"];
}

def RelaxFloatsPass : Pass<"syncflow-relax-floats"> {
  let summary = "let reductions inside task bodies be reassociated";
  let description = [{
    Sets reassoc, nsz, contract and arcp on floating-point arithmetic, without which no reduction is vectorized. The result
    stays the same from run to run: the order is fixed when the code is compiled. Casts are left out, and one over a square
    root gets no arcp: processors' estimates of it make NaN of 1/sqrt(0).

    ```mlir
    %s = arith.addf %x, %y : f32   // in a function with syncflow.body or syncflow.loop
    // becomes
    %s = arith.addf %x, %y fastmath<reassoc,nsz,arcp,contract> : f32
    ```
  }];
}

#endif // SYNCFLOW_CONVERSION_HOSTPASSES_TD
