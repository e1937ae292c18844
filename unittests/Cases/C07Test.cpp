// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Case C07 with a gate: as long as the work behind a token cannot run, the host
// does not get past its wait, whatever way the token took.
#include "../Compiled/Quiet.h"
#include "../Runtime/Support.h"

using namespace syncflow;
using namespace syncflow::test;

extern "C" {
extern const sflow_module_desc sflow_c07_metadata;
extern const sflow_module_desc sflow_c07_without_waits_metadata;
}

namespace {

/// A run of an entry whose stream is held: another module's task, on the same
/// stream of the same device, waits for a gate.
class HeldRun {
public:
  HeldRun(const sflow_module_desc &desc, std::string entry) : entry(std::move(entry)) {
    sflow_instance_options options = instanceOptions();
    options.device_count = desc.device_count;
    options.cores_per_device = 2;
    EXPECT_OK(sflow_instance_create(&options, instance.out()));
    EXPECT_OK(sflow_module_load(instance.get(), &desc, nullptr, 0, module.out()));
    holder.task({holder.stream(0, 0), "holder"}, [this] {
      inside.open();
      gate.pass();
      return 0;
    });
    builder.entry("main", {holder.get()});
    EXPECT_OK(builder.load(instance.get(), holderModule));
    EXPECT_OK(sflow_module_launch(holderModule.get(), "main", nullptr, 0, nullptr, 0, held.out()));
    EXPECT_TRUE(inside.passWithin());
    runner = std::thread([this] { status = run(); });
  }
  ~HeldRun() { finish(); }

  /// Launches that the entry has made so far.
  uint64_t launches() { return readStats(instance.get()).launches - 1; }
  bool waitForLaunches(uint64_t count) {
    auto end = std::chrono::steady_clock::now() + std::chrono::nanoseconds(kPatience);
    while (launches() < count && std::chrono::steady_clock::now() < end)
      std::this_thread::yield();
    return launches() >= count;
  }
  /// Lets the work go on and waits for the end.
  std::string finish() {
    gate.open();
    if (runner.joinable())
      runner.join();
    return status;
  }

  float result = -1;

private:
  std::string run() {
    int64_t dims[1] = {1};
    float x = 5, second = 4;
    sflow_tensor inputs[2] = {tensorOf(&x, dims), tensorOf(&second, dims)};
    sflow_tensor output = tensorOf(&result, dims);
    return take(sflow_module_run(module.get(), entry.c_str(), inputs, entry == "branch" || entry == "loop" ? 2 : 1,
                                 &output, 1));
  }
  static sflow_tensor tensorOf(float *data, int64_t *dims) {
    sflow_tensor tensor{};
    tensor.struct_size = sizeof(tensor);
    tensor.data = data;
    tensor.shape = dims;
    tensor.byte_size = sizeof(float);
    tensor.rank = 1;
    tensor.element = SFLOW_ELEMENT_F32;
    return tensor;
  }

  std::string entry, status;
  Gate inside, gate;
  PlanBuilder holder;
  ModuleBuilder builder;
  Instance instance;
  Module module, holderModule;
  Invocation held;
  std::thread runner;
};

struct Way {
  const char *entry;
  uint64_t most; ///< Launches that may be made before the work has run.
  float result;
};

class C07Test : public ::testing::TestWithParam<Way> {};

TEST_P(C07Test, TheHostReadsOnlyWhatTheWorkHasWritten) {
  Way way = GetParam();
  HeldRun run(sflow_c07_metadata, way.entry);
  ASSERT_TRUE(run.waitForLaunches(1));
  ASSERT_TRUE(waitUntilQuiet());
  // The next launch is that of the task that the value goes to.
  EXPECT_LE(run.launches(), way.most) << "the host has gone past its wait";
  EXPECT_EQ(run.result, -1.0f);
  EXPECT_EQ(run.finish(), "");
  EXPECT_EQ(run.result, way.result);
}

INSTANTIATE_TEST_SUITE_P(Tokens, C07Test,
                         ::testing::Values(Way{"direct", 1, 5}, Way{"region", 1, 5}, Way{"branch", 1, 5},
                                           Way{"loop", 4, 20}),
                         [](const auto &info) { return std::string(info.param.entry); });

TEST(C07ControlTest, WithoutTheWaitTheHostReadsWhatWasThereBefore) {
  HeldRun run(sflow_c07_without_waits_metadata, "direct");
  EXPECT_TRUE(run.waitForLaunches(2)) << "something else holds the host back";
  EXPECT_EQ(run.finish(), "");
  EXPECT_EQ(run.result, 0.0f);
}

} // namespace
