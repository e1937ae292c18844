// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Instances and devices, and the conformance suite that every backend runs.
#include "Support.h"

#include <sched.h>
#include <sys/sysinfo.h>

#include <algorithm>
#include <atomic>
#include <cstring>

using namespace syncflow;
using namespace syncflow::test;

namespace {

TEST(InstanceTest, DefaultsAreOneHostDeviceOfOneCore) {
  Instance instance;
  ASSERT_OK(sflow_instance_create(nullptr, instance.out()));
  ASSERT_EQ(sflow_instance_device_count(instance.get()), 1u);
  sflow_device *device = nullptr;
  ASSERT_OK(sflow_instance_device(instance.get(), 0, &device));
  sflow_device_info info{};
  info.struct_size = sizeof(info);
  ASSERT_OK(sflow_device_info_read(device, &info));
  EXPECT_EQ(info.tag, uint32_t{SFLOW_DEVICE_HOST});
  EXPECT_EQ(info.cores, 1u);
  EXPECT_GT(info.memory_bytes, 0u);
  EXPECT_STREQ(info.name, "host:0");
}

TEST(InstanceTest, EachDeviceHasANameOfItsOwnAndTheTagOfItsKind) {
  struct Kind {
    const char *backend;
    uint32_t tag;
  };
  for (const Kind &kind : {Kind{"host", SFLOW_DEVICE_HOST}, Kind{"null", SFLOW_DEVICE_SIM}}) {
    sflow_instance_options options = instanceOptions();
    options.backend = kind.backend;
    options.device_count = 3;
    Instance instance;
    ASSERT_OK(sflow_instance_create(&options, instance.out()));
    for (uint32_t i = 0; i < 3; ++i) {
      sflow_device *device = nullptr;
      ASSERT_OK(sflow_instance_device(instance.get(), i, &device));
      sflow_device_info info{};
      info.struct_size = sizeof(info);
      ASSERT_OK(sflow_device_info_read(device, &info));
      EXPECT_EQ(info.name, kind.backend + (":" + std::to_string(i)));
      EXPECT_EQ(info.tag, kind.tag);
    }
  }
}

TEST(InstanceTest, AHostDeviceReportsTheMemoryOfTheMachine) {
  struct sysinfo machine{};
  ASSERT_EQ(sysinfo(&machine), 0);
  uint64_t bytes = uint64_t{machine.totalram} * machine.mem_unit;
  Instance instance;
  ASSERT_OK(sflow_instance_create(nullptr, instance.out()));
  sflow_device *device = nullptr;
  ASSERT_OK(sflow_instance_device(instance.get(), 0, &device));
  sflow_device_info info{};
  info.struct_size = sizeof(info);
  ASSERT_OK(sflow_device_info_read(device, &info));
  // The C library may read the same figure elsewhere, in other units.
  EXPECT_GE(info.memory_bytes, bytes - bytes / 100);
  EXPECT_LE(info.memory_bytes, bytes + bytes / 100);
  // And it is the capacity: more is refused.
  void *data = nullptr;
  EXPECT_EQ(take(sflow_device_allocate(device, info.memory_bytes + 1, 64, &data)),
            "device host:0 has no " + std::to_string(info.memory_bytes + 1) + " bytes left");
}

TEST(InstanceTest, AnOldCallersStructIsReadAndWrittenOnlyAsFarAsItGoes) {
  sflow_instance_options options = instanceOptions();
  options.device_count = 2;
  options.backend = "no such backend"; // Beyond struct_size: not looked at.
  options.struct_size = offsetof(sflow_instance_options, cores_per_device);
  Instance instance;
  ASSERT_OK(sflow_instance_create(&options, instance.out()));
  EXPECT_EQ(sflow_instance_device_count(instance.get()), 2u);
  sflow_instance_stats stats;
  std::memset(&stats, 0xAA, sizeof(stats));
  stats.struct_size = offsetof(sflow_instance_stats, waits);
  ASSERT_OK(sflow_instance_stats_read(instance.get(), &stats));
  EXPECT_EQ(stats.launches, 0u);
  EXPECT_EQ(stats.waits, 0xAAAAAAAAAAAAAAAAu);
}

TEST(InstanceTest, WrongOptionsSayWhatIsWrong) {
  Instance instance;
  sflow_instance_options options = instanceOptions();
  options.backend = "tpu";
  EXPECT_EQ(take(sflow_instance_create(&options, instance.out())), "no backend 'tpu'; there is: host, null");
  options = instanceOptions();
  options.struct_size = 0;
  EXPECT_EQ(take(sflow_instance_create(&options, instance.out())), "sflow_instance_options: struct_size is not set");
  options = instanceOptions();
  options.strict = 1;
  options.device_count = 4096;
  std::string cores = std::to_string(sflow_usable_cores());
  EXPECT_EQ(take(sflow_instance_create(&options, instance.out())),
            "4096 devices of 1 cores need 4096 cores, this process may use " + cores);
  options = instanceOptions();
  options.rank = 1;
  EXPECT_EQ(take(sflow_instance_create(&options, instance.out())), "rank 1 does not exist in a world of 1");
  World world;
  ASSERT_OK(sflow_world_create(2, world.out()));
  options = instanceOptions();
  options.world = world.get();
  ASSERT_OK(sflow_instance_create(&options, instance.out()));
  Instance again;
  EXPECT_EQ(take(sflow_instance_create(&options, again.out())), "rank 0 of the world is taken");
  EXPECT_EQ(take(sflow_world_create(0, world.out())), "a world has at least one rank");
  sflow_device *device = nullptr;
  EXPECT_EQ(take(sflow_instance_device(instance.get(), 1, &device)), "device 1 of an instance with 1");
}

TEST(InstanceTest, StrictKeepsPlansFromUsingMoreStreamsThanCores) {
  sflow_instance_options options = instanceOptions();
  options.strict = 1;
  Instance instance;
  ASSERT_OK(sflow_instance_create(&options, instance.out()));
  PlanBuilder plan("p");
  plan.task({plan.stream(0, 1), "a"}, [] { return 0; });
  ModuleBuilder builder("m");
  builder.entry("main", {plan.get()});
  Module module;
  EXPECT_EQ(take(builder.load(instance.get(), module)), "module 'm', entry 'main', device host:0 has 1 cores, the plan "
                                                        "uses compute stream 1");
}

TEST(InstanceTest, PinnedWorkersRunOnTheirCore) {
  const uint32_t devices = std::min(2u, sflow_usable_cores());
  sflow_instance_options options = instanceOptions();
  options.pin = 1;
  options.device_count = devices;
  Instance instance;
  ASSERT_OK(sflow_instance_create(&options, instance.out()));
  PlanBuilder plan;
  cpu_set_t sets[2];
  for (uint32_t i = 0; i < devices; ++i)
    plan.task({plan.stream(i), "a"}, [&sets, i] { return sched_getaffinity(0, sizeof(sets[i]), &sets[i]); });
  ModuleBuilder builder;
  builder.entry("main", {plan.get()});
  Module module;
  ASSERT_OK(builder.load(instance.get(), module));
  ASSERT_OK(sflow_module_run(module.get(), "main", nullptr, 0, nullptr, 0));
  cpu_set_t allowed;
  ASSERT_EQ(sched_getaffinity(0, sizeof(allowed), &allowed), 0);
  for (uint32_t i = 0; i < devices; ++i) {
    EXPECT_EQ(CPU_COUNT(&sets[i]), 1);
    cpu_set_t both;
    CPU_AND(&both, &sets[i], &allowed);
    EXPECT_TRUE(CPU_EQUAL(&both, &sets[i])) << "device " << i << " has a core that the process may not use";
  }
  if (devices == 2) {
    EXPECT_FALSE(CPU_EQUAL(&sets[0], &sets[1])) << "two devices share a core";
  }
}

TEST(InstanceTest, StatisticsCountWhatHappenedSinceTheReset) {
  sflow_instance_options options = instanceOptions();
  options.device_count = 2;
  Instance instance;
  ASSERT_OK(sflow_instance_create(&options, instance.out()));
  PlanBuilder plan;
  uint32_t left = plan.stream(0), right = plan.stream(1);
  // Once the other worker is on its way to the wait, time to measure (not order to prove).
  std::atomic<bool> coming = false;
  plan.task({left, "a"}, [&coming] {
    while (!coming.exchange(false))
      std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    return 0;
  });
  plan.task({right, "c"}, [&coming] {
    coming = true;
    return 0;
  });
  plan.task({right, "b", {{left, 1}}}, [] { return 0; });
  ModuleBuilder builder;
  builder.entry("main", {plan.get()}, 4096);
  Module module;
  ASSERT_OK(builder.load(instance.get(), module));
  for (int i = 0; i < 3; ++i)
    ASSERT_OK(sflow_module_run(module.get(), "main", nullptr, 0, nullptr, 0));
  sflow_instance_stats stats = readStats(instance.get());
  EXPECT_EQ(stats.launches, 3u);
  EXPECT_EQ(stats.tasks, 9u);
  EXPECT_EQ(stats.waits, 3u);
  EXPECT_EQ(stats.failed_tasks + stats.poisoned_tasks, 0u);
  EXPECT_GE(stats.busy_ns, 6'000'000u);
  EXPECT_GT(stats.wait_ns, 0u) << "device 1 waited for device 0";
  EXPECT_EQ(stats.arena_bytes, 4096u);
  sflow_instance_stats_reset(instance.get());
  stats = readStats(instance.get());
  EXPECT_EQ(stats.launches + stats.tasks + stats.waits + stats.busy_ns + stats.wait_ns + stats.overhead_ns, 0u);
  EXPECT_EQ(stats.arena_bytes, 4096u);
}

TEST(InstanceTest, TheTraceHasEveryTaskWithItsTimes) {
  sflow_instance_options options = instanceOptions();
  options.device_count = 2;
  options.trace_capacity = 16;
  Instance instance;
  ASSERT_OK(sflow_instance_create(&options, instance.out()));
  PlanBuilder plan;
  uint32_t left = plan.stream(0), right = plan.stream(1);
  // The first task does not end before the other one's worker has come to its wait, which is when it is counted.
  uint64_t waitsBefore = 0;
  plan.task({left, "a"}, [&] {
    const auto limit = std::chrono::steady_clock::now() + std::chrono::nanoseconds(kPatience);
    while (readStats(instance.get()).waits == waitsBefore)
      if (std::this_thread::yield(); std::chrono::steady_clock::now() > limit)
        return 1;
    ++waitsBefore;
    return 0;
  });
  plan.task({right, "b", {{left, 1}}}, [] { return 0; });
  const sflow_plan *desc = plan.get();
  ModuleBuilder builder;
  builder.entry("main", {desc});
  Module module;
  ASSERT_OK(builder.load(instance.get(), module));
  for (int i = 0; i < 2; ++i)
    ASSERT_OK(sflow_module_run(module.get(), "main", nullptr, 0, nullptr, 0));
  sflow_trace_event events[16];
  uint64_t count = 0, lost = 0;
  ASSERT_OK(sflow_instance_trace(instance.get(), events, 16, &count, &lost));
  ASSERT_EQ(count, 4u);
  for (uint64_t i = 0; i < 4; ++i) {
    const sflow_trace_event &event = events[i];
    EXPECT_EQ(event.plan, desc);
    EXPECT_EQ(event.task, i % 2);
    EXPECT_EQ(event.stream, i % 2);
    EXPECT_EQ(event.launch, i / 2);
    EXPECT_LE(event.ready_ns, event.start_ns);
    EXPECT_LE(event.start_ns, event.end_ns);
  }
  for (uint64_t run = 0; run < 2; ++run) {
    const sflow_trace_event &a = events[2 * run], &b = events[2 * run + 1];
    EXPECT_LT(b.ready_ns, a.end_ns) << "it came to its wait while the other one ran";
    EXPECT_GE(b.start_ns, a.end_ns) << "it did not wait";
  }
  ASSERT_OK(sflow_instance_trace(instance.get(), events, 16, &count, &lost));
  EXPECT_EQ(count, 0u);
  Instance untraced;
  ASSERT_OK(sflow_instance_create(nullptr, untraced.out()));
  EXPECT_EQ(take(sflow_instance_trace(untraced.get(), events, 16, &count, &lost)),
            "the instance was created without a trace");
}

TEST(StatusTest, HoldsACodeAndACopyOfTheMessage) {
  std::string message = "text";
  sflow_status status = sflow_status_create(SFLOW_STATUS_DATA_LOSS, message.c_str());
  message[0] = 'n';
  EXPECT_EQ(sflow_status_code_of(status), SFLOW_STATUS_DATA_LOSS);
  EXPECT_STREQ(sflow_status_message(status), "text");
  sflow_status_release(status);
  EXPECT_EQ(sflow_status_create(SFLOW_STATUS_OK, "ignored"), SFLOW_OK);
  EXPECT_EQ(sflow_status_code_of(SFLOW_OK), SFLOW_STATUS_OK);
  EXPECT_STREQ(sflow_status_message(SFLOW_OK), "");
  EXPECT_EQ(sflow_abi_version(), uint32_t{SFLOW_ABI_VERSION});
}

// --- conformance of backends
// -----------------------------------------------------------------------------------------

class BackendTest : public ::testing::TestWithParam<const char *> {
protected:
  void SetUp() override {
    sflow_instance_options options = instanceOptions();
    options.backend = GetParam();
    options.device_count = 2;
    options.cores_per_device = 2;
    ASSERT_OK(sflow_instance_create(&options, instance.out()));
    ASSERT_OK(sflow_instance_device(instance.get(), 1, &device));
  }
  /// The null backend takes all work and runs none.
  bool runs() const { return std::string(GetParam()) != "null"; }

  Instance instance;
  sflow_device *device = nullptr;
};

TEST_P(BackendTest, DescribesItself) {
  sflow_device_info info{};
  info.struct_size = sizeof(info);
  ASSERT_OK(sflow_device_info_read(device, &info));
  EXPECT_EQ(info.name, std::string(GetParam()) + ":1");
  EXPECT_EQ(info.cores, 2u);
}

TEST_P(BackendTest, AllocatesAlignedMemoryThatItTakesBack) {
  for (uint64_t bytes : {uint64_t{0}, uint64_t{1}, uint64_t{100}, uint64_t{1} << 20})
    for (uint64_t alignment : {64u, 4096u}) {
      void *data = nullptr;
      ASSERT_OK(sflow_device_allocate(device, bytes, alignment, &data));
      ASSERT_NE(data, nullptr);
      EXPECT_EQ(reinterpret_cast<uintptr_t>(data) % alignment, 0u);
      void *other = nullptr;
      ASSERT_OK(sflow_device_allocate(device, bytes, alignment, &other));
      if (runs()) { // It is there, and nobody else's.
        std::memset(data, 0x5A, bytes);
        std::memset(other, 0xA5, bytes);
        EXPECT_TRUE(std::all_of(static_cast<uint8_t *>(data), static_cast<uint8_t *>(data) + bytes,
                                [](uint8_t byte) { return byte == 0x5A; }));
      }
      sflow_device_free(device, other);
      sflow_device_free(device, data);
    }
  void *data = nullptr;
  EXPECT_EQ(take(sflow_device_allocate(device, 64, 48, &data)), "alignment 48 is not a power of two of at least 64");
  EXPECT_EQ(takeCode(sflow_device_allocate(device, uint64_t{1} << 62, 64, &data)), SFLOW_STATUS_RESOURCE_EXHAUSTED);
  EXPECT_EQ(data, nullptr);
}

TEST_P(BackendTest, SubmittedWorkAndTransfersComplete) {
  Stream stream;
  ASSERT_OK(sflow_stream_create(device, nullptr, stream.out()));
  Submitter submit;
  std::atomic<int> ran{0};
  uint64_t source = 5, target = 1;
  submit(stream.get(), "task", [&] { return ran.fetch_add(1), 0; });
  sflow_token token{};
  ASSERT_OK(sflow_stream_transfer(stream.get(), &target, &source, sizeof(source), nullptr, 0, &token));
  ASSERT_OK(sflow_token_wait(&token, 1, kPatience));
  EXPECT_EQ(ran.load(), runs() ? 1 : 0);
  EXPECT_EQ(target, runs() ? 5u : 1u);
}

TEST_P(BackendTest, PlansComplete) {
  PlanBuilder plan;
  std::atomic<int> ran{0};
  uint32_t left = plan.stream(0), right = plan.stream(1), comm = plan.stream(0, 0, SFLOW_STREAM_COMMUNICATION);
  float value = 3, sum = 0;
  plan.task({left, "a"}, [&] { return ran.fetch_add(1), 0; });
  plan.task({right, "b", {{left, 1}}}, [&] { return ran.fetch_add(1), 0; });
  sflow_plan_collective desc{};
  desc.element = SFLOW_ELEMENT_F32;
  plan.collective({comm, "sum", {{right, 1}}}, desc, &value, &sum, 1);
  ModuleBuilder builder;
  builder.group({1}, {0});
  builder.entry("main", {plan.get()});
  Module module;
  ASSERT_OK(builder.load(instance.get(), module));
  EXPECT_OK(sflow_module_run(module.get(), "main", nullptr, 0, nullptr, 0));
  EXPECT_EQ(ran.load(), runs() ? 2 : 0);
  EXPECT_EQ(sum, runs() ? 3.0f : 0.0f);
  EXPECT_EQ(readStats(instance.get()).tasks, 3u);
}

INSTANTIATE_TEST_SUITE_P(Backends, BackendTest, ::testing::Values("host", "null"),
                         [](const auto &info) { return std::string(info.param); });

} // namespace
