// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// A module's group as one rank sees it: the members, its own place, the
// channel, and how far it has counted.
#ifndef SYNCFLOW_RUNTIME_COLLECTIVE_GROUP_H
#define SYNCFLOW_RUNTIME_COLLECTIVE_GROUP_H

#include "collective/Channel.h"

namespace syncflow::runtime {

struct GroupBinding {
  Channel *channel = nullptr;
  uint32_t position = 0;
  // Numbers are drawn when a launch is put into the queues, in plan order:
  // ranks that launch the same plans in the same order agree on them, whatever
  // order their streams then run in.
  uint64_t nextCollective = 0;
  std::vector<uint64_t> nextSend, nextReceive; ///< By the peer's position.

  MeetingKey draw(uint32_t kind, uint32_t peer);
};

/// The ranks of `rank`'s group, in group order, and its position among them.
Status groupMembers(const sflow_group_desc &group, uint32_t rank,
                    uint32_t ranks, std::vector<uint32_t> &members,
                    uint32_t &position);

} // namespace syncflow::runtime

#endif // SYNCFLOW_RUNTIME_COLLECTIVE_GROUP_H
