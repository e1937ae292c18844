// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// A plan op as the constant `sflow_plan` that the runtime replays.
#include "Lowering.h"

#include "llvm/Support/xxhash.h"

using namespace mlir;
using namespace syncflow;

namespace {

/// The tables of one plan while they grow.
struct PlanParts {
  std::vector<sflow_plan_task> tasks;
  std::vector<sflow_plan_stream> streams;
  std::vector<sflow_plan_arg> args;
  std::vector<sflow_plan_wait> waits;
  std::vector<uint32_t> preds;
  std::vector<sflow_plan_collective> collectives;
  std::vector<sflow_plan_release> releases;
  std::vector<uint32_t> releaseTasks;
};

} // namespace

static LogicalResult addCollective(Lowering &lowering, RTTaskOp task, PlanParts &parts, uint32_t &sequence) {
  std::optional<llvm::ArrayRef<int64_t>> numbers = task.getCollective();
  auto group = lowering.groups.end();
  if (auto name = task.getGroupAttr())
    group = lowering.groups.find(name.getAttr());
  if (!numbers || numbers->size() != 4)
    return task.emitOpError() << "a collective has `collective = [kind, reduction, element, root]`";
  if (group == lowering.groups.end())
    return task.emitOpError() << "a collective names a group of the module";
  sflow_plan_collective collective{};
  collective.kind = (*numbers)[0];
  collective.reduction = (*numbers)[1];
  collective.element = (*numbers)[2];
  collective.root = (*numbers)[3];
  collective.group = std::distance(lowering.groups.begin(), group);
  collective.sequence = sequence++;
  parts.collectives.push_back(collective);
  return success();
}

static LogicalResult addTask(Lowering &lowering, RTTaskOp op, PlanParts &parts, uint32_t &sequence) {
  sflow_plan_task task{};
  task.name = lowering.tables.string(op.getName());
  task.location = lowering.tables.string(spell(op.getLoc()));
  task.kind = op.getKind();
  task.stream = op.getStream();
  task.priority = op.getPriority();
  task.first_arg = parts.args.size();
  task.first_wait = parts.waits.size();
  task.first_pred = parts.preds.size();
  task.cost_ns = op.getCostNs().convertToDouble();
  task.flops = op.getFlops().convertToDouble();
  llvm::ArrayRef<int64_t> args = op.getArgs(), waits = op.getWaits();
  for (size_t i = 0; i < args.size(); i += 2)
    parts.args.push_back({args[i] < 0 ? SFLOW_ARG_CONSTANT : static_cast<uint32_t>(args[i]), 0, args[i + 1]});
  for (size_t i = 0; i < waits.size(); i += 2)
    parts.waits.push_back({static_cast<uint32_t>(waits[i]), static_cast<uint32_t>(waits[i + 1])});
  for (int64_t pred : op.getPreds())
    parts.preds.push_back(pred);
  task.arg_count = parts.args.size() - task.first_arg;
  task.wait_count = parts.waits.size() - task.first_wait;
  task.pred_count = parts.preds.size() - task.first_pred;
  if (task.kind == SFLOW_TASK_COMPUTE) {
    auto words = op.getBodyAttr() ? lowering.bodyWords.find(op.getBodyAttr().getAttr()) : lowering.bodyWords.end();
    if (words == lowering.bodyWords.end())
      return op.emitOpError() << "a compute task names a function with `syncflow.body`";
    if (words->second != task.arg_count)
      return op.emitOpError() << "has " << task.arg_count << " args, its body takes " << words->second;
    task.fn = lowering.tables.function<sflow_task_fn>(*op.getBody());
  }
  if (task.kind == SFLOW_TASK_COLLECTIVE) {
    task.collective = parts.collectives.size();
    if (failed(addCollective(lowering, op, parts, sequence)))
      return failure();
  }
  parts.tasks.push_back(task);
  return success();
}

static LogicalResult addReleases(RTPlanOp plan, PlanParts &parts) {
  llvm::ArrayRef<int64_t> numbers = plan.getReleases();
  while (!numbers.empty()) {
    if (numbers.size() < 3 || numbers[2] < 0 || numbers.size() - 3 < static_cast<size_t>(numbers[2]))
      return plan.emitOpError() << "releases are offset, size, number of tasks and the tasks";
    sflow_plan_release release{numbers[0], numbers[1], static_cast<uint32_t>(parts.releaseTasks.size()),
                               static_cast<uint32_t>(numbers[2])};
    parts.releases.push_back(release);
    for (int64_t task : numbers.slice(3, numbers[2]))
      parts.releaseTasks.push_back(task);
    numbers = numbers.drop_front(3 + numbers[2]);
  }
  return success();
}

/// The statistic of the field's own name; 0 when the plan has none.
static double statistic(RTPlanOp plan, llvm::StringRef name) {
  Attribute value = plan.getStats().get(name);
  if (auto integer = dyn_cast_or_null<IntegerAttr>(value))
    return static_cast<double>(integer.getInt());
  if (auto real = dyn_cast_or_null<FloatAttr>(value))
    return real.getValueAsDouble();
  return 0;
}

static sflow_plan_stats readStats(RTPlanOp plan) {
  sflow_plan_stats stats{};
#define READ(NAME) stats.NAME = static_cast<decltype(stats.NAME)>(statistic(plan, #NAME))
  READ(naive_syncs);
  READ(reduced_syncs);
  READ(kept_waits);
  READ(transfer_bytes);
  READ(peak_live_bytes);
  READ(arena_bytes);
  READ(critical_path_ns);
  READ(model_flops);
#undef READ
  return stats;
}

static LogicalResult emitPlan(Lowering &lowering, RTPlanOp op, uint32_t &sequence) {
  PlanParts parts;
  llvm::ArrayRef<int64_t> streams = op.getStreams();
  for (size_t i = 0; i < streams.size(); i += 4)
    parts.streams.push_back({static_cast<uint32_t>(streams[i]), static_cast<uint32_t>(streams[i + 1]),
                             static_cast<uint32_t>(streams[i + 2]), static_cast<uint32_t>(streams[i + 3])});
  for (auto task : op.getOps<RTTaskOp>())
    if (failed(addTask(lowering, task, parts, sequence)))
      return failure();
  if (failed(addReleases(op, parts)))
    return failure();
  Tables &tables = lowering.tables;
  std::string name = op.getSymName().str();
  auto table = [&](llvm::StringRef suffix, const auto &rows) {
    return tables.array((name + "." + suffix).str(), rows);
  };
  sflow_plan plan{};
  plan.struct_size = sizeof(plan);
  plan.name = tables.string(name);
  plan.tasks = table("tasks", parts.tasks);
  plan.streams = table("streams", parts.streams);
  plan.args = table("args", parts.args);
  plan.waits = table("waits", parts.waits);
  plan.preds = table("preds", parts.preds);
  plan.collectives = table("collectives", parts.collectives);
  plan.messages = lowering.messageTable;
  plan.releases = table("releases", parts.releases);
  plan.release_tasks = table("release_tasks", parts.releaseTasks);
  plan.task_count = parts.tasks.size();
  plan.stream_count = parts.streams.size();
  plan.arg_count = parts.args.size();
  plan.wait_count = parts.waits.size();
  plan.pred_count = parts.preds.size();
  plan.collective_count = parts.collectives.size();
  plan.message_count = lowering.messages.size();
  plan.release_count = parts.releases.size();
  plan.release_task_count = parts.releaseTasks.size();
  plan.frame_words = op.getFrameWords();
  plan.stats = readStats(op);
  lowering.symbols.erase(op);
  tables.single(name, plan);
  return success();
}

LogicalResult syncflow::emitPlans(Lowering &lowering) {
  llvm::SmallVector<RTPlanOp> plans(lowering.module.getOps<RTPlanOp>());
  std::string schedule;
  llvm::raw_string_ostream out(schedule);
  OpPrintingFlags flags;
  flags.enableDebugInfo(false).useLocalScope();
  for (RTPlanOp plan : plans)
    plan->print(out, flags);
  for (auto &[name, group] : lowering.groups)
    group->print(out, flags);
  lowering.scheduleHash = llvm::xxHash64(schedule);
  uint32_t sequence = 0;
  for (RTPlanOp plan : plans)
    if (failed(emitPlan(lowering, plan, sequence)))
      return failure();
  return success();
}
