// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// The two things that threads wait on: a timeline (a number that only grows)
// and a doorbell (any condition). Waiters spin for a caller-given time and then
// park in the kernel; a signaller makes a system call only when somebody is
// parked, and wakes a timeline's waiters only once the value they asked for is
// reached.
#ifndef SYNCFLOW_RUNTIME_CORE_TIMELINE_H
#define SYNCFLOW_RUNTIME_CORE_TIMELINE_H

#include "core/Clock.h"

#include <atomic>
#include <cstdint>

namespace syncflow::runtime {

constexpr uint64_t kForever = UINT64_MAX;

enum class Waited {
  Immediate, ///< The condition held at once or while spinning.
  Parked,    ///< It holds; the thread slept in between.
  Late,      ///< The deadline passed first.
};

/// Sleeps until `word` is no longer `expected`, somebody wakes, or the deadline
/// passes. May return early.
void parkOn(std::atomic<uint32_t> &word, uint32_t expected, uint64_t deadlineNs);
void unparkAll(std::atomic<uint32_t> &word);

/// True once `ready` holds; false when `spinNs` have passed without it.
template <typename Ready> bool spinFor(uint64_t spinNs, Ready &&ready) {
  if (spinNs == 0)
    return false;
  uint64_t end = nowNs() + spinNs;
  do {
    // Reading the clock costs as much as several pauses: look at the condition
    // more often than at the clock.
    for (int i = 0; i < 16; ++i) {
      if (ready())
        return true;
      cpuPause();
    }
  } while (nowNs() < end);
  return false;
}

/// Wakes threads that wait for a condition. Whoever makes the condition true
/// (with a sequentially consistent store or a later atomic operation on this
/// object) rings afterwards.
class Doorbell {
public:
  void ring() {
    if (parked.load(std::memory_order_seq_cst) != 0)
      wakeAll();
  }

  /// `ready` is called on this thread and reads its state with sequentially
  /// consistent loads.
  template <typename Ready> Waited wait(Ready &&ready, uint64_t deadlineNs, uint64_t spinNs) {
    if (ready() || spinFor(spinNs, ready))
      return Waited::Immediate;
    // Announce first, look again, then sleep on the epoch read before looking:
    // a ring in between changes the epoch.
    parked.fetch_add(1, std::memory_order_seq_cst);
    Waited result = Waited::Immediate;
    for (;;) {
      uint32_t seen = epoch.load(std::memory_order_seq_cst);
      if (ready())
        break;
      if (deadlineNs != kForever && nowNs() >= deadlineNs) {
        result = Waited::Late;
        break;
      }
      parkOn(epoch, seen, deadlineNs);
      result = Waited::Parked;
    }
    parked.fetch_sub(1, std::memory_order_seq_cst);
    return result;
  }

private:
  void wakeAll();

  std::atomic<uint32_t> parked{0};
  std::atomic<uint32_t> epoch{0};
};

/// A value that only grows. One thread at a time signals; any number wait.
class Timeline {
public:
  uint64_t value() const { return current.load(std::memory_order_acquire); }
  bool reached(uint64_t target) const { return current.load(std::memory_order_seq_cst) >= target; }

  void signal(uint64_t value) {
    current.store(value, std::memory_order_seq_cst);
    if (awaited.load(std::memory_order_seq_cst) <= value)
      wakeAll();
  }

  Waited wait(uint64_t target, uint64_t deadlineNs, uint64_t spinNs);

  /// Back to zero, for an object that is used again. Nobody may be waiting.
  void reset() {
    current.store(0, std::memory_order_relaxed);
    // A waiter that found its value while it was about to park has left its
    // registration.
    awaited.store(kForever, std::memory_order_relaxed);
  }

private:
  void wakeAll();

  std::atomic<uint64_t> current{0};
  /// The smallest value a parked thread asked for, or kForever. May be too
  /// small (a spurious wake), never too large.
  std::atomic<uint64_t> awaited{kForever};
  std::atomic<uint32_t> epoch{0};
};

} // namespace syncflow::runtime

#endif // SYNCFLOW_RUNTIME_CORE_TIMELINE_H
