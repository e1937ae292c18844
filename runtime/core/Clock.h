// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Time and pauses.
#ifndef SYNCFLOW_RUNTIME_CORE_CLOCK_H
#define SYNCFLOW_RUNTIME_CORE_CLOCK_H

#include <cstdint>
#include <ctime>

namespace syncflow::runtime {

/// Nanoseconds of the monotonic clock (answered in user space on the systems we
/// run on).
inline uint64_t nowNs() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<uint64_t>(time.tv_sec) * 1000000000u + static_cast<uint64_t>(time.tv_nsec);
}

/// Absolute time of a timeout; UINT64_MAX stays "for ever".
inline uint64_t deadlineAfter(uint64_t timeoutNs) {
  uint64_t now = nowNs();
  return timeoutNs >= UINT64_MAX - now ? UINT64_MAX : now + timeoutNs;
}

inline void cpuPause() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield" ::: "memory");
#endif
}

} // namespace syncflow::runtime

#endif // SYNCFLOW_RUNTIME_CORE_CLOCK_H
