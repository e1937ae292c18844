// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// The inner loop of the runtime.
#include "scheduler/Executor.h"

#include "collective/Group.h"
#include "core/Instance.h"
#include "module/Invocation.h"

#include <alloca.h>

#include <cstring>

namespace syncflow::runtime {

static const sflow_plan &planOf(const Lane &lane) { return lane.launch->plan.desc; }

static const Timeline &progressOf(const Lane &lane, uint32_t planStream) {
  return lane.launch->lanes[lane.launch->plan.laneOfStream[planStream]].progress;
}

static bool waitsSatisfied(const Lane &lane, const sflow_plan_task &task) {
  const sflow_plan_wait *waits = planOf(lane).waits + task.first_wait;
  for (uint32_t i = 0; i < task.wait_count; ++i)
    if (waits[i].count != 0 && !progressOf(lane, waits[i].stream).reached(waits[i].count))
      return false;
  return true;
}

bool laneMayBegin(const Lane &lane) {
  const Launch &launch = *lane.launch;
  return launch.invocation->launches.reached(launch.index - 1);
}

static void beginLane(Lane &lane) {
  lane.begun = true;
  lane.readyNs = nowNs();
  if (lane.beginNs == 0)
    lane.beginNs = lane.readyNs;
  lane.inherits = lane.launch->invocation->launchFailed.load(std::memory_order_acquire);
}

static std::string describe(const sflow_plan_task &task) {
  return text("task %s (%s): ", task.name ? task.name : "?", task.location ? task.location : "?");
}

static Status bodyFailure(const sflow_plan &plan, const sflow_plan_task &task, int32_t result) {
  const char *message = "failed";
  if (result > 0 && static_cast<uint32_t>(result) <= plan.message_count)
    message = plan.messages[result - 1];
  return Status::error(SFLOW_STATUS_ABORTED, describe(task) + message);
}

/// Overwrites what nobody reads any more, so that a read that comes too late is
/// a wrong number and not luck.
static void scribbleReleased(Launch &launch, uint32_t task) {
  const PreparedPlan &plan = launch.plan;
  for (uint32_t i = plan.releaseBegin[task]; i < plan.releaseBegin[task + 1]; ++i) {
    uint32_t index = plan.releasesOf[i];
    if (launch.releaseLeft[index].fetch_sub(1, std::memory_order_acq_rel) != 1)
      continue;
    const sflow_plan_release &range = plan.desc.releases[index];
    std::memset(reinterpret_cast<char *>(launch.frame()[0]) + range.offset, 0xCB, static_cast<size_t>(range.size));
  }
}

/// Marks the task as ended and tells whoever waits.
static void endTask(sflow_stream &stream, Lane &lane, uint32_t task, TaskState state) {
  Launch &launch = *lane.launch;
  sflow_instance &instance = *stream.device.instance;
  launch.states[task].store(state, std::memory_order_relaxed);
  if (instance.scribble && launch.plan.desc.release_count)
    scribbleReleased(launch, task);
  const std::vector<uint32_t> &tasks = lane.prepared->tasks;
  uint32_t next = lane.next;
  while (next < tasks.size() && launch.states[tasks[next]].load(std::memory_order_relaxed) != TaskState::Pending)
    ++next;
  if (next != lane.next) {
    lane.next = next;
    lane.progress.signal(next);
  }
  instance.progress.ring();
}

/// True when the task must not run because data it needs does not exist; says
/// why.
static bool poisoned(sflow_stream &stream, Lane &lane, uint32_t task, Status &cause) {
  Launch &launch = *lane.launch;
  if (lane.inherits) {
    cause = launch.invocation->status();
  } else {
    const sflow_plan &plan = launch.plan.desc;
    const sflow_plan_task &desc = plan.tasks[task];
    uint32_t root = 0;
    if (!launch.failures.any() || !launch.failures.rootOf(plan.preds + desc.first_pred, desc.pred_count, root))
      return false;
    launch.failures.poison(task, root);
    cause = launch.failures.causeOf(root);
  }
  stream.stats.poisonedTasks.add(1);
  return true;
}

static void record(sflow_stream &stream, const Lane &lane, uint32_t task, uint64_t startNs, uint64_t endNs) {
  Trace &trace = stream.device.instance->trace;
  if (trace.enabled())
    trace.record({&planOf(lane), task, lane.prepared->planStream, lane.launch->number, lane.readyNs, startNs, endNs});
}

static void resolveArgs(const Lane &lane, const sflow_plan_task &task, uint64_t *values) {
  const sflow_plan_arg *args = planOf(lane).args + task.first_arg;
  const uint64_t *frame = lane.launch->frame();
  for (uint32_t i = 0; i < task.arg_count; ++i) {
    uint64_t base = args[i].word == SFLOW_ARG_CONSTANT ? 0 : frame[args[i].word];
    values[i] = base + static_cast<uint64_t>(args[i].offset);
  }
}

static int32_t runBody(sflow_stream &stream, Lane &lane, const sflow_plan_task &task) {
  auto *values = static_cast<uint64_t *>(alloca((task.arg_count + 1) * sizeof(uint64_t)));
  resolveArgs(lane, task, values);
  sflow_device &device = stream.device;
  if (task.kind == SFLOW_TASK_COMPUTE)
    return device.backend->execute(device.handle, task.fn, values);
  device.backend->copy(device.handle, reinterpret_cast<void *>(values[1]), reinterpret_cast<const void *>(values[0]),
                       values[2]);
  return 0;
}

static Ticket *ticketOf(const Lane &lane, uint32_t task) {
  uint32_t collective = lane.launch->plan.collectiveOfTask[task];
  return collective == kNone ? nullptr : &lane.launch->tickets[collective];
}

/// What only this rank can see is wrong with its own call.
static Status checkCall(const CollectiveCall &call, uint32_t members, uint32_t position) {
  if (isPointToPoint(call.kind) && call.root == position)
    return invalid(text("%s with itself as the peer", spellCollective(call.kind)));
  if (isDivided(call.kind) && call.elements % members != 0)
    return invalid(text("%s of %llu elements among %u ranks", spellCollective(call.kind),
                        static_cast<unsigned long long>(call.elements), members));
  return {};
}

/// Brings this rank's call to its group, or the news that it will not come.
static void arrive(Lane &lane, uint32_t index, Ticket &ticket, Doorbell &bell) {
  const PreparedCollective &collective = lane.launch->plan.collectives[lane.launch->plan.collectiveOfTask[index]];
  uint64_t values[3];
  resolveArgs(lane, planOf(lane).tasks[index], values);
  CollectiveCall call;
  call.kind = collective.desc->kind;
  call.reduction = collective.desc->reduction;
  call.element = collective.desc->element;
  call.root = collective.desc->root;
  call.input = reinterpret_cast<const void *>(values[0]);
  call.output = reinterpret_cast<void *>(values[1]);
  call.elements = values[2];
  call.sequence = collective.desc->sequence;
  auto members = static_cast<uint32_t>(ticket.channel->members().size());
  if (Status problem = checkCall(call, members, ticket.position); problem.failed())
    ticket.channel->arriveFailed(ticket, problem);
  else
    ticket.channel->arrive(ticket, call, bell);
}

static void failTask(sflow_stream &stream, Lane &lane, uint32_t index, Status cause) {
  lane.launch->failures.fail(index, std::move(cause));
  stream.stats.failedTasks.add(1);
  endTask(stream, lane, index, TaskState::Failed);
}

static void stepCollective(sflow_stream &stream, Lane &lane, uint32_t index, Ticket &ticket, Doorbell &bell) {
  if (!stream.device.backend->holds_data) {
    stream.stats.tasks.add(1);
    return endTask(stream, lane, index, TaskState::Done);
  }
  uint64_t beginNs = nowNs();
  if (ticket.stage == Ticket::Stage::Idle)
    arrive(lane, index, ticket, bell);
  bool ended = ticket.advance();
  uint64_t endNs = nowNs();
  lane.busyNs += endNs - beginNs;
  if (!ended)
    return;
  record(stream, lane, index, ticket.startNs ? ticket.startNs : beginNs, endNs);
  lane.readyNs = endNs;
  stream.stats.tasks.add(1);
  if (!ticket.result.failed())
    return endTask(stream, lane, index, TaskState::Done);
  failTask(stream, lane, index, ticket.result.prefixed(describe(planOf(lane).tasks[index])));
}

void stepTask(sflow_stream &stream, Lane &lane, uint32_t index, Doorbell &bell) {
  if (!lane.begun)
    beginLane(lane);
  const sflow_plan_task &task = planOf(lane).tasks[index];
  Ticket *ticket = ticketOf(lane, index);
  bool joined = ticket && ticket->stage != Ticket::Stage::Idle;
  if (Status cause; !joined && poisoned(stream, lane, index, cause)) {
    if (ticket && stream.device.backend->holds_data)
      ticket->channel->arriveFailed(*ticket, cause);
    return endTask(stream, lane, index, TaskState::Poisoned);
  }
  if (ticket)
    return stepCollective(stream, lane, index, *ticket, bell);
  uint64_t startNs = nowNs();
  int32_t result = runBody(stream, lane, task);
  uint64_t endNs = nowNs();
  lane.busyNs += endNs - startNs;
  record(stream, lane, index, startNs, endNs);
  lane.readyNs = endNs;
  stream.stats.tasks.add(1);
  if (result == 0)
    return endTask(stream, lane, index, TaskState::Done);
  failTask(stream, lane, index, bodyFailure(planOf(lane), task, result));
}

/// Blocks until the task's waits hold, and accounts for the time.
static void awaitTask(sflow_stream &stream, Lane &lane, const sflow_plan_task &task, uint64_t spinNs) {
  if (task.wait_count == 0)
    return;
  stream.stats.waits.add(task.wait_count);
  if (waitsSatisfied(lane, task))
    return;
  uint64_t startNs = nowNs();
  const sflow_plan_wait *waits = planOf(lane).waits + task.first_wait;
  for (uint32_t i = 0; i < task.wait_count; ++i) {
    if (waits[i].count == 0)
      continue;
    auto &timeline = const_cast<Timeline &>(progressOf(lane, waits[i].stream));
    if (timeline.wait(waits[i].count, kForever, spinNs) == Waited::Parked)
      stream.stats.waitsParked.add(1);
  }
  lane.waitNs += nowNs() - startNs;
}

bool taskReady(const Lane &lane, uint32_t task) {
  if (lane.launch->states[task].load(std::memory_order_relaxed) != TaskState::Pending)
    return false;
  const Ticket *ticket = ticketOf(lane, task);
  if (ticket && ticket->stage != Ticket::Stage::Idle)
    return ticket->canAdvance();
  return waitsSatisfied(lane, planOf(lane).tasks[task]);
}

/// The most urgent task of an out-of-order lane whose waits hold; kNone when
/// there is none now.
static uint32_t chooseReady(const Lane &lane) {
  const sflow_plan &plan = planOf(lane);
  uint32_t best = kNone;
  for (size_t i = lane.next; i < lane.prepared->tasks.size(); ++i) {
    uint32_t task = lane.prepared->tasks[i];
    if (taskReady(lane, task) && (best == kNone || plan.tasks[task].priority < plan.tasks[best].priority))
      best = task;
  }
  return best;
}

static void runOutOfOrder(sflow_stream &stream, Lane &lane, uint64_t spinNs) {
  sflow_instance &instance = *stream.device.instance;
  while (!laneDone(lane)) {
    uint32_t task = chooseReady(lane);
    if (task == kNone) {
      uint64_t startNs = nowNs();
      auto ready = [&] { return (task = chooseReady(lane)) != kNone; };
      if (instance.progress.wait(ready, kForever, spinNs) == Waited::Parked)
        stream.stats.waitsParked.add(1);
      lane.waitNs += nowNs() - startNs;
    }
    stream.stats.waits.add(planOf(lane).tasks[task].wait_count);
    stepTask(stream, lane, task, instance.progress);
  }
}

/// Runs a task of an in-order lane to its end.
static void finishTask(sflow_stream &stream, Lane &lane, uint32_t task, uint64_t spinNs) {
  stepTask(stream, lane, task, stream.peers);
  // Only a collective can be unfinished here: it waits for its peers.
  while (lane.launch->states[task].load(std::memory_order_relaxed) == TaskState::Pending) {
    uint64_t startNs = nowNs();
    const Ticket &ticket = *ticketOf(lane, task);
    if (stream.peers.wait([&] { return ticket.canAdvance(); }, kForever, spinNs) == Waited::Parked)
      stream.stats.waitsParked.add(1);
    lane.waitNs += nowNs() - startNs;
    stepTask(stream, lane, task, stream.peers);
  }
}

void runLane(sflow_stream &stream, Lane &lane) {
  Launch &launch = *lane.launch;
  sflow_instance &instance = *stream.device.instance;
  uint64_t spinNs =
      stream.kind == SFLOW_STREAM_COMMUNICATION ? instance.communicationSpinNs() : instance.workerSpinNs();
  lane.beginNs = nowNs();
  if (!laneMayBegin(lane)) {
    launch.invocation->launches.wait(launch.index - 1, kForever, spinNs);
    lane.waitNs += nowNs() - lane.beginNs;
  }
  beginLane(lane);
  if (lane.prepared->inOrder) {
    const sflow_plan &plan = planOf(lane);
    for (uint32_t task : lane.prepared->tasks) {
      awaitTask(stream, lane, plan.tasks[task], spinNs);
      finishTask(stream, lane, task, spinNs);
    }
  } else {
    runOutOfOrder(stream, lane, spinNs);
  }
  endLane(stream, lane);
}

bool laneDone(const Lane &lane) { return lane.next == lane.prepared->tasks.size(); }

void endLane(sflow_stream &stream, Lane &lane) {
  uint64_t total = nowNs() - lane.beginNs;
  stream.stats.busyNs.add(lane.busyNs);
  stream.stats.waitNs.add(lane.waitNs);
  uint64_t accounted = lane.busyNs + lane.waitNs;
  stream.stats.overheadNs.add(total > accounted ? total - accounted : 0);
  lane.launch->laneEnded();
}

} // namespace syncflow::runtime
