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
    `host:N` is N devices of one core, `host:NxC` of C cores each; all share one memory. A module that has a topology
    keeps it. `syncflow-pipeline{devices=host:2}` starts with this pass. Fails on a list that it cannot read; N and C
    are from 1 to 1024.

    ```mlir
    module { }
    // becomes, with devices=host:2x4
    module {
      syncflow.topology @machine {
        syncflow.memory @ram
        syncflow.device @host0 host reaches [@ram] {cores = 4 : i64}
        syncflow.device @host1 host reaches [@ram] {cores = 4 : i64}
      }
    }
    ```
  }];
  let options = [Option<"devices", "devices", "std::string", /*default=*/"\"host:1\"", "host:N or host:NxC">];
  let dependentDialects = ["::syncflow::SyncFlowDialect"];
}

def LowerControlFlowPass : Pass<"syncflow-lower-control-flow"> {
  let summary = "scf.forall and scf.index_switch as straight-line code, loops and branches";
  let description = [{
    An `scf.index_switch` becomes one `scf.if` inside the other, and a choice between whole tensors of open sizes an `scf.if`. The iterations of an `scf.forall` are independent, and tasks are what says so later: each tensor that the iterations share
    is handed from one to the next, and each inserts its slice. Up to `max-unrolled` iterations are written out, so that every
    one has its own tasks on bytes that are known; more of them, or a number that is not known, become `scf.for`. A slice read
    where the iteration inserts is read of the handed tensor, anything else of the tensor as it was before. Fails on a
    combining op that is not `tensor.parallel_insert_slice`.

    ```mlir
    %r = scf.forall (%i) in (2) shared_outs(%o = %t) -> tensor<2x4xf32> {
      %v = func.call @row(%i) : (index) -> tensor<1x4xf32>
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %v into %o[%i, 0] [1, 4] [1, 1] : tensor<1x4xf32> into tensor<2x4xf32>
      }
    }
    // becomes
    %v = func.call @row(%c0) : (index) -> tensor<1x4xf32>
    %0 = tensor.insert_slice %v into %t[%c0, 0] [1, 4] [1, 1] : tensor<1x4xf32> into tensor<2x4xf32>
    %w = func.call @row(%c1) : (index) -> tensor<1x4xf32>
    %r = tensor.insert_slice %w into %0[%c1, 0] [1, 4] [1, 1] : tensor<1x4xf32> into tensor<2x4xf32>
    ```
  }];
  let options = [Option<"maxUnrolled", "max-unrolled", "int64_t", /*default=*/"32", "iterations up to which a forall is written out">];
  let dependentDialects = ["::mlir::tensor::TensorDialect", "::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
}

def LowerTensorOpsPass : Pass<"syncflow-lower-tensor-ops"> {
  let summary = "tensor.concat, pad and friends as fills and insertions";
  let description = [{
    Padding becomes a filled tensor with the source inserted, concatenation a chain of insertions: forms that tasks
    write in place. A softmax becomes its four steps, packing a padding, a reshape and a transpose, `tensor.generate` a
    `linalg.generic`, and the window of a pooling, which has a shape only, a constant. A result that overwrites a slice starts
    from nothing instead, and a load of an `ml_program.global` with a value is that constant. On index values, x * c / c becomes x. Fails on the first op with tensors that no later pass can
    lower: names it and says what to do.

    ```mlir
    %c = tensor.concat dim(0) %a, %b : (tensor<2xf32>, tensor<3xf32>) -> tensor<5xf32>
    // becomes
    %e = tensor.empty() : tensor<5xf32>
    %0 = tensor.insert_slice %a into %e[0] [2] [1] : tensor<2xf32> into tensor<5xf32>
    %c = tensor.insert_slice %b into %0[2] [3] [1] : tensor<3xf32> into tensor<5xf32>
    ```
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect", "::mlir::linalg::LinalgDialect", "::mlir::arith::ArithDialect",
                           "::mlir::ml_program::MLProgramDialect"];
}

def GeneralizeTransposesPass : Pass<"syncflow-generalize-transposes"> {
  let summary = "make linalg.transpose a linalg.generic";
  let description = [{
    Upstream's unit-dimension folding skips named ops, so transposes of unit dimensions would survive it.

    ```mlir
    %t = linalg.transpose ins(%a : tensor<1x8xf32>) outs(%e : tensor<8x1xf32>) permutation = [1, 0]
    // becomes
    %t = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>],
                         iterator_types = ["parallel", "parallel"]}
        ins(%a : tensor<1x8xf32>) outs(%e : tensor<8x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x1xf32>
    ```
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect"];
}

def FoldTransposesPass : Pass<"syncflow-fold-transposes"> {
  let summary = "a transposed operand or result of a contraction becomes part of its indexing map";
  let description = [{
    For an operand behind a transposition p, result i of its map moves to position p[i]; likewise for the output, when
    the contraction starts from a fill, stands in the same block and has no other use. The contraction becomes a
    generic.

    ```mlir
    %t = linalg.transpose ins(%w : tensor<4x8xf32>) outs(%e : tensor<8x4xf32>) permutation = [1, 0]
    %r = linalg.matmul ins(%a, %t : tensor<2x8xf32>, tensor<8x4xf32>) outs(%z : tensor<2x4xf32>) -> tensor<2x4xf32>
    // becomes, with the body of the matmul
    %r = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>,
                                          affine_map<(m, n, k) -> (m, n)>],
                         iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%a, %w : tensor<2x8xf32>, tensor<4x8xf32>) outs(%z : tensor<2x4xf32>) { ... } -> tensor<2x4xf32>
    ```
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect", "::mlir::arith::ArithDialect"];
}

def FuseElementwisePass : Pass<"syncflow-fuse-elementwise"> {
  let summary = "fuse elementwise producers that have one consumer";
  let description = [{
    Never into a contraction or convolution (its inputs would be recomputed once per column) and never by copying work:
    a producer with several consumers, or one that would run more often than it does (in a loop, along a broadcast), is
    fused only when its body is nothing but casts. One that checks something stays.

    ```mlir
    %m = linalg.generic ... ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>) { ... math.exp ... }
    %r = linalg.generic ... ins(%m : tensor<8xf32>) outs(%e : tensor<8xf32>) { ... arith.negf ... }
    // becomes
    %r = linalg.generic ... ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %0 = math.exp %in : f32
      %1 = arith.negf %0 : f32
      linalg.yield %1 : f32
    } -> tensor<8xf32>
    ```
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

    ```mlir
    %r = linalg.matmul ins(%x, %w : tensor<3x8xf32>, tensor<8x64xf32>) outs(%z : tensor<3x64xf32>) -> tensor<3x64xf32>
    // becomes, over maps (m, k), (panel, k, column), (m, panel, column)
    %s = tensor.expand_shape %w [[0], [1, 2]] output_shape [8, 2, 32] : tensor<8x64xf32> into tensor<8x2x32xf32>
    %p = linalg.generic ... ins(%s : tensor<8x2x32xf32>) outs(%e : tensor<2x8x32xf32>) { ... } -> tensor<2x8x32xf32>
    %q = linalg.generic ... ins(%x, %p : tensor<3x8xf32>, tensor<2x8x32xf32>) outs(%f : tensor<3x2x32xf32>) { ... }
        -> tensor<3x2x32xf32>
    %r = tensor.collapse_shape %q [[0], [1, 2]] : tensor<3x2x32xf32> into tensor<3x64xf32>
    ```
  }];
  let options = [Option<"width", "width", "int64_t", /*default=*/"32", "columns of a panel; the kernels' own is 32">];
  let dependentDialects = ["::mlir::linalg::LinalgDialect", "::mlir::tensor::TensorDialect", "::mlir::arith::ArithDialect"];
}

def HoistParametersPass : Pass<"syncflow-hoist-parameters", "::mlir::ModuleOp"> {
  let summary = "compute what depends on parameters alone once, at load";
  let description = [{
    Values that depend on parameters, constants and the rank alone, and cost more than a view, move from the entries to a function
    `__load` that returns them; entries read them back as `ml_program.global`s marked `syncflow.derived = k`, where k is the
    position among the results of `__load`. Fails when there is something to move and the module has
    a `__load` already.

    ```mlir
    %p = linalg.exp ins(%w : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>   // %w: a parameter
    // becomes
    %p = ml_program.global_load_const @__derived_0 : tensor<4xf32>
    ml_program.global private @__derived_0(#extern) : tensor<4xf32> {syncflow.derived = 0 : i64}
    func.func @__load() -> tensor<4xf32> attributes {syncflow.load} {
      %w = ml_program.global_load_const @w : tensor<4xf32>
      %e = tensor.empty() : tensor<4xf32>
      %p = linalg.exp ins(%w : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
      return %p : tensor<4xf32>
    }
    ```
  }];
  let dependentDialects = ["::mlir::ml_program::MLProgramDialect", "::mlir::func::FuncDialect"];
}

def UpdateInPlacePass : Pass<"syncflow-update-in-place", "::mlir::func::FuncOp"> {
  let summary = "loop-carried tensors rebuilt from their own updated slices are updated in place";
  let description = [{
    A tensor that a loop carries, whose next value is put together from slices, each computed elementwise from the same slice
    of the old value (a key-value cache), becomes a chain of insertions into the old value, and readers of a new slice read it
    from there. Bufferization then needs neither memory nor copies for it. Nothing may fold slices of insertions before
    bufferization, so no canonicalization runs in between.

    ```mlir
    %s = tensor.extract_slice %old[1, 0] [1, 4] [1, 1] : tensor<2x4xf32> to tensor<4xf32>
    %f = linalg.generic ... ins(%s : tensor<4xf32>) outs(%e : tensor<4xf32>) { ... } -> tensor<4xf32>
    %new = tensor.insert_slice %f into %row0[1, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<2x4xf32>
    // becomes, where %a is %old with the first row updated
    %s = tensor.extract_slice %a[1, 0] [1, 4] [1, 1] : tensor<2x4xf32> to tensor<4xf32>
    %f = linalg.generic ... outs(%s : tensor<4xf32>) { ... } -> tensor<4xf32>   // reads and writes %s
    %new = tensor.insert_slice %f into %a[1, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<2x4xf32>
    ```
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
}

def FormTasksPass : Pass<"syncflow-form-tasks", "::mlir::func::FuncOp"> {
  let summary = "group tensor ops into tasks and split large groups into row tiles";
  let description = [{
    An op joins the group of its consumers when all of them are in one group and read it row by row, or have no rows,
    like itself; small groups between the same large ones are joined; a group above `tile-threshold` elementary
    operations is split into `tiles` row tiles when all its ops have as many rows. Nothing but fills and constants is
    computed twice. A row dimension is followed through indexing maps and reshapes from the op that starts it.

    A large result that is inserted into a new tensor, or into what a loop carries, is computed in its place there, and the
    insertion stays outside tasks.

    Each task carries `syncflow.flops`, and `syncflow.tile`, `syncflow.tiles` when it is one of several tiles; the first of
    them also `syncflow.model_flops`, what the group's ops come to before they are split.

    ```mlir
    %m = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>) outs(%z : ...) -> tensor<64x64xf32>
    %r = linalg.exp ins(%m : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
    // becomes two tasks with tiles=2 tile-threshold=1000; the first one:
    %o = tensor.extract_slice %all[0, 0] [32, 64] [1, 1] : tensor<64x64xf32> to tensor<32x64xf32>
    %0 = tensor.extract_slice %a[0, 0] [32, 64] [1, 1] : tensor<64x64xf32> to tensor<32x64xf32>
    %t, %token = syncflow.task "matmul0[0/2]" ins(%x = %0 : tensor<32x64xf32>, %y = %b : tensor<64x64xf32>)
        outs(%d = %o : tensor<32x64xf32>)
        attributes {syncflow.flops = 2.641920e+05 : f64, syncflow.model_flops = 5.283840e+05 : f64, syncflow.tile = 0 : i64,
                    syncflow.tiles = 2 : i64} { ... }
    %1 = tensor.insert_slice %t into %all[0, 0] [32, 64] [1, 1] : tensor<32x64xf32> into tensor<64x64xf32>
    ```
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
    call for recursion: calls are inlined. So are a mutable `ml_program.global`, and TOSA ops
    that upstream has no lowering for, with what to write instead. Changes nothing.

    ```mlir
    func.func @main(%x: tensor<4xf80>) {
      return
    }
    // error: argument 0 of entry @main has elements of type 'f80'; entries take f16, bf16, f32, f64, index, i1 and
    // i8 to i64
    ```
  }];
}

def CheckSizesPass : Pass<"syncflow-check-sizes", "::mlir::func::FuncOp"> {
  let summary = "sizes known only at run time are checked to agree";
  let description = [{
    Where an op needs two sizes to be equal, or a slice or a window to lie in its tensor, and the types do not say so, a
    `cf.assert` does; without it the op would read or write memory that is not its own. The sizes are followed back to those of
    the function's arguments, so that what is the same size by construction needs no check, and the others are checked once,
    before anything runs; what stands in a loop or branch is checked there. Memory that a loop carries is the same in every
    round, so its sizes are, too; a size that certainly changes is an error. Sizes that the program computes itself are
    replaced by those that it could have taken from its arguments. The step of a loop is checked to be positive. Offsets and
    sizes that come from data are `syncflow-check-operands`' part.

    ```mlir
    func.func @add(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
      %r = linalg.add ins(%a, %b : tensor<?xf32>, tensor<?xf32>) outs(%a : tensor<?xf32>) -> tensor<?xf32>
    // becomes
      %n = tensor.dim %a, %c0 : tensor<?xf32>
      %m = tensor.dim %b, %c0 : tensor<?xf32>
      %same = arith.cmpi eq, %n, %m : index
      cf.assert %same, "'linalg.add': operand 1 does not have the size in dimension 0 that operand 0 has in dimension 0"
      %r = linalg.add ins(%a, %b : tensor<?xf32>, tensor<?xf32>) outs(%a : tensor<?xf32>) -> tensor<?xf32>
    ```
  }];
  let dependentDialects = ["::mlir::cf::ControlFlowDialect", "::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect",
                           "::mlir::affine::AffineDialect"];
}

def CheckOperandsPass : Pass<"syncflow-check-operands"> {
  let summary = "indices, offsets and divisors that come from data are checked";
  let description = [{
    What is computed from elements of tensors can be anything at run time. Such an index of a `tensor.extract`, such an offset
    of a slice, and such a divisor of an integer division get a check that they are in range, unless the model already has one
    for the index: a `cf.assert` in linalg bodies (`syncflow-hoist-asserts` makes it the status of the task) and between tasks,
    a `syncflow.assert` elsewhere in a task. Without them a wrong token id would read memory that is not the program's, or
    end the process. Indices that are constants or positions of loops are checked unless they are in range for certain. What is
    left, offsets computed of sizes, is `syncflow-check-sizes`' part.
    In a branch of a linalg body the check stands before the branch and holds where that is not taken. Fails where it would
    need what only the branch reads.

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
    In tasks, the condition becomes a tensor of i1 over the dimensions that it depends on, checked by `syncflow.assert`
    before the op runs; what is left of the op is pure and vectorizes. Fails on a check of a result that is still being
    computed.

    ```mlir
    %r = linalg.generic ... ins(%ids : tensor<4xindex>) ... { ... cf.assert %ok, "out of range" ... }
    // becomes
    %c = linalg.generic ... ins(%ids : tensor<4xindex>) outs(%e : tensor<4xi1>) {
    ^bb0(%k: index, %out: i1):
      %ok = arith.cmpi ult, %k, %c10 : index
      linalg.yield %ok : i1
    } -> tensor<4xi1>
    syncflow.assert %c, "out of range" : tensor<4xi1>
    %r = linalg.generic ... ins(%ids : tensor<4xindex>) outs(%o : tensor<4xf32>) { ... }
    ```
  }];
  let dependentDialects = ["::syncflow::SyncFlowDialect", "::mlir::tensor::TensorDialect", "::mlir::linalg::LinalgDialect"];
}

def UnshareInitsPass : Pass<"syncflow-unshare-inits"> {
  let summary = "one tensor.empty and one fill per use";
  let description = [{
    Shared destinations make bufferization reuse one buffer for values that tasks hold at the same time. Runs after the
    last cse.

    ```mlir
    %e = tensor.empty() : tensor<4xf32>
    %r, %t = syncflow.task "a" ins(%x = %a : tensor<4xf32>) outs(%y = %e : tensor<4xf32>) { ... }
    %s, %u = syncflow.task "b" ins(%x = %b : tensor<4xf32>) outs(%y = %e : tensor<4xf32>) { ... }
    // becomes
    %e = tensor.empty() : tensor<4xf32>
    %f = tensor.empty() : tensor<4xf32>
    %r, %t = syncflow.task "a" ins(%x = %a : tensor<4xf32>) outs(%y = %f : tensor<4xf32>) { ... }
    %s, %u = syncflow.task "b" ins(%x = %b : tensor<4xf32>) outs(%y = %e : tensor<4xf32>) { ... }
    ```
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect", "::mlir::linalg::LinalgDialect"];
}

def AllocateInitsPass : Pass<"syncflow-allocate-inits"> {
  let summary = "tensor.empty becomes bufferization.alloc_tensor, and nothing else changes";
  let description = [{
    Upstream's `empty-tensor-to-alloc-tensor` folds what it passes by: a slice of an insertion at the same place would become
    what was inserted, and bufferization would then copy what an update in place had just avoided to copy.

    ```mlir
    %e = tensor.empty() : tensor<4xf32>
    // becomes
    %e = bufferization.alloc_tensor() : tensor<4xf32>
    ```
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect"];
}

def BindParametersPass : Pass<"syncflow-bind-parameters", "::mlir::ModuleOp"> {
  let summary = "parameters become read-only memory, before bufferization";
  let description = [{
    An extern `ml_program.global` becomes an uninitialized `memref.global` that carries `syncflow.parameter = k`, its
    position among the parameters of the module, or keeps `syncflow.derived = k`; its loads become read-only tensors
    over that memory. Tensor arguments of functions are marked as not writable. Tensor constants get the globals that
    bufferization would make for them, in the order of the text: what is compiled is the same from run to run. Fails on an extern of dynamic shape, and
    on one that something else than `ml_program.global_load_const` uses.

    ```mlir
    ml_program.global private @w(#ml_program.extern : tensor<4x8xf32>) : tensor<4x8xf32>
    %w = ml_program.global_load_const @w : tensor<4x8xf32>
    // becomes
    memref.global "private" @w : memref<4x8xf32> = uninitialized {syncflow.parameter = 0 : i64}
    %m = memref.get_global @w : memref<4x8xf32>
    %w = bufferization.to_tensor %m restrict : memref<4x8xf32> to tensor<4x8xf32>
    ```
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect", "::mlir::bufferization::BufferizationDialect"];
}

def BuffersFromAllocsPass : Pass<"syncflow-buffers-from-allocs", "::mlir::func::FuncOp"> {
  let summary = "turn what bufferization left between tasks into buffers and copy tasks";
  let description = [{
    Between tasks, `memref.alloc` becomes `syncflow.buffer`, `memref.copy` and linalg on buffers become tasks. An
    allocation inside a task becomes a buffer that only this task writes; the static ones of a task share one over time.
    Memory that an scf.for or scf.while carries is the same in every round, and what an scf.if gives is memory that both
    branches fill. Results of the function become outputs of the entry
    (`syncflow.rt.output`), written in place where the buffer or a reshape of it allows, else through a copy task. Fails
    on an allocation whose size only the task knows, and on tensors whose sizes are not known before the branch that gives
    them or before the scf.while whose condition passes them on.

    ```mlir
    %m = memref.alloc() : memref<8xf32>   // what "exp" writes
    %n = memref.alloc() : memref<8xf32>   // what the function returns
    memref.copy %m, %n : memref<8xf32> to memref<8xf32>
    // becomes
    %m = syncflow.buffer() : memref<8xf32>
    %n = syncflow.rt.output 0() : memref<8xf32>
    %t = syncflow.task "copy" ins(%x = %m : memref<8xf32>) outs(%y = %n : memref<8xf32>) {
      memref.copy %x, %y : memref<8xf32> to memref<8xf32>
      syncflow.yield
    }
    ```
  }];
  let dependentDialects = ["::syncflow::SyncFlowDialect", "::mlir::memref::MemRefDialect", "::mlir::linalg::LinalgDialect"];
}

#endif // SYNCFLOW_TRANSFORMS_TASKPASSES_TD
