// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/

#include "Quantity.h"
#include "Report.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

namespace syncflow::run {

namespace {

/// One line of the summary: a label and what there is to say.
class Line {
public:
  Line(llvm::raw_ostream &os, llvm::StringRef label) : os(os) { os << "  " << llvm::left_justify(label, 15); }
  ~Line() { os << '\n'; }
  template <typename T> Line &operator<<(const T &value) {
    os << value;
    return *this;
  }

private:
  llvm::raw_ostream &os;
};

} // namespace

static void printPlan(llvm::raw_ostream &os, const Report &report) {
  const PlanTotals &totals = report.totals;
  double launches = 0;
  for (double count : totals.launches)
    launches += count;
  {
    Line line(os, "tasks");
    line << totals.tasks << " in " << plural(report.entry->plan_count, "plan") << " on "
         << plural(totals.streams, "stream");
    if (totals.exactLaunches && launches != report.entry->plan_count)
      line << ", " << plural(uint64_t(launches), "launch") << " a run";
    if (!totals.exactLaunches)
      line << "; the figures below are for one launch of each plan";
  }
  Line(os, "syncs") << totals.naiveSyncs << " naive, " << totals.reducedSyncs << " after reduction, "
                    << totals.keptWaits << " kept across streams";
  Line(os, "moved") << formatBytes(totals.transferBytes) << " by transfers and collectives"
                    << (report.ranks > 1 ? ", each rank" : "");
}

static void printTime(llvm::raw_ostream &os, const Report &report) {
  const RunResult &run = *report.run;
  {
    Line line(os, "critical path");
    if (report.totals.criticalPathNs > 0 && !report.totals.openSizes)
      line << formatTime(report.totals.criticalPathNs) << " estimated, ";
    line << formatTime(double(run.minNs())) << " achieved";
    if (run.timesNs.size() > 1)
      line << " (fastest of " << run.timesNs.size() << "; median " << formatTime(double(run.medianNs())) << ")";
  }
  double flops = report.totals.flops * report.ranks;
  if (flops > 0) {
    Line line(os, "work");
    line << formatScaled(flops) << "FLOP executed";
    if (report.totals.modelFlops > 0)
      line << ", " << llvm::format("%.3f", report.totals.flops / report.totals.modelFlops) << " of the model's";
    if (report.totals.openSizes)
      line << ", with 64 for every size that the model leaves open";
    else if (run.minNs() > 0 && report.totals.exactLaunches)
      line << "; " << formatScaled(flops / double(run.minNs()) * 1e9) << "FLOP/s";
  }
  Line(os, "overhead") << formatPercent(report.overhead()) << " outside tasks and waits";
}

static void printMemory(llvm::raw_ostream &os, const PlanTotals &totals) {
  Line line(os, "memory");
  line << formatBytes(double(totals.arenaBytes)) << " arena";
  if (totals.peakLiveBytes > 0)
    line << ", " << llvm::format("%.2f", double(totals.arenaBytes) / double(totals.peakLiveBytes))
         << " of the peak of live bytes";
}

static void printAgreement(llvm::raw_ostream &os, const Report &report) {
  if (report.comparisons.empty())
    return;
  size_t outputs = report.comparisons.size() / report.ranks;
  Line line(os, "agreement");
  if (report.agrees())
    line << plural(outputs, "output") << (report.ranks > 1 ? " on every rank" : "")
         << llvm::format(" within rtol %g, atol %g", report.tolerance.relative, report.tolerance.absolute);
  else
    line << "NO: results differ from the reference";
  line << llvm::format("; largest difference %.2g", report.maxDifference());
}

void Report::printSummary(llvm::raw_ostream &os) const {
  if (module->name && *module->name)
    os << module->name << ' ';
  os << '@' << entry->name << " on " << plural(ranks, "rank") << " of " << plural(devices, "device");
  if (cores > 1)
    os << " of " << plural(cores, "core");
  os << '\n';
  printPlan(os, *this);
  printTime(os, *this);
  printMemory(os, totals);
  printAgreement(os, *this);
  if (warmup + run->timesNs.size() > 1)
    Line(os, "repeats") << warmup + run->timesNs.size() << " runs, outputs identical bit for bit";
  Line(os, "set-up") << formatTime(compileSeconds * 1e9) << " compile, " << formatTime(run->loadSeconds * 1e9)
                     << " load";
}

} // namespace syncflow::run
