// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#include "SyncFlow/Kernels.h"

#include "TestMatrix.h"

using namespace syncflow::test;

namespace {

/// A four-dimensional tensor whose dimensions lie in memory in any order.
struct Tensor {
  Tensor(const int64_t (&size)[4], const int (&order)[4], int64_t gap) {
    int64_t stride = 1;
    for (int d = 3; d >= 0; --d) {
      strides[order[d]] = stride;
      stride *= size[order[d]];
      stride += d == 3 ? gap : 0;
    }
    values.assign(stride, 0.0f);
  }
  float &at(int64_t a, int64_t b, int64_t c, int64_t d) {
    return values[a * strides[0] + b * strides[1] + c * strides[2] + d * strides[3]];
  }
  void fill(Random &random) {
    for (float &v : values)
      v = float(random.value());
  }
  int64_t strides[4];
  std::vector<float> values;
};

struct Shape {
  int64_t batch, channels, filters, outH, outW, kernelH, kernelW;
  int64_t strideH, strideW, dilationH, dilationW;
  int64_t inH() const { return (outH - 1) * strideH + (kernelH - 1) * dilationH + 1; }
  int64_t inW() const { return (outW - 1) * strideW + (kernelW - 1) * dilationW + 1; }
};

Shape randomShape(Random &random) {
  auto in = [&](int64_t high) { return random.in(1, high); };
  return {in(2), in(20), in(40), in(12), in(12), in(3), in(3), in(2), in(2), in(2), in(2)};
}

int64_t countWrong(const Shape &s, Tensor &in, Tensor &filter, Tensor &before, Tensor &out, bool accumulate) {
  int64_t wrong = 0;
  const double step = std::numeric_limits<float>::epsilon() * double(s.channels * s.kernelH * s.kernelW + 8);
  for (int64_t b = 0; b < s.batch; ++b)
    for (int64_t f = 0; f < s.filters; ++f)
      for (int64_t y = 0; y < s.outH; ++y)
        for (int64_t x = 0; x < s.outW; ++x) {
          double sum = accumulate ? before.at(b, f, y, x) : 0.0;
          double weight = std::abs(sum);
          for (int64_t c = 0; c < s.channels; ++c)
            for (int64_t r = 0; r < s.kernelH; ++r)
              for (int64_t t = 0; t < s.kernelW; ++t) {
                double term = double(in.at(b, c, y * s.strideH + r * s.dilationH, x * s.strideW + t * s.dilationW)) *
                              filter.at(f, c, r, t);
                sum += term;
                weight += std::abs(term);
              }
          wrong += !(std::abs(sum - out.at(b, f, y, x)) <= step * weight);
        }
  return wrong;
}

std::string describe(const Shape &s) {
  std::ostringstream text;
  text << "batch " << s.batch << " channels " << s.channels << " filters " << s.filters << " out " << s.outH << "x"
       << s.outW << " kernel " << s.kernelH << "x" << s.kernelW << " stride " << s.strideH << "," << s.strideW
       << " dilation " << s.dilationH << "," << s.dilationW;
  return text.str();
}

sflow_conv2d descriptor(const Shape &s, const Tensor &in, const Tensor &filter, const Tensor &out) {
  return {sizeof(sflow_conv2d),
          s.batch,
          s.channels,
          s.filters,
          s.outH,
          s.outW,
          s.kernelH,
          s.kernelW,
          s.strideH,
          s.strideW,
          s.dilationH,
          s.dilationW,
          in.strides[0],
          in.strides[1],
          in.strides[2],
          in.strides[3],
          filter.strides[0],
          filter.strides[1],
          filter.strides[2],
          filter.strides[3],
          out.strides[0],
          out.strides[1],
          out.strides[2],
          out.strides[3]};
}

// Dimensions in memory, outermost first, of (batch|filter, channel, y, x).
constexpr int orders[][4] = {
    {0, 1, 2, 3}, // channels first
    {0, 2, 3, 1}, // channels last
    {2, 3, 1, 0}, // filters innermost
    {3, 0, 2, 1}, {1, 3, 0, 2},
};

TEST(Convolution, EveryCombinationOfLayouts) {
  Random random(31);
  for (auto &inOrder : orders)
    for (auto &filterOrder : orders)
      for (auto &outOrder : orders)
        for (int i = 0; i < 4; ++i) {
          Shape s = randomShape(random);
          bool accumulate = i & 1;
          int64_t gap = random.in(0, 1) * 3;
          Tensor in({s.batch, s.channels, s.inH(), s.inW()}, inOrder, gap);
          Tensor filter({s.filters, s.channels, s.kernelH, s.kernelW}, filterOrder, 0);
          Tensor out({s.batch, s.filters, s.outH, s.outW}, outOrder, gap);
          in.fill(random);
          filter.fill(random);
          out.fill(random);
          Tensor before = out;
          sflow_conv2d d = descriptor(s, in, filter, out);
          sflow_conv2d_f32(&d, in.values.data(), filter.values.data(), out.values.data(), accumulate);
          ASSERT_EQ(countWrong(s, in, filter, before, out, accumulate), 0) << describe(s);
        }
}

TEST(Convolution, DenseChannelsLast) {
  Random random(32);
  for (int i = 0; i < 60; ++i) {
    Shape s = randomShape(random);
    Tensor in({s.batch, s.channels, s.inH(), s.inW()}, {0, 2, 3, 1}, 0);
    Tensor filter({s.filters, s.channels, s.kernelH, s.kernelW}, {2, 3, 1, 0}, 0);
    Tensor out({s.batch, s.filters, s.outH, s.outW}, {0, 2, 3, 1}, 0);
    in.fill(random);
    filter.fill(random);
    out.fill(random);
    Tensor before = out;
    sflow_conv2d_nhwc_f32(s.batch, s.inH(), s.inW(), s.channels, s.kernelH, s.kernelW, s.filters, s.strideH, s.strideW,
                          s.dilationH, s.dilationW, in.values.data(), filter.values.data(), out.values.data(), i & 1);
    ASSERT_EQ(countWrong(s, in, filter, before, out, i & 1), 0) << describe(s);
  }
}

TEST(Convolution, DenseChannelsFirst) {
  Random random(33);
  for (int i = 0; i < 60; ++i) {
    Shape s = randomShape(random);
    Tensor in({s.batch, s.channels, s.inH(), s.inW()}, {0, 1, 2, 3}, 0);
    Tensor filter({s.filters, s.channels, s.kernelH, s.kernelW}, {0, 1, 2, 3}, 0);
    Tensor out({s.batch, s.filters, s.outH, s.outW}, {0, 1, 2, 3}, 0);
    in.fill(random);
    filter.fill(random);
    out.fill(random);
    Tensor before = out;
    sflow_conv2d_nchw_f32(s.batch, s.channels, s.inH(), s.inW(), s.filters, s.kernelH, s.kernelW, s.strideH, s.strideW,
                          s.dilationH, s.dilationW, in.values.data(), filter.values.data(), out.values.data(), i & 1);
    ASSERT_EQ(countWrong(s, in, filter, before, out, i & 1), 0) << describe(s);
  }
}

TEST(Convolution, EmptyReductionClears) {
  std::vector<float> out(8, 5.0f);
  sflow_conv2d d = {sizeof(d), 1, 0, 2, 2, 2, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 8, 4, 2, 1};
  sflow_conv2d_f32(&d, nullptr, nullptr, out.data(), 1);
  EXPECT_EQ(out, std::vector<float>(8, 5.0f));
  sflow_conv2d_f32(&d, nullptr, nullptr, out.data(), 0);
  EXPECT_EQ(out, std::vector<float>(8, 0.0f));
}

} // namespace
