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
    of the host becomes `rt.wait`, unless only the return follows: then the caller waits.

    Assumes what `syncflow-guard{phase=placed}` checks. Declines a collective on memory that is not contiguous.
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

    Assumes SPMD form. `shard.shard` and `shard.sharding` are errors that ask for it; so are roots known only at run time,
    `shard.shift` and `shard.update_halo`.

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
    result right before it is dropped: the call overwrites. Others stay for loops.
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
  }];
  let dependentDialects = ["::mlir::func::FuncDialect", "::mlir::memref::MemRefDialect", "::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect"];
}

def KeepOuterLoopsPass : Pass<"syncflow-keep-outer-loops"> {
  let summary = "loops around loops are not unrolled";
  let description = [{
    Marks every scf.for that holds another one with `llvm.loop_annotation`: the optimizer would unroll nests of short loops
    completely, into blocks of thousands of instructions that take seconds to schedule and run no faster.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def OutlineLoopsPass : Pass<"syncflow-outline-loops", "::mlir::ModuleOp"> {
  let summary = "one function for each loop nest of a task body";
  let description = [{
    Moves every linalg op and copy of a task body into a private function (`syncflow.loop`) and marks the memrefs that
    nothing else overlaps as noalias. Intermediates of a body are views into one scratch buffer that they share over time;
    inside one function the optimizer has to assume that they overlap, and reductions into such memory are not vectorized.
    The analysis of ranges knows better for the operands of a single op. Equal loops share a function.

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
    Upstream's polynomial approximations, for f32, inside task bodies (exp: relative error 8e-8; erf: absolute 2.4e-7;
    measured, docs/Rationale/CPUCode.md). f64 calls libm.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect", "::mlir::vector::VectorDialect"];
}

def ExpandArithPass : Pass<"syncflow-expand-arith"> {
  let summary = "arithmetic that has no good LLVM counterpart";
  let description = [{
    Rounding integer divisions become plain ones, and conversions from and to bf16 integer arithmetic: few processors have
    them, and the helper functions for the others are in no library that we link. Unlike upstream's `arith-expand`, maxima
    and minima stay: LLVM vectorizes a reduction by its own intrinsic, not one by compare and select.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::vector::VectorDialect"];
}

def RelaxFloatsPass : Pass<"syncflow-relax-floats"> {
  let summary = "let reductions inside task bodies be reassociated";
  let description = [{
    Sets reassoc, nsz, contract and arcp on floating-point arithmetic, without which no reduction is vectorized. The result
    stays the same from run to run: the order is fixed when the code is compiled. Casts are left out.
  }];
}

#endif // SYNCFLOW_CONVERSION_HOSTPASSES_TD
