/* SPDX-License-Identifier: AGPL-3.0-or-later
 * SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
 *
 * Dense kernels that compiled task bodies call: matrix products and
 * convolutions on one thread.
 *
 * Common to every entry point:
 *  - Strides count elements, may be zero or negative, and are independent of
 *    each other; the elements of an output must be distinct and must not
 *    overlap an input.
 *  - `accumulate` = 0 overwrites the output without reading it, anything else
 *    adds to it.
 *  - Sizes <= 0 are empty: no output element is touched, except that an empty
 *    reduction without `accumulate` writes zeros.
 *  - Calls are thread safe, take no lock once a shape has been seen, use one
 *    thread, and give the same bits for the same arguments on every thread of
 *    a machine.
 *  - Scratch is one block of constant size per thread, made on the thread's
 *    first call (or by sflow_kernels_prepare_thread) and released when the
 *    thread ends. Repeating a shape allocates nothing.
 */
#ifndef SYNCFLOW_KERNELS_H
#define SYNCFLOW_KERNELS_H

#include <stdint.h>

#if defined(__GNUC__)
#define SFLOW_KERNELS_API __attribute__((visibility("default")))
#else
#define SFLOW_KERNELS_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* C[m,n] (+)= A[m,k] * B[k,n]. Unit column strides of B and C, and one unit
 * stride of A, are used in place; any other layout goes through scratch. */
SFLOW_KERNELS_API void sflow_gemm_f32(int64_t m, int64_t n, int64_t k, const float *a, int64_t a_rs, int64_t a_cs,
                                      const float *b, int64_t b_rs, int64_t b_cs, float *c, int64_t c_rs, int64_t c_cs,
                                      int32_t accumulate);
SFLOW_KERNELS_API void sflow_gemm_f64(int64_t m, int64_t n, int64_t k, const double *a, int64_t a_rs, int64_t a_cs,
                                      const double *b, int64_t b_rs, int64_t b_cs, double *c, int64_t c_rs,
                                      int64_t c_cs, int32_t accumulate);

/* Column panels: B[k,n] stored as ceil(n/nb) panels one after the other, panel
 * p holding columns p*nb .. p*nb+nb-1 as k rows of nb contiguous elements.
 * Element (i, j) lies at (j/nb)*k*nb + i*nb + j%nb. The missing columns of
 * the last panel are present and zero. */

/* The panel width that is fast on every supported processor; a constant of
 * the library, so that a compiler may fold it into its output. */
SFLOW_KERNELS_API int64_t sflow_kernels_panel_width_f32(void);
SFLOW_KERNELS_API int64_t sflow_kernels_panel_width_f64(void);

/* Number of elements of packed panels, padding included. */
SFLOW_KERNELS_API int64_t sflow_kernels_panels_size(int64_t k, int64_t n, int64_t nb);

SFLOW_KERNELS_API void sflow_gemm_pack_panels_f32(int64_t k, int64_t n, const float *b, int64_t b_rs, int64_t b_cs,
                                                  int64_t nb, float *out_panels);
SFLOW_KERNELS_API void sflow_gemm_pack_panels_f64(int64_t k, int64_t n, const double *b, int64_t b_rs, int64_t b_cs,
                                                  int64_t nb, double *out_panels);

/* C[m,n] (+)= A[m,k] * B[k,n] with B in panels; rows of A and C contiguous.
 * Any nb > 0 is right, multiples of 8 are fast. */
SFLOW_KERNELS_API void sflow_gemm_panels_f32(int64_t m, int64_t n, int64_t k, const float *a, int64_t a_rs,
                                             const float *b_panels, int64_t nb, float *c, int64_t c_rs,
                                             int32_t accumulate);
SFLOW_KERNELS_API void sflow_gemm_panels_f64(int64_t m, int64_t n, int64_t k, const double *a, int64_t a_rs,
                                             const double *b_panels, int64_t nb, double *c, int64_t c_rs,
                                             int32_t accumulate);

/* A 2-D convolution without implicit padding, over tensors of any layout:
 *   out[b,f,y,x] (+)= sum over c,r,s of
 *       in[b, c, y*stride_h + r*dilation_h, x*stride_w + s*dilation_w]
 *     * filter[f,c,r,s]
 * The stride fields follow the order of those indices. A unit stride of the
 * output's f (channels last) or x (channels first) is fast. */
typedef struct sflow_conv2d {
  uint64_t struct_size;
  int64_t batch, channels, filters;
  int64_t out_h, out_w;
  int64_t kernel_h, kernel_w;
  int64_t stride_h, stride_w;
  int64_t dilation_h, dilation_w;
  int64_t in_b, in_c, in_h, in_w;
  int64_t filter_f, filter_c, filter_h, filter_w;
  int64_t out_b, out_f, out_y, out_x;
} sflow_conv2d;

SFLOW_KERNELS_API void sflow_conv2d_f32(const sflow_conv2d *conv, const float *in, const float *filter, float *out,
                                        int32_t accumulate);

/* The same for dense tensors: in [batch, in_h, in_w, channels], filter
 * [kernel_h, kernel_w, channels, filters], out [batch, out_h, out_w, filters],
 * with out_h = (in_h - (kernel_h-1)*dilation_h - 1) / stride_h + 1. */
SFLOW_KERNELS_API void sflow_conv2d_nhwc_f32(int64_t batch, int64_t in_h, int64_t in_w, int64_t channels,
                                             int64_t kernel_h, int64_t kernel_w, int64_t filters, int64_t stride_h,
                                             int64_t stride_w, int64_t dilation_h, int64_t dilation_w, const float *in,
                                             const float *filter, float *out, int32_t accumulate);

/* in [batch, channels, in_h, in_w], filter [filters, channels, kernel_h,
 * kernel_w], out [batch, filters, out_h, out_w]. */
SFLOW_KERNELS_API void sflow_conv2d_nchw_f32(int64_t batch, int64_t channels, int64_t in_h, int64_t in_w,
                                             int64_t filters, int64_t kernel_h, int64_t kernel_w, int64_t stride_h,
                                             int64_t stride_w, int64_t dilation_h, int64_t dilation_w, const float *in,
                                             const float *filter, float *out, int32_t accumulate);

/* Makes this thread's scratch now, so that its first call makes none. */
SFLOW_KERNELS_API void sflow_kernels_prepare_thread(void);

/* What does the work on this machine, for reports: a static string. */
SFLOW_KERNELS_API const char *sflow_kernels_description(void);

#ifdef __cplusplus
}
#endif

#endif /* SYNCFLOW_KERNELS_H */
