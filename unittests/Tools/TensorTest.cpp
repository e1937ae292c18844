// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/

#include "TestSupport.h"

#include <cmath>

using namespace syncflow::run;

namespace {

TEST(Tensor, EveryHalfSurvivesTheRoundTrip) {
  for (uint32_t bits = 0; bits <= 0xffff; ++bits) {
    auto half = static_cast<uint16_t>(bits);
    double value = decodeF16(half);
    if (std::isnan(value))
      EXPECT_TRUE(std::isnan(decodeF16(encodeF16(float(value)))));
    else
      ASSERT_EQ(encodeF16(float(value)), half) << bits;
    double brain = decodeBF16(half);
    if (std::isnan(brain))
      EXPECT_TRUE(std::isnan(decodeBF16(encodeBF16(float(brain)))));
    else
      ASSERT_EQ(encodeBF16(float(brain)), half) << bits;
  }
}

TEST(Tensor, HalvesRoundToNearestEven) {
  EXPECT_EQ(encodeF16(1.0f), 0x3c00);
  EXPECT_EQ(encodeF16(65504.0f), 0x7bff);
  EXPECT_EQ(encodeF16(65519.9f), 0x7bff);
  EXPECT_EQ(encodeF16(65520.0f), 0x7c00); // Halfway to the next: infinity.
  EXPECT_EQ(encodeF16(-1e9f), 0xfc00);
  EXPECT_EQ(encodeF16(std::ldexp(1.0f, -24)), 0x0001);
  EXPECT_EQ(encodeF16(std::ldexp(1.0f, -25)), 0x0000); // Tie, zero is even.
  EXPECT_EQ(encodeF16(std::ldexp(3.0f, -25)), 0x0002); // Tie, two is even.
  EXPECT_EQ(encodeF16(1.0f + std::ldexp(1.0f, -11)), 0x3c00);
  EXPECT_EQ(encodeF16(1.0f + std::ldexp(3.0f, -11)), 0x3c02);
  EXPECT_EQ(encodeBF16(1.0f + std::ldexp(1.0f, -8)), 0x3f80);
  EXPECT_EQ(encodeBF16(1.0f + std::ldexp(3.0f, -8)), 0x3f82);
  EXPECT_EQ(encodeF16(-0.0f), 0x8000);
}

TEST(Tensor, ElementSizesFollowTheVocabulary) {
#define SFLOW_CHECK(NAME, SPELLING, VALUE)                                                                             \
  EXPECT_NE(elementSize(VALUE), 0u) << #NAME;                                                                          \
  EXPECT_EQ(elementName(VALUE), #SPELLING);
  SFLOW_ELEMENT_LIST(SFLOW_CHECK)
#undef SFLOW_CHECK
  EXPECT_EQ(elementSize(0), 0u);
  EXPECT_EQ(elementName(0), "unknown");
}

TEST(Tensor, CountsRejectWhatCannotExist) {
  EXPECT_EQ(elementCount(SFLOW_ELEMENT_F32, {2, 3}), 6u);
  EXPECT_EQ(elementCount(SFLOW_ELEMENT_F32, {}), 1u);
  EXPECT_EQ(elementCount(SFLOW_ELEMENT_F32, {5, 0}), 0u);
  EXPECT_EQ(elementCount(SFLOW_ELEMENT_F32, {-1}), std::nullopt);
  EXPECT_EQ(elementCount(SFLOW_ELEMENT_F32, {1ll << 40, 1ll << 40}), std::nullopt);
  EXPECT_EQ(elementCount(SFLOW_ELEMENT_F64, {INT64_MAX}), std::nullopt);
  EXPECT_EQ(elementCount(77, {2}), std::nullopt);
}

TEST(Tensor, WhatCannotBeMadeIsAnErrorNotACrash) {
  EXPECT_THAT(test::messageOf(HostTensor::create(SFLOW_ELEMENT_F32, {1 << 30, 1 << 20})),
              testing::MatchesRegex("1073741824x1048576xf32 needs .*, this "
                                    "machine has .* of memory"));
  EXPECT_EQ(test::messageOf(HostTensor::create(SFLOW_ELEMENT_F32, {2, -1})), "no tensor can be 2x?xf32");
  EXPECT_EQ(test::messageOf(HostTensor::create(SFLOW_ELEMENT_I64, {0, 4})), "success");
}

TEST(Tensor, NamesTypesAndPlaces) {
  int64_t dims[] = {1, -1};
  sflow_tensor_type type = {"x", dims, SFLOW_ELEMENT_BF16, 2};
  EXPECT_EQ(typeName(type), "1x?xbf16");
  EXPECT_TRUE(shapeMatches(type, {1, 9}));
  EXPECT_FALSE(shapeMatches(type, {2, 9}));
  EXPECT_FALSE(shapeMatches(type, {1}));
  EXPECT_EQ(indexName({2, 3, 4}, 23), "[1, 2, 3]");
  EXPECT_EQ(indexName({}, 0), "[]");
}

} // namespace
