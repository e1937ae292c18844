// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Making, reusing and ending launches.
#include "scheduler/Launch.h"

#include "collective/Group.h"
#include "core/Instance.h"
#include "module/Invocation.h"

#include <cstring>

namespace syncflow::runtime {

Launch::Launch(PreparedPlan &plan)
    : plan(plan), frameStore(new uint64_t[plan.desc.frame_words + 1]), lanes(new Lane[plan.lanes.size()]),
      states(new std::atomic<TaskState>[plan.desc.task_count]),
      releaseLeft(new std::atomic<uint32_t>[plan.desc.release_count]), tickets(new Ticket[plan.collectives.size()]) {
  frameStore[0] = reinterpret_cast<uintptr_t>(this);
  for (size_t i = 0; i < plan.lanes.size(); ++i) {
    lanes[i].launch = this;
    lanes[i].prepared = &plan.lanes[i];
  }
}

void Launch::reset() {
  std::memset(frame(), 0, plan.desc.frame_words * sizeof(uint64_t));
  for (size_t i = 0; i < plan.lanes.size(); ++i) {
    Lane &lane = lanes[i];
    lane.progress.reset();
    lane.next = 0;
    lane.begun = lane.inherits = false;
    lane.beginNs = lane.busyNs = lane.waitNs = 0;
  }
  for (uint32_t i = 0; i < plan.desc.task_count; ++i)
    states[i].store(TaskState::Pending, std::memory_order_relaxed);
  for (uint32_t i = 0; i < plan.desc.release_count; ++i)
    releaseLeft[i].store(plan.desc.releases[i].task_count, std::memory_order_relaxed);
  lanesLeft.store(static_cast<uint32_t>(plan.lanes.size()), std::memory_order_relaxed);
  failures.clear();
}

void Launch::drawTickets() {
  for (size_t i = 0; i < plan.collectives.size(); ++i) {
    const PreparedCollective &collective = plan.collectives[i];
    Ticket &ticket = tickets[i];
    ticket.stage = Ticket::Stage::Idle;
    ticket.result = Status();
    ticket.channel = collective.group->channel;
    ticket.position = collective.group->position;
    ticket.key = collective.group->draw(invocation->run, collective.desc->kind, collective.desc->root);
  }
}

std::string Launch::describeWait(uint32_t task) const {
  uint32_t collective = plan.collectiveOfTask[task];
  if (collective == kNone)
    return "";
  const Ticket &ticket = tickets[collective];
  return ticket.channel->describeWait(ticket, plan.collectives[collective].desc->sequence);
}

void Launch::laneEnded() {
  if (lanesLeft.fetch_sub(1, std::memory_order_acq_rel) != 1)
    return;
  // The launch goes back to its plan before the timeline moves: once it has
  // moved, the module may be released.
  sflow_invocation *owner = invocation;
  sflow_instance *instance = owner->instance;
  uint64_t reached = index;
  owner->launchEnded(*this, failures.any() ? failures.first() : Status());
  plan.giveBack(this);
  owner->launches.signal(reached);
  instance->progress.ring();
}

} // namespace syncflow::runtime
