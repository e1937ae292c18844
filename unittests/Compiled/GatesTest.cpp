// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// With one device of a compiled model held before a task, the other runs on to
// its first true dependence: as far as the data let it, and no further.
#include "HeldModule.h"
#include "Quiet.h"

#include <optional>

using namespace syncflow::test;

namespace {

/// Runs with the task held until nothing moves any more, then to the end;
/// returns how far each stream had come by then.
Progress runHeld(HeldModule &module, Program &program, Values &inputs, Values &outputs, uint32_t task) {
  module.hold(task);
  syncflow::Invocation invocation;
  EXPECT_EQ(module.watched.launch(program, inputs, outputs, invocation), "");
  EXPECT_TRUE(waitUntilQuiet());
  Progress reached = module.ended();
  module.open();
  EXPECT_OK(sflow_invocation_wait(invocation.get(), kPatience));
  return reached;
}

class GatesTest : public ::testing::TestWithParam<const char *> {};

TEST_P(GatesTest, TheOtherDeviceRunsOnToItsFirstTrueDependence) {
  HeldModule module(GetParam());
  const sflow_plan &plan = module.plan();
  ASSERT_EQ(module.watched.get().device_count, 2u);
  Program program;
  ASSERT_EQ(program.load(module.watched.get()), "");
  Values inputs = program.makeInputs(1), outputs = program.makeOutputs();
  ASSERT_EQ(module.watched.run(program, inputs, outputs), "");
  ASSERT_TRUE(outputs.plausible());
  std::vector<std::vector<char>> ungated = outputs.bytes();
  for (uint32_t stream = 0; stream < plan.stream_count; ++stream) {
    std::vector<uint32_t> tasks = tasksOf(plan, stream);
    for (uint32_t k = 0; k < tasks.size(); ++k) {
      SCOPED_TRACE("device " + std::to_string(plan.streams[stream].device) + " held after " + std::to_string(k) +
                   ", before " + plan.tasks[tasks[k]].name);
      Progress expected = furthest(plan, tasks[k]);
      ASSERT_EQ(expected[stream], k);
      outputs.clear();
      EXPECT_EQ(runHeld(module, program, inputs, outputs, tasks[k]), expected);
      EXPECT_EQ(outputs.bytes(), ungated);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Models, GatesTest, ::testing::Values("conv_net_host2", "decoder_layer_host2", "minilm_host2"),
                         [](const auto &info) { return std::string(info.param); });

/// Asks, in the copy of the plan that will run, for one task more of device 0
/// than `k` at the first wait of device 1 that the data let pass with device 0
/// held after k. Returns how far device 1 then comes; nothing when there is no
/// such wait.
std::optional<uint32_t> waitForOneMore(WatchedModule &watched, uint32_t k) {
  const sflow_plan &plan = watched.plan();
  uint32_t reached = furthest(plan, tasksOf(plan, 0)[k])[1];
  std::vector<uint32_t> tasks = tasksOf(plan, 1);
  for (uint32_t at = 0; at < reached; ++at)
    if (plan.tasks[tasks[at]].wait_count) {
      watched.waits()[plan.tasks[tasks[at]].first_wait].count = k + 1;
      return at;
    }
  return std::nullopt;
}

TEST(GatesControlTest, AWaitForOneTaskTooManyIsSeen) {
  constexpr const char *name = "minilm_host2";
  size_t tasks = tasksOf(*compiledModule(name).entries[0].plans[0], 0).size();
  bool seen = false;
  for (uint32_t k = 0; k < tasks && !seen; ++k) {
    HeldModule module(name);
    std::optional<uint32_t> stopped = waitForOneMore(module.watched, k);
    Program program;
    // Some of these waits would make a cycle; the runtime does not load them.
    if (!stopped || program.load(module.watched.get()) != "")
      continue;
    Values inputs = program.makeInputs(1), outputs = program.makeOutputs();
    uint32_t task = tasksOf(module.plan(), 0)[k];
    EXPECT_EQ(runHeld(module, program, inputs, outputs, task)[1], *stopped);
    EXPECT_LT(*stopped, furthest(module.plan(), task)[1]);
    seen = true;
  }
  EXPECT_TRUE(seen);
}

} // namespace
