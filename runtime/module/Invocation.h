// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// One run of an entry. Invocations belong to a pool of the instance: starting
// one again allocates nothing, and a worker that still rings an ended
// invocation's timeline rings memory that exists.
#ifndef SYNCFLOW_RUNTIME_MODULE_INVOCATION_H
#define SYNCFLOW_RUNTIME_MODULE_INVOCATION_H

#include "core/Status.h"
#include "core/Timeline.h"
#include "memory/ArenaPool.h"
#include "scheduler/Launch.h"

#include <mutex>

struct sflow_invocation {
  using Status = syncflow::runtime::Status;
  using Launch = syncflow::runtime::Launch;

  /// Runs the entry's host code on this thread.
  void begin(sflow_module &module, const sflow_entry_desc &entry, const sflow_tensor *inputs, sflow_tensor *outputs,
             uint64_t run);
  /// Waits for the launches. False when the deadline passed first.
  bool wait(uint64_t deadlineNs);
  /// The first failure; final once `wait` has returned true.
  Status status();
  /// Gives the arena and unused frames back. Everything launched has ended.
  void end();

  void fail(Status cause);
  Launch *openFrame(syncflow::runtime::PreparedPlan &plan);
  Status launch(Launch &launch);
  void launchEnded(Launch &launch, Status status);
  std::string activity();
  /// What to say when the launches take longer than this.
  Status late(uint64_t timeoutNs);

  sflow_instance *instance = nullptr;
  sflow_module *module = nullptr;
  const sflow_entry_desc *entry = nullptr;
  const sflow_tensor *inputs = nullptr;
  sflow_tensor *outputs = nullptr;
  uint64_t run = 0; ///< Which one of the module's, for collectives.
  syncflow::runtime::Arena arena;

  /// Launches that have ended, over the whole life of this object: it never
  /// goes back.
  syncflow::runtime::Timeline launches;
  uint64_t launched = 0;
  /// Launches of one invocation that are unfinished at a time, the one whose
  /// frame is being filled included.
  static constexpr uint64_t kLaunchesUnderWay = 2;
  /// An earlier launch of this run failed. Set before that launch's value
  /// appears on the timeline.
  std::atomic<bool> launchFailed{false};

  sflow_invocation *nextSpare = nullptr;

private:
  void hold(Launch &launch);
  void drop(Launch &launch);

  std::mutex mutex;
  Status hostFailure, launchFailure;
  Launch *held = nullptr; ///< Frames handed out and launches that run, oldest first.
  Launch *lastHeld = nullptr;
};

#endif // SYNCFLOW_RUNTIME_MODULE_INVOCATION_H
