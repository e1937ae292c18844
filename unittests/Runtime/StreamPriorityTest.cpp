// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// What the priority of a stream does: the system gives cores to the workers of
// less urgent ones later.
#include "Support.h"

#include <sys/resource.h>

#include <algorithm>

using namespace syncflow;
using namespace syncflow::test;

namespace {

class StreamPriorityTest : public ::testing::Test {
protected:
  void SetUp() override {
    ASSERT_OK(sflow_instance_create(nullptr, instance.out()));
    ASSERT_OK(sflow_instance_device(instance.get(), 0, &device));
  }
  sflow_status create(uint32_t priority, Stream &stream) {
    sflow_stream_options options{};
    options.struct_size = sizeof(options);
    options.priority = priority;
    return sflow_stream_create(device, &options, stream.out());
  }
  /// How nice the worker of a stream of this priority is.
  int nicenessOf(uint32_t priority) {
    Stream stream;
    EXPECT_OK(create(priority, stream));
    Submitter submit;
    int result = 0;
    sflow_token token = submit(stream.get(), "look", [&] {
      result = getpriority(PRIO_PROCESS, 0);
      return 0;
    });
    EXPECT_OK(sflow_token_wait(&token, 1, kPatience));
    return result;
  }

  Instance instance;
  sflow_device *device = nullptr;
};

TEST_F(StreamPriorityTest, LessUrgentStreamsStepBack) {
  int own = getpriority(PRIO_PROCESS, 0);
  EXPECT_EQ(nicenessOf(SFLOW_PRIORITY_CRITICAL), own);
  EXPECT_EQ(nicenessOf(SFLOW_PRIORITY_HIGH), own);
  EXPECT_EQ(nicenessOf(SFLOW_PRIORITY_NORMAL), own);
  EXPECT_EQ(nicenessOf(SFLOW_PRIORITY_LOW), std::min(19, own + 10));
  EXPECT_EQ(nicenessOf(SFLOW_PRIORITY_BACKGROUND), 19);
  // And nobody else.
  EXPECT_EQ(getpriority(PRIO_PROCESS, 0), own);
}

TEST_F(StreamPriorityTest, AnUnknownPriorityIsRefused) {
  Stream stream;
  EXPECT_EQ(take(create(5, stream)), "a stream of priority 5 on device host:0; there are 0 (critical) to "
                                     "4 (background)");
}

} // namespace
