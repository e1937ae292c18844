// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/

#include "RunRequest.h"

#include "llvm/ADT/STLExtras.h"

namespace syncflow::run {

uint64_t RunResult::minNs() const { return timesNs.empty() ? 0 : *llvm::min_element(timesNs); }

uint64_t RunResult::medianNs() const {
  if (timesNs.empty())
    return 0;
  std::vector<uint64_t> sorted = timesNs;
  llvm::sort(sorted);
  size_t middle = sorted.size() / 2;
  return sorted.size() % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

} // namespace syncflow::run
