// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Test mode: one thread runs everything of an instance, and at each step draws
// from a seed which of the streams with ready work goes on. An order that only
// luck provides shows up as a wrong result for some seed.
#ifndef SYNCFLOW_RUNTIME_SCHEDULER_DISPATCHER_H
#define SYNCFLOW_RUNTIME_SCHEDULER_DISPATCHER_H

#include "core/Thread.h"
#include "scheduler/Launch.h"

#include <atomic>
#include <vector>

namespace syncflow::runtime {

class Dispatcher {
public:
  Dispatcher(sflow_instance &instance, uint64_t seed) : instance(instance), random(seed) {}

  Status start();
  /// All streams are empty.
  void stop();

private:
  /// A step that could be taken now. `task` is kNone for submitted work.
  struct Choice {
    sflow_stream *stream;
    WorkItem *item;
    uint32_t task;
  };

  static void enter(void *self);
  void work();
  void look();
  void lookAt(sflow_stream &stream);
  void step(const Choice &choice);
  uint64_t draw(uint64_t bound);

  sflow_instance &instance;
  uint64_t random;
  std::vector<Choice> choices;
  std::atomic<bool> stopping{false};
  Thread thread;
};

} // namespace syncflow::runtime

#endif // SYNCFLOW_RUNTIME_SCHEDULER_DISPATCHER_H
