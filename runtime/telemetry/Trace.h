// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// The trace of an instance: a ring of timed events that keeps the newest.
#ifndef SYNCFLOW_RUNTIME_TELEMETRY_TRACE_H
#define SYNCFLOW_RUNTIME_TELEMETRY_TRACE_H

#include "SyncFlow/ABI/Types.h"

#include <mutex>
#include <vector>

namespace syncflow::runtime {

class Trace {
public:
  /// All memory is taken here: recording never allocates.
  void enable(uint64_t capacity) { ring.resize(capacity); }
  bool enabled() const { return !ring.empty(); }

  void record(const sflow_trace_event &event);
  /// Moves at most `capacity` events out, oldest first; `lost` counts those
  /// overwritten since the last call.
  uint64_t drain(sflow_trace_event *events, uint64_t capacity, uint64_t &lost);

private:
  std::mutex mutex;
  std::vector<sflow_trace_event> ring;
  uint64_t first = 0, count = 0, overwritten = 0;
};

} // namespace syncflow::runtime

#endif // SYNCFLOW_RUNTIME_TELEMETRY_TRACE_H
