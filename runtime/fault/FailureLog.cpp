// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Poison: the failure of a task ends the tasks that need its data, and no
// others.
#include "fault/FailureLog.h"

namespace syncflow::runtime {

void FailureLog::fail(uint32_t task, Status cause) {
  std::lock_guard lock(mutex);
  causes.emplace(task, std::move(cause));
  roots.emplace(task, task);
  failed.store(true, std::memory_order_relaxed);
}

bool FailureLog::rootOf(const uint32_t *predecessors, uint32_t count, uint32_t &root) const {
  std::lock_guard lock(mutex);
  bool found = false;
  for (uint32_t i = 0; i < count; ++i) {
    auto it = roots.find(predecessors[i]);
    if (it == roots.end() || (found && it->second >= root))
      continue;
    root = it->second;
    found = true;
  }
  return found;
}

void FailureLog::poison(uint32_t task, uint32_t root) {
  std::lock_guard lock(mutex);
  roots.emplace(task, root);
}

Status FailureLog::causeOf(uint32_t root) const {
  std::lock_guard lock(mutex);
  auto it = causes.find(root);
  return it == causes.end() ? Status() : it->second;
}

Status FailureLog::first() const {
  std::lock_guard lock(mutex);
  return causes.empty() ? Status() : causes.begin()->second;
}

void FailureLog::clear() {
  if (!any())
    return;
  std::lock_guard lock(mutex);
  causes.clear();
  roots.clear();
  failed.store(false, std::memory_order_relaxed);
}

} // namespace syncflow::runtime
