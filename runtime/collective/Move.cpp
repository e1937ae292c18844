// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Shares of collectives. A reduction is cut by elements, so that every member
// combines a part of it for everybody: the result is the same bits on all
// members because each part is computed once.
#include "collective/Move.h"

#include "collective/Reduce.h"
#include "core/Status.h"

#include <alloca.h>

#include <algorithm>
#include <cstring>

namespace syncflow::runtime {

bool isReduction(uint32_t kind) {
  return kind == SFLOW_COLLECTIVE_ALL_REDUCE || kind == SFLOW_COLLECTIVE_REDUCE ||
         kind == SFLOW_COLLECTIVE_REDUCE_SCATTER;
}

bool isDivided(uint32_t kind) {
  return kind == SFLOW_COLLECTIVE_REDUCE_SCATTER || kind == SFLOW_COLLECTIVE_SCATTER ||
         kind == SFLOW_COLLECTIVE_ALL_TO_ALL;
}

bool isRooted(uint32_t kind) {
  return kind == SFLOW_COLLECTIVE_REDUCE || kind == SFLOW_COLLECTIVE_BROADCAST || kind == SFLOW_COLLECTIVE_SCATTER ||
         kind == SFLOW_COLLECTIVE_GATHER || isPointToPoint(kind);
}

bool isPointToPoint(uint32_t kind) { return kind == SFLOW_COLLECTIVE_SEND || kind == SFLOW_COLLECTIVE_RECV; }

static const char *at(const void *base, uint64_t offset) { return static_cast<const char *>(base) + offset; }
static char *at(void *base, uint64_t offset) { return static_cast<char *>(base) + offset; }

static void copyBytes(void *target, const void *source, uint64_t bytes) {
  if (target != source && bytes)
    std::memcpy(target, source, bytes);
}

/// Combines elements [begin, end) of every input, for whoever gets them.
static void reduceRange(const CollectiveCall *const *calls, uint32_t members, uint32_t position, uint64_t begin,
                        uint64_t end) {
  const CollectiveCall &mine = *calls[position];
  uint64_t size = elementSize(mine.element);
  auto **inputs = static_cast<const void **>(alloca(members * sizeof(void *)));
  auto **outputs = static_cast<void **>(alloca(members * sizeof(void *)));
  uint32_t outputCount = 0;
  for (uint32_t i = 0; i < members; ++i)
    inputs[i] = at(calls[i]->input, begin * size);
  if (mine.kind == SFLOW_COLLECTIVE_REDUCE_SCATTER) {
    outputs[outputCount++] = mine.output;
  } else if (mine.kind == SFLOW_COLLECTIVE_REDUCE) {
    outputs[outputCount++] = at(calls[mine.root]->output, begin * size);
  } else {
    for (uint32_t i = 0; i < members; ++i)
      outputs[outputCount++] = at(calls[i]->output, begin * size);
  }
  reduceElements(mine.element, mine.reduction, inputs, members, outputs, outputCount, end - begin);
}

static void reduceShare(const CollectiveCall *const *calls, uint32_t members, uint32_t position) {
  uint64_t elements = calls[position]->elements;
  if (calls[position]->kind == SFLOW_COLLECTIVE_REDUCE_SCATTER) {
    uint64_t chunk = elements / members;
    return reduceRange(calls, members, position, position * chunk, (position + 1) * chunk);
  }
  // Parts end on multiples of 64 elements: two members then never write to the
  // same cache line.
  uint64_t part = ((elements + members - 1) / members + 63) / 64 * 64;
  uint64_t begin = std::min(elements, position * part), end = std::min(elements, begin + part);
  if (begin < end)
    reduceRange(calls, members, position, begin, end);
}

void moveShare(const CollectiveCall *const *calls, uint32_t members, uint32_t position) {
  const CollectiveCall &mine = *calls[position];
  uint64_t bytes = mine.elements * elementSize(mine.element);
  switch (mine.kind) {
  case SFLOW_COLLECTIVE_ALL_REDUCE:
  case SFLOW_COLLECTIVE_REDUCE:
  case SFLOW_COLLECTIVE_REDUCE_SCATTER:
    return reduceShare(calls, members, position);
  case SFLOW_COLLECTIVE_BROADCAST:
    return copyBytes(mine.output, calls[mine.root]->input, bytes);
  case SFLOW_COLLECTIVE_ALL_GATHER:
    for (uint32_t i = 0; i < members; ++i)
      copyBytes(at(mine.output, i * bytes), calls[i]->input, bytes);
    return;
  case SFLOW_COLLECTIVE_GATHER:
    return copyBytes(at(calls[mine.root]->output, position * bytes), mine.input, bytes);
  case SFLOW_COLLECTIVE_SCATTER:
    return copyBytes(mine.output, at(calls[mine.root]->input, position * (bytes / members)), bytes / members);
  case SFLOW_COLLECTIVE_ALL_TO_ALL:
    for (uint32_t i = 0; i < members; ++i)
      copyBytes(at(mine.output, i * (bytes / members)), at(calls[i]->input, position * (bytes / members)),
                bytes / members);
    return;
  case SFLOW_COLLECTIVE_RECV:
    return copyBytes(mine.output, calls[mine.root]->input, bytes);
  case SFLOW_COLLECTIVE_SEND: // The receiver copies.
  case SFLOW_COLLECTIVE_BARRIER:
    return;
  }
}

} // namespace syncflow::runtime
