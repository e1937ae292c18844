// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Counters of one stream. Only the thread that runs the stream's work writes;
// anybody reads.
#ifndef SYNCFLOW_RUNTIME_TELEMETRY_STATS_H
#define SYNCFLOW_RUNTIME_TELEMETRY_STATS_H

#include "SyncFlow/ABI/Types.h"

#include <atomic>

namespace syncflow::runtime {

/// A counter with one writer: a plain load and store, no locked instruction.
class Counter {
public:
  void add(uint64_t amount) { count.store(count.load(std::memory_order_relaxed) + amount, std::memory_order_relaxed); }
  uint64_t read() const { return count.load(std::memory_order_relaxed); }

private:
  std::atomic<uint64_t> count{0};
};

struct alignas(64) StreamStats {
  Counter tasks, waits, waitsParked, failedTasks, poisonedTasks, busyNs, waitNs, overheadNs;

  void addTo(sflow_instance_stats &total) const {
    total.tasks += tasks.read();
    total.waits += waits.read();
    total.waits_parked += waitsParked.read();
    total.failed_tasks += failedTasks.read();
    total.poisoned_tasks += poisonedTasks.read();
    total.busy_ns += busyNs.read();
    total.wait_ns += waitNs.read();
    total.overhead_ns += overheadNs.read();
  }
};

} // namespace syncflow::runtime

#endif // SYNCFLOW_RUNTIME_TELEMETRY_STATS_H
