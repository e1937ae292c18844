// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Builders and helpers of the tests.
#include "Support.h"

#include <ctime>

namespace syncflow::test {

int32_t callBody(const uint64_t *args) { return (*reinterpret_cast<const Body *>(args[0]))(); }

sflow_plan_arg constantArg(const void *pointer) {
  return {SFLOW_ARG_CONSTANT, 0, static_cast<int64_t>(reinterpret_cast<intptr_t>(pointer))};
}
sflow_plan_arg constantArg(int64_t value) { return {SFLOW_ARG_CONSTANT, 0, value}; }
sflow_plan_arg wordArg(uint32_t word, int64_t offset) { return {word, 0, offset}; }

uint32_t PlanBuilder::stream(uint32_t device, uint32_t ordinal, uint32_t kind, bool inOrder) {
  streams.push_back({device, ordinal, kind, inOrder ? 1u : 0u});
  return static_cast<uint32_t>(streams.size() - 1);
}

uint32_t PlanBuilder::add(Task &task, uint32_t kind, sflow_task_fn fn, std::vector<sflow_plan_arg> taskArgs) {
  sflow_plan_task desc{};
  desc.fn = fn;
  names.push_back(task.name);
  desc.name = names.back().c_str();
  names.push_back("test.mlir:" + std::to_string(tasks.size() + 1) + ":1");
  desc.location = names.back().c_str();
  desc.kind = kind;
  desc.stream = task.stream;
  desc.priority = task.priority;
  desc.first_arg = static_cast<uint32_t>(args.size());
  desc.arg_count = static_cast<uint32_t>(taskArgs.size());
  desc.first_wait = static_cast<uint32_t>(waits.size());
  desc.wait_count = static_cast<uint32_t>(task.waits.size());
  desc.first_pred = static_cast<uint32_t>(preds.size());
  desc.pred_count = static_cast<uint32_t>(task.preds.size());
  args.insert(args.end(), taskArgs.begin(), taskArgs.end());
  waits.insert(waits.end(), task.waits.begin(), task.waits.end());
  preds.insert(preds.end(), task.preds.begin(), task.preds.end());
  tasks.push_back(desc);
  return static_cast<uint32_t>(tasks.size() - 1);
}

uint32_t PlanBuilder::task(Task task, Body body) {
  bodies.push_back(std::move(body));
  return add(task, SFLOW_TASK_COMPUTE, callBody, {constantArg(&bodies.back())});
}

uint32_t PlanBuilder::task(Task task, sflow_task_fn fn, std::vector<sflow_plan_arg> taskArgs) {
  return add(task, SFLOW_TASK_COMPUTE, fn, std::move(taskArgs));
}

uint32_t PlanBuilder::transfer(Task task, sflow_plan_arg source, sflow_plan_arg target, int64_t bytes) {
  return add(task, SFLOW_TASK_TRANSFER, nullptr, {source, target, constantArg(bytes)});
}

uint32_t PlanBuilder::collective(Task task, sflow_plan_collective collective, std::vector<sflow_plan_arg> taskArgs) {
  uint32_t index = add(task, SFLOW_TASK_COLLECTIVE, nullptr, std::move(taskArgs));
  tasks[index].collective = static_cast<uint32_t>(collectives.size());
  collectives.push_back(collective);
  return index;
}

uint32_t PlanBuilder::collective(Task task, sflow_plan_collective desc, const void *input, void *output,
                                 int64_t elements) {
  return collective(std::move(task), desc, {constantArg(input), constantArg(output), constantArg(elements)});
}

void PlanBuilder::release(int64_t offset, int64_t size, std::vector<uint32_t> of) {
  releases.push_back({offset, size, static_cast<uint32_t>(releaseTasks.size()), static_cast<uint32_t>(of.size())});
  releaseTasks.insert(releaseTasks.end(), of.begin(), of.end());
}

int32_t PlanBuilder::message(std::string text) {
  messageTexts.push_back(std::move(text));
  messages.push_back(messageTexts.back().c_str());
  return static_cast<int32_t>(messages.size());
}

const sflow_plan *PlanBuilder::get(uint32_t frameWords) {
  plan.struct_size = sizeof(plan);
  plan.name = name.c_str();
  plan.tasks = tasks.data();
  plan.streams = streams.data();
  plan.args = args.data();
  plan.waits = waits.data();
  plan.preds = preds.data();
  plan.collectives = collectives.data();
  plan.messages = messages.data();
  plan.releases = releases.data();
  plan.release_tasks = releaseTasks.data();
  plan.task_count = static_cast<uint32_t>(tasks.size());
  plan.stream_count = static_cast<uint32_t>(streams.size());
  plan.arg_count = static_cast<uint32_t>(args.size());
  plan.wait_count = static_cast<uint32_t>(waits.size());
  plan.pred_count = static_cast<uint32_t>(preds.size());
  plan.collective_count = static_cast<uint32_t>(collectives.size());
  plan.message_count = static_cast<uint32_t>(messages.size());
  plan.release_count = static_cast<uint32_t>(releases.size());
  plan.release_task_count = static_cast<uint32_t>(releaseTasks.size());
  plan.frame_words = frameWords;
  return &plan;
}

/// Host code is a plain function of the invocation alone: parameter 0 carries
/// the builder's address.
template <int Index> int32_t ModuleBuilder::callEntry(sflow_invocation *invocation) {
  auto *builder = reinterpret_cast<ModuleBuilder *>(*static_cast<uint64_t *>(sflow_rt_parameter(invocation, 0)));
  return builder->entries[Index].host(invocation);
}

ModuleBuilder::ModuleBuilder(std::string name) : name(std::move(name)) {
  entries.push_back({"load", {}, nullptr});
  self = reinterpret_cast<uintptr_t>(this);
  parameter("test.builder", {}, SFLOW_ELEMENT_U64);
  desc.struct_size = sizeof(desc);
  desc.abi_version = SFLOW_ABI_VERSION;
  desc.device_count = 1;
}

void ModuleBuilder::entry(std::string entryName, std::vector<const sflow_plan *> plans, Host host) {
  entries.push_back({std::move(entryName), std::move(plans), std::move(host)});
}

void ModuleBuilder::entry(std::string entryName, std::vector<const sflow_plan *> plans, int64_t arenaBytes) {
  // A copy: the deque's element may not exist yet when the function is made.
  auto host = [plans, arenaBytes](sflow_invocation *invocation) -> int32_t {
    void *arena = sflow_rt_arena(invocation, arenaBytes);
    if (!arena)
      return 1;
    for (const sflow_plan *plan : plans)
      if (launchPlan(invocation, plan, arena) != 0)
        return 1;
    return 0;
  };
  entry(std::move(entryName), plans, Host(host));
}

void ModuleBuilder::load(std::vector<const sflow_plan *> plans, Host host) {
  entries[0] = {"load", std::move(plans), std::move(host)};
}

void ModuleBuilder::input(std::string n, std::vector<int64_t> dims, uint32_t element) {
  inputs.push_back({std::move(n), std::move(dims), element});
}
void ModuleBuilder::output(std::string n, std::vector<int64_t> dims, uint32_t element) {
  outputs.push_back({std::move(n), std::move(dims), element});
}
void ModuleBuilder::parameter(std::string n, std::vector<int64_t> dims, uint32_t element) {
  parameters.push_back({std::move(n), std::move(dims), element});
}
void ModuleBuilder::derived(std::vector<int64_t> dims, uint32_t element) {
  deriveds.push_back({"", std::move(dims), element});
}

uint32_t ModuleBuilder::group(std::vector<int64_t> grid, std::vector<uint32_t> axes) {
  groups.push_back({std::move(grid), std::move(axes)});
  return static_cast<uint32_t>(groups.size() - 1);
}

std::vector<sflow_tensor_type> ModuleBuilder::types(const std::deque<Type> &from) {
  std::vector<sflow_tensor_type> result;
  for (const Type &type : from)
    result.push_back({type.name.c_str(), type.dims.data(), type.element, static_cast<uint32_t>(type.dims.size())});
  return result;
}

template <int Index> void ModuleBuilder::describe(std::vector<sflow_entry_desc> &into) {
  if (Index >= entries.size())
    return;
  const Entry &entry = entries[Index];
  sflow_entry_desc result{};
  result.name = entry.name.c_str();
  result.fn = callEntry<Index>;
  result.plans = entry.plans.data();
  result.plan_count = static_cast<uint32_t>(entry.plans.size());
  if (Index != 0) {
    result.inputs = inputTypes.data();
    result.input_count = static_cast<uint32_t>(inputTypes.size());
    result.outputs = outputTypes.data();
    result.output_count = static_cast<uint32_t>(outputTypes.size());
  }
  into.push_back(result);
}

const sflow_module_desc *ModuleBuilder::get() {
  inputTypes = types(inputs);
  outputTypes = types(outputs);
  parameterTypes = types(parameters);
  derivedTypes = types(deriveds);
  groupDescs.clear();
  for (const Group &group : groups)
    groupDescs.push_back({"group", group.grid.data(), group.axes.data(), static_cast<uint32_t>(group.grid.size()),
                          static_cast<uint32_t>(group.axes.size())});
  entryDescs.clear();
  describe<0>(entryDescs);
  describe<1>(entryDescs);
  describe<2>(entryDescs);
  describe<3>(entryDescs);
  describe<4>(entryDescs);
  desc.name = name.c_str();
  desc.load = entries[0].host ? entryDescs.data() : nullptr;
  desc.entries = entryDescs.data() + 1;
  desc.entry_count = static_cast<uint32_t>(entryDescs.size() - 1);
  desc.parameters = parameterTypes.data();
  desc.parameter_count = static_cast<uint32_t>(parameterTypes.size());
  desc.derived = derivedTypes.data();
  desc.derived_count = static_cast<uint32_t>(derivedTypes.size());
  desc.groups = groupDescs.data();
  desc.group_count = static_cast<uint32_t>(groupDescs.size());
  return &desc;
}

sflow_status ModuleBuilder::load(sflow_instance *instance, Module &module, std::vector<sflow_parameter> offered) {
  offered.push_back({sizeof(sflow_parameter), "test.builder", &self, nullptr, sizeof(self), 0, SFLOW_ELEMENT_U64});
  sflow_module *loaded = nullptr;
  sflow_status status = sflow_module_load(instance, get(), offered.data(), offered.size(), &loaded);
  module.reset(loaded);
  return status;
}

int32_t launchPlan(sflow_invocation *invocation, const sflow_plan *plan, void *arena) {
  uint64_t *frame = sflow_rt_frame(invocation, plan);
  if (!frame)
    return 1;
  frame[0] = reinterpret_cast<uintptr_t>(arena);
  return sflow_rt_launch(invocation, plan, frame);
}

HostTensor::HostTensor(std::vector<int64_t> dims, uint32_t element, void *data, uint64_t bytes)
    : shape(std::move(dims)) {
  tensor.struct_size = sizeof(tensor);
  tensor.data = data;
  tensor.byte_size = bytes;
  tensor.rank = static_cast<uint32_t>(shape.size());
  tensor.element = element;
}

sflow_tensor HostTensor::get() {
  tensor.shape = shape.data();
  return tensor;
}

sflow_token Submitter::operator()(sflow_stream *stream, const std::string &name, Body body,
                                  std::vector<sflow_token> waits, std::vector<sflow_token> poison) {
  items.push_back({std::move(body), {0}});
  Item &item = items.back();
  item.args[0] = reinterpret_cast<uintptr_t>(&item.body);
  sflow_task_desc desc = taskDesc(callBody, item.args, name.c_str());
  desc.poison = poison.data();
  desc.poison_count = poison.size();
  sflow_token token{};
  EXPECT_OK(sflow_stream_submit(stream, &desc, waits.data(), waits.size(), &token));
  return token;
}

Ranks::Ranks(uint32_t count, sflow_instance_options options) : instances(count) {
  EXPECT_OK(sflow_world_create(count, world.out()));
  options.world = world.get();
  for (uint32_t rank = 0; rank < count; ++rank) {
    options.rank = rank;
    EXPECT_OK(sflow_instance_create(&options, instances[rank].out()));
  }
}

std::vector<std::string> Ranks::each(const std::function<std::string(uint32_t)> &body) {
  std::vector<std::string> results(size());
  std::vector<std::thread> threads;
  for (uint32_t rank = 0; rank < size(); ++rank)
    threads.emplace_back([&, rank] { results[rank] = body(rank); });
  for (std::thread &thread : threads)
    thread.join();
  return results;
}

std::vector<std::string> Ranks::run(const std::vector<ModuleBuilder *> &modules) {
  return each([&](uint32_t rank) -> std::string {
    Module module;
    std::string loaded = take(modules[rank]->load(instances[rank].get(), module));
    return loaded.empty() ? take(sflow_module_run(module.get(), "main", nullptr, 0, nullptr, 0)) : loaded;
  });
}

uint64_t processorNs() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<uint64_t>(time.tv_sec) * kSecond + static_cast<uint64_t>(time.tv_nsec);
}

sflow_instance_stats readStats(sflow_instance *instance) {
  sflow_instance_stats stats{};
  stats.struct_size = sizeof(stats);
  EXPECT_OK(sflow_instance_stats_read(instance, &stats));
  return stats;
}

} // namespace syncflow::test
