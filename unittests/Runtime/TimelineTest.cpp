// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Timelines and doorbells, below the C interface.
#include "core/Timeline.h"

#include <gtest/gtest.h>

#include <ctime>
#include <thread>
#include <vector>

using namespace syncflow::runtime;

namespace {

TEST(TimelineTest, AReachedValueDoesNotWait) {
  Timeline timeline;
  timeline.signal(5);
  EXPECT_EQ(timeline.wait(5, 0, 0), Waited::Immediate);
  EXPECT_EQ(timeline.wait(3, 0, 0), Waited::Immediate);
  EXPECT_EQ(timeline.value(), 5u);
}

TEST(TimelineTest, AnUnreachedValueIsLateAtTheDeadline) {
  Timeline timeline;
  timeline.signal(5);
  uint64_t deadline = nowNs() + 2'000'000;
  EXPECT_EQ(timeline.wait(6, deadline, 0), Waited::Late);
  EXPECT_GE(nowNs(), deadline);
}

TEST(TimelineTest, AWaiterThatParksUsesNoProcessor) {
  auto processorNs = [] {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<uint64_t>(time.tv_sec) * 1'000'000'000 + static_cast<uint64_t>(time.tv_nsec);
  };
  constexpr uint64_t kWait = 60'000'000;
  Timeline timeline;
  uint64_t before = processorNs();
  EXPECT_EQ(timeline.wait(1, nowNs() + kWait, 0), Waited::Late);
  EXPECT_LT(processorNs() - before, kWait / 10) << "it polls";
}

TEST(TimelineTest, EveryWaiterGetsItsValueAndNoneEarly) {
  // Waiters for all values at once, several for each, some that spin first.
  Timeline timeline;
  constexpr uint64_t kValues = 200;
  std::atomic<uint64_t> signalled{0};
  std::atomic<bool> early{false};
  std::vector<std::thread> waiters;
  for (uint64_t first = 1; first <= 4; ++first)
    waiters.emplace_back([&, first] {
      for (uint64_t value = first; value <= kValues; value += first) {
        EXPECT_NE(timeline.wait(value, kForever, first % 2 ? 0 : 5000), Waited::Late);
        if (signalled.load() < value)
          early.store(true);
      }
    });
  for (uint64_t value = 1; value <= kValues; ++value) {
    signalled.store(value);
    timeline.signal(value);
    if (value % 16 == 0)
      std::this_thread::yield();
  }
  for (std::thread &waiter : waiters)
    waiter.join();
  EXPECT_FALSE(early.load());
}

TEST(TimelineTest, PingPongLosesNoWakeUp) {
  // A lost wake-up leaves both sides parked until the deadline; they park every
  // time.
  Timeline there, back;
  constexpr uint64_t kRounds = 2000;
  const uint64_t deadline = deadlineAfter(30'000'000'000);
  std::thread other([&] {
    for (uint64_t i = 1; i <= kRounds && there.wait(i, deadline, 0) != Waited::Late; ++i)
      back.signal(i);
  });
  for (uint64_t i = 1; i <= kRounds; ++i) {
    there.signal(i);
    if (back.wait(i, deadline, 0) == Waited::Late) {
      ADD_FAILURE() << "lost in round " << i;
      break;
    }
  }
  there.signal(kRounds);
  other.join();
}

TEST(DoorbellTest, ARingAfterTheConditionWakesTheWaiter) {
  Doorbell bell;
  std::atomic<uint32_t> state{0};
  constexpr uint32_t kRounds = 2000;
  std::thread other([&] {
    for (uint32_t i = 1; i <= kRounds; ++i) {
      bell.wait([&] { return state.load() == 2 * i - 1; }, kForever, 0);
      state.store(2 * i);
      bell.ring();
    }
  });
  for (uint32_t i = 1; i <= kRounds; ++i) {
    state.store(2 * i - 1);
    bell.ring();
    bell.wait([&] { return state.load() == 2 * i; }, kForever, 0);
  }
  other.join();
}

TEST(DoorbellTest, AConditionThatNeverHoldsIsLate) {
  Doorbell bell;
  EXPECT_EQ(bell.wait([] { return false; }, nowNs() + 1'000'000, 100'000), Waited::Late);
}

TEST(ClockTest, DeadlinesSaturate) {
  EXPECT_EQ(deadlineAfter(UINT64_MAX), UINT64_MAX);
  EXPECT_EQ(deadlineAfter(UINT64_MAX - 1), UINT64_MAX);
  EXPECT_LE(nowNs(), deadlineAfter(0));
}

} // namespace
