// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Plans: order within and across streams, arguments, failures, overlap.
#include "Support.h"

#include <atomic>
#include <cstring>

using namespace syncflow;
using namespace syncflow::test;

namespace {

class PlanTest : public ::testing::Test {
protected:
  void SetUp() override { create(2, 2); }

  void create(uint32_t devices, uint32_t coresPerDevice) {
    sflow_instance_options options = instanceOptions();
    options.device_count = devices;
    options.cores_per_device = coresPerDevice;
    ASSERT_OK(sflow_instance_create(&options, instance.out()));
  }

  std::string run(ModuleBuilder &builder, const char *entry = "main") {
    Module module;
    std::string loaded = take(builder.load(instance.get(), module));
    if (!loaded.empty())
      return "load: " + loaded;
    return take(sflow_module_run(module.get(), entry, nullptr, 0, nullptr, 0));
  }

  Instance instance;
};

TEST_F(PlanTest, TasksOfAStreamRunInTheOrderOfTheTable) {
  Log log;
  PlanBuilder plan;
  uint32_t stream = plan.stream();
  for (const char *name : {"a", "b", "c", "d"})
    plan.task({stream, name}, [&log, name] {
      log.add(name);
      return 0;
    });
  ModuleBuilder module;
  module.entry("main", {plan.get()});
  EXPECT_EQ(run(module), "");
  EXPECT_EQ(log.read(), (std::vector<std::string>{"a", "b", "c", "d"}));
}

TEST_F(PlanTest, AWaitHoldsATaskBackUntilTheOtherStreamGotThere) {
  Gate gate;
  std::atomic<bool> produced{false};
  std::atomic<bool> consumedTooEarly{false};
  Gate independentRan;
  PlanBuilder plan;
  uint32_t left = plan.stream(0, 0), right = plan.stream(1, 0);
  uint32_t producer = plan.task({left, "produce"}, [&] {
    gate.pass();
    produced.store(true);
    return 0;
  });
  plan.task({right, "independent"}, [&] {
    independentRan.open();
    return 0;
  });
  plan.task({right, "consume", {{left, 1}}, {producer}}, [&] {
    consumedTooEarly.store(!produced.load());
    return 0;
  });
  ModuleBuilder module;
  module.entry("main", {plan.get()});
  Module loaded;
  ASSERT_OK(module.load(instance.get(), loaded));
  Invocation invocation;
  ASSERT_OK(sflow_module_launch(loaded.get(), "main", nullptr, 0, nullptr, 0, invocation.out()));
  // Work behind no wait runs on while the other stream is stuck.
  EXPECT_TRUE(independentRan.passWithin());
  EXPECT_EQ(takeCode(sflow_invocation_wait(invocation.get(), 1000)), SFLOW_STATUS_DEADLINE_EXCEEDED);
  gate.open();
  EXPECT_OK(sflow_invocation_wait(invocation.get(), kPatience));
  EXPECT_FALSE(consumedTooEarly.load());
}

TEST_F(PlanTest, ArgumentsAreWordPlusOffsetOrConstants) {
  PlanBuilder plan;
  uint32_t stream = plan.stream();
  auto store = [](const uint64_t *args) -> int32_t {
    std::memcpy(reinterpret_cast<void *>(args[0]), &args[1], sizeof(uint64_t));
    return 0;
  };
  plan.task({stream, "constant"}, +store, {wordArg(0, 0), constantArg(int64_t{42})});
  plan.task({stream, "word"}, +store, {wordArg(0, 8), wordArg(1, 5)});
  plan.transfer({stream, "copy"}, wordArg(0, 8), wordArg(0, 16), 8);
  const sflow_plan *desc = plan.get(2);
  uint64_t result[3] = {};
  ModuleBuilder module;
  module.entry("main", {desc}, [&](sflow_invocation *invocation) {
    uint64_t *frame = sflow_rt_frame(invocation, desc);
    frame[0] = reinterpret_cast<uintptr_t>(result);
    frame[1] = 100;
    return sflow_rt_launch(invocation, desc, frame);
  });
  EXPECT_EQ(run(module), "");
  EXPECT_EQ(result[0], 42u);
  EXPECT_EQ(result[1], 105u);
  EXPECT_EQ(result[2], 105u);
}

TEST_F(PlanTest, FramesComeZeroed) {
  PlanBuilder plan;
  uint32_t stream = plan.stream();
  plan.task({stream, "nothing"}, [] { return 0; });
  const sflow_plan *desc = plan.get(3);
  bool zeroed = true;
  ModuleBuilder module;
  module.entry("main", {desc}, [&](sflow_invocation *invocation) {
    for (int i = 0; i < 3; ++i) {
      uint64_t *frame = sflow_rt_frame(invocation, desc);
      for (int word = 0; word < 3; ++word) {
        zeroed &= frame[word] == 0;
        frame[word] = 77;
      }
      if (sflow_rt_launch(invocation, desc, frame) != 0 || sflow_rt_wait(invocation, SFLOW_WAIT_FOREVER) != 0)
        return 1;
    }
    return 0;
  });
  EXPECT_EQ(run(module), "");
  EXPECT_TRUE(zeroed);
}

TEST_F(PlanTest, LaunchesOfAnInvocationFollowEachOther) {
  // Each launch spreads over two streams; one that began before the earlier one
  // ended would see an odd count.
  std::atomic<int> ended{0};
  std::atomic<bool> wrong{false};
  PlanBuilder plan;
  uint32_t left = plan.stream(0, 0), right = plan.stream(1, 0);
  auto body = [&] {
    if (ended.fetch_add(1) >= 2 * 100)
      wrong.store(true);
    return 0;
  };
  std::atomic<int> launchOfLeft{0}, launchOfRight{0};
  plan.task({left, "left"}, [&, body] {
    int launch = launchOfLeft.fetch_add(1);
    wrong = wrong || launchOfRight.load() > launch + 1 || launchOfRight.load() < launch;
    return body();
  });
  plan.task({right, "right"}, [&, body] {
    int launch = launchOfRight.fetch_add(1);
    wrong = wrong || launchOfLeft.load() > launch + 1 || launchOfLeft.load() < launch;
    return body();
  });
  const sflow_plan *desc = plan.get();
  ModuleBuilder module;
  module.entry("main", {desc}, [&](sflow_invocation *invocation) {
    for (int i = 0; i < 100; ++i)
      if (launchPlan(invocation, desc) != 0)
        return 1;
    return 0;
  });
  EXPECT_EQ(run(module), "");
  EXPECT_EQ(ended.load(), 200);
  EXPECT_FALSE(wrong.load());
}

TEST_F(PlanTest, OverlappingLaunchesHaveTheirOwnArenas) {
  // Two invocations meet inside the plan: neither can end unless both run at
  // the same time.
  Gate firstInside, secondInside;
  std::atomic<int> inside{0};
  std::atomic<uint64_t> arenas[2] = {};
  PlanBuilder plan;
  uint32_t streams[2] = {plan.stream(0, 0), plan.stream(1, 0)};
  struct Context {
    std::atomic<int> *inside;
    std::atomic<uint64_t> *arenas;
    Gate *firstInside, *secondInside;
  } context{&inside, arenas, &firstInside, &secondInside};
  // The first launch blocks stream 1 only; the second passes stream 0
  // meanwhile.
  plan.task({streams[0], "write"},
            +[](const uint64_t *args) -> int32_t {
              auto *context = reinterpret_cast<Context *>(args[1]);
              int number = context->inside->fetch_add(1);
              context->arenas[number].store(args[0]);
              *reinterpret_cast<int *>(args[0]) = number;
              (number == 0 ? context->firstInside : context->secondInside)->open();
              return 0;
            },
            {wordArg(0), constantArg(&context)});
  plan.task({streams[1], "check", {{streams[0], 1}}, {0}},
            +[](const uint64_t *args) -> int32_t {
              auto *context = reinterpret_cast<Context *>(args[1]);
              // Both have written by now; each must still find its own number.
              context->secondInside->pass();
              int number = *reinterpret_cast<int *>(args[0]);
              return args[0] == context->arenas[number].load() ? 0 : 1;
            },
            {wordArg(0), constantArg(&context)});
  ModuleBuilder module;
  module.entry("main", {plan.get()});
  Module loaded;
  ASSERT_OK(module.load(instance.get(), loaded));
  Invocation first, second;
  ASSERT_OK(sflow_module_launch(loaded.get(), "main", nullptr, 0, nullptr, 0, first.out()));
  ASSERT_TRUE(firstInside.passWithin());
  EXPECT_EQ(takeCode(sflow_invocation_wait(first.get(), 0)), SFLOW_STATUS_DEADLINE_EXCEEDED);
  ASSERT_OK(sflow_module_launch(loaded.get(), "main", nullptr, 0, nullptr, 0, second.out()));
  EXPECT_OK(sflow_invocation_wait(first.get(), kPatience));
  EXPECT_OK(sflow_invocation_wait(second.get(), kPatience));
  EXPECT_NE(arenas[0].load(), arenas[1].load());
}

TEST_F(PlanTest, AnIndependentTaskBehindAFailedOneCompletes) {
  Log log;
  PlanBuilder plan;
  uint32_t stream = plan.stream();
  int32_t broken = plan.message("index 7 is out of range");
  uint32_t a = plan.task({stream, "a"}, [&, broken] {
    log.add("a");
    return broken;
  });
  uint32_t b = plan.task({stream, "b", {}, {a}}, [&] {
    log.add("b");
    return 0;
  });
  plan.task({stream, "c"}, [&] {
    log.add("c");
    return 0;
  });
  plan.task({stream, "d", {}, {b}}, [&] {
    log.add("d");
    return 0;
  });
  ModuleBuilder module;
  module.entry("main", {plan.get()});
  EXPECT_EQ(run(module), "task a (test.mlir:1:1): index 7 is out of range");
  EXPECT_EQ(log.read(), (std::vector<std::string>{"a", "c"}));
  sflow_instance_stats stats = readStats(instance.get());
  EXPECT_EQ(stats.failed_tasks, 1u);
  EXPECT_EQ(stats.poisoned_tasks, 2u);
}

TEST_F(PlanTest, TheFirstCauseInPlanOrderIsTheStatus) {
  // The later task of the plan fails first in time.
  Gate laterFailed;
  PlanBuilder plan;
  uint32_t left = plan.stream(0, 0), right = plan.stream(1, 0);
  int32_t early = plan.message("early"), late = plan.message("late");
  plan.task({left, "first"}, [&, early] {
    laterFailed.pass();
    return early;
  });
  plan.task({right, "second"}, [&, late] {
    laterFailed.open();
    return late;
  });
  ModuleBuilder module;
  module.entry("main", {plan.get()});
  EXPECT_EQ(run(module), "task first (test.mlir:1:1): early");
}

TEST_F(PlanTest, AFailureAcrossStreamsPoisonsTheConsumer) {
  std::atomic<bool> ran{false};
  PlanBuilder plan;
  uint32_t left = plan.stream(0, 0), right = plan.stream(1, 0);
  int32_t broken = plan.message("no");
  uint32_t a = plan.task({left, "a"}, [=] { return broken; });
  plan.task({right, "b", {{left, 1}}, {a}}, [&] {
    ran.store(true);
    return 0;
  });
  ModuleBuilder module;
  module.entry("main", {plan.get()});
  EXPECT_EQ(run(module), "task a (test.mlir:1:1): no");
  EXPECT_FALSE(ran.load());
}

TEST_F(PlanTest, LaterLaunchesOfAFailedInvocationDoNotRunAndTheNextRunDoes) {
  std::atomic<int> runs{0};
  std::atomic<bool> fail{true};
  PlanBuilder first("first"), second("second");
  int32_t broken = first.message("no");
  first.task({first.stream(), "a"}, [&, broken] { return fail.load() ? broken : 0; });
  second.task({second.stream(1), "b"}, [&] {
    runs.fetch_add(1);
    return 0;
  });
  ModuleBuilder module;
  module.entry("main", {first.get(), second.get()});
  Module loaded;
  ASSERT_OK(module.load(instance.get(), loaded));
  EXPECT_EQ(take(sflow_module_run(loaded.get(), "main", nullptr, 0, nullptr, 0)), "task a (test.mlir:1:1): no");
  EXPECT_EQ(runs.load(), 0);
  fail.store(false);
  EXPECT_OK(sflow_module_run(loaded.get(), "main", nullptr, 0, nullptr, 0));
  EXPECT_EQ(runs.load(), 1);
}

TEST_F(PlanTest, AFailureCodeWithoutMessageIsStillAFailure) {
  PlanBuilder plan;
  plan.task({plan.stream(), "a"}, [] { return 5; });
  ModuleBuilder module;
  module.entry("main", {plan.get()});
  EXPECT_EQ(run(module), "task a (test.mlir:1:1): failed");
}

TEST_F(PlanTest, AnOutOfOrderStreamOrdersNothingByItself) {
  // The first task of the table waits for the last one of the same stream's
  // neighbour, which waits for the second.
  Log log;
  PlanBuilder plan;
  uint32_t loose = plan.stream(0, 0, SFLOW_STREAM_COMPUTE, false), other = plan.stream(1, 0);
  plan.task({loose, "first", {{other, 1}}}, [&] {
    log.add("first");
    return 0;
  });
  Gate second;
  plan.task({loose, "second"}, [&] {
    log.add("second");
    second.open();
    return 0;
  });
  plan.task({other, "other"}, [&] {
    second.pass();
    log.add("other");
    return 0;
  });
  ModuleBuilder module;
  module.entry("main", {plan.get()});
  EXPECT_EQ(run(module), "");
  EXPECT_EQ(log.read(), (std::vector<std::string>{"second", "other", "first"}));
}

/// A task that logs its name when it runs.
static void addLogged(PlanBuilder &plan, Log &log, uint32_t stream, const char *name, uint32_t priority) {
  plan.task({stream, name, {}, {}, priority}, [&log, name] {
    log.add(name);
    return 0;
  });
}

TEST_F(PlanTest, AnOutOfOrderStreamPrefersUrgentWork) {
  Log log;
  PlanBuilder plan;
  uint32_t loose = plan.stream(0, 0, SFLOW_STREAM_COMPUTE, false);
  auto add = [&](const char *name, uint32_t priority) { addLogged(plan, log, loose, name, priority); };
  add("background", SFLOW_PRIORITY_BACKGROUND);
  add("normal", SFLOW_PRIORITY_NORMAL);
  add("critical", SFLOW_PRIORITY_CRITICAL);
  ModuleBuilder module;
  module.entry("main", {plan.get()});
  EXPECT_EQ(run(module), "");
  EXPECT_EQ(log.read(), (std::vector<std::string>{"critical", "normal", "background"}));
}

/// Each priority level by itself, between its neighbours.
class PriorityTest : public PlanTest, public ::testing::WithParamInterface<uint32_t> {};

TEST_P(PriorityTest, RunsBehindTheMoreUrgentAndBeforeTheLessUrgent) {
  const uint32_t level = GetParam();
  Log log;
  PlanBuilder plan;
  uint32_t loose = plan.stream(0, 0, SFLOW_STREAM_COMPUTE, false);
  auto add = [&](const char *name, uint32_t priority) { addLogged(plan, log, loose, name, priority); };
  std::vector<std::string> expected{"this"};
  if (level < SFLOW_PRIORITY_BACKGROUND) {
    add("less urgent", level + 1);
    expected.push_back("less urgent");
  }
  add("this", level);
  if (level > SFLOW_PRIORITY_CRITICAL) {
    add("more urgent", level - 1);
    expected.insert(expected.begin(), "more urgent");
  }
  ModuleBuilder module;
  module.entry("main", {plan.get()});
  EXPECT_EQ(run(module), "");
  EXPECT_EQ(log.read(), expected);
}

#define PRIORITY_NAME(NAME, SPELLING, VALUE) #SPELLING,
const char *const kPriorityNames[] = {SFLOW_PRIORITY_LIST(PRIORITY_NAME)};
#undef PRIORITY_NAME
INSTANTIATE_TEST_SUITE_P(Levels, PriorityTest, ::testing::Range(0u, 5u),
                         [](const auto &info) { return std::string(kPriorityNames[info.param]); });

TEST_F(PlanTest, AWaitOfTheHostCodeEndsWithItsTimeout) {
  Gate gate;
  PlanBuilder plan("forward");
  uint32_t stream = plan.stream(1, 0);
  plan.task({stream, "matmul.3"}, [&] {
    gate.pass();
    return 0;
  });
  const sflow_plan *desc = plan.get();
  bool wentOn = false;
  ModuleBuilder module;
  module.entry("main", {desc}, [&](sflow_invocation *invocation) {
    if (sflow_rt_launch(invocation, desc, sflow_rt_frame(invocation, desc)))
      return 1;
    if (sflow_rt_wait(invocation, 1'000'000)) {
      gate.open();
      return 1;
    }
    wentOn = true;
    return 0;
  });
  std::string message = run(module);
  EXPECT_NE(message.find("entry 'main' still runs after 1.000 ms"), std::string::npos) << message;
  EXPECT_FALSE(wentOn);
}

TEST_F(PlanTest, ADeadlineNamesTheTaskThatIsLate) {
  Gate gate, inside;
  PlanBuilder plan("forward");
  uint32_t stream = plan.stream(1, 0);
  plan.task({stream, "matmul.3"}, [&] {
    inside.open();
    gate.pass();
    return 0;
  });
  ModuleBuilder module;
  module.entry("main", {plan.get()});
  Module loaded;
  ASSERT_OK(module.load(instance.get(), loaded));
  Invocation invocation;
  ASSERT_OK(sflow_module_launch(loaded.get(), "main", nullptr, 0, nullptr, 0, invocation.out()));
  ASSERT_TRUE(inside.passWithin());
  std::string message = take(sflow_invocation_wait(invocation.get(), 1'000'000));
  EXPECT_EQ(message, "entry 'main' still runs after 1.000 ms: plan 'forward': "
                     "stream 'host:1 compute 0' is at task "
                     "matmul.3 (test.mlir:1:1), 0 of 1 ended");
  gate.open();
  EXPECT_OK(sflow_invocation_wait(invocation.get(), kPatience));
}

TEST_F(PlanTest, ReleasingAnInvocationWaitsForIt) {
  std::atomic<int> ended{0};
  Gate gate;
  PlanBuilder plan;
  plan.task({plan.stream(), "a"}, [&] {
    gate.pass();
    ended.fetch_add(1);
    return 0;
  });
  ModuleBuilder module;
  module.entry("main", {plan.get()});
  Module loaded;
  ASSERT_OK(module.load(instance.get(), loaded));
  Invocation invocation;
  ASSERT_OK(sflow_module_launch(loaded.get(), "main", nullptr, 0, nullptr, 0, invocation.out()));
  std::thread opener([&] { gate.open(); });
  invocation.reset();
  EXPECT_EQ(ended.load(), 1);
  opener.join();
}

} // namespace
