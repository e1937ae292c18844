// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// The runtime phase: a plan's tables are checked here, once.
#include "SyncFlow/Dialect/SyncFlow/IR/SyncFlow.h"

using namespace mlir;
using namespace syncflow;

/// C3 and C4 for one task.
static LogicalResult verifyTask(RTPlanOp plan, RTTaskOp task, int64_t index) {
  int64_t streams = plan.getStreams().size() / 4, own = task.getStream();
  if (own < 0 || own >= streams)
    return task.emitOpError() << "C3: stream " << own << " is outside the plan's " << streams;
  if (task.getArgs().size() % 2 || task.getWaits().size() % 2)
    return task.emitOpError() << "C4: args and waits come in pairs";
  for (size_t i = 0; i < task.getArgs().size(); i += 2)
    if (int64_t word = task.getArgs()[i]; word < -1 || word >= static_cast<int64_t>(plan.getFrameWords()))
      return task.emitOpError() << "C4: word " << word << " is outside the frame of " << plan.getFrameWords();
  for (size_t i = 0; i < task.getWaits().size(); i += 2)
    if (int64_t stream = task.getWaits()[i];
        stream < 0 || stream >= streams || (stream == own && plan.getStreams()[4 * own + 3]))
      return task.emitOpError() << "C3: waits for stream " << stream
                                << ", which is its own and in order, or outside the plan's " << streams;
  for (int64_t p : task.getPreds())
    if (p < 0 || p >= index)
      return task.emitOpError() << "C3: predecessor " << p << " does not come before task " << index;
  return success();
}

LogicalResult RTPlanOp::verify() {
  if (getStreams().size() % 4)
    return emitOpError() << "C2: streams has four numbers per stream, got " << getStreams().size();
  int64_t index = 0;
  for (Operation &op : getBody().front()) {
    auto task = dyn_cast<RTTaskOp>(op);
    if (!task)
      return op.emitOpError() << "C1: a plan holds only syncflow.rt.task";
    if (failed(verifyTask(*this, task, index++)))
      return failure();
  }
  return success();
}
