// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// The packing problem behind syncflow-plan-arena, free of IR: items with sizes, and which of them may share bytes.
#ifndef SYNCFLOW_LIB_TRANSFORMS_MEMORY_ARENALAYOUT_H
#define SYNCFLOW_LIB_TRANSFORMS_MEMORY_ARENALAYOUT_H

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <vector>

namespace syncflow {

/// Items in program order. `precedes[i]` holds the items whose every use comes after every use of item i: a strict
/// partial order. Two items may share bytes exactly when one precedes the other.
struct PackingProblem {
  std::vector<int64_t> sizes;
  std::vector<llvm::BitVector> precedes;
  bool mayShare(size_t a, size_t b) const { return precedes[a].test(b) || precedes[b].test(a); }
};

struct Packing {
  std::vector<int64_t> offsets;
  int64_t total = 0;
};

/// Best fit in three sequences (decreasing size, program order, decreasing size times conflicts); the smallest result
/// counts. Every offset is a sum of sizes.
Packing pack(const PackingProblem &problem);

/// The largest total size of items no two of which may share bytes: what any packing needs at least. Exact (a maximum
/// weighted antichain, by a flow) up to `exactLimit` items; above, the heaviest set found greedily, a lower bound of
/// it.
int64_t peakOf(const PackingProblem &problem, size_t exactLimit = 1200);

} // namespace syncflow

#endif // SYNCFLOW_LIB_TRANSFORMS_MEMORY_ARENALAYOUT_H
