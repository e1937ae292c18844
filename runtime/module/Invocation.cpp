// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Runs of entries, and what compiled host code calls while it runs.
#include "module/Invocation.h"

#include "core/Instance.h"
#include "memory/Tensors.h"
#include "module/Module.h"

#include <cstdlib>

using namespace syncflow::runtime;

void sflow_invocation::begin(sflow_module &ofModule, const sflow_entry_desc &ofEntry, const sflow_tensor *in,
                             sflow_tensor *out, uint64_t ofRun) {
  module = &ofModule;
  run = ofRun;
  entry = &ofEntry;
  inputs = in;
  outputs = out;
  launchFailed.store(false, std::memory_order_relaxed);
  hostFailure = Status();
  launchFailure = Status();
  int32_t result = ofEntry.fn(this);
  // Only counts when neither a call nor a launch says what went wrong.
  if (result != 0)
    fail(Status::error(SFLOW_STATUS_INTERNAL, text("entry '%s' returned %d", ofEntry.name, result)));
  // Every launch is made: peers that want more collectives than these wait for
  // nothing.
  module->endRun(run, status());
}

bool sflow_invocation::wait(uint64_t deadlineNs) {
  return launches.wait(launched, deadlineNs, instance->hostSpinNs()) != Waited::Late;
}

Status sflow_invocation::status() {
  std::lock_guard lock(mutex);
  // What the host noticed may be a consequence of what a task did, not the
  // other way round.
  return launchFailure.failed() ? launchFailure : hostFailure;
}

void sflow_invocation::end() {
  while (Launch *launch = held) {
    drop(*launch);
    launch->plan.giveBack(launch);
  }
  module->closeRun(run);
  module->arenas.giveBack(arena);
  arena = {};
  instance->giveBack(this);
}

void sflow_invocation::fail(Status cause) {
  std::lock_guard lock(mutex);
  if (!hostFailure.failed())
    hostFailure = std::move(cause);
}

void sflow_invocation::hold(Launch &launch) {
  launch.previousHeld = lastHeld;
  launch.nextHeld = nullptr;
  (lastHeld ? lastHeld->nextHeld : held) = &launch;
  lastHeld = &launch;
}

void sflow_invocation::drop(Launch &launch) {
  (launch.previousHeld ? launch.previousHeld->nextHeld : held) = launch.nextHeld;
  (launch.nextHeld ? launch.nextHeld->previousHeld : lastHeld) = launch.previousHeld;
}

Launch *sflow_invocation::openFrame(PreparedPlan &plan) {
  // A loop without host waits would otherwise make frames as fast as the host
  // can fill them. One is ready while another runs: more is not faster.
  if (launched >= kLaunchesUnderWay)
    launches.wait(launched - kLaunchesUnderWay + 1, kForever, instance->hostSpinNs());
  Launch *launch = plan.acquire();
  launch->invocation = this;
  launch->index = 0;
  std::lock_guard lock(mutex);
  hold(*launch);
  return launch;
}

Status sflow_invocation::launch(Launch &launch) {
  if (launch.invocation != this || launch.index != 0)
    return invalid("a frame was launched twice or by another invocation");
  if (Status cause = instance->world->abortion(); cause.failed())
    return cause;
  if (instance->scribble)
    for (uint32_t i = 0; i < launch.plan.desc.release_count; ++i) {
      const sflow_plan_release &range = launch.plan.desc.releases[i];
      if (static_cast<uint64_t>(range.offset) + static_cast<uint64_t>(range.size) > arena.bytes)
        return invalid(text("plan '%s' releases bytes outside of the arena", launch.plan.desc.name));
    }
  if (launch.plan.lanes.empty()) { // Nothing to run, nothing to wait for.
    {
      std::lock_guard lock(mutex);
      drop(launch);
    }
    launch.plan.giveBack(&launch);
    return {};
  }
  launch.index = ++launched;
  instance->enqueue(launch);
  return {};
}

void sflow_invocation::launchEnded(Launch &launch, Status status) {
  std::lock_guard lock(mutex);
  drop(launch);
  if (!status.failed())
    return;
  if (!launchFailure.failed())
    launchFailure = std::move(status);
  launchFailed.store(true, std::memory_order_release);
}

std::string sflow_invocation::activity() {
  std::lock_guard lock(mutex);
  for (Launch *launch = held; launch; launch = launch->nextHeld) {
    if (launch->index == 0)
      continue;
    std::string result;
    for (size_t i = 0; i < launch->plan.lanes.size(); ++i) {
      const PreparedLane &lane = launch->plan.lanes[i];
      uint64_t ended = launch->lanes[i].progress.value();
      if (ended == lane.tasks.size())
        continue;
      const sflow_plan_task &task = launch->plan.desc.tasks[lane.tasks[ended]];
      result += text("%s stream '%s' is at task %s (%s), %llu of %zu ended", result.empty() ? "" : ";",
                     lane.stream->name.c_str(), task.name ? task.name : "?", task.location ? task.location : "?",
                     static_cast<unsigned long long>(ended), lane.tasks.size());
      if (std::string wait = launch->describeWait(lane.tasks[ended]); !wait.empty())
        result += ", " + wait;
    }
    return text("plan '%s':", launch->plan.desc.name ? launch->plan.desc.name : "?") + result;
  }
  return "its last launch is ending";
}

Status sflow_invocation::late(uint64_t timeoutNs) {
  return Status::error(SFLOW_STATUS_DEADLINE_EXCEEDED,
                       text("entry '%s'%s still runs after %.3f ms: ", entry->name, instance->ofRank().c_str(),
                            static_cast<double>(timeoutNs) * 1e-6) +
                           activity());
}

sflow_status sflow_invocation_wait(sflow_invocation *invocation, uint64_t timeout_ns) {
  if (!invocation->wait(deadlineAfter(timeout_ns)))
    return invocation->late(timeout_ns).release();
  return invocation->status().release();
}

void sflow_invocation_release(sflow_invocation *invocation) {
  if (!invocation)
    return;
  invocation->wait(kForever);
  invocation->end();
}

void *sflow_rt_input(sflow_invocation *invocation, uint32_t index) { return invocation->inputs[index].data; }

int64_t sflow_rt_input_dim(sflow_invocation *invocation, uint32_t index, uint32_t dim) {
  return invocation->inputs[index].shape[dim];
}

/// Memory that the caller gets to keep, so it comes from no pool.
static void *allocateOutput(sflow_tensor &output, uint64_t bytes) {
  void *data = nullptr;
  if (posix_memalign(&data, 64, bytes ? bytes : 1) != 0)
    return nullptr;
  output.data = data;
  output.byte_size = bytes;
  output.owned = 1;
  return data;
}

void *sflow_rt_output(sflow_invocation *invocation, uint32_t index, uint32_t rank, const int64_t *dims) {
  sflow_tensor &output = invocation->outputs[index];
  const sflow_tensor_type &type = invocation->entry->outputs[index];
  std::string spelled;
  uint64_t bytes = 0;
  if (!typeMatches(type, rank, dims, type.element) || !denseBytes(rank, dims, type.element, bytes)) {
    invocation->fail(
        Status::error(SFLOW_STATUS_INTERNAL, text("entry '%s', output %u: declared ", invocation->entry->name, index) +
                                                 spellType(type.rank, type.dims, type.element) + ", computed " +
                                                 spellType(rank, dims, type.element)));
    return nullptr;
  }
  if (output.data && output.byte_size < bytes) {
    invocation->fail(invalid(text("entry '%s', output %u: ", invocation->entry->name, index) +
                             spellType(rank, dims, type.element) +
                             text(" needs %llu bytes, the buffer has %llu", static_cast<unsigned long long>(bytes),
                                  static_cast<unsigned long long>(output.byte_size))));
    return nullptr;
  }
  if (!output.data && !allocateOutput(output, bytes)) {
    invocation->fail(Status::error(SFLOW_STATUS_RESOURCE_EXHAUSTED,
                                   text("entry '%s', output %u: no %llu bytes left", invocation->entry->name, index,
                                        static_cast<unsigned long long>(bytes))));
    return nullptr;
  }
  output.element = type.element;
  for (uint32_t i = 0; i < rank; ++i)
    output.shape[i] = dims[i];
  return output.data;
}

void *sflow_rt_parameter(sflow_invocation *invocation, uint32_t index) {
  return const_cast<void *>(invocation->module->parameters[index]);
}

void *sflow_rt_derived(sflow_invocation *invocation, uint32_t index) { return invocation->module->derived[index].data; }

void *sflow_rt_arena(sflow_invocation *invocation, int64_t bytes) {
  if (invocation->arena.data) {
    if (bytes >= 0 && static_cast<uint64_t>(bytes) <= invocation->arena.bytes)
      return invocation->arena.data;
    invocation->fail(Status::error(SFLOW_STATUS_INTERNAL,
                                   text("entry '%s' asks for a second, larger arena", invocation->entry->name)));
    return nullptr;
  }
  if (bytes >= 0)
    invocation->arena = invocation->module->arenas.acquire(static_cast<uint64_t>(bytes));
  if (!invocation->arena.data)
    invocation->fail(
        Status::error(SFLOW_STATUS_RESOURCE_EXHAUSTED, text("entry '%s': no %lld bytes for the arena",
                                                            invocation->entry->name, static_cast<long long>(bytes))));
  return invocation->arena.data;
}

uint64_t *sflow_rt_frame(sflow_invocation *invocation, const sflow_plan *plan) {
  PreparedPlan *prepared = invocation->module->planOf(plan);
  if (!prepared) {
    invocation->fail(
        Status::error(SFLOW_STATUS_INTERNAL,
                      text("entry '%s' launches a plan that its module does not list", invocation->entry->name)));
    return nullptr;
  }
  return invocation->openFrame(*prepared)->frame();
}

int32_t sflow_rt_launch(sflow_invocation *invocation, const sflow_plan *plan, uint64_t *frame) {
  Launch &launch = *Launch::ofFrame(frame);
  Status status = &launch.plan.desc == plan ? invocation->launch(launch) : invalid("a frame of another plan");
  if (!status.failed())
    return 0;
  invocation->fail(std::move(status));
  return 1;
}

int32_t sflow_rt_wait(sflow_invocation *invocation, uint64_t timeout_ns) {
  if (!invocation->wait(deadlineAfter(timeout_ns)))
    invocation->fail(invocation->late(timeout_ns));
  return invocation->status().failed() ? 1 : 0;
}

void sflow_rt_fail(sflow_invocation *invocation, const char *message) {
  invocation->fail(Status::error(SFLOW_STATUS_ABORTED, message));
}

int64_t sflow_rt_rank(sflow_invocation *invocation) { return invocation->instance->rank; }
