// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Where a product takes A and B from: matrices with any strides, and packed
// column panels.
#ifndef SYNCFLOW_KERNELS_SOURCES_H
#define SYNCFLOW_KERNELS_SOURCES_H

#include "Multiply.h"
#include "VectorLoops.h"

namespace syncflow::kernels {

template <class T> struct StridedA {
  const T *data;
  int64_t rs, cs;

  bool rowsContiguous(int64_t depth) const { return cs == 1 && rs >= depth && rs <= kMaxLeading; }
  bool columnsContiguous() const { return rs == 1 && cs >= kMaxChunkRows && cs <= kMaxLeading; }
  bool direct(int64_t depth) const { return rowsContiguous(depth) || columnsContiguous(); }
  BlockA<T> view(int64_t i, int64_t p) const {
    // Either may hold for both strides 1 and a long row: rows come first.
    bool columns = cs != 1;
    return {data + i * rs + p * cs, columns ? cs : rs, columns};
  }
  void pack(T *to, int64_t i, int64_t rows, int64_t p, int64_t depth) const {
    const T *from = data + i * rs + p * cs;
    if (cs == 1)
      return vectorLoops<T>().packRows(to, depth, from, rs, rows, depth);
    if (rs == 1)
      return vectorLoops<T>().packColumns(to, depth, from, cs, rows, depth);
    for (int64_t r = 0; r < rows; ++r)
      for (int64_t q = 0; q < depth; ++q)
        to[r * depth + q] = from[r * rs + q * cs];
  }
};

template <class T> class StridedB {
public:
  StridedB(const T *data, int64_t rs, int64_t cs, int64_t m, int64_t n) : data(data), rs(rs), cs(cs) {
    // Few rows do not pay for a copy of B, and a narrow dense B has the
    // layout of a panel already.
    bool usable = cs == 1 && rs >= std::min(n, kPanel) && rs <= kMaxLeading;
    inPlace = usable && (m <= kFewRows || rs <= 2 * kPanel);
    tail = n % kWidthStep != 0;
  }

  bool packs() const { return !inPlace || tail; }

  BlockB<T> load(int64_t j, int64_t width, int64_t p, int64_t depth, T *scratch) const {
    const T *from = data + p * rs + j * cs;
    int64_t padded = roundUp(width, kWidthStep);
    if (inPlace && width == padded)
      return {from, rs};
    if (cs == 1)
      vectorLoops<T>().packRows(scratch, padded, from, rs, depth, width);
    else if (rs == 1)
      vectorLoops<T>().packColumns(scratch, padded, from, cs, depth, width);
    else
      packAny(scratch, padded, from, depth, width);
    return {scratch, padded};
  }

  Upcoming upcoming(int64_t j, int64_t width, int64_t p, int64_t depth) const {
    auto *first = reinterpret_cast<const char *>(data + p * rs + j * cs);
    constexpr int64_t size = sizeof(T);
    if (cs == 1)
      return {first, rs * size, depth, width * size};
    if (rs == 1)
      return {first, cs * size, width, depth * size};
    return {};
  }

private:
  static constexpr int64_t kFewRows = 8;

  void packAny(T *to, int64_t padded, const T *from, int64_t depth, int64_t width) const {
    for (int64_t q = 0; q < depth; ++q)
      for (int64_t j = 0; j < padded; ++j)
        to[q * padded + j] = j < width ? from[q * rs + j * cs] : T(0);
  }

  const T *data;
  int64_t rs, cs;
  bool inPlace, tail;
};

/// Column panels, each as wide as kPanel or a multiple of it.
template <class T> struct PanelB {
  const T *data;
  int64_t k, nb;

  static bool usable(int64_t nb) { return nb % kPanel == 0 && nb <= kMaxLeading; }
  bool packs() const { return false; }
  const T *at(int64_t j, int64_t p) const {
    if (nb == kPanel) // a shift of j where the general form divides
      return data + j * k + p * kPanel;
    return data + j / nb * nb * k + p * nb + j % nb;
  }
  BlockB<T> load(int64_t j, int64_t, int64_t p, int64_t, T *) const { return {at(j, p), nb}; }
  Upcoming upcoming(int64_t j, int64_t, int64_t p, int64_t depth) const {
    auto *first = reinterpret_cast<const char *>(at(j, p));
    constexpr int64_t size = sizeof(T);
    if (nb == kPanel)
      return {first, 0, 1, depth * nb * size};
    return {first, nb * size, depth, kPanel * size};
  }
};

} // namespace syncflow::kernels

#endif // SYNCFLOW_KERNELS_SOURCES_H
