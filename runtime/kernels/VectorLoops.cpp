// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Compiled several times, each into the namespace SYNCFLOW_KERNELS_ISA. It
// includes nothing with inline functions: the linker keeps one copy of such a
// function, and it might be one that this machine cannot run.
#include "VectorLoops.h"

namespace syncflow::kernels::SYNCFLOW_KERNELS_ISA {

namespace {

typedef float Float8 __attribute__((vector_size(32)));
typedef double Double4 __attribute__((vector_size(32)));

template <class T> struct VectorOf;
template <> struct VectorOf<float> {
  using Type = Float8;
};
template <> struct VectorOf<double> {
  using Type = Double4;
};
template <class T> using Vector = typename VectorOf<T>::Type;
template <class T> constexpr int64_t kLanes = 32 / sizeof(T);

// Vectors travel by reference: by value their ABI depends on the target.
template <class V, class T> inline void load(V &v, const T *from) { __builtin_memcpy(&v, from, sizeof(V)); }
template <class V, class T> inline void store(T *to, const V &v) { __builtin_memcpy(to, &v, sizeof(V)); }

template <class T, int Rows, int Vectors>
void multiplyTile(int64_t k, const T *b, int64_t ldb, const T *a, int64_t aRow, int64_t aCol, T *c, int64_t ldc,
                  bool overwrite) {
  Vector<T> sum[Rows][Vectors];
  for (int r = 0; r < Rows; ++r)
    for (int v = 0; v < Vectors; ++v)
      if (overwrite)
        sum[r][v] = Vector<T>{};
      else
        load(sum[r][v], c + r * ldc + v * kLanes<T>);
  for (int64_t p = 0; p < k; ++p) {
    Vector<T> row[Vectors];
    for (int v = 0; v < Vectors; ++v)
      load(row[v], b + p * ldb + v * kLanes<T>);
    for (int r = 0; r < Rows; ++r)
      for (int v = 0; v < Vectors; ++v)
        sum[r][v] += row[v] * a[r * aRow + p * aCol];
  }
  for (int r = 0; r < Rows; ++r)
    for (int v = 0; v < Vectors; ++v)
      store(c + r * ldc + v * kLanes<T>, sum[r][v]);
}

template <class T, int Vectors>
void multiplyColumns(int64_t rows, int64_t k, const T *b, int64_t ldb, const T *a, int64_t aRow, int64_t aCol, T *c,
                     int64_t ldc, bool overwrite) {
  int64_t r = 0;
  for (; r + 6 <= rows; r += 6)
    multiplyTile<T, 6, Vectors>(k, b, ldb, a + r * aRow, aRow, aCol, c + r * ldc, ldc, overwrite);
  for (; r + 2 <= rows; r += 2)
    multiplyTile<T, 2, Vectors>(k, b, ldb, a + r * aRow, aRow, aCol, c + r * ldc, ldc, overwrite);
  if (r < rows)
    multiplyTile<T, 1, Vectors>(k, b, ldb, a + r * aRow, aRow, aCol, c + r * ldc, ldc, overwrite);
}

template <class T>
void multiply(int64_t width, int64_t rows, int64_t k, const T *b, int64_t ldb, const T *a, int64_t aRow, int64_t aCol,
              T *c, int64_t ldc, bool overwrite) {
  int64_t j = 0;
  for (; j + 2 * kLanes<T> <= width; j += 2 * kLanes<T>)
    multiplyColumns<T, 2>(rows, k, b + j, ldb, a, aRow, aCol, c + j, ldc, overwrite);
  for (; j < width; j += kLanes<T>)
    multiplyColumns<T, 1>(rows, k, b + j, ldb, a, aRow, aCol, c + j, ldc, overwrite);
}

template <class T> void packRows(T *to, int64_t padded, const T *from, int64_t stride, int64_t rows, int64_t width) {
  for (int64_t i = 0; i < rows; ++i, to += padded, from += stride) {
    int64_t j = 0;
    for (; j + kLanes<T> <= width; j += kLanes<T>) {
      Vector<T> v;
      load(v, from + j);
      store(to + j, v);
    }
    for (; j < width; ++j)
      to[j] = from[j];
    for (; j < padded; ++j)
      to[j] = T(0);
  }
}

inline void transpose(Float8 (&r)[8]) {
  Float8 t[8], u[8];
  for (int i = 0; i < 4; ++i) {
    t[2 * i] = __builtin_shufflevector(r[2 * i], r[2 * i + 1], 0, 8, 1, 9, 4, 12, 5, 13);
    t[2 * i + 1] = __builtin_shufflevector(r[2 * i], r[2 * i + 1], 2, 10, 3, 11, 6, 14, 7, 15);
  }
  for (int i = 0; i < 2; ++i)
    for (int h = 0; h < 2; ++h) {
      const Float8 &low = t[4 * i + h], &high = t[4 * i + h + 2];
      u[4 * i + 2 * h] = __builtin_shufflevector(low, high, 0, 1, 8, 9, 4, 5, 12, 13);
      u[4 * i + 2 * h + 1] = __builtin_shufflevector(low, high, 2, 3, 10, 11, 6, 7, 14, 15);
    }
  for (int i = 0; i < 4; ++i) {
    r[i] = __builtin_shufflevector(u[i], u[i + 4], 0, 1, 2, 3, 8, 9, 10, 11);
    r[i + 4] = __builtin_shufflevector(u[i], u[i + 4], 4, 5, 6, 7, 12, 13, 14, 15);
  }
}

inline void transpose(Double4 (&r)[4]) {
  Double4 t[4];
  for (int i = 0; i < 2; ++i) {
    t[2 * i] = __builtin_shufflevector(r[2 * i], r[2 * i + 1], 0, 4, 2, 6);
    t[2 * i + 1] = __builtin_shufflevector(r[2 * i], r[2 * i + 1], 1, 5, 3, 7);
  }
  for (int i = 0; i < 2; ++i) {
    r[i] = __builtin_shufflevector(t[i], t[i + 2], 0, 1, 4, 5);
    r[i + 2] = __builtin_shufflevector(t[i], t[i + 2], 2, 3, 6, 7);
  }
}

template <class T> void packColumns(T *to, int64_t padded, const T *from, int64_t stride, int64_t rows, int64_t width) {
  constexpr int64_t lanes = kLanes<T>;
  int64_t j = 0;
  for (; j + lanes <= width; j += lanes) {
    const T *column = from + j * stride;
    int64_t i = 0;
    for (; i + lanes <= rows; i += lanes) {
      Vector<T> square[lanes];
      for (int64_t v = 0; v < lanes; ++v)
        load(square[v], column + v * stride + i);
      transpose(square);
      for (int64_t v = 0; v < lanes; ++v)
        store(to + (i + v) * padded + j, square[v]);
    }
    for (; i < rows; ++i)
      for (int64_t v = 0; v < lanes; ++v)
        to[i * padded + j + v] = column[v * stride + i];
  }
  for (; j < width; ++j)
    for (int64_t i = 0; i < rows; ++i)
      to[i * padded + j] = from[j * stride + i];
  for (; j < padded; ++j)
    for (int64_t i = 0; i < rows; ++i)
      to[i * padded + j] = T(0);
}

// A row is summed in the same order whatever rows go with it.
template <class T, int Rows>
void dotRows(T *y, int64_t yStride, const T *matrix, int64_t stride, const T *x, int64_t k, bool overwrite) {
  constexpr int64_t lanes = kLanes<T>;
  Vector<T> sum[Rows][2] = {};
  int64_t p = 0;
  for (; p + 2 * lanes <= k; p += 2 * lanes)
    for (int half = 0; half < 2; ++half) {
      Vector<T> xs;
      load(xs, x + p + half * lanes);
      for (int r = 0; r < Rows; ++r) {
        Vector<T> row;
        load(row, matrix + r * stride + p + half * lanes);
        sum[r][half] += row * xs;
      }
    }
  for (int r = 0; r < Rows; ++r) {
    Vector<T> both = sum[r][0] + sum[r][1];
    T total = T(0);
    for (int64_t v = 0; v < lanes; ++v)
      total += both[v];
    for (int64_t q = p; q < k; ++q)
      total += matrix[r * stride + q] * x[q];
    T &out = y[r * yStride];
    out = overwrite ? total : out + total;
  }
}

template <class T>
void dot(T *y, int64_t yStride, const T *matrix, int64_t stride, const T *x, int64_t length, int64_t k,
         bool overwrite) {
  int64_t i = 0;
  for (; i + 4 <= length; i += 4)
    dotRows<T, 4>(y + i * yStride, yStride, matrix + i * stride, stride, x, k, overwrite);
  for (; i < length; ++i)
    dotRows<T, 1>(y + i * yStride, yStride, matrix + i * stride, stride, x, k, overwrite);
}

template <class T, int Depth>
void axpyRows(T *y, const T *matrix, int64_t stride, const T *x, int64_t xStride, int64_t length) {
  constexpr int64_t lanes = kLanes<T>;
  int64_t j = 0;
  for (; j + lanes <= length; j += lanes) {
    Vector<T> sum;
    load(sum, y + j);
    for (int p = 0; p < Depth; ++p) {
      Vector<T> row;
      load(row, matrix + p * stride + j);
      sum += row * x[p * xStride];
    }
    store(y + j, sum);
  }
  for (; j < length; ++j)
    for (int p = 0; p < Depth; ++p)
      y[j] += matrix[p * stride + j] * x[p * xStride];
}

template <class T>
void axpy(T *y, const T *matrix, int64_t stride, const T *x, int64_t xStride, int64_t length, int64_t k) {
  int64_t p = 0;
  for (; p + 8 <= k; p += 8)
    axpyRows<T, 8>(y, matrix + p * stride, stride, x + p * xStride, xStride, length);
  for (; p < k; ++p)
    axpyRows<T, 1>(y, matrix + p * stride, stride, x + p * xStride, xStride, length);
}

} // namespace

extern const VectorLoops<float> loopsF32;
extern const VectorLoops<double> loopsF64;
const VectorLoops<float> loopsF32 = {multiply<float>, packRows<float>, packColumns<float>, dot<float>, axpy<float>};
const VectorLoops<double> loopsF64 = {multiply<double>, packRows<double>, packColumns<double>, dot<double>,
                                      axpy<double>};

} // namespace syncflow::kernels::SYNCFLOW_KERNELS_ISA
