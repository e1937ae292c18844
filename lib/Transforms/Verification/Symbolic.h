// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Integers of the traced program, as polynomials over what is not known at compile time, and proofs about their signs.
// Unlike upstream's value bounds they belong to one execution of an op, so two iterations of a loop can be compared,
// and they pass through inlined calls.
#ifndef SYNCFLOW_TRANSFORMS_VERIFICATION_SYMBOLIC_H
#define SYNCFLOW_TRANSFORMS_VERIFICATION_SYMBOLIC_H

#include "mlir/IR/AffineExpr.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace syncflow::verification {

/// Sum of coefficient times product of leaves; a leaf is an unknown integer of a Symbols table.
class Poly {
public:
  using Monomial = std::vector<unsigned>;
  /// Sorted by monomial, no coefficient zero. Nearly all are constants: one term, kept in place.
  using Terms = llvm::SmallVector<std::pair<Monomial, int64_t>, 1>;

  Poly() = default;
  Poly(int64_t constant) {
    if (constant)
      terms.emplace_back(Monomial(), constant);
  }
  static Poly leaf(unsigned id) {
    Poly p;
    p.terms.emplace_back(Monomial{id}, 1);
    return p;
  }

  const Terms &getTerms() const { return terms; }
  std::optional<int64_t> constant() const;
  /// The leaf, when the polynomial is one leaf and nothing else.
  std::optional<unsigned> singleLeaf() const;
  std::string key() const;
  void add(const Monomial &monomial, int64_t coefficient);
  /// With values in the place of those leaves that have one.
  Poly substitute(llvm::function_ref<std::optional<Poly>(unsigned leaf)> valueOf) const;

  Poly operator+(const Poly &o) const;
  Poly operator-(const Poly &o) const { return *this + o * Poly(-1); }
  Poly operator*(const Poly &o) const;
  bool operator==(const Poly &o) const { return terms == o.terms; }

private:
  Terms terms;
};

/// The unknowns and what is known about them.
class Symbols {
public:
  /// An integer that nothing is known about, or only its sign.
  Poly fresh(bool nonNegative = false);
  Poly minimum(llvm::ArrayRef<Poly> of);
  Poly maximum(llvm::ArrayRef<Poly> of);
  Poly floorDiv(const Poly &p, int64_t divisor);
  Poly ceilDiv(const Poly &p, int64_t divisor) { return floorDiv(p + Poly(divisor - 1), divisor); }
  Poly mod(const Poly &p, int64_t divisor) { return p - floorDiv(p, divisor) * Poly(divisor); }
  /// An integer between two bounds, both included.
  Poly between(const Poly &lower, const Poly &upper);
  Poly evaluate(mlir::AffineExpr expr, llvm::ArrayRef<Poly> dims, llvm::ArrayRef<Poly> symbols);
  /// One of two integers.
  Poly either(const Poly &a, const Poly &b);
  /// A size or an offset inside memory, or what the program has checked: not negative, or the program has no meaning.
  /// Understood of one unknown and a constant.
  void assumeNonNegative(const Poly &p);
  /// What the program has checked. Understood where one unknown is a sum of others.
  void assumeZero(const Poly &p);

  /// Written by what the program has checked, as far as that is understood.
  Poly known(const Poly &p) const;
  bool knowsMeanings() const { return anyMeaning; }

  bool isNonNegative(const Poly &p);
  bool isLessOrEqual(const Poly &a, const Poly &b) { return isNonNegative(b - a); }

private:
  struct Bound {
    Poly value;
    int64_t divisor = 1;
  };
  struct Leaf {
    bool nonNegative = false;
    /// Each one bounds the leaf.
    std::vector<Bound> lower, upper;
    /// The leaf is one of them, so what holds for all of them holds for it.
    std::vector<Poly> oneOf;
    /// The leaf is not negative if all of them, or (`any`) one of them, are not. Asked when a proof needs it: that an
    /// operand is a size may be learnt after the expression was made.
    std::vector<Poly> positiveIf;
    bool any = false;
    /// What the leaf is in terms of others, by what the program has checked.
    std::optional<Poly> meaning;
  };
  unsigned addLeaf(Leaf leaf);
  Poly intern(const std::string &key, Leaf leaf);
  Poly extreme(llvm::ArrayRef<Poly> of, bool minimum);
  void write(unsigned leaf, const Poly &meaning);
  bool isPlainlyNonNegative(const Poly &p) const;
  bool isLeafNonNegative(unsigned leaf) const;
  bool allNonNegative(const Poly::Monomial &monomial) const;
  bool prove(const Poly &given, int &budget, int depth);
  bool proveByBounds(const Poly &p, const Poly::Monomial &monomial, int64_t coefficient, int &budget, int depth);
  bool proveByCases(const Poly &p, unsigned leaf, int &budget, int depth);

  std::vector<Leaf> leaves;
  std::map<std::string, unsigned> interned;
  bool anyMeaning = false;
  /// Earlier answers of isNonNegative: the same slots of an arena are compared again and again.
  std::map<Poly::Terms, bool> answers;
};

} // namespace syncflow::verification

#endif // SYNCFLOW_TRANSFORMS_VERIFICATION_SYMBOLIC_H
