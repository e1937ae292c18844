// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Matrices with any strides for the kernel tests, and the product that they
// are compared with.
#ifndef SYNCFLOW_UNITTESTS_KERNELS_TESTMATRIX_H
#define SYNCFLOW_UNITTESTS_KERNELS_TESTMATRIX_H

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

namespace syncflow::test {

/// The seed of this process: SYNCFLOW_SEED, or a new one each time; printed.
inline uint64_t seed() {
  static const uint64_t value = [] {
    const char *given = std::getenv("SYNCFLOW_SEED");
    uint64_t s = given ? std::strtoull(given, nullptr, 0) : std::random_device{}();
    std::cout << "replay with SYNCFLOW_SEED=" << s << std::endl;
    return s;
  }();
  return value;
}

class Random {
public:
  explicit Random(uint64_t salt) : engine(seed() * 1000003 + salt) {}
  int64_t in(int64_t low, int64_t high) { return std::uniform_int_distribution<int64_t>(low, high)(engine); }
  double value() { return std::uniform_real_distribution<double>(-1.0, 1.0)(engine); }
  /// Sizes that sit on and around the blocking's edges as often as not.
  int64_t size(int64_t limit) {
    static constexpr int64_t edges[] = {1,  2,  3,  7,  8,  9,   12,  13,  15,  16,  31, 32,
                                        33, 64, 95, 96, 97, 143, 144, 145, 192, 193, 200};
    int64_t s = in(0, 1) ? edges[in(0, std::size(edges) - 1)] : in(1, limit);
    return std::min(s, limit);
  }

private:
  std::mt19937_64 engine;
};

enum class Layout {
  Rows,          // row stride = columns
  PaddedRows,    // row stride > columns
  Columns,       // column stride = rows
  PaddedColumns, // column stride > rows
  Scattered,     // no unit stride
  Reversed,      // negative strides
  Count
};

template <class T> class TestMatrix {
public:
  TestMatrix(int64_t rows, int64_t cols, Layout layout) : rows(rows), cols(cols) {
    switch (layout) {
    case Layout::Rows:
      place(cols, 1, 0);
      break;
    case Layout::PaddedRows:
      place(cols + 5, 1, 3);
      break;
    case Layout::Columns:
      place(1, rows, 0);
      break;
    case Layout::PaddedColumns:
      place(1, rows + 19, 7);
      break;
    case Layout::Scattered:
      place(2 * cols + 3, 2, 1);
      break;
    default:
      place(-(cols + 2), -1, (rows + 1) * (cols + 2));
      break;
    }
  }

  void fill(Random &random) {
    for (T &v : storage)
      v = T(random.value());
  }
  void fill(T value) { std::fill(storage.begin(), storage.end(), value); }

  T *data() { return storage.data() + origin; }
  const T *data() const { return storage.data() + origin; }
  T &at(int64_t i, int64_t j) { return data()[i * rs + j * cs]; }
  const T &at(int64_t i, int64_t j) const { return data()[i * rs + j * cs]; }

  /// Elements of the storage that the matrix does not cover, and that differ
  /// from the other's: what a kernel must not have touched.
  int64_t strayWrites(const TestMatrix &before) const {
    std::vector<bool> covered(storage.size());
    for (int64_t i = 0; i < rows; ++i)
      for (int64_t j = 0; j < cols; ++j)
        covered[origin + i * rs + j * cs] = true;
    int64_t stray = 0;
    for (size_t e = 0; e < storage.size(); ++e)
      stray += !covered[e] && storage[e] != before.storage[e];
    return stray;
  }

  int64_t rows, cols, rs = 0, cs = 0;
  std::vector<T> storage;

private:
  // Whatever lies before or after belongs to the margins, checked as well.
  void place(int64_t rowStride, int64_t colStride, int64_t first) {
    constexpr int64_t margin = 40;
    rs = rowStride;
    cs = colStride;
    origin = margin + first;
    int64_t reach = 0;
    if (rs > 0 && cs > 0)
      reach = std::max<int64_t>(0, (rows - 1) * rs + (cols - 1) * cs);
    storage.assign(origin + reach + 1 + margin, T(0));
  }
  int64_t origin = 0;
};

/// What C should be, and how far rounding may take a result from it.
template <class T>
void expectProduct(const TestMatrix<T> &a, const TestMatrix<T> &b, const TestMatrix<T> &before,
                   const TestMatrix<T> &after, bool accumulate) {
  int64_t k = a.cols, wrong = 0;
  using Wide = std::conditional_t<sizeof(T) == 4, double, long double>;
  const Wide step = std::numeric_limits<T>::epsilon() * (Wide(k) + 8);
  for (int64_t i = 0; i < after.rows; ++i)
    for (int64_t j = 0; j < after.cols; ++j) {
      Wide sum = accumulate ? before.at(i, j) : T(0);
      Wide weight = std::abs(sum);
      const T *left = a.data() + i * a.rs, *right = b.data() + j * b.cs;
      for (int64_t p = 0; p < k; ++p, left += a.cs, right += b.rs) {
        Wide term = Wide(*left) * *right;
        sum += term;
        weight += std::abs(term);
      }
      Wide error = std::abs(sum - Wide(after.at(i, j)));
      // Written so that a NaN counts as wrong.
      if (!(error <= step * weight) && ++wrong == 1)
        ADD_FAILURE() << "C[" << i << "," << j << "] = " << after.at(i, j) << ", expected " << (double)sum;
    }
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(after.strayWrites(before), 0);
}

} // namespace syncflow::test

#endif // SYNCFLOW_UNITTESTS_KERNELS_TESTMATRIX_H
