// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// A watched module of one plan in which one task at a time can be held.
#ifndef SYNCFLOW_UNITTESTS_COMPILED_HELDMODULE_H
#define SYNCFLOW_UNITTESTS_COMPILED_HELDMODULE_H

#include "Progress.h"
#include "WatchedModule.h"

#include <array>
#include <atomic>

namespace syncflow::test {

class HeldModule {
public:
  explicit HeldModule(const std::string &name);

  const sflow_plan &plan() const { return watched.plan(); }
  /// From now on nobody gets past the beginning of the task. Starts to count
  /// anew. Only while nothing runs.
  void hold(uint32_t task);
  /// Lets go of the held task.
  void open() { gate->open(); }
  /// Tasks that have ended since `hold`, by stream of the plan.
  Progress ended() const;

  WatchedModule watched;

private:
  uint32_t held = UINT32_MAX;
  std::unique_ptr<Gate> gate;
  std::array<std::atomic<uint32_t>, 8> counts{};
};

} // namespace syncflow::test

#endif // SYNCFLOW_UNITTESTS_COMPILED_HELDMODULE_H
