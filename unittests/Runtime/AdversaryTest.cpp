// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// The seeded dispatcher: it finds an order that nobody guarantees, and never
// breaks one that somebody does. Also the mode that scribbles over released
// memory.
#include "Support.h"

#include <algorithm>
#include <array>
#include <atomic>

using namespace syncflow;
using namespace syncflow::test;

namespace {

/// A diamond over three streams, twice: x feeds two branches on streams of
/// their own, a join needs both.
class Diamond {
public:
  /// `drop`: index of the wait to leave out; -1: none.
  explicit Diamond(int drop) {
    uint32_t a = plan.stream(0, 0), b = plan.stream(0, 1), c = plan.stream(0, 2);
    auto waits = [&](std::vector<sflow_plan_wait> all) {
      std::vector<sflow_plan_wait> kept;
      for (const sflow_plan_wait &wait : all)
        if (next++ != drop)
          kept.push_back(wait);
      return kept;
    };
    for (uint32_t round = 0; round < 2; ++round) {
      uint32_t source = plan.task({a, "source"}, [this] {
        x = x * 3 + 1;
        return 0;
      });
      uint32_t left = plan.task({b, "left", waits({{a, 2 * round + 1}}), {source}}, [this] {
        y = x + 5;
        return 0;
      });
      uint32_t right = plan.task({c, "right", waits({{a, 2 * round + 1}}), {source}}, [this] {
        z = x * 2;
        return 0;
      });
      plan.task({a, "join", waits({{b, round + 1}, {c, round + 1}}), {left, right}}, [this] {
        x = y * 7 + z;
        return 0;
      });
    }
    waitCount = next;
    module.entry("main", {plan.get()});
  }

  int64_t x = 2, y = 0, z = 0;
  int next = 0, waitCount = 0;
  PlanBuilder plan;
  ModuleBuilder module;
};

int64_t runDiamond(int drop, uint64_t seed, int *waits = nullptr) {
  sflow_instance_options options = instanceOptions();
  options.dispatch_seed = seed;
  Instance instance;
  EXPECT_OK(sflow_instance_create(&options, instance.out()));
  Diamond diamond(drop);
  Module module;
  EXPECT_OK(diamond.module.load(instance.get(), module));
  EXPECT_OK(sflow_module_run(module.get(), "main", nullptr, 0, nullptr, 0));
  if (waits)
    *waits = diamond.waitCount;
  return diamond.x;
}

TEST(AdversaryTest, ARightPlanIsRightForEverySeedAndAMissingWaitIsFound) {
  int waits = 0;
  int64_t right = runDiamond(-1, 0, &waits);
  ASSERT_EQ(waits, 8);
  for (uint64_t seed = 1; seed <= 200; ++seed)
    ASSERT_EQ(runDiamond(-1, seed), right) << "seed " << seed;
  for (int drop = 0; drop < waits; ++drop) {
    uint64_t seed = 1;
    while (seed <= 200 && runDiamond(drop, seed) == right)
      ++seed;
    EXPECT_LE(seed, 200u) << "no seed shows that wait " << drop << " is missing";
  }
}

/// The order of tasks in the trace.
std::vector<uint32_t> order(uint64_t seed, bool outOfOrder) {
  sflow_instance_options options = instanceOptions();
  options.dispatch_seed = seed;
  options.trace_capacity = 256;
  Instance instance;
  EXPECT_OK(sflow_instance_create(&options, instance.out()));
  PlanBuilder plan;
  uint32_t streams[3];
  for (uint32_t i = 0; i < 3; ++i)
    streams[i] = plan.stream(0, i, SFLOW_STREAM_COMPUTE, !outOfOrder);
  for (int i = 0; i < 24; ++i)
    plan.task({streams[i % 3], "task"}, [] { return 0; });
  ModuleBuilder builder;
  builder.entry("main", {plan.get(), plan.get()});
  Module module;
  EXPECT_OK(builder.load(instance.get(), module));
  EXPECT_OK(sflow_module_run(module.get(), "main", nullptr, 0, nullptr, 0));
  std::vector<sflow_trace_event> events(256);
  uint64_t count = 0, lost = 0;
  EXPECT_OK(sflow_instance_trace(instance.get(), events.data(), events.size(), &count, &lost));
  EXPECT_EQ(count, 48u);
  EXPECT_EQ(lost, 0u);
  std::vector<uint32_t> result;
  for (uint64_t i = 0; i < count; ++i)
    result.push_back(events[i].task);
  return result;
}

TEST(AdversaryTest, TheSameSeedGivesTheSameOrderAndAnotherOneAnother) {
  for (bool outOfOrder : {false, true}) {
    std::vector<uint32_t> first = order(42, outOfOrder);
    EXPECT_EQ(order(42, outOfOrder), first);
    EXPECT_NE(order(43, outOfOrder), first);
    // In order, every stream keeps its own order; the two launches do not mix.
    EXPECT_TRUE(std::is_permutation(first.begin(), first.begin() + 24, first.begin() + 24));
    std::vector<uint32_t> ofStreamZero;
    std::copy_if(first.begin(), first.begin() + 24, std::back_inserter(ofStreamZero),
                 [](uint32_t task) { return task % 3 == 0; });
    EXPECT_EQ(std::is_sorted(ofStreamZero.begin(), ofStreamZero.end()), !outOfOrder);
  }
}

TEST(AdversaryTest, SubmittedWorkIsShuffledBetweenStreams) {
  // Both streams are filled behind a gate; then the seed decides.
  auto run = [](uint64_t seed) {
    sflow_instance_options options = instanceOptions();
    options.dispatch_seed = seed;
    Instance instance;
    EXPECT_OK(sflow_instance_create(&options, instance.out()));
    sflow_device *device = nullptr;
    EXPECT_OK(sflow_instance_device(instance.get(), 0, &device));
    Stream first, second;
    EXPECT_OK(sflow_stream_create(device, nullptr, first.out()));
    EXPECT_OK(sflow_stream_create(device, nullptr, second.out()));
    Gate gate;
    Submitter submit;
    std::string log;
    submit(first.get(), "gate", [&] {
      gate.pass();
      return 0;
    });
    sflow_token last[2] = {};
    for (int i = 0; i < 8; ++i)
      for (int s = 0; s < 2; ++s)
        last[s] = submit((s ? second : first).get(), "task", [&log, s] {
          log += s ? 'b' : 'a';
          return 0;
        });
    gate.open();
    EXPECT_OK(sflow_token_wait(last, 2, kPatience));
    return log;
  };
  std::vector<std::string> orders;
  for (uint64_t seed = 1; seed <= 8; ++seed)
    orders.push_back(run(seed));
  EXPECT_GT(std::count_if(orders.begin(), orders.end(), [&](const std::string &o) { return o != orders[0]; }), 0);
}

TEST(AdversaryTest, CollectivesDoNotBlockTheOnlyThread) {
  // Rank 1 can only reach its first collective after its second one has been
  // reached by rank 0, and so on: one thread that blocks in a collective would
  // hang.
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    sflow_instance_options options = instanceOptions();
    options.dispatch_seed = seed;
    Ranks ranks(2, options);
    std::array<std::array<float, 2>, 2> data{{{1, 10}, {2, 20}}};
    std::array<float, 2> after{};
    std::vector<std::unique_ptr<PlanBuilder>> plans;
    std::vector<std::unique_ptr<ModuleBuilder>> modules;
    for (uint32_t rank = 0; rank < 2; ++rank) {
      plans.push_back(std::make_unique<PlanBuilder>());
      modules.push_back(std::make_unique<ModuleBuilder>());
      PlanBuilder &plan = *plans.back();
      uint32_t first = plan.stream(0, 0, SFLOW_STREAM_COMMUNICATION),
               second = plan.stream(0, 1, SFLOW_STREAM_COMMUNICATION);
      uint32_t compute = plan.stream();
      plan.task({compute, "compute"}, [] { return 0; });
      sflow_plan_collective sum{};
      sum.element = SFLOW_ELEMENT_F32;
      for (uint32_t i = 0; i < 2; ++i) {
        sum.group = i;
        plan.collective({i ? second : first, "sum"}, sum, &data[rank][i], &data[rank][i], 1);
      }
      plan.task({compute, "after", {{first, 1}, {second, 1}}}, [&after, &data, rank] {
        after[rank] = data[rank][0] + data[rank][1];
        return 0;
      });
      modules.back()->group({2}, {0});
      modules.back()->group({2}, {0});
      modules.back()->entry("main", {plan.get()});
    }
    EXPECT_EQ(ranks.run({modules[0].get(), modules[1].get()}), std::vector<std::string>(2)) << "seed " << seed;
    EXPECT_EQ(after[0], 33.0f) << "seed " << seed;
    EXPECT_EQ(after[1], 33.0f) << "seed " << seed;
  }
}

TEST(AdversaryTest, FailuresPoisonAsTheyDoOnWorkers) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    sflow_instance_options options = instanceOptions();
    options.dispatch_seed = seed;
    Instance instance;
    ASSERT_OK(sflow_instance_create(&options, instance.out()));
    PlanBuilder plan;
    uint32_t left = plan.stream(0, 0), right = plan.stream(0, 1);
    int32_t broken = plan.message("no");
    int ran = 0;
    uint32_t a = plan.task({left, "a"}, [=] { return broken; });
    plan.task({right, "b", {{left, 1}}, {a}}, [&] { return ran += 10, 0; });
    plan.task({left, "c"}, [&] { return ran += 1, 0; });
    ModuleBuilder builder;
    builder.entry("main", {plan.get()});
    Module module;
    ASSERT_OK(builder.load(instance.get(), module));
    EXPECT_EQ(take(sflow_module_run(module.get(), "main", nullptr, 0, nullptr, 0)), "task a (test.mlir:1:1): no");
    EXPECT_EQ(ran, 1) << "seed " << seed;
  }
}

// --- scribbling
// -------------------------------------------------------------------------------------------------------

class ScribbleTest : public ::testing::TestWithParam<bool> {};

TEST_P(ScribbleTest, ReleasedRangesAreOverwrittenOnceTheirTasksAreDone) {
  bool scribble = GetParam();
  sflow_instance_options options = instanceOptions();
  options.scribble = scribble;
  options.cores_per_device = 2;
  Instance instance;
  ASSERT_OK(sflow_instance_create(&options, instance.out()));
  PlanBuilder plan;
  uint32_t left = plan.stream(0, 0), right = plan.stream(0, 1);
  // Bytes 0..63 are read by both consumers, bytes 64..127 stay.
  auto fill = [](const uint64_t *args) -> int32_t {
    std::fill_n(reinterpret_cast<uint8_t *>(args[0]), 128, uint8_t{7});
    return 0;
  };
  std::atomic<int> wrong{0};
  struct Check {
    std::atomic<int> *wrong;
    int expected;
  } during{&wrong, 7}, after{&wrong, scribble ? 0xCB : 7};
  auto check = [](const uint64_t *args) -> int32_t {
    auto *bytes = reinterpret_cast<const uint8_t *>(args[0]);
    auto *check = reinterpret_cast<const Check *>(args[1]);
    for (int i = 0; i < 64; ++i)
      if (bytes[i] != check->expected)
        check->wrong->fetch_add(1);
    return 0;
  };
  plan.task({left, "fill"}, +fill, {wordArg(0)});
  uint32_t first = plan.task({left, "first"}, +check, {wordArg(0), constantArg(&during)});
  uint32_t second = plan.task({right, "second", {{left, 1}}}, +check, {wordArg(0), constantArg(&during)});
  plan.task({left, "after", {{right, 1}}}, +check, {wordArg(0), constantArg(&after)});
  plan.task({left, "rest"}, +check, {wordArg(0, 64), constantArg(&during)});
  plan.release(0, 64, {first, second});
  ModuleBuilder builder;
  builder.entry("main", {plan.get()}, 128);
  Module module;
  ASSERT_OK(builder.load(instance.get(), module));
  for (int i = 0; i < 50; ++i)
    ASSERT_OK(sflow_module_run(module.get(), "main", nullptr, 0, nullptr, 0));
  EXPECT_EQ(wrong.load(), 0);
}

INSTANTIATE_TEST_SUITE_P(OnOff, ScribbleTest, ::testing::Bool());

TEST(ScribbleBoundsTest, ReleasesOutsideOfTheArenaAreAnError) {
  sflow_instance_options options = instanceOptions();
  options.scribble = 1;
  Instance instance;
  ASSERT_OK(sflow_instance_create(&options, instance.out()));
  PlanBuilder plan("p");
  uint32_t task = plan.task({plan.stream(), "a"}, [] { return 0; });
  plan.release(64, 65, {task});
  ModuleBuilder builder;
  builder.entry("main", {plan.get()}, 128);
  Module module;
  ASSERT_OK(builder.load(instance.get(), module));
  EXPECT_EQ(take(sflow_module_run(module.get(), "main", nullptr, 0, nullptr, 0)),
            "plan 'p' releases bytes outside of the arena");
}

} // namespace
