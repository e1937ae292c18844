// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/

#include "Report.h"
#include "TestModule.h"
#include "TestSupport.h"

using namespace syncflow::run;
using namespace syncflow::run::test;
using testing::HasSubstr;
using testing::Not;

namespace {

/// An entry of two plans, three tasks, and a run of it.
class ReportFixture : public testing::Test {
protected:
  PlanBuilder first{"first"}, second{"second"};
  const sflow_plan *plans[2];
  sflow_entry_desc entry = {};
  sflow_module_desc module = {};
  RunResult run;
  Report report;

  void SetUp() override {
    uint32_t a = first.addStream(0), b = first.addStream(1);
    first.addTask("a", a, nullptr);
    first.addTask("b", b, nullptr);
    first.task(0).flops = 1e9;
    first.task(1).flops = 1e9;
    sflow_plan_stats stats = {};
    stats.naive_syncs = 50;
    stats.reduced_syncs = 10;
    stats.kept_waits = 4;
    stats.transfer_bytes = 2048;
    stats.peak_live_bytes = 1000;
    stats.arena_bytes = 1050;
    stats.critical_path_ns = 1e6;
    stats.model_flops = 2e9;
    plans[0] = first.finish(1, stats);
    second.addStream(0);
    second.addTask("c", 0, nullptr);
    stats = {};
    stats.arena_bytes = 64;
    stats.critical_path_ns = 1000;
    plans[1] = second.finish(1, stats);
    entry.name = "main";
    entry.plans = plans;
    entry.plan_count = 2;
    module.name = "model";
    module.schedule_hash = 0xabcdef0123456789;

    run.timesNs = {3'000'000, 2'000'000, 4'000'000};
    run.loadSeconds = 0.25;
    run.ranks.resize(1);
    sflow_instance_stats &sums = run.ranks[0].stats;
    sums.launches = 6;
    sums.tasks = 9;
    sums.busy_ns = 980;
    sums.overhead_ns = 20;
    sums.wait_ns = 500;

    report.module = &module;
    report.entry = &entry;
    report.devices = 2;
    report.compileSeconds = 1.5;
    report.run = &run;
  }
  std::string summary() {
    report.totals = sumPlans(entry, run);
    std::string text;
    llvm::raw_string_ostream os(text);
    report.printSummary(os);
    return text;
  }
};

TEST_F(ReportFixture, SumsPlansThatRunOnce) {
  PlanTotals totals = sumPlans(entry, run);
  EXPECT_TRUE(totals.exactLaunches);
  EXPECT_EQ(totals.tasks, 3u);
  EXPECT_EQ(totals.streams, 2u);
  EXPECT_EQ(totals.naiveSyncs, 50u);
  EXPECT_EQ(totals.reducedSyncs, 10u);
  EXPECT_EQ(totals.keptWaits, 4u);
  EXPECT_EQ(totals.transferBytes, 2048);
  EXPECT_EQ(totals.flops, 2e9);
  EXPECT_EQ(totals.criticalPathNs, 1'001'000);
  EXPECT_EQ(totals.arenaBytes, 1050u);
}

TEST_F(ReportFixture, WeighsPlansByTheirLaunches) {
  // Loops: the trace tells how often each plan ran.
  RankTrace &trace = run.ranks[0].trace;
  for (uint64_t launch = 1; launch <= 5; ++launch)
    trace.events.push_back({plans[launch == 1 ? 1 : 0], 0, 0, launch, 0, 0, 1});
  PlanTotals totals = sumPlans(entry, run);
  EXPECT_EQ(totals.launches, (std::vector<double>{4, 1}));
  EXPECT_EQ(totals.flops, 8e9);
  EXPECT_EQ(totals.criticalPathNs, 4'001'000);
  EXPECT_EQ(totals.tasks, 3u);
  // An incomplete trace tells nothing.
  trace.lost = 1;
  run.ranks[0].stats.launches = 15;
  totals = sumPlans(entry, run);
  EXPECT_FALSE(totals.exactLaunches);
  EXPECT_EQ(totals.flops, 2e9);
}

TEST_F(ReportFixture, SummaryNamesEveryFigure) {
  std::string text = summary();
  EXPECT_THAT(text, HasSubstr("model @main on 1 rank of 2 devices\n"));
  EXPECT_THAT(text, HasSubstr("3 in 2 plans on 2 streams\n"));
  EXPECT_THAT(text, HasSubstr("50 naive, 10 after reduction, 4 kept across "
                              "streams\n"));
  EXPECT_THAT(text, HasSubstr("2 KiB by transfers and collectives\n"));
  EXPECT_THAT(text, HasSubstr("1.00 ms estimated, 2 ms achieved (fastest of 3; "
                              "median 3 ms)\n"));
  EXPECT_THAT(text, HasSubstr("2 GFLOP executed, 1.000 of the model's; 1 "
                              "TFLOP/s\n"));
  EXPECT_THAT(text, HasSubstr("2 % outside tasks and waits\n"));
  EXPECT_THAT(text, HasSubstr("1.03 KiB arena, 1.05 of the peak"));
  EXPECT_THAT(text, HasSubstr("3 runs, outputs identical bit for bit\n"));
  EXPECT_THAT(text, HasSubstr("1.50 s compile, 250 ms load\n"));
  EXPECT_THAT(text, Not(HasSubstr("agreement")));
}

TEST_F(ReportFixture, SummarySaysWhetherResultsAgree) {
  Comparison comparison;
  comparison.maxDifference = 1.2e-6;
  report.comparisons.push_back({0, 0, "e.npy", comparison});
  EXPECT_THAT(summary(), HasSubstr("1 output within rtol 0.0001, atol 1e-05; "
                                   "largest difference 1.2e-06"));
  report.comparisons[0].comparison.mismatches = 1;
  EXPECT_THAT(summary(), HasSubstr("NO: results differ"));
}

TEST_F(ReportFixture, JsonHoldsEverything) {
  Comparison comparison;
  comparison.mismatches = 2;
  comparison.worst = {7, HUGE_VAL};
  comparison.maxDifference = HUGE_VAL;
  report.comparisons.push_back({0, 0, "e.npy", comparison});
  report.totals = sumPlans(entry, run);
  std::string text = llvm::formatv("{0}", report.toJson());
  llvm::Expected<llvm::json::Value> parsed = llvm::json::parse(text);
  ASSERT_TRUE(bool(parsed)) << llvm::toString(parsed.takeError());
  const llvm::json::Object &json = *parsed->getAsObject();
  EXPECT_EQ(json.getString("schedule_hash"), "abcdef0123456789");
  EXPECT_EQ(json.getInteger("min_ns"), 2'000'000);
  EXPECT_EQ(json.getInteger("median_ns"), 3'000'000);
  EXPECT_EQ(json.getArray("times_ns")->size(), 3u);
  EXPECT_DOUBLE_EQ(*json.getNumber("overhead"), 0.02);
  EXPECT_EQ(json.getArray("plans")->size(), 2u);
  EXPECT_EQ(json.getObject("totals")->getInteger("waits_kept"), 4);
  const llvm::json::Object *rank = (*json.getArray("per_rank"))[0].getAsObject();
  EXPECT_EQ(rank->getInteger("wait_ns"), 500);
  const llvm::json::Object *agreement = json.getObject("agreement");
  EXPECT_EQ(agreement->getBoolean("agrees"), false);
  EXPECT_EQ(agreement->getString("max_difference"), "inf");
}

TEST(RunResult, HasAMedian) {
  RunResult run;
  EXPECT_EQ(run.medianNs(), 0u);
  run.timesNs = {9, 1, 5};
  EXPECT_EQ(run.medianNs(), 5u);
  run.timesNs = {9, 1, 5, 7};
  EXPECT_EQ(run.medianNs(), 6u);
  EXPECT_EQ(run.minNs(), 1u);
}

} // namespace
