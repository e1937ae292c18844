// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Ranks whose runs of one module differ: one ends before a collective that
// another one waits in. The one that waits is told, whoever comes first, and
// the next run is a new beginning.
#include "Support.h"

#include <array>
#include <atomic>

using namespace syncflow;
using namespace syncflow::test;

namespace {

/// Two ranks with a module of one all_reduce: entry main launches it as often
/// as `launches` says, each time over one more element of the rank's row.
class UnevenRuns {
public:
  static constexpr int kMost = 4;

  UnevenRuns() : ranks(2) {
    for (uint32_t rank = 0; rank < 2; ++rank) {
      PlanBuilder &plan = plans[rank];
      uint32_t compute = plan.stream();
      uint32_t comm = plan.stream(0, 0, SFLOW_STREAM_COMMUNICATION);
      plan.task({compute, "before"}, [this, rank] {
        before[rank]();
        return 0;
      });
      sflow_plan_collective sum{};
      sum.kind = SFLOW_COLLECTIVE_ALL_REDUCE;
      sum.element = SFLOW_ELEMENT_F32;
      sum.sequence = 7;
      plan.collective({comm, "sum", {{compute, 1}}}, sum, {wordArg(0), wordArg(0), constantArg(int64_t{1})});
      const sflow_plan *desc = plan.get();
      builders[rank].group({2}, {0});
      builders[rank].input("x", {1});
      builders[rank].entry("main", {desc}, [this, rank, desc](sflow_invocation *invocation) {
        int32_t code = 0;
        for (int i = 0; i < launches[rank] && code == 0; ++i)
          code = launchPlan(invocation, desc, &data[rank][i]);
        if (!hostError[rank].empty()) {
          sflow_rt_fail(invocation, hostError[rank].c_str());
          code = 1;
        }
        return code;
      });
    }
  }

  std::string load(uint32_t rank) { return take(builders[rank].load(ranks.instances[rank].get(), modules[rank])); }
  void loadBoth() {
    for (uint32_t rank = 0; rank < 2; ++rank)
      EXPECT_EQ(load(rank), "");
  }
  std::string run(uint32_t rank) {
    for (int i = 0; i < kMost; ++i)
      data[rank][i] = static_cast<float>(10 * i + 1 + rank);
    HostTensor input({length[rank]}, SFLOW_ELEMENT_F32, &x, sizeof x);
    sflow_tensor tensor = input.get();
    return take(sflow_module_run(modules[rank].get(), "main", &tensor, 1, nullptr, 0));
  }
  std::vector<std::string> runBoth() {
    return ranks.each([&](uint32_t rank) { return run(rank); });
  }
  /// The sums that both ranks have; the first `count` of them must be right.
  void expectSums(int count) {
    for (uint32_t rank = 0; rank < 2; ++rank)
      for (int i = 0; i < count; ++i)
        EXPECT_EQ(data[rank][i], static_cast<float>(20 * i + 3)) << "rank " << rank << ", sum " << i;
  }

  Ranks ranks;
  std::array<int, 2> launches{1, 1};
  std::array<std::string, 2> hostError;
  std::array<int64_t, 2> length{1, 1};
  std::array<std::function<void()>, 2> before{[] {}, [] {}};
  std::array<std::array<float, kMost>, 2> data{};
  std::array<ModuleBuilder, 2> builders;
  std::array<Module, 2> modules;

private:
  float x = 0;
  std::array<PlanBuilder, 2> plans;
};

const std::vector<std::string> kBothOk(2, "");

TEST(RunsTest, ARankThatFailsOnTheHostReleasesItsPeer) {
  UnevenRuns runs;
  runs.loadBoth();
  runs.launches = {1, 0};
  runs.hostError[1] = "the prompt is too long";
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(runs.runBoth(), (std::vector<std::string>{"task sum (test.mlir:2:1): rank 1: the "
                                                        "prompt is too long",
                                                        "the prompt is too long"}));
  // The ranks are still in step.
  runs.launches = {3, 3};
  runs.hostError[1] = "";
  EXPECT_EQ(runs.runBoth(), kBothOk);
  runs.expectSums(3);
}

TEST(RunsTest, AFailureOfAllRanksIsTheirOwn) {
  UnevenRuns runs;
  runs.loadBoth();
  runs.launches = {0, 0};
  runs.hostError = {"no", "no"};
  EXPECT_EQ(runs.runBoth(), (std::vector<std::string>{"no", "no"}));
  runs.launches = {1, 1};
  runs.hostError = {"", ""};
  EXPECT_EQ(runs.runBoth(), kBothOk);
  runs.expectSums(1);
}

TEST(RunsTest, ARankThatMakesFewerCallsIsNamedAndNotPairedWithItsNextRun) {
  UnevenRuns runs;
  runs.loadBoth();
  runs.launches = {3, 2};
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(runs.runBoth(), (std::vector<std::string>{"task sum (test.mlir:2:1): ranks do not agree: rank 1 has "
                                                        "ended its run without this call",
                                                        ""}));
    runs.expectSums(2);
    EXPECT_EQ(runs.data[0][2], 21.0f) << "it was touched";
  }
  runs.launches = {4, 4};
  EXPECT_EQ(runs.runBoth(), kBothOk);
  runs.expectSums(4);
}

TEST(RunsTest, WhoWaitsAlreadyIsTold) {
  // Rank 1 returns only after rank 0 has come to the collective.
  UnevenRuns runs;
  runs.loadBoth();
  runs.launches = {1, 0};
  Gate waiting;
  runs.before[0] = [&] { waiting.open(); };
  std::vector<std::string> results = runs.ranks.each([&](uint32_t rank) -> std::string {
    if (rank == 1 && !waiting.passWithin())
      return "rank 0 never came";
    return runs.run(rank);
  });
  EXPECT_NE(results[0].find("rank 1 has ended its run without this call"), std::string::npos) << results[0];
  EXPECT_EQ(results[1], "");
}

TEST(RunsTest, WhoComesLaterIsToldAtOnce) {
  // Rank 0 comes to the collective only after rank 1 has ended its run.
  UnevenRuns runs;
  runs.loadBoth();
  runs.launches = {1, 0};
  Gate ended;
  runs.before[0] = [&] { ended.passWithin(); };
  std::vector<std::string> results = runs.ranks.each([&](uint32_t rank) -> std::string {
    std::string result = runs.run(rank);
    if (rank == 1)
      ended.open();
    return result;
  });
  EXPECT_NE(results[0].find("rank 1 has ended its run without this call"), std::string::npos) << results[0];
  EXPECT_EQ(results[1], "");
}

TEST(RunsTest, ARunThatIsRefusedReleasesThePeer) {
  UnevenRuns runs;
  runs.loadBoth();
  runs.length[1] = 2;
  std::vector<std::string> results = runs.runBoth();
  EXPECT_NE(results[1], "");
  EXPECT_EQ(results[0], "task sum (test.mlir:2:1): rank 1: " + results[1]);
  runs.length[1] = 1;
  EXPECT_EQ(runs.runBoth(), kBothOk);
  runs.expectSums(1);
}

class LoadOrderTest : public ::testing::TestWithParam<bool> {};

TEST_P(LoadOrderTest, ARankThatCannotLoadReleasesItsPeer) {
  UnevenRuns runs;
  runs.builders[1].parameter("w", {4});
  if (GetParam()) // The peer's channel does not exist yet.
    EXPECT_NE(runs.load(1), "");
  EXPECT_EQ(runs.load(0), "");
  if (!GetParam())
    EXPECT_NE(runs.load(1), "");
  std::string result = runs.run(0);
  EXPECT_NE(result.find("task sum (test.mlir:2:1): rank 1: "), std::string::npos) << result;
  EXPECT_NE(result.find("w"), std::string::npos) << result;
}

INSTANTIATE_TEST_SUITE_P(FirstOrLast, LoadOrderTest, ::testing::Bool(),
                         [](const auto &info) { return info.param ? "First" : "Last"; });

TEST(RunsTest, AReceiveThatNobodySendsIsAnError) {
  Ranks ranks(2);
  std::array<PlanBuilder, 2> plans;
  std::array<ModuleBuilder, 2> builders;
  float data = 0;
  for (uint32_t rank = 0; rank < 2; ++rank) {
    sflow_plan_collective receive{};
    receive.kind = SFLOW_COLLECTIVE_RECV;
    receive.element = SFLOW_ELEMENT_F32;
    receive.root = 1;
    if (rank == 0)
      plans[rank].collective({plans[rank].stream(0, 0, SFLOW_STREAM_COMMUNICATION), "receive"}, receive, nullptr, &data,
                             1);
    else
      plans[rank].task({plans[rank].stream(), "other"}, [] { return 0; });
    builders[rank].group({2}, {0});
    builders[rank].entry("main", {plans[rank].get()});
  }
  std::vector<std::string> results = ranks.run({&builders[0], &builders[1]});
  // Rank 1 has no use for the group: releasing its module is what tells.
  EXPECT_NE(results[0].find("rank 1 has"), std::string::npos) << results[0];
  EXPECT_EQ(results[1], "");
}

TEST(RunsTest, ADeadlineNamesTheRankTheCollectiveAndWhoIsLate) {
  UnevenRuns runs;
  runs.loadBoth();
  Gate gate, reached;
  runs.before[0] = [&] { reached.open(); };
  HostTensor input({1}, SFLOW_ELEMENT_F32, &runs.data[0], sizeof(float));
  sflow_tensor tensor = input.get();
  Invocation invocation;
  ASSERT_OK(sflow_module_launch(runs.modules[0].get(), "main", &tensor, 1, nullptr, 0, invocation.out()));
  ASSERT_TRUE(reached.passWithin());
  std::string late;
  // Right behind the gate the call may still be on its way.
  for (int i = 0; i < 10'000 && late.find("waits for") == std::string::npos; ++i)
    late = take(sflow_invocation_wait(invocation.get(), 1'000'000));
  EXPECT_NE(late.find("entry 'main' of rank 0 still runs after 1.000 ms: "), std::string::npos) << late;
  EXPECT_NE(late.find("is at task sum (test.mlir:2:1), 0 of 1 ended, "
                      "collective 7 waits for rank 1"),
            std::string::npos)
      << late;
  EXPECT_EQ(runs.run(1), "");
  EXPECT_OK(sflow_invocation_wait(invocation.get(), kPatience));
}

TEST(RunsTest, AbortingTheWorldEndsALoopOfLaunches) {
  // Host code that launches for ever, as a decoder whose end token never comes.
  Ranks ranks(1);
  PlanBuilder plan;
  Gate begun;
  plan.task({plan.stream(), "step"}, [&] {
    begun.open();
    return 0;
  });
  ModuleBuilder builder;
  const sflow_plan *desc = plan.get();
  builder.entry("main", {desc}, [&](sflow_invocation *invocation) {
    int32_t code = 0;
    while (code == 0)
      code = launchPlan(invocation, desc);
    return code;
  });
  Module module;
  ASSERT_OK(builder.load(ranks.instances[0].get(), module));
  std::thread stopper([&] {
    EXPECT_TRUE(begun.passWithin());
    sflow_world_abort(ranks.world.get(), "enough");
  });
  EXPECT_EQ(take(sflow_module_run(module.get(), "main", nullptr, 0, nullptr, 0)), "enough");
  stopper.join();
}

} // namespace
