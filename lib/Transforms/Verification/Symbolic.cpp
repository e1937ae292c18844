// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#include "Symbolic.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace mlir;
using namespace syncflow::verification;

//===-- polynomials -----------------------------------------------------------------------------------------------===//

std::optional<int64_t> Poly::constant() const {
  if (terms.empty())
    return 0;
  if (terms.size() == 1 && terms.begin()->first.empty())
    return terms.begin()->second;
  return std::nullopt;
}

std::optional<unsigned> Poly::singleLeaf() const {
  if (terms.size() == 1 && terms.begin()->first.size() == 1 && terms.begin()->second == 1)
    return terms.begin()->first.front();
  return std::nullopt;
}

std::string Poly::key() const {
  std::string out;
  for (const auto &[monomial, coefficient] : terms) {
    out += std::to_string(coefficient);
    for (unsigned leaf : monomial)
      out += "*" + std::to_string(leaf);
    out += "+";
  }
  return out;
}

void Poly::add(const Monomial &monomial, int64_t coefficient) {
  auto it = llvm::lower_bound(terms, monomial, [](const auto &term, const Monomial &m) { return term.first < m; });
  if (it == terms.end() || it->first != monomial)
    it = terms.insert(it, {monomial, 0});
  it->second += coefficient;
  if (it->second == 0)
    terms.erase(it);
}

Poly Poly::operator+(const Poly &o) const {
  Poly out = *this;
  for (const auto &[monomial, coefficient] : o.terms)
    out.add(monomial, coefficient);
  return out;
}

Poly Poly::operator*(const Poly &o) const {
  Poly out;
  for (const auto &[a, x] : terms)
    for (const auto &[b, y] : o.terms) {
      Monomial product;
      std::merge(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(product));
      out.add(product, x * y);
    }
  return out;
}

Poly Poly::substitute(llvm::function_ref<std::optional<Poly>(unsigned)> valueOf) const {
  Poly out;
  for (const auto &[monomial, coefficient] : terms) {
    Poly term(coefficient);
    for (unsigned leaf : monomial)
      term = term * valueOf(leaf).value_or(Poly::leaf(leaf));
    out = out + term;
  }
  return out;
}

//===-- unknowns --------------------------------------------------------------------------------------------------===//

unsigned Symbols::addLeaf(Leaf leaf) {
  leaves.push_back(std::move(leaf));
  return leaves.size() - 1;
}

Poly Symbols::fresh(bool nonNegative) {
  Leaf leaf;
  leaf.nonNegative = nonNegative;
  return Poly::leaf(addLeaf(std::move(leaf)));
}

/// Equal expressions are the same unknown, wherever they were computed.
Poly Symbols::intern(const std::string &key, Leaf leaf) {
  auto it = interned.find(key);
  if (it == interned.end())
    it = interned.emplace(key, addLeaf(std::move(leaf))).first;
  return Poly::leaf(it->second);
}

Poly Symbols::extreme(ArrayRef<Poly> of, bool minimum) {
  // An operand that another one always beats does not count.
  std::vector<Poly> kept;
  for (const Poly &p : of) {
    auto beats = [&](const Poly &q) { return minimum ? isLessOrEqual(q, p) : isLessOrEqual(p, q); };
    if (llvm::any_of(kept, beats))
      continue;
    llvm::erase_if(kept, [&](const Poly &q) { return minimum ? isLessOrEqual(p, q) : isLessOrEqual(q, p); });
    kept.push_back(p);
  }
  if (kept.size() == 1)
    return kept.front();
  llvm::sort(kept, [](const Poly &a, const Poly &b) { return a.key() < b.key(); });
  std::string key = minimum ? "min" : "max";
  Leaf leaf;
  for (const Poly &p : kept) {
    key += "," + p.key();
    (minimum ? leaf.upper : leaf.lower).push_back({p});
  }
  auto positive = [&](const Poly &p) { return isNonNegative(p); };
  leaf.nonNegative = minimum ? llvm::all_of(kept, positive) : llvm::any_of(kept, positive);
  leaf.positiveIf = kept;
  leaf.any = !minimum;
  leaf.oneOf = kept;
  return intern(key, std::move(leaf));
}

Poly Symbols::minimum(ArrayRef<Poly> of) { return extreme(of, /*minimum=*/true); }
Poly Symbols::maximum(ArrayRef<Poly> of) { return extreme(of, /*minimum=*/false); }

Poly Symbols::floorDiv(const Poly &p, int64_t divisor) {
  if (divisor <= 0)
    return fresh();
  Poly whole, rest;
  for (const auto &[monomial, coefficient] : p.getTerms())
    if (coefficient % divisor == 0)
      whole.add(monomial, coefficient / divisor);
    else
      rest.add(monomial, coefficient);
  if (auto c = rest.constant()) {
    int64_t quotient = *c / divisor - (*c % divisor < 0 ? 1 : 0);
    return whole + Poly(quotient);
  }
  Leaf leaf;
  leaf.nonNegative = isNonNegative(rest);
  leaf.positiveIf = {rest};
  leaf.upper.push_back({rest, divisor});
  leaf.lower.push_back({rest - Poly(divisor - 1), divisor});
  return whole + intern("div" + std::to_string(divisor) + "," + rest.key(), std::move(leaf));
}

Poly Symbols::between(const Poly &lower, const Poly &upper) {
  Leaf leaf;
  leaf.nonNegative = isNonNegative(lower);
  leaf.lower.push_back({lower});
  leaf.upper.push_back({upper});
  return Poly::leaf(addLeaf(std::move(leaf)));
}

Poly Symbols::either(const Poly &a, const Poly &b) {
  if (a == b)
    return a;
  Leaf leaf;
  leaf.oneOf = leaf.positiveIf = {a, b};
  return Poly::leaf(addLeaf(std::move(leaf)));
}

void Symbols::assumeNonNegative(const Poly &given) {
  // A leaf alone, or with a constant.
  Poly p = known(given);
  const Poly::Terms &terms = p.getTerms();
  bool alone = p.singleLeaf().has_value();
  bool fits = alone || (terms.size() == 2 && terms.front().first.empty() && terms.back().first.size() == 1 &&
                        terms.back().second == 1);
  if (!fits)
    return;
  unsigned leaf = terms.back().first.front();
  int64_t least = alone ? 0 : -terms.front().second;
  if (leaves[leaf].nonNegative && least <= 0)
    return;
  answers.clear();
  if (least == 0) {
    leaves[leaf].nonNegative = true;
    return;
  }
  // What is known about the leaf holds for the rest of it, less the constant.
  Leaf rest;
  rest.nonNegative = true;
  for (auto bounds : {&Leaf::lower, &Leaf::upper})
    for (const Bound &bound : leaves[leaf].*bounds)
      (rest.*bounds).push_back({bound.value - Poly(least * bound.divisor), bound.divisor});
  for (const Poly &value : leaves[leaf].oneOf)
    rest.oneOf.push_back(value - Poly(least));
  write(leaf, Poly::leaf(addLeaf(std::move(rest))) + Poly(least));
}

void Symbols::assumeZero(const Poly &given) {
  Poly p = known(given);
  // The newest unknown that stands alone in a term, by the others.
  for (const auto &[monomial, coefficient] : llvm::reverse(p.getTerms())) {
    if (monomial.size() != 1 || (coefficient != 1 && coefficient != -1))
      continue;
    unsigned leaf = monomial.front();
    if (llvm::count_if(p.getTerms(), [&](const auto &term) { return llvm::is_contained(term.first, leaf); }) != 1)
      continue;
    write(leaf, Poly::leaf(leaf) - p * Poly(coefficient));
    return;
  }
}

/// `meaning` holds no leaf that has a meaning, so none leads back to itself.
void Symbols::write(unsigned leaf, const Poly &meaning) {
  leaves[leaf].meaning = meaning;
  anyMeaning = true;
  answers.clear();
}

Poly Symbols::known(const Poly &given) const {
  Poly p = given;
  auto hasMeaning = [&](unsigned leaf) { return leaves[leaf].meaning.has_value(); };
  auto isWritten = [&](const auto &term) { return llvm::any_of(term.first, hasMeaning); };
  while (anyMeaning && llvm::any_of(p.getTerms(), isWritten))
    p = p.substitute([&](unsigned leaf) { return leaves[leaf].meaning; });
  return p;
}

Poly Symbols::evaluate(AffineExpr expr, ArrayRef<Poly> dims, ArrayRef<Poly> symbols) {
  if (auto c = dyn_cast<AffineConstantExpr>(expr))
    return Poly(c.getValue());
  if (auto d = dyn_cast<AffineDimExpr>(expr))
    return dims[d.getPosition()];
  if (auto s = dyn_cast<AffineSymbolExpr>(expr))
    return symbols[s.getPosition()];
  auto binary = cast<AffineBinaryOpExpr>(expr);
  Poly a = evaluate(binary.getLHS(), dims, symbols), b = evaluate(binary.getRHS(), dims, symbols);
  if (expr.getKind() == AffineExprKind::Add)
    return a + b;
  if (expr.getKind() == AffineExprKind::Mul)
    return a * b;
  auto divisor = b.constant();
  if (!divisor || *divisor <= 0)
    return fresh();
  switch (expr.getKind()) {
  case AffineExprKind::FloorDiv:
    return floorDiv(a, *divisor);
  case AffineExprKind::CeilDiv:
    return ceilDiv(a, *divisor);
  default:
    return mod(a, *divisor);
  }
}

//===-- proofs ----------------------------------------------------------------------------------------------------===//

bool Symbols::isPlainlyNonNegative(const Poly &p) const {
  return llvm::all_of(known(p).getTerms(), [&](auto &t) { return t.second >= 0 && allNonNegative(t.first); });
}

bool Symbols::isLeafNonNegative(unsigned leaf) const {
  const Leaf &l = leaves[leaf];
  auto plain = [&](const Poly &p) { return isPlainlyNonNegative(p); };
  return l.nonNegative ||
         (!l.positiveIf.empty() && (l.any ? llvm::any_of(l.positiveIf, plain) : llvm::all_of(l.positiveIf, plain)));
}

bool Symbols::allNonNegative(const Poly::Monomial &monomial) const {
  return llvm::all_of(monomial, [&](unsigned leaf) { return isLeafNonNegative(leaf); });
}

bool Symbols::isNonNegative(const Poly &p) {
  auto known = answers.find(p.getTerms());
  if (known != answers.end())
    return known->second;
  int budget = 400;
  bool proved = prove(p, budget, 10);
  answers[p.getTerms()] = proved;
  return proved;
}

bool Symbols::prove(const Poly &given, int &budget, int depth) {
  Poly p = known(given);
  if (auto c = p.constant())
    return *c >= 0;
  if (isPlainlyNonNegative(p))
    return true;
  // Long sums cost more.
  budget -= 1 + static_cast<int>(p.getTerms().size() / 4);
  if (depth == 0 || budget < 0)
    return false;
  // Negative terms first: they are what stands in the way.
  for (bool negative : {true, false})
    for (const auto &[monomial, coefficient] : p.getTerms())
      if ((coefficient < 0) == negative && proveByBounds(p, monomial, coefficient, budget, depth))
        return true;
  for (const auto &[monomial, coefficient] : p.getTerms())
    for (unsigned leaf : monomial)
      if (!leaves[leaf].oneOf.empty() && proveByCases(p, leaf, budget, depth))
        return true;
  return false;
}

/// Replaces a leaf of one term by a bound that makes the term smaller.
bool Symbols::proveByBounds(const Poly &p, const Poly::Monomial &monomial, int64_t coefficient, int &budget,
                            int depth) {
  for (size_t i = 0; i < monomial.size(); ++i) {
    Poly::Monomial others = monomial;
    others.erase(others.begin() + i);
    if (!allNonNegative(others))
      continue;
    // Copied: proofs may add leaves.
    std::vector<Bound> bounds = coefficient < 0 ? leaves[monomial[i]].upper : leaves[monomial[i]].lower;
    for (const Bound &b : bounds) {
      Poly rest = p, factor;
      rest.add(monomial, -coefficient);
      factor.add(others, coefficient);
      if (prove(rest * Poly(b.divisor) + factor * b.value, budget, depth - 1))
        return true;
    }
  }
  return false;
}

/// The leaf is one of several values: all of them are tried.
bool Symbols::proveByCases(const Poly &p, unsigned leaf, int &budget, int depth) {
  std::vector<Poly> cases = leaves[leaf].oneOf;
  return llvm::all_of(cases, [&](const Poly &value) {
    Poly replaced = p.substitute([&](unsigned l) { return l == leaf ? std::optional<Poly>(value) : std::nullopt; });
    return prove(replaced, budget, depth - 1);
  });
}
