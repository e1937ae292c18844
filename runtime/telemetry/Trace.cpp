// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// The trace ring.
#include "telemetry/Trace.h"

#include <algorithm>

namespace syncflow::runtime {

void Trace::record(const sflow_trace_event &event) {
  std::lock_guard lock(mutex);
  ring[(first + count) % ring.size()] = event;
  if (count < ring.size()) {
    ++count;
    return;
  }
  first = (first + 1) % ring.size();
  ++overwritten;
}

uint64_t Trace::drain(sflow_trace_event *events, uint64_t capacity, uint64_t &lost) {
  std::lock_guard lock(mutex);
  uint64_t taken = std::min(capacity, count);
  for (uint64_t i = 0; i < taken; ++i)
    events[i] = ring[(first + i) % ring.size()];
  if (taken)
    first = (first + taken) % ring.size();
  count -= taken;
  lost = overwritten;
  overwritten = 0;
  return taken;
}

} // namespace syncflow::runtime
