// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// The order of passes, from any phase down to the LLVM dialect. Only Pipelines.cpp orders passes.
#ifndef SYNCFLOW_TRANSFORMS_PIPELINES_H
#define SYNCFLOW_TRANSFORMS_PIPELINES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"

namespace syncflow {

/// What a module holds, in the order of the flow.
enum class Phase {
  declared, ///< Tensors, or tasks on tensors.
  async,    ///< Tasks on buffers.
  placed,   ///< Tasks with streams.
  runtime,  ///< Plans and host code.
};

/// The furthest phase that an op of the module belongs to.
Phase detectPhase(mlir::ModuleOp module);

/// Where a pipeline ends.
enum class StopAfter { async, placed, runtime, end };

struct PipelineOptions : mlir::PassPipelineOptions<PipelineOptions> {
  Option<std::string> devices{*this, "devices",
                              llvm::cl::desc("host devices for a module without a topology: host:N or host:NxCORES"),
                              llvm::cl::init("host:1")};
  Option<int64_t> tiles{*this, "tiles",
                        llvm::cl::desc("row tiles of a large group; 0: one per compute stream of the topology"),
                        llvm::cl::init(0)};
  Option<double> tileThreshold{*this, "tile-threshold",
                               llvm::cl::desc("elementary operations from which a group is split"),
                               llvm::cl::init(2e6)};
  Option<bool> verifyOrder{*this, "verify-order",
                           llvm::cl::desc("prove order and reads-from in the async and in the placed phase"),
                           llvm::cl::init(true)};
  Option<StopAfter> stopAfter{*this, "stop-after", llvm::cl::desc("last phase to reach; default: the LLVM dialect"),
                              llvm::cl::init(StopAfter::end),
                              llvm::cl::values(clEnumValN(StopAfter::async, "async", "tasks on buffers, ordered"),
                                               clEnumValN(StopAfter::placed, "placed", "with devices and streams"),
                                               clEnumValN(StopAfter::runtime, "runtime", "plans and host code"))};
};

/// Upstream programs to what tasks are formed from: linalg on tensors, fused, without unit dimensions.
void buildCleanPipeline(mlir::OpPassManager &pm);

/// Tensors to tasks on buffers.
void buildTaskPipeline(mlir::OpPassManager &pm, const PipelineOptions &options);

/// Order, proof, devices, streams and memory.
void buildPlacementPipeline(mlir::OpPassManager &pm, const PipelineOptions &options);

/// Plans and host code.
void buildRuntimePipeline(mlir::OpPassManager &pm);

/// The runtime phase to the LLVM dialect.
void buildHostCodePipeline(mlir::OpPassManager &pm);

/// Everything that is left for a module in phase `from`.
void buildPipeline(mlir::OpPassManager &pm, const PipelineOptions &options, Phase from = Phase::declared);

/// Registers `syncflow-pipeline`.
void registerPipelines();

} // namespace syncflow

#endif // SYNCFLOW_TRANSFORMS_PIPELINES_H
