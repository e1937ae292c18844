// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#include "SyncFlow/Kernels.h"

#include "TestMatrix.h"

#include <cstring>

using namespace syncflow::test;

namespace {

TEST(PanelsApi, WidthIsAUsablePanel) {
  EXPECT_GT(sflow_kernels_panel_width_f32(), 0);
  EXPECT_EQ(sflow_kernels_panel_width_f32() % 8, 0);
  EXPECT_EQ(sflow_kernels_panel_width_f64() % 8, 0);
}

TEST(PanelsApi, SizeCountsPadding) {
  EXPECT_EQ(sflow_kernels_panels_size(10, 64, 32), 640);
  EXPECT_EQ(sflow_kernels_panels_size(10, 65, 32), 960);
  EXPECT_EQ(sflow_kernels_panels_size(0, 65, 32), 0);
  EXPECT_EQ(sflow_kernels_panels_size(10, 0, 32), 0);
}

template <class T> struct Api;
template <> struct Api<float> {
  static constexpr auto pack = sflow_gemm_pack_panels_f32;
  static constexpr auto multiply = sflow_gemm_panels_f32;
};
template <> struct Api<double> {
  static constexpr auto pack = sflow_gemm_pack_panels_f64;
  static constexpr auto multiply = sflow_gemm_panels_f64;
};

template <class T> std::vector<T> packed(const TestMatrix<T> &b, int64_t nb) {
  // One element more, to see whether packing stays inside.
  std::vector<T> panels(sflow_kernels_panels_size(b.rows, b.cols, nb) + 1, T(99));
  Api<T>::pack(b.rows, b.cols, b.data(), b.rs, b.cs, nb, panels.data());
  EXPECT_EQ(panels.back(), T(99));
  panels.pop_back();
  return panels;
}

template <class T> class Panels : public ::testing::Test {};
using Types = ::testing::Types<float, double>;
TYPED_TEST_SUITE(Panels, Types);

TYPED_TEST(Panels, LayoutIsTheDocumentedOne) {
  using T = TypeParam;
  Random random(11);
  for (int layout = 0; layout < int(Layout::Count); ++layout)
    for (int64_t nb : {1, 5, 8, 16, 32, 64}) {
      int64_t k = random.size(60), n = random.size(150);
      TestMatrix<T> b(k, n, Layout(layout));
      b.fill(random);
      std::vector<T> panels = packed(b, nb);
      int64_t wrong = 0;
      for (int64_t i = 0; i < k; ++i)
        for (int64_t j = 0; j < (n + nb - 1) / nb * nb; ++j)
          wrong += panels[j / nb * k * nb + i * nb + j % nb] != (j < n ? b.at(i, j) : T(0));
      EXPECT_EQ(wrong, 0) << "k=" << k << " n=" << n << " nb=" << nb;
    }
}

TYPED_TEST(Panels, Products) {
  using T = TypeParam;
  Random random(12);
  for (int64_t nb : {3, 8, 16, 24, 32, 64, 96})
    for (int i = 0; i < 10 && !::testing::Test::HasFailure(); ++i) {
      int64_t m = random.size(220), n = random.size(200), k = random.size(320);
      bool accumulate = random.in(0, 1);
      SCOPED_TRACE(::testing::Message() << "m=" << m << " n=" << n << " k=" << k << " nb=" << nb);
      TestMatrix<T> a(m, k, random.in(0, 1) ? Layout::Rows : Layout::PaddedRows);
      TestMatrix<T> b(k, n, Layout::Rows), c(m, n, Layout::PaddedRows);
      a.fill(random);
      b.fill(random);
      c.fill(random);
      std::vector<T> panels = packed(b, nb);
      TestMatrix<T> before = c;
      if (!accumulate)
        for (int64_t r = 0; r < m; ++r)
          for (int64_t j = 0; j < n; ++j)
            c.at(r, j) = std::numeric_limits<T>::quiet_NaN();
      Api<T>::multiply(m, n, k, a.data(), a.rs, panels.data(), nb, c.data(), c.rs, accumulate);
      expectProduct(a, b, before, c, accumulate);
    }
}

TYPED_TEST(Panels, EmptyReduction) {
  using T = TypeParam;
  TestMatrix<T> c(5, 40, Layout::PaddedRows);
  c.fill(T(3));
  TestMatrix<T> before = c;
  Api<T>::multiply(5, 40, 0, nullptr, 0, nullptr, 32, c.data(), c.rs, 1);
  EXPECT_EQ(c.storage, before.storage);
  Api<T>::multiply(5, 40, 0, nullptr, 0, nullptr, 32, c.data(), c.rs, 0);
  EXPECT_EQ(c.at(4, 39), T(0));
  EXPECT_EQ(c.strayWrites(before), 0);
}

// A plain product and one over panels are the same chain of multiply-adds.
TEST(PanelsF32, SameBitsAsPlain) {
  Random random(13);
  const int64_t m = 130, n = 160, k = 390, nb = sflow_kernels_panel_width_f32();
  TestMatrix<float> a(m, k, Layout::Rows), b(k, n, Layout::Rows);
  TestMatrix<float> plain(m, n, Layout::Rows), panel = plain;
  a.fill(random);
  b.fill(random);
  std::vector<float> panels = packed(b, nb);
  sflow_gemm_f32(m, n, k, a.data(), k, 1, b.data(), n, 1, plain.data(), n, 1, 0);
  sflow_gemm_panels_f32(m, n, k, a.data(), k, panels.data(), nb, panel.data(), n, 0);
  EXPECT_EQ(std::memcmp(plain.data(), panel.data(), m * n * sizeof(float)), 0);
}

} // namespace
