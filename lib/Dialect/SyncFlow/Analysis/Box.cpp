// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Overlap of strided boxes by digits. Take the strides of both boxes in descending order as the places of a number
// system: every byte address has one digit per place. Two boxes are disjoint as soon as their digits differ at one
// place. Columns of a row-major array differ at an inner place although their byte intervals interleave.
#include "SyncFlow/Dialect/SyncFlow/Analysis/Box.h"

#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace syncflow;

bool Box::normalize() {
  llvm::SmallVector<BoxDim, 4> kept;
  for (BoxDim d : dims) {
    if (d.count == 0) {
      elementBytes = 0;
      dims.clear();
      return true;
    }
    if (d.count == 1)
      continue;
    if (d.stride <= 0)
      return false;
    kept.push_back(d);
  }
  llvm::sort(kept, [](BoxDim a, BoxDim b) { return a.stride > b.stride; });
  dims.clear();
  for (BoxDim d : kept)
    if (!dims.empty() && dims.back().stride == d.count * d.stride)
      dims.back() = {dims.back().count * d.count, d.stride};
    else
      dims.push_back(d);
  // The innermost run of touching elements is one element.
  if (!dims.empty() && dims.back().stride == elementBytes) {
    elementBytes *= dims.back().count;
    dims.pop_back();
  }
  return true;
}

int64_t Box::high() const {
  int64_t end = offset + elementBytes;
  for (BoxDim d : dims)
    end += (d.count - 1) * d.stride;
  return end;
}

namespace {

/// Digits of all bytes of a box at one place: [low, high). `exact`: the box is the product of these intervals down to
/// here.
struct Digits {
  int64_t low, high;
};
struct Digital {
  llvm::SmallVector<Digits, 6> places;
  bool exact = true;
};

int64_t floorDiv(int64_t a, int64_t b) { return a / b - (a % b < 0); }

Digital digitsOf(const Box &box, llvm::ArrayRef<int64_t> places) {
  Digital result;
  int64_t offset = box.offset;
  llvm::ArrayRef<BoxDim> dims = box.dims;
  auto extent = [&](llvm::ArrayRef<BoxDim> rest) {
    int64_t bytes = box.elementBytes;
    for (BoxDim d : rest)
      bytes += (d.count - 1) * d.stride;
    return bytes;
  };
  for (auto [i, place] : llvm::enumerate(places)) {
    bool own = !dims.empty() && dims.front().stride == place;
    int64_t count = own ? dims.front().count : 1;
    llvm::ArrayRef<BoxDim> rest = own ? dims.drop_front() : dims;
    int64_t digit = floorDiv(offset, place), inside = offset - digit * place;
    if (inside + extent(rest) <= place || place == 1) {
      // Place 1 is the last one: what remains is one run of bytes.
      result.places.push_back({digit, place == 1 ? digit + extent(dims) : digit + count});
      offset = inside;
      dims = rest;
      continue;
    }
    // The box runs over into the next step: all that is left to say is which steps it touches.
    result.places.push_back({digit, floorDiv(offset + extent(dims) - 1, place) + 1});
    for (int64_t lower : places.drop_front(i + 1))
      result.places.push_back({0, places[i] / lower + 1});
    result.exact = false;
    break;
  }
  return result;
}

llvm::SmallVector<int64_t, 6> commonPlaces(const Box &a, const Box &b) {
  llvm::SmallVector<int64_t, 6> places;
  for (const Box *box : {&a, &b})
    for (BoxDim d : box->dims)
      places.push_back(d.stride);
  places.push_back(1);
  llvm::sort(places, std::greater<>());
  places.erase(llvm::unique(places), places.end());
  return places;
}

} // namespace

bool syncflow::mayOverlap(const Box &a, const Box &b) {
  if (a.empty() || b.empty() || a.high() <= b.low() || b.high() <= a.low())
    return false;
  if (a.dims.empty() && b.dims.empty())
    return true;
  auto places = commonPlaces(a, b);
  Digital da = digitsOf(a, places), db = digitsOf(b, places);
  for (auto [x, y] : llvm::zip_equal(da.places, db.places))
    if (x.high <= y.low || y.high <= x.low)
      return false;
  return true;
}

bool syncflow::contains(const Box &outer, const Box &inner) {
  if (inner.empty())
    return true;
  if (outer.empty() || inner.low() < outer.low() || outer.high() < inner.high())
    return false;
  if (outer.dims.empty())
    return true;
  auto places = commonPlaces(outer, inner);
  Digital o = digitsOf(outer, places), i = digitsOf(inner, places);
  if (!o.exact)
    return false;
  for (auto [x, y] : llvm::zip_equal(o.places, i.places))
    if (y.low < x.low || x.high < y.high)
      return false;
  return true;
}
