// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#include "PlanBuilder.h"
#include "RegionTokens.h"

#include "SyncFlow/Conversion/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace syncflow {
#define GEN_PASS_DEF_CONVERTSYNCFLOWTORTPASS
#include "SyncFlow/Conversion/HostPasses.h.inc"
} // namespace syncflow

using namespace mlir;
using namespace syncflow;

namespace {

/// Host ops at which everything launched before has to be complete.
bool isBoundary(Operation *op) {
  if (isa<AsyncOpInterface, JoinOp>(op) || op->hasTrait<OpTrait::IsTerminator>())
    return false;
  if (auto wait = dyn_cast<WaitOp>(op))
    return !wait.getStream();
  return op->getNumRegions() || !(isMemoryEffectFree(op) || isa<RTOutputOp, RTArenaOp>(op));
}

struct ConvertSyncFlowToRTPass : syncflow::impl::ConvertSyncFlowToRTPassBase<ConvertSyncFlowToRTPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    bodies.emplace(module);
    costs.emplace(findTopology(module, ""));
    SmallVector<func::FuncOp> entries;
    for (auto function : module.getOps<func::FuncOp>())
      if (!function.isExternal() && !function->hasAttr("syncflow.body"))
        entries.push_back(function);
    for (func::FuncOp function : entries)
      if (failed(convert(function)))
        return signalPassFailure();
    if (failed(describeModule(module)))
      signalPassFailure();
  }

private:
  LogicalResult convert(func::FuncOp function) {
    if (!llvm::hasSingleElement(function.getBody()))
      return function.emitError("has more than one block; use scf for control flow");
    if (function.getNumResults())
      return function.emitError("returns values; run syncflow-buffers-from-allocs first");
    function->setAttr(function->hasAttr("syncflow.load") ? "syncflow.load" : "syncflow.entry",
                      UnitAttr::get(&getContext()));
    if (failed(dropRegionTokens(function)) || failed(bindArguments(function)))
      return failure();
    bindMemory(function);
    bindChecks(function);
    SmallVector<Block *> blocks;
    // From outside in: what a plan of the function's own block releases must not be in use further inside.
    function.walk<WalkOrder::PreOrder>([&](Block *block) {
      if (!block->getParentOp()->getParentOfType<TaskOp>() && !isa<TaskOp>(block->getParentOp()))
        blocks.push_back(block);
    });
    unsigned plans = 0;
    for (Block *block : blocks)
      if (failed(convert(function, *block, plans)))
        return failure();
    function.walk([&](StreamOp op) {
      if (op->use_empty())
        op.erase();
    });
    function->removeAttr("syncflow.stats");
    return success();
  }

  /// Arguments become the caller's tensors.
  LogicalResult bindArguments(func::FuncOp function) {
    OpBuilder builder = OpBuilder::atBlockBegin(&function.getBody().front());
    SmallVector<Attribute> types;
    for (auto [i, argument] : llvm::enumerate(function.getArguments())) {
      auto type = dyn_cast<MemRefType>(argument.getType());
      if (!type || !type.getLayout().isIdentity())
        return function.emitError() << "argument " << i << " has type " << argument.getType()
                                    << "; entries take dense tensors or memrefs";
      types.push_back(TypeAttr::get(type));
      auto input = RTInputOp::create(builder, argument.getLoc(), type, static_cast<int64_t>(i));
      argument.replaceAllUsesWith(input.getMemref());
    }
    function->setAttr("syncflow.inputs", builder.getArrayAttr(types));
    if (!function->hasAttr("syncflow.results"))
      function->setAttr("syncflow.results", builder.getArrayAttr({}));
    function.getBody().front().eraseArguments([](BlockArgument) { return true; });
    function.setType(builder.getFunctionType({}, {}));
    function.setArgAttrsAttr(builder.getArrayAttr({}));
    return success();
  }

  /// Parameters and the arena; the load function writes its results into the derived parameters.
  void bindMemory(func::FuncOp function) {
    ModuleOp module = getOperation();
    IRRewriter rewriter(&getContext());
    function.walk([&](Operation *op) {
      rewriter.setInsertionPoint(op);
      if (auto get = dyn_cast<memref::GetGlobalOp>(op)) {
        auto global = module.lookupSymbol<memref::GlobalOp>(get.getNameAttr());
        auto parameter = global ? global->getAttrOfType<IntegerAttr>("syncflow.parameter") : IntegerAttr();
        auto derived = global ? global->getAttrOfType<IntegerAttr>("syncflow.derived") : IntegerAttr();
        if (!parameter && !derived)
          return;
        rewriter.replaceOpWithNewOp<RTParameterOp>(get, get.getType(), (parameter ? parameter : derived).getInt(),
                                                   static_cast<bool>(derived));
      } else if (auto arena = dyn_cast<ArenaOp>(op)) {
        rewriter.replaceOpWithNewOp<RTArenaOp>(arena, arena.getType(), arena.getBytes());
      } else if (auto output = dyn_cast<RTOutputOp>(op); output && function->hasAttr("syncflow.load")) {
        rewriter.replaceOpWithNewOp<RTParameterOp>(output, output.getMemref().getType(), output.getIndex(),
                                                   /*derived=*/true);
      }
    });
  }

  /// Checks of the model between tasks end the entry, not the process.
  static void bindChecks(func::FuncOp function) {
    function.walk<WalkOrder::PreOrder>([](Operation *op) {
      if (isa<TaskOp>(op))
        return WalkResult::skip();
      if (auto check = dyn_cast<cf::AssertOp>(op)) {
        OpBuilder builder(check);
        RTAssertOp::create(builder, check.getLoc(), check.getArg(), check.getMsg());
        check.erase();
        return WalkResult::skip();
      }
      return WalkResult::advance();
    });
  }

  LogicalResult convert(func::FuncOp function, Block &block, unsigned &plans) {
    // Computed before anything is erased: who needs whose data.
    DataPredecessors predecessors(block);
    SmallVector<AsyncOpInterface> run;
    SmallVector<Operation *> done;
    auto flush = [&](Operation *end) -> LogicalResult {
      if (run.empty())
        return success();
      std::string name = (function.getSymName() + "_plan" + Twine(plans)).str();
      bool oneBlock = &block == &function.getBody().front();
      PlanBuilder builder(getOperation(), *bodies, *costs, predecessors);
      if (failed(builder.build(name, run, end, statsOf(function, plans, run), oneBlock)))
        return failure();
      ++plans;
      done.append(run.begin(), run.end());
      run.clear();
      return success();
    };
    for (Operation &op : llvm::make_early_inc_range(block)) {
      if (auto async = dyn_cast<AsyncOpInterface>(op)) {
        run.push_back(async);
        continue;
      }
      if (!isBoundary(&op) && !op.hasTrait<OpTrait::IsTerminator>())
        continue;
      if (failed(flush(&op)))
        return failure();
      if (auto wait = dyn_cast<WaitOp>(op)) {
        OpBuilder builder(wait);
        if (wait.getTimeoutNsAttr() || !isa<func::ReturnOp>(wait->getNextNode()))
          RTWaitOp::create(builder, wait.getLoc(), wait.getTimeoutNsAttr());
        done.push_back(wait);
      }
    }
    // A barrier is where one plan ends and the next begins: they run in that order.
    for (Operation &op : block)
      if (isa<JoinOp, WaitOp, BarrierOp>(op) && !llvm::is_contained(done, &op))
        done.push_back(&op);
    for (Operation *op : done)
      op->dropAllUses();
    for (Operation *op : done)
      op->erase();
    return success();
  }

  /// Bytes that a transfer or a collective sends (or receives, when it sends nothing), where its shape is static.
  static int64_t bytesMoved(Operation *op) {
    auto bytes = [](Value v) {
      auto type = cast<MemRefType>(v.getType());
      return type.hasStaticShape() ? type.getNumElements() * bytesOfElement(type.getElementType()) : 0;
    };
    if (auto transfer = dyn_cast<TransferOp>(op))
      return bytes(transfer.getSource());
    auto collective = dyn_cast<CollectiveOpInterface>(op);
    OpOperand *data = collective ? collective.getSendOperand() : nullptr;
    if (collective && !data)
      data = collective.getReceiveOperand();
    return data ? bytes(data->get()) : 0;
  }

  /// What each plan moves and the model asks of it; the function's other figures go with its first plan.
  DictionaryAttr statsOf(func::FuncOp function, unsigned plan, ArrayRef<AsyncOpInterface> ops) {
    NamedAttrList stats;
    int64_t moved = 0;
    double work = 0;
    for (Operation *op : ops) {
      moved += bytesMoved(op);
      // The first of several tiles says what all of them come to.
      auto flops =
          op->getAttrOfType<FloatAttr>(op->hasAttr("syncflow.tile") ? "syncflow.model_flops" : "syncflow.flops");
      work += flops ? flops.getValueAsDouble() : 0;
    }
    if (plan == 0)
      if (auto known = function->getAttrOfType<DictionaryAttr>("syncflow.stats"))
        stats = NamedAttrList(known);
    Builder builder(&getContext());
    if (work > 0)
      stats.set("model_flops", builder.getF64FloatAttr(work));
    stats.set("transfer_bytes", builder.getI64IntegerAttr(moved));
    return stats.getDictionary(&getContext());
  }

  LogicalResult describeModule(ModuleOp module) {
    Builder builder(&getContext());
    SmallVector<Attribute> parameters, derived;
    for (auto global : llvm::make_early_inc_range(module.getOps<memref::GlobalOp>())) {
      auto place = [&](SmallVectorImpl<Attribute> &list, IntegerAttr k, Attribute value) {
        list.resize(std::max<size_t>(list.size(), k.getInt() + 1));
        list[k.getInt()] = value;
      };
      if (auto k = global->getAttrOfType<IntegerAttr>("syncflow.parameter"))
        place(parameters, k,
              builder.getDictionaryAttr({builder.getNamedAttr("name", global.getSymNameAttr()),
                                         builder.getNamedAttr("type", TypeAttr::get(global.getType()))}));
      else if (auto d = global->getAttrOfType<IntegerAttr>("syncflow.derived"))
        place(derived, d, TypeAttr::get(global.getType()));
      else
        continue;
      global.erase();
    }
    module->setAttr("syncflow.parameters", builder.getArrayAttr(parameters));
    module->setAttr("syncflow.derived", builder.getArrayAttr(derived));
    int64_t devices = 0, ranks = 0;
    for (auto topology : module.getOps<TopologyOp>())
      devices = std::max<int64_t>(devices, llvm::range_size(topology.getBody().front().getOps<DeviceOp>()));
    for (auto group : module.getOps<GroupOp>()) {
      if (ranks && ranks != group.getRanks())
        return group.emitError() << "its grid has " << group.getRanks() << " ranks, another group's " << ranks;
      ranks = group.getRanks();
    }
    module->setAttr("syncflow.device_count", builder.getI64IntegerAttr(devices));
    module->setAttr("syncflow.ranks", builder.getI64IntegerAttr(ranks));
    for (auto topology : llvm::make_early_inc_range(module.getOps<TopologyOp>()))
      topology.erase();
    return success();
  }

  std::optional<BodyTable> bodies;
  std::optional<CostModel> costs;
};

} // namespace
