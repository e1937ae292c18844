// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#include "Multiply.h"

namespace syncflow::kernels {

namespace {
/// Hands out the cache lines of the next block in equal portions, so that its
/// way from memory is hidden behind the arithmetic of this one.
class Prefetcher {
public:
  Prefetcher(const Upcoming &next, int64_t portions) : next(next) {
    if (!next.first)
      return;
    lines = divideUp(next.bytes, kLine);
    portion = divideUp(next.rows * lines, std::max<int64_t>(1, portions));
  }

  void advance() {
    for (int64_t issued = 0; issued < portion && row < next.rows; ++issued) {
      __builtin_prefetch(next.first + row * next.stride + line * kLine, 0, 2);
      if (++line == lines) {
        line = 0;
        ++row;
      }
    }
  }

private:
  static constexpr int64_t kLine = 64;
  Upcoming next;
  int64_t lines = 0, portion = 0, row = 0, line = 0;
};

template <class T> void gatherTile(T *tile, const T *c, int64_t rs, int64_t cs, int64_t rows, int64_t width) {
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < width; ++j)
      tile[i * kPanel + j] = c[i * rs + j * cs];
}

template <class T> void scatterTile(const T *tile, T *c, int64_t rs, int64_t cs, int64_t rows, int64_t width) {
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < width; ++j)
      c[i * rs + j * cs] = tile[i * kPanel + j];
}
} // namespace

template <class T> void multiplyBlock(ThreadState &state, const BlockProduct<T> &block) {
  int64_t width = roundUp(block.width, kWidthStep);
  // Outputs that a kernel cannot write in place go through a small tile.
  bool tiled = block.cs != 1 || block.width != width || block.rs < width || block.rs > kMaxLeading;
  MicroShape shape(width, block.depth, block.b.ld, block.a.ld, tiled ? kPanel : block.rs, block.a.columns,
                   block.overwrite);
  int64_t aStep = block.a.columns ? 1 : block.a.ld;
  T *tile = state.tileC<T>();

  auto run = [&](const MicroKernel<T> &kernel, int64_t row, int64_t rows) {
    const T *a = block.a.data + row * aStep;
    T *c = block.c + row * block.rs;
    if (!tiled)
      return kernel(block.b.data, a, c);
    if (!block.overwrite)
      gatherTile(tile, c, block.rs, block.cs, rows, block.width);
    kernel(block.b.data, a, tile);
    scatterTile(tile, c, block.rs, block.cs, rows, block.width);
  };

  int64_t row = 0;
  if (block.rows > kMaxChunkRows) {
    Prefetcher prefetcher(block.next, block.rows / kChunkRows);
    MicroKernel<T> kernel(state, shape.withRows(kChunkRows));
    for (; block.rows - row > kMaxChunkRows; row += kChunkRows) {
      prefetcher.advance();
      run(kernel, row, kChunkRows);
    }
    prefetcher.advance();
  }
  int64_t left = block.rows - row;
  run(MicroKernel<T>(state, shape.withRows(left)), row, left);
}

template void multiplyBlock(ThreadState &, const BlockProduct<float> &);
template void multiplyBlock(ThreadState &, const BlockProduct<double> &);

} // namespace syncflow::kernels
