// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Guards of the phase boundaries.
#include "SyncFlow/Transforms/Passes.h"

#include "SyncFlow/Dialect/SyncFlow/Analysis/CostModel.h"
#include "SyncFlow/Dialect/SyncFlow/Analysis/MemoryHomes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include <optional>

namespace syncflow {
#define GEN_PASS_DEF_GUARD
#include "SyncFlow/Transforms/Passes.h.inc"
} // namespace syncflow

using namespace mlir;
using namespace syncflow;

static bool hasTensor(TypeRange types) { return llvm::any_of(types, llvm::IsaPred<TensorType>); }

/// Runtime ops are the syncflow ops whose name says so; one test for all of them, present and future.
static bool isRuntimeOp(Operation *op) { return op->getName().stripDialect().starts_with("rt."); }

/// Applies `check` to every op of the module outside task bodies (the task ops themselves included).
template <typename CheckT> static LogicalResult outsideTasks(ModuleOp module, CheckT check) {
  WalkResult result = module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (failed(check(op)))
      return WalkResult::interrupt();
    return isa<TaskOp>(op) ? WalkResult::skip() : WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

//===-- declared --------------------------------------------------------------------------------------------------===//

static LogicalResult checkDeclared(Operation *op) {
  if (auto async = dyn_cast<AsyncOpInterface>(op); async && async.getQueue())
    return op->emitOpError() << "has a stream in the declared phase: streams are chosen by syncflow-place and "
                                "syncflow-assign-streams; a program that names its own enters at the placed phase";
  if (isa<memref::AllocOp, memref::AllocaOp, memref::DeallocOp>(op))
    return op->emitOpError() << "manages memory in the declared phase: use tensors, or syncflow.buffer between tasks";
  return success();
}

//===-- async -----------------------------------------------------------------------------------------------------===//

static bool isAllowedBetweenTasks(Operation *op) {
  if (isa<SyncFlowDialect>(op->getDialect()))
    return !isRuntimeOp(op) || isa<RTInputOp, RTOutputOp, RTParameterOp>(op); // Memory of the caller is bound early.
  if (isa<arith::ArithDialect, affine::AffineDialect, scf::SCFDialect, func::FuncDialect, math::MathDialect,
          cf::ControlFlowDialect, index::IndexDialect, ub::UBDialect>(op->getDialect()))
    return true;
  // Parameters keep their ml_program form beside the memref globals that stand for them.
  if (isa<ml_program::GlobalOp, memref::GlobalOp, memref::GetGlobalOp, memref::DimOp, memref::RankOp, memref::LoadOp,
          memref::StoreOp, memref::ExtractStridedMetadataOp, memref::ExtractAlignedPointerAsIndexOp,
          memref::AssumeAlignmentOp, ModuleOp>(op))
    return true;
  return isa<memref::MemRefDialect>(op->getDialect()) && isa<ViewLikeOpInterface>(op);
}

static LogicalResult checkAsync(Operation *op) {
  if (isa<ModuleOp, ml_program::GlobalOp>(op))
    return success();
  if (hasTensor(op->getOperandTypes()) || hasTensor(op->getResultTypes()))
    return op->emitOpError() << "works on tensors after bufferization: make it a task before one-shot-bufferize runs";
  if (auto function = dyn_cast<FunctionOpInterface>(op);
      function && (hasTensor(function.getArgumentTypes()) || hasTensor(function.getResultTypes())))
    return op->emitOpError() << "has tensors in its signature: bufferize function boundaries too";
  if (isa<memref::AllocOp, memref::AllocaOp>(op))
    return op->emitOpError() << "allocates memory between tasks: use syncflow.buffer, whose lifetime follows tokens";
  if (isa<memref::DeallocOp>(op))
    return op->emitOpError()
           << "frees memory when the host comes to it, not when the tasks that use it are done: remove it, "
              "syncflow-plan-arena sees to lifetimes";
  if (isa<memref::CopyOp>(op))
    return op->emitOpError() << "copies between tasks without a token: make it a task or a syncflow.transfer";
  if (isAllowedBetweenTasks(op))
    return success();
  return op->emitOpError() << "cannot stand between tasks: put it into a task (convert-linalg-to-syncflow "
                              "forms them), or lower it before";
}

//===-- placed ----------------------------------------------------------------------------------------------------===//

static LogicalResult checkPlacedFunction(FunctionOpInterface function) {
  RangeAnalysis ranges;
  std::optional<MemoryHomes> homes;
  WalkResult result = function.walk<WalkOrder::PreOrder>([&](AsyncOpInterface op) {
    if (op->hasAttr(deviceAttrName) || op->hasAttr(laneAttrName)) {
      op->emitOpError() << "still carries a place: run syncflow-assign-streams";
      return WalkResult::interrupt();
    }
    if (!op.getQueue()) {
      op->emitOpError() << "has no stream: run syncflow-place and syncflow-assign-streams";
      return WalkResult::interrupt();
    }
    DeviceOp device = deviceOf(op);
    if (!device) // A stream from outside: whoever made it answers for it.
      return WalkResult::skip();
    if (!homes)
      homes.emplace(function, *cast<TopologyOp>(device->getParentOp()).getBody().getOps<DeviceOp>().begin());
    if (Value memref = homes->unreachable(op, device)) {
      InFlightDiagnostic d = op->emitOpError()
                             << "runs on @" << device.getSymName() << ", which does not reach the memory of "
                             << RangeAnalysis::describeBase(ranges.get(memref))
                             << ": put a syncflow.transfer into memory of that device before it";
      return WalkResult::interrupt();
    }
    homes->touch(op, device);
    return WalkResult::skip();
  });
  return failure(result.wasInterrupted());
}

//===-- runtime ---------------------------------------------------------------------------------------------------===//

static LogicalResult checkRuntime(Operation *op) {
  if (!isa<SyncFlowDialect>(op->getDialect()) || isRuntimeOp(op) ||
      isa<TopologyOp, DeviceOp, MemoryOp, LinkOp, GroupOp, RankOp, AssertOp>(op))
    return success();
  return op->emitOpError()
         << "is left in the runtime phase: run convert-syncflow-to-rt, which turns tasks into plans and "
            "waits into launches";
}

namespace {

struct GuardPass : syncflow::impl::GuardBase<GuardPass> {
  using GuardBase::GuardBase;

  LogicalResult check(ModuleOp module) {
    if (phase == "declared")
      return outsideTasks(module, checkDeclared);
    if (phase == "async")
      return outsideTasks(module, checkAsync);
    if (phase == "runtime")
      return outsideTasks(module, checkRuntime);
    if (phase != "placed")
      return module.emitError() << "syncflow-guard: unknown phase '" << phase
                                << "' (there are: declared, async, placed, runtime)";
    if (failed(outsideTasks(module, checkAsync)))
      return failure();
    WalkResult result = module.walk([&](FunctionOpInterface function) {
      return failed(checkPlacedFunction(function)) ? WalkResult::interrupt() : WalkResult::advance();
    });
    return failure(result.wasInterrupted());
  }

  void runOnOperation() override {
    if (failed(check(getOperation())))
      signalPassFailure();
  }
};

} // namespace
