// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Running the tasks of a lane, by its stream's worker (blocking) or by the
// dispatcher (one step at a time).
#ifndef SYNCFLOW_RUNTIME_SCHEDULER_EXECUTOR_H
#define SYNCFLOW_RUNTIME_SCHEDULER_EXECUTOR_H

#include "scheduler/Launch.h"

namespace syncflow::runtime {

/// Runs the whole lane; waits where the plan says so. The lane and its launch
/// may be gone afterwards.
void runLane(sflow_stream &stream, Lane &lane);

// --- one step at a time
// ----------------------------------------------------------------------------------------------
/// The invocation's earlier launches have ended.
bool laneMayBegin(const Lane &lane);
/// The waits of the task are satisfied and it has not begun; or it is a
/// collective that can go on.
bool taskReady(const Lane &lane, uint32_t task);
/// Runs the task, or takes a collective as far as it goes without waiting;
/// `bell` is rung when it can go on.
void stepTask(sflow_stream &stream, Lane &lane, uint32_t task, Doorbell &bell);
/// All tasks have ended: `endLane` is the last use of the lane.
bool laneDone(const Lane &lane);
void endLane(sflow_stream &stream, Lane &lane);

} // namespace syncflow::runtime

#endif // SYNCFLOW_RUNTIME_SCHEDULER_EXECUTOR_H
