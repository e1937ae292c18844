// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Loops around the library's micro-kernels that profit from the machine's
// vectors: compiled once per instruction set, chosen when the library loads.
#ifndef SYNCFLOW_KERNELS_VECTORLOOPS_H
#define SYNCFLOW_KERNELS_VECTORLOOPS_H

#include <cstdint>

namespace syncflow::kernels {

template <class T> struct VectorLoops {
  /// Stands in where no kernel can be generated. c[rows,width] is overwritten
  /// or added to; width is a multiple of kWidthStep.
  void (*multiply)(int64_t width, int64_t rows, int64_t k, const T *b, int64_t ldb, const T *a, int64_t aRow,
                   int64_t aCol, T *c, int64_t ldc, bool overwrite);
  /// to[i*padded + j] = from[i*stride + j] for j < width, zero up to padded.
  void (*packRows)(T *to, int64_t padded, const T *from, int64_t stride, int64_t rows, int64_t width);
  /// to[i*padded + j] = from[j*stride + i] for j < width, zero up to padded.
  void (*packColumns)(T *to, int64_t padded, const T *from, int64_t stride, int64_t rows, int64_t width);
  /// y[i*yStride] (+)= sum over p of matrix[i*stride + p] * x[p]
  void (*dot)(T *y, int64_t yStride, const T *matrix, int64_t stride, const T *x, int64_t length, int64_t k,
              bool overwrite);
  /// y[j] += sum over p of matrix[p*stride + j] * x[p*xStride]
  void (*axpy)(T *y, const T *matrix, int64_t stride, const T *x, int64_t xStride, int64_t length, int64_t k);
};

template <class T> const VectorLoops<T> &vectorLoops();
template <> const VectorLoops<float> &vectorLoops();
template <> const VectorLoops<double> &vectorLoops();

} // namespace syncflow::kernels

#endif // SYNCFLOW_KERNELS_VECTORLOOPS_H
