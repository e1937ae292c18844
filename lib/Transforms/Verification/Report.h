// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// What the checker says: both accesses, the bytes, where they are, and the edge that is missing.
#ifndef SYNCFLOW_TRANSFORMS_VERIFICATION_REPORT_H
#define SYNCFLOW_TRANSFORMS_VERIFICATION_REPORT_H

#include "Values.h"

#include "mlir/IR/AsmState.h"

#include <set>

namespace syncflow::verification {

/// Who touches memory.
struct Actor {
  mlir::Operation *op = nullptr;
  const Context *context = nullptr;
  int work = -1; ///< number of the work; negative for host ops
  bool isHost() const { return work < 0; }
};

/// One access of one execution of an op.
struct Recorded {
  Actor actor;
  MemRegion region;
  bool reads = false, writes = false;
  bool needsContents = false; ///< the read wants bytes that were written before
  unsigned number = 0;
};

/// Reports every pair of ops once.
class Report {
public:
  Report(mlir::Operation *scope, unsigned limit) : scope(scope), limit(limit) {}

  void race(const Recorded &first, const Recorded &second, bool endedButNotVisible);
  void atReturn(const Recorded &access, mlir::Operation *ret, const MemRegion &where);
  void unwritten(const Recorded &read, std::optional<std::pair<int64_t, int64_t>> gap);
  void overwritten(const Recorded &write, const Recorded &clobber, const Recorded &read);
  void notUnderstood(mlir::Operation *op, const llvm::Twine &what);
  void undeclared(TaskOp task, mlir::Operation *op, const llvm::Twine &what);

  unsigned count() const { return reported; }
  /// Says how many reports were left out.
  void finish();

private:
  bool admit(mlir::Operation *a, mlir::Operation *b, const Base *base, int kind);
  std::string nameOf(const Actor &actor) const;
  std::string nameOf(const MemRegion &region);
  /// Who, on which stream, touches what.
  std::string accessOf(const Recorded &access);
  void missingEdge(mlir::InFlightDiagnostic &diagnostic, const Recorded &first, const Recorded &second, bool carried);

  mlir::Operation *scope;
  unsigned limit;
  unsigned reported = 0;
  std::set<std::tuple<mlir::Operation *, mlir::Operation *, unsigned, int>> seen;
  std::unique_ptr<mlir::AsmState> assembly;
};

} // namespace syncflow::verification

#endif // SYNCFLOW_TRANSFORMS_VERIFICATION_REPORT_H
