// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// A decoder whose steps run in a loop of the module: every step finds the cache
// where the last one left it.
#include "WatchedModule.h"

#include <map>
#include <set>

using namespace syncflow::test;

namespace {

class CacheTest : public ::testing::TestWithParam<const char *> {};

TEST_P(CacheTest, EveryStepUsesTheSameAddresses) {
  WatchedModule watched(compiledModule(GetParam()));
  using Frame = std::vector<uint64_t>;
  std::map<const sflow_plan *, std::vector<Frame>> launches;
  watched.launching = [&](const sflow_plan &plan, const uint64_t *frame) {
    launches[&plan].emplace_back(frame, frame + plan.frame_words);
  };
  Program program;
  ASSERT_EQ(program.load(watched.get()), "");
  Values inputs = program.makeInputs(1), outputs = program.makeOutputs();
  ASSERT_EQ(watched.run(program, inputs, outputs), "");
  // The step is what has the most to work with.
  const sflow_plan *step = nullptr;
  for (const auto &[plan, frames] : launches)
    if (!step || plan->frame_words > step->frame_words)
      step = plan;
  ASSERT_NE(step, nullptr);
  const std::vector<Frame> &steps = launches[step];
  // One per position but the last. What differs from step to step goes on with
  // the position: a number, or where one more token stands.
  EXPECT_EQ(steps.size(), 27u);
  std::set<size_t> different;
  for (const Frame &frame : steps)
    for (size_t word = 0; word < frame.size(); ++word)
      if (frame[word] != steps[0][word])
        different.insert(word);
  EXPECT_FALSE(different.empty());
  for (size_t word : different)
    for (size_t i = 0; i < steps.size(); ++i) {
      uint64_t moved = steps[i][word] - steps[0][word];
      EXPECT_TRUE(moved == i || moved == i * sizeof(int64_t)) << "step " << i << ", word " << word;
    }
}

INSTANTIATE_TEST_SUITE_P(Models, CacheTest, ::testing::Values("tiny_decoder_host1", "tiny_decoder_host2"),
                         [](const auto &info) { return std::string(info.param); });

} // namespace
