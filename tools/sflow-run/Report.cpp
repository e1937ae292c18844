// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/

#include "Report.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <cmath>

namespace syncflow::run {

bool Report::agrees() const {
  return llvm::all_of(comparisons, [](const OutputComparison &c) { return c.comparison.agrees(); });
}

double Report::maxDifference() const {
  double largest = 0;
  for (const OutputComparison &c : comparisons)
    largest = std::max(largest, c.comparison.maxDifference);
  return largest;
}

double Report::overhead() const {
  double busy = 0, overhead = 0;
  for (const RankResult &rank : run->ranks) {
    busy += double(rank.stats.busy_ns);
    overhead += double(rank.stats.overhead_ns);
  }
  return busy + overhead > 0 ? overhead / (busy + overhead) : 0;
}

static llvm::json::Array numbers(llvm::ArrayRef<uint64_t> values) {
  llvm::json::Array array;
  for (uint64_t value : values)
    array.push_back(value);
  return array;
}

/// JSON has no infinity.
static llvm::json::Value finite(double value) {
  if (std::isfinite(value))
    return value;
  return std::isnan(value) ? "nan" : "inf";
}

static llvm::json::Value planJson(const sflow_plan &plan, double launches) {
  double flops = 0;
  for (uint32_t task = 0; task < plan.task_count; ++task)
    flops += plan.tasks[task].flops;
  return llvm::json::Object{
      {"name", llvm::json::fixUTF8(plan.name ? plan.name : "")},
      {"launches", launches},
      {"tasks", plan.task_count},
      {"streams", plan.stream_count},
      {"collectives", plan.collective_count},
      {"syncs_naive", plan.stats.naive_syncs},
      {"syncs_reduced", plan.stats.reduced_syncs},
      {"waits_kept", plan.stats.kept_waits},
      {"transfer_bytes", plan.stats.transfer_bytes},
      {"critical_path_ns", plan.stats.critical_path_ns},
      {"flops", flops},
      {"model_flops", plan.stats.model_flops},
      {"arena_bytes", plan.stats.arena_bytes},
      {"peak_live_bytes", plan.stats.peak_live_bytes},
  };
}

static llvm::json::Value totalsJson(const PlanTotals &totals) {
  return llvm::json::Object{
      {"tasks", totals.tasks},
      {"streams", totals.streams},
      {"syncs_naive", totals.naiveSyncs},
      {"syncs_reduced", totals.reducedSyncs},
      {"waits_kept", totals.keptWaits},
      {"transfer_bytes", totals.transferBytes},
      {"critical_path_ns", totals.criticalPathNs},
      {"flops", totals.flops},
      {"model_flops", totals.modelFlops},
      {"open_sizes", totals.openSizes},
      {"arena_bytes", totals.arenaBytes},
      {"peak_live_bytes", totals.peakLiveBytes},
      {"launches_exact", totals.exactLaunches},
  };
}

static llvm::json::Value rankJson(const RankResult &rank) {
  const sflow_instance_stats &stats = rank.stats;
  return llvm::json::Object{
      {"times_ns", numbers(rank.timesNs)},
      {"launches", stats.launches},
      {"tasks", stats.tasks},
      {"waits", stats.waits},
      {"waits_parked", stats.waits_parked},
      {"failed_tasks", stats.failed_tasks},
      {"poisoned_tasks", stats.poisoned_tasks},
      {"busy_ns", stats.busy_ns},
      {"wait_ns", stats.wait_ns},
      {"overhead_ns", stats.overhead_ns},
      {"arena_pool_bytes", stats.arena_bytes},
      {"trace_events", rank.trace.events.size()},
      {"trace_lost", rank.trace.lost},
  };
}

static llvm::json::Value comparisonJson(const OutputComparison &c) {
  llvm::json::Object object{
      {"rank", c.rank},
      {"output", c.output},
      {"file", llvm::json::fixUTF8(c.file)},
      {"agrees", c.comparison.agrees()},
      {"elements", c.comparison.elements},
      {"mismatches", c.comparison.mismatches},
      {"max_difference", finite(c.comparison.maxDifference)},
  };
  if (c.comparison.mismatches > 0)
    object["worst_index"] = c.comparison.worst.index;
  return object;
}

llvm::json::Value Report::toJson() const {
  llvm::json::Array plans, rankList, comparisonList;
  for (uint32_t i = 0; i < entry->plan_count; ++i)
    plans.push_back(planJson(*entry->plans[i], totals.launches[i]));
  for (const RankResult &rank : run->ranks)
    rankList.push_back(rankJson(rank));
  for (const OutputComparison &c : comparisons)
    comparisonList.push_back(comparisonJson(c));
  llvm::json::Object object{
      {"format", 1},
      {"module", llvm::json::fixUTF8(module->name ? module->name : "")},
      {"entry", llvm::json::fixUTF8(entry->name)},
      // 64 bits do not fit into the numbers of many JSON readers.
      {"schedule_hash", llvm::utohexstr(module->schedule_hash, true)},
      {"ranks", ranks},
      {"devices_per_rank", devices},
      {"cores_per_device", cores},
      {"compile_seconds", compileSeconds},
      {"load_seconds", run->loadSeconds},
      {"warmup", warmup},
      {"repeat", run->timesNs.size()},
      {"repeats_bit_identical", true}, // A run that differs ends the whole.
      {"times_ns", numbers(run->timesNs)},
      {"min_ns", run->minNs()},
      {"median_ns", run->medianNs()},
      {"overhead", overhead()},
      {"totals", totalsJson(totals)},
      {"plans", std::move(plans)},
      {"per_rank", std::move(rankList)},
  };
  if (!comparisons.empty())
    object["agreement"] = llvm::json::Object{
        {"agrees", agrees()},
        {"rtol", tolerance.relative},
        {"atol", tolerance.absolute},
        {"max_difference", finite(maxDifference())},
        {"outputs", std::move(comparisonList)},
    };
  return object;
}

} // namespace syncflow::run
