// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Passes that form tasks: clean tensor programs, hoist what depends on parameters alone, group, tile, and give the
// bufferized tasks their memory.
#ifndef SYNCFLOW_TRANSFORMS_TASKPASSES_TD
#define SYNCFLOW_TRANSFORMS_TASKPASSES_TD

include "mlir/Pass/PassBase.td"

def AddTopologyPass : Pass<"syncflow-add-topology", "::mlir::ModuleOp"> {
  let summary = "add a topology of host devices to a module that has none";
  let description = [{
    `host:N` is N devices of one core, `host:NxC` of C cores each; all share one memory. A module that has a topology keeps
    it. `syncflow-pipeline{devices=host:2}` starts with this pass.
  }];
  let options = [Option<"devices", "devices", "std::string", /*default=*/"\"host:1\"", "host:N or host:NxC">];
  let dependentDialects = ["::syncflow::SyncFlowDialect"];
}

def LowerTensorOpsPass : Pass<"syncflow-lower-tensor-ops"> {
  let summary = "tensor.concat, pad and friends as fills and insertions";
  let description = [{
    Padding becomes a filled tensor with the source inserted, concatenation a chain of insertions: forms that tasks write in
    place. On index values, x * c / c becomes x. Ops with tensors that no later pass can lower are errors that name the op and
    say what to do.
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect", "::mlir::linalg::LinalgDialect"];
}

def GeneralizeTransposesPass : Pass<"syncflow-generalize-transposes"> {
  let summary = "make linalg.transpose a linalg.generic";
  let description = [{
    Upstream's unit-dimension folding skips named ops, so transposes of unit dimensions would survive it.
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect"];
}

def FoldTransposesPass : Pass<"syncflow-fold-transposes"> {
  let summary = "a transposed operand or result of a contraction becomes part of its indexing map";
  let description = [{
    For an operand behind a transposition p, result i of its map moves to position p[i]; likewise for the output. A
    contraction that then no longer fits its name becomes a generic.

    ```mlir
    %t = linalg.transpose ins(%w : tensor<4x8xf32>) outs(%e : tensor<8x4xf32>) permutation = [1, 0]
    %r = linalg.matmul ins(%a, %t : ...) outs(%z : ...)
    // becomes a contraction of %a and %w over maps (m, k), (n, k), (m, n)
    ```
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect", "::mlir::arith::ArithDialect"];
}

def FuseElementwisePass : Pass<"syncflow-fuse-elementwise"> {
  let summary = "fuse elementwise producers that have one consumer";
  let description = [{
    Never into a contraction (its inputs would be recomputed once per column) and never by copying work: a producer with
    several consumers is fused only when its body is nothing but casts.
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect", "::mlir::arith::ArithDialect"];
}

def PackWeightsPass : Pass<"syncflow-pack-weights", "::mlir::func::FuncOp"> {
  let summary = "lay out parameters of matmuls in column panels";
  let description = [{
    A contraction of f32 with one row, one column and one inner dimension that starts from a fill, and whose right-hand side is
    a parameter, a constant, or a view of one at a constant place, reads it in panels of `width` columns,
    [n / width][k][width], so that a kernel streams it. The packing depends on parameters alone and is hoisted to the load
    function. Column counts that `width` does not divide are left alone. Fails on a `width` that is not positive.
  }];
  let options = [Option<"width", "width", "int64_t", /*default=*/"32", "columns of a panel; the kernels' own is 32">];
  let dependentDialects = ["::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect", "::mlir::arith::ArithDialect"];
}

def HoistParametersPass : Pass<"syncflow-hoist-parameters", "::mlir::ModuleOp"> {
  let summary = "compute what depends on parameters alone once, at load";
  let description = [{
    Values that depend on parameters, constants and the rank alone, and cost more than a view, move from the entries to a function
    `__load` that returns them; entries read them back as `ml_program.global`s marked `syncflow.derived = k`, where k is the
    position among the results of `__load`.
  }];
  let dependentDialects = ["::mlir::ml_program::MLProgramDialect", "::mlir::func::FuncDialect"];
}

def UpdateInPlacePass : Pass<"syncflow-update-in-place", "::mlir::func::FuncOp"> {
  let summary = "loop-carried tensors rebuilt from their own updated slices are updated in place";
  let description = [{
    A tensor that a loop carries, whose next value is put together from slices, each computed elementwise from the same slice
    of the old value (a key-value cache), becomes a chain of insertions into the old value, and readers of a new slice read it
    from there. Bufferization then needs neither memory nor copies for it. Nothing may fold slices of insertions before
    bufferization, so only cse runs in between.

    ```mlir
    // %new = expand(insert(f(slice %old, 1), insert(f(slice %old, 0), empty)))   becomes
    // %a = insert(f(slice %old, 0), %old); %new = insert(f(slice %a, 1), %a)
    ```
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
}

def FormTasksPass : Pass<"syncflow-form-tasks", "::mlir::func::FuncOp"> {
  let summary = "group tensor ops into tasks and split large groups into row tiles";
  let description = [{
    An op joins the group of its consumers when all of them are in one group and read it row by row; small groups between
    the same large ones are joined; a group above `tile-threshold` elementary operations is split into `tiles` row tiles.
    Nothing is computed twice. A row dimension is followed through indexing maps and reshapes from the op that starts it.

    Each task carries `syncflow.flops`, and `syncflow.tile`, `syncflow.tiles` when it is one of several tiles. The function
    carries `syncflow.model_flops`, counted before anything is split.
  }];
  let options = [
    Option<"tiles", "tiles", "int64_t", /*default=*/"0", "row tiles of a large group; 0: one per compute stream of the topology">,
    Option<"tileThreshold", "tile-threshold", "double", /*default=*/"2e6", "elementary operations from which a group is split">,
    Option<"tinyThreshold", "tiny-threshold", "double", /*default=*/"65536", "elementary operations below which a group is small">];
  let dependentDialects = ["::syncflow::SyncFlowDialect", "::mlir::tensor::TensorDialect", "::mlir::linalg::LinalgDialect"];
}

def CheckEntriesPass : Pass<"syncflow-check-entries", "::mlir::ModuleOp"> {
  let summary = "name what no later pass can take";
  let description = [{
    Errors at the function for public functions with arguments or results of element types that cannot cross an entry, and at the
    call for recursion: calls are inlined. Changes nothing.
  }];
}

def CheckOperandsPass : Pass<"syncflow-check-operands"> {
  let summary = "indices, offsets and divisors that come from data are checked";
  let description = [{
    What is computed from elements of tensors can be anything at run time. Such an index of a `tensor.extract`, such an offset
    of a slice, and such a divisor of an integer division get a check that they are in range, unless the model already has one
    for the index: a `cf.assert` in linalg bodies (`syncflow-hoist-asserts` makes it the status of the task) and between tasks,
    a `syncflow.assert` elsewhere in a task. Without them a wrong token id would read memory that is not the program's, or
    end the process. Constants, loop positions, sizes and the rank are taken to be right, as in the program's own shapes.

    ```mlir
    %i = arith.index_cast %id : i64 to index       // %id: an element of an input
    %v = tensor.extract %table[%i] : tensor<8xf32>
    // becomes
    %inside = arith.cmpi ult, %i, %c8 : index
    cf.assert %inside, "index out of range of dimension 0 of size 8"
    %v = tensor.extract %table[%i] : tensor<8xf32>
    ```
  }];
  let dependentDialects = ["::mlir::cf::ControlFlowDialect", "::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect"];
}

def HoistAssertsPass : Pass<"syncflow-hoist-asserts"> {
  let summary = "move cf.assert out of linalg bodies";
  let description = [{
    The condition becomes a tensor of i1 over the dimensions that it depends on, checked by `syncflow.assert` before the
    op runs; what is left of the op is pure and vectorizes.
  }];
  let dependentDialects = ["::syncflow::SyncFlowDialect", "::mlir::tensor::TensorDialect", "::mlir::linalg::LinalgDialect"];
}

def UnshareInitsPass : Pass<"syncflow-unshare-inits"> {
  let summary = "one tensor.empty and one fill per use";
  let description = [{
    Shared destinations make bufferization reuse one buffer for values that tasks hold at the same time. Runs after the last cse.
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect", "::mlir::linalg::LinalgDialect"];
}

def BindParametersPass : Pass<"syncflow-bind-parameters", "::mlir::ModuleOp"> {
  let summary = "parameters become read-only memory, before bufferization";
  let description = [{
    An extern `ml_program.global` becomes an uninitialized `memref.global` that carries `syncflow.parameter = k`, its position
    among the parameters of the module, or keeps `syncflow.derived = k`; its loads become read-only tensors over that memory.
    Arguments of entries are marked as not writable. An extern of dynamic shape is an error.
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect", "::mlir::bufferization::BufferizationDialect"];
}

def BuffersFromAllocsPass : Pass<"syncflow-buffers-from-allocs", "::mlir::func::FuncOp"> {
  let summary = "turn what bufferization left between tasks into buffers and copy tasks";
  let description = [{
    Between tasks, `memref.alloc` becomes `syncflow.buffer`, `memref.copy` and linalg on buffers become tasks. An allocation
    inside a task becomes a buffer that only this task writes. Results of the function become outputs of the entry
    (`syncflow.rt.output`), written in place where the buffer or a reshape of it allows, else through a copy task.
  }];
  let dependentDialects = ["::syncflow::SyncFlowDialect", "::mlir::memref::MemRefDialect", "::mlir::linalg::LinalgDialect"];
}

#endif // SYNCFLOW_TRANSFORMS_TASKPASSES_TD
