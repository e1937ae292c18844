// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Groups from the grid of ranks.
#include "collective/Group.h"

#include <algorithm>

namespace syncflow::runtime {

GroupBinding::OpenRun &GroupBinding::open(uint64_t run) {
  for (size_t i = 0; i < openRuns; ++i)
    if (runs[i].number == run)
      return runs[i];
  if (openRuns == runs.size())
    runs.emplace_back();
  OpenRun &fresh = runs[openRuns++];
  fresh.number = run;
  fresh.made.reset(channel->members().size());
  return fresh;
}

MeetingKey GroupBinding::draw(uint64_t run, uint32_t kind, uint32_t peer) {
  CallCounts &made = open(run).made;
  if (kind == SFLOW_COLLECTIVE_SEND)
    return {run, position, peer, made.sends[peer]++};
  if (kind == SFLOW_COLLECTIVE_RECV)
    return {run, peer, position, made.receives[peer]++};
  return {run, UINT32_MAX, UINT32_MAX, made.collectives++};
}

void GroupBinding::endRun(uint64_t run, const Status &cause) {
  OpenRun &ended = open(run);
  channel->endRun(position, run, ended.made, cause);
  std::swap(ended, runs[--openRuns]);
}

Status groupMembers(const sflow_group_desc &group, uint32_t rank, uint32_t ranks, std::vector<uint32_t> &members,
                    uint32_t &position) {
  const char *name = group.name ? group.name : "?";
  uint64_t product = 1;
  for (uint32_t i = 0; i < group.grid_rank; ++i)
    if (group.grid[i] <= 0 || __builtin_mul_overflow(product, static_cast<uint64_t>(group.grid[i]), &product))
      return invalid(text("group '%s' has a grid dimension of %lld", name, static_cast<long long>(group.grid[i])));
  if (product != ranks)
    return Status::error(SFLOW_STATUS_FAILED_PRECONDITION, text("group '%s' divides %llu ranks, the world has %u", name,
                                                                static_cast<unsigned long long>(product), ranks));
  std::vector<uint32_t> axes(group.axes, group.axes + group.axis_count);
  for (uint32_t axis : axes)
    if (axis >= group.grid_rank || std::count(axes.begin(), axes.end(), axis) != 1)
      return invalid(
          text("group '%s' names axis %u of a grid with %u, or names it twice", name, axis, group.grid_rank));
  std::vector<uint64_t> stride(group.grid_rank, 1);
  for (uint32_t i = group.grid_rank; i-- > 1;)
    stride[i - 1] = stride[i] * static_cast<uint64_t>(group.grid[i]);
  // The rank with the group's axes at zero; counting along the axes, the last
  // one fastest, gives the order.
  uint64_t base = rank, count = 1;
  for (uint32_t axis : axes) {
    base -= rank / stride[axis] % static_cast<uint64_t>(group.grid[axis]) * stride[axis];
    count *= static_cast<uint64_t>(group.grid[axis]);
  }
  members.clear();
  for (uint64_t i = 0; i < count; ++i) {
    uint64_t member = base, rest = i;
    for (size_t a = axes.size(); a-- > 0;) {
      auto extent = static_cast<uint64_t>(group.grid[axes[a]]);
      member += rest % extent * stride[axes[a]];
      rest /= extent;
    }
    if (member == rank)
      position = static_cast<uint32_t>(i);
    members.push_back(static_cast<uint32_t>(member));
  }
  return {};
}

} // namespace syncflow::runtime
