// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Replays allocate nothing, on any thread. The test counts every allocation of
// the process between two points: with the sanitizers' own hooks where they own
// the allocator, else by standing in front of it.
#include "Support.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdlib>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZER_OWNS_MALLOC 1
#endif
#endif

namespace {
std::atomic<bool> counting{false};
std::atomic<uint64_t> allocations{0};

void count() {
  if (counting.load(std::memory_order_relaxed))
    allocations.fetch_add(1, std::memory_order_relaxed);
}
} // namespace

#ifdef SANITIZER_OWNS_MALLOC
extern "C" int __sanitizer_install_malloc_and_free_hooks(void (*malloc_hook)(const volatile void *, size_t),
                                                         void (*free_hook)(const volatile void *));
static const int hooked = __sanitizer_install_malloc_and_free_hooks([](const volatile void *, size_t) { count(); },
                                                                    [](const volatile void *) {});
#else
static const int hooked = 1;
extern "C" {
void *__libc_malloc(size_t bytes);
void *__libc_calloc(size_t count, size_t bytes);
void *__libc_realloc(void *old, size_t bytes);
void *__libc_memalign(size_t alignment, size_t bytes);

void *malloc(size_t bytes) {
  count();
  return __libc_malloc(bytes);
}
void *calloc(size_t number, size_t bytes) {
  count();
  return __libc_calloc(number, bytes);
}
void *realloc(void *old, size_t bytes) {
  count();
  return __libc_realloc(old, bytes);
}
void *memalign(size_t alignment, size_t bytes) {
  count();
  return __libc_memalign(alignment, bytes);
}
void *aligned_alloc(size_t alignment, size_t bytes) { return memalign(alignment, bytes); }
int posix_memalign(void **out, size_t alignment, size_t bytes) {
  *out = memalign(alignment, bytes);
  return *out ? 0 : ENOMEM;
}
}
#endif

using namespace syncflow;
using namespace syncflow::test;

namespace {

TEST(AllocationTest, TheHookSeesAllocationsOfTheRuntime) {
  ASSERT_NE(hooked, 0);
  allocations.store(0);
  counting.store(true);
  sflow_status_release(sflow_status_create(SFLOW_STATUS_INTERNAL, "x"));
  counting.store(false);
  EXPECT_EQ(allocations.load(), 1u);
}

/// A module that uses everything a replay touches: two devices with waits, an
/// arena, releases, an output, a collective and a transfer, and two launches
/// per run.
class ReplayModule {
public:
  explicit ReplayModule(uint32_t ranks) {
    uint32_t left = plan.stream(0, 0), right = plan.stream(1, 0);
    uint32_t comm = plan.stream(0, 0, SFLOW_STREAM_COMMUNICATION);
    auto touch = [](const uint64_t *args) -> int32_t {
      *reinterpret_cast<float *>(args[0]) += 1;
      return 0;
    };
    for (uint32_t i = 0; i < 8; ++i) {
      plan.task({left, "left", i ? std::vector<sflow_plan_wait>{{right, i}} : std::vector<sflow_plan_wait>{}}, +touch,
                {wordArg(0, 64)});
      plan.task({right, "right", {{left, i + 1}}}, +touch, {wordArg(0, 64)});
    }
    uint32_t last = plan.transfer({right, "copy"}, wordArg(0, 64), wordArg(1), 4);
    sflow_plan_collective sum{};
    sum.element = SFLOW_ELEMENT_F32;
    plan.collective({comm, "sum", {{right, 9}}, {last}}, sum, {wordArg(1), wordArg(1), constantArg(int64_t{1})});
    plan.release(64, 4, {last});
    desc = plan.get(2);
    module.desc.device_count = 2;
    module.output("y", {1});
    module.group({static_cast<int64_t>(ranks)}, {0});
    module.entry("main", {desc}, [this](sflow_invocation *invocation) {
      int64_t dims[] = {1};
      void *y = sflow_rt_output(invocation, 0, 1, dims);
      for (int i = 0; i < 2; ++i) {
        uint64_t *frame = sflow_rt_frame(invocation, desc);
        frame[0] = reinterpret_cast<uintptr_t>(sflow_rt_arena(invocation, 4 << 20));
        frame[1] = reinterpret_cast<uintptr_t>(y);
        *reinterpret_cast<float *>(frame[0] + 64) = 0;
        if (sflow_rt_launch(invocation, desc, frame) != 0 || sflow_rt_wait(invocation, SFLOW_WAIT_FOREVER) != 0)
          return 1;
      }
      return 0;
    });
  }

  PlanBuilder plan;
  ModuleBuilder module;
  const sflow_plan *desc = nullptr;
};

std::string replay(sflow_instance *instance, ReplayModule &replayed, int runs, const std::function<void()> &warm) {
  Module module;
  std::string problem = take(replayed.module.load(instance, module));
  float y = 0;
  HostTensor output({1}, SFLOW_ELEMENT_F32, &y, sizeof(y));
  sflow_tensor tensor = output.get();
  sflow_status status = nullptr;
  for (int i = 0; i < runs + 2 && problem.empty() && !status; ++i) {
    if (i == 2)
      warm();
    status = sflow_module_run(module.get(), "main", nullptr, 0, &tensor, 1);
  }
  // Loading and releasing are not replays: every rank comes here before
  // counting stops.
  warm();
  counting.store(false);
  return problem.empty() ? take(status) : problem;
}

TEST(AllocationTest, ReplaysAllocateNothing) {
  sflow_instance_options options = instanceOptions();
  options.device_count = 2;
  options.trace_capacity = 64;
  options.scribble = 1;
  Instance instance;
  ASSERT_OK(sflow_instance_create(&options, instance.out()));
  ReplayModule replayed(1);
  allocations.store(0);
  EXPECT_EQ(replay(instance.get(), replayed, 50, [] { counting.store(true); }), "");
  EXPECT_EQ(allocations.load(), 0u);
}

TEST(AllocationTest, ReplaysOnTwoRanksAllocateNothing) {
  sflow_instance_options options = instanceOptions();
  options.device_count = 2;
  Ranks ranks(2, options);
  std::array<ReplayModule, 2> modules{ReplayModule(2), ReplayModule(2)};
  std::atomic<int> warm{0};
  allocations.store(0);
  std::vector<std::string> results = ranks.each([&](uint32_t rank) {
    return replay(ranks.instances[rank].get(), modules[rank], 20, [&] {
      // Count only while both replay: twice, all ranks meet here.
      int mine = warm.fetch_add(1) + 1;
      int target = (mine + 1) / 2 * 2;
      while (warm.load() < target)
        std::this_thread::yield();
      if (target == 2)
        counting.store(true);
    });
  });
  EXPECT_EQ(results, std::vector<std::string>(2));
  EXPECT_EQ(allocations.load(), 0u);
}

TEST(AllocationTest, LaunchesThatOverlapAllocateNothingOnceAsManyHaveRun) {
  sflow_instance_options options = instanceOptions();
  options.device_count = 2;
  Instance instance;
  ASSERT_OK(sflow_instance_create(&options, instance.out()));
  PlanBuilder plan;
  Gate gate; // Closed for the first round: its four launches all exist at the
             // same time.
  plan.task({plan.stream(), "a"}, [&] {
    gate.pass();
    return 0;
  });
  ModuleBuilder builder;
  builder.entry("main", {plan.get()});
  Module module;
  ASSERT_OK(builder.load(instance.get(), module));
  auto round = [&] {
    sflow_invocation *invocations[4];
    for (sflow_invocation *&invocation : invocations)
      if (sflow_status status = sflow_module_launch(module.get(), "main", nullptr, 0, nullptr, 0, &invocation))
        return status;
    gate.open();
    for (sflow_invocation *invocation : invocations) {
      if (sflow_status status = sflow_invocation_wait(invocation, kPatience))
        return status;
      sflow_invocation_release(invocation);
    }
    return SFLOW_OK;
  };
  ASSERT_OK(round());
  allocations.store(0);
  counting.store(true);
  sflow_status status = SFLOW_OK;
  for (int i = 0; i < 20 && !status; ++i)
    status = round();
  counting.store(false);
  EXPECT_OK(status);
  EXPECT_EQ(allocations.load(), 0u);
}

TEST(AllocationTest, SubmittedWorkReusesItsItems) {
  sflow_instance_options options = instanceOptions();
  Instance instance;
  ASSERT_OK(sflow_instance_create(&options, instance.out()));
  sflow_device *device = nullptr;
  ASSERT_OK(sflow_instance_device(instance.get(), 0, &device));
  Stream stream;
  ASSERT_OK(sflow_stream_create(device, nullptr, stream.out()));
  Body body = [] { return 0; };
  uint64_t args[] = {reinterpret_cast<uintptr_t>(&body)};
  sflow_task_desc desc = taskDesc(callBody, args, "a task whose name is longer than a short string holds");
  sflow_token token{};
  sflow_status status = SFLOW_OK;
  allocations.store(0);
  for (int i = 0; i < 22 && !status; ++i) {
    if (i == 2)
      counting.store(true);
    sflow_token previous = token;
    status = sflow_stream_submit(stream.get(), &desc, &previous, 1, &token);
    if (!status)
      status = sflow_token_wait(&token, 1, kPatience);
  }
  counting.store(false);
  EXPECT_OK(status);
  EXPECT_EQ(allocations.load(), 0u);
}

} // namespace
