// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// The timeline of one run, put together from the events of all ranks. The trace
// and the picture are two views of it.
#ifndef SYNCFLOW_TOOLS_RUN_SCHEDULE_H
#define SYNCFLOW_TOOLS_RUN_SCHEDULE_H

#include "SyncFlow/ABI/Types.h"
#include "llvm/ADT/ArrayRef.h"

#include <string>
#include <vector>

namespace syncflow::run {

/// What one rank recorded.
struct RankTrace {
  std::vector<sflow_trace_event> events;
  uint64_t lost = 0; ///< Events that did not fit.
};

/// A stream of a rank's device.
struct Lane {
  unsigned rank, device, kind, ordinal;

  std::string name() const; ///< "device 0", "device 0, core 1", "device 0, communication"
  auto operator<=>(const Lane &) const = default;
};

/// A task that ran. Times are nanoseconds after the beginning of the schedule.
struct Span {
  unsigned lane;
  unsigned rank;
  const sflow_plan *plan;
  uint32_t task;
  uint64_t launch;
  uint64_t ready, start, end;

  const sflow_plan_task &info() const { return plan->tasks[task]; }
};

/// A kept wait: `to` started only after `from` had ended on another stream.
struct Arrow {
  uint32_t from, to; ///< Spans.
};

struct Schedule {
  std::vector<Lane> lanes; ///< By rank, device, kind, ordinal.
  std::vector<Span> spans; ///< By lane, then by start.
  std::vector<Arrow> arrows;
  uint64_t duration = 0; ///< From the first ready to the last end.
  uint64_t launches = 0; ///< Of the first rank.
  uint64_t lost = 0;

  uint64_t busy(unsigned lane) const; ///< Nanoseconds inside tasks.
  /// The chain of spans that decided when the last one ended: each waited for,
  /// or queued behind, the one before.
  std::vector<uint32_t> criticalChain() const;
};

Schedule buildSchedule(llvm::ArrayRef<RankTrace> ranks);

/// The launch that took longest, alone.
Schedule longestLaunch(llvm::ArrayRef<RankTrace> ranks);

} // namespace syncflow::run

#endif // SYNCFLOW_TOOLS_RUN_SCHEDULE_H
