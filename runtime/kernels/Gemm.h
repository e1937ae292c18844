// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#ifndef SYNCFLOW_KERNELS_GEMM_H
#define SYNCFLOW_KERNELS_GEMM_H

#include "Sources.h"

namespace syncflow::kernels {

template <class T> struct Matrix {
  const T *data;
  int64_t rs, cs;
};

/// The product of any two matrices; what sflow_gemm_* are.
template <class T> void gemm(int64_t m, int64_t n, int64_t k, Matrix<T> a, Matrix<T> b, Output<T> c);

} // namespace syncflow::kernels

#endif // SYNCFLOW_KERNELS_GEMM_H
