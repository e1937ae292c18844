// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Registration of everything upstream, in a file of its own: it includes most of MLIR and none of our headers, so an
// edit of an op does not compile it again.
#ifndef SYNCFLOW_TOOLS_UPSTREAMREGISTRATION_H
#define SYNCFLOW_TOOLS_UPSTREAMREGISTRATION_H

namespace mlir {
class DialectRegistry;
}

namespace syncflow {

/// All upstream dialects, their extensions and translations to LLVM IR.
void registerUpstreamDialects(mlir::DialectRegistry &registry);

/// All upstream passes and pipelines.
void registerUpstreamPasses();

} // namespace syncflow

#endif // SYNCFLOW_TOOLS_UPSTREAMREGISTRATION_H
