// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Modules: what load and run check, parameters, derived buffers, outputs, host
// failures.
#include "Support.h"

#include <atomic>
#include <cstring>

using namespace syncflow;
using namespace syncflow::test;

namespace {

class ModuleTest : public ::testing::Test {
protected:
  void SetUp() override {
    sflow_instance_options options = instanceOptions();
    options.device_count = 1;
    ASSERT_OK(sflow_instance_create(&options, instance.out()));
  }

  Instance instance;
};

sflow_parameter parameter(const char *name, const std::vector<float> &data, const std::vector<int64_t> &shape) {
  return {sizeof(sflow_parameter),
          name,
          data.data(),
          shape.data(),
          data.size() * sizeof(float),
          static_cast<uint32_t>(shape.size()),
          SFLOW_ELEMENT_F32};
}

/// y = 2 * x for a matrix of 2 columns and any number of rows.
class DoublingModule {
public:
  DoublingModule() {
    plan.task({plan.stream(), "double"},
              +[](const uint64_t *args) -> int32_t {
                const float *x = reinterpret_cast<const float *>(args[0]);
                float *y = reinterpret_cast<float *>(args[1]);
                for (uint64_t i = 0; i < args[2]; ++i)
                  y[i] = 2 * x[i];
                return 0;
              },
              {wordArg(0), wordArg(1), wordArg(2)});
    desc = plan.get(3);
    module.input("x", {-1, 2});
    module.output("y", {-1, 2});
    module.entry("double", {desc}, [this](sflow_invocation *invocation) {
      int64_t dims[] = {sflow_rt_input_dim(invocation, 0, 0), 2};
      void *y = sflow_rt_output(invocation, 0, 2, dims);
      uint64_t *frame = y ? sflow_rt_frame(invocation, desc) : nullptr;
      if (!frame)
        return 1;
      frame[0] = reinterpret_cast<uintptr_t>(sflow_rt_input(invocation, 0));
      frame[1] = reinterpret_cast<uintptr_t>(y);
      frame[2] = static_cast<uint64_t>(dims[0]) * 2;
      return sflow_rt_launch(invocation, desc, frame);
    });
  }

  PlanBuilder plan;
  ModuleBuilder module{"doubling"};
  const sflow_plan *desc = nullptr;
};

class DoublingTest : public ModuleTest {
protected:
  void SetUp() override {
    ModuleTest::SetUp();
    ASSERT_OK(doubling.module.load(instance.get(), module));
  }

  std::string run(sflow_tensor input, sflow_tensor output, uint64_t inputs = 1, uint64_t outputs = 1,
                  const char *entry = "double") {
    return take(sflow_module_run(module.get(), entry, &input, inputs, &output, outputs));
  }

  DoublingModule doubling;
  Module module;
  std::vector<float> x{1, 2, 3, 4, 5, 6}, y = std::vector<float>(6);
  HostTensor in{{3, 2}, SFLOW_ELEMENT_F32, x.data(), 24}, out{{0, 0}, SFLOW_ELEMENT_F32, y.data(), 24};
};

TEST_F(DoublingTest, CallersBuffersAreUsedAndShapesFilledIn) {
  EXPECT_EQ(run(in.get(), out.get()), "");
  EXPECT_EQ(y, (std::vector<float>{2, 4, 6, 8, 10, 12}));
  EXPECT_EQ(out.shape, (std::vector<int64_t>{3, 2}));
}

TEST_F(DoublingTest, AnOutputWithoutDataIsAllocatedAndServesAgain) {
  Tensor result(SFLOW_ELEMENT_F32, 2);
  sflow_tensor input = in.get();
  ASSERT_OK(sflow_module_run(module.get(), "double", &input, 1, result.get(), 1));
  EXPECT_EQ(result.dims(), (std::vector<int64_t>{3, 2}));
  float *data = result.data<float>();
  EXPECT_EQ(data[5], 12);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(data) % 64, 0u);
  EXPECT_EQ(result.get()->owned, 1u);
  x[5] = 7;
  ASSERT_OK(sflow_module_run(module.get(), "double", &input, 1, result.get(), 1));
  EXPECT_EQ(result.data<float>(), data);
  EXPECT_EQ(data[5], 14);
}

TEST_F(DoublingTest, WrongInputsSayWhichOneAndWhatWasExpected) {
  EXPECT_EQ(run(in.get(), out.get(), 0), "entry 'double': expected 1 inputs, got 0");
  EXPECT_EQ(run(in.get(), out.get(), 1, 0), "entry 'double': expected 1 outputs, got 0");
  HostTensor rank({6}, SFLOW_ELEMENT_F32, x.data(), 24);
  EXPECT_EQ(run(rank.get(), out.get()), "entry 'double', input 0 ('x'): expected ?x2xf32, got 6xf32");
  HostTensor dim({2, 3}, SFLOW_ELEMENT_F32, x.data(), 24);
  EXPECT_EQ(run(dim.get(), out.get()), "entry 'double', input 0 ('x'): expected ?x2xf32, got 2x3xf32");
  HostTensor element({3, 2}, SFLOW_ELEMENT_I32, x.data(), 24);
  EXPECT_EQ(run(element.get(), out.get()), "entry 'double', input 0 ('x'): expected ?x2xf32, got 3x2xi32");
  HostTensor bytes({4, 2}, SFLOW_ELEMENT_F32, x.data(), 24);
  EXPECT_EQ(run(bytes.get(), out.get()), "entry 'double', input 0 ('x'): expected 32 bytes, got 24");
  HostTensor negative({-3, 2}, SFLOW_ELEMENT_F32, x.data(), 24);
  EXPECT_EQ(run(negative.get(), out.get()), "entry 'double', input 0 ('x'): -3x2xf32 is no possible shape");
  HostTensor huge({INT64_MAX, 2}, SFLOW_ELEMENT_F32, x.data(), 24);
  EXPECT_EQ(run(huge.get(), out.get()), "entry 'double', input 0 ('x'): 9223372036854775807x2xf32 is no "
                                        "possible shape");
  HostTensor nothing({3, 2}, SFLOW_ELEMENT_F32, nullptr, 24);
  EXPECT_EQ(run(nothing.get(), out.get()), "entry 'double', input 0 ('x'): no data");
  sflow_tensor unsized = in.get();
  unsized.struct_size = 0;
  EXPECT_EQ(run(unsized, out.get()), "entry 'double', input 0 ('x'): struct_size is not that of sflow_tensor");
}

TEST_F(DoublingTest, WrongOutputsSayWhatIsWrong) {
  HostTensor small({0, 0}, SFLOW_ELEMENT_F32, y.data(), 16);
  EXPECT_EQ(run(in.get(), small.get()), "entry 'double', output 0: 3x2xf32 needs 24 bytes, the buffer has 16");
  HostTensor rank({0}, SFLOW_ELEMENT_F32, y.data(), 24);
  EXPECT_EQ(run(in.get(), rank.get()), "entry 'double', output 0 ('y'): expected room for a shape of rank "
                                       "2, got 1");
  HostTensor element({0, 0}, SFLOW_ELEMENT_F16, y.data(), 24);
  EXPECT_EQ(run(in.get(), element.get()), "entry 'double', output 0 ('y'): expected a buffer of f32, got f16");
}

TEST_F(DoublingTest, AnUnknownEntryListsTheKnownOnes) {
  EXPECT_EQ(run(in.get(), out.get(), 1, 1, "forward"), "module 'doubling' has no entry 'forward'; it has: double");
  sflow_tensor input = in.get(), output = out.get();
  EXPECT_EQ(take(sflow_module_run(module.get(), nullptr, &input, 1, &output, 1)), "no entry is named");
  EXPECT_EQ(take(sflow_module_run(module.get(), "double", nullptr, 1, &output, 1)),
            "entry 'double': tensors are counted, and none are given");
}

TEST_F(DoublingTest, AnEmptyInputNeedsNoData) {
  HostTensor empty({0, 2}, SFLOW_ELEMENT_F32, nullptr, 0);
  EXPECT_EQ(run(empty.get(), out.get()), "");
  EXPECT_EQ(out.shape, (std::vector<int64_t>{0, 2}));
}

TEST_F(ModuleTest, ParametersAreBoundByNameAndBorrowed) {
  std::vector<float> weight{1, 2, 3, 4, 5, 6}, bias{7};
  ModuleBuilder builder;
  builder.parameter("weight", {2, 3});
  builder.parameter("bias", {1});
  const void *seen[2] = {};
  builder.entry("main", {}, [&](sflow_invocation *invocation) {
    seen[0] = sflow_rt_parameter(invocation, 1);
    seen[1] = sflow_rt_parameter(invocation, 2);
    return 0;
  });
  Module module;
  ASSERT_OK(builder.load(
      instance.get(), module,
      {parameter("unused", bias, {1}), parameter("bias", bias, {1}), parameter("weight", weight, {2, 3})}));
  ASSERT_OK(sflow_module_run(module.get(), "main", nullptr, 0, nullptr, 0));
  EXPECT_EQ(seen[0], weight.data());
  EXPECT_EQ(seen[1], bias.data());
}

TEST_F(ModuleTest, AllMissingAndWrongParametersAreInOneMessage) {
  std::vector<float> data(6);
  ModuleBuilder builder("encoder");
  builder.parameter("embed", {30, 4});
  builder.parameter("w0", {2, 3});
  builder.parameter("w1", {2, 3});
  builder.parameter("norm", {4});
  builder.entry("main", {}, [](sflow_invocation *) { return 0; });
  std::vector<int64_t> shape{2, 3};
  sflow_parameter shorter = parameter("w1", data, shape);
  shorter.byte_size = 20;
  Module module;
  EXPECT_EQ(take(builder.load(instance.get(), module, {parameter("w0", data, {3, 2}), shorter})),
            "module 'encoder': missing parameters 'embed' (30x4xf32), 'norm' "
            "(4xf32); parameters that do not fit: "
            "'w0': expected 2x3xf32, got 3x2xf32; 'w1': expected 24 bytes, got 20");
}

TEST_F(ModuleTest, DerivedBuffersAreComputedOnceAtLoadAndKept) {
  std::vector<float> weight{1, 2, 3, 4, 5, 6};
  PlanBuilder plan;
  plan.task({plan.stream(), "transpose"},
            +[](const uint64_t *args) -> int32_t {
              auto *from = reinterpret_cast<const float *>(args[0]);
              auto *to = reinterpret_cast<float *>(args[1]);
              for (int row = 0; row < 2; ++row)
                for (int column = 0; column < 3; ++column)
                  to[column * 2 + row] = from[row * 3 + column];
              return 0;
            },
            {wordArg(0), wordArg(1)});
  const sflow_plan *desc = plan.get(2);
  ModuleBuilder builder;
  builder.parameter("weight", {2, 3});
  builder.derived({3, 2});
  int loads = 0;
  builder.load({desc}, [&](sflow_invocation *invocation) {
    ++loads;
    uint64_t *frame = sflow_rt_frame(invocation, desc);
    frame[0] = reinterpret_cast<uintptr_t>(sflow_rt_parameter(invocation, 1));
    frame[1] = reinterpret_cast<uintptr_t>(sflow_rt_derived(invocation, 0));
    return sflow_rt_launch(invocation, desc, frame);
  });
  std::vector<float> seen(6);
  builder.entry("main", {}, [&](sflow_invocation *invocation) {
    std::memcpy(seen.data(), sflow_rt_derived(invocation, 0), 24);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(sflow_rt_derived(invocation, 0)) % 64, 0u);
    return 0;
  });
  Module module;
  ASSERT_OK(builder.load(instance.get(), module, {parameter("weight", weight, {2, 3})}));
  for (int i = 0; i < 2; ++i)
    ASSERT_OK(sflow_module_run(module.get(), "main", nullptr, 0, nullptr, 0));
  EXPECT_EQ(seen, (std::vector<float>{1, 4, 2, 5, 3, 6}));
  EXPECT_EQ(loads, 1);
}

TEST_F(ModuleTest, AFailedLoadGivesItsCause) {
  PlanBuilder plan;
  int32_t broken = plan.message("weights are not finite");
  plan.task({plan.stream(), "check"}, [=] { return broken; });
  const sflow_plan *desc = plan.get();
  ModuleBuilder builder("net");
  builder.load({desc}, [desc](sflow_invocation *invocation) { return launchPlan(invocation, desc); });
  builder.entry("main", {}, [](sflow_invocation *) { return 0; });
  Module module;
  EXPECT_EQ(take(builder.load(instance.get(), module)),
            "module 'net', load: task check (test.mlir:1:1): weights are not finite");
  EXPECT_FALSE(module);
}

TEST_F(ModuleTest, ModulesForSomethingElseAreRejected) {
  auto load = [&](auto change) {
    ModuleBuilder builder("net");
    builder.entry("main", {}, [](sflow_invocation *) { return 0; });
    change(builder.desc);
    Module module;
    return take(builder.load(instance.get(), module));
  };
  EXPECT_EQ(load([](sflow_module_desc &desc) { desc.abi_version = (7u << 16) | 1; }),
            "module 'net' was compiled for ABI 7.1, this runtime has 0.1");
  EXPECT_EQ(load([](sflow_module_desc &desc) { desc.abi_version += 1; }),
            "module 'net' was compiled for ABI 0.2, this runtime has 0.1");
  EXPECT_EQ(load([](sflow_module_desc &desc) { desc.device_count = 3; }),
            "module 'net' uses 3 devices, the instance has 1");
  EXPECT_EQ(load([](sflow_module_desc &desc) { desc.ranks = 2; }),
            "module 'net' was compiled for 2 ranks, the world has 1");
  EXPECT_EQ(load([](sflow_module_desc &desc) { desc.struct_size = 16; }),
            "the module's description is older than this runtime");
}

TEST_F(ModuleTest, BrokenPlansAreRejectedAtLoad) {
  auto load = [&](auto build) {
    PlanBuilder plan("p");
    build(plan);
    ModuleBuilder builder("m");
    builder.entry("main", {plan.get()});
    Module module;
    return take(builder.load(instance.get(), module));
  };
  const std::string prefix = "module 'm', entry 'main', plan 'p': ";
  auto body = [] { return 0; };
  EXPECT_EQ(load([&](PlanBuilder &plan) { plan.task({5, "a"}, body); }), prefix + "task 0 (a): stream 5 of 0");
  EXPECT_EQ(load([&](PlanBuilder &plan) { plan.task({plan.stream(9), "a"}, body); }),
            prefix + "stream 0 is on device 9, the instance has 1");
  EXPECT_EQ(load([&](PlanBuilder &plan) { plan.task({plan.stream(), "a", {}, {4}}, body); }),
            prefix + "task 0 (a): predecessor 4 does not exist");
  EXPECT_EQ(load([&](PlanBuilder &plan) { plan.task({plan.stream(), "a", {{0, 2}}}, body); }),
            prefix + "a wait for 2 tasks of stream 0, which has 1");
  EXPECT_EQ(load([&](PlanBuilder &plan) { plan.task({plan.stream(), "a"}, callBody, {wordArg(3)}); }),
            prefix + "task 0 (a): argument 0 reads word 3 of a frame of 1");
  EXPECT_EQ(load([&](PlanBuilder &plan) { plan.task({plan.stream(), "a"}, nullptr, {}); }),
            prefix + "task 0 (a): no function");
  EXPECT_EQ(load([&](PlanBuilder &plan) {
              plan.task({plan.stream(), "a"}, body);
              plan.release(0, 64, {3});
            }),
            prefix + "a release names task 3, which does not exist");
  EXPECT_EQ(load([&](PlanBuilder &plan) {
              plan.stream();
              plan.task({plan.stream(0, 0), "a"}, body);
              plan.task({0, "b"}, body);
            }),
            prefix + "streams 1 and 0 are the same");
}

TEST_F(ModuleTest, APlanThatCannotEndIsRejectedAtLoad) {
  PlanBuilder plan("p");
  uint32_t left = plan.stream(0, 0), right = plan.stream(0, 1);
  plan.task({left, "a", {{right, 1}}}, [] { return 0; });
  plan.task({right, "b", {{left, 1}}}, [] { return 0; });
  ModuleBuilder builder("m");
  builder.entry("main", {plan.get()});
  Module module;
  EXPECT_EQ(take(builder.load(instance.get(), module)),
            "module 'm', entry 'main', plan 'p': task 0 (a) waits for tasks "
            "that wait for it");
}

TEST_F(ModuleTest, HostCodeCanFailAndUnlaunchedFramesAreTakenBack) {
  PlanBuilder plan;
  std::atomic<int> ran{0};
  plan.task({plan.stream(), "a"}, [&] {
    ran.fetch_add(1);
    return 0;
  });
  const sflow_plan *desc = plan.get();
  ModuleBuilder builder;
  bool fail = true;
  builder.entry("main", {desc}, [&](sflow_invocation *invocation) {
    uint64_t *frame = sflow_rt_frame(invocation, desc);
    if (fail) {
      sflow_rt_fail(invocation, "sequence is longer than 512");
      return 1;
    }
    return sflow_rt_launch(invocation, desc, frame);
  });
  builder.entry("silent", {}, [](sflow_invocation *) { return 9; });
  Module module;
  ASSERT_OK(builder.load(instance.get(), module));
  sflow_status status = sflow_module_run(module.get(), "main", nullptr, 0, nullptr, 0);
  EXPECT_EQ(sflow_status_code_of(status), SFLOW_STATUS_ABORTED);
  EXPECT_EQ(take(status), "sequence is longer than 512");
  fail = false;
  EXPECT_OK(sflow_module_run(module.get(), "main", nullptr, 0, nullptr, 0));
  EXPECT_EQ(ran.load(), 1);
  EXPECT_EQ(take(sflow_module_run(module.get(), "silent", nullptr, 0, nullptr, 0)), "entry 'silent' returned 9");
}

TEST_F(ModuleTest, HostCodeSeesResultsAfterWaiting) {
  // A loop whose condition is computed by a task.
  uint64_t counter = 0;
  PlanBuilder plan;
  plan.task({plan.stream(), "step"}, [&] {
    ++counter;
    return 0;
  });
  const sflow_plan *desc = plan.get();
  ModuleBuilder builder;
  builder.entry("main", {desc}, [&](sflow_invocation *invocation) {
    while (counter < 10)
      if (launchPlan(invocation, desc) != 0 || sflow_rt_wait(invocation, SFLOW_WAIT_FOREVER) != 0)
        return 1;
    return 0;
  });
  Module module;
  ASSERT_OK(builder.load(instance.get(), module));
  EXPECT_OK(sflow_module_run(module.get(), "main", nullptr, 0, nullptr, 0));
  EXPECT_EQ(counter, 10u);
}

TEST_F(ModuleTest, MisusedHostCallsAreErrorsNotCrashes) {
  PlanBuilder plan, foreign;
  plan.task({plan.stream(), "a"}, [] { return 0; });
  foreign.task({foreign.stream(), "b"}, [] { return 0; });
  const sflow_plan *desc = plan.get(), *other = foreign.get();
  ModuleBuilder builder;
  builder.entry("foreign", {desc}, [&](sflow_invocation *invocation) { return launchPlan(invocation, other); });
  builder.entry("twice", {desc}, [&](sflow_invocation *invocation) {
    uint64_t *frame = sflow_rt_frame(invocation, desc);
    return sflow_rt_launch(invocation, desc, frame) | sflow_rt_launch(invocation, desc, frame);
  });
  builder.entry("arena", {}, [](sflow_invocation *invocation) {
    void *first = sflow_rt_arena(invocation, 256);
    EXPECT_EQ(sflow_rt_arena(invocation, 128), first);
    return sflow_rt_arena(invocation, 512) ? 0 : 1;
  });
  builder.entry("much", {}, [](sflow_invocation *invocation) { return sflow_rt_arena(invocation, INT64_MAX) ? 0 : 1; });
  Module module;
  ASSERT_OK(builder.load(instance.get(), module));
  auto run = [&](const char *entry) { return take(sflow_module_run(module.get(), entry, nullptr, 0, nullptr, 0)); };
  EXPECT_EQ(run("foreign"), "entry 'foreign' launches a plan that its module does not list");
  EXPECT_EQ(run("twice"), "a frame was launched twice or by another invocation");
  EXPECT_EQ(run("arena"), "entry 'arena' asks for a second, larger arena");
  EXPECT_EQ(run("much"), "entry 'much': no 9223372036854775807 bytes for the arena");
}

TEST_F(ModuleTest, AnOutputThatDoesNotFitItsDeclarationIsAnError) {
  ModuleBuilder builder;
  builder.output("y", {-1, 4});
  builder.entry("main", {}, [](sflow_invocation *invocation) {
    int64_t dims[] = {2, 5};
    return sflow_rt_output(invocation, 0, 2, dims) ? 0 : 1;
  });
  Module module;
  ASSERT_OK(builder.load(instance.get(), module));
  Tensor result(SFLOW_ELEMENT_F32, 2);
  EXPECT_EQ(take(sflow_module_run(module.get(), "main", nullptr, 0, result.get(), 1)),
            "entry 'main', output 0: declared ?x4xf32, computed 2x5xf32");
}

} // namespace
