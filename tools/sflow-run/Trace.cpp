// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/

#include "Trace.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"

namespace syncflow::run {

namespace {

class TraceWriter {
public:
  TraceWriter(llvm::raw_ostream &os, const Schedule &schedule) : json(os, 0), schedule(schedule) {}

  void write(llvm::StringRef title) {
    json.object([&] {
      json.attribute("displayTimeUnit", "ms");
      json.attributeObject("otherData", [&] {
        json.attribute("title", title);
        json.attribute("lost_events", static_cast<int64_t>(schedule.lost));
      });
      json.attributeArray("traceEvents", [&] {
        writeNames();
        for (const Span &span : schedule.spans)
          writeSpan(span);
        for (auto [id, arrow] : llvm::enumerate(schedule.arrows))
          writeArrow(arrow, id + 1);
      });
    });
    json.flush();
  }

private:
  llvm::json::OStream json;
  const Schedule &schedule;

  void time(llvm::StringRef key, uint64_t ns) {
    json.attributeBegin(key);
    json.rawValue([&](llvm::raw_ostream &os) { os << ns / 1000 << '.' << llvm::format("%03u", unsigned(ns % 1000)); });
    json.attributeEnd();
  }

  void place(unsigned lane) {
    json.attribute("pid", schedule.lanes[lane].rank);
    json.attribute("tid", lane);
  }

  void metadata(llvm::StringRef what, unsigned lane, llvm::StringRef key, llvm::json::Value value) {
    json.object([&] {
      json.attribute("ph", "M");
      json.attribute("name", what);
      place(lane);
      json.attributeObject("args", [&] { json.attribute(key, value); });
    });
  }

  void writeNames() {
    for (auto [index, lane] : llvm::enumerate(schedule.lanes)) {
      if (index == 0 || schedule.lanes[index - 1].rank != lane.rank) {
        metadata("process_name", index, "name", "rank " + std::to_string(lane.rank));
        metadata("process_sort_index", index, "sort_index", lane.rank);
      }
      metadata("thread_name", index, "name", lane.name());
      metadata("thread_sort_index", index, "sort_index", static_cast<int64_t>(index));
    }
  }

  static llvm::StringRef kindName(uint32_t kind) {
    switch (kind) {
#define SFLOW_NAME(NAME, SPELLING, VALUE)                                                                              \
  case VALUE:                                                                                                          \
    return #SPELLING;
      SFLOW_TASK_KIND_LIST(SFLOW_NAME)
#undef SFLOW_NAME
    }
    return "unknown";
  }

  void writeSpan(const Span &span) {
    const sflow_plan_task &task = span.info();
    json.object([&] {
      json.attribute("ph", "X");
      json.attribute("name", llvm::json::fixUTF8(task.name ? task.name : "task"));
      json.attribute("cat", kindName(task.kind));
      place(span.lane);
      time("ts", span.start);
      time("dur", span.end - span.start);
      json.attributeObject("args", [&] {
        json.attribute("location", llvm::json::fixUTF8(task.location ? task.location : ""));
        json.attribute("flops", task.flops);
        json.attribute("waited_us", static_cast<double>(span.start - span.ready) / 1e3);
        json.attribute("estimate_us", task.cost_ns / 1e3);
        json.attribute("plan", llvm::json::fixUTF8(span.plan->name ? span.plan->name : ""));
        json.attribute("task", span.task);
        json.attribute("launch", static_cast<int64_t>(span.launch));
      });
    });
  }

  void flow(llvm::StringRef phase, const Span &span, uint64_t ns, size_t id) {
    json.object([&] {
      json.attribute("ph", phase);
      json.attribute("name", "wait");
      json.attribute("cat", "wait");
      json.attribute("id", static_cast<int64_t>(id));
      place(span.lane);
      time("ts", ns);
      // Bind to the slice around the time, not to the next one.
      if (phase == "f")
        json.attribute("bp", "e");
    });
  }

  void writeArrow(const Arrow &arrow, size_t id) {
    const Span &from = schedule.spans[arrow.from];
    const Span &to = schedule.spans[arrow.to];
    // A slice does not contain its own end.
    uint64_t last = from.end > from.start ? from.end - 1 : from.start;
    flow("s", from, last, id);
    flow("f", to, to.start, id);
  }
};

} // namespace

void writeTrace(llvm::raw_ostream &os, const Schedule &schedule, llvm::StringRef title) {
  TraceWriter(os, schedule).write(title);
  os << '\n';
}

} // namespace syncflow::run
