// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#include "SyncFlow/Kernels.h"

#include "TestMatrix.h"

#include <cstring>
#include <sstream>

using namespace syncflow::test;

namespace {

void gemm(int64_t m, int64_t n, int64_t k, const TestMatrix<float> &a, const TestMatrix<float> &b, TestMatrix<float> &c,
          bool accumulate) {
  sflow_gemm_f32(m, n, k, a.data(), a.rs, a.cs, b.data(), b.rs, b.cs, c.data(), c.rs, c.cs, accumulate);
}
void gemm(int64_t m, int64_t n, int64_t k, const TestMatrix<double> &a, const TestMatrix<double> &b,
          TestMatrix<double> &c, bool accumulate) {
  sflow_gemm_f64(m, n, k, a.data(), a.rs, a.cs, b.data(), b.rs, b.cs, c.data(), c.rs, c.cs, accumulate);
}

template <class T>
void checkOne(Random &random, int64_t m, int64_t n, int64_t k, Layout la, Layout lb, Layout lc, bool accumulate) {
  std::ostringstream text;
  text << "m=" << m << " n=" << n << " k=" << k << " layouts " << int(la) << int(lb) << int(lc)
       << " accumulate=" << accumulate;
  SCOPED_TRACE(text.str());
  TestMatrix<T> a(m, k, la), b(k, n, lb), c(m, n, lc);
  a.fill(random);
  b.fill(random);
  c.fill(random);
  TestMatrix<T> before = c;
  // An output that is overwritten must not be read either.
  if (!accumulate)
    for (int64_t i = 0; i < m; ++i)
      for (int64_t j = 0; j < n; ++j)
        c.at(i, j) = std::numeric_limits<T>::quiet_NaN();
  gemm(m, n, k, a, b, c, accumulate);
  expectProduct(a, b, before, c, accumulate);
}

template <class T> class Gemm : public ::testing::Test {};
using Types = ::testing::Types<float, double>;
TYPED_TEST_SUITE(Gemm, Types);

TYPED_TEST(Gemm, EveryCombinationOfLayouts) {
  Random random(1);
  constexpr int layouts = int(Layout::Count);
  for (int la = 0; la < layouts; ++la)
    for (int lb = 0; lb < layouts; ++lb)
      for (int lc = 0; lc < layouts; ++lc)
        for (bool accumulate : {false, true}) {
          checkOne<TypeParam>(random, random.size(50), random.size(50), random.size(110), Layout(la), Layout(lb),
                              Layout(lc), accumulate);
          if (::testing::Test::HasFailure())
            return;
        }
}

TYPED_TEST(Gemm, RandomShapes) {
  Random random(2);
  for (int i = 0; i < 60 && !::testing::Test::HasFailure(); ++i) {
    auto layout = [&] { return Layout(random.in(0, int(Layout::Count) - 1)); };
    checkOne<TypeParam>(random, random.size(200), random.size(200), random.size(300), layout(), layout(), layout(),
                        random.in(0, 1));
  }
}

TYPED_TEST(Gemm, Vectors) {
  Random random(3);
  constexpr int layouts = int(Layout::Count);
  for (int la = 0; la < layouts; ++la)
    for (int lb = 0; lb < layouts; ++lb)
      for (int lc = 0; lc < layouts; ++lc)
        for (bool accumulate : {false, true}) {
          int64_t length = random.size(300), k = random.size(300);
          checkOne<TypeParam>(random, 1, length, k, Layout(la), Layout(lb), Layout(lc), accumulate);
          checkOne<TypeParam>(random, length, 1, k, Layout(la), Layout(lb), Layout(lc), accumulate);
          if (::testing::Test::HasFailure())
            return;
        }
}

// Vectors longer than a tile, and a product so thin and deep that one call of
// a micro-kernel does not cover its reduction.
TYPED_TEST(Gemm, DeepAndThin) {
  Random random(4);
  for (Layout layout : {Layout::Rows, Layout::Columns, Layout::Scattered}) {
    checkOne<TypeParam>(random, 1, 2500, 70, layout, layout, layout, true);
    checkOne<TypeParam>(random, 40, 1, 2500, layout, layout, layout, false);
    checkOne<TypeParam>(random, 1, 40, 2500, layout, layout, layout, true);
    checkOne<TypeParam>(random, 3, 40, 9000, layout, layout, layout, false);
    checkOne<TypeParam>(random, 2, 32, 4097, layout, layout, layout, true);
  }
}

// Rows that overlap or repeat: what a broadcast or a sliding window reads.
TYPED_TEST(Gemm, ZeroAndOverlappingStrides) {
  using T = TypeParam;
  Random random(5);
  const int64_t m = 40, n = 50, k = 60;
  for (int64_t stride : {0, 1, 3}) {
    TestMatrix<T> a(1, k + m * stride, Layout::Rows), b(k, n, Layout::Rows);
    TestMatrix<T> c(m, n, Layout::PaddedRows);
    a.fill(random);
    b.fill(random);
    c.fill(random);
    TestMatrix<T> before = c, view = a;
    view.rows = m;
    view.cols = k;
    view.rs = stride;
    gemm(m, n, k, view, b, c, true);
    expectProduct(view, b, before, c, true);
  }
}

TYPED_TEST(Gemm, EmptySizes) {
  using T = TypeParam;
  for (bool accumulate : {false, true}) {
    TestMatrix<T> a(4, 4, Layout::Rows), b(4, 4, Layout::Rows);
    TestMatrix<T> c(4, 4, Layout::PaddedColumns);
    a.fill(T(1));
    b.fill(T(1));
    c.fill(T(7));
    const TestMatrix<T> before = c;
    gemm(0, 4, 4, a, b, c, accumulate);
    gemm(4, 0, 4, a, b, c, accumulate);
    gemm(-1, 4, 4, a, b, c, accumulate);
    EXPECT_EQ(c.storage, before.storage);
    gemm(4, 4, 0, a, b, c, accumulate);
    EXPECT_EQ(c.at(3, 2), accumulate ? T(7) : T(0));
    EXPECT_EQ(c.strayWrites(before), 0);
  }
}

// Infinities and NaN of the operands arrive, and do not leak into elements
// that do not depend on them (scratch beyond a tail of columns is one place
// where they could linger).
TEST(GemmF32, SpecialValuesStayWhereTheyBelong) {
  const float inf = std::numeric_limits<float>::infinity();
  TestMatrix<float> a(20, 30, Layout::Rows), b(30, 37, Layout::Rows);
  TestMatrix<float> c(20, 37, Layout::Rows);
  a.fill(1.0f);
  b.fill(1.0f);
  a.at(3, 5) = inf;
  b.at(7, 36) = std::nanf("");
  for (int repeat = 0; repeat < 2; ++repeat)
    gemm(20, 37, 30, a, b, c, false);
  for (int64_t i = 0; i < 20; ++i)
    for (int64_t j = 0; j < 37; ++j) {
      if (j == 36)
        EXPECT_TRUE(std::isnan(c.at(i, j)));
      else
        EXPECT_EQ(c.at(i, j), i == 3 ? inf : 30.0f);
    }
}

// The compiler may cut rows into tiles as it likes: same bits.
TEST(GemmF32, RowsDoNotDependOnTheirTile) {
  Random random(6);
  const int64_t m = 200, n = 96, k = 300;
  TestMatrix<float> a(m, k, Layout::Rows), b(k, n, Layout::Rows);
  TestMatrix<float> whole(m, n, Layout::Rows), tiled = whole;
  a.fill(random);
  b.fill(random);
  gemm(m, n, k, a, b, whole, false);
  for (int64_t i = 0; i < m;) {
    int64_t rows = std::min(m - i, random.in(9, 70));
    sflow_gemm_f32(rows, n, k, &a.at(i, 0), k, 1, b.data(), n, 1, &tiled.at(i, 0), n, 1, 0);
    i += rows;
  }
  EXPECT_EQ(std::memcmp(whole.data(), tiled.data(), m * n * sizeof(float)), 0);
}

} // namespace
