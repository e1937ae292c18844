// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#include "SyncFlow/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/Transforms/BufferUtils.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"

namespace syncflow {
#define GEN_PASS_DEF_BINDPARAMETERSPASS
#include "SyncFlow/Transforms/TaskPasses.h.inc"
} // namespace syncflow

using namespace mlir;

namespace {
struct BindParametersPass : syncflow::impl::BindParametersPassBase<BindParametersPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    Builder builder(&getContext());
    // Asked once for all of them: every question walks the whole module.
    SymbolTableCollection tables;
    SymbolUserMap users(tables, module);
    int64_t position = 0;
    for (auto global : llvm::make_early_inc_range(module.getOps<ml_program::GlobalOp>()))
      if (isa_and_nonnull<ml_program::ExternAttr>(global.getValue().value_or(Attribute())) &&
          failed(bind(global, users.getUsers(global), position)))
        return signalPassFailure();
    for (auto function : module.getOps<func::FuncOp>())
      for (unsigned i = 0; i < function.getNumArguments(); ++i)
        if (isa<TensorType>(function.getArgument(i).getType()))
          function.setArgAttr(i, bufferization::BufferizationDialect::kWritableAttrName, builder.getBoolAttr(false));
    // Bufferization visits functions in an order that differs from run to run; it finds these then.
    uint64_t alignment = bufferization::BufferizationOptions().bufferAlignment;
    module.walk([&](arith::ConstantOp constant) {
      if (isa<RankedTensorType>(constant.getType()))
        (void)bufferization::getGlobalFor(constant, tables, alignment);
    });
  }

private:
  LogicalResult bind(ml_program::GlobalOp global, ArrayRef<Operation *> users, int64_t &position) {
    auto type = dyn_cast<RankedTensorType>(global.getType());
    if (!type || !type.hasStaticShape())
      return global.emitError() << "parameter @" << global.getSymName() << " has type " << global.getType()
                                << "; parameters have static shapes";
    auto memory = MemRefType::get(type.getShape(), type.getElementType());
    OpBuilder builder(global);
    std::string name = global.getSymName().str();
    SmallVector<ml_program::GlobalLoadConstOp> loads;
    for (Operation *user : users) {
      auto load = dyn_cast<ml_program::GlobalLoadConstOp>(user);
      if (!load)
        return user->emitError() << "parameter @" << name << " is read-only; read it with ml_program.global_load_const";
      loads.push_back(load);
    }
    auto bound = memref::GlobalOp::create(builder, global.getLoc(), name, builder.getStringAttr("private"), memory,
                                          builder.getUnitAttr(), /*constant=*/false, /*alignment=*/IntegerAttr());
    if (Attribute derived = global->getAttr("syncflow.derived"))
      bound->setAttr("syncflow.derived", derived);
    else
      bound->setAttr("syncflow.parameter", builder.getI64IntegerAttr(position++));
    for (ml_program::GlobalLoadConstOp load : loads) {
      builder.setInsertionPoint(load);
      Value buffer = memref::GetGlobalOp::create(builder, load.getLoc(), memory, name);
      load.replaceAllUsesWith(
          bufferization::ToTensorOp::create(builder, load.getLoc(), type, buffer, /*restrict=*/true).getResult());
      load.erase();
    }
    global.erase();
    return success();
  }
};
} // namespace
