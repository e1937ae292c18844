// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/

#include "Runner.h"
#include "RankThread.h"
#include "SyncFlow/Runtime.h"
#include "TestModule.h"
#include "TestSupport.h"
#include "Trial.h"

#include <atomic>
#include <condition_variable>
#include <csignal>
#include <mutex>
#include <sys/resource.h>
#include <unistd.h>

using namespace syncflow::run;
using namespace syncflow::run::test;
using testing::HasSubstr;

namespace {

/// Closed until opened: whoever passes it before has not waited.
class Gate {
public:
  void open() {
    {
      std::lock_guard lock(mutex);
      isOpen = true;
    }
    changed.notify_all();
  }
  void pass() {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return isOpen; });
  }

private:
  std::mutex mutex;
  std::condition_variable changed;
  bool isOpen = false;
};

HostTensor floats(std::initializer_list<float> values) {
  return tensorOf<float>(SFLOW_ELEMENT_F32, {int64_t(values.size())}, values);
}

std::shared_ptr<RunRequest> requestFor(const sflow_module_desc &desc, unsigned devices = 2) {
  auto request = std::make_shared<RunRequest>();
  request->module = &desc;
  request->entry = desc.entries;
  request->ranks = desc.ranks ? desc.ranks : 1;
  request->devices = devices;
  request->inputs.push_back(floats({1, 2, 3, 4}));
  if (request->entry->input_count == 2)
    request->inputs.push_back(floats({10, 20, 30, 40}));
  return request;
}

TEST(Runner, RunsRepeatsAndMeasures) {
  ScaleAdd module;
  auto request = requestFor(module.desc);
  request->warmup = 2;
  request->repeat = 3;
  std::atomic<int> runs{0};
  module.hook = [&] {
    ++runs;
    return 0;
  };
  RunOutcome outcome = runRanks(request);
  ASSERT_EQ(outcome.ending, RunEnding::Done) << outcome.message;
  EXPECT_EQ(runs, 5);
  ASSERT_EQ(outcome.result.ranks.size(), 1u);
  const RankResult &rank = outcome.result.ranks[0];
  ASSERT_EQ(rank.outputs.size(), 1u);
  EXPECT_EQ(rank.outputs[0].raw(), floats({12, 24, 36, 48}).raw());
  EXPECT_EQ(outcome.result.timesNs.size(), 3u);
  EXPECT_EQ(rank.timesNs.size(), 3u);
  EXPECT_GT(outcome.result.minNs(), 0u);
  // The warm-up does not count.
  EXPECT_EQ(rank.stats.launches, 3u);
  EXPECT_EQ(rank.stats.tasks, 6u);
  EXPECT_TRUE(rank.trace.events.empty());
}

TEST(Runner, KeepsTheTraceOfOneRun) {
  ScaleAdd module;
  auto request = requestFor(module.desc);
  request->trace = true;
  request->warmup = 1;
  request->repeat = 4;
  RunOutcome outcome = runRanks(request);
  ASSERT_EQ(outcome.ending, RunEnding::Done) << outcome.message;
  const RankTrace &trace = outcome.result.ranks[0].trace;
  EXPECT_EQ(trace.lost, 0u);
  ASSERT_EQ(trace.events.size(), 2u);
  EXPECT_EQ(trace.events[0].launch, trace.events[1].launch);
  Schedule schedule = buildSchedule(trace);
  ASSERT_EQ(schedule.arrows.size(), 1u);
  const Span &from = schedule.spans[schedule.arrows[0].from];
  const Span &to = schedule.spans[schedule.arrows[0].to];
  EXPECT_LE(from.end, to.start);
}

TEST(Runner, TakesOpenShapesFromTheRun) {
  ScaleAdd module(/*fixed=*/false);
  auto request = requestFor(module.desc);
  request->repeat = 3;
  RunOutcome outcome = runRanks(request);
  ASSERT_EQ(outcome.ending, RunEnding::Done) << outcome.message;
  EXPECT_EQ(outcome.result.ranks[0].outputs[0].typeName(), "4xf32");
  EXPECT_EQ(outcome.result.ranks[0].outputs[0].raw(), floats({12, 24, 36, 48}).raw());
}

TEST(Runner, NoticesARunWithOtherBits) {
  ScaleAdd module;
  auto request = requestFor(module.desc);
  request->repeat = 3;
  int runs = 0;
  module.hook = [&] {
    module.scale = ++runs == 2 ? 2.5f : 2;
    return 0;
  };
  RunOutcome outcome = runRanks(request);
  EXPECT_EQ(outcome.ending, RunEnding::Failed);
  EXPECT_EQ(outcome.message, "run 2 gave other bits than the first run: rank "
                             "0, output 0 at [0]");
  EXPECT_EQ(runs, 2);
}

TEST(Runner, ReportsTheModelsOwnCheck) {
  ScaleAdd module;
  module.hook = [] { return 1; };
  RunOutcome outcome = runRanks(requestFor(module.desc));
  EXPECT_EQ(outcome.ending, RunEnding::Failed);
  EXPECT_THAT(outcome.message, HasSubstr("x is not positive"));
  EXPECT_FALSE(outcome.joinAbandoned);
}

TEST(Runner, ReportsAModuleThatDoesNotLoad) {
  ScaleAdd module;
  module.desc.abi_version = (SFLOW_ABI_MAJOR + 1) << 16;
  RunOutcome outcome = runRanks(requestFor(module.desc));
  EXPECT_EQ(outcome.ending, RunEnding::NotLoaded);
  EXPECT_NE(outcome.message, "");
  EXPECT_NE(outcome.code, uint32_t(SFLOW_STATUS_OK));
}

TEST(Runner, RunsRanksTogether) {
  SumOverRanks module(3);
  auto request = requestFor(module.desc, 1);
  request->repeat = 2;
  RunOutcome outcome = runRanks(request);
  ASSERT_EQ(outcome.ending, RunEnding::Done) << outcome.message;
  ASSERT_EQ(outcome.result.ranks.size(), 3u);
  for (const RankResult &rank : outcome.result.ranks)
    EXPECT_EQ(rank.outputs[0].raw(), floats({6, 9, 12, 15}).raw());
}

TEST(Runner, AFailedRankEndsTheOthers) {
  SumOverRanks module(2);
  module.hook = [](int64_t rank) { return rank == 1 ? 1 : 0; };
  RunOutcome outcome = runRanks(requestFor(module.desc, 1));
  EXPECT_EQ(outcome.ending, RunEnding::Failed);
  EXPECT_THAT(outcome.message, HasSubstr("x is not positive"));
  EXPECT_FALSE(outcome.joinAbandoned);
}

TEST(Runner, RanksThatFailByThemselvesAreAllNamed) {
  SumOverRanks module(3);
  Gate inside, gate;
  // Rank 0 waits in the collective. Rank 2 is on its way when rank 1 fails, and
  // fails only after the world was aborted.
  module.hook = [&](int64_t rank) {
    if (rank == 2) {
      inside.open();
      gate.pass();
    } else if (rank == 1) {
      inside.pass();
    }
    return rank == 0 ? 0 : 1;
  };
  RunHooks hooks;
  hooks.onAbort = [&] { gate.open(); };
  RunOutcome outcome = runRanks(requestFor(module.desc, 1), hooks);
  EXPECT_EQ(outcome.ending, RunEnding::Failed);
  EXPECT_THAT(outcome.message, testing::StartsWith("rank 1: "));
  EXPECT_THAT(outcome.message, HasSubstr("\nrank 2: "));
  EXPECT_THAT(outcome.message, testing::Not(HasSubstr("rank 0: ")));
  EXPECT_FALSE(outcome.joinAbandoned);
}

TEST(Runner, ResultsLargerThanTheMachineAreAnError) {
  ScaleAdd module;
  int64_t dims[] = {1'000'000'000'000'000};
  sflow_tensor_type output = {"huge", dims, SFLOW_ELEMENT_F32, 1};
  sflow_entry_desc entry = module.desc.entries[0];
  entry.outputs = &output;
  sflow_module_desc desc = module.desc;
  desc.entries = &entry;
  RunOutcome outcome = runRanks(requestFor(desc));
  EXPECT_EQ(outcome.ending, RunEnding::NotLoaded);
  EXPECT_EQ(outcome.code, uint32_t(SFLOW_STATUS_RESOURCE_EXHAUSTED));
  EXPECT_THAT(outcome.message, HasSubstr("output 0: 1000000000000000xf32"));
}

TEST(Runner, GivesUpAfterTheTimeout) {
  ScaleAdd module;
  Gate gate;
  module.hook = [&] {
    gate.pass();
    return 0;
  };
  auto request = requestFor(module.desc);
  request->timeoutSeconds = 0.02;
  RunHooks hooks;
  hooks.onAbort = [&] { gate.open(); };
  RunOutcome outcome = runRanks(request, hooks);
  EXPECT_EQ(outcome.ending, RunEnding::Failed);
  EXPECT_EQ(outcome.code, uint32_t(SFLOW_STATUS_DEADLINE_EXCEEDED));
  EXPECT_THAT(outcome.message, HasSubstr("a run took longer than the 20 ms of --timeout"));
  // What it was doing.
  EXPECT_THAT(outcome.message, HasSubstr("scale.0"));
  EXPECT_FALSE(outcome.joinAbandoned);
}

TEST(Runner, LeavesBehindWhatDoesNotStop) {
  ScaleAdd module;
  Gate gate;
  module.hook = [&] {
    gate.pass();
    return 0;
  };
  auto request = requestFor(module.desc);
  request->timeoutSeconds = 0.02;
  request->graceSeconds = 0.02;
  RunOutcome outcome = runRanks(request);
  EXPECT_EQ(outcome.ending, RunEnding::Failed);
  EXPECT_THAT(outcome.message, HasSubstr("it does not stop"));
  ASSERT_TRUE(outcome.joinAbandoned);
  gate.open();
  outcome.joinAbandoned();
}

TEST(Runner, AnInterruptEndsARunInACollective) {
  installInterruptHandler();
  SumOverRanks module(2);
  Gate gate;
  // Rank 0 waits in the collective for rank 1, which never comes.
  module.hook = [&](int64_t rank) {
    if (rank == 1) {
      ::raise(SIGINT);
      gate.pass();
    }
    return 0;
  };
  RunHooks hooks;
  hooks.onAbort = [&] { gate.open(); };
  RunOutcome outcome = runRanks(requestFor(module.desc, 1), hooks);
  ::signal(SIGINT, SIG_DFL);
  EXPECT_EQ(outcome.ending, RunEnding::Interrupted);
  EXPECT_EQ(outcome.message, "interrupted while running");
  EXPECT_FALSE(outcome.joinAbandoned);
}

TEST(Runner, AnInterruptBetweenRunsEndsTheLoop) {
  installInterruptHandler();
  ScaleAdd module;
  auto request = requestFor(module.desc);
  request->repeat = 1'000'000'000;
  std::atomic<int> runs{0};
  module.hook = [&] {
    if (++runs == 3)
      ::raise(SIGTERM);
    return 0;
  };
  RunOutcome outcome = runRanks(request);
  ::signal(SIGTERM, SIG_DFL);
  EXPECT_EQ(outcome.ending, RunEnding::Interrupted);
  EXPECT_FALSE(outcome.joinAbandoned);
}

TEST(RankThread, SaysWhenItCannotBeHad) {
  // In a copy of this process that gets no more memory for stacks; some are
  // left over from earlier threads.
  std::string said;
  auto exhaust = [](std::string &text) {
    rlimit none = {0, 0};
    ::setrlimit(RLIMIT_AS, &none);
    std::vector<std::unique_ptr<RankThread>> threads;
    for (int i = 0; i < 100 && text.empty(); ++i) {
      threads.push_back(std::make_unique<RankThread>());
      if (std::error_code code = threads.back()->start([] { ::pause(); }))
        text = code.message();
    }
    return !threads.back()->isStarted();
  };
  EXPECT_EQ(tryInCopy(exhaust, said), Trial::Succeeded);
  EXPECT_NE(said, "");
}

TEST(Wakeup, RemembersANotificationAndKeepsDeadlines) {
  Wakeup wakeup;
  wakeup.notify();
  wakeup.notify();
  wakeup.wait(std::nullopt); // Would hang if the notification were lost.
  auto deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(2);
  wakeup.wait(deadline);
  EXPECT_GE(std::chrono::steady_clock::now(), deadline);
  wakeup.wait(std::chrono::steady_clock::time_point::min());
}

TEST(InterruptDeathTest, EndsTheProcessWhenNothingRuns) {
  EXPECT_EXIT(
      {
        installInterruptHandler();
        ::raise(SIGINT);
      },
      testing::ExitedWithCode(130), "interrupted");
}

TEST(InterruptDeathTest, TheSecondOneEndsTheProcess) {
  EXPECT_EXIT(
      {
        installInterruptHandler();
        Wakeup wakeup;
        DeferInterrupts defer(wakeup);
        ::raise(SIGINT);
        if (!DeferInterrupts::requested())
          ::_exit(1);
        ::raise(SIGINT);
      },
      testing::ExitedWithCode(130), "interrupted");
}

} // namespace
