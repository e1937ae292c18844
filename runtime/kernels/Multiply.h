// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// The loop nest around the micro-kernels, for any source of A and B. Every
// element of C is one chain of multiply-adds in the order of k, whatever the
// blocking (only a tail of columns on AVX-512 may be summed in several).
#ifndef SYNCFLOW_KERNELS_MULTIPLY_H
#define SYNCFLOW_KERNELS_MULTIPLY_H

#include "MicroKernels.h"

namespace syncflow::kernels {

/// Memory that the next block of B will be read from.
struct Upcoming {
  const char *first = nullptr;
  int64_t stride = 0; // bytes between rows
  int64_t rows = 0;
  int64_t bytes = 0; // of one row
};

template <class T> struct BlockB {
  const T *data = nullptr;
  int64_t ld = 0;
};

/// Rows of A under one block of B. Where `columns`, the columns of A are
/// contiguous and `ld` apart, else its rows are.
template <class T> struct BlockA {
  const T *data = nullptr;
  int64_t ld = 0;
  bool columns = false;
};

template <class T> struct Output {
  T *data;
  int64_t rs, cs;
  bool accumulate;
};

/// One block of B against the rows of A beside it.
template <class T> struct BlockProduct {
  BlockA<T> a;
  BlockB<T> b;
  int64_t rows, width, depth;
  T *c;
  int64_t rs, cs;
  bool overwrite;
  Upcoming next;
};
template <class T> void multiplyBlock(ThreadState &state, const BlockProduct<T> &block);

/// Sources. A: `direct(depth)` says whether view() can be used for blocks of
/// that depth; else pack() writes rows of `depth` contiguous elements.
/// B: `packs()` says whether load() may write a block to scratch; load()
/// returns columns j..j+width of rows k..k+depth, readable to the next multiple
/// of kWidthStep; upcoming() describes the memory that load() would touch.
template <class T, class SourceA, class SourceB>
void multiply(int64_t m, int64_t n, int64_t k, const SourceA &a, const SourceB &b, const Output<T> &c) {
  ThreadState &state = threadState();
  // A handful of rows reuses nothing: fewer, longer calls are better.
  bool thin = m <= kJoinRows && !b.packs();
  int64_t depth = thin ? std::min(k, kThinDepth) : blockDepth<T>(k);
  bool packA = !a.direct(depth);
  if (packA && thin)
    depth = blockDepth<T>(k);
  int64_t rowStep = blockRows(m);

  auto product = [&](int64_t i, int64_t j, int64_t p, int64_t nextJ, int64_t nextP, const BlockA<T> &blockA) {
    int64_t width = std::min(kPanel, n - j);
    BlockProduct<T> block;
    block.rows = std::min(rowStep, m - i);
    block.width = width;
    block.depth = std::min(depth, k - p);
    block.a = blockA;
    block.b = b.load(j, width, p, block.depth, state.blockB<T>());
    block.c = c.data + i * c.rs + j * c.cs;
    block.rs = c.rs;
    block.cs = c.cs;
    block.overwrite = p == 0 && !c.accumulate;
    if (nextJ < n && block.rows > kMaxChunkRows)
      block.next = b.upcoming(nextJ, std::min(kPanel, n - nextJ), nextP, std::min(depth, k - nextP));
    multiplyBlock(state, block);
  };

  for (int64_t i = 0; i < m; i += rowStep) {
    if (!packA) {
      for (int64_t j = 0; j < n; j += kPanel)
        for (int64_t p = 0; p < k; p += depth) {
          bool last = p + depth >= k;
          product(i, j, p, last ? j + kPanel : j, last ? 0 : p + depth, a.view(i, p));
        }
      continue;
    }
    for (int64_t p = 0; p < k; p += depth) {
      int64_t rows = std::min(rowStep, m - i), now = std::min(depth, k - p);
      a.pack(state.blockA<T>(), i, rows, p, now);
      for (int64_t j = 0; j < n; j += kPanel)
        product(i, j, p, j + kPanel, p, {state.blockA<T>(), now, false});
    }
  }
}

} // namespace syncflow::kernels

#endif // SYNCFLOW_KERNELS_MULTIPLY_H
