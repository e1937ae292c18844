// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/

#include "Report.h"

#include "llvm/ADT/DenseMap.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace syncflow::run {

/// Launches of each plan in one run: counted in the trace, or concluded from
/// their number.
static std::vector<double> countLaunches(const sflow_entry_desc &entry, const RunResult &run, bool &exact) {
  exact = true;
  std::vector<double> launches(entry.plan_count, 1);
  if (run.ranks.empty())
    return launches;
  const RankResult &rank = run.ranks.front();
  if (!rank.trace.events.empty() && rank.trace.lost == 0) {
    llvm::DenseMap<const sflow_plan *, std::set<uint64_t>> seen;
    for (const sflow_trace_event &event : rank.trace.events)
      seen[event.plan].insert(event.launch);
    for (uint32_t i = 0; i < entry.plan_count; ++i)
      launches[i] = double(seen[entry.plans[i]].size());
    return launches;
  }
  double perRun = run.timesNs.empty() ? 0 : double(rank.stats.launches) / double(run.timesNs.size());
  if (entry.plan_count == 1)
    launches[0] = perRun;
  else
    exact = perRun == entry.plan_count;
  return launches;
}

PlanTotals sumPlans(const sflow_entry_desc &entry, const RunResult &run) {
  PlanTotals totals;
  totals.launches = countLaunches(entry, run, totals.exactLaunches);
  std::set<std::tuple<uint32_t, uint32_t, uint32_t>> streams;
  for (uint32_t i = 0; i < entry.plan_count; ++i) {
    const sflow_plan &plan = *entry.plans[i];
    double launches = totals.launches[i];
    totals.tasks += plan.task_count;
    totals.naiveSyncs += plan.stats.naive_syncs;
    totals.reducedSyncs += plan.stats.reduced_syncs;
    totals.keptWaits += plan.stats.kept_waits;
    totals.arenaBytes = std::max(totals.arenaBytes, plan.stats.arena_bytes);
    totals.peakLiveBytes = std::max(totals.peakLiveBytes, plan.stats.peak_live_bytes);
    totals.transferBytes += launches * double(plan.stats.transfer_bytes);
    totals.criticalPathNs += launches * plan.stats.critical_path_ns;
    totals.modelFlops += launches * plan.stats.model_flops;
    for (uint32_t task = 0; task < plan.task_count; ++task)
      totals.flops += launches * plan.tasks[task].flops;
    for (uint32_t s = 0; s < plan.stream_count; ++s)
      streams.insert({plan.streams[s].device, plan.streams[s].kind, plan.streams[s].ordinal});
  }
  totals.streams = streams.size();
  for (uint32_t i = 0; i < entry.input_count; ++i)
    for (uint32_t d = 0; d < entry.inputs[i].rank; ++d)
      totals.openSizes |= entry.inputs[i].dims[d] < 0;
  return totals;
}

} // namespace syncflow::run
