// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/

#include "Compare.h"
#include "RandomInputs.h"
#include "TestSupport.h"

#include <cmath>

using namespace syncflow::run;
using namespace syncflow::run::test;
using testing::HasSubstr;

namespace {

const float nan = std::nanf(""), inf = HUGE_VALF;

HostTensor floats(std::initializer_list<float> values) {
  return tensorOf<float>(SFLOW_ELEMENT_F32, {int64_t(values.size())}, values);
}

TEST(Compare, AppliesBothTolerances) {
  Tolerance tolerance{0.125, 0.25}; // Exact in binary.
  HostTensor expected = floats({0, 0, 8, 8, -8, -8});
  HostTensor atLimit = floats({0.25f, -0.25f, 9.25f, 6.75f, -9.25f, -6.75f});
  EXPECT_TRUE(compare(atLimit, expected, tolerance).agrees());
  HostTensor beyond = floats({0.26f, -0.26f, 9.26f, 6.74f, -9.26f, -6.74f});
  EXPECT_EQ(compare(beyond, expected, tolerance).mismatches, 6u);
  // The tolerance scales with the expected value, not with the other one.
  EXPECT_FALSE(compare(floats({1.3f}), floats({1}), {0.25, 0}).agrees());
  EXPECT_TRUE(compare(floats({1}), floats({1.3f}), {0.25, 0}).agrees());
}

TEST(Compare, TreatsNaNAndInfinityAsValues) {
  Tolerance loose{1, 1e30};
  EXPECT_TRUE(compare(floats({nan, inf, -inf}), floats({nan, inf, -inf}), loose).agrees());
  EXPECT_EQ(compare(floats({nan, 0, inf, -inf, 0, inf}), floats({0, nan, -inf, inf, inf, 0}), loose).mismatches, 6u);
}

TEST(Compare, DecodesHalves) {
  HostTensor one = tensorOf<uint16_t>(SFLOW_ELEMENT_F16, {1}, {0x3c00});
  HostTensor next = tensorOf<uint16_t>(SFLOW_ELEMENT_F16, {1}, {0x3c01});
  EXPECT_EQ(compare(next, one, {}).maxDifference, 1.0 / 1024);
  HostTensor bone = tensorOf<uint16_t>(SFLOW_ELEMENT_BF16, {1}, {0x3f80});
  HostTensor bnext = tensorOf<uint16_t>(SFLOW_ELEMENT_BF16, {1}, {0x3f81});
  EXPECT_EQ(compare(bnext, bone, {}).maxDifference, 1.0 / 128);
}

TEST(Compare, SubtractsWideIntegersExactly) {
  auto ints = [](int64_t value) { return tensorOf<int64_t>(SFLOW_ELEMENT_I64, {1}, {value}); };
  int64_t big = (1ll << 62) + 1; // No double holds it.
  EXPECT_FALSE(compare(ints(big), ints(big - 1), {0, 0.5}).agrees());
  EXPECT_TRUE(compare(ints(big), ints(big - 1), {0, 1}).agrees());
  EXPECT_EQ(compare(ints(-1), ints(1), {0, 0}).maxDifference, 2);
  EXPECT_EQ(compare(ints(INT64_MAX), ints(INT64_MIN), {0, 0}).maxDifference, std::ldexp(1.0, 64));
}

TEST(Compare, FindsTheWorstAndTheFirst) {
  HostTensor expected(SFLOW_ELEMENT_F32, {4, 5});
  HostTensor actual(SFLOW_ELEMENT_F32, {4, 5});
  for (int i = 3; i < 11; ++i)
    reinterpret_cast<float *>(actual.data())[i] = i == 7 ? -9.f : 1.f;
  Comparison result = compare(actual, expected, {0, 0.5});
  EXPECT_EQ(result.mismatches, 8u);
  ASSERT_EQ(result.first.size(), 5u);
  EXPECT_EQ(result.first[0].index, 3u);
  EXPECT_EQ(result.worst.index, 7u);
  EXPECT_EQ(result.worst.difference, 9);
  std::string text = describe(result, actual, expected, {0, 0.5}, "rank 1, output 0", "e.npy");
  EXPECT_THAT(text, HasSubstr("rank 1, output 0 against 'e.npy': 8 of 20 "
                              "elements differ by more than 0.5 + 0"));
  EXPECT_THAT(text, HasSubstr("\n  [0, 3] got 1, expected 0, difference 1\n"));
  EXPECT_THAT(text, HasSubstr("\n  worst: [1, 2] got -9, expected 0, "
                              "difference 9"));
}

TEST(Compare, AMissedNaNIsWorseThanAnyNumber) {
  Comparison result = compare(floats({100, nan, 50}), floats({0, 0, 0}), {});
  EXPECT_EQ(result.worst.index, 1u);
  EXPECT_EQ(result.mismatches, 3u);
}

TEST(Compare, TellsTypesApart) {
  HostTensor a(SFLOW_ELEMENT_F32, {2, 3}), b(SFLOW_ELEMENT_F32, {3, 2});
  Comparison result = compare(a, b, {});
  EXPECT_FALSE(result.agrees());
  EXPECT_EQ(describe(result, a, b, {}, "output 0", "e.npy"), "output 0 is 2x3xf32, 'e.npy' holds 3x2xf32");
}

TEST(Compare, BitsTellWhatValuesHide) {
  EXPECT_EQ(firstBitDifference(floats({1, 0}), floats({1, 0})), std::nullopt);
  EXPECT_EQ(firstBitDifference(floats({1, 0}), floats({1, -0.0f})), 1u);
  EXPECT_TRUE(compare(floats({1, 0}), floats({1, -0.0f}), {0, 0}).agrees());
  EXPECT_EQ(firstBitDifference(floats({1}), floats({1, 2})), 0u);
}

HostTensor draw(uint32_t element, llvm::ArrayRef<int64_t> shape, uint64_t seed, unsigned index, uint64_t intMax) {
  return llvm::cantFail(randomTensor(element, shape, seed, index, intMax));
}

TEST(RandomInputs, AreTheSameEverywhere) {
  HostTensor a = draw(SFLOW_ELEMENT_F32, {64}, 7, 0, 9);
  HostTensor b = draw(SFLOW_ELEMENT_F32, {64}, 7, 0, 9);
  EXPECT_EQ(a.raw(), b.raw());
  EXPECT_NE(a.raw(), draw(SFLOW_ELEMENT_F32, {64}, 8, 0, 9).raw());
  EXPECT_NE(a.raw(), draw(SFLOW_ELEMENT_F32, {64}, 7, 1, 9).raw());
  // Pinned: a change would silently change everybody's inputs.
  HostTensor pinned = draw(SFLOW_ELEMENT_I32, {4}, 1, 0, 999);
  EXPECT_EQ(std::vector<double>({pinned.at(0), pinned.at(1), pinned.at(2), pinned.at(3)}),
            std::vector<double>({712, 12, 419, 915}));
}

TEST(RandomInputs, StayInTheirRange) {
#define SFLOW_CASE(NAME, SPELLING, VALUE)                                                                              \
  {                                                                                                                    \
    HostTensor t = draw(SFLOW_ELEMENT_##NAME, {1000}, 3, 0, 9);                                                        \
    double low = 1e9, high = -1e9;                                                                                     \
    for (uint64_t i = 0; i < t.count(); ++i) {                                                                         \
      low = std::min(low, t.at(i));                                                                                    \
      high = std::max(high, t.at(i));                                                                                  \
    }                                                                                                                  \
    if (isFloat(SFLOW_ELEMENT_##NAME)) {                                                                               \
      EXPECT_GE(low, -1) << #NAME;                                                                                     \
      EXPECT_LT(high, 1) << #NAME;                                                                                     \
      EXPECT_LT(low, -0.9) << #NAME;                                                                                   \
      EXPECT_GT(high, 0.9) << #NAME;                                                                                   \
    } else {                                                                                                           \
      EXPECT_EQ(low, 0) << #NAME;                                                                                      \
      EXPECT_EQ(high, SFLOW_ELEMENT_##NAME == SFLOW_ELEMENT_I1 ? 1 : 9) << #NAME;                                      \
    }                                                                                                                  \
  }
  SFLOW_ELEMENT_LIST(SFLOW_CASE)
#undef SFLOW_CASE
  // A large bound never makes a signed number negative.
  HostTensor bytes = draw(SFLOW_ELEMENT_I8, {1000}, 3, 0, UINT64_MAX);
  for (uint64_t i = 0; i < bytes.count(); ++i)
    EXPECT_GE(bytes.at(i), 0);
}

} // namespace
