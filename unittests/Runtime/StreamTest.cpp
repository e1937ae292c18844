// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Streams, submitted work and tokens through the C interface. Each test runs on
// workers and, where the order allows it, on the seeded dispatcher.
#include "Support.h"

#include <sys/resource.h>

#include <array>
#include <atomic>
#include <cstring>
#include <numeric>

using namespace syncflow;
using namespace syncflow::test;

namespace {

sflow_status wait(sflow_token token, uint64_t timeout = kPatience) { return sflow_token_wait(&token, 1, timeout); }

/// What runs although it must not, has run by then; a test that passes proves
/// its order by the closed gate, not by this time.
constexpr uint64_t kLongEnough = 20'000'000;

class StreamTest : public ::testing::TestWithParam<uint64_t> {
protected:
  void SetUp() override {
    sflow_instance_options options = instanceOptions();
    options.device_count = 2;
    options.dispatch_seed = GetParam();
    ASSERT_OK(sflow_instance_create(&options, instance.out()));
  }
  /// Workers run streams side by side; the dispatcher runs one task at a time.
  bool parallel() const { return GetParam() == 0; }

  sflow_stream *stream(uint32_t device = 0, bool outOfOrder = false) {
    sflow_device *target = nullptr;
    EXPECT_OK(sflow_instance_device(instance.get(), device, &target));
    sflow_stream_options options{sizeof(options), outOfOrder ? 1u : 0u, SFLOW_PRIORITY_NORMAL};
    streams.emplace_back();
    EXPECT_OK(sflow_stream_create(target, &options, streams.back().out()));
    return streams.back().get();
  }

  Submitter submit;
  Instance instance;
  std::deque<Stream> streams;
};

TEST_P(StreamTest, WorkOfAStreamRunsInTheOrderOfSubmission) {
  sflow_stream *queue = stream();
  std::vector<int> order;
  sflow_token last{};
  for (int i = 0; i < 100; ++i)
    last = submit(queue, "task", [&order, i] {
      order.push_back(i);
      return 0;
    });
  EXPECT_OK(wait(last));
  std::vector<int> expected(100);
  std::iota(expected.begin(), expected.end(), 0);
  EXPECT_EQ(order, expected);
  EXPECT_EQ(last.value, 100u);
}

TEST_P(StreamTest, SubmittingNeverWaitsForTheWork) {
  sflow_stream *first = stream(), *second = stream(1);
  Gate gate;
  sflow_token blocked = submit(first, "blocked", [&] {
    gate.pass();
    return 0;
  });
  // The waits are behind the gate, and still every call returns.
  sflow_token last = submit(second, "behind", [] { return 0; }, {blocked});
  for (int i = 0; i < 10; ++i)
    last = submit(second, "behind", [] { return 0; });
  EXPECT_EQ(sflow_token_query(&last), SFLOW_TOKEN_PENDING);
  gate.open();
  EXPECT_OK(wait(last));
  EXPECT_EQ(sflow_token_query(&last), SFLOW_TOKEN_COMPLETE);
}

TEST_P(StreamTest, AWaitOrdersAcrossStreams) {
  sflow_stream *first = stream(), *second = stream(1);
  Gate gate;
  std::atomic<int> produced{0};
  std::atomic<bool> early{false};
  sflow_token firstConsumed{};
  for (int i = 1; i <= 50; ++i) {
    sflow_token token = submit(first, "produce", [&, i] {
      if (i == 1)
        gate.pass();
      produced.store(i);
      return 0;
    });
    sflow_token consumed = submit(second, "consume",
                                  [&, i] {
                                    if (produced.load() < i)
                                      early.store(true);
                                    return 0;
                                  },
                                  {token});
    if (i == 1)
      firstConsumed = consumed;
  }
  sflow_token last = submit(second, "last", [] { return 0; });
  // With the first producer held no consumer ends, however long one waits.
  EXPECT_EQ(takeCode(wait(firstConsumed, kLongEnough)), SFLOW_STATUS_DEADLINE_EXCEEDED);
  EXPECT_EQ(sflow_token_query(&firstConsumed), SFLOW_TOKEN_PENDING);
  gate.open();
  EXPECT_OK(wait(last));
  EXPECT_FALSE(early.load());
  EXPECT_EQ(produced.load(), 50);
}

/// How often threads of this process have given up their processor.
int64_t sleeps() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_nvcsw;
}

TEST_P(StreamTest, WhoWaitsUsesNoProcessor) {
  // A stream in order and one in any order wait for a task that is held, a third one has no work, and the host waits
  // too.
  sflow_stream *first = stream(), *second = stream(1), *loose = stream(1, true);
  EXPECT_OK(wait(submit(stream(), "had work", [] { return 0; })));
  Gate gate, inside;
  sflow_token held = submit(first, "held", [&] {
    inside.open();
    gate.pass();
    return 0;
  });
  sflow_token waiting[] = {submit(second, "waits", [] { return 0; }, {held}),
                           submit(loose, "waits", [] { return 0; }, {held})};
  ASSERT_TRUE(inside.passWithin());
  constexpr uint64_t kWait = 100'000'000;
  uint64_t before = processorNs();
  int64_t sleptBefore = sleeps();
  EXPECT_EQ(takeCode(sflow_token_wait(waiting, 2, kWait)), SFLOW_STATUS_DEADLINE_EXCEEDED);
  EXPECT_LT(processorNs() - before, kWait / 10) << "somebody polls";
  EXPECT_LT(sleeps() - sleptBefore, 50) << "somebody looks every now and then, and sleeps in between";
  gate.open();
  EXPECT_OK(sflow_token_wait(waiting, 2, kPatience));
}

/// Only with workers: the dispatcher's one thread cannot pass a gate that
/// another task opens.
class WorkerStreamTest : public StreamTest {};

TEST_P(WorkerStreamTest, AnotherStreamRunsWhileOneIsStuck) {
  sflow_stream *first = stream(), *second = stream(1);
  Gate gate;
  sflow_token opener = submit(first, "waits for the other stream's task", [&] { return gate.passWithin() ? 0 : 1; });
  submit(second, "opens", [&] {
    gate.open();
    return 0;
  });
  EXPECT_OK(wait(opener));
}

TEST_P(WorkerStreamTest, StagesOfAPipelineWorkOnDifferentItemsAtOnce) {
  constexpr int kItems = 4, kStages = 3;
  sflow_stream *stages[kStages] = {stream(0), stream(1), stream(1)};
  std::array<std::atomic<int>, kItems> reached{};
  std::atomic<bool> wrong{false};
  Gate thirdItemBegan, lastItemMayBegin;
  sflow_token last{};
  for (int item = 0; item < kItems; ++item)
    for (int stage = 0; stage < kStages; ++stage)
      last = submit(
          stages[stage], "stage",
          [&, item, stage] {
            if (stage == 0 && item == kItems - 1)
              lastItemMayBegin.pass();
            if (reached[item].exchange(stage + 1) != stage)
              wrong.store(true);
            if (stage == 0 && item == 2)
              thirdItemBegan.open();
            // The first item does not end before the third began.
            bool holds = stage == kStages - 1 && item == 0;
            return !holds || thirdItemBegan.passWithin() ? 0 : 1;
          },
          stage == 0 ? std::vector<sflow_token>{} : std::vector<sflow_token>{last});
  // The last item is held in front of the first stage: no later stage takes it.
  EXPECT_EQ(takeCode(wait(last, kLongEnough)), SFLOW_STATUS_DEADLINE_EXCEEDED);
  lastItemMayBegin.open();
  EXPECT_OK(wait(last));
  EXPECT_FALSE(wrong.load()) << "a stage ran before the one in front of it";
}

TEST_P(StreamTest, AnOutOfOrderStreamRunsWhatIsReady) {
  sflow_stream *loose = stream(0, true), *other = stream(1);
  Gate gate;
  sflow_token blocked = submit(other, "blocked", [&] {
    gate.pass();
    return 0;
  });
  Log log;
  sflow_token first = submit(loose, "first",
                             [&] {
                               log.add("first");
                               return 0;
                             },
                             {blocked});
  sflow_token second = submit(loose, "second", [&] {
    log.add("second");
    return 0;
  });
  if (parallel()) {
    // Complete although its predecessor in the queue cannot have run.
    EXPECT_OK(wait(second));
    EXPECT_EQ(sflow_token_query(&first), SFLOW_TOKEN_PENDING);
  }
  gate.open();
  EXPECT_OK(wait(first));
  EXPECT_OK(wait(second));
  if (parallel()) {
    EXPECT_EQ(log.read(), (std::vector<std::string>{"second", "first"}));
  }
}

TEST_P(StreamTest, AWaitOnAnOutOfOrderStreamsToken) {
  sflow_stream *loose = stream(0, true), *other = stream(1);
  Gate gate;
  std::atomic<int> value{0};
  sflow_token token = submit(loose, "set", [&] {
    gate.pass();
    value.store(7);
    return 0;
  });
  int seen = 0;
  sflow_token got = submit(other, "get",
                           [&] {
                             seen = value.load();
                             return 0;
                           },
                           {token});
  EXPECT_EQ(takeCode(wait(got, kLongEnough)), SFLOW_STATUS_DEADLINE_EXCEEDED);
  gate.open();
  EXPECT_OK(wait(got));
  EXPECT_EQ(seen, 7);
}

TEST_P(StreamTest, AFailureGivesItsCauseAndPoisonsOnlyWhatNeedsIt) {
  sflow_stream *first = stream(), *second = stream(1);
  std::atomic<int> ran{0};
  sflow_token failed = submit(first, "broken", [] { return 3; });
  sflow_token behind = submit(first, "behind", [&] {
    ran.fetch_add(1);
    return 0;
  });
  sflow_token ordered = submit(second, "ordered",
                               [&] {
                                 ran.fetch_add(1);
                                 return 0;
                               },
                               {failed});
  sflow_token needs = submit(second, "needs",
                             [&] {
                               ran.fetch_add(10);
                               return 0;
                             },
                             {}, {failed});
  sflow_token chain = submit(first, "chain",
                             [&] {
                               ran.fetch_add(10);
                               return 0;
                             },
                             {}, {needs});
  EXPECT_OK(wait(behind));
  EXPECT_OK(wait(ordered));
  std::string cause = take(wait(failed));
  EXPECT_EQ(cause, "task broken (stream host:0 user 0): failed with code 3");
  EXPECT_EQ(take(wait(needs)), cause);
  EXPECT_EQ(take(wait(chain)), cause);
  EXPECT_EQ(sflow_token_query(&chain), SFLOW_TOKEN_FAILED);
  EXPECT_EQ(ran.load(), 2);
}

TEST_P(StreamTest, TransfersCopyInStreamOrderAndAreDataDependent) {
  sflow_stream *queue = stream();
  uint64_t source = 1, target = 0;
  submit(queue, "write", [&] {
    source = 42;
    return 0;
  });
  sflow_token copied{};
  ASSERT_OK(sflow_stream_transfer(queue, &target, &source, sizeof(source), nullptr, 0, &copied));
  EXPECT_OK(wait(copied));
  EXPECT_EQ(target, 42u);
  sflow_token failed = submit(queue, "broken", [] { return 1; });
  ASSERT_OK(sflow_stream_transfer(queue, &target, &source, sizeof(source), &failed, 1, &copied));
  EXPECT_NE(take(wait(copied)), "");
  EXPECT_NE(take(sflow_stream_transfer(queue, &source, reinterpret_cast<char *>(&source) + 4, 8, nullptr, 0, nullptr)),
            "");
}

TEST_P(StreamTest, ATransferTakesWhatOneDeviceMadeToTheOther) {
  // Twice: made on device 0, moved, changed there, used on device 1.
  sflow_stream *maker = stream(0), *user = stream(1);
  Gate gate;
  uint64_t mine = 0, yours = 0, seen[2] = {};
  sflow_token used{}, changed{};
  for (uint64_t round = 0; round < 2; ++round) {
    sflow_token made = submit(maker, "make", [&, round] {
      if (round == 0)
        gate.pass();
      mine = 10 + round;
      return 0;
    });
    sflow_token moved{};
    ASSERT_OK(sflow_stream_transfer(user, &yours, &mine, sizeof mine, &made, 1, &moved));
    changed = submit(maker, "change",
                     [&] {
                       mine = 99;
                       return 0;
                     },
                     {moved});
    used = submit(user, "use", [&, round] {
      seen[round] = yours;
      return 0;
    });
  }
  EXPECT_EQ(takeCode(wait(used, kLongEnough)), SFLOW_STATUS_DEADLINE_EXCEEDED);
  gate.open();
  EXPECT_OK(wait(used));
  EXPECT_OK(wait(changed));
  EXPECT_EQ(seen[0], 10u);
  EXPECT_EQ(seen[1], 11u);
}

TEST_P(StreamTest, ADeadlineNamesTheStreamAndTheTask) {
  sflow_stream *queue = stream(1);
  Gate gate, inside;
  sflow_token token = submit(queue, "conv.1", [&] {
    inside.open();
    gate.pass();
    return 0;
  });
  ASSERT_TRUE(inside.passWithin());
  sflow_token behind = submit(queue, "bias.1", [] { return 0; });
  sflow_token tokens[] = {{}, token};
  EXPECT_EQ(take(sflow_token_wait(tokens, 2, 1'000'000)),
            "token 1 of task conv.1: stream host:1 user 0 has not reached 1 after 1.000 ms: "
            "it is at task conv.1, 0 of 2 ended");
  // A token names its own task, which need not be the one that the stream is at.
  EXPECT_EQ(take(wait(behind, 1'000'000)),
            "token 0 of task bias.1: stream host:1 user 0 has not reached 2 after 1.000 ms: "
            "it is at task conv.1, 0 of 2 ended");
  gate.open();
  EXPECT_OK(wait(behind));
  EXPECT_OK(wait(token));
}

TEST_P(StreamTest, TheZeroTokenIsComplete) {
  sflow_token zero{};
  EXPECT_EQ(sflow_token_query(&zero), SFLOW_TOKEN_COMPLETE);
  EXPECT_OK(wait(zero, 0));
  EXPECT_OK(wait(submit(stream(), "behind nothing", [] { return 0; }, {zero}, {zero})));
}

TEST_P(StreamTest, WrongCallsSayWhatIsWrong) {
  sflow_stream *queue = stream();
  EXPECT_EQ(take(wait({queue, 5}, 0)), "token 0: stream host:0 user 0 has no task 5 yet");
  sflow_task_desc desc = taskDesc(nullptr, nullptr, "none");
  EXPECT_EQ(take(sflow_stream_submit(queue, &desc, nullptr, 0, nullptr)),
            "stream host:0 user 0: a task needs struct_size and fn");
  EXPECT_EQ(take(sflow_stream_submit(queue, nullptr, nullptr, 0, nullptr)), "no task to submit");
  Instance other;
  sflow_instance_options options = instanceOptions();
  ASSERT_OK(sflow_instance_create(&options, other.out()));
  sflow_device *device = nullptr;
  ASSERT_OK(sflow_instance_device(other.get(), 0, &device));
  Stream foreign;
  ASSERT_OK(sflow_stream_create(device, nullptr, foreign.out()));
  sflow_token token = submit(foreign.get(), "foreign", [] { return 0; });
  desc = taskDesc(callBody, nullptr, "x");
  EXPECT_EQ(take(sflow_stream_submit(queue, &desc, &token, 1, nullptr)),
            "stream host:0 user 0: a token of another instance");
}

TEST_P(StreamTest, ReleasingAStreamFinishesItsWorkAndItsTokensStayValid) {
  Stream queue;
  sflow_device *device = nullptr;
  ASSERT_OK(sflow_instance_device(instance.get(), 0, &device));
  ASSERT_OK(sflow_stream_create(device, nullptr, queue.out()));
  Gate gate;
  std::atomic<int> ran{0};
  sflow_token last{};
  for (int i = 0; i < 50; ++i)
    last = submit(queue.get(), "task", [&] {
      gate.pass();
      ran.fetch_add(1);
      return 0;
    });
  EXPECT_EQ(sflow_token_query(&last), SFLOW_TOKEN_PENDING);
  gate.open();
  queue.reset();
  EXPECT_EQ(ran.load(), 50);
  EXPECT_EQ(sflow_token_query(&last), SFLOW_TOKEN_COMPLETE);
  EXPECT_OK(wait(submit(stream(), "after", [] { return 0; }, {last})));
}

TEST_P(StreamTest, ReleasingTheInstanceFinishesWhatWasSubmitted) {
  std::atomic<int> ran{0};
  sflow_stream *first = stream(), *second = stream(1, true);
  for (int i = 0; i < 50; ++i) {
    sflow_token token = submit(first, "first", [&] {
      ran.fetch_add(1);
      return 0;
    });
    submit(second, "second",
           [&] {
             ran.fetch_add(1);
             return 0;
           },
           {token});
  }
  for (Stream &owned : streams)
    (void)owned.release(); // The instance is to find work in streams that
                           // nobody released.
  instance.reset();
  EXPECT_EQ(ran.load(), 100);
}

TEST_P(StreamTest, ManyThreadsSubmitToOneStream) {
  sflow_stream *queue = stream();
  std::atomic<int> ran{0};
  std::vector<std::thread> threads;
  std::array<Submitter, 4> submitters;
  for (Submitter &own : submitters)
    threads.emplace_back([&] {
      sflow_token last{};
      for (int i = 0; i < 100; ++i)
        last = own(queue, "task", [&] {
          ran.fetch_add(1);
          return 0;
        });
      EXPECT_OK(wait(last));
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(ran.load(), 400);
}

INSTANTIATE_TEST_SUITE_P(Workers, WorkerStreamTest, ::testing::Values(0u));
INSTANTIATE_TEST_SUITE_P(Modes, StreamTest, ::testing::Values(0u, 1u, 77u), [](const auto &info) {
  return info.param == 0 ? std::string("Workers") : "Seed" + std::to_string(info.param);
});

} // namespace
