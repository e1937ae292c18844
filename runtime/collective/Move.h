// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// What one member of a group does once all have brought their buffers: its
// share of moving and combining.
#ifndef SYNCFLOW_RUNTIME_COLLECTIVE_MOVE_H
#define SYNCFLOW_RUNTIME_COLLECTIVE_MOVE_H

#include <cstdint>

namespace syncflow::runtime {

/// One member's call of a collective.
struct CollectiveCall {
  uint32_t kind = 0, reduction = 0, element = 0, root = 0;
  const void *input = nullptr;
  void *output = nullptr;
  uint64_t elements = 0; ///< Of the input; of the output for RECV.
  uint32_t sequence = 0; ///< In the module's order of collectives, for messages.
};

/// Input is combined by an operation.
bool isReduction(uint32_t kind);
/// The elements of a member's input are cut into one chunk per member.
bool isDivided(uint32_t kind);
bool isRooted(uint32_t kind);
bool isPointToPoint(uint32_t kind);

/// Does the share of the member at `position`. `calls` holds one call per
/// member. All members' shares together do the whole; no two write the same
/// byte, and none reads what another writes.
void moveShare(const CollectiveCall *const *calls, uint32_t members, uint32_t position);

} // namespace syncflow::runtime

#endif // SYNCFLOW_RUNTIME_COLLECTIVE_MOVE_H
