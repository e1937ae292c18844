// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Streams for the places that syncflow-place chose.
#include "SyncFlow/Transforms/Passes.h"

#include "SyncFlow/Dialect/SyncFlow/Analysis/CostModel.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include <map>

namespace syncflow {
#define GEN_PASS_DEF_ASSIGNSTREAMS
#include "SyncFlow/Transforms/Passes.h.inc"
} // namespace syncflow

using namespace mlir;
using namespace syncflow;

/// Position of the device in its topology: streams come in that order, whatever order their first users have.
static unsigned rankOf(DeviceOp device) {
  unsigned rank = 0;
  for (Operation &op : *device->getBlock()) {
    if (&op == device.getOperation())
      break;
    ++rank;
  }
  return rank;
}

static LogicalResult assignStreams(FunctionOpInterface function) {
  struct Place {
    SymbolRefAttr symbol;
    DeviceOp device;
    SmallVector<AsyncOpInterface> ops;
  };
  std::map<std::pair<unsigned, int64_t>, Place> places;
  WalkResult result = function.walk([&](AsyncOpInterface op) {
    auto symbol = op->getAttrOfType<SymbolRefAttr>(deviceAttrName);
    auto lane = op->getAttrOfType<IntegerAttr>(laneAttrName);
    op->removeDiscardableAttr(deviceAttrName);
    op->removeDiscardableAttr(laneAttrName);
    if (op.getQueue())
      return WalkResult::advance();
    if (!symbol || !lane) {
      op->emitOpError() << "has neither a stream nor a place: run syncflow-place before syncflow-assign-streams";
      return WalkResult::interrupt();
    }
    auto device = SymbolTable::lookupNearestSymbolFrom<DeviceOp>(op, symbol);
    if (!device) {
      op->emitOpError() << "is placed on " << symbol << ", which no topology of the module has";
      return WalkResult::interrupt();
    }
    Place &place = places[{rankOf(device), lane.getInt()}];
    place.symbol = symbol;
    place.device = device;
    place.ops.push_back(op);
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  if (places.empty())
    return success();
  OpBuilder builder = OpBuilder::atBlockBegin(&function.getFunctionBody().front());
  for (auto &[key, place] : places) {
    bool communication = key.second == static_cast<int64_t>(place.device.getCores());
    Value stream =
        StreamOp::create(builder, function.getLoc(), StreamType::get(function.getContext()), place.symbol, key.second,
                         /*out_of_order=*/!place.device.getInOrder(), communication);
    for (AsyncOpInterface op : place.ops)
      op.setQueue(stream);
  }
  return success();
}

namespace {

struct AssignStreamsPass : syncflow::impl::AssignStreamsBase<AssignStreamsPass> {
  void runOnOperation() override {
    WalkResult result = getOperation().walk([&](FunctionOpInterface function) {
      return failed(assignStreams(function)) ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};

} // namespace
