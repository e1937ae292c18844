// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// What the runtime itself costs: per task of a plan on one stream, on two
// streams that wait for each other, per launch, per submission, per collective.
// Task bodies are empty, so all time is the runtime's. The CPU column is that
// of all threads together: it says what the work costs also on a machine that
// is busy with something else.
#include "Support.h"

#include <benchmark/benchmark.h>

using namespace syncflow;
using namespace syncflow::test;

namespace {

int32_t nothing(const uint64_t *) { return 0; }

/// A loaded module of one plan; aborts on errors, which would make the numbers
/// meaningless.
class Loaded {
public:
  explicit Loaded(sflow_instance *instance, const sflow_plan *plan) {
    builder.group({1}, {0});
    builder.entry("main", {plan});
    check(builder.load(instance, module));
  }
  static void check(sflow_status status) {
    if (!status)
      return;
    std::fprintf(stderr, "%s\n", sflow_status_message(status));
    std::abort();
  }
  void run() { check(sflow_module_run(module.get(), "main", nullptr, 0, nullptr, 0)); }

private:
  ModuleBuilder builder;
  Module module;
};

Instance makeInstance(uint32_t devices, uint64_t trace = 0) {
  sflow_instance_options options = instanceOptions();
  options.device_count = devices;
  options.trace_capacity = trace;
  Instance instance;
  Loaded::check(sflow_instance_create(&options, instance.out()));
  return instance;
}

void perTask(benchmark::State &state, const char *name, int64_t tasks) {
  state.counters[name] = benchmark::Counter(static_cast<double>(tasks), benchmark::Counter::kIsIterationInvariantRate |
                                                                            benchmark::Counter::kInvert);
}

void oneStream(benchmark::State &state, uint64_t trace) {
  Instance instance = makeInstance(1, trace);
  PlanBuilder plan;
  uint32_t stream = plan.stream();
  for (int64_t i = 0; i < state.range(0); ++i)
    plan.task({stream, "task"}, nothing, {wordArg(0), wordArg(0, 64), constantArg(i)});
  Loaded loaded(instance.get(), plan.get());
  for (auto _ : state)
    loaded.run();
  perTask(state, "per_task", state.range(0));
}

void OneStream(benchmark::State &state) { oneStream(state, 0); }
void OneStreamTraced(benchmark::State &state) { oneStream(state, 1024); }
BENCHMARK(OneStream)->Arg(1)->Arg(1000)->MeasureProcessCPUTime()->UseRealTime();
BENCHMARK(OneStreamTraced)->Arg(1000)->MeasureProcessCPUTime()->UseRealTime();

/// Two streams that wait for each other after every `range(1)` tasks.
void TwoStreams(benchmark::State &state) {
  Instance instance = makeInstance(2);
  PlanBuilder plan;
  uint32_t streams[2] = {plan.stream(0), plan.stream(1)};
  int64_t tasks = state.range(0), every = state.range(1);
  for (int64_t i = 0; i < tasks; ++i)
    for (uint32_t s = 0; s < 2; ++s) {
      std::vector<sflow_plan_wait> waits;
      // Each waits for what the other finished one period ago: a pipeline, not
      // a lockstep.
      if (i >= every && i % every == 0)
        waits.push_back({streams[1 - s], static_cast<uint32_t>(i - every + 1)});
      plan.task({streams[s], "task", waits}, nothing, {wordArg(0)});
    }
  Loaded loaded(instance.get(), plan.get());
  for (auto _ : state)
    loaded.run();
  perTask(state, "per_task", 2 * tasks);
}
BENCHMARK(TwoStreams)->Args({1000, 1})->Args({1000, 10})->Args({1000, 100})->MeasureProcessCPUTime()->UseRealTime();

/// A value that goes to and fro: every task waits for the other stream's last
/// one.
void PingPong(benchmark::State &state) {
  Instance instance = makeInstance(2);
  PlanBuilder plan;
  uint32_t left = plan.stream(0), right = plan.stream(1);
  for (uint32_t i = 0; i < 100; ++i) {
    plan.task({left, "left", i ? std::vector<sflow_plan_wait>{{right, i}} : std::vector<sflow_plan_wait>{}}, nothing,
              {});
    plan.task({right, "right", {{left, i + 1}}}, nothing, {});
  }
  Loaded loaded(instance.get(), plan.get());
  for (auto _ : state)
    loaded.run();
  perTask(state, "per_handover", 200);
}
BENCHMARK(PingPong)->MeasureProcessCPUTime()->UseRealTime();

void SubmitAndWait(benchmark::State &state) {
  Instance instance = makeInstance(1);
  sflow_device *device = nullptr;
  Loaded::check(sflow_instance_device(instance.get(), 0, &device));
  Stream stream;
  Loaded::check(sflow_stream_create(device, nullptr, stream.out()));
  sflow_task_desc desc = taskDesc(nothing, nullptr, "task");
  for (auto _ : state) {
    sflow_token token{};
    Loaded::check(sflow_stream_submit(stream.get(), &desc, nullptr, 0, &token));
    Loaded::check(sflow_token_wait(&token, 1, SFLOW_WAIT_FOREVER));
  }
}
BENCHMARK(SubmitAndWait)->MeasureProcessCPUTime()->UseRealTime();

void SubmitThroughput(benchmark::State &state) {
  Instance instance = makeInstance(1);
  sflow_device *device = nullptr;
  Loaded::check(sflow_instance_device(instance.get(), 0, &device));
  Stream stream;
  Loaded::check(sflow_stream_create(device, nullptr, stream.out()));
  sflow_task_desc desc = taskDesc(nothing, nullptr, "task");
  for (auto _ : state) {
    sflow_token token{};
    for (int i = 0; i < 1000; ++i)
      Loaded::check(sflow_stream_submit(stream.get(), &desc, nullptr, 0, &token));
    Loaded::check(sflow_token_wait(&token, 1, SFLOW_WAIT_FOREVER));
  }
  perTask(state, "per_task", 1000);
}
BENCHMARK(SubmitThroughput)->MeasureProcessCPUTime()->UseRealTime();

/// all_reduce of f32 between two ranks.
void AllReduce(benchmark::State &state) {
  int64_t elements = state.range(0);
  constexpr int kRounds = 10;
  Ranks ranks(2);
  std::vector<float> data[2] = {std::vector<float>(elements), std::vector<float>(elements)};
  PlanBuilder plans[2];
  ModuleBuilder builders[2];
  Module modules[2];
  for (uint32_t rank = 0; rank < 2; ++rank) {
    uint32_t comm = plans[rank].stream(0, 0, SFLOW_STREAM_COMMUNICATION);
    sflow_plan_collective sum{};
    sum.element = SFLOW_ELEMENT_F32;
    for (int i = 0; i < kRounds; ++i)
      plans[rank].collective({comm, "sum"}, sum, data[rank].data(), data[rank].data(), elements);
    builders[rank].group({2}, {0});
    builders[rank].entry("main", {plans[rank].get()});
    Loaded::check(builders[rank].load(ranks.instances[rank].get(), modules[rank]));
  }
  for (auto _ : state) {
    Invocation invocations[2];
    for (uint32_t rank = 0; rank < 2; ++rank)
      Loaded::check(sflow_module_launch(modules[rank].get(), "main", nullptr, 0, nullptr, 0, invocations[rank].out()));
    for (Invocation &invocation : invocations)
      Loaded::check(sflow_invocation_wait(invocation.get(), SFLOW_WAIT_FOREVER));
  }
  perTask(state, "per_collective", kRounds);
  state.SetBytesProcessed(state.iterations() * kRounds * elements * 4);
}
BENCHMARK(AllReduce)->Arg(1)->Arg(16 << 10)->Arg(1 << 20)->MeasureProcessCPUTime()->UseRealTime();

} // namespace

BENCHMARK_MAIN();
