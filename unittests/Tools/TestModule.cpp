// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/

#include "TestModule.h"

#include "SyncFlow/Runtime.h"

namespace syncflow::run::test {

uint32_t PlanBuilder::addStream(uint32_t device, uint32_t kind) {
  streams.push_back({device, 0, kind, 1});
  return static_cast<uint32_t>(streams.size() - 1);
}

uint32_t PlanBuilder::addTask(const char *taskName, uint32_t stream, sflow_task_fn fn,
                              std::vector<sflow_plan_arg> taskArgs, std::vector<sflow_plan_wait> taskWaits,
                              std::vector<uint32_t> taskPreds) {
  sflow_plan_task task = {};
  task.fn = fn;
  task.name = taskName;
  task.location = "test.mlir:1:1";
  task.kind = SFLOW_TASK_COMPUTE;
  task.stream = stream;
  task.priority = SFLOW_PRIORITY_NORMAL;
  auto append = [](auto &table, const auto &entries, uint32_t &first, uint32_t &count) {
    first = static_cast<uint32_t>(table.size());
    count = static_cast<uint32_t>(entries.size());
    table.insert(table.end(), entries.begin(), entries.end());
  };
  append(args, taskArgs, task.first_arg, task.arg_count);
  append(waits, taskWaits, task.first_wait, task.wait_count);
  append(preds, taskPreds, task.first_pred, task.pred_count);
  tasks.push_back(task);
  return static_cast<uint32_t>(tasks.size() - 1);
}

uint32_t PlanBuilder::addAllReduce(const char *taskName, uint32_t stream, std::vector<sflow_plan_arg> taskArgs,
                                   std::vector<sflow_plan_wait> taskWaits, std::vector<uint32_t> taskPreds) {
  uint32_t index = addTask(taskName, stream, nullptr, std::move(taskArgs), std::move(taskWaits), std::move(taskPreds));
  tasks[index].kind = SFLOW_TASK_COLLECTIVE;
  auto number = static_cast<uint32_t>(collectives.size());
  tasks[index].collective = number;
  collectives.push_back({SFLOW_COLLECTIVE_ALL_REDUCE, SFLOW_REDUCTION_SUM, SFLOW_ELEMENT_F32, 0, 0, number});
  return index;
}

const sflow_plan *PlanBuilder::finish(uint32_t frameWords, sflow_plan_stats stats) {
  plan.struct_size = sizeof plan;
  plan.name = name.c_str();
  plan.tasks = tasks.data();
  plan.streams = streams.data();
  plan.args = args.data();
  plan.waits = waits.data();
  plan.preds = preds.data();
  plan.collectives = collectives.data();
  plan.messages = messages.data();
  plan.task_count = static_cast<uint32_t>(tasks.size());
  plan.stream_count = static_cast<uint32_t>(streams.size());
  plan.arg_count = static_cast<uint32_t>(args.size());
  plan.wait_count = static_cast<uint32_t>(waits.size());
  plan.pred_count = static_cast<uint32_t>(preds.size());
  plan.collective_count = static_cast<uint32_t>(collectives.size());
  plan.message_count = static_cast<uint32_t>(messages.size());
  plan.frame_words = frameWords;
  plan.stats = stats;
  return &plan;
}

// Task bodies and entries are plain functions: what a test wants of them lies
// in the module that lives now.
static ScaleAdd *scaleAdd = nullptr;
static const sflow_plan *scaleAddPlan = nullptr;

static int32_t scaleTask(const uint64_t *args) {
  if (scaleAdd->hook)
    if (int failed = scaleAdd->hook())
      return failed;
  auto *x = reinterpret_cast<float *>(args[0]);
  auto *product = reinterpret_cast<float *>(args[1]);
  for (uint64_t i = 0; i < args[2]; ++i)
    product[i] = x[i] * scaleAdd->scale;
  if (scaleAdd->overwriteInput)
    x[0] += 1;
  return 0;
}

static int32_t addTask(const uint64_t *args) {
  auto *product = reinterpret_cast<const float *>(args[0]);
  auto *y = reinterpret_cast<const float *>(args[1]);
  auto *sum = reinterpret_cast<float *>(args[2]);
  for (uint64_t i = 0; i < args[3]; ++i)
    sum[i] = product[i] + y[i];
  return 0;
}

static int32_t scaleAddMain(sflow_invocation *invocation) {
  int64_t count = sflow_rt_input_dim(invocation, 0, 0);
  void *arena = sflow_rt_arena(invocation, count * 4);
  void *out = sflow_rt_output(invocation, 0, 1, &count);
  uint64_t *frame = sflow_rt_frame(invocation, scaleAddPlan);
  if (!arena || !out || !frame)
    return 1;
  frame[0] = reinterpret_cast<uint64_t>(arena);
  frame[1] = reinterpret_cast<uint64_t>(sflow_rt_input(invocation, 0));
  frame[2] = reinterpret_cast<uint64_t>(sflow_rt_input(invocation, 1));
  frame[3] = reinterpret_cast<uint64_t>(out);
  frame[4] = static_cast<uint64_t>(count);
  return sflow_rt_launch(invocation, scaleAddPlan, frame);
}

static void fillModule(sflow_module_desc &desc, const char *name, const sflow_entry_desc &entry, uint32_t devices) {
  desc.struct_size = sizeof desc;
  desc.abi_version = SFLOW_ABI_VERSION;
  desc.device_count = devices;
  desc.entry_count = 1;
  desc.entries = &entry;
  desc.schedule_hash = 0x5f10;
  desc.name = name;
}

ScaleAdd::ScaleAdd(bool fixed) : dims{fixed ? 4 : -1} {
  uint32_t first = plan.addStream(0), second = plan.addStream(1);
  plan.addMessage("x is not positive");
  uint32_t scaled = plan.addTask("scale.0", first, scaleTask, {word(1), word(0), word(4)});
  plan.addTask("add.0", second, addTask, {word(0), word(2), word(3), word(4)}, {{first, 1}}, {scaled});
  plan.task(0).flops = 4;
  plan.task(1).flops = 4;
  sflow_plan_stats stats = {};
  stats.naive_syncs = 3;
  stats.reduced_syncs = 2;
  stats.kept_waits = 1;
  stats.peak_live_bytes = 16;
  stats.arena_bytes = 16;
  stats.critical_path_ns = 1500;
  stats.model_flops = 8;
  plans[0] = plan.finish(5, stats);
  inputs[0] = {"x", dims, SFLOW_ELEMENT_F32, 1};
  inputs[1] = {"y", dims, SFLOW_ELEMENT_F32, 1};
  outputs[0] = {"sum", dims, SFLOW_ELEMENT_F32, 1};
  entry.name = "main";
  entry.fn = scaleAddMain;
  entry.inputs = inputs;
  entry.outputs = outputs;
  entry.plans = plans;
  entry.input_count = 2;
  entry.output_count = 1;
  entry.plan_count = 1;
  fillModule(desc, "scale_add", entry, 2);
  scaleAdd = this;
  scaleAddPlan = plans[0];
}

ScaleAdd::~ScaleAdd() {
  scaleAdd = nullptr;
  scaleAddPlan = nullptr;
}

static SumOverRanks *sumOverRanks = nullptr;
static const sflow_plan *sumPlan = nullptr;

static int32_t incrementTask(const uint64_t *args) {
  if (sumOverRanks->hook)
    if (int failed = sumOverRanks->hook(static_cast<int64_t>(args[2])))
      return failed;
  auto *x = reinterpret_cast<const float *>(args[0]);
  auto *out = reinterpret_cast<float *>(args[1]);
  for (int i = 0; i < 4; ++i)
    out[i] = x[i] + 1;
  return 0;
}

static int32_t sumMain(sflow_invocation *invocation) {
  int64_t count = 4;
  void *arena = sflow_rt_arena(invocation, 64);
  void *out = sflow_rt_output(invocation, 0, 1, &count);
  uint64_t *frame = sflow_rt_frame(invocation, sumPlan);
  if (!arena || !out || !frame)
    return 1;
  frame[0] = reinterpret_cast<uint64_t>(arena);
  frame[1] = reinterpret_cast<uint64_t>(sflow_rt_input(invocation, 0));
  frame[2] = reinterpret_cast<uint64_t>(out);
  frame[3] = static_cast<uint64_t>(sflow_rt_rank(invocation));
  return sflow_rt_launch(invocation, sumPlan, frame);
}

SumOverRanks::SumOverRanks(uint32_t ranks) : grid{ranks} {
  uint32_t compute = plan.addStream(0);
  uint32_t link = plan.addStream(0, SFLOW_STREAM_COMMUNICATION);
  plan.addMessage("x is not positive");
  uint32_t incremented = plan.addTask("increment", compute, incrementTask, {word(1), word(0), word(3)});
  plan.addAllReduce("all_reduce", link, {word(0), word(2), constant(4)}, {{compute, 1}}, {incremented});
  plans[0] = plan.finish(4);
  type = {"x", dims, SFLOW_ELEMENT_F32, 1};
  groups[0] = {"all", grid, axes, 1, 1};
  entry.name = "main";
  entry.fn = sumMain;
  entry.inputs = &type;
  entry.outputs = &type;
  entry.plans = plans;
  entry.input_count = 1;
  entry.output_count = 1;
  entry.plan_count = 1;
  fillModule(desc, "sum", entry, 1);
  desc.ranks = ranks;
  desc.group_count = 1;
  desc.groups = groups;
  sumOverRanks = this;
  sumPlan = plans[0];
}

SumOverRanks::~SumOverRanks() {
  sumOverRanks = nullptr;
  sumPlan = nullptr;
}

} // namespace syncflow::run::test
