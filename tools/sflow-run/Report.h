// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// What a run cost and whether it was right: once as JSON, once for people.
#ifndef SYNCFLOW_TOOLS_RUN_REPORT_H
#define SYNCFLOW_TOOLS_RUN_REPORT_H

#include "Compare.h"
#include "RunRequest.h"
#include "llvm/Support/JSON.h"

namespace syncflow::run {

struct OutputComparison {
  unsigned rank = 0, output = 0;
  std::string file;
  Comparison comparison;
};

/// Sums over the plans of an entry, for one rank and one run.
struct PlanTotals {
  uint64_t tasks = 0, streams = 0, naiveSyncs = 0, reducedSyncs = 0;
  uint64_t keptWaits = 0;
  uint64_t arenaBytes = 0,
           peakLiveBytes = 0; ///< The plans of an invocation share one arena: the largest.
  // Weighted by the launches of each plan.
  double transferBytes = 0, criticalPathNs = 0, flops = 0, modelFlops = 0;
  std::vector<double> launches; ///< Of each plan in a run.
  bool exactLaunches = true;    ///< False: unknown, one launch of each plan is assumed.
  bool openSizes = false;       ///< The figures assume 64 for each size that the
                                ///< model leaves open.
};

struct Report {
  const sflow_module_desc *module = nullptr;
  const sflow_entry_desc *entry = nullptr;
  unsigned ranks = 1, devices = 1, cores = 1;
  unsigned warmup = 0;
  double compileSeconds = 0;
  Tolerance tolerance;
  std::vector<OutputComparison> comparisons;
  PlanTotals totals;
  const RunResult *run = nullptr;

  bool agrees() const;
  double maxDifference() const;
  /// Share of the time outside tasks and outside waits, over all ranks.
  double overhead() const;
  llvm::json::Value toJson() const;
  void printSummary(llvm::raw_ostream &os) const;
};

/// Needs the run for how often each plan was launched.
PlanTotals sumPlans(const sflow_entry_desc &entry, const RunResult &run);

} // namespace syncflow::run

#endif // SYNCFLOW_TOOLS_RUN_REPORT_H
