// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// The enums of the dialect are those of the ABI, value by value and spelling by spelling: a difference does not
// compile.
#include "SyncFlow/ABI/Types.h"
#include "SyncFlow/Dialect/SyncFlow/IR/SyncFlow.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace syncflow;

#include "SyncFlow/Dialect/SyncFlow/IR/SyncFlowEnums.cpp.inc"

namespace {

// An enumerator missing in ODS fails to resolve, a different value trips the assertion, and an ODS case that the ABI
// lacks makes the counts differ.
#define COUNT(NAME, SPELLING, VALUE) +1
#define SAME(ENUM, SPELLING, VALUE)                                                                                    \
  static_assert(static_cast<int64_t>(ENUM::SPELLING) == (VALUE), #ENUM "::" #SPELLING);

#define PRIORITY(NAME, SPELLING, VALUE) SAME(Priority, SPELLING, VALUE)
SFLOW_PRIORITY_LIST(PRIORITY)
#define MEMORY_STATE(NAME, SPELLING, VALUE) SAME(MemoryState, SPELLING, VALUE)
SFLOW_MEMORY_STATE_LIST(MEMORY_STATE)
#define PARTICIPANTS(NAME, SPELLING, VALUE) SAME(Participants, SPELLING, VALUE)
SFLOW_PARTICIPANTS_LIST(PARTICIPANTS)
#define REACH(NAME, SPELLING, VALUE) SAME(Reach, SPELLING, VALUE)
SFLOW_REACH_LIST(REACH)
#define CONSISTENCY(NAME, SPELLING, VALUE) SAME(Consistency, SPELLING, VALUE)
SFLOW_CONSISTENCY_LIST(CONSISTENCY)
#define COMPLETION(NAME, SPELLING, VALUE) SAME(Completion, SPELLING, VALUE)
SFLOW_COMPLETION_LIST(COMPLETION)
#define DEVICE_TAG(NAME, SPELLING, VALUE) SAME(DeviceTag, SPELLING, VALUE)
SFLOW_DEVICE_TAG_LIST(DEVICE_TAG)
#define MEMORY_CLASS(NAME, SPELLING, VALUE) SAME(MemoryClass, SPELLING, VALUE)
SFLOW_MEMORY_CLASS_LIST(MEMORY_CLASS)
#define TRANSPORT(NAME, SPELLING, VALUE) SAME(Transport, SPELLING, VALUE)
SFLOW_TRANSPORT_LIST(TRANSPORT)
#define COLLECTIVE(NAME, SPELLING, VALUE) SAME(CollectiveKind, SPELLING, VALUE)
SFLOW_COLLECTIVE_LIST(COLLECTIVE)
#define REDUCTION(NAME, SPELLING, VALUE) SAME(Reduction, SPELLING, VALUE)
SFLOW_REDUCTION_LIST(REDUCTION)
#define ENERGY(NAME, SPELLING, VALUE) SAME(Energy, SPELLING, VALUE)
SFLOW_ENERGY_LIST(ENERGY)

// The largest ODS case is one the ABI lists, so that a case appended on one side only is noticed.
static_assert(getMaxEnumValForPriority() + 1 == (0 SFLOW_PRIORITY_LIST(COUNT)));
static_assert(getMaxEnumValForMemoryState() + 1 == (0 SFLOW_MEMORY_STATE_LIST(COUNT)));
static_assert(getMaxEnumValForParticipants() + 1 == (0 SFLOW_PARTICIPANTS_LIST(COUNT)));
static_assert(getMaxEnumValForReach() + 1 == (0 SFLOW_REACH_LIST(COUNT)));
static_assert(getMaxEnumValForConsistency() + 1 == (0 SFLOW_CONSISTENCY_LIST(COUNT)));
static_assert(getMaxEnumValForCompletion() + 1 == (0 SFLOW_COMPLETION_LIST(COUNT)));
static_assert(getMaxEnumValForMemoryClass() + 1 == (0 SFLOW_MEMORY_CLASS_LIST(COUNT)));
static_assert(getMaxEnumValForTransport() + 1 == (0 SFLOW_TRANSPORT_LIST(COUNT)));
static_assert(getMaxEnumValForCollectiveKind() + 1 == (0 SFLOW_COLLECTIVE_LIST(COUNT)));
static_assert(getMaxEnumValForReduction() + 1 == (0 SFLOW_REDUCTION_LIST(COUNT)));
static_assert(getMaxEnumValForEnergy() + 1 == (0 SFLOW_ENERGY_LIST(COUNT)));
static_assert(getMaxEnumValForDeviceTag() == SFLOW_DEVICE_SIM);

} // namespace
