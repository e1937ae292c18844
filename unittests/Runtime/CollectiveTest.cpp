// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Collectives between thread ranks: matching, failures, overlap with compute.
// What they compute is in CollectiveValuesTest.cpp.
#include "Support.h"

#include <array>
#include <atomic>
#include <numeric>

using namespace syncflow;
using namespace syncflow::test;

namespace {

sflow_plan_collective collective(uint32_t kind, uint32_t root = 0, uint32_t reduction = SFLOW_REDUCTION_SUM,
                                 uint32_t element = SFLOW_ELEMENT_F32) {
  sflow_plan_collective result{};
  result.kind = kind;
  result.reduction = reduction;
  result.element = element;
  result.root = root;
  return result;
}

/// A module of one plan over the group of all ranks.
struct RankProgram {
  explicit RankProgram(uint32_t ranks) {
    module.group({static_cast<int64_t>(ranks)}, {0});
    compute = plan.stream();
    comm = plan.stream(0, 0, SFLOW_STREAM_COMMUNICATION);
  }
  void finish() { module.entry("main", {plan.get()}); }

  PlanBuilder plan;
  ModuleBuilder module;
  uint32_t compute, comm;
};

struct Programs {
  explicit Programs(uint32_t ranks) {
    for (uint32_t rank = 0; rank < ranks; ++rank)
      all.push_back(std::make_unique<RankProgram>(ranks));
  }
  std::vector<std::string> run(Ranks &ranks) {
    std::vector<ModuleBuilder *> modules;
    for (auto &program : all) {
      program->finish();
      modules.push_back(&program->module);
    }
    return ranks.run(modules);
  }
  RankProgram &operator[](size_t rank) { return *all[rank]; }

  std::vector<std::unique_ptr<RankProgram>> all;
};

const std::vector<std::string> kTwoOk(2, "");

TEST(CollectiveTest, WithRankOneGatedBeforeGradientSevenTheEarlierOnesFinishOnBothRanks) {
  constexpr int kGradients = 10, kGated = 7;
  Ranks ranks(2);
  Programs programs(2);
  Gate gate;
  std::array<std::array<Gate, kGradients>, 2> reduced;
  std::array<std::array<float, kGradients>, 2> gradients{};
  std::array<std::atomic<int>, 2> applied{};
  for (uint32_t rank = 0; rank < 2; ++rank) {
    PlanBuilder &plan = programs[rank].plan;
    uint32_t update = plan.stream(0, 1);
    for (int i = 0; i < kGradients; ++i) {
      float *gradient = &gradients[rank][i];
      uint32_t computed = plan.task({programs[rank].compute, "gradient"}, [&gate, gradient, rank, i] {
        if (rank == 1 && i == kGated - 1)
          gate.pass();
        *gradient = static_cast<float>(10 * i + rank);
        return 0;
      });
      uint32_t done =
          plan.collective({programs[rank].comm, "all_reduce", {{programs[rank].compute, uint32_t(i) + 1}}, {computed}},
                          collective(SFLOW_COLLECTIVE_ALL_REDUCE), gradient, gradient, 1);
      plan.task({update, "update", {{programs[rank].comm, uint32_t(i) + 1}}, {done}}, [&reduced, &applied, rank, i] {
        applied[rank].fetch_add(1);
        reduced[rank][i].open();
        return 0;
      });
    }
  }
  std::thread observer([&] {
    for (int rank = 0; rank < 2; ++rank)
      for (int i = 0; i < kGated - 1; ++i)
        EXPECT_TRUE(reduced[rank][i].passWithin()) << "rank " << rank << ", gradient " << i + 1;
    EXPECT_EQ(applied[0].load(), kGated - 1);
    EXPECT_EQ(applied[1].load(), kGated - 1);
    gate.open();
  });
  EXPECT_EQ(programs.run(ranks), kTwoOk);
  observer.join();
  for (int i = 0; i < kGradients; ++i) {
    EXPECT_EQ(gradients[0][i], 20.0f * i + 1);
    EXPECT_EQ(gradients[1][i], 20.0f * i + 1);
  }
}

TEST(CollectiveTest, ComputeGoesOnWhileACollectiveWaitsForItsPeer) {
  // Rank 1 joins only once rank 0 has computed on behind its own call.
  Ranks ranks(2);
  Programs programs(2);
  Gate computedOn;
  std::array<float, 2> data{1, 2};
  for (uint32_t rank = 0; rank < 2; ++rank) {
    RankProgram &program = programs[rank];
    program.plan.task({program.compute, "before"}, [&, rank] { return rank == 0 || computedOn.passWithin() ? 0 : 1; });
    program.plan.collective({program.comm, "sum", {{program.compute, 1}}, {0}}, collective(SFLOW_COLLECTIVE_ALL_REDUCE),
                            &data[rank], &data[rank], 1);
    program.plan.task({program.compute, "behind"}, [&, rank] {
      if (rank == 0)
        computedOn.open();
      return 0;
    });
  }
  EXPECT_EQ(programs.run(ranks), kTwoOk);
  EXPECT_EQ(data, (std::array<float, 2>{3, 3}));
}

TEST(CollectiveTest, NobodyLeavesABarrierBeforeAllHaveCome) {
  constexpr uint32_t kRanks = 3;
  Ranks ranks(kRanks);
  Programs programs(kRanks);
  std::atomic<uint32_t> arrived{0};
  std::atomic<bool> early{false};
  Gate come, left;
  std::array<Gate, kRanks> there;
  for (uint32_t rank = 0; rank < kRanks; ++rank) {
    PlanBuilder &plan = programs[rank].plan;
    for (uint32_t round = 1; round <= 20; ++round) {
      plan.task({programs[rank].compute, "before"}, [&, rank, round] {
        there[rank].open();
        if (rank == 2 && round == 1 && !come.passWithin())
          return 1;
        arrived.fetch_add(1);
        return 0;
      });
      plan.collective({programs[rank].comm, "barrier", {{programs[rank].compute, 2 * round - 1}}},
                      collective(SFLOW_COLLECTIVE_BARRIER), nullptr, nullptr, 0);
      plan.task({programs[rank].compute, "after", {{programs[rank].comm, round}}}, [&, round] {
        left.open();
        if (arrived.load() < round * kRanks)
          early.store(true);
        return 0;
      });
    }
  }
  // As long as one is held in front of the first one nobody gets behind it.
  std::thread observer([&] {
    for (Gate &gate : there)
      EXPECT_TRUE(gate.passWithin());
    EXPECT_FALSE(left.passWithin(std::chrono::milliseconds(20)));
    come.open();
  });
  EXPECT_EQ(programs.run(ranks), std::vector<std::string>(kRanks));
  observer.join();
  EXPECT_FALSE(early.load());
}

TEST(CollectiveTest, MembersOfAGroupAreTheRanksThatDifferAlongItsAxes) {
  // A 2 x 3 grid: each rank gathers the ranks of its row and of its column.
  constexpr uint32_t kRanks = 6;
  Ranks ranks(kRanks);
  std::array<std::array<int32_t, 3>, kRanks> rows{};
  std::array<std::array<int32_t, 2>, kRanks> columns{};
  std::array<std::array<int32_t, 6>, kRanks> transposed{};
  std::array<int32_t, kRanks> mine{};
  std::vector<std::unique_ptr<PlanBuilder>> plans;
  std::vector<std::unique_ptr<ModuleBuilder>> modules;
  std::vector<ModuleBuilder *> pointers;
  for (uint32_t rank = 0; rank < kRanks; ++rank) {
    mine[rank] = static_cast<int32_t>(rank);
    modules.push_back(std::make_unique<ModuleBuilder>());
    plans.push_back(std::make_unique<PlanBuilder>());
    pointers.push_back(modules.back().get());
    ModuleBuilder &module = *modules.back();
    PlanBuilder &plan = *plans.back();
    uint32_t comm = plan.stream(0, 0, SFLOW_STREAM_COMMUNICATION);
    auto gather = [&](uint32_t group, void *output) {
      sflow_plan_collective desc = collective(SFLOW_COLLECTIVE_ALL_GATHER, 0, 0, SFLOW_ELEMENT_I32);
      desc.group = group;
      plan.collective({comm, "gather"}, desc, &mine[rank], output, 1);
    };
    gather(module.group({2, 3}, {1}), rows[rank].data());
    gather(module.group({2, 3}, {0}), columns[rank].data());
    gather(module.group({2, 3}, {1, 0}), transposed[rank].data());
    module.entry("main", {plan.get()});
  }
  EXPECT_EQ(ranks.run(pointers), std::vector<std::string>(kRanks));
  for (int32_t rank = 0; rank < 6; ++rank) {
    int32_t row = rank / 3, column = rank % 3;
    EXPECT_EQ(rows[rank], (std::array<int32_t, 3>{3 * row, 3 * row + 1, 3 * row + 2}));
    EXPECT_EQ(columns[rank], (std::array<int32_t, 2>{column, column + 3}));
    EXPECT_EQ(transposed[rank], (std::array<int32_t, 6>{0, 3, 1, 4, 2, 5}));
  }
}

TEST(CollectiveTest, SendsMeetTheReceivesOfTheSamePairInOrder) {
  constexpr uint32_t kRanks = 3;
  Ranks ranks(kRanks);
  Programs programs(kRanks);
  std::array<float, 4> sent{1, 2, 3, 4};
  std::array<float, 2> toOne{}, toTwo{};
  Gate send, received;
  std::array<Gate, kRanks> receiving;
  RankProgram &zero = programs[0];
  zero.plan.task({zero.compute, "hold"}, [&] { return send.passWithin() ? 0 : 1; });
  // Rank 0 alternates between its peers; each of them takes its own two in
  // order.
  for (int i = 0; i < 4; ++i)
    zero.plan.collective({zero.comm, "send", {{zero.compute, 1}}}, collective(SFLOW_COLLECTIVE_SEND, i % 2 ? 2 : 1),
                         &sent[i], nullptr, 1);
  for (uint32_t rank : {1u, 2u}) {
    RankProgram &program = programs[rank];
    program.plan.task({program.compute, "before"}, [&receiving, rank] {
      receiving[rank].open();
      return 0;
    });
    for (int i = 0; i < 2; ++i)
      program.plan.collective({program.comm, "recv", {{program.compute, 1}}}, collective(SFLOW_COLLECTIVE_RECV, 0),
                              nullptr, rank == 1 ? &toOne[i] : &toTwo[i], 1);
    program.plan.task({program.compute, "after", {{program.comm, 1}}}, [&] {
      received.open();
      return 0;
    });
  }
  // Nobody receives what has not been sent, however long one waits.
  std::thread observer([&] {
    EXPECT_TRUE(receiving[1].passWithin() && receiving[2].passWithin());
    EXPECT_FALSE(received.passWithin(std::chrono::milliseconds(20)));
    send.open();
  });
  EXPECT_EQ(programs.run(ranks), std::vector<std::string>(kRanks));
  observer.join();
  EXPECT_EQ(toOne, (std::array<float, 2>{1, 3}));
  EXPECT_EQ(toTwo, (std::array<float, 2>{2, 4}));
}

/// Both ranks call something; the message that both must get.
struct Mismatch {
  const char *name;
  sflow_plan_collective zero, one;
  int64_t elementsOfZero, elementsOfOne;
  const char *zeroSpelled, *oneSpelled;
};

class CollectiveMismatchTest : public ::testing::TestWithParam<Mismatch> {};

TEST_P(CollectiveMismatchTest, IsAnErrorOnBothRanksThatNamesBoth) {
  const Mismatch &mismatch = GetParam();
  Ranks ranks(2);
  Programs programs(2);
  std::array<std::array<double, 16>, 2> in{}, out{};
  std::array<std::array<double, 16>, 2> sum{};
  for (uint32_t rank = 0; rank < 2; ++rank) {
    RankProgram &program = programs[rank];
    sflow_plan_collective desc = rank ? mismatch.one : mismatch.zero;
    desc.sequence = 3;
    program.plan.collective({program.comm, "wrong"}, desc, in[rank].data(), out[rank].data(),
                            rank ? mismatch.elementsOfOne : mismatch.elementsOfZero);
    // What follows still matches.
    sum[rank][0] = 1 + rank;
    program.plan.collective({program.comm, "right"}, collective(SFLOW_COLLECTIVE_ALL_REDUCE, 0, 0, SFLOW_ELEMENT_F64),
                            sum[rank].data(), sum[rank].data(), 1);
  }
  std::vector<std::string> results = programs.run(ranks);
  std::string zero = std::string("rank 0 calls ") + mismatch.zeroSpelled + " (collective 3)";
  std::string one = std::string("rank 1 calls ") + mismatch.oneSpelled + " (collective 3)";
  std::string prefix = "task wrong (test.mlir:1:1): ranks do not agree: ";
  // Whoever came first is named first.
  EXPECT_TRUE(results[0] == prefix + zero + ", " + one || results[0] == prefix + one + ", " + zero) << results[0];
  EXPECT_EQ(results[0], results[1]);
  EXPECT_EQ(sum[0][0], 3.0);
  EXPECT_EQ(sum[1][0], 3.0);
}

INSTANTIATE_TEST_SUITE_P(
    All, CollectiveMismatchTest,
    ::testing::Values(
        Mismatch{"Kind", collective(SFLOW_COLLECTIVE_ALL_REDUCE), collective(SFLOW_COLLECTIVE_BROADCAST), 4, 4,
                 "all_reduce sum of 4 f32", "broadcast of 4 f32 with root 0"},
        Mismatch{"Count", collective(SFLOW_COLLECTIVE_ALL_GATHER), collective(SFLOW_COLLECTIVE_ALL_GATHER), 4, 5,
                 "all_gather of 4 f32", "all_gather of 5 f32"},
        Mismatch{"Element", collective(SFLOW_COLLECTIVE_ALL_REDUCE),
                 collective(SFLOW_COLLECTIVE_ALL_REDUCE, 0, SFLOW_REDUCTION_SUM, SFLOW_ELEMENT_I32), 4, 4,
                 "all_reduce sum of 4 f32", "all_reduce sum of 4 i32"},
        Mismatch{"Reduction", collective(SFLOW_COLLECTIVE_ALL_REDUCE),
                 collective(SFLOW_COLLECTIVE_ALL_REDUCE, 0, SFLOW_REDUCTION_MAX), 4, 4, "all_reduce sum of 4 f32",
                 "all_reduce max of 4 f32"},
        Mismatch{"Root", collective(SFLOW_COLLECTIVE_BROADCAST, 0), collective(SFLOW_COLLECTIVE_BROADCAST, 1), 4, 4,
                 "broadcast of 4 f32 with root 0", "broadcast of 4 f32 with root 1"},
        Mismatch{"SendCount", collective(SFLOW_COLLECTIVE_SEND, 1), collective(SFLOW_COLLECTIVE_RECV, 0), 4, 3,
                 "send of 4 f32", "recv of 3 f32"},
        Mismatch{"SendElement", collective(SFLOW_COLLECTIVE_SEND, 1),
                 collective(SFLOW_COLLECTIVE_RECV, 0, 0, SFLOW_ELEMENT_F64), 4, 4, "send of 4 f32", "recv of 4 f64"},
        Mismatch{"Barrier", collective(SFLOW_COLLECTIVE_BARRIER), collective(SFLOW_COLLECTIVE_ALL_GATHER), 4, 4,
                 "barrier", "all_gather of 4 f32"}),
    [](const auto &info) { return info.param.name; });

TEST(CollectiveTest, AFailedInputEndsTheCollectiveOnAllRanksWithItsCauseAndLaterOnesWork) {
  Ranks ranks(3);
  Programs programs(3);
  std::array<float, 3> lost{}, kept{1, 2, 4};
  for (uint32_t rank = 0; rank < 3; ++rank) {
    RankProgram &program = programs[rank];
    int32_t broken = program.plan.message("token id out of range");
    uint32_t feeds = program.plan.task({program.compute, "embed"}, [=] { return rank == 1 ? broken : 0; });
    uint32_t reduce = program.plan.collective({program.comm, "sum", {{program.compute, 1}}, {feeds}},
                                              collective(SFLOW_COLLECTIVE_ALL_REDUCE), &lost[rank], &lost[rank], 1);
    program.plan.collective({program.comm, "later"}, collective(SFLOW_COLLECTIVE_ALL_REDUCE), &kept[rank], &kept[rank],
                            1);
    program.plan.collective({program.comm, "dependent", {}, {reduce}}, collective(SFLOW_COLLECTIVE_ALL_REDUCE),
                            &lost[rank], &lost[rank], 1);
  }
  std::vector<std::string> results = programs.run(ranks);
  std::string cause = "task embed (test.mlir:1:1): token id out of range";
  EXPECT_EQ(results[1], cause);
  EXPECT_EQ(results[0], "task sum (test.mlir:2:1): rank 1: " + cause);
  EXPECT_EQ(results[2], results[0]);
  EXPECT_EQ(kept, (std::array<float, 3>{7, 7, 7}));
}

TEST(CollectiveTest, AWholePoisonedLaunchStillReleasesThePeers) {
  Ranks ranks(2);
  std::array<float, 2> data{};
  std::array<std::unique_ptr<PlanBuilder>, 4> plans;
  std::array<std::unique_ptr<ModuleBuilder>, 2> modules;
  for (uint32_t rank = 0; rank < 2; ++rank) {
    PlanBuilder &first = *(plans[2 * rank] = std::make_unique<PlanBuilder>("first"));
    PlanBuilder &second = *(plans[2 * rank + 1] = std::make_unique<PlanBuilder>("second"));
    int32_t broken = first.message("no");
    first.task({first.stream(), "a"}, [=] { return rank == 0 ? broken : 0; });
    second.collective({second.stream(0, 0, SFLOW_STREAM_COMMUNICATION), "sum"}, collective(SFLOW_COLLECTIVE_ALL_REDUCE),
                      &data[rank], &data[rank], 1);
    modules[rank] = std::make_unique<ModuleBuilder>();
    modules[rank]->group({2}, {0});
    modules[rank]->entry("main", {first.get(), second.get()});
  }
  std::vector<std::string> results = ranks.run({modules[0].get(), modules[1].get()});
  EXPECT_EQ(results[0], "task a (test.mlir:1:1): no");
  EXPECT_EQ(results[1], "task sum (test.mlir:1:1): rank 0: task a (test.mlir:1:1): no");
}

TEST(CollectiveTest, ACallThatCannotBeDividedReleasesThePeers) {
  Ranks ranks(2);
  Programs programs(2);
  std::array<std::array<float, 8>, 2> data{};
  for (uint32_t rank = 0; rank < 2; ++rank)
    programs[rank].plan.collective({programs[rank].comm, "scatter"}, collective(SFLOW_COLLECTIVE_SCATTER),
                                   data[rank].data(), data[rank].data() + 4, 3);
  std::vector<std::string> results = programs.run(ranks);
  for (const std::string &result : results)
    EXPECT_NE(result.find("scatter of 3 elements among 2 ranks"), std::string::npos) << result;
}

TEST(CollectiveTest, SendingToOneselfIsAnError) {
  Ranks ranks(1);
  Programs programs(1);
  float data = 0;
  programs[0].plan.collective({programs[0].comm, "send"}, collective(SFLOW_COLLECTIVE_SEND, 0), &data, nullptr, 1);
  EXPECT_EQ(programs.run(ranks)[0], "task send (test.mlir:1:1): send with itself as the peer");
}

/// Rank 0 waits in an all_reduce that rank 1 never joins; `end` must release
/// it.
class WaitingRank {
public:
  WaitingRank() : ranks(2), programs(2) {
    for (uint32_t rank = 0; rank < 2; ++rank) {
      RankProgram &program = programs[rank];
      program.plan.task({program.compute, "before"}, [this] {
        reached.open();
        return 0;
      });
      program.plan.collective({program.comm, "sum", {{program.compute, 1}}}, collective(SFLOW_COLLECTIVE_ALL_REDUCE),
                              &data[rank], &data[rank], 1);
      program.finish();
      EXPECT_OK(program.module.load(ranks.instances[rank].get(), modules[rank]));
    }
    EXPECT_OK(sflow_module_launch(modules[0].get(), "main", nullptr, 0, nullptr, 0, invocation.out()));
    EXPECT_TRUE(reached.passWithin());
  }
  std::string result() { return take(sflow_invocation_wait(invocation.get(), kPatience)); }

  Ranks ranks;
  Programs programs;
  std::array<Module, 2> modules;
  Invocation invocation;

private:
  std::array<float, 2> data{};
  Gate reached;
};

TEST(CollectiveTest, WhoWaitsForAPeerUsesNoProcessor) {
  WaitingRank waiting;
  constexpr uint64_t kWait = 100'000'000;
  uint64_t before = processorNs();
  EXPECT_EQ(takeCode(sflow_invocation_wait(waiting.invocation.get(), kWait)), SFLOW_STATUS_DEADLINE_EXCEEDED);
  EXPECT_LT(processorNs() - before, kWait / 10) << "somebody polls";
  sflow_world_abort(waiting.ranks.world.get(), "enough");
  EXPECT_EQ(waiting.result(), "task sum (test.mlir:2:1): enough");
}

TEST(CollectiveTest, AbortingTheWorldEndsEveryWaitNowAndLater) {
  WaitingRank waiting;
  sflow_world_abort(waiting.ranks.world.get(), "interrupted");
  EXPECT_EQ(waiting.result(), "task sum (test.mlir:2:1): interrupted");
  for (Module &module : waiting.modules)
    EXPECT_EQ(take(sflow_module_run(module.get(), "main", nullptr, 0, nullptr, 0)), "interrupted");
}

TEST(CollectiveTest, ReleasingAPeersInstanceEndsTheWait) {
  WaitingRank waiting;
  waiting.modules[1].reset();
  waiting.ranks.instances[1].reset();
  std::string result = waiting.result();
  // The module went first; either way the message says who is missing.
  EXPECT_EQ(result, "task sum (test.mlir:2:1): rank 1 has released module 'module'");
}

TEST(CollectiveTest, AnInstanceThatIsGoneBeforeItLoadedEndsTheWaitToo) {
  Ranks ranks(2);
  Programs programs(2);
  float data = 0;
  programs[0].plan.collective({programs[0].comm, "sum"}, collective(SFLOW_COLLECTIVE_ALL_REDUCE), &data, &data, 1);
  programs[0].finish();
  Module module;
  ASSERT_OK(programs[0].module.load(ranks.instances[0].get(), module));
  Invocation invocation;
  ASSERT_OK(sflow_module_launch(module.get(), "main", nullptr, 0, nullptr, 0, invocation.out()));
  EXPECT_EQ(takeCode(sflow_invocation_wait(invocation.get(), 1'000'000)), SFLOW_STATUS_DEADLINE_EXCEEDED);
  ranks.instances[1].reset();
  EXPECT_EQ(take(sflow_invocation_wait(invocation.get(), kPatience)),
            "task sum (test.mlir:1:1): rank 1 has gone: its instance was released");
  // And at once from now on.
  EXPECT_EQ(take(sflow_module_run(module.get(), "main", nullptr, 0, nullptr, 0)),
            "task sum (test.mlir:1:1): rank 1 has gone: its instance was released");
}

TEST(CollectiveTest, RanksWithDifferentSchedulesGetAnErrorAndDoNotHang) {
  Ranks ranks(2);
  Programs programs(2);
  std::array<float, 2> data{};
  for (uint32_t rank = 0; rank < 2; ++rank) {
    programs[rank].plan.collective({programs[rank].comm, "sum"}, collective(SFLOW_COLLECTIVE_ALL_REDUCE), &data[rank],
                                   &data[rank], 1);
    programs[rank].module.desc.schedule_hash = 0xabc + rank;
  }
  for (const std::string &result : programs.run(ranks)) {
    EXPECT_NE(result.find("have different schedules"), std::string::npos) << result;
    EXPECT_NE(result.find("0000000000000abc"), std::string::npos) << result;
    EXPECT_NE(result.find("0000000000000abd"), std::string::npos) << result;
  }
}

TEST(CollectiveTest, OverlappingLaunchesOfOneModuleKeepTheirCollectivesApart) {
  constexpr int kLaunches = 20;
  Ranks ranks(2);
  struct Data {
    std::array<std::array<float, 1>, kLaunches> sums;
  };
  std::array<Data, 2> data{};
  std::array<std::unique_ptr<PlanBuilder>, 2> plans;
  std::array<std::unique_ptr<ModuleBuilder>, 2> builders;
  std::array<std::atomic<int>, 2> next{};
  for (uint32_t rank = 0; rank < 2; ++rank) {
    PlanBuilder &plan = *(plans[rank] = std::make_unique<PlanBuilder>());
    plan.collective({plan.stream(0, 0, SFLOW_STREAM_COMMUNICATION), "sum"}, collective(SFLOW_COLLECTIVE_ALL_REDUCE),
                    {wordArg(0), wordArg(0), constantArg(int64_t{1})});
    const sflow_plan *desc = plan.get();
    builders[rank] = std::make_unique<ModuleBuilder>();
    builders[rank]->group({2}, {0});
    builders[rank]->entry("main", {desc}, [&, rank, desc](sflow_invocation *invocation) {
      int number = next[rank].fetch_add(1);
      data[rank].sums[number][0] = static_cast<float>(number * 10 + rank);
      return launchPlan(invocation, desc, data[rank].sums[number].data());
    });
  }
  std::vector<std::string> results = ranks.each([&](uint32_t rank) -> std::string {
    Module module;
    std::string problem = take(builders[rank]->load(ranks.instances[rank].get(), module));
    std::vector<Invocation> invocations(kLaunches);
    for (Invocation &invocation : invocations)
      problem += take(sflow_module_launch(module.get(), "main", nullptr, 0, nullptr, 0, invocation.out()));
    for (Invocation &invocation : invocations)
      problem += take(sflow_invocation_wait(invocation.get(), kPatience));
    return problem;
  });
  EXPECT_EQ(results, kTwoOk);
  for (int i = 0; i < kLaunches; ++i)
    for (uint32_t rank = 0; rank < 2; ++rank)
      EXPECT_EQ(data[rank].sums[i][0], 20.0f * i + 1);
}

} // namespace
