// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// What the runtime's tests share: gates, plans and modules built by hand,
// statuses that check themselves.
#ifndef SYNCFLOW_UNITTESTS_RUNTIME_SUPPORT_H
#define SYNCFLOW_UNITTESTS_RUNTIME_SUPPORT_H

#include "SyncFlow/Runtime.hpp"

#include <gtest/gtest.h>

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace syncflow::test {

constexpr uint64_t kSecond = 1'000'000'000;
/// Long enough for anything on a loaded machine; only a test that fails waits
/// for it.
constexpr uint64_t kPatience = 30 * kSecond;

/// The status's text, releasing it; "" for success.
inline std::string take(sflow_status status) {
  std::string message = sflow_status_message(status);
  sflow_status_release(status);
  return message;
}

inline sflow_status_code takeCode(sflow_status status) {
  sflow_status_code code = sflow_status_code_of(status);
  sflow_status_release(status);
  return code;
}

#define EXPECT_OK(EXPRESSION) EXPECT_EQ(::syncflow::test::take(EXPRESSION), "")
#define ASSERT_OK(EXPRESSION) ASSERT_EQ(::syncflow::test::take(EXPRESSION), "")

/// Opens once; whoever passes waits until then. A task that must not run yet is
/// put behind a closed gate: if something that depends on it runs all the same,
/// the order is proven wrong.
class Gate {
public:
  void open() {
    std::lock_guard lock(mutex);
    opened = true;
    changed.notify_all();
  }
  void pass() {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return opened; });
  }
  bool isOpen() {
    std::lock_guard lock(mutex);
    return opened;
  }
  /// False when it was not opened in time.
  bool passWithin(std::chrono::nanoseconds limit = std::chrono::nanoseconds(kPatience)) {
    std::unique_lock lock(mutex);
    return changed.wait_for(lock, limit, [&] { return opened; });
  }

private:
  std::mutex mutex;
  std::condition_variable changed;
  bool opened = false;
};

/// Names in the order in which they were logged.
class Log {
public:
  void add(const std::string &name) {
    std::lock_guard lock(mutex);
    names.push_back(name);
  }
  std::vector<std::string> read() {
    std::lock_guard lock(mutex);
    return names;
  }

private:
  std::mutex mutex;
  std::vector<std::string> names;
};

using Body = std::function<int32_t()>;

/// Body of a task whose first argument is the address of a Body.
int32_t callBody(const uint64_t *args);

/// Args of a task.
sflow_plan_arg constantArg(const void *pointer);
sflow_plan_arg constantArg(int64_t value);
sflow_plan_arg wordArg(uint32_t word, int64_t offset = 0);

/// A plan under construction. Tables are filled in call order, as a compiler
/// would.
class PlanBuilder {
public:
  explicit PlanBuilder(std::string name = "plan") : name(std::move(name)) {}

  uint32_t stream(uint32_t device = 0, uint32_t ordinal = 0, uint32_t kind = SFLOW_STREAM_COMPUTE, bool inOrder = true);

  struct Task {
    uint32_t stream = 0;
    std::string name;
    std::vector<sflow_plan_wait> waits = {};
    std::vector<uint32_t> preds = {};
    uint32_t priority = SFLOW_PRIORITY_NORMAL;
  };
  uint32_t task(Task task, Body body);
  uint32_t task(Task task, sflow_task_fn fn, std::vector<sflow_plan_arg> args);
  uint32_t transfer(Task task, sflow_plan_arg source, sflow_plan_arg target, int64_t bytes);
  uint32_t collective(Task task, sflow_plan_collective collective, const void *input, void *output, int64_t elements);
  uint32_t collective(Task task, sflow_plan_collective collective, std::vector<sflow_plan_arg> args);
  void release(int64_t offset, int64_t size, std::vector<uint32_t> tasks);
  int32_t message(std::string text); ///< The result of a body that fails with this message.

  /// The plan; valid, and not to be added to, from now on.
  const sflow_plan *get(uint32_t frameWords = 1);

  std::vector<sflow_plan_wait> waits; ///< Public for tests that break a plan on purpose.
  std::vector<sflow_plan_task> tasks;

private:
  uint32_t add(Task &task, uint32_t kind, sflow_task_fn fn, std::vector<sflow_plan_arg> args);

  std::string name;
  std::deque<std::string> names;
  std::deque<Body> bodies;
  std::vector<sflow_plan_stream> streams;
  std::vector<sflow_plan_arg> args;
  std::vector<uint32_t> preds;
  std::vector<sflow_plan_collective> collectives;
  std::vector<sflow_plan_release> releases;
  std::vector<uint32_t> releaseTasks;
  std::deque<std::string> messageTexts;
  std::vector<const char *> messages;
  sflow_plan plan{};
};

/// A module under construction. Host code of entries is any function.
class ModuleBuilder {
public:
  using Host = std::function<int32_t(sflow_invocation *)>;

  explicit ModuleBuilder(std::string name = "module");

  /// Entries are numbered in call order; at most four.
  void entry(std::string name, std::vector<const sflow_plan *> plans, Host host);
  /// An entry that takes an arena, launches each plan once with word 0 set, and
  /// returns.
  void entry(std::string name, std::vector<const sflow_plan *> plans, int64_t arenaBytes = 64);
  void load(std::vector<const sflow_plan *> plans, Host host);
  void input(std::string name, std::vector<int64_t> dims, uint32_t element = SFLOW_ELEMENT_F32);
  void output(std::string name, std::vector<int64_t> dims, uint32_t element = SFLOW_ELEMENT_F32);
  void parameter(std::string name, std::vector<int64_t> dims, uint32_t element = SFLOW_ELEMENT_F32);
  void derived(std::vector<int64_t> dims, uint32_t element = SFLOW_ELEMENT_F32);
  uint32_t group(std::vector<int64_t> grid, std::vector<uint32_t> axes);

  const sflow_module_desc *get();
  /// Loads with the offered parameters; the builder must outlive the module.
  sflow_status load(sflow_instance *instance, Module &module, std::vector<sflow_parameter> offered = {});

  sflow_module_desc desc{};

private:
  struct Entry {
    std::string name;
    std::vector<const sflow_plan *> plans;
    Host host;
  };
  struct Type {
    std::string name;
    std::vector<int64_t> dims;
    uint32_t element;
  };
  struct Group {
    std::vector<int64_t> grid;
    std::vector<uint32_t> axes;
  };
  template <int Index> static int32_t callEntry(sflow_invocation *invocation);
  template <int Index> void describe(std::vector<sflow_entry_desc> &into);
  static std::vector<sflow_tensor_type> types(const std::deque<Type> &from);

  std::string name;
  std::deque<Entry> entries; ///< The first is `load`.
  std::deque<Type> inputs, outputs, parameters, deriveds;
  std::deque<Group> groups;
  std::vector<sflow_entry_desc> entryDescs;
  std::vector<sflow_tensor_type> inputTypes, outputTypes, parameterTypes, derivedTypes;
  std::vector<sflow_group_desc> groupDescs;
  uint64_t self = 0; ///< Address of this, as the data of the hidden parameter 0.
};

/// Launches a plan with word 0 of the frame set. For host code of entries.
int32_t launchPlan(sflow_invocation *invocation, const sflow_plan *plan, void *arena = nullptr);

/// A tensor over a vector.
struct HostTensor {
  HostTensor(std::vector<int64_t> dims, uint32_t element, void *data, uint64_t bytes);
  sflow_tensor get();

  std::vector<int64_t> shape;
  sflow_tensor tensor{};
};

/// Processor time that this process has used so far: who sleeps adds nothing.
uint64_t processorNs();

inline sflow_instance_options instanceOptions() {
  sflow_instance_options options{};
  options.struct_size = sizeof(options);
  return options;
}

inline sflow_task_desc taskDesc(sflow_task_fn fn, const uint64_t *args, const char *name) {
  sflow_task_desc desc{};
  desc.struct_size = sizeof(desc);
  desc.fn = fn;
  desc.args = args;
  desc.name = name;
  return desc;
}

/// Bodies submitted to a stream, kept alive for as long as the test runs.
class Submitter {
public:
  /// Fails the test on an error.
  sflow_token operator()(sflow_stream *stream, const std::string &name, Body body, std::vector<sflow_token> waits = {},
                         std::vector<sflow_token> poison = {});

private:
  struct Item {
    Body body;
    uint64_t args[1];
  };
  std::deque<Item> items;
};

sflow_instance_stats readStats(sflow_instance *instance);

/// Thread ranks of one world.
class Ranks {
public:
  explicit Ranks(uint32_t count, sflow_instance_options options = instanceOptions());

  uint32_t size() const { return static_cast<uint32_t>(instances.size()); }
  /// Calls `body` for every rank, each on its own thread; the results by rank.
  std::vector<std::string> each(const std::function<std::string(uint32_t)> &body);
  /// Loads and runs entry "main" of each rank's module.
  std::vector<std::string> run(const std::vector<ModuleBuilder *> &modules);

  World world;
  std::vector<Instance> instances;
};

} // namespace syncflow::test

#endif // SYNCFLOW_UNITTESTS_RUNTIME_SUPPORT_H
