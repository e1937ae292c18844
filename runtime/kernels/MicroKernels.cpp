// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#include "MicroKernels.h"

#include "VectorLoops.h"

#include <cstdio>

#if defined(SYNCFLOW_KERNELS_HAVE_LIBXSMM)
#include <libxsmm.h>
#endif

namespace syncflow::kernels {

#if defined(SYNCFLOW_KERNELS_HAVE_LIBXSMM)
namespace {
// libxsmm is column-major: its A is our B and its rows are our columns.
template <class T> void (*generate(const MicroShape &s))() {
  libxsmm_blasint m = s.width(), n = s.rows(), k = s.depth();
  libxsmm_blasint lda = s.ldb(), ldb = s.lda(), ldc = s.ldc();
  T alpha = 1, beta = s.overwrite() ? T(0) : T(1);
  int flags = s.columns() ? LIBXSMM_GEMM_FLAG_TRANS_B : LIBXSMM_GEMM_FLAG_NONE;
  int prefetch = LIBXSMM_GEMM_PREFETCH_NONE;
  if constexpr (sizeof(T) == 4)
    return reinterpret_cast<void (*)()>(
        libxsmm_smmdispatch(m, n, k, &lda, &ldb, &ldc, &alpha, &beta, &flags, &prefetch));
  else
    return reinterpret_cast<void (*)()>(
        libxsmm_dmmdispatch(m, n, k, &lda, &ldb, &ldc, &alpha, &beta, &flags, &prefetch));
}
} // namespace

// Generated code leaves the upper halves of the vector registers in use, and
// whatever SSE instruction comes next pays for that: 50 ns a call, measured.
static const bool usesAvx = []() noexcept {
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx") != 0;
}();

static inline void clearUpperHalves() {
  if (usesAvx)
    asm volatile("vzeroupper" ::
                     : "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11",
                       "xmm12", "xmm13", "xmm14", "xmm15", "memory");
}

template <class T> static void (*findCode(ThreadState &state, const MicroShape &shape))() {
  // The marks keep f32 and f64 apart, and an empty slot from matching.
  uint64_t first = shape.firstWord() | uint64_t(sizeof(T) == 8) << 2 | 8u;
  uint64_t second = shape.secondWord();
  uint64_t hash = (first ^ second * 0x9E3779B97F4A7C15u) * 0xD6E8FEB86659FD93u;
  static_assert(ThreadState::kKernels == std::size_t(1) << (64 - 54));
  CachedKernel *slot = &state.kernels[hash >> 54];
  if (slot->first == first && slot->second == second) [[likely]]
    return slot->code;
  // Shapes that meet in one slot share it with its neighbour.
  CachedKernel *other = &state.kernels[hash >> 54 ^ 1];
  if (other->first == first && other->second == second)
    return other->code;
  if (slot->first != 0)
    *other = *slot;
  // libxsmm's registry is shared by all threads, and locked only while a new
  // kernel goes in.
  *slot = {first, second, generate<T>(shape)};
  return slot->code;
}

const char *describeMicroKernels() {
  static const auto text = [] {
    struct {
      char bytes[64];
    } result;
    std::snprintf(result.bytes, sizeof(result.bytes), "libxsmm %s (%s)", LIBXSMM_VERSION, libxsmm_get_target_arch());
    return result;
  }();
  return text.bytes;
}
#else
template <class T> static void (*findCode(ThreadState &, const MicroShape &))() { return nullptr; }

static inline void clearUpperHalves() {}

const char *describeMicroKernels() { return "portable loops"; }
#endif

template <class T>
MicroKernel<T>::MicroKernel(ThreadState &state, const MicroShape &shape)
    : code(reinterpret_cast<void (*)(const T *, const T *, T *)>(findCode<T>(state, shape))), shape(shape) {}

// Generated code carries no type signature in front of it.
#if defined(__clang__)
#define SYNCFLOW_KERNELS_CALLS_GENERATED __attribute__((no_sanitize("function")))
#else
#define SYNCFLOW_KERNELS_CALLS_GENERATED
#endif
template <class T>
SYNCFLOW_KERNELS_CALLS_GENERATED void MicroKernel<T>::operator()(const T *b, const T *a, T *c) const {
  if (code) [[likely]] {
    code(b, a, c);
    clearUpperHalves();
    return;
  }
  bool columns = shape.columns();
  vectorLoops<T>().multiply(shape.width(), shape.rows(), shape.depth(), b, shape.ldb(), a, columns ? 1 : shape.lda(),
                            columns ? shape.lda() : 1, c, shape.ldc(), shape.overwrite());
}

template class MicroKernel<float>;
template class MicroKernel<double>;

} // namespace syncflow::kernels
