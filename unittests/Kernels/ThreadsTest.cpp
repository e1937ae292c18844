// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Concurrency and memory: the same bits on every thread, also when all of them
// meet a shape first, and no allocation once a thread has seen it.
#include "SyncFlow/Kernels.h"

#include "AllocationCounter.h"
#include "TestMatrix.h"

#include <cstring>
#include <latch>
#include <thread>

using namespace syncflow::test;

namespace {

struct Product {
  int64_t m, n, k;
  Layout a, b, c;
};

// Shapes of this file only, so that the threads have them generated at once.
const Product products[] = {
    {71, 101, 203, Layout::Rows, Layout::Rows, Layout::Rows},
    {67, 41, 97, Layout::PaddedColumns, Layout::PaddedColumns, Layout::Rows},
    {37, 77, 131, Layout::Scattered, Layout::Scattered, Layout::Scattered},
    {127, 35, 61, Layout::Rows, Layout::Columns, Layout::Columns},
    {1, 333, 222, Layout::Rows, Layout::PaddedRows, Layout::Scattered},
    {444, 1, 123, Layout::Rows, Layout::Scattered, Layout::Rows},
    {3, 64, 1000, Layout::Rows, Layout::Rows, Layout::PaddedRows},
};

/// All inputs, and the outputs of one thread.
struct Work {
  std::vector<TestMatrix<float>> a, b, c;
  std::vector<float> panels, panelOut, image, filter, convOut;

  explicit Work(Random &random) {
    for (const Product &p : products) {
      a.emplace_back(p.m, p.k, p.a).fill(random);
      b.emplace_back(p.k, p.n, p.b).fill(random);
      c.emplace_back(p.m, p.n, p.c);
    }
    panels.resize(sflow_kernels_panels_size(203, 101, 32));
    sflow_gemm_pack_panels_f32(203, 101, b[0].data(), b[0].rs, b[0].cs, 32, panels.data());
    panelOut.resize(71 * 101);
    image.resize(2 * 7 * 13 * 11);
    filter.resize(5 * 7 * 3 * 3);
    convOut.resize(2 * 5 * 11 * 9);
    for (float &v : image)
      v = float(random.value());
    for (float &v : filter)
      v = float(random.value());
  }

  void run() {
    for (size_t i = 0; i < std::size(products); ++i) {
      const Product &p = products[i];
      sflow_gemm_f32(p.m, p.n, p.k, a[i].data(), a[i].rs, a[i].cs, b[i].data(), b[i].rs, b[i].cs, c[i].data(), c[i].rs,
                     c[i].cs, 0);
    }
    sflow_gemm_panels_f32(71, 101, 203, a[0].data(), a[0].rs, panels.data(), 32, panelOut.data(), 101, 0);
    sflow_conv2d_nchw_f32(2, 7, 13, 11, 5, 3, 3, 1, 1, 1, 1, image.data(), filter.data(), convOut.data(), 0);
    sflow_conv2d_nhwc_f32(2, 13, 11, 7, 3, 3, 5, 1, 1, 1, 1, image.data(), filter.data(), convOut.data(), 1);
  }

  bool sameOutputs(const Work &other) const {
    auto same = [](const std::vector<float> &x, const std::vector<float> &y) {
      return x.size() == y.size() && std::memcmp(x.data(), y.data(), x.size() * sizeof(float)) == 0;
    };
    for (size_t i = 0; i < c.size(); ++i)
      if (!same(c[i].storage, other.c[i].storage))
        return false;
    return same(panelOut, other.panelOut) && same(convOut, other.convOut);
  }
};

TEST(Threads, SameBitsOnEveryThread) {
  constexpr int count = 6, repeats = 60;
  Random random(21);
  const Work inputs(random);
  // First all threads meet the shapes at once, then they repeat them and look
  // at every result: scratch or kernels that they shared would show.
  std::vector<Work> works(count, inputs);
  std::vector<int> different(count, 0);
  Work first = inputs;
  std::latch start(count), met(count), known(1);
  std::vector<std::thread> threads;
  for (int t = 0; t < count; ++t)
    threads.emplace_back([&, t] {
      start.arrive_and_wait();
      works[t].run();
      met.count_down();
      known.wait();
      different[t] += !works[t].sameOutputs(first);
      for (int repeat = 0; repeat < repeats; ++repeat) {
        Work again = inputs;
        again.run();
        different[t] += !again.sameOutputs(first);
      }
    });
  met.wait();
  first.run();
  known.count_down();
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(different, std::vector<int>(count, 0));
}

TEST(Threads, RepeatsAllocateNothing) {
  Random random(22);
  Work work(random);
  work.run();
  long before = allocationCount();
  for (int repeat = 0; repeat < 3; ++repeat)
    work.run();
  EXPECT_EQ(allocationCount() - before, 0);
  // The counter itself counts.
  auto *probe = new std::vector<int>(1000);
  EXPECT_GT(allocationCount(), before);
  delete probe;
}

TEST(Threads, PreparedThreadAllocatesNothingForAKnownShape) {
  Random random(23);
  Work work(random);
  work.run();
  long during = -1;
  std::thread([&] {
    sflow_kernels_prepare_thread();
    long before = allocationCount();
    work.run();
    during = allocationCount() - before;
  }).join();
  EXPECT_EQ(during, 0);
}

// More shapes than a thread's cache of kernels holds, alike but for one
// stride: still the right kernel for each, and no allocation when they come
// round again.
TEST(Threads, MoreShapesThanTheCacheHolds) {
  constexpr int64_t m = 4, n = 32, k = 16, least = n, most = 2500;
  std::vector<float> a(m * k, 1.0f), b(k * n, 1.0f), c(m * most);
  auto sweep = [&] {
    int64_t wrong = 0;
    for (int64_t rs = least; rs < most; ++rs) {
      c[(m - 1) * rs + n - 1] = 0.0f;
      sflow_gemm_f32(m, n, k, a.data(), k, 1, b.data(), n, 1, c.data(), rs, 1, 0);
      wrong += c[(m - 1) * rs + n - 1] != float(k);
    }
    EXPECT_EQ(wrong, 0);
  };
  sweep();
  long before = allocationCount();
  sweep();
  EXPECT_EQ(allocationCount() - before, 0);
}

TEST(Threads, DescriptionNamesWhatDoesTheWork) {
  const char *text = sflow_kernels_description();
  ASSERT_NE(text, nullptr);
  EXPECT_GT(std::strlen(text), 0u);
  EXPECT_EQ(text, sflow_kernels_description());
}

} // namespace
