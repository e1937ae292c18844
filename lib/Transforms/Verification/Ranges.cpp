// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#include "Ranges.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <tuple>

using namespace mlir;
using namespace syncflow::verification;

int64_t syncflow::verification::bytesOf(Type type) {
  if (auto vector = dyn_cast<VectorType>(type))
    return vector.getNumElements() * bytesOf(vector.getElementType());
  if (auto complex = dyn_cast<ComplexType>(type))
    return 2 * bytesOf(complex.getElementType());
  if (type.isIntOrFloat())
    return std::max<int64_t>(1, (type.getIntOrFloatBitWidth() + 7) / 8);
  return 8; // index, and descriptors of which only the identity matters
}

void MemRegion::staysWithin(const MemRegion &source) {
  if (!within && source.exact)
    within = std::make_pair(source.low, source.high);
}

void MemRegion::narrowTo(ArrayRef<Poly> indices) {
  if (!exact || extents.size() != indices.size())
    return;
  staysWithin(MemRegion(*this));
  for (auto [index, extent] : llvm::zip_equal(indices, extents))
    offset = offset + index * extent.stride;
  extents.clear();
  computeBounds();
}

void MemRegion::computeBounds() {
  low = offset;
  high = offset + Poly(elementBytes);
  for (const Extent &e : extents)
    high = high + (e.size - Poly(1)) * e.stride;
  if (!exact && within)
    std::tie(low, high) = *within;
  lowBytes = isBounded() ? low.constant() : std::nullopt;
  highBytes = isBounded() ? high.constant() : std::nullopt;
  contiguous = exact;
  Poly expected(elementBytes);
  for (const Extent &e : llvm::reverse(extents)) {
    if (e.size.constant() == 1)
      continue;
    contiguous &= e.stride == expected;
    expected = expected * e.size;
  }
}

bool MemRegion::operator==(const MemRegion &o) const {
  return base == o.base && owner == o.owner && exact == o.exact && offset == o.offset && root == o.root &&
         llvm::equal(extents, o.extents,
                     [](const Extent &x, const Extent &y) { return x.size == y.size && x.stride == y.stride; });
}

MemRegion syncflow::verification::wholeOf(Base *base, MemRefType type, ArrayRef<Poly> sizes, Symbols &symbols) {
  MemRegion region;
  region.base = base;
  region.elementBytes = bytesOf(type.getElementType());
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(type.getStridesAndOffset(strides, offset)))
    return region;
  region.exact = true;
  Poly bytes(region.elementBytes), running = bytes;
  region.offset = ShapedType::isDynamic(offset) ? symbols.fresh(/*nonNegative=*/true) * bytes : Poly(offset) * bytes;
  region.extents.resize(type.getRank());
  unsigned dynamic = type.getNumDynamicDims();
  bool identity = type.getLayout().isIdentity();
  for (int64_t d = type.getRank() - 1; d >= 0; --d) {
    MemRegion::Extent &e = region.extents[d];
    e.size = type.isDynamicDim(d) ? (--dynamic < sizes.size() ? sizes[dynamic] : symbols.fresh(true))
                                  : Poly(type.getDimSize(d));
    if (identity)
      e.stride = running;
    else
      e.stride = ShapedType::isDynamic(strides[d]) ? symbols.fresh(true) * bytes : Poly(strides[d]) * bytes;
    running = running * e.size;
    // Backwards strides would turn the bounds around.
    if (auto s = e.stride.constant(); s && *s < 0)
      region.exact = false;
  }
  region.computeBounds();
  return region;
}

namespace {

/// `p` without the terms that are multiples of `c * m` for sure.
Poly withoutMultiples(const Poly &p, const Poly::Monomial &m, int64_t c) {
  Poly rest;
  for (const auto &[monomial, coefficient] : p.getTerms()) {
    if (!std::includes(monomial.begin(), monomial.end(), m.begin(), m.end())) {
      rest.add(monomial, coefficient);
      continue;
    }
    int64_t remainder = coefficient % c;
    if (monomial.size() == m.size() && remainder < 0)
      remainder += c;
    if (remainder)
      rest.add(monomial, remainder);
  }
  return rest;
}

/// Bytes from the first to behind the last one, multiples of the period left out.
Poly extentModulo(const MemRegion &r, const Poly::Monomial &monomial, int64_t coefficient) {
  Poly extent(r.elementBytes);
  for (const MemRegion::Extent &e : r.extents)
    if (!withoutMultiples(e.stride, monomial, coefficient).getTerms().empty())
      extent = extent + (e.size - Poly(1)) * e.stride;
  return extent;
}

/// Regions that repeat with the same period are apart if they are inside one period, seen from where one of them
/// begins: columns of a matrix, whatever the number of rows.
bool separateModulo(const MemRegion &a, const MemRegion &b, const Poly &period, Symbols &symbols) {
  const auto &[monomial, coefficient] = *period.getTerms().begin();
  Poly extentA = extentModulo(a, monomial, coefficient), extentB = extentModulo(b, monomial, coefficient);
  auto follows = [&](const MemRegion &first, const Poly &extent, const MemRegion &second, const Poly &other) {
    Poly distance = withoutMultiples(second.offset - first.offset, monomial, coefficient);
    return symbols.isLessOrEqual(extent, distance) && symbols.isLessOrEqual(distance + other, period);
  };
  return follows(a, extentA, b, extentB) || follows(b, extentB, a, extentA);
}

/// Apart by some period of theirs.
bool areSeparate(const MemRegion &a, const MemRegion &b, Symbols &symbols) {
  SmallVector<Poly> tried;
  for (const MemRegion *r : {&a, &b})
    for (const MemRegion::Extent &e : r->extents) {
      if (e.stride.getTerms().size() != 1 || e.stride.getTerms().begin()->second <= 0 ||
          llvm::is_contained(tried, e.stride))
        continue;
      tried.push_back(e.stride);
      if (separateModulo(a, b, e.stride, symbols))
        return true;
    }
  return false;
}

MemRegion withMeanings(MemRegion region, const Symbols &symbols) {
  region.offset = symbols.known(region.offset);
  for (MemRegion::Extent &e : region.extents)
    e = {symbols.known(e.size), symbols.known(e.stride)};
  return region;
}

} // namespace

bool syncflow::verification::areDisjoint(const MemRegion &a, const MemRegion &b, Symbols &symbols) {
  if (a.base != b.base)
    return a.base->kind != BaseKind::Unknown && b.base->kind != BaseKind::Unknown;
  if (!a.isBounded() || !b.isBounded())
    return false;
  bool constant = a.lowBytes && a.highBytes && b.lowBytes && b.highBytes;
  if (constant && (*a.highBytes <= *b.lowBytes || *b.highBytes <= *a.lowBytes))
    return true;
  auto bounds = [](const MemRegion &r) {
    SmallVector<std::pair<Poly, Poly>, 2> out{{r.low, r.high}};
    if (r.within && r.exact)
      out.push_back(*r.within);
    return out;
  };
  if (!constant || a.within || b.within)
    for (const auto &[lowA, highA] : bounds(a))
      for (const auto &[lowB, highB] : bounds(b))
        if (symbols.isLessOrEqual(highA, lowB) || symbols.isLessOrEqual(highB, lowA))
          return true;
  if (!a.exact || !b.exact)
    return false;
  if (a.contiguous && b.contiguous && constant)
    return false;
  if (!symbols.knowsMeanings())
    return areSeparate(a, b, symbols);
  MemRegion plainA = withMeanings(a, symbols), plainB = withMeanings(b, symbols);
  return areSeparate(plainA, plainB, symbols);
}

static std::string bytes(std::optional<int64_t> low, std::optional<int64_t> high) {
  auto text = [](std::optional<int64_t> v) { return v ? std::to_string(*v) : std::string("?"); };
  return "bytes " + text(low) + ".." + text(high);
}

/// First and last bytes as far as they are known, of an element with an unknown index those of the whole.
static std::pair<std::optional<int64_t>, std::optional<int64_t>> shownBytes(const MemRegion &r) {
  std::optional<int64_t> low = r.lowBytes, high = r.highBytes;
  if (r.within && !low)
    low = r.within->first.constant();
  if (r.within && !high)
    high = r.within->second.constant();
  return {low, high};
}

std::string syncflow::verification::describeBytes(const MemRegion &r) {
  auto [low, high] = shownBytes(r);
  return bytes(low, high);
}

std::string syncflow::verification::describeOverlap(const MemRegion &a, const MemRegion &b) {
  if (b.base->kind == BaseKind::Unknown || (a.base == b.base && !b.exact))
    return describeBytes(a);
  if (a.base != b.base || !a.exact)
    return describeBytes(b);
  auto [lowA, highA] = shownBytes(a);
  auto [lowB, highB] = shownBytes(b);
  std::optional<int64_t> low, high;
  if (lowA && lowB)
    low = std::max(*lowA, *lowB);
  if (highA && highB)
    high = std::min(*highA, *highB);
  return bytes(low, high);
}
