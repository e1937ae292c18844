// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// A convolution is a product over k = (r, s, c), or (c, r, s), whose image
// operand exists only block by block, in scratch, as the product asks for it.
#include "SyncFlow/Kernels.h"

#include "Gemm.h"

namespace syncflow::kernels {

namespace {

/// The order in which the reduction runs over the filter's taps: the one in
/// which the filter is a matrix with a single stride along k.
struct TapOrder {
  int64_t extent[3];       // outermost first
  int64_t imageStride[3];  // of the input
  int64_t filterStride[3]; // of the filter
  int64_t count() const { return extent[0] * extent[1] * extent[2]; }

  /// Whether tap p of the filter lies at p * (innermost stride).
  bool linear() const {
    return (extent[1] == 1 || filterStride[1] == extent[2] * filterStride[2]) &&
           (extent[0] == 1 || filterStride[0] == extent[1] * extent[2] * filterStride[2]);
  }
};

/// Steps through the input offsets of consecutive taps.
class TapCursor {
public:
  TapCursor(const TapOrder &order, int64_t first) : order(order) {
    index[2] = first % order.extent[2];
    index[1] = first / order.extent[2] % order.extent[1];
    index[0] = first / order.extent[2] / order.extent[1];
  }
  int64_t offset() const {
    return index[0] * order.imageStride[0] + index[1] * order.imageStride[1] + index[2] * order.imageStride[2];
  }
  /// Taps from here on whose offsets grow by the innermost stride.
  int64_t run() const { return order.extent[2] - index[2]; }
  void advance(int64_t taps) {
    index[2] += taps;
    for (int d = 2; d > 0 && index[d] == order.extent[d]; --d) {
      index[d] = 0;
      ++index[d - 1];
    }
  }

private:
  const TapOrder &order;
  int64_t index[3];
};

/// Output pixels of one image in row-major order, as offsets into the input.
struct Pixels {
  int64_t width;
  int64_t down, right; // input offset from one pixel to the next
  int64_t offset(int64_t pixel) const { return pixel / width * down + pixel % width * right; }
  int64_t run(int64_t pixel) const { return width - pixel % width; }
};

/// Rows are pixels, columns are taps.
struct ImageA {
  const float *in;
  TapOrder taps;
  Pixels pixels;

  bool direct(int64_t) const { return false; }
  BlockA<float> view(int64_t, int64_t) const { return {}; }
  void pack(float *to, int64_t i, int64_t rows, int64_t p, int64_t depth) const {
    for (int64_t r = 0; r < rows; ++r, to += depth) {
      const float *pixel = in + pixels.offset(i + r);
      TapCursor cursor(taps, p);
      for (int64_t q = 0; q < depth;) {
        const float *from = pixel + cursor.offset();
        int64_t run = std::min(depth - q, cursor.run());
        int64_t stride = taps.imageStride[2];
        if (stride == 1)
          std::copy(from, from + run, to + q);
        else
          for (int64_t t = 0; t < run; ++t)
            to[q + t] = from[t * stride];
        cursor.advance(run);
        q += run;
      }
    }
  }
};

/// Rows are taps, columns are pixels.
struct ImageB {
  const float *in;
  TapOrder taps;
  Pixels pixels;

  bool packs() const { return true; }
  BlockB<float> load(int64_t j, int64_t width, int64_t p, int64_t depth, float *scratch) const {
    struct Segment {
      int64_t first, count, offset;
    } segments[kPanel];
    int64_t used = 0;
    for (int64_t x = 0; x < width;) {
      int64_t run = std::min(width - x, pixels.run(j + x));
      segments[used++] = {x, run, pixels.offset(j + x)};
      x += run;
    }
    int64_t padded = roundUp(width, kWidthStep);
    TapCursor cursor(taps, p);
    float *to = scratch;
    for (int64_t q = 0; q < depth; ++q, to += padded) {
      const float *from = in + cursor.offset();
      for (int64_t s = 0; s < used; ++s) {
        const Segment &segment = segments[s];
        const float *source = from + segment.offset;
        for (int64_t t = 0; t < segment.count; ++t)
          to[segment.first + t] = source[t * pixels.right];
      }
      std::fill(to + width, to + padded, 0.0f);
      cursor.advance(1);
    }
    return {scratch, padded};
  }
  Upcoming upcoming(int64_t, int64_t, int64_t, int64_t) const { return {}; }
};

/// Channels innermost suits channels-last filters, outermost the others.
TapOrder chooseOrder(const sflow_conv2d &d) {
  TapOrder last = {{d.kernel_h, d.kernel_w, d.channels},
                   {d.dilation_h * d.in_h, d.dilation_w * d.in_w, d.in_c},
                   {d.filter_h, d.filter_w, d.filter_c}};
  TapOrder first = {{d.channels, d.kernel_h, d.kernel_w},
                    {d.in_c, d.dilation_h * d.in_h, d.dilation_w * d.in_w},
                    {d.filter_c, d.filter_h, d.filter_w}};
  return last.linear() || !first.linear() ? last : first;
}

/// One image with taps that make the filter a matrix.
void convolveImage(const sflow_conv2d &d, const TapOrder &taps, const float *in, const float *filter, float *out,
                   bool accumulate) {
  Pixels pixels = {d.out_w, d.stride_h * d.in_h, d.stride_w * d.in_w};
  int64_t count = d.out_h * d.out_w, k = taps.count();
  int64_t step = taps.filterStride[2];
  // The output's pixels must have one stride; else it goes row by row.
  if (d.out_h > 1 && d.out_w > 1 && d.out_y != d.out_w * d.out_x) {
    sflow_conv2d row = d;
    row.out_h = 1;
    for (int64_t y = 0; y < d.out_h; ++y)
      convolveImage(row, taps, in + y * pixels.down, filter, out + y * d.out_y, accumulate);
    return;
  }
  int64_t pixelStride = d.out_w > 1 ? d.out_x : d.out_y;
  // A 1x1 kernel over evenly spaced pixels is an ordinary product.
  bool plain =
      d.kernel_h == 1 && d.kernel_w == 1 && (d.out_h == 1 || d.out_w == 1 || pixels.down == d.out_w * pixels.right);
  int64_t imageStride = d.out_w > 1 ? pixels.right : pixels.down;
  if (pixelStride == 1 && d.out_f != 1) {
    if (plain)
      return gemm<float>(d.filters, count, k, {filter, d.filter_f, step}, {in, taps.imageStride[2], imageStride},
                         {out, d.out_f, 1, accumulate});
    return multiply<float>(d.filters, count, k, StridedA<float>{filter, d.filter_f, step}, ImageB{in, taps, pixels},
                           Output<float>{out, d.out_f, 1, accumulate});
  }
  if (plain)
    return gemm<float>(count, d.filters, k, {in, imageStride, taps.imageStride[2]}, {filter, step, d.filter_f},
                       {out, pixelStride, d.out_f, accumulate});
  multiply<float>(count, d.filters, k, ImageA{in, taps, pixels},
                  StridedB<float>(filter, step, d.filter_f, count, d.filters),
                  Output<float>{out, pixelStride, d.out_f, accumulate});
}

void convolve(const sflow_conv2d &d, const float *in, const float *filter, float *out, bool accumulate) {
  TapOrder taps = chooseOrder(d);
  if (taps.linear()) {
    convolveImage(d, taps, in, filter, out, accumulate);
    return;
  }
  // Any other filter: tap by tap, each a matrix over channels.
  sflow_conv2d tap = d;
  tap.kernel_h = tap.kernel_w = 1;
  for (int64_t r = 0; r < d.kernel_h; ++r)
    for (int64_t s = 0; s < d.kernel_w; ++s)
      convolveImage(tap, chooseOrder(tap), in + r * d.dilation_h * d.in_h + s * d.dilation_w * d.in_w,
                    filter + r * d.filter_h + s * d.filter_w, out, accumulate || r > 0 || s > 0);
}

void clearOutput(const sflow_conv2d &d, float *out) {
  for (int64_t b = 0; b < d.batch; ++b)
    for (int64_t f = 0; f < d.filters; ++f)
      for (int64_t y = 0; y < d.out_h; ++y)
        for (int64_t x = 0; x < d.out_w; ++x)
          out[b * d.out_b + f * d.out_f + y * d.out_y + x * d.out_x] = 0.0f;
}

} // namespace
} // namespace syncflow::kernels

using namespace syncflow::kernels;

void sflow_conv2d_f32(const sflow_conv2d *conv, const float *in, const float *filter, float *out, int32_t accumulate) {
  const sflow_conv2d &d = *conv;
  if (d.batch <= 0 || d.filters <= 0 || d.out_h <= 0 || d.out_w <= 0)
    return;
  if (d.channels <= 0 || d.kernel_h <= 0 || d.kernel_w <= 0) {
    if (!accumulate)
      clearOutput(d, out);
    return;
  }
  for (int64_t b = 0; b < d.batch; ++b)
    convolve(d, in + b * d.in_b, filter, out + b * d.out_b, accumulate != 0);
}

void sflow_conv2d_nhwc_f32(int64_t batch, int64_t in_h, int64_t in_w, int64_t channels, int64_t kernel_h,
                           int64_t kernel_w, int64_t filters, int64_t stride_h, int64_t stride_w, int64_t dilation_h,
                           int64_t dilation_w, const float *in, const float *filter, float *out, int32_t accumulate) {
  sflow_conv2d d = {};
  d.struct_size = sizeof(d);
  d.batch = batch, d.channels = channels, d.filters = filters;
  d.out_h = (in_h - (kernel_h - 1) * dilation_h - 1) / stride_h + 1;
  d.out_w = (in_w - (kernel_w - 1) * dilation_w - 1) / stride_w + 1;
  d.kernel_h = kernel_h, d.kernel_w = kernel_w;
  d.stride_h = stride_h, d.stride_w = stride_w;
  d.dilation_h = dilation_h, d.dilation_w = dilation_w;
  d.in_c = 1, d.in_w = channels, d.in_h = in_w * channels;
  d.in_b = in_h * d.in_h;
  d.filter_f = 1, d.filter_c = filters, d.filter_w = channels * filters;
  d.filter_h = kernel_w * d.filter_w;
  d.out_f = 1, d.out_x = filters, d.out_y = d.out_w * filters;
  d.out_b = d.out_h * d.out_y;
  sflow_conv2d_f32(&d, in, filter, out, accumulate);
}

void sflow_conv2d_nchw_f32(int64_t batch, int64_t channels, int64_t in_h, int64_t in_w, int64_t filters,
                           int64_t kernel_h, int64_t kernel_w, int64_t stride_h, int64_t stride_w, int64_t dilation_h,
                           int64_t dilation_w, const float *in, const float *filter, float *out, int32_t accumulate) {
  sflow_conv2d d = {};
  d.struct_size = sizeof(d);
  d.batch = batch, d.channels = channels, d.filters = filters;
  d.out_h = (in_h - (kernel_h - 1) * dilation_h - 1) / stride_h + 1;
  d.out_w = (in_w - (kernel_w - 1) * dilation_w - 1) / stride_w + 1;
  d.kernel_h = kernel_h, d.kernel_w = kernel_w;
  d.stride_h = stride_h, d.stride_w = stride_w;
  d.dilation_h = dilation_h, d.dilation_w = dilation_w;
  d.in_w = 1, d.in_h = in_w, d.in_c = in_h * in_w;
  d.in_b = channels * d.in_c;
  d.filter_w = 1, d.filter_h = kernel_w, d.filter_c = kernel_h * kernel_w;
  d.filter_f = channels * d.filter_c;
  d.out_x = 1, d.out_y = d.out_w, d.out_f = d.out_h * d.out_w;
  d.out_b = filters * d.out_f;
  sflow_conv2d_f32(&d, in, filter, out, accumulate);
}
