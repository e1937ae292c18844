// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// The sizes that every kernel of this library is built around. Panels are as
// wide as what the micro-kernels of AVX2 (32 x 3 accumulators) and AVX-512
// (32 x 14) both fill; a block of B (about 12 KiB) stays in the first-level
// cache while the rows of A run over it, twelve at a time so that the next
// block can be prefetched in between. bench/kernels measures the choice.
#ifndef SYNCFLOW_KERNELS_BLOCKING_H
#define SYNCFLOW_KERNELS_BLOCKING_H

#include <algorithm>
#include <cstdint>

namespace syncflow::kernels {

inline constexpr int64_t kPanel = 32;
/// Widths handed to a micro-kernel are multiples of this.
inline constexpr int64_t kWidthStep = 8;
inline constexpr int64_t kChunkRows = 12;
/// A remainder this small joins the chunk before it.
inline constexpr int64_t kJoinRows = 3;
inline constexpr int64_t kMaxChunkRows = kChunkRows + kJoinRows;
/// Rows of A that share one pass over B.
inline constexpr int64_t kBlockRows = 192;
/// Longest reduction that one call of a thin product covers.
inline constexpr int64_t kThinDepth = 4096;
/// Leading dimensions beyond this would overflow the micro-kernels' 32-bit
/// displacements; such operands are packed.
inline constexpr int64_t kMaxLeading = int64_t(1) << 23;
/// Elements of a vector that a matrix-vector product holds in scratch.
inline constexpr int64_t kVectorTile = 1024;

/// Depth of a block of B: the wanted one, and the most that blockDepth gives.
template <class T> inline constexpr int64_t kDepth = sizeof(T) == 4 ? 96 : 64;
template <class T> inline constexpr int64_t kMaxDepth = kDepth<T> * 3 / 2;

inline constexpr int64_t divideUp(int64_t a, int64_t b) { return (a + b - 1) / b; }
inline constexpr int64_t roundUp(int64_t a, int64_t b) { return divideUp(a, b) * b; }

/// Splits k into nearly equal blocks whose length suits the four-fold
/// unrolling of the micro-kernels.
template <class T> constexpr int64_t blockDepth(int64_t k) {
  if (k <= kMaxDepth<T>)
    return k;
  int64_t blocks = std::max<int64_t>(1, (k + kDepth<T> / 2 - 1) / kDepth<T>);
  return roundUp(divideUp(k, blocks), 4);
}

/// Splits m into nearly equal blocks of whole chunks.
constexpr int64_t blockRows(int64_t m) {
  if (m <= kBlockRows)
    return kBlockRows;
  return roundUp(divideUp(m, divideUp(m, kBlockRows)), kChunkRows);
}

} // namespace syncflow::kernels

#endif // SYNCFLOW_KERNELS_BLOCKING_H
