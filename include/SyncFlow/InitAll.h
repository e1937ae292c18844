// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Everything of SyncFlow that a compiler registers, in one call.
#ifndef SYNCFLOW_INITALL_H
#define SYNCFLOW_INITALL_H

namespace mlir {
class DialectRegistry;
}

namespace syncflow {

/// The dialect and its models for ops of other dialects.
void registerDialects(mlir::DialectRegistry &registry);

/// All passes and pipelines.
void registerPasses();

/// Both.
void registerAll(mlir::DialectRegistry &registry);

} // namespace syncflow

#endif // SYNCFLOW_INITALL_H
