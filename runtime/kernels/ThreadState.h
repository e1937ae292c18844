// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// What a thread keeps between calls: scratch of constant size, and the
// micro-kernels it has met. Nothing here is shared, so nothing is locked.
#ifndef SYNCFLOW_KERNELS_THREADSTATE_H
#define SYNCFLOW_KERNELS_THREADSTATE_H

#include "Blocking.h"

#include <cstddef>
#include <cstdint>

namespace syncflow::kernels {

struct CachedKernel {
  uint64_t first = 0, second = 0; // the shape; first is 0 in an empty slot
  void (*code)() = nullptr;
};

struct alignas(64) ThreadState {
  static constexpr std::size_t kKernels = 1024;

  template <class T> T *blockB() { return reinterpret_cast<T *>(bytesB); }
  template <class T> T *blockA() { return reinterpret_cast<T *>(bytesA); }
  template <class T> T *tileC() { return reinterpret_cast<T *>(bytesC); }
  template <class T> T *vectorX() { return reinterpret_cast<T *>(bytesX); }
  template <class T> T *vectorY() { return reinterpret_cast<T *>(bytesY); }

  alignas(64) std::byte bytesB[kMaxDepth<double> * kPanel * sizeof(double)];
  alignas(64) std::byte bytesA[kBlockRows * kMaxDepth<double> * sizeof(double)];
  alignas(64) std::byte bytesC[kMaxChunkRows * kPanel * sizeof(double)];
  alignas(64) std::byte bytesX[kVectorTile * sizeof(double)];
  alignas(64) std::byte bytesY[kVectorTile * sizeof(double)];
  CachedKernel kernels[kKernels];
};

static_assert(kMaxDepth<float> * sizeof(float) <= kMaxDepth<double> * sizeof(double));

/// This thread's state, made on its first call.
ThreadState &threadState();

} // namespace syncflow::kernels

#endif // SYNCFLOW_KERNELS_THREADSTATE_H
