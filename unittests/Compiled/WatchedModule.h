// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// A compiled module whose plans a test sees at work, may hold and may change.
// The object stays as it was compiled: what it tells the runtime is a copy of
// its tables in which every body stands behind one of ours. The tests are
// linked so that host code comes by here when it asks for a frame or launches
// (--wrap).
#ifndef SYNCFLOW_UNITTESTS_COMPILED_WATCHEDMODULE_H
#define SYNCFLOW_UNITTESTS_COMPILED_WATCHEDMODULE_H

#include "Models.h"

namespace syncflow::test {

class WatchedModule {
public:
  explicit WatchedModule(const sflow_module_desc &original);
  WatchedModule(const WatchedModule &) = delete;

  /// For Program::load.
  const sflow_module_desc &get() const { return desc; }
  /// The plans of the first entry: as compiled, and the copy that runs. The
  /// copy's waits may be changed before it is loaded; they count the tasks
  /// around collectives too.
  const sflow_plan &plan(size_t index = 0) const { return *originals[index]; }
  size_t planCount() const { return copies.size(); }
  std::vector<sflow_plan_wait> &waits(size_t index = 0) { return copies[index]->waits; }

  /// Called by whoever runs a task, right before and right after it. A
  /// collective or a transfer has no body to stand in for: tasks of their own,
  /// in front of it and behind it, make the calls. Set them while nothing runs.
  using TaskHook = std::function<void(const sflow_plan &plan, uint32_t task)>;
  TaskHook before, after;
  /// Called by the host before each launch, with the words it has bound.
  std::function<void(const sflow_plan &plan, const uint64_t *frame)> launching;

  /// Starts the first entry. All calls into a watched module go through here.
  std::string launch(Program &program, Values &inputs, Values &outputs, Invocation &invocation);
  std::string run(Program &program, Values &inputs, Values &outputs);

private:
  friend struct HostCalls;
  struct Watched {
    const WatchedModule *module;
    const sflow_plan *plan;
    uint32_t task;
    sflow_task_fn body;
  };
  struct Copy {
    void add(sflow_plan_task task, sflow_task_fn fn, const Watched *watched, const sflow_plan_arg *taskArgs);

    sflow_plan plan;
    std::vector<sflow_plan_task> tasks;
    std::vector<sflow_plan_arg> args;
    std::vector<sflow_plan_wait> waits;
    std::vector<uint32_t> preds, releaseTasks;
    std::vector<Watched> watched;
  };

  std::unique_ptr<Copy> copyOf(const sflow_plan &original) const;
  const sflow_plan *toCopy(const sflow_plan *original) const;
  static int32_t callBefore(const uint64_t *args);
  static int32_t callAfter(const uint64_t *args);
  static int32_t callBody(const uint64_t *args);

  sflow_module_desc desc;
  sflow_entry_desc entry;
  std::vector<const sflow_plan *> originals, plans;
  std::vector<std::unique_ptr<Copy>> copies;
};

} // namespace syncflow::test

#endif // SYNCFLOW_UNITTESTS_COMPILED_WATCHEDMODULE_H
