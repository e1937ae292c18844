// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Agreement of two tensors: |a-b| <= atol + rtol*|b| for every element.
#ifndef SYNCFLOW_TOOLS_RUN_COMPARE_H
#define SYNCFLOW_TOOLS_RUN_COMPARE_H

#include "Tensor.h"

#include <vector>

namespace syncflow::run {

struct Tolerance {
  double relative = 1e-4;
  double absolute = 1e-5;
};

struct Mismatch {
  uint64_t index = 0;
  double difference = 0; ///< Infinite when only one side is NaN or an infinity is missed.
};

struct Comparison {
  bool sameType = true; ///< False: element type or shape differ; nothing else
                        ///< is filled in then.
  uint64_t elements = 0;
  uint64_t mismatches = 0;
  std::vector<Mismatch> first; ///< The first few.
  Mismatch worst;              ///< Of the mismatches, the one with the largest difference.
  double maxDifference = 0;    ///< Over all elements, NaN against NaN aside.

  bool agrees() const { return sameType && mismatches == 0; }
};

/// NaN agrees with NaN and an infinity with itself; 64-bit integers are
/// subtracted exactly.
Comparison compare(const HostTensor &actual, const HostTensor &expected, const Tolerance &tolerance);

/// Several lines: how many differ, the first few, the worst. `what` names the
/// output ("rank 1, output 0 (logits)").
std::string describe(const Comparison &comparison, const HostTensor &actual, const HostTensor &expected,
                     const Tolerance &tolerance, llvm::StringRef what, llvm::StringRef file);

/// Position of the first element whose bytes differ; nothing when type, shape
/// and all bytes are equal.
std::optional<uint64_t> firstBitDifference(const HostTensor &a, const HostTensor &b);

} // namespace syncflow::run

#endif // SYNCFLOW_TOOLS_RUN_COMPARE_H
