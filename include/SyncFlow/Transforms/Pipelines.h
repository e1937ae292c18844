// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// The order of passes, written once (lib/Transforms/Pipelines), with the reason of each place beside it.
#ifndef SYNCFLOW_TRANSFORMS_PIPELINES_H
#define SYNCFLOW_TRANSFORMS_PIPELINES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"

namespace syncflow {

/// What a module holds. Each phase is the input of the passes that make the next one.
enum class Phase {
  declared, ///< Tensors.
  async,    ///< Tasks on buffers.
  placed,   ///< Tasks on streams.
  runtime   ///< Plans and runtime calls.
};

/// The latest phase that something in the module belongs to.
Phase detectPhase(mlir::ModuleOp module);

struct PipelineOptions : mlir::PassPipelineOptions<PipelineOptions> {
  Option<std::string> devices{*this, "devices",
                              llvm::cl::desc("host:N or host:NxC: N host devices of C cores, when the module has no topology"),
                              llvm::cl::init("host:1")};
  Option<int64_t> tiles{*this, "tiles", llvm::cl::desc("row tiles of a large task; 0: one per compute stream of the topology"),
                        llvm::cl::init(0)};
  Option<double> tileThreshold{*this, "tile-threshold", llvm::cl::desc("elementary operations from which a task is tiled"),
                               llvm::cl::init(2e6)};
  Option<std::string> stopAfter{*this, "stop-after", llvm::cl::desc("last phase to make: async, placed or runtime; empty: LLVM dialect"),
                                llvm::cl::init("")};
  Option<bool> verifyOrder{*this, "verify-order", llvm::cl::desc("run syncflow-verify on the async and the placed form"),
                           llvm::cl::init(true)};
};

/// Everything that is left to do for a module of phase `from`, down to the LLVM dialect or to `stopAfter`.
void buildPipeline(mlir::OpPassManager &manager, const PipelineOptions &options, Phase from = Phase::declared);

/// The pieces, in order.
void buildCleanPipeline(mlir::OpPassManager &manager);
void buildTaskPipeline(mlir::OpPassManager &manager, const PipelineOptions &options);
void buildPlacementPipeline(mlir::OpPassManager &manager, const PipelineOptions &options);
void buildRuntimePipeline(mlir::OpPassManager &manager);
void buildHostCodePipeline(mlir::OpPassManager &manager);

/// Registers `syncflow-pipeline`.
void registerPipelines();

} // namespace syncflow

#endif // SYNCFLOW_TRANSFORMS_PIPELINES_H
