// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#include "VectorLoops.h"

namespace syncflow::kernels {

namespace baseline {
extern const VectorLoops<float> loopsF32;
extern const VectorLoops<double> loopsF64;
} // namespace baseline

#if defined(SYNCFLOW_KERNELS_HAVE_V3)
namespace v3 {
extern const VectorLoops<float> loopsF32;
extern const VectorLoops<double> loopsF64;
} // namespace v3

static bool supportsV3() {
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi") &&
         __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("lzcnt") && __builtin_cpu_supports("movbe") &&
         __builtin_cpu_supports("f16c");
}

template <> const VectorLoops<float> &vectorLoops() {
  static const bool fast = supportsV3();
  return fast ? v3::loopsF32 : baseline::loopsF32;
}
template <> const VectorLoops<double> &vectorLoops() {
  static const bool fast = supportsV3();
  return fast ? v3::loopsF64 : baseline::loopsF64;
}
#else
template <> const VectorLoops<float> &vectorLoops() { return baseline::loopsF32; }
template <> const VectorLoops<double> &vectorLoops() { return baseline::loopsF64; }
#endif

} // namespace syncflow::kernels
