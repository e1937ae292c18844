// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// A plan, checked and bound to the streams of an instance, with the launches it
// has made so far.
#ifndef SYNCFLOW_RUNTIME_SCHEDULER_PREPAREDPLAN_H
#define SYNCFLOW_RUNTIME_SCHEDULER_PREPAREDPLAN_H

#include "core/Status.h"

#include <memory>
#include <mutex>
#include <vector>

struct sflow_stream;

namespace syncflow::runtime {

struct Launch;
struct GroupBinding;

constexpr uint32_t kNone = UINT32_MAX;

/// The tasks of one stream of a plan.
struct PreparedLane {
  sflow_stream *stream = nullptr;
  uint32_t planStream = 0;
  bool inOrder = true;
  std::vector<uint32_t> tasks; ///< Indices into the plan, in plan order.
};

/// A collective task and the group it runs in.
struct PreparedCollective {
  uint32_t task = 0;
  GroupBinding *group = nullptr;
  const sflow_plan_collective *desc = nullptr;
};

struct PreparedPlan {
  PreparedPlan(sflow_module &module, const sflow_plan &desc) : module(module), desc(desc) {}
  ~PreparedPlan();

  /// Checks the plan against the instance and the module; afterwards the
  /// executor trusts every index in it.
  Status prepare();

  /// A launch with a zeroed frame: one that has ended, or a new one.
  Launch *acquire();
  void giveBack(Launch *launch);

  sflow_module &module;
  const sflow_plan &desc;
  std::vector<PreparedLane> lanes;    ///< Only streams that have tasks.
  std::vector<uint32_t> laneOfStream; ///< kNone for a stream without tasks.
  std::vector<uint32_t> releaseBegin; ///< releasesOf[releaseBegin[t] .. releaseBegin[t+1]):
                                      ///< releases of task t.
  std::vector<uint32_t> releasesOf;
  std::vector<uint32_t> collectiveOfTask; ///< Index into `collectives`, or kNone.
  std::vector<PreparedCollective> collectives;

private:
  Status checkTask(uint32_t task) const;
  Status bindStreams();
  Status bindCollectives();
  Status checkCollective(uint32_t task, const sflow_plan_collective &collective) const;
  Status checkEnds() const;
  void indexReleases();

  std::mutex mutex;
  Launch *spare = nullptr;
};

} // namespace syncflow::runtime

#endif // SYNCFLOW_RUNTIME_SCHEDULER_PREPAREDPLAN_H
