// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Checking a plan once, at load, so that running it needs no checks.
#include "scheduler/PreparedPlan.h"

#include "collective/Group.h"
#include "collective/Reduce.h"
#include "module/Module.h"
#include "scheduler/Launch.h"

namespace syncflow::runtime {

/// More arguments than this would need a different way to pass them than the
/// worker's stack.
static constexpr uint32_t kMaxArgs = 1u << 16;

PreparedPlan::~PreparedPlan() {
  while (spare) {
    Launch *launch = spare;
    spare = launch->nextSpare;
    delete launch;
  }
}

static Status malformed(const sflow_plan &plan, const std::string &what) {
  return invalid(text("plan '%s': ", plan.name ? plan.name : "?") + what);
}

static bool inside(uint32_t first, uint32_t count, uint32_t total) { return first <= total && count <= total - first; }

Status PreparedPlan::checkTask(uint32_t index) const {
  const sflow_plan_task &task = desc.tasks[index];
  std::string who = text("task %u (%s): ", index, task.name ? task.name : "?");
  if (task.stream >= desc.stream_count)
    return malformed(desc, who + text("stream %u of %u", task.stream, desc.stream_count));
  if (!inside(task.first_arg, task.arg_count, desc.arg_count) || task.arg_count > kMaxArgs)
    return malformed(desc, who + "arguments outside of the table");
  if (!inside(task.first_wait, task.wait_count, desc.wait_count))
    return malformed(desc, who + "waits outside of the table");
  if (!inside(task.first_pred, task.pred_count, desc.pred_count))
    return malformed(desc, who + "predecessors outside of the table");
  for (uint32_t i = 0; i < task.arg_count; ++i) {
    uint32_t word = desc.args[task.first_arg + i].word;
    if (word != SFLOW_ARG_CONSTANT && word >= desc.frame_words)
      return malformed(desc, who + text("argument %u reads word %u of a frame of %u", i, word, desc.frame_words));
  }
  for (uint32_t i = 0; i < task.pred_count; ++i)
    if (desc.preds[task.first_pred + i] >= desc.task_count)
      return malformed(desc, who + text("predecessor %u does not exist", desc.preds[task.first_pred + i]));
  switch (task.kind) {
  case SFLOW_TASK_COMPUTE:
    return task.fn ? Status() : malformed(desc, who + "no function");
  case SFLOW_TASK_TRANSFER:
    return task.arg_count == 3 ? Status() : malformed(desc, who + "a transfer has three arguments");
  case SFLOW_TASK_COLLECTIVE:
    return task.arg_count == 3 && task.collective < desc.collective_count
               ? Status()
               : malformed(desc, who + "a collective has three arguments and a description");
  }
  return malformed(desc, who + text("kind %u", task.kind));
}

Status PreparedPlan::bindStreams() {
  laneOfStream.assign(desc.stream_count, kNone);
  for (uint32_t i = 0; i < desc.task_count; ++i) {
    uint32_t stream = desc.tasks[i].stream;
    if (laneOfStream[stream] == kNone) {
      const sflow_plan_stream &planStream = desc.streams[stream];
      if (planStream.device >= module.instance.devices.size())
        return malformed(desc, text("stream %u is on device %u, the instance has %zu", stream, planStream.device,
                                    module.instance.devices.size()));
      if (planStream.kind > SFLOW_STREAM_COMMUNICATION)
        return malformed(desc, text("stream %u has kind %u", stream, planStream.kind));
      PreparedLane lane;
      lane.planStream = stream;
      lane.inOrder = planStream.in_order != 0;
      if (Status status =
              module.instance.planStream({planStream.device, planStream.kind, planStream.ordinal}, &lane.stream);
          status.failed())
        return status;
      laneOfStream[stream] = static_cast<uint32_t>(lanes.size());
      lanes.push_back(std::move(lane));
    }
    lanes[laneOfStream[stream]].tasks.push_back(i);
  }
  for (size_t i = 0; i < lanes.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      if (lanes[i].stream == lanes[j].stream)
        return malformed(desc, text("streams %u and %u are the same", lanes[j].planStream, lanes[i].planStream));
  for (uint32_t i = 0; i < desc.wait_count; ++i) {
    const sflow_plan_wait &wait = desc.waits[i];
    uint32_t lane = wait.stream < desc.stream_count ? laneOfStream[wait.stream] : kNone;
    size_t tasks = lane == kNone ? 0 : lanes[lane].tasks.size();
    if (wait.count > tasks)
      return malformed(desc, text("a wait for %u tasks of stream %u, which has %zu", wait.count, wait.stream, tasks));
  }
  return {};
}

/// Plays the plan through without running anything: a plan whose waits form a
/// cycle would hang every launch.
Status PreparedPlan::checkEnds() const {
  std::vector<std::vector<bool>> ended(lanes.size());
  std::vector<size_t> next(lanes.size(), 0);
  for (size_t i = 0; i < lanes.size(); ++i)
    ended[i].assign(lanes[i].tasks.size(), false);
  auto satisfied = [&](const sflow_plan_task &task) {
    for (uint32_t i = 0; i < task.wait_count; ++i) {
      const sflow_plan_wait &wait = desc.waits[task.first_wait + i];
      if (wait.count != 0 && next[laneOfStream[wait.stream]] < wait.count)
        return false;
    }
    return true;
  };
  for (bool moved = true; moved;) {
    moved = false;
    for (size_t l = 0; l < lanes.size(); ++l) {
      const std::vector<uint32_t> &tasks = lanes[l].tasks;
      for (size_t i = next[l]; i < tasks.size(); ++i) {
        if (!ended[l][i] && satisfied(desc.tasks[tasks[i]]))
          ended[l][i] = moved = true;
        else if (!ended[l][i] && lanes[l].inOrder)
          break;
        while (next[l] < tasks.size() && ended[l][next[l]])
          ++next[l];
      }
    }
  }
  for (size_t l = 0; l < lanes.size(); ++l)
    if (next[l] < lanes[l].tasks.size()) {
      uint32_t task = lanes[l].tasks[next[l]];
      return malformed(desc, text("task %u (%s) waits for tasks that wait for it", task,
                                  desc.tasks[task].name ? desc.tasks[task].name : "?"));
    }
  return {};
}

void PreparedPlan::indexReleases() {
  releaseBegin.assign(desc.task_count + 1, 0);
  for (uint32_t r = 0; r < desc.release_count; ++r)
    for (uint32_t i = 0; i < desc.releases[r].task_count; ++i)
      ++releaseBegin[desc.release_tasks[desc.releases[r].first_task + i] + 1];
  for (uint32_t i = 0; i < desc.task_count; ++i)
    releaseBegin[i + 1] += releaseBegin[i];
  std::vector<uint32_t> fill(releaseBegin.begin(), releaseBegin.end() - 1);
  releasesOf.resize(releaseBegin.back());
  for (uint32_t r = 0; r < desc.release_count; ++r)
    for (uint32_t i = 0; i < desc.releases[r].task_count; ++i)
      releasesOf[fill[desc.release_tasks[desc.releases[r].first_task + i]]++] = r;
}

Status PreparedPlan::checkCollective(uint32_t task, const sflow_plan_collective &collective) const {
  std::string who = text("task %u (%s): ", task, desc.tasks[task].name ? desc.tasks[task].name : "?");
  if (collective.kind > SFLOW_COLLECTIVE_BARRIER)
    return malformed(desc, who + text("collective kind %u", collective.kind));
  if (collective.group >= module.desc.group_count)
    return malformed(desc, who + text("group %u of %u", collective.group, module.desc.group_count));
  if (collective.kind != SFLOW_COLLECTIVE_BARRIER && elementSize(collective.element) == 0)
    return malformed(desc, who + text("element type %u", collective.element));
  if (isReduction(collective.kind) && !reducible(collective.element, collective.reduction))
    return malformed(desc, who + text("no reduction %s of %s", spellReduction(collective.reduction),
                                      spellElement(collective.element)));
  return {};
}

Status PreparedPlan::bindCollectives() {
  collectiveOfTask.assign(desc.task_count, kNone);
  for (uint32_t i = 0; i < desc.task_count; ++i) {
    if (desc.tasks[i].kind != SFLOW_TASK_COLLECTIVE)
      continue;
    const sflow_plan_collective &collective = desc.collectives[desc.tasks[i].collective];
    if (Status status = checkCollective(i, collective); status.failed())
      return status;
    GroupBinding *group = nullptr;
    if (Status status = module.group(collective.group, &group); status.failed())
      return status;
    if (isRooted(collective.kind) && collective.root >= group->channel->members().size())
      return malformed(desc,
                       text("task %u (%s): root %u of a group of %zu", i, desc.tasks[i].name ? desc.tasks[i].name : "?",
                            collective.root, group->channel->members().size()));
    collectiveOfTask[i] = static_cast<uint32_t>(collectives.size());
    collectives.push_back({i, group, &collective});
  }
  return {};
}

Status PreparedPlan::prepare() {
  if (desc.struct_size < sizeof(sflow_plan))
    return malformed(desc, "struct_size is smaller than this runtime's plan");
  for (uint32_t i = 0; i < desc.task_count; ++i)
    if (Status status = checkTask(i); status.failed())
      return status;
  for (uint32_t i = 0; i < desc.release_count; ++i) {
    const sflow_plan_release &release = desc.releases[i];
    if (!inside(release.first_task, release.task_count, desc.release_task_count) || release.offset < 0 ||
        release.size < 0 || desc.frame_words == 0)
      return malformed(desc, text("release %u is outside of its tables", i));
  }
  for (uint32_t i = 0; i < desc.release_task_count; ++i)
    if (desc.release_tasks[i] >= desc.task_count)
      return malformed(desc, text("a release names task %u, which does not exist", desc.release_tasks[i]));
  if (Status status = bindStreams(); status.failed())
    return status;
  if (Status status = bindCollectives(); status.failed())
    return status;
  indexReleases();
  return checkEnds();
}

Launch *PreparedPlan::acquire() {
  Launch *launch = nullptr;
  {
    std::lock_guard lock(mutex);
    launch = spare;
    if (launch)
      spare = launch->nextSpare;
  }
  if (!launch) {
    launch = new Launch(*this);
    // An invocation may have two under way, or only one, as time has it: a
    // repetition must find what it needs in any case.
    giveBack(new Launch(*this));
  }
  launch->reset();
  return launch;
}

void PreparedPlan::giveBack(Launch *launch) {
  std::lock_guard lock(mutex);
  launch->nextSpare = spare;
  spare = launch;
}

} // namespace syncflow::runtime
