// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Sets of bytes that a strided view touches, and when two of them meet.
#ifndef SYNCFLOW_DIALECT_SYNCFLOW_ANALYSIS_BOX_H
#define SYNCFLOW_DIALECT_SYNCFLOW_ANALYSIS_BOX_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>

namespace syncflow {

/// One dimension of a box: `count` steps of `stride` bytes.
struct BoxDim {
  int64_t count, stride;
};

/// The bytes `offset + sum(k_i * stride_i) + b` with 0 <= k_i < count_i and 0 <= b < elementBytes. Strides are positive
/// and descending, neighbours that continue each other are one dimension; `normalize` sees to that.
struct Box {
  int64_t offset = 0;
  int64_t elementBytes = 1;
  llvm::SmallVector<BoxDim, 4> dims;

  /// False when a stride is negative or zero with more than one step: then nothing is known but the base.
  bool normalize();
  bool empty() const { return elementBytes == 0; }
  int64_t low() const { return offset; }
  /// First byte behind the box.
  int64_t high() const;
};

/// False only when no byte is in both. Exact when the boxes have the same strides and neither wraps into the next
/// step of a larger stride (rows, columns and blocks of one array); conservative otherwise.
bool mayOverlap(const Box &a, const Box &b);

/// True only when every byte of `inner` is in `outer`.
bool contains(const Box &outer, const Box &inner);

} // namespace syncflow

#endif // SYNCFLOW_DIALECT_SYNCFLOW_ANALYSIS_BOX_H
