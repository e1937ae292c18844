// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Compares each access with all earlier ones.
#ifndef SYNCFLOW_TRANSFORMS_VERIFICATION_HAZARDS_H
#define SYNCFLOW_TRANSFORMS_VERIFICATION_HAZARDS_H

#include "Report.h"

namespace syncflow::verification {

class Hazards {
public:
  Hazards(Values &values, Order &order, Report &report) : values(values), order(order), report(report) {}

  /// Checks all accesses of one op against earlier ones and records them. `before` is what has ended when it starts.
  void access(llvm::ArrayRef<Recorded> accesses, const Frontier &before);
  /// An access to all memory. `callerOnly`: only to memory that the entry was handed, or that it shares by name.
  void accessEverything(const Actor &actor, const Frontier &before, bool callerOnly);
  /// Memory that `frame` owns, or with `everything` all memory, has to be quiet.
  void functionReturns(mlir::Operation *ret, const Frontier &ended, unsigned frame, bool everything);

  unsigned accessCount() const { return number; }
  /// Pairs of conflicting accesses of which one could run beside the other if nothing ordered them; only counted on
  /// demand.
  uint64_t orderedPairs = 0;
  bool countPairs = false;

private:
  /// What settles most questions about an access, close together: with thousands of tasks in one arena every access
  /// meets all earlier ones.
  struct Key {
    int64_t low, high; ///< bytes; the widest range where they are not known
    int work;
    bool writes;
    explicit Key(const Recorded &access);
    bool isApart(const Key &o) const { return high <= o.low || o.high <= low; }
  };
  struct Accesses {
    std::vector<Recorded> all;
    std::vector<Key> keys;
    void add(const Recorded &access) {
      all.push_back(access);
      keys.emplace_back(access);
    }
  };
  struct List {
    Accesses asynchronous, writes;
  };
  List &listOf(const Base *base);
  void check(const Recorded &now, const Accesses &earlier, const Frontier &before);
  void checkContents(const Recorded &read, const Frontier &before);
  bool checkReuse(const Recorded &read, const Recorded &clobber, llvm::ArrayRef<const Recorded *> mine);
  void checkCoverage(const Recorded &read, llvm::ArrayRef<const Recorded *> mine);
  bool precedes(const Recorded &a, const Recorded &b) const;
  void record(const Recorded &access);

  Values &values;
  Order &order;
  Report &report;
  std::deque<List> lists; ///< by base
  /// Accesses to all memory, and to what the caller shares.
  Accesses everything, callersWork;
  unsigned number = 0;
};

} // namespace syncflow::verification

#endif // SYNCFLOW_TRANSFORMS_VERIFICATION_HAZARDS_H
