// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Compiled models when something fails, overlaps or comes late.
#include "HeldModule.h"
#include "Quiet.h"

using namespace syncflow;
using namespace syncflow::test;

namespace {

TEST(CompiledFaultsTest, AnIndependentTaskBehindAFailedOneCompletes) {
  const sflow_module_desc &desc = compiledModule("checked_branch_host1");
  // The task that checks, one that needs its result, and one that does not, in
  // this order on one stream.
  const sflow_plan &plan = *desc.entries[0].plans[0];
  ASSERT_EQ(plan.stream_count, 1u);
  ASSERT_EQ(plan.task_count, 3u);
  ASSERT_EQ(plan.tasks[1].pred_count, 1u);
  ASSERT_EQ(plan.tasks[2].pred_count, 0u);
  Program program;
  ASSERT_EQ(program.load(desc), "");
  Values inputs = program.makeInputs(1), outputs = program.makeOutputs();
  ASSERT_EQ(program.run(inputs, outputs), "");
  std::vector<std::vector<char>> right = outputs.bytes();
  outputs.clear();
  std::vector<char> untouched = outputs.bytes()[0];
  Values wrong = program.makeInputs(1);
  wrong.setIntegers(16);
  for (int round = 0; round < 3; ++round) {
    sflow_instance_stats_reset(program.instance.get());
    outputs.clear();
    EXPECT_NE(program.run(wrong, outputs).find("row must be below 16"), std::string::npos);
    EXPECT_EQ(outputs.bytes()[0], untouched);
    EXPECT_EQ(outputs.bytes()[1], right[1]);
    sflow_instance_stats stats = readStats(program.instance.get());
    EXPECT_EQ(stats.failed_tasks, 1u);
    EXPECT_EQ(stats.poisoned_tasks, 1u);
    // And nothing of it is left for the next run.
    outputs.clear();
    EXPECT_EQ(program.run(inputs, outputs), "");
    EXPECT_EQ(outputs.bytes(), right);
  }
}

/// A task to hold so that another device is through with a run and can begin the next one.
struct Overlap {
  uint32_t held = 0, other = 0;
  uint32_t ended = 0;     ///< Tasks of the other device in the run with the held task: all.
  uint32_t alreadyIn = 0; ///< And in the next one.
};

Overlap findOverlap(const sflow_plan &plan) {
  Overlap best;
  for (uint32_t task = 0; task < plan.task_count; ++task) {
    uint32_t stream = plan.tasks[task].stream, other = 1 - stream;
    auto all = static_cast<uint32_t>(tasksOf(plan, other).size());
    uint32_t next = furthest(plan, tasksOf(plan, stream).front())[other];
    if (furthest(plan, task)[other] == all && next > best.alreadyIn)
      best = {task, other, all, next};
  }
  return best;
}

TEST(OverlapTest, AReplayBeginsBeforeTheLastOneHasEndedAndBothAreRight) {
  HeldModule module("minilm_host2");
  const sflow_plan &plan = module.plan();
  ASSERT_EQ(plan.stream_count, 2u);
  Program program;
  ASSERT_EQ(program.load(module.watched.get()), "");
  Values inputs[2] = {program.makeInputs(1), program.makeInputs(2)};
  Values outputs[2] = {program.makeOutputs(), program.makeOutputs()};
  std::vector<std::vector<char>> alone[2];
  for (int i = 0; i < 2; ++i) {
    ASSERT_EQ(module.watched.run(program, inputs[i], outputs[i]), "");
    alone[i] = outputs[i].bytes();
    outputs[i].clear();
  }
  ASSERT_NE(alone[0], alone[1]);

  Overlap overlap = findOverlap(plan);
  ASSERT_GT(overlap.alreadyIn, 0u) << "neither device can begin without the other";
  module.hold(overlap.held);
  Invocation invocations[2];
  for (int i = 0; i < 2; ++i)
    ASSERT_EQ(module.watched.launch(program, inputs[i], outputs[i], invocations[i]), "");
  EXPECT_TRUE(waitUntilQuiet());
  EXPECT_EQ(module.ended()[overlap.other], overlap.ended + overlap.alreadyIn);
  module.open();
  for (int i = 0; i < 2; ++i) {
    EXPECT_OK(sflow_invocation_wait(invocations[i].get(), kPatience));
    EXPECT_EQ(outputs[i].bytes(), alone[i]) << "replay " << i;
  }
}

TEST(OverlapSeedsTest, ReplaysInAnyOrderOverScribbledMemoryAreRight) {
  const sflow_module_desc &desc = compiledModule("conv_net_host2");
  std::vector<std::vector<char>> alone[3];
  for (uint64_t seed = 0; seed <= 8; ++seed) {
    sflow_instance_options options = optionsFor(desc);
    options.dispatch_seed = seed;
    options.scribble = 1;
    Program program;
    ASSERT_EQ(program.load(desc, options), "");
    std::vector<Values> inputs, outputs;
    Invocation invocations[3];
    for (uint64_t i = 0; i < 3; ++i) {
      inputs.push_back(program.makeInputs(i));
      outputs.push_back(program.makeOutputs());
    }
    for (int i = 0; i < 3; ++i) {
      ASSERT_OK(sflow_module_launch(program.module.get(), program.entry().name, inputs[i].get(), inputs[i].size(),
                                    outputs[i].get(), outputs[i].size(), invocations[i].out()));
      // The first round is one after the other, on workers.
      if (seed == 0) {
        ASSERT_OK(sflow_invocation_wait(invocations[i].get(), kPatience));
        alone[i] = outputs[i].bytes();
      }
    }
    for (int i = 0; i < 3; ++i) {
      EXPECT_OK(sflow_invocation_wait(invocations[i].get(), kPatience));
      EXPECT_EQ(outputs[i].bytes(), alone[i]) << "seed " << seed;
    }
  }
}

/// Two ranks of a compiled program; rank 1 can be held.
class RanksTest : public ::testing::Test {
protected:
  static constexpr uint32_t kRanks = 2;

  void SetUp() override {
    ASSERT_EQ(take(createWorld(kRanks, world).release()), "");
    std::string problems[kRanks];
    std::vector<std::thread> threads; // Loading is something all ranks do.
    for (uint32_t rank = 0; rank < kRanks; ++rank)
      threads.emplace_back([&, rank] {
        sflow_instance_options options = optionsFor(modules[rank].watched.get());
        options.world = world.get();
        options.rank = rank;
        problems[rank] = programs[rank].load(modules[rank].watched.get(), options);
      });
    for (std::thread &thread : threads)
      thread.join();
    for (uint32_t rank = 0; rank < kRanks; ++rank) {
      ASSERT_EQ(problems[rank], "");
      inputs.push_back(programs[rank].makeInputs(1));
      outputs.push_back(programs[rank].makeOutputs());
    }
  }

  /// Releasing an instance waits for its peers' modules.
  void launch() {
    for (uint32_t rank = 0; rank < kRanks; ++rank)
      ASSERT_EQ(modules[rank].watched.launch(programs[rank], inputs[rank], outputs[rank], invocations[rank]), "");
  }
  void finish() {
    for (Invocation &invocation : invocations)
      EXPECT_OK(sflow_invocation_wait(invocation.get(), kPatience));
  }

  /// Runs with rank 1 held before the task; returns what has ended on each rank
  /// by the time nothing moves.
  std::vector<Progress> runHeld(uint32_t task) {
    modules[0].hold(UINT32_MAX);
    modules[1].hold(task);
    launch();
    EXPECT_TRUE(waitUntilQuiet());
    std::vector<Progress> reached;
    for (HeldModule &module : modules)
      reached.push_back(module.ended());
    modules[1].open();
    finish();
    return reached;
  }

  World world;
  HeldModule modules[kRanks] = {HeldModule("train_dp_host1"), HeldModule("train_dp_host1")};
  Program programs[kRanks];
  std::vector<Values> inputs, outputs;
  Invocation invocations[kRanks];
};

/// Collectives of a plan, in its order.
std::vector<uint32_t> collectivesOf(const sflow_plan &plan) {
  std::vector<uint32_t> result;
  for (uint32_t i = 0; i < plan.task_count; ++i)
    if (plan.tasks[i].kind == SFLOW_TASK_COLLECTIVE)
      result.push_back(i);
  return result;
}

TEST_F(RanksTest, WithRankOneHeldBeforeGradientSevenTheEarlierOnesFinishOnBothRanks) {
  launch();
  finish();
  std::vector<std::vector<char>> right[kRanks] = {outputs[0].bytes(), outputs[1].bytes()};
  EXPECT_EQ(right[0], right[1]);
  const sflow_plan &plan = modules[0].plan();
  std::vector<uint32_t> gradients = collectivesOf(plan);
  ASSERT_EQ(gradients.size(), 7u);
  std::vector<Progress> reached = runHeld(gradients[6]);
  // Six are reduced and six weights updated.
  Progress expected(plan.stream_count, 0);
  for (uint32_t task = 0; task < plan.task_count; ++task) {
    bool needsSeven = false;
    for (uint32_t i = 0; i < plan.tasks[task].pred_count; ++i)
      needsSeven |= plan.preds[plan.tasks[task].first_pred + i] == gradients[6];
    expected[plan.tasks[task].stream] += task != gradients[6] && !needsSeven;
  }
  EXPECT_EQ(reached[0], expected);
  EXPECT_EQ(reached[1], expected);
  EXPECT_EQ(outputs[0].bytes(), right[0]);
  EXPECT_EQ(outputs[1].bytes(), right[1]);
}

TEST_F(RanksTest, ARankThatIsHeldStopsOnlyWhatNeedsIt) {
  const sflow_plan &plan = modules[0].plan();
  for (uint32_t task = 0; task < plan.task_count; ++task)
    EXPECT_EQ(runHeld(task), furthest(plan, kRanks, 1, task))
        << "rank 1 held before " << plan.tasks[task].name << " (" << plan.tasks[task].location << ")";
}

} // namespace
