// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#include "HeldModule.h"

using namespace syncflow::test;

HeldModule::HeldModule(const std::string &name) : watched(compiledModule(name)) {
  EXPECT_EQ(watched.planCount(), 1u);
  EXPECT_LE(plan().stream_count, counts.size());
  watched.before = [this](const sflow_plan &, uint32_t task) {
    if (task == held)
      gate->pass();
  };
  watched.after = [this](const sflow_plan &plan, uint32_t task) { counts[plan.tasks[task].stream].fetch_add(1); };
}

void HeldModule::hold(uint32_t task) {
  held = task;
  gate = std::make_unique<Gate>();
  for (std::atomic<uint32_t> &count : counts)
    count.store(0);
}

Progress HeldModule::ended() const {
  Progress result;
  for (uint32_t stream = 0; stream < plan().stream_count; ++stream)
    result.push_back(counts[stream].load());
  return result;
}
