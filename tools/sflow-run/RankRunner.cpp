// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/

#include "RankRunner.h"

#include "Compare.h"
#include "SyncFlow/Runtime.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

#include <chrono>
#include <cstring>

namespace syncflow::run {

static uint64_t now() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

RunStatus RunStatus::from(sflow_status status) {
  if (status == SFLOW_OK)
    return {};
  RunStatus result{sflow_status_code_of(status), sflow_status_message(status)};
  sflow_status_release(status);
  return result;
}

RankRunner::RankRunner(const RunRequest &request, sflow_world *world, unsigned rank)
    : request(request), world(world), rank(rank) {}

/// Events of one run; loops launch a plan many times.
static uint64_t traceCapacity(const sflow_entry_desc &entry) {
  uint64_t tasks = 0;
  for (uint32_t i = 0; i < entry.plan_count; ++i)
    tasks += entry.plans[i]->task_count;
  return std::max<uint64_t>(tasks * 64, 1u << 16);
}

RunStatus RankRunner::load() {
  sflow_instance_options options = {};
  options.struct_size = sizeof options;
  options.world = world;
  options.rank = rank;
  options.device_count = request.devices;
  options.cores_per_device = request.cores;
  options.strict = request.strict;
  options.pin = request.pin;
  options.scribble = request.scribble;
  options.dispatch_seed = request.dispatchSeed;
  options.trace_capacity = request.trace ? traceCapacity(*request.entry) : 0;
  RunStatus status = RunStatus::from(sflow_instance_create(&options, &instance));
  if (!status.ok())
    return status;
  llvm::ArrayRef<sflow_parameter> parameters = request.parameters.entries();
  status = RunStatus::from(sflow_module_load(instance, request.module, parameters.data(), parameters.size(), &module));
  return status.ok() ? prepareArguments() : status;
}

/// A buffer for an output, or a status that says why there is none.
static RunStatus makeBuffer(HostTensor &buffer, unsigned index, uint32_t element, llvm::ArrayRef<int64_t> shape) {
  llvm::Expected<HostTensor> made = HostTensor::create(element, shape);
  if (!made)
    return {SFLOW_STATUS_RESOURCE_EXHAUSTED,
            ("output " + llvm::Twine(index) + ": " + llvm::toString(made.takeError())).str()};
  buffer = std::move(*made);
  return {};
}

static sflow_tensor emptyTensor(uint32_t element, Shape &shape) {
  sflow_tensor tensor = {};
  tensor.struct_size = sizeof tensor;
  tensor.shape = shape.data();
  tensor.rank = shape.size();
  tensor.element = element;
  return tensor;
}

RunStatus RankRunner::prepareArguments() {
  const sflow_entry_desc &entry = *request.entry;
  inputShapes.reserve(entry.input_count);
  for (const HostTensor &input : request.inputs) {
    inputShapes.emplace_back(input.shape());
    sflow_tensor argument = emptyTensor(input.element(), inputShapes.back());
    // Inputs are only read, but the type is shared with outputs.
    argument.data = const_cast<char *>(input.data());
    argument.byte_size = input.bytes();
    inputArgs.push_back(argument);
  }
  outputShapes.reserve(entry.output_count);
  outputs.resize(entry.output_count);
  for (uint32_t i = 0; i < entry.output_count; ++i) {
    const sflow_tensor_type &type = entry.outputs[i];
    outputShapes.emplace_back(type.dims, type.dims + type.rank);
    outputArgs.push_back(emptyTensor(type.element, outputShapes.back()));
    if (!elementCount(type.element, outputShapes.back()))
      continue; // The run will say how large it is.
    RunStatus status = makeBuffer(outputs[i], i, type.element, outputShapes.back());
    if (!status.ok())
      return status;
  }
  return {};
}

/// Whatever an earlier run left in the buffers must not pass for this run's
/// result.
void RankRunner::prepareOutputs() {
  for (auto [argument, buffer] : llvm::zip_equal(outputArgs, outputs)) {
    argument.owned = 0;
    argument.data = buffer.data();
    argument.byte_size = buffer.data() ? buffer.bytes() : 0;
    if (buffer.data())
      std::memset(buffer.data(), 0xff, buffer.bytes());
  }
}

/// Moves outputs that the runtime allocated into buffers of ours, for the runs
/// to come.
RunStatus RankRunner::keepOutputs() {
  for (size_t i = 0; i < outputs.size(); ++i) {
    if (outputs[i].data())
      continue;
    const sflow_tensor_type &type = request.entry->outputs[i];
    sflow_tensor &argument = outputArgs[i];
    llvm::ArrayRef<int64_t> shape = outputShapes[i];
    if (!argument.data || !elementCount(type.element, shape))
      return {SFLOW_STATUS_INTERNAL, ("output " + llvm::Twine(i) + " was not produced").str()};
    RunStatus status = makeBuffer(outputs[i], i, type.element, shape);
    if (status.ok() && outputs[i].bytes())
      std::memcpy(outputs[i].data(), argument.data, outputs[i].bytes());
    sflow_tensor_release(&argument);
    if (!status.ok())
      return status;
  }
  return {};
}

/// The first run's outputs, for the runs to come to be compared with.
RunStatus RankRunner::keepFirst() {
  for (size_t i = 0; i < outputs.size(); ++i) {
    first.emplace_back();
    RunStatus status = makeBuffer(first[i], i, outputs[i].element(), outputs[i].shape());
    if (!status.ok())
      return status;
    if (first[i].bytes())
      std::memcpy(first[i].data(), outputs[i].data(), first[i].bytes());
  }
  return {};
}

std::string RankRunner::compareWithFirst() const {
  for (size_t i = 0; i < outputs.size(); ++i)
    if (std::optional<uint64_t> at = firstBitDifference(outputs[i], first[i]))
      return ("rank " + llvm::Twine(rank) + ", output " + llvm::Twine(i) + " at " + indexName(outputs[i].shape(), *at))
          .str();
  return "";
}

RunStatus RankRunner::waitFor(sflow_invocation *invocation, llvm::function_ref<void(const RunStatus &)> onLate) {
  uint64_t timeout = SFLOW_WAIT_FOREVER;
  if (request.timeoutSeconds > 0 && request.timeoutSeconds < 1e9)
    timeout = static_cast<uint64_t>(request.timeoutSeconds * 1e9);
  RunStatus status = RunStatus::from(sflow_invocation_wait(invocation, timeout));
  if (status.code != SFLOW_STATUS_DEADLINE_EXCEEDED || timeout == SFLOW_WAIT_FOREVER)
    return status;
  onLate(status);
  (void)RunStatus::from(sflow_invocation_wait(invocation, SFLOW_WAIT_FOREVER));
  return status;
}

RankRunner::RunEnd RankRunner::run(llvm::function_ref<void()> rendezvous,
                                   llvm::function_ref<void(const RunStatus &)> onLate) {
  RunEnd end;
  prepareOutputs();
  rendezvous();
  sflow_invocation *invocation = nullptr;
  end.startNs = now();
  end.status = RunStatus::from(sflow_module_launch(module, request.entry->name, inputArgs.data(), inputArgs.size(),
                                                   outputArgs.data(), outputArgs.size(), &invocation));
  if (end.status.ok())
    end.status = waitFor(invocation, onLate);
  end.endNs = now();
  if (invocation)
    sflow_invocation_release(invocation);
  if (end.status.ok())
    end.status = keepOutputs();
  if (!end.status.ok())
    return end;
  if (first.empty())
    end.status = keepFirst();
  else
    end.difference = compareWithFirst();
  return end;
}

RunStatus RankRunner::resetStats() {
  sflow_instance_stats_reset(instance);
  RankTrace dropped;
  return drainTrace(dropped);
}

RunStatus RankRunner::readStats(sflow_instance_stats &stats) {
  stats = {};
  stats.struct_size = sizeof stats;
  return RunStatus::from(sflow_instance_stats_read(instance, &stats));
}

RunStatus RankRunner::drainTrace(RankTrace &trace) {
  trace.events.clear();
  trace.lost = 0;
  if (!request.trace)
    return {};
  // Clearing a large buffer between the runs would empty the caches for them.
  if (drained.empty())
    drained.resize(traceCapacity(*request.entry));
  uint64_t count = 0;
  RunStatus status =
      RunStatus::from(sflow_instance_trace(instance, drained.data(), drained.size(), &count, &trace.lost));
  if (status.ok())
    trace.events.assign(drained.begin(), drained.begin() + count);
  return status;
}

void RankRunner::close() {
  if (module)
    sflow_module_release(module);
  module = nullptr;
  if (instance)
    sflow_instance_release(instance);
  instance = nullptr;
}

} // namespace syncflow::run
