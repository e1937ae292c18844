// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// From the runtime phase to the LLVM dialect.
#include "SyncFlow/Conversion/Passes.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;

void syncflow::buildLowerToLLVMPipeline(OpPassManager &manager) {
  // While there are still loops to make of them.
  manager.addPass(createExpandCopiesPass());
  // Transfers of more than one dimension become loops, which have to be there before loops become branches.
  manager.addNestedPass<func::FuncOp>(createConvertVectorToSCFPass());
  manager.addPass(createExpandShapesPass());
  // Views become arithmetic on offsets, in affine.apply; then that becomes arith.
  manager.addPass(memref::createExpandStridedMetadataPass());
  manager.addPass(createLowerAffinePass());
  // Copies and vectors have become loops as well by now.
  manager.addPass(createKeepOuterLoopsPass());
  // A failing runtime call branches out of the entry, which needs a function without nested regions.
  manager.addPass(createSCFToControlFlowPass());
  // Functions, plans and metadata. Everything after it sees llvm.func and memrefs.
  manager.addPass(createConvertSyncFlowRTToLLVMPass());
  // Vectors before the general conversion: this pass also unrolls contractions and reductions.
  manager.addNestedPass<LLVM::LLVMFuncOp>(createVectorsToLLVMPass());
  // What LLVM has an intrinsic for comes before what only the math library has.
  manager.addPass(createConvertMathToLLVMPass());
  manager.addPass(createConvertMathToLibmPass());
  manager.addPass(createConvertToLLVMPass());
  manager.addPass(createReconcileUnrealizedCastsPass());
  // Where something was left over, say what.
  manager.addPass(createCheckLoweredPass());
}
