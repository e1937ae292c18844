// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// The arena pool, the trace ring and the failure log, below the C interface.
#include "fault/FailureLog.h"
#include "memory/ArenaPool.h"
#include "telemetry/Trace.h"

#include <gtest/gtest.h>

#include <cstring>

using namespace syncflow::runtime;

namespace {

TEST(ArenaPoolTest, SmallArenasAreAlignedAndLargeOnesOnHugePages) {
  std::atomic<uint64_t> held{0};
  ArenaPool pool(held);
  Arena small = pool.acquire(1000), large = pool.acquire((5u << 20) + 1), none = pool.acquire(0);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(small.data) % 64, 0u);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(large.data) % (2u << 20), 0u);
  EXPECT_NE(none.data, nullptr);
  std::memset(large.data, 1, large.bytes);
  EXPECT_EQ(held.load(), 1000u + (5u << 20) + 1);
  pool.giveBack(small);
  pool.giveBack(large);
  pool.giveBack(none);
}

TEST(ArenaPoolTest, TheSameSizeComesBackAndAMuchLargerOneDoesNot) {
  std::atomic<uint64_t> held{0};
  ArenaPool pool(held);
  Arena arena = pool.acquire(4096);
  pool.giveBack(arena);
  EXPECT_EQ(pool.acquire(4096).data, arena.data);
  pool.giveBack(arena);
  EXPECT_EQ(pool.acquire(4000).data, arena.data) << "close enough";
  pool.giveBack(arena);
  Arena other = pool.acquire(64);
  EXPECT_NE(other.data, arena.data);
  EXPECT_EQ(held.load(), 4096u + 64);
  pool.giveBack(other);
}

TEST(ArenaPoolTest, TwoAtATimeAreDifferent) {
  std::atomic<uint64_t> held{0};
  ArenaPool pool(held);
  Arena first = pool.acquire(4096), second = pool.acquire(4096);
  EXPECT_NE(first.data, second.data);
  pool.giveBack(first);
  pool.giveBack(second);
}

TEST(ArenaPoolTest, ManyShapesDoNotGrowItForEver) {
  std::atomic<uint64_t> held{0};
  {
    ArenaPool pool(held);
    for (uint64_t bytes = 1024, i = 0; i < 200; ++i, bytes += bytes / 4)
      pool.giveBack(pool.acquire(std::min<uint64_t>(bytes, 1u << 20) + i * 64));
    EXPECT_LE(held.load(), 64u * ((1u << 20) + 200 * 64));
  }
  EXPECT_EQ(held.load(), 0u);
}

TEST(ArenaPoolTest, AnImpossibleSizeIsEmpty) {
  std::atomic<uint64_t> held{0};
  ArenaPool pool(held);
  EXPECT_EQ(pool.acquire(UINT64_MAX - 7).data, nullptr);
  EXPECT_EQ(pool.acquire(uint64_t{1} << 60).data, nullptr);
  EXPECT_EQ(held.load(), 0u);
}

sflow_trace_event event(uint32_t task) {
  sflow_trace_event result{};
  result.task = task;
  return result;
}

TEST(TraceTest, KeepsTheNewestAndCountsTheRest) {
  Trace trace;
  EXPECT_FALSE(trace.enabled());
  trace.enable(4);
  for (uint32_t i = 0; i < 6; ++i)
    trace.record(event(i));
  sflow_trace_event events[8];
  uint64_t lost = 0;
  ASSERT_EQ(trace.drain(events, 3, lost), 3u);
  EXPECT_EQ(lost, 2u);
  EXPECT_EQ(events[0].task, 2u);
  EXPECT_EQ(events[2].task, 4u);
  trace.record(event(6));
  ASSERT_EQ(trace.drain(events, 8, lost), 2u);
  EXPECT_EQ(lost, 0u);
  EXPECT_EQ(events[0].task, 5u);
  EXPECT_EQ(events[1].task, 6u);
}

TEST(FailureLogTest, PoisonCarriesTheFirstCauseInPlanOrder) {
  FailureLog log;
  EXPECT_FALSE(log.any());
  log.fail(7, invalid("seven"));
  log.fail(3, invalid("three"));
  EXPECT_STREQ(log.first().message(), "three");
  uint32_t root = 0;
  uint32_t both[] = {1, 7, 3}, none[] = {1, 2};
  ASSERT_TRUE(log.rootOf(both, 3, root));
  EXPECT_EQ(root, 3u);
  EXPECT_FALSE(log.rootOf(none, 2, root));
  log.poison(9, 7);
  uint32_t poisoned[] = {9};
  ASSERT_TRUE(log.rootOf(poisoned, 1, root));
  EXPECT_EQ(root, 7u);
  EXPECT_STREQ(log.causeOf(7).message(), "seven");
  log.clear();
  EXPECT_FALSE(log.any());
  EXPECT_FALSE(log.rootOf(both, 3, root));
}

} // namespace
