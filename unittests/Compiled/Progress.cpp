// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#include "Progress.h"

using namespace syncflow::test;

std::vector<uint32_t> syncflow::test::tasksOf(const sflow_plan &plan, uint32_t stream) {
  std::vector<uint32_t> tasks;
  for (uint32_t i = 0; i < plan.task_count; ++i)
    if (plan.tasks[i].stream == stream)
      tasks.push_back(i);
  return tasks;
}

namespace {

class Simulation {
public:
  Simulation(const sflow_plan &plan, uint32_t ranks, uint32_t heldRank, uint32_t heldTask)
      : plan(plan), heldRank(heldRank), heldTask(heldTask), ended(ranks, Progress(plan.stream_count, 0)),
        done(ranks, std::vector<bool>(plan.task_count, false)) {
    for (uint32_t stream = 0; stream < plan.stream_count; ++stream)
      streams.push_back(tasksOf(plan, stream));
  }

  std::vector<Progress> run() {
    for (bool moved = true; moved;) {
      moved = false;
      for (uint32_t rank = 0; rank < ended.size(); ++rank)
        for (uint32_t stream = 0; stream < streams.size(); ++stream)
          while (mayEnd(rank, stream)) {
            done[rank][streams[stream][ended[rank][stream]++]] = true;
            moved = true;
          }
    }
    return ended;
  }

private:
  /// The stream has come to the task, and its data are there.
  bool begun(uint32_t rank, uint32_t task) const {
    const sflow_plan_task &desc = plan.tasks[task];
    uint32_t at = ended[rank][desc.stream];
    if (done[rank][task])
      return true;
    if (at >= streams[desc.stream].size() || streams[desc.stream][at] != task)
      return false;
    for (uint32_t i = 0; i < desc.pred_count; ++i)
      if (!done[rank][plan.preds[desc.first_pred + i]])
        return false;
    return rank != heldRank || task != heldTask;
  }

  bool mayEnd(uint32_t rank, uint32_t stream) const {
    uint32_t at = ended[rank][stream];
    if (at >= streams[stream].size())
      return false;
    uint32_t task = streams[stream][at];
    if (plan.tasks[task].kind != SFLOW_TASK_COLLECTIVE)
      return begun(rank, task);
    for (uint32_t peer = 0; peer < ended.size(); ++peer)
      if (!begun(peer, task))
        return false;
    return true;
  }

  const sflow_plan &plan;
  const uint32_t heldRank, heldTask;
  std::vector<std::vector<uint32_t>> streams;
  std::vector<Progress> ended;
  std::vector<std::vector<bool>> done;
};

} // namespace

std::vector<Progress> syncflow::test::furthest(const sflow_plan &plan, uint32_t ranks, uint32_t heldRank,
                                               uint32_t heldTask) {
  return Simulation(plan, ranks, heldRank, heldTask).run();
}

Progress syncflow::test::furthest(const sflow_plan &plan, uint32_t heldTask) {
  return furthest(plan, 1, 0, heldTask).front();
}
