// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// What syncflow-reduce-syncs and syncflow-elide-waits have in common: dropping tokens that are implied.
#ifndef SYNCFLOW_LIB_TRANSFORMS_SYNCHRONIZATION_TOKENREDUCTION_H
#define SYNCFLOW_LIB_TRANSFORMS_SYNCHRONIZATION_TOKENREDUCTION_H

#include "SyncFlow/Dialect/SyncFlow/Analysis/HappensBefore.h"

namespace syncflow {

/// What a reduction of one block did.
struct TokenCounts {
  uint64_t removed = 0;
  uint64_t edges = 0;       ///< Token operands of asynchronous ops that are left.
  uint64_t streamWaits = 0; ///< Tokens of stream waits that are left.
};

/// Removes from every asynchronous op and wait of the block the tokens that the order without them implies. With
/// `streams` the order of streams counts. Waits that are left without tokens, and joins without uses, are erased.
TokenCounts reduceTokens(mlir::Block &block, bool streams);

} // namespace syncflow

#endif // SYNCFLOW_LIB_TRANSFORMS_SYNCHRONIZATION_TOKENREDUCTION_H
