// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Runs of a compiled model after the first one of a shape ask nobody for
// memory, and the arena is as large as it has to be.
#include "../Kernels/AllocationCounter.h"
#include "Models.h"

#include <barrier>

using namespace syncflow::test;

namespace {

constexpr int kReplays = 5;

class ReplayTest : public ::testing::TestWithParam<const char *> {};

TEST_P(ReplayTest, ReplaysAllocateNothing) {
  Program program;
  ASSERT_EQ(program.load(compiledModule(GetParam())), "");
  Values inputs = program.makeInputs(1), outputs = program.makeOutputs();
  ASSERT_EQ(program.run(inputs, outputs), "");
  ASSERT_TRUE(outputs.plausible());
  std::vector<std::vector<char>> first = outputs.bytes();
  outputs.clear();
  sflow_status status = nullptr;
  long before = allocationCount();
  for (int i = 0; i < kReplays && !status; ++i)
    status = sflow_module_run(program.module.get(), "main", inputs.get(), inputs.size(), outputs.get(), outputs.size());
  long allocations = allocationCount() - before;
  EXPECT_OK(status);
  EXPECT_EQ(allocations, 0);
  EXPECT_EQ(outputs.bytes(), first);
}

/// What the plans of an entry need at once, as the compiler counted it.
struct Needs {
  explicit Needs(const sflow_entry_desc *entry) {
    for (uint32_t i = 0; entry && i < entry->plan_count; ++i) {
      arena = std::max(arena, entry->plans[i]->stats.arena_bytes);
      alive = std::max(alive, entry->plans[i]->stats.peak_live_bytes);
    }
  }
  uint64_t arena = 0, alive = 0;
};

TEST_P(ReplayTest, TheArenaIsAtMostATenthLargerThanWhatIsAlive) {
  const sflow_module_desc &desc = compiledModule(GetParam());
  Needs needs(desc.entries);
  EXPECT_GT(needs.alive, 0u);
  EXPECT_LE(static_cast<double>(needs.arena), 1.1 * static_cast<double>(needs.alive));
  // And the runtime holds no more than that, and what loading needed, for runs
  // one after the other.
  Program program;
  ASSERT_EQ(program.load(desc), "");
  Values inputs = program.makeInputs(1), outputs = program.makeOutputs();
  for (int i = 0; i < 3; ++i)
    ASSERT_EQ(program.run(inputs, outputs), "");
  EXPECT_LE(readStats(program.instance.get()).arena_bytes, needs.arena + Needs(desc.load).arena);
}

INSTANTIATE_TEST_SUITE_P(Models, ReplayTest,
                         ::testing::Values("conv_net_host1", "conv_net_host2", "decoder_layer_host1",
                                           "decoder_layer_host2", "matmul_bf16_host2", "matmul_f16_host2",
                                           "minilm_host1", "minilm_host2", "tiny_decoder_host1", "tiny_decoder_host2",
                                           "tosa_mlp_host2"),
                         [](const auto &info) { return std::string(info.param); });

TEST(DynamicReplayTest, ShapesThatAreBoundAlternateWithoutAllocation) {
  Program program;
  ASSERT_EQ(program.load(compiledModule("dynamic_encoder_host2")), "");
  std::vector<Values> inputs, outputs;
  std::vector<std::vector<std::vector<char>>> first;
  for (const std::vector<int64_t> &sizes : {std::vector<int64_t>{1, 17}, {3, 40}, {2, 5}}) {
    inputs.push_back(program.makeInputs(1, sizes));
    outputs.push_back(program.makeOutputs());
    outputs.back().disown();
    ASSERT_EQ(program.run(inputs.back(), outputs.back()), "");
    outputs.back().own();
    ASSERT_TRUE(outputs.back().plausible());
    first.push_back(outputs.back().bytes());
    outputs.back().clear();
  }
  sflow_status status = nullptr;
  long before = allocationCount();
  for (int i = 0; i < kReplays && !status; ++i)
    for (size_t s = 0; s < inputs.size() && !status; ++s)
      status = sflow_module_run(program.module.get(), "main", inputs[s].get(), inputs[s].size(), outputs[s].get(),
                                outputs[s].size());
  long allocations = allocationCount() - before;
  EXPECT_OK(status);
  EXPECT_EQ(allocations, 0);
  for (size_t s = 0; s < inputs.size(); ++s)
    EXPECT_EQ(outputs[s].bytes(), first[s]) << "shape " << s;
}

class RanksReplayTest : public ::testing::TestWithParam<const char *> {};

TEST_P(RanksReplayTest, ReplaysOnTwoRanksAllocateNothing) {
  const sflow_module_desc &desc = compiledModule(GetParam());
  syncflow::World world;
  ASSERT_FALSE(createWorld(2, world));
  std::barrier together(2);
  long allocations[2] = {-1, -1};
  std::string problems[2];
  auto rank = [&](uint32_t self) {
    sflow_instance_options options = optionsFor(desc);
    options.world = world.get();
    options.rank = self;
    Program program;
    problems[self] = program.load(desc, options);
    if (problems[self].empty()) {
      Values inputs = program.makeInputs(1), outputs = program.makeOutputs();
      problems[self] = program.run(inputs, outputs);
      sflow_status status = nullptr;
      together.arrive_and_wait();
      long before = allocationCount();
      together.arrive_and_wait();
      for (int i = 0; i < kReplays && !status; ++i)
        status =
            sflow_module_run(program.module.get(), "main", inputs.get(), inputs.size(), outputs.get(), outputs.size());
      together.arrive_and_wait();
      allocations[self] = allocationCount() - before;
      together.arrive_and_wait();
      problems[self] += take(status);
    }
  };
  std::thread other(rank, 1);
  rank(0);
  other.join();
  for (uint32_t self : {0u, 1u}) {
    EXPECT_EQ(problems[self], "");
    EXPECT_EQ(allocations[self], 0);
  }
}

INSTANTIATE_TEST_SUITE_P(Models, RanksReplayTest,
                         ::testing::Values("minilm_tp_host1", "train_dp_host1", "train_transformer_host1"),
                         [](const auto &info) { return std::string(info.param); });

TEST(ReplayControlTest, WhatTheRuntimeAllocatesIsSeen) {
  Program program;
  long before = allocationCount();
  ASSERT_EQ(program.load(compiledModule("conv_net_host2")), "");
  EXPECT_GT(allocationCount() - before, 10);
  // The first run makes what the later ones use.
  Values inputs = program.makeInputs(1), outputs = program.makeOutputs();
  before = allocationCount();
  sflow_status status =
      sflow_module_run(program.module.get(), "main", inputs.get(), inputs.size(), outputs.get(), outputs.size());
  long allocations = allocationCount() - before;
  EXPECT_OK(status);
  EXPECT_GT(allocations, 0);
}

} // namespace
