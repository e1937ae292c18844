// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#include "WatchedModule.h"

using namespace syncflow::test;

/// Whose host code runs on this thread.
static thread_local const WatchedModule *running = nullptr;

namespace syncflow::test {

/// What compiled host code calls instead of the runtime.
struct HostCalls {
  static const sflow_plan *toCopy(const sflow_plan *plan) { return running ? running->toCopy(plan) : plan; }
  static void launching(const sflow_plan *plan, const uint64_t *frame) {
    if (running && running->launching)
      running->launching(*plan, frame);
  }
};

} // namespace syncflow::test

extern "C" {
uint64_t *__real_sflow_rt_frame(sflow_invocation *invocation, const sflow_plan *plan);
int32_t __real_sflow_rt_launch(sflow_invocation *invocation, const sflow_plan *plan, uint64_t *frame);

uint64_t *__wrap_sflow_rt_frame(sflow_invocation *invocation, const sflow_plan *plan) {
  return __real_sflow_rt_frame(invocation, HostCalls::toCopy(plan));
}

int32_t __wrap_sflow_rt_launch(sflow_invocation *invocation, const sflow_plan *plan, uint64_t *frame) {
  HostCalls::launching(plan, frame);
  return __real_sflow_rt_launch(invocation, HostCalls::toCopy(plan), frame);
}
}

WatchedModule::WatchedModule(const sflow_module_desc &original)
    : desc(original), entry(original.entries[0]), originals(entry.plans, entry.plans + entry.plan_count) {
  for (const sflow_plan *plan : originals) {
    copies.push_back(copyOf(*plan));
    plans.push_back(&copies.back()->plan);
  }
  entry.plans = plans.data();
  desc.entries = &entry;
  desc.entry_count = 1;
}

/// Adds a task with `fn` in the place of its function, and, when it is given,
/// `watched` in front of its arguments.
void WatchedModule::Copy::add(sflow_plan_task task, sflow_task_fn fn, const Watched *watched,
                              const sflow_plan_arg *taskArgs) {
  uint32_t first = static_cast<uint32_t>(args.size());
  if (watched)
    args.push_back(constantArg(watched));
  args.insert(args.end(), taskArgs, taskArgs + task.arg_count);
  task.fn = fn;
  task.first_arg = first;
  task.arg_count = static_cast<uint32_t>(args.size()) - first;
  tasks.push_back(task);
}

/// A compute task that needs nothing, in the stream of another.
static sflow_plan_task besides(const sflow_plan_task &task) {
  sflow_plan_task result{};
  result.name = task.name;
  result.location = task.location;
  result.kind = SFLOW_TASK_COMPUTE;
  result.stream = task.stream;
  return result;
}

std::unique_ptr<WatchedModule::Copy> WatchedModule::copyOf(const sflow_plan &original) const {
  auto copy = std::make_unique<Copy>();
  std::vector<uint32_t> places; // Of each task in the copy.
  // How many tasks of the copy stand for the first n of a stream.
  std::vector<std::vector<uint32_t>> counts(original.stream_count, {0});
  copy->watched.resize(original.task_count);
  for (uint32_t i = 0; i < original.task_count; ++i) {
    const sflow_plan_task &task = original.tasks[i];
    const sflow_plan_arg *args = original.args + task.first_arg;
    Watched &watched = copy->watched[i];
    watched = {this, &original, i, task.fn};
    size_t first = copy->tasks.size();
    if (task.kind == SFLOW_TASK_COMPUTE) {
      places.push_back(static_cast<uint32_t>(first));
      copy->add(task, callBody, &watched, args);
    } else {
      places.push_back(static_cast<uint32_t>(first) + 1);
      copy->add(besides(task), callBefore, &watched, args);
      copy->add(task, nullptr, nullptr, args);
      copy->add(besides(task), callAfter, &watched, args);
    }
    std::vector<uint32_t> &count = counts[task.stream];
    count.push_back(count.back() + static_cast<uint32_t>(copy->tasks.size() - first));
  }
  for (uint32_t i = 0; i < original.wait_count; ++i) {
    const sflow_plan_wait &wait = original.waits[i];
    copy->waits.push_back({wait.stream, counts[wait.stream][wait.count]});
  }
  for (uint32_t i = 0; i < original.pred_count; ++i)
    copy->preds.push_back(places[original.preds[i]]);
  for (uint32_t i = 0; i < original.release_task_count; ++i)
    copy->releaseTasks.push_back(places[original.release_tasks[i]]);
  copy->plan = original;
  copy->plan.tasks = copy->tasks.data();
  copy->plan.args = copy->args.data();
  copy->plan.waits = copy->waits.data();
  copy->plan.preds = copy->preds.data();
  copy->plan.release_tasks = copy->releaseTasks.data();
  copy->plan.task_count = static_cast<uint32_t>(copy->tasks.size());
  copy->plan.arg_count = static_cast<uint32_t>(copy->args.size());
  return copy;
}

int32_t WatchedModule::callBefore(const uint64_t *args) {
  auto &watched = *reinterpret_cast<const Watched *>(args[0]);
  if (watched.module->before)
    watched.module->before(*watched.plan, watched.task);
  return 0;
}

int32_t WatchedModule::callAfter(const uint64_t *args) {
  auto &watched = *reinterpret_cast<const Watched *>(args[0]);
  if (watched.module->after)
    watched.module->after(*watched.plan, watched.task);
  return 0;
}

int32_t WatchedModule::callBody(const uint64_t *args) {
  (void)callBefore(args);
  int32_t result = reinterpret_cast<const Watched *>(args[0])->body(args + 1);
  (void)callAfter(args);
  return result;
}

const sflow_plan *WatchedModule::toCopy(const sflow_plan *original) const {
  for (size_t i = 0; i < originals.size(); ++i)
    if (originals[i] == original)
      return plans[i];
  return original;
}

std::string WatchedModule::launch(Program &program, Values &inputs, Values &outputs, Invocation &invocation) {
  running = this;
  std::string problem = take(sflow_module_launch(program.module.get(), entry.name, inputs.get(), inputs.size(),
                                                 outputs.get(), outputs.size(), invocation.out()));
  running = nullptr;
  return problem;
}

std::string WatchedModule::run(Program &program, Values &inputs, Values &outputs) {
  Invocation invocation;
  std::string problem = launch(program, inputs, outputs, invocation);
  return problem.empty() ? take(sflow_invocation_wait(invocation.get(), kPatience)) : problem;
}
