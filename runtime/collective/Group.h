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

  /// Numbers are drawn when a launch is put into the queues, in plan order:
  /// ranks that launch the same plans in the same order agree on them, whatever
  /// order their streams then run in.
  MeetingKey draw(uint64_t run, uint32_t kind, uint32_t peer);
  /// The run draws no more: tells the peers. `cause`: why it ended; success
  /// when it came to its end.
  void endRun(uint64_t run, const Status &cause);

private:
  struct OpenRun {
    uint64_t number = 0;
    CallCounts made;
  };

  OpenRun &open(uint64_t run);

  /// Runs that have drawn and not ended; behind them, spare ones that keep
  /// their memory.
  std::vector<OpenRun> runs;
  size_t openRuns = 0;
};

/// The ranks of `rank`'s group, in group order, and its position among them.
Status groupMembers(const sflow_group_desc &group, uint32_t rank, uint32_t ranks, std::vector<uint32_t> &members,
                    uint32_t &position);

} // namespace syncflow::runtime

#endif // SYNCFLOW_RUNTIME_COLLECTIVE_GROUP_H
