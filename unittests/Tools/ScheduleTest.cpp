// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/

#include "Quantity.h"
#include "ScheduleSvg.h"
#include "TaskFamilies.h"
#include "TestModule.h"
#include "TestSupport.h"
#include "Trace.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

using namespace syncflow::run;
using namespace syncflow::run::test;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

namespace {

/// Two streams: a0 a1 | b0 b1, where b0 waits for a0 and a1 for b0.
class ScheduleFixture : public testing::Test {
protected:
  PlanBuilder builder{"p<&>"};
  const sflow_plan *plan = nullptr;
  std::vector<RankTrace> traces;

  void SetUp() override {
    uint32_t a = builder.addStream(0), b = builder.addStream(1);
    builder.addTask("load \"x\" <&>", a, nullptr);
    builder.addTask("mul_0.tile1", b, nullptr, {}, {{a, 1}});
    builder.addTask("mul_1.tile1", a, nullptr, {}, {{b, 1}});
    builder.addTask("store", b, nullptr);
    builder.task(1).flops = 5000;
    builder.task(3).kind = SFLOW_TASK_TRANSFER;
    plan = builder.finish(1);
    traces.push_back(trace(1, 1000));
  }

  /// task, ready, start, end
  RankTrace trace(uint64_t launch, uint64_t base) {
    RankTrace result;
    uint64_t times[4][3] = {{0, 0, 100}, {10, 110, 310}, {100, 320, 420}, {310, 310, 330}};
    for (uint32_t task = 0; task < 4; ++task)
      result.events.push_back({plan, task, plan->tasks[task].stream, launch, base + times[task][0],
                               base + times[task][1], base + times[task][2]});
    return result;
  }

  std::string svg(const Schedule &schedule, llvm::StringRef title = "t") {
    std::string text;
    llvm::raw_string_ostream os(text);
    writeScheduleSvg(os, schedule, title);
    return text;
  }
};

TEST_F(ScheduleFixture, PutsEventsOnLanesFromZero) {
  Schedule schedule = buildSchedule(traces);
  ASSERT_EQ(schedule.lanes.size(), 2u);
  EXPECT_EQ(schedule.lanes[1].name(), "device 1");
  EXPECT_EQ(schedule.duration, 420u);
  EXPECT_EQ(schedule.launches, 1u);
  ASSERT_EQ(schedule.spans.size(), 4u); // a0 a1 b0 b1
  EXPECT_EQ(schedule.spans[0].start, 0u);
  EXPECT_EQ(schedule.spans[1].task, 2u);
  EXPECT_EQ(schedule.spans[2].ready, 10u);
  EXPECT_EQ(schedule.busy(0), 200u);
  EXPECT_EQ(schedule.busy(1), 220u);
}

TEST_F(ScheduleFixture, DrawsAnArrowForEachWait) {
  Schedule schedule = buildSchedule(traces);
  std::vector<std::pair<uint32_t, uint32_t>> arrows;
  for (const Arrow &arrow : schedule.arrows)
    arrows.push_back({arrow.from, arrow.to});
  EXPECT_THAT(arrows, testing::UnorderedElementsAre(std::pair(0u, 2u), std::pair(2u, 1u)));
  EXPECT_THAT(schedule.criticalChain(), ElementsAre(0, 2, 1));
}

TEST_F(ScheduleFixture, KeepsLaunchesAndRanksApart) {
  RankTrace second = trace(2, 5000);
  traces[0].events.insert(traces[0].events.end(), second.events.begin(), second.events.end());
  traces.push_back(trace(1, 1200));
  Schedule schedule = buildSchedule(traces);
  EXPECT_EQ(schedule.launches, 2u);
  EXPECT_EQ(schedule.lanes.size(), 4u);
  ASSERT_EQ(schedule.arrows.size(), 6u);
  for (const Arrow &arrow : schedule.arrows) {
    EXPECT_EQ(schedule.spans[arrow.from].launch, schedule.spans[arrow.to].launch);
    EXPECT_EQ(schedule.spans[arrow.from].rank, schedule.spans[arrow.to].rank);
  }
}

TEST_F(ScheduleFixture, FindsTheLongestLaunch) {
  RankTrace slow = trace(9, 5000);
  slow.events[2].end_ns += 1000;
  traces[0].events.insert(traces[0].events.end(), slow.events.begin(), slow.events.end());
  Schedule schedule = longestLaunch(traces);
  ASSERT_EQ(schedule.spans.size(), 4u);
  EXPECT_EQ(schedule.spans[0].launch, 9u);
  EXPECT_EQ(schedule.duration, 1420u);
}

TEST_F(ScheduleFixture, IgnoresWorkWithoutAPlan) {
  traces[0].events.push_back({nullptr, 0, 0, 0, 0, 0, 9000});
  traces[0].events.push_back({plan, 99, 0, 0, 0, 0, 9000});
  EXPECT_EQ(buildSchedule(traces).spans.size(), 4u);
  EXPECT_EQ(buildSchedule(traces).duration, 420u);
  Schedule nothing = buildSchedule({});
  EXPECT_EQ(nothing.duration, 0u);
  EXPECT_TRUE(nothing.criticalChain().empty());
}

TEST_F(ScheduleFixture, TraceIsJsonWithTracksSlicesAndFlows) {
  traces.push_back(trace(1, 1200));
  std::string text;
  llvm::raw_string_ostream os(text);
  writeTrace(os, buildSchedule(traces), "a \"title\"");
  llvm::Expected<llvm::json::Value> json = llvm::json::parse(text);
  ASSERT_TRUE(bool(json)) << llvm::toString(json.takeError());
  const llvm::json::Array *events = json->getAsObject()->getArray("traceEvents");
  ASSERT_TRUE(events);
  std::map<std::string, int> phases;
  std::map<int64_t, std::vector<std::string>> flows;
  for (const llvm::json::Value &value : *events) {
    const llvm::json::Object &event = *value.getAsObject();
    std::string phase = event.getString("ph")->str();
    ++phases[phase];
    if (phase == "s" || phase == "f")
      flows[*event.getInteger("id")].push_back(phase);
  }
  EXPECT_EQ(phases["X"], 8);
  EXPECT_EQ(phases["s"], 4);
  EXPECT_EQ(phases["f"], 4);
  EXPECT_EQ(phases["M"], 12); // 2 ranks and 4 streams, name and position each
  for (const auto &[id, ends] : flows)
    EXPECT_THAT(ends, ElementsAre("s", "f"));
}

TEST_F(ScheduleFixture, TraceKeepsNanosecondsAndDetails) {
  std::string text;
  llvm::raw_string_ostream os(text);
  writeTrace(os, buildSchedule(traces), "t");
  EXPECT_THAT(text, HasSubstr("\"name\":\"load \\\"x\\\" <&>\""));
  EXPECT_THAT(text, HasSubstr("\"ts\":0.110,\"dur\":0.200"));
  EXPECT_THAT(text, HasSubstr("\"location\":\"test.mlir:1:1\""));
  EXPECT_THAT(text, HasSubstr("\"flops\":5000"));
  EXPECT_THAT(text, HasSubstr("\"waited_us\":0.1"));
  EXPECT_THAT(text, HasSubstr("\"cat\":\"transfer\""));
  // The flow starts inside its slice, which does not contain its end.
  EXPECT_THAT(text, HasSubstr("\"ph\":\"s\",\"name\":\"wait\",\"cat\":\"wait\","
                              "\"id\":1,\"pid\":0,\"tid\":1,\"ts\":0.309"));
}

size_t occurrences(llvm::StringRef text, llvm::StringRef part) { return text.count(part); }

TEST_F(ScheduleFixture, PictureHasABarForEachTaskAndEscapesNames) {
  std::string text = svg(buildSchedule(traces), "a < b");
  EXPECT_EQ(occurrences(text, "<rect class=\"b\""), 4u);
  EXPECT_EQ(occurrences(text, "<path class=\"a\" marker-end"), 3u); // 1: legend
  EXPECT_THAT(text, HasSubstr("a &lt; b"));
  EXPECT_THAT(text, HasSubstr("load &quot;x&quot; &lt;&amp;&gt;"));
  EXPECT_THAT(text, Not(HasSubstr("\"x\"")));
  EXPECT_THAT(text, HasSubstr("collective or transfer"));
  EXPECT_THAT(text, HasSubstr("25 GFLOP/s"));
  EXPECT_EQ(occurrences(text, "<svg"), 1u);
  EXPECT_TRUE(llvm::StringRef(text).ends_with("</svg>\n"));
}

TEST_F(ScheduleFixture, PictureSurvivesOddTimesAndNames) {
  EXPECT_THAT(svg(buildSchedule({})), HasSubstr("no task ran"));
  PlanBuilder odd("odd");
  uint32_t stream = odd.addStream(0);
  odd.addTask("\xff\x01 broken", stream, nullptr);
  odd.addTask(nullptr, stream, nullptr);
  const sflow_plan *oddPlan = odd.finish(1);
  RankTrace instant;
  instant.events = {{oddPlan, 0, 0, 1, 5, 5, 5}, {oddPlan, 1, 0, 1, 5, 5, 5}};
  std::string text = svg(buildSchedule(instant));
  EXPECT_TRUE(llvm::json::isUTF8(text));
  EXPECT_EQ(text.find('\x01'), std::string::npos);
  EXPECT_THAT(text, Not(HasSubstr("nan")));
  EXPECT_THAT(text, Not(HasSubstr("inf")));
}

TEST(TaskFamilies, DropNumbersOnly) {
  EXPECT_EQ(familyOf("layer3_qkv.tile12"), "layer_qkv");
  EXPECT_EQ(familyOf("matmul_12"), "matmul");
  EXPECT_EQ(familyOf("all_reduce"), "all_reduce");
  EXPECT_EQ(familyOf("main:4"), "main");
  EXPECT_EQ(familyOf("12"), "task");
  EXPECT_EQ(familyOf(""), "task");
}

TEST(TaskFamilies, ShareGreyBeyondThePalette) {
  PlanBuilder builder("many");
  uint32_t stream = builder.addStream(0);
  static const char *names[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"};
  for (const char *name : names)
    builder.addTask(name, stream, nullptr);
  const sflow_plan *plan = builder.finish(1);
  RankTrace trace;
  for (uint32_t i = 0; i < 12; ++i)
    trace.events.push_back({plan, i, 0, 1, i * 100, i * 100, i * 100 + 50 - i});
  Schedule schedule = buildSchedule(trace);
  Families families(schedule);
  ASSERT_EQ(families.all().size(), 10u);
  EXPECT_EQ(families.all()[0].name, "a");
  EXPECT_EQ(families.all()[9].name, "other");
  EXPECT_EQ(families.all()[9].count, 3u);
  EXPECT_EQ(&families.of(schedule.spans[11]), &families.all()[9]);
  EXPECT_EQ(&families.of(schedule.spans[9]), &families.all()[9]);
  EXPECT_EQ(&families.of(schedule.spans[8]), &families.all()[8]);
}

TEST(Quantity, HasThreeDigitsAndAUnit) {
  EXPECT_EQ(formatTime(0), "0 ns");
  EXPECT_EQ(formatTime(14'620'000), "14.6 ms");
  EXPECT_EQ(formatTime(999'600), "1.00 ms");
  EXPECT_EQ(formatTime(2e9), "2 s");
  EXPECT_EQ(formatTime(123'456e9), "123456 s");
  EXPECT_EQ(formatBytes(1536), "1.50 KiB");
  EXPECT_EQ(formatScaled(2.87e9), "2.87 G");
  EXPECT_EQ(formatPercent(0.0084), "0.84 %");
  EXPECT_EQ(plural(1, "launch"), "1 launch");
  EXPECT_EQ(plural(2, "launch"), "2 launches");
  EXPECT_EQ(plural(0, "rank"), "0 ranks");
}

} // namespace
