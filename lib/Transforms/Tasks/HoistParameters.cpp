// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#include "SyncFlow/Transforms/Passes.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

#include "Groups.h"

namespace syncflow {
#define GEN_PASS_DEF_HOISTPARAMETERSPASS
#include "SyncFlow/Transforms/TaskPasses.h.inc"
} // namespace syncflow

using namespace mlir;
using namespace syncflow;

namespace {

/// Finds, in one function, the values that depend on parameters, constants and the rank alone.
class ParameterValues {
public:
  explicit ParameterValues(func::FuncOp function) {
    function.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (op != function && decide(op))
        for (Value r : op->getResults())
          known.insert(r);
    });
  }
  bool contains(Value v) const { return known.contains(v); }

private:
  bool decide(Operation *op) {
    if (isa<ml_program::GlobalLoadConstOp, RankOp>(op) || op->hasTrait<OpTrait::ConstantLike>())
      return true;
    if (op->getParentOfType<linalg::LinalgOp>() || op->hasTrait<OpTrait::IsTerminator>() || op->getNumResults() == 0)
      return false;
    bool structured = isa<linalg::LinalgOp>(op);
    if (!structured && !isMemoryEffectFree(op))
      return false;
    if (op->getNumRegions() && !structured)
      return false;
    // What can fail is for the run that comes to it, not for the load.
    bool always = isa<FunctionOpInterface>(op->getParentOp());
    if (structured && op->walk([&](Operation *inner) {
                          bool fine = inner == op || inner->hasTrait<OpTrait::IsTerminator>() ||
                                      (isMemoryEffectFree(inner) && (always || isSpeculatable(inner)));
                          return fine ? WalkResult::advance() : WalkResult::interrupt();
                        }).wasInterrupted())
      return false;
    bool all = llvm::all_of(op->getOperands(), [&](Value v) { return known.contains(v); });
    for (Region &region : op->getRegions())
      visitUsedValuesDefinedAbove(region, region, [&](OpOperand *use) { all &= known.contains(use->get()); });
    return all;
  }
  DenseSet<Value> known;
};

/// Worth moving: computed by an op that does work, static, and needed by something that stays.
bool isRoot(Value v, const ParameterValues &parameters) {
  auto type = dyn_cast<RankedTensorType>(v.getType());
  Operation *op = v.getDefiningOp();
  if (!type || !type.hasStaticShape() || !op || !isa<linalg::LinalgOp, tensor::InsertSliceOp>(op) || isFree(op))
    return false;
  return llvm::any_of(v.getUsers(), [&](Operation *user) {
    while (user->getParentOp() && user->getParentOfType<linalg::LinalgOp>())
      user = user->getParentOp();
    if (user->getNumResults() == 0 || !parameters.contains(user->getResult(0)))
      return true;
    // A view of it stays with its users, so what it looks at is needed there.
    return isView(user);
  });
}

struct HoistParametersPass : syncflow::impl::HoistParametersPassBase<HoistParametersPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    SmallVector<Value> roots;
    for (auto function : module.getOps<func::FuncOp>()) {
      if (function.isExternal() || function.getSymName() == "__load")
        continue;
      ParameterValues parameters(function);
      function.walk([&](Operation *op) {
        for (Value r : op->getResults())
          if (parameters.contains(r) && isRoot(r, parameters))
            roots.push_back(r);
      });
    }
    if (roots.empty())
      return;
    if (module.lookupSymbol("__load")) {
      module.emitError("syncflow-hoist-parameters has run already: the module has a function __load");
      return signalPassFailure();
    }
    SmallVector<Type> types;
    for (Value r : roots)
      types.push_back(r.getType());
    OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
    auto load = func::FuncOp::create(builder, module.getLoc(), "__load", builder.getFunctionType({}, types));
    load->setAttr("syncflow.load", builder.getUnitAttr());
    builder.setInsertionPointToStart(load.addEntryBlock());
    IRMapping mapping;
    SmallVector<Value> results;
    for (Value r : roots)
      results.push_back(cloneInto(builder, r, mapping));
    func::ReturnOp::create(builder, module.getLoc(), results);
    for (auto [k, r] : llvm::enumerate(roots))
      readBack(module, r, k);
  }

private:
  /// Clones what computes `v` (and all it depends on) behind the builder.
  Value cloneInto(OpBuilder &builder, Value v, IRMapping &mapping) {
    if (Value known = mapping.lookupOrNull(v))
      return known;
    Operation *op = v.getDefiningOp();
    SetVector<Value> needed(op->operand_begin(), op->operand_end());
    for (Region &region : op->getRegions())
      getUsedValuesDefinedAbove(region, region, needed);
    for (Value n : needed)
      cloneInto(builder, n, mapping);
    builder.clone(*op, mapping);
    return mapping.lookup(v);
  }

  /// Replaces a root by a load of global @__derived_k.
  void readBack(ModuleOp module, Value root, size_t k) {
    OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
    std::string name = "__derived_" + std::to_string(k);
    auto global = ml_program::GlobalOp::create(builder, root.getLoc(), name, root.getType(), /*is_mutable=*/false,
                                               ml_program::ExternAttr::get(builder.getContext(), root.getType()),
                                               builder.getStringAttr("private"));
    global->setAttr("syncflow.derived", builder.getI64IntegerAttr(k));
    builder.setInsertionPoint(root.getDefiningOp());
    Value load = ml_program::GlobalLoadConstOp::create(builder, root.getLoc(), root.getType(),
                                                       SymbolRefAttr::get(global.getSymNameAttr()));
    root.replaceAllUsesWith(load);
  }
};

} // namespace
