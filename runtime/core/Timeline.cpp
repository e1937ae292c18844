// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Parking on futexes. A futex needs no memory beside the word itself, and
// waking one whose owner is gone does no harm.
#include "core/Timeline.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <climits>
#include <ctime>

namespace syncflow::runtime {

static_assert(sizeof(std::atomic<uint32_t>) == sizeof(uint32_t), "the kernel compares the plain word");

void parkOn(std::atomic<uint32_t> &word, uint32_t expected, uint64_t deadlineNs) {
  timespec deadline;
  timespec *limit = nullptr;
  if (deadlineNs != kForever) {
    deadline.tv_sec = static_cast<time_t>(deadlineNs / 1000000000u);
    deadline.tv_nsec = static_cast<long>(deadlineNs % 1000000000u);
    limit = &deadline;
  }
  // The BITSET form is the one that takes an absolute time of the monotonic
  // clock.
  syscall(SYS_futex, &word, FUTEX_WAIT_BITSET | FUTEX_PRIVATE_FLAG, expected, limit, nullptr, FUTEX_BITSET_MATCH_ANY);
}

void unparkAll(std::atomic<uint32_t> &word) {
  syscall(SYS_futex, &word, FUTEX_WAKE | FUTEX_PRIVATE_FLAG, INT_MAX, nullptr, nullptr, 0);
}

void Doorbell::wakeAll() {
  epoch.fetch_add(1, std::memory_order_seq_cst);
  unparkAll(epoch);
}

void Timeline::wakeAll() {
  // Waiters for larger values lose their registration here; the new epoch makes
  // them register again.
  awaited.store(kForever, std::memory_order_seq_cst);
  epoch.fetch_add(1, std::memory_order_seq_cst);
  unparkAll(epoch);
}

Waited Timeline::wait(uint64_t target, uint64_t deadlineNs, uint64_t spinNs) {
  auto ready = [&] { return reached(target); };
  if (ready() || spinFor(spinNs, ready))
    return Waited::Immediate;
  for (Waited result = Waited::Immediate;; result = Waited::Parked) {
    uint32_t seen = epoch.load(std::memory_order_seq_cst);
    uint64_t smallest = awaited.load(std::memory_order_seq_cst);
    while (smallest > target && !awaited.compare_exchange_weak(smallest, target, std::memory_order_seq_cst))
      ;
    if (ready())
      return result;
    if (deadlineNs != kForever && nowNs() >= deadlineNs)
      return Waited::Late;
    parkOn(epoch, seen, deadlineNs);
  }
}

} // namespace syncflow::runtime
