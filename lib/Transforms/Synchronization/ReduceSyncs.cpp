// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Transitive reduction of the token edges, streams left out of account.
#include "SyncFlow/Transforms/Passes.h"

#include "SyncFlow/Dialect/SyncFlow/Analysis/CostModel.h"
#include "SyncFlow/Dialect/SyncFlow/Analysis/Dependence.h"
#include "TokenReduction.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace syncflow {
#define GEN_PASS_DEF_REDUCESYNCS
#include "SyncFlow/Transforms/Passes.h.inc"
} // namespace syncflow

using namespace mlir;
using namespace syncflow;

namespace {

struct ReduceSyncsPass : syncflow::impl::ReduceSyncsBase<ReduceSyncsPass> {
  void runOnOperation() override {
    getOperation().walk([&](FunctionOpInterface function) {
      bool any = false;
      uint64_t edges = 0;
      SmallVector<Block *> blocks;
      collectBlocks(function, blocks);
      for (Block *block : blocks) {
        any |= llvm::any_of(*block, llvm::IsaPred<AsyncOpInterface>);
        TokenCounts counts = reduceTokens(*block, /*streams=*/false);
        edges += counts.edges;
      }
      if (any)
        setStat(function, "reduced_syncs", edges);
    });
  }
};

} // namespace
