// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/

#include "Compare.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>
#include <cstring>

namespace syncflow::run {

static constexpr size_t shownMismatches = 5;

static uint64_t loadInteger(const HostTensor &tensor, uint64_t index) {
  uint64_t value = 0;
  std::memcpy(&value, tensor.data() + index * sizeof value, sizeof value);
  return value;
}

/// |a - b| of one element: 0 when they agree exactly, infinite when no
/// tolerance could make them agree.
static double difference(const HostTensor &actual, const HostTensor &expected, uint64_t index) {
  if (actual.element() == SFLOW_ELEMENT_I64 || actual.element() == SFLOW_ELEMENT_U64) {
    uint64_t a = loadInteger(actual, index), b = loadInteger(expected, index);
    // Comparing signed numbers as unsigned ones needs the sign bit flipped.
    uint64_t flip = actual.element() == SFLOW_ELEMENT_I64 ? 1ull << 63 : 0;
    return static_cast<double>((a ^ flip) > (b ^ flip) ? a - b : b - a);
  }
  double a = actual.at(index), b = expected.at(index);
  if (a == b || (std::isnan(a) && std::isnan(b)))
    return 0;
  if (!std::isfinite(a) || !std::isfinite(b))
    return HUGE_VAL;
  return std::fabs(a - b);
}

Comparison compare(const HostTensor &actual, const HostTensor &expected, const Tolerance &tolerance) {
  Comparison result;
  result.sameType = actual.element() == expected.element() && actual.shape() == expected.shape();
  if (!result.sameType)
    return result;
  result.elements = actual.count();
  for (uint64_t i = 0; i < result.elements; ++i) {
    double delta = difference(actual, expected, i);
    if (delta == 0)
      continue;
    result.maxDifference = std::max(result.maxDifference, delta);
    double allowed = tolerance.absolute + tolerance.relative * std::fabs(expected.at(i));
    if (delta <= allowed && std::isfinite(delta))
      continue;
    if (result.mismatches++ == 0 || delta > result.worst.difference)
      result.worst = {i, delta};
    if (result.first.size() < shownMismatches)
      result.first.push_back({i, delta});
  }
  return result;
}

static void printElement(llvm::raw_ostream &os, const HostTensor &tensor, uint64_t index) {
  if (tensor.element() == SFLOW_ELEMENT_I64)
    os << static_cast<int64_t>(loadInteger(tensor, index));
  else if (tensor.element() == SFLOW_ELEMENT_U64)
    os << loadInteger(tensor, index);
  else
    os << llvm::format("%.9g", tensor.at(index));
}

static void printMismatch(llvm::raw_ostream &os, const Mismatch &mismatch, const HostTensor &actual,
                          const HostTensor &expected) {
  os << indexName(actual.shape(), mismatch.index) << " got ";
  printElement(os, actual, mismatch.index);
  os << ", expected ";
  printElement(os, expected, mismatch.index);
  os << ", difference " << llvm::format("%.3g", mismatch.difference);
}

std::string describe(const Comparison &comparison, const HostTensor &actual, const HostTensor &expected,
                     const Tolerance &tolerance, llvm::StringRef what, llvm::StringRef file) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (!comparison.sameType) {
    os << what << " is " << actual.typeName() << ", '" << file << "' holds " << expected.typeName();
    return text;
  }
  os << what << " against '" << file << "': " << comparison.mismatches << " of " << comparison.elements
     << " elements differ by more than "
     << llvm::format("%g + %g * |expected|", tolerance.absolute, tolerance.relative);
  for (const Mismatch &mismatch : comparison.first) {
    os << "\n  ";
    printMismatch(os, mismatch, actual, expected);
  }
  if (comparison.mismatches > comparison.first.size())
    os << "\n  ...";
  if (comparison.mismatches > 1) {
    os << "\n  worst: ";
    printMismatch(os, comparison.worst, actual, expected);
  }
  return text;
}

std::optional<uint64_t> firstBitDifference(const HostTensor &a, const HostTensor &b) {
  if (a.element() != b.element() || a.shape() != b.shape())
    return 0;
  llvm::StringRef left = a.raw(), right = b.raw();
  if (left == right)
    return std::nullopt;
  size_t byte = 0;
  while (left[byte] == right[byte])
    ++byte;
  return byte / elementSize(a.element());
}

} // namespace syncflow::run
