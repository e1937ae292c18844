// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// How far a plan gets when one of its tasks does not end, by its data alone.
#ifndef SYNCFLOW_UNITTESTS_COMPILED_PROGRESS_H
#define SYNCFLOW_UNITTESTS_COMPILED_PROGRESS_H

#include "SyncFlow/Runtime.h"

#include <vector>

namespace syncflow::test {

/// Tasks that have ended, by stream of the plan.
using Progress = std::vector<uint32_t>;

/// The tasks of a stream, in its order.
std::vector<uint32_t> tasksOf(const sflow_plan &plan, uint32_t stream);

/// How far each rank gets when `heldTask` of `heldRank` does not end. Tasks of
/// a stream follow each other, a task needs the data of its predecessors, a
/// collective needs all ranks: the waits of the plan are not looked at.
std::vector<Progress> furthest(const sflow_plan &plan, uint32_t ranks, uint32_t heldRank, uint32_t heldTask);
/// The same for one rank.
Progress furthest(const sflow_plan &plan, uint32_t heldTask);

} // namespace syncflow::test

#endif // SYNCFLOW_UNITTESTS_COMPILED_PROGRESS_H
