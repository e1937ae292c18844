// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#include "SyncFlow/Transforms/Pipelines.h"

#include "SyncFlow/Conversion/Passes.h"
#include "SyncFlow/Transforms/Passes.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Conversion/TosaToArith/TosaToArith.h"
#include "mlir/Conversion/TosaToLinalg/TosaToLinalg.h"
#include "mlir/Conversion/TosaToSCF/TosaToSCF.h"
#include "mlir/Conversion/TosaToTensor/TosaToTensor.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/Tosa/Transforms/Passes.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace syncflow;

Phase syncflow::detectPhase(ModuleOp module) {
  Phase phase = Phase::declared;
  module.walk([&](Operation *op) {
    auto reach = [&](Phase p) { phase = std::max(phase, p); };
    if (isa<RTPlanOp, RTLaunchOp>(op))
      reach(Phase::runtime);
    else if (auto async = dyn_cast<AsyncOpInterface>(op)) {
      bool buffers = llvm::none_of(op->getOperandTypes(), llvm::IsaPred<TensorType>);
      if (buffers && op->getNumResults() == 1)
        reach(async.getQueue() ? Phase::placed : Phase::async);
    }
  });
  return phase;
}

void syncflow::buildCleanPipeline(OpPassManager &pm) {
  pm.addPass(createCheckEntriesPass());
  pm.addPass(createLiftControlFlowToSCFPass());
  pm.addPass(createConvertShardToSyncFlowPass());
  // One straight line: calls would hide which rows and which weights meet.
  pm.addPass(createInlinerPass());
  pm.addPass(createSymbolDCEPass());
  pm.addPass(createLowerControlFlowPass());
  // TOSA and elementwise arith on tensors become linalg; nothing happens where there is none.
  pm.addPass(createTosaToSCFPass());
  pm.addNestedPass<func::FuncOp>(tosa::createTosaOptionalDecompositionsPass());
  pm.addNestedPass<func::FuncOp>(tosa::createTosaToLinalgNamed());
  pm.addNestedPass<func::FuncOp>(tosa::createTosaToLinalg());
  TosaToArithPassOptions scaling;
  scaling.includeApplyRescale = true; // Of quantized programs.
  pm.addNestedPass<func::FuncOp>(createTosaToArithPass(scaling));
  pm.addNestedPass<func::FuncOp>(createTosaToTensorPass());
  pm.addPass(createConvertElementwiseToLinalgPass());
  pm.addPass(createLowerTensorOpsPass());
  // Exporters ask whether sizes are negative.
  pm.addPass(arith::createIntRangeOptimizationsPass());
  // Before canonicalization, which drops casts.
  pm.addNestedPass<func::FuncOp>(createCheckSizesPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  // Unit dimensions stand in the way of everything below; named transposes would be skipped (see the pass).
  pm.addPass(createGeneralizeTransposesPass());
  pm.addPass(createLinalgFoldUnitExtentDimsPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  // Transposes first: an elementwise op behind a transpose would otherwise fuse with it and hide the contraction.
  pm.addPass(createFoldTransposesPass());
  pm.addPass(createFuseElementwisePass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
}

void syncflow::buildTaskPipeline(OpPassManager &pm, const PipelineOptions &options) {
  // Before hoisting: packing is parameter work.
  pm.addNestedPass<func::FuncOp>(createPackWeightsPass());
  pm.addPass(createHoistParametersPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  pm.addNestedPass<func::FuncOp>(createUpdateInPlacePass());
  FormTasksPassOptions form;
  form.tiles = options.tiles;
  form.tileThreshold = options.tileThreshold;
  pm.addNestedPass<func::FuncOp>(createFormTasksPass(form));
  // No canonicalization: it would fold the slices of insertions that updates in place are made of.
  pm.addPass(createCSEPass());
  pm.addPass(createCheckOperandsPass());
  // Checks leave the bodies after fusion, which would have copied them.
  pm.addPass(createHoistAssertsPass());
  // After the last cse: shared destinations would be shared memory.
  pm.addPass(createUnshareInitsPass());
  pm.addPass(createBindParametersPass());
  pm.addPass(createAllocateInitsPass());
  bufferization::OneShotBufferizePassOptions bufferize;
  bufferize.bufferizeFunctionBoundaries = true;
  bufferize.functionBoundaryTypeConversion = bufferization::LayoutMapOption::IdentityLayoutMap;
  bufferize.allowReturnAllocsFromLoops = true;
  pm.addPass(bufferization::createOneShotBufferizePass(bufferize));
  // Twice around cse: only then do copies onto themselves vanish.
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  pm.addPass(createCanonicalizerPass());
  pm.addNestedPass<func::FuncOp>(createBuffersFromAllocsPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
}

/// What holds of every placed program, ours or a user's.
static void buildPlacedCheck(OpPassManager &pm, const PipelineOptions &options) {
  GuardOptions guard;
  guard.phase = "placed";
  pm.addPass(createGuard(guard));
  if (options.verifyOrder)
    pm.addPass(createVerify());
}

void syncflow::buildPlacementPipeline(OpPassManager &pm, const PipelineOptions &options) {
  pm.addPass(createInferContracts());
  // The naive right form first, thinned afterwards.
  pm.addPass(createMaterializeSyncs());
  pm.addPass(createReduceSyncs());
  GuardOptions guard;
  guard.phase = "async";
  pm.addPass(createGuard(guard));
  if (options.verifyOrder)
    pm.addPass(createVerify());
  if (options.stopAfter == StopAfter::async)
    return;
  pm.addPass(createPlace());
  pm.addPass(createInsertTransfers());
  pm.addPass(createAssignStreams());
  // Only now is it known which tokens a stream's own order covers.
  pm.addPass(createElideWaits());
  // Reuse of bytes follows the final order and adds nothing to it.
  pm.addPass(createPlanArena());
  pm.addPass(createElideHostWaits());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  buildPlacedCheck(pm, options);
}

void syncflow::buildRuntimePipeline(OpPassManager &pm) {
  pm.addPass(createConvertSyncFlowToRTPass());
  GuardOptions guard;
  guard.phase = "runtime";
  pm.addPass(createGuard(guard));
}

void syncflow::buildHostCodePipeline(OpPassManager &pm) {
  // Contractions and convolutions leave before loops are made of the rest.
  pm.addPass(createContractionsToKernelsPass());
  pm.addPass(createConvolutionsToKernelsPass());
  // While operands are still known as a whole: the loops to come say nothing about aliasing.
  pm.addPass(createOutlineLoopsPass());
  pm.addNestedPass<func::FuncOp>(createConvertLinalgToLoopsPass());
  // Few processors compute in bf16, and none of the libraries that we link has the helpers that LLVM would call.
  arith::ArithEmulateUnsupportedFloatsOptions narrow;
  narrow.sourceTypeStrs = {"bf16"};
  narrow.targetTypeStr = "f32";
  pm.addPass(arith::createArithEmulateUnsupportedFloats(narrow));
  pm.addPass(math::createMathExtendToSupportedTypes());
  // Flags before the approximation, which copies them, and after it, for the ops it made.
  pm.addPass(createRelaxFloatsPass());
  pm.addNestedPass<func::FuncOp>(math::createMathExpandOpsPass({{"fpowi"}}));
  pm.addPass(createExpandMathPass());
  pm.addPass(createApproximateMathPass());
  pm.addPass(createRelaxFloatsPass());
  // After the approximation, which makes some of what this lowers.
  pm.addPass(createExpandArithPass());
  // Integer powers become functions.
  pm.addPass(createConvertMathToFuncs());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  buildLowerToLLVMPipeline(pm);
}

void syncflow::buildPipeline(OpPassManager &pm, const PipelineOptions &options, Phase from) {
  AddTopologyPassOptions topology;
  topology.devices = options.devices;
  pm.addPass(createAddTopologyPass(topology));
  if (from == Phase::declared) {
    buildCleanPipeline(pm);
    buildTaskPipeline(pm, options);
  }
  if (from <= Phase::async)
    buildPlacementPipeline(pm, options);
  if (from == Phase::placed) {
    pm.addPass(createPlanArena());
    buildPlacedCheck(pm, options);
  }
  if (options.stopAfter == StopAfter::async || options.stopAfter == StopAfter::placed)
    return;
  if (from <= Phase::placed)
    buildRuntimePipeline(pm);
  if (options.stopAfter == StopAfter::runtime)
    return;
  buildHostCodePipeline(pm);
}

void syncflow::registerPipelines() {
  PassPipelineRegistration<PipelineOptions>("convert-linalg-to-syncflow",
                                            "Tensor programs (linalg, tosa, scf, shard) to tasks on buffers",
                                            [](OpPassManager &pm, const PipelineOptions &options) {
                                              buildCleanPipeline(pm);
                                              buildTaskPipeline(pm, options);
                                            });
  PassPipelineRegistration<PipelineOptions>(
      "syncflow-pipeline", "Everything from tensors to the LLVM dialect: tasks, order, placement, plans, host code",
      [](OpPassManager &pm, const PipelineOptions &options) { buildPipeline(pm, options); });
}
