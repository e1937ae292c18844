// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/

#include "Schedule.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace syncflow::run {

std::string Lane::name() const {
  std::string text = "device " + std::to_string(device);
  if (kind == SFLOW_STREAM_COMMUNICATION)
    text += ", communication";
  if (ordinal > 0)
    text += kind == SFLOW_STREAM_COMMUNICATION ? " " + std::to_string(ordinal) : ", core " + std::to_string(ordinal);
  return text;
}

/// Events that belong to no plan have no name and no place in it.
static bool isPlanned(const sflow_trace_event &event) { return event.plan && event.task < event.plan->task_count; }

static Lane laneOf(unsigned rank, const sflow_trace_event &event) {
  const sflow_plan_stream &stream = event.plan->streams[event.plan->tasks[event.task].stream];
  return {rank, stream.device, stream.kind, stream.ordinal};
}

/// For each stream of a plan its tasks, in order.
static std::vector<std::vector<uint32_t>> streamOrders(const sflow_plan &plan) {
  std::vector<std::vector<uint32_t>> orders(plan.stream_count);
  for (uint32_t task = 0; task < plan.task_count; ++task)
    orders[plan.tasks[task].stream].push_back(task);
  return orders;
}

static void addArrows(Schedule &schedule) {
  using Key = std::tuple<unsigned, uint64_t, uint32_t>; // rank, launch, task
  std::map<Key, uint32_t> spanOf;
  llvm::DenseMap<const sflow_plan *, std::vector<std::vector<uint32_t>>> orders;
  for (auto [index, span] : llvm::enumerate(schedule.spans)) {
    spanOf[{span.rank, span.launch, span.task}] = index;
    if (!orders.count(span.plan))
      orders[span.plan] = streamOrders(*span.plan);
  }
  for (auto [index, span] : llvm::enumerate(schedule.spans)) {
    const sflow_plan_task &task = span.info();
    for (uint32_t i = 0; i < task.wait_count; ++i) {
      const sflow_plan_wait &wait = span.plan->waits[task.first_wait + i];
      const std::vector<uint32_t> &order = orders[span.plan][wait.stream];
      if (wait.count == 0 || wait.count > order.size())
        continue;
      auto from = spanOf.find({span.rank, span.launch, order[wait.count - 1]});
      if (from != spanOf.end())
        schedule.arrows.push_back({from->second, static_cast<uint32_t>(index)});
    }
  }
}

Schedule buildSchedule(llvm::ArrayRef<RankTrace> ranks) {
  Schedule schedule;
  std::set<Lane> lanes;
  uint64_t begin = UINT64_MAX, end = 0;
  for (auto [rank, trace] : llvm::enumerate(ranks)) {
    schedule.lost += trace.lost;
    std::set<uint64_t> launches;
    for (const sflow_trace_event &event : trace.events) {
      if (!isPlanned(event))
        continue;
      lanes.insert(laneOf(rank, event));
      launches.insert(event.launch);
      begin = std::min({begin, event.ready_ns, event.start_ns});
      end = std::max(end, event.end_ns);
    }
    if (rank == 0)
      schedule.launches = launches.size();
  }
  schedule.lanes.assign(lanes.begin(), lanes.end());
  schedule.duration = lanes.empty() ? 0 : end - begin;
  for (auto [rank, trace] : llvm::enumerate(ranks))
    for (const sflow_trace_event &event : trace.events) {
      if (!isPlanned(event))
        continue;
      auto lane = llvm::lower_bound(schedule.lanes, laneOf(rank, event));
      schedule.spans.push_back({static_cast<unsigned>(lane - schedule.lanes.begin()), static_cast<unsigned>(rank),
                                event.plan, event.task, event.launch, std::min(event.ready_ns, event.start_ns) - begin,
                                event.start_ns - begin, event.end_ns - begin});
    }
  llvm::sort(schedule.spans, [](const Span &a, const Span &b) {
    return std::tie(a.lane, a.start, a.end, a.launch, a.task) < std::tie(b.lane, b.start, b.end, b.launch, b.task);
  });
  addArrows(schedule);
  return schedule;
}

Schedule longestLaunch(llvm::ArrayRef<RankTrace> ranks) {
  // Launches are counted by each instance from its own beginning: the n-th of a
  // rank belongs to the n-th of the others.
  std::vector<RankTrace> chosen(ranks.size());
  std::vector<std::vector<uint64_t>> launches(ranks.size());
  size_t longest = 0;
  uint64_t longestTime = 0;
  for (auto [rank, trace] : llvm::enumerate(ranks)) {
    std::map<uint64_t, std::pair<uint64_t, uint64_t>> extent;
    for (const sflow_trace_event &event : trace.events) {
      if (!isPlanned(event))
        continue;
      auto [entry, isNew] = extent.try_emplace(event.launch, event.start_ns, event.end_ns);
      entry->second.first = std::min(entry->second.first, event.start_ns);
      entry->second.second = std::max(entry->second.second, event.end_ns);
    }
    for (const auto &[launch, times] : extent) {
      if (times.second - times.first > longestTime) {
        longestTime = times.second - times.first;
        longest = launches[rank].size();
      }
      launches[rank].push_back(launch);
    }
  }
  for (auto [rank, trace] : llvm::enumerate(ranks))
    for (const sflow_trace_event &event : trace.events)
      if (longest < launches[rank].size() && event.launch == launches[rank][longest])
        chosen[rank].events.push_back(event);
  return buildSchedule(chosen);
}

uint64_t Schedule::busy(unsigned lane) const {
  uint64_t total = 0;
  for (const Span &span : spans)
    if (span.lane == lane)
      total += span.end - span.start;
  return total;
}

std::vector<uint32_t> Schedule::criticalChain() const {
  if (spans.empty())
    return {};
  std::vector<std::vector<uint32_t>> waitsFor(spans.size());
  for (const Arrow &arrow : arrows)
    waitsFor[arrow.to].push_back(arrow.from);
  uint32_t current = 0;
  for (uint32_t i = 0; i < spans.size(); ++i)
    if (spans[i].end > spans[current].end)
      current = i;
  std::vector<uint32_t> chain;
  while (true) {
    chain.push_back(current);
    const Span &span = spans[current];
    std::vector<uint32_t> before = waitsFor[current];
    if (current > 0 && spans[current - 1].lane == span.lane)
      before.push_back(current - 1);
    // Clock readings of different threads may disagree by a little; what did
    // not end before cannot be the cause.
    const uint32_t *cause = nullptr;
    for (const uint32_t &candidate : before)
      if (spans[candidate].end <= span.start && (!cause || spans[candidate].end > spans[*cause].end))
        cause = &candidate;
    if (!cause)
      break;
    current = *cause;
  }
  std::reverse(chain.begin(), chain.end());
  return chain;
}

} // namespace syncflow::run
