// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#include "SyncFlow/Conversion/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace syncflow {
#define GEN_PASS_DEF_KEEPOUTERLOOPSPASS
#include "SyncFlow/Conversion/HostPasses.h.inc"
} // namespace syncflow

using namespace mlir;

namespace {
struct KeepOuterLoops : syncflow::impl::KeepOuterLoopsPassBase<KeepOuterLoops> {
  void runOnOperation() override {
    Builder builder(&getContext());
    LLVM::LoopUnrollAttr off =
        LLVM::LoopUnrollAttr::get(&getContext(), builder.getBoolAttr(true), {}, {}, {}, {}, {}, {});
    LLVM::LoopAnnotationAttr keep =
        LLVM::LoopAnnotationAttr::get(&getContext(), {}, {}, {}, off, {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {});
    // Patterns of scf-to-cf hand the attribute on to the branch.
    getOperation()->walk([&](scf::ForOp inner) {
      if (auto outer = inner->getParentOfType<scf::ForOp>())
        outer->setAttr("loop_annotation", keep);
    });
  }
};
} // namespace
