// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Removal of waits that the order of streams implies.
#include "SyncFlow/Transforms/Passes.h"

#include "SyncFlow/Dialect/SyncFlow/Analysis/CostModel.h"
#include "SyncFlow/Dialect/SyncFlow/Analysis/Dependence.h"
#include "TokenReduction.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace syncflow {
#define GEN_PASS_DEF_ELIDEWAITS
#include "SyncFlow/Transforms/Passes.h.inc"
} // namespace syncflow

using namespace mlir;
using namespace syncflow;

namespace {

struct ElideWaitsPass : syncflow::impl::ElideWaitsBase<ElideWaitsPass> {
  void runOnOperation() override {
    getOperation().walk([&](FunctionOpInterface function) {
      bool any = false;
      uint64_t kept = 0;
      SmallVector<Block *> blocks;
      collectBlocks(function, blocks);
      for (Block *block : blocks) {
        any |= llvm::any_of(*block, llvm::IsaPred<AsyncOpInterface>);
        TokenCounts counts = reduceTokens(*block, /*streams=*/true);
        kept += counts.edges + counts.streamWaits;
      }
      if (any)
        setStat(function, "kept_waits", kept);
    });
  }
};

} // namespace
