// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// The innermost products: code that libxsmm generates for one shape, or the
// portable loop where it generates none.
#ifndef SYNCFLOW_KERNELS_MICROKERNELS_H
#define SYNCFLOW_KERNELS_MICROKERNELS_H

#include "ThreadState.h"

namespace syncflow::kernels {

/// c[rows,width] (+)= a[rows,depth] * b[depth,width]: b and c have contiguous
/// rows, a has contiguous rows or, if `columns`, contiguous columns. Two words,
/// since shapes are looked up and compared for every few rows of C: blocking
/// bounds the sizes, kMaxLeading the leading dimensions.
class MicroShape {
public:
  MicroShape(int64_t width, int64_t depth, int64_t ldb, int64_t lda, int64_t ldc, bool columns, bool overwrite)
      : sizes(uint64_t(lda) << 32 | uint64_t(depth) << 16 | uint64_t(width) << 8 | uint64_t(columns) << 1 |
              uint64_t(overwrite)),
        strides(uint64_t(ldb) << 32 | uint64_t(ldc)) {}

  MicroShape withRows(int64_t rows) const {
    MicroShape shape = *this;
    shape.sizes |= uint64_t(rows) << 4;
    return shape;
  }

  int32_t rows() const { return int32_t(sizes >> 4 & 15); }
  int32_t width() const { return int32_t(sizes >> 8 & 255); }
  int32_t depth() const { return int32_t(sizes >> 16 & 65535); }
  int32_t lda() const { return int32_t(sizes >> 32); }
  int32_t ldb() const { return int32_t(strides >> 32); }
  int32_t ldc() const { return int32_t(strides & 0xFFFFFFFFu); }
  bool columns() const { return sizes >> 1 & 1; }
  bool overwrite() const { return sizes & 1; }

  /// The words, distinct for different shapes; bits 2 and 3 of the first are
  /// free.
  uint64_t firstWord() const { return sizes; }
  uint64_t secondWord() const { return strides; }

private:
  uint64_t sizes, strides;
};

static_assert(kMaxChunkRows < 16 && kPanel < 256 && kThinDepth < 65536 && kMaxLeading < int64_t(1) << 31);

/// A shape and the code for it.
template <class T> class MicroKernel {
public:
  /// Looks the code up in the thread's cache, has it generated if need be.
  MicroKernel(ThreadState &state, const MicroShape &shape);

  void operator()(const T *b, const T *a, T *c) const;

private:
  void (*code)(const T *b, const T *a, T *c);
  MicroShape shape;
};

const char *describeMicroKernels();

} // namespace syncflow::kernels

#endif // SYNCFLOW_KERNELS_MICROKERNELS_H
