// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// The pass: runtime phase to LLVM dialect, except for the ops of other dialects inside functions.
#include "Lowering.h"

#include "SyncFlow/Conversion/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace syncflow;

namespace syncflow {
#define GEN_PASS_DEF_CONVERTSYNCFLOWRTTOLLVMPASS
#include "SyncFlow/Conversion/Passes.h.inc"
} // namespace syncflow

/// A C identifier out of the module's name.
static std::string moduleName(ModuleOp module) {
  llvm::StringRef given = module.getSymName().value_or("");
  if (auto attribute = module->getAttrOfType<StringAttr>("syncflow.module_name"))
    given = attribute.getValue();
  std::string name;
  for (char c : given)
    name.push_back(llvm::isAlnum(c) ? c : '_');
  return name.empty() ? "module" : name;
}

/// Constants keep to the module and to cache lines.
static void prepareGlobals(ModuleOp module) {
  for (auto global : module.getOps<memref::GlobalOp>()) {
    SymbolTable::setSymbolVisibility(global, SymbolTable::Visibility::Private);
    if (!global.getAlignment() || *global.getAlignment() < 64)
      global.setAlignment(64);
  }
}

/// arith-to-llvm copies the fast-math flags of width changes to LLVM ops that have none.
static void dropFlagsOfWidthChanges(ModuleOp module) {
  module.walk([](Operation *op) {
    if (isa<arith::ExtFOp, arith::TruncFOp>(op))
      cast<arith::ArithFastMathInterface>(op)->removeAttr("fastmath");
  });
}

static void collectGroups(ModuleOp module, Lowering &lowering) {
  module.walk([&](GroupOp group) { lowering.groups[group.getSymNameAttr()] = group; });
}

/// What only the compiler needed.
static void eraseCompileTimeOps(ModuleOp module) {
  for (Operation &op : llvm::make_early_inc_range(*module.getBody()))
    if (isa<GroupOp, TopologyOp>(op))
      op.erase();
  for (NamedAttribute attribute : llvm::to_vector(module->getDiscardableAttrs()))
    if (attribute.getName().strref().starts_with("syncflow."))
      module->removeDiscardableAttr(attribute.getName());
}

namespace {
struct ConvertSyncFlowRTToLLVM : syncflow::impl::ConvertSyncFlowRTToLLVMPassBase<ConvertSyncFlowRTToLLVM> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    Lowering lowering(module);
    lowering.moduleName = moduleName(module);
    prepareGlobals(module);
    dropFlagsOfWidthChanges(module);
    collectGroups(module, lowering);
    if (failed(lowerLoops(lowering)) || failed(lowerBodies(lowering)) || failed(lowerEntries(lowering)) ||
        failed(emitPlans(lowering)) || failed(emitModule(lowering)))
      return signalPassFailure();
    eraseCompileTimeOps(module);
  }
};
} // namespace
