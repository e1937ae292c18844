// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// One launch of a plan: a lane per stream, and the state that the lanes share.
// All memory is taken when the launch is made; a launch that has ended serves
// again.
#ifndef SYNCFLOW_RUNTIME_SCHEDULER_LAUNCH_H
#define SYNCFLOW_RUNTIME_SCHEDULER_LAUNCH_H

#include "collective/Channel.h"
#include "core/Timeline.h"
#include "fault/FailureLog.h"
#include "scheduler/PreparedPlan.h"
#include "scheduler/Stream.h"

#include <atomic>
#include <memory>

namespace syncflow::runtime {

enum class TaskState : uint8_t { Pending, Done, Failed, Poisoned };

/// The part of a launch that one stream runs: one item of its queue.
struct alignas(64) Lane : WorkItem {
  Lane() : WorkItem(Kind::Lane) {}

  Launch *launch = nullptr;
  const PreparedLane *prepared = nullptr;
  /// Tasks of this lane that have ended, counted from the first: what plan
  /// waits compare with.
  Timeline progress;

  // Used only by the thread that runs the lane.
  uint32_t next = 0; ///< The first task that has not ended.
  bool begun = false;
  bool inherits = false; ///< An earlier launch of the invocation failed:
                         ///< nothing here may run.
  uint64_t beginNs = 0, readyNs = 0, busyNs = 0, waitNs = 0;
};

struct Launch {
  explicit Launch(PreparedPlan &plan);

  /// Makes a launch that has ended ready for the next use.
  void reset();
  /// Takes the launch's numbers in the order of its groups' collectives.
  void drawTickets();
  /// Whom a collective task waits for; empty for other tasks, and when nobody
  /// is late.
  std::string describeWait(uint32_t task) const;
  /// Called by each lane when it is through; the last one ends the launch.
  void laneEnded();

  static Launch *ofFrame(uint64_t *frame) { return reinterpret_cast<Launch *>(frame[-1]); }
  uint64_t *frame() { return frameStore.get() + 1; }

  PreparedPlan &plan;
  sflow_invocation *invocation = nullptr;
  uint64_t number = 0; ///< Counts launches of the instance.
  uint64_t index = 0;  ///< Value of the invocation's timeline once this launch has ended.

  std::unique_ptr<uint64_t[]> frameStore; ///< The launch's address, then the frame's words.
  std::unique_ptr<Lane[]> lanes;
  std::unique_ptr<std::atomic<TaskState>[]> states;
  std::unique_ptr<std::atomic<uint32_t>[]> releaseLeft;
  std::unique_ptr<Ticket[]> tickets; ///< One per collective of the plan.
  std::atomic<uint32_t> lanesLeft{0};
  FailureLog failures;

  Launch *nextSpare = nullptr; ///< In the plan's list of ended launches.
  Launch *previousHeld = nullptr,
         *nextHeld = nullptr; ///< In the invocation's list.
};

} // namespace syncflow::runtime

#endif // SYNCFLOW_RUNTIME_SCHEDULER_LAUNCH_H
