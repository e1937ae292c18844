// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Compiled modules built by hand: what the compiler emits, written as C++
// functions and tables.
#ifndef SYNCFLOW_UNITTESTS_TOOLS_TESTMODULE_H
#define SYNCFLOW_UNITTESTS_TOOLS_TESTMODULE_H

#include "SyncFlow/ABI/Types.h"

#include <deque>
#include <functional>
#include <string>
#include <vector>

namespace syncflow::run::test {

/// Collects the tables of one plan. Add tasks in order; pointers stay valid as
/// long as the builder lives.
class PlanBuilder {
public:
  explicit PlanBuilder(std::string name) : name(std::move(name)) {}

  uint32_t addStream(uint32_t device, uint32_t kind = SFLOW_STREAM_COMPUTE);
  /// `waits` are pairs of a stream and a number of its tasks.
  uint32_t addTask(const char *taskName, uint32_t stream, sflow_task_fn fn, std::vector<sflow_plan_arg> taskArgs = {},
                   std::vector<sflow_plan_wait> taskWaits = {}, std::vector<uint32_t> taskPreds = {});
  /// An all_reduce (sum of f32) over group 0.
  uint32_t addAllReduce(const char *taskName, uint32_t stream, std::vector<sflow_plan_arg> taskArgs,
                        std::vector<sflow_plan_wait> taskWaits = {}, std::vector<uint32_t> taskPreds = {});
  sflow_plan_task &task(uint32_t index) { return tasks[index]; }
  void addMessage(const char *message) { messages.push_back(message); }

  /// The finished plan. Word 0 of the frame is the arena.
  const sflow_plan *finish(uint32_t frameWords, sflow_plan_stats stats = {});

private:
  std::string name;
  std::vector<sflow_plan_task> tasks;
  std::vector<sflow_plan_stream> streams;
  std::vector<sflow_plan_arg> args;
  std::vector<sflow_plan_wait> waits;
  std::vector<uint32_t> preds;
  std::vector<sflow_plan_collective> collectives;
  std::vector<const char *> messages;
  sflow_plan plan = {};
};

inline sflow_plan_arg word(uint32_t index) { return {index, 0, 0}; }
inline sflow_plan_arg constant(int64_t value) { return {SFLOW_ARG_CONSTANT, 0, value}; }

/// main(x, y: Nxf32) -> Nxf32 with N open, or 4 when `fixed`: the product of x
/// and 2 on device 0, then, on device 1, the sum with y. In every run `hook` is
/// called by the first task; a non-zero result fails it ("x is not positive").
/// `scale` takes the place of the 2: a test that changes it between runs makes
/// them differ.
struct ScaleAdd {
  explicit ScaleAdd(bool fixed = true);
  ScaleAdd(const ScaleAdd &) = delete;
  ScaleAdd &operator=(const ScaleAdd &) = delete;
  ~ScaleAdd();

  std::function<int()> hook;
  float scale = 2;
  bool overwriteInput = false;
  sflow_module_desc desc = {};

private:
  PlanBuilder plan{"scale_add"};
  int64_t dims[1];
  sflow_tensor_type inputs[2], outputs[1];
  const sflow_plan *plans[1];
  sflow_entry_desc entry = {};
};

/// main(x: 4xf32) -> 4xf32: the sum over all ranks of x + 1, by an all_reduce
/// on a communication stream. `hook` gets the rank; a non-zero result fails the
/// task before the collective.
struct SumOverRanks {
  explicit SumOverRanks(uint32_t ranks);
  SumOverRanks(const SumOverRanks &) = delete;
  SumOverRanks &operator=(const SumOverRanks &) = delete;
  ~SumOverRanks();

  std::function<int(int64_t rank)> hook;
  sflow_module_desc desc = {};

private:
  PlanBuilder plan{"sum"};
  int64_t dims[1] = {4};
  int64_t grid[1];
  uint32_t axes[1] = {0};
  sflow_group_desc groups[1];
  sflow_tensor_type type = {};
  const sflow_plan *plans[1];
  sflow_entry_desc entry = {};
};

} // namespace syncflow::run::test

#endif // SYNCFLOW_UNITTESTS_TOOLS_TESTMODULE_H
