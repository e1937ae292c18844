// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Which tasks of a launch failed, and which were poisoned by them. Empty, and
// without a lock, as long as all is well.
#ifndef SYNCFLOW_RUNTIME_FAULT_FAILURELOG_H
#define SYNCFLOW_RUNTIME_FAULT_FAILURELOG_H

#include "core/Status.h"

#include <atomic>
#include <map>
#include <mutex>

namespace syncflow::runtime {

class FailureLog {
public:
  /// A failed predecessor is ordered before whoever asks, so a relaxed read
  /// cannot miss one that matters.
  bool any() const { return failed.load(std::memory_order_relaxed); }

  /// The task itself failed.
  void fail(uint32_t task, Status cause);
  /// The first failed task, in plan order, among the causes of the listed
  /// tasks' failures; false when none failed.
  bool rootOf(const uint32_t *predecessors, uint32_t count, uint32_t &root) const;
  /// The task is not run because `root` failed.
  void poison(uint32_t task, uint32_t root);
  Status causeOf(uint32_t root) const;
  /// The failure that comes first in plan order.
  Status first() const;
  void clear();

private:
  mutable std::mutex mutex;
  std::atomic<bool> failed{false};
  std::map<uint32_t, Status> causes;  ///< By failed task.
  std::map<uint32_t, uint32_t> roots; ///< Failed or poisoned task -> the failed task behind it.
};

} // namespace syncflow::runtime

#endif // SYNCFLOW_RUNTIME_FAULT_FAILURELOG_H
