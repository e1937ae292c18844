// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#include "SyncFlow/Kernels.h"

#include "Gemm.h"

#include <utility>

namespace syncflow::kernels {

namespace {

/// y (+)= matrix * x, y of `length`, with matrix element (i, p) at
/// i*ls + p*ks. Bound by memory: plain loops over contiguous data do.
template <class T> struct VectorProduct {
  int64_t length, k;
  const T *matrix;
  int64_t ls, ks;
  const T *x;
  int64_t xs;
  T *y;
  int64_t ys;
  bool accumulate;

  void run() const {
    if (ks == 1)
      return runDot();
    if (ls == 1)
      return runAxpy();
    for (int64_t i = 0; i < length; ++i) {
      T sum = accumulate ? y[i * ys] : T(0);
      for (int64_t p = 0; p < k; ++p)
        sum += matrix[i * ls + p * ks] * x[p * xs];
      y[i * ys] = sum;
    }
  }

private:
  void runDot() const {
    const auto &loops = vectorLoops<T>();
    if (xs == 1)
      return loops.dot(y, ys, matrix, ls, x, length, k, !accumulate);
    T *dense = threadState().template vectorX<T>();
    for (int64_t p = 0; p < k; p += kVectorTile) {
      int64_t depth = std::min(kVectorTile, k - p);
      for (int64_t q = 0; q < depth; ++q)
        dense[q] = x[(p + q) * xs];
      loops.dot(y, ys, matrix + p, ls, dense, length, depth, !accumulate && p == 0);
    }
  }

  void runAxpy() const {
    const auto &loops = vectorLoops<T>();
    T *tile = threadState().template vectorY<T>();
    for (int64_t i = 0; i < length; i += kVectorTile) {
      int64_t part = std::min(kVectorTile, length - i);
      T *to = ys == 1 ? y + i : tile;
      if (!accumulate)
        std::fill(to, to + part, T(0));
      else if (ys != 1)
        for (int64_t j = 0; j < part; ++j)
          to[j] = y[(i + j) * ys];
      loops.axpy(to, matrix + i, ks, x, xs, part, k);
      if (ys != 1)
        for (int64_t j = 0; j < part; ++j)
          y[(i + j) * ys] = to[j];
    }
  }
};

template <class T> void fillZero(int64_t m, int64_t n, const Output<T> &c) {
  for (int64_t i = 0; i < m; ++i)
    for (int64_t j = 0; j < n; ++j)
      c.data[i * c.rs + j * c.cs] = T(0);
}

/// Answers products without a reduction; true if there is nothing left to do.
template <class T> bool finishEmpty(int64_t m, int64_t n, int64_t k, const Output<T> &c) {
  if (m <= 0 || n <= 0)
    return true;
  if (k > 0)
    return false;
  if (!c.accumulate)
    fillZero(m, n, c);
  return true;
}

} // namespace

template <class T> void gemm(int64_t m, int64_t n, int64_t k, Matrix<T> a, Matrix<T> b, Output<T> c) {
  if (finishEmpty(m, n, k, c))
    return;
  if (n == 1)
    return VectorProduct<T>{m, k, a.data, a.rs, a.cs, b.data, b.rs, c.data, c.rs, c.accumulate}.run();
  if (m == 1)
    return VectorProduct<T>{n, k, b.data, b.cs, b.rs, a.data, a.cs, c.data, c.cs, c.accumulate}.run();
  if (c.cs != 1 && c.rs == 1) {
    // The transposed product has contiguous rows in its output.
    std::swap(m, n);
    std::swap(a, b);
    std::swap(a.rs, a.cs);
    std::swap(b.rs, b.cs);
    std::swap(c.rs, c.cs);
  }
  if (k == 1) {
    // These strides are never taken: choose ones that suit the kernels.
    a.cs = a.rs == 1 ? kMaxChunkRows : 1;
    b.rs = std::max(n, kPanel);
  }
  multiply<T>(m, n, k, StridedA<T>{a.data, a.rs, a.cs}, StridedB<T>(b.data, b.rs, b.cs, m, n), c);
}

template void gemm(int64_t, int64_t, int64_t, Matrix<float>, Matrix<float>, Output<float>);
template void gemm(int64_t, int64_t, int64_t, Matrix<double>, Matrix<double>, Output<double>);

namespace {

template <class T>
void gemmPanels(int64_t m, int64_t n, int64_t k, const T *a, int64_t aRs, const T *panels, int64_t nb,
                const Output<T> &c) {
  if (nb <= 0 || finishEmpty(m, n, k, c))
    return;
  if (PanelB<T>::usable(nb))
    return multiply<T>(m, n, k, StridedA<T>{a, aRs, 1}, PanelB<T>{panels, k, nb}, c);
  // A panel by itself is a matrix with short rows.
  for (int64_t j = 0; j < n; j += nb)
    gemm<T>(m, std::min(nb, n - j), k, {a, aRs, 1}, {panels + j * k, nb, 1}, {c.data + j, c.rs, 1, c.accumulate});
}

template <class T> void packPanels(int64_t k, int64_t n, const T *b, int64_t rs, int64_t cs, int64_t nb, T *to) {
  if (nb <= 0)
    return;
  const auto &loops = vectorLoops<T>();
  for (int64_t j = 0; j < n; j += nb, to += std::max<int64_t>(k, 0) * nb) {
    int64_t width = std::min(nb, n - j);
    const T *from = b + j * cs;
    if (cs == 1) {
      loops.packRows(to, nb, from, rs, k, width);
    } else if (rs == 1) {
      loops.packColumns(to, nb, from, cs, k, width);
    } else {
      for (int64_t p = 0; p < k; ++p)
        for (int64_t q = 0; q < nb; ++q)
          to[p * nb + q] = q < width ? from[p * rs + q * cs] : T(0);
    }
  }
}

} // namespace
} // namespace syncflow::kernels

using namespace syncflow::kernels;

void sflow_gemm_f32(int64_t m, int64_t n, int64_t k, const float *a, int64_t a_rs, int64_t a_cs, const float *b,
                    int64_t b_rs, int64_t b_cs, float *c, int64_t c_rs, int64_t c_cs, int32_t accumulate) {
  gemm<float>(m, n, k, {a, a_rs, a_cs}, {b, b_rs, b_cs}, {c, c_rs, c_cs, accumulate != 0});
}

void sflow_gemm_f64(int64_t m, int64_t n, int64_t k, const double *a, int64_t a_rs, int64_t a_cs, const double *b,
                    int64_t b_rs, int64_t b_cs, double *c, int64_t c_rs, int64_t c_cs, int32_t accumulate) {
  gemm<double>(m, n, k, {a, a_rs, a_cs}, {b, b_rs, b_cs}, {c, c_rs, c_cs, accumulate != 0});
}

int64_t sflow_kernels_panel_width_f32(void) { return kPanel; }
int64_t sflow_kernels_panel_width_f64(void) { return kPanel; }

int64_t sflow_kernels_panels_size(int64_t k, int64_t n, int64_t nb) {
  return k <= 0 || n <= 0 || nb <= 0 ? 0 : k * roundUp(n, nb);
}

void sflow_gemm_pack_panels_f32(int64_t k, int64_t n, const float *b, int64_t b_rs, int64_t b_cs, int64_t nb,
                                float *out_panels) {
  packPanels(k, n, b, b_rs, b_cs, nb, out_panels);
}

void sflow_gemm_pack_panels_f64(int64_t k, int64_t n, const double *b, int64_t b_rs, int64_t b_cs, int64_t nb,
                                double *out_panels) {
  packPanels(k, n, b, b_rs, b_cs, nb, out_panels);
}

void sflow_gemm_panels_f32(int64_t m, int64_t n, int64_t k, const float *a, int64_t a_rs, const float *b_panels,
                           int64_t nb, float *c, int64_t c_rs, int32_t accumulate) {
  gemmPanels<float>(m, n, k, a, a_rs, b_panels, nb, {c, c_rs, 1, accumulate != 0});
}

void sflow_gemm_panels_f64(int64_t m, int64_t n, int64_t k, const double *a, int64_t a_rs, const double *b_panels,
                           int64_t nb, double *c, int64_t c_rs, int32_t accumulate) {
  gemmPanels<double>(m, n, k, a, a_rs, b_panels, nb, {c, c_rs, 1, accumulate != 0});
}

void sflow_kernels_prepare_thread(void) { (void)threadState(); }

const char *sflow_kernels_description(void) { return describeMicroKernels(); }
