// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Placement by earliest finish time.
#include "SyncFlow/Transforms/Passes.h"

#include "SyncFlow/Dialect/SyncFlow/Analysis/CostModel.h"
#include "SyncFlow/Dialect/SyncFlow/Analysis/Dependence.h"
#include "SyncFlow/Dialect/SyncFlow/Analysis/HappensBefore.h"
#include "SyncFlow/Dialect/SyncFlow/Analysis/MemoryHomes.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include <limits>

namespace syncflow {
#define GEN_PASS_DEF_PLACE
#include "SyncFlow/Transforms/Passes.h.inc"
} // namespace syncflow

using namespace mlir;
using namespace syncflow;

namespace {

/// A queue that work can be put on.
struct Lane {
  DeviceOp device;
  int64_t index; ///< 0..cores-1 compute, cores communication.
  bool communication;
  double free = 0;
};

struct Placer {
  TopologyOp topology;
  CostModel model;
  RangeAnalysis ranges;
  MemoryHomes homes;
  SmallVector<Lane> lanes;
  llvm::DenseMap<Operation *, unsigned> laneOf; ///< Placed op -> index into `lanes`.
  llvm::DenseMap<Operation *, double> finish;
  llvm::DenseMap<Origin, DeviceOp> lastWriter;
  double host = 0; ///< When the host comes to the next op of the block.

  Placer(FunctionOpInterface function, TopologyOp topology)
      : topology(topology), model(topology),
        homes(function, model.devices().empty() ? DeviceOp() : model.devices().front()) {
    for (DeviceOp device : model.devices())
      for (int64_t i = 0, cores = device.getCores(); i <= cores; ++i)
        lanes.push_back({device, i, /*communication=*/i == cores});
  }

  LogicalResult placeFunction(FunctionOpInterface function);
  LogicalResult placeBlock(Block &block);
  LogicalResult placeOp(AsyncOpInterface op, ArrayRef<Operation *> producers);
  SmallVector<unsigned> candidates(Operation *op);
  std::optional<unsigned> tileLane(Operation *op, ArrayRef<unsigned> candidates);
  unsigned dataLane(Operation *op, ArrayRef<unsigned> candidates);
  std::optional<unsigned> fixedLane(AsyncOpInterface op);
  double finishOn(Operation *op, unsigned lane, ArrayRef<Operation *> producers);
  void commit(Operation *op, unsigned lane, ArrayRef<Operation *> producers);
};

} // namespace

/// Lanes that the op may run on, by its kind and its contract.
SmallVector<unsigned> Placer::candidates(Operation *op) {
  ArrayAttr processors;
  if (auto contracted = dyn_cast<ContractOpInterface>(op); contracted && contracted.getContractAttr())
    processors = contracted.getContractAttr().getProcessors();
  bool communication = isa<CollectiveOpInterface, TransferOp>(op);
  SmallVector<unsigned> result;
  for (auto [i, lane] : llvm::enumerate(lanes)) {
    DeviceOp device = lane.device;
    bool allowed = !processors || llvm::any_of(processors, [&](Attribute tag) {
      return cast<DeviceTagAttr>(tag).getValue() == device.getTag();
    });
    if (allowed && lane.communication == communication)
      result.push_back(i);
  }
  return result;
}

/// The lane that the chain of a row tile stays on; nothing when devices differ in speed, so that finish times decide.
std::optional<unsigned> Placer::tileLane(Operation *op, ArrayRef<unsigned> candidates) {
  auto tile = op->getAttrOfType<IntegerAttr>(tileAttrName), tiles = op->getAttrOfType<IntegerAttr>(tilesAttrName);
  if (!tile || !tiles || tiles.getInt() <= 0 || tile.getInt() < 0 || tile.getInt() >= tiles.getInt())
    return std::nullopt;
  DeviceOp first = lanes[candidates.front()].device;
  for (unsigned c : candidates)
    if (DeviceOp d = lanes[c].device; d.getGflops() != first.getGflops() || d.getBandwidth() != first.getBandwidth())
      return std::nullopt;
  return candidates[tile.getInt() * static_cast<int64_t>(candidates.size()) / tiles.getInt()];
}

/// The lane of the device that wrote most of the op's bytes last.
unsigned Placer::dataLane(Operation *op, ArrayRef<unsigned> candidates) {
  llvm::DenseMap<Operation *, double> bytes;
  SmallVector<Access> accesses;
  cast<AccessOpInterface>(op).getAccesses(accesses);
  for (const Access &a : accesses)
    for (Origin origin : ranges.get(a.memref).origins)
      if (DeviceOp writer = lastWriter.lookup(origin))
        bytes[writer] += bytesOf(a.memref);
  unsigned best = candidates.front();
  for (unsigned c : candidates)
    if (bytes.lookup(lanes[c].device) > bytes.lookup(lanes[best].device))
      best = c;
  return best;
}

/// The lane of a stream that the program names itself.
std::optional<unsigned> Placer::fixedLane(AsyncOpInterface op) {
  auto stream = op.getQueue() ? op.getQueue().getDefiningOp<StreamOp>() : StreamOp();
  DeviceOp device = stream ? deviceOf(op) : DeviceOp();
  for (auto [i, lane] : llvm::enumerate(lanes))
    if (device && lane.device == device && lane.index == static_cast<int64_t>(stream.getOrdinal()))
      return i;
  return std::nullopt;
}

double Placer::finishOn(Operation *op, unsigned lane, ArrayRef<Operation *> producers) {
  double start = std::max(host, lanes[lane].free);
  for (Operation *p : producers)
    start = std::max(start, finish.lookup(p) + (laneOf.lookup(p) == lane ? 0 : crossStreamSyncNs));
  llvm::MapVector<Operation *, double> moved;
  SmallVector<Access> accesses;
  cast<AccessOpInterface>(op).getAccesses(accesses);
  for (const Access &a : accesses)
    for (Origin origin : ranges.get(a.memref).origins)
      if (DeviceOp writer = lastWriter.lookup(origin); writer && writer != lanes[lane].device && a.reads)
        moved[writer] += bytesOf(a.memref);
  // What no task has written yet comes from where everything begins.
  for (const Access &a : accesses)
    if (!homes.reaches(lanes[lane].device, a.memref) &&
        llvm::none_of(ranges.get(a.memref).origins, [&](Origin origin) { return bool(lastWriter.lookup(origin)); }))
      moved[model.devices().front()] += bytesOf(a.memref);
  for (auto [writer, bytes] : moved)
    start += model.transferNs(cast<DeviceOp>(writer), lanes[lane].device, bytes);
  return start + model.taskNs(op, lanes[lane].device);
}

void Placer::commit(Operation *op, unsigned lane, ArrayRef<Operation *> producers) {
  finish[op] = lanes[lane].free = finishOn(op, lane, producers);
  laneOf[op] = lane;
  homes.touch(op, lanes[lane].device);
  SmallVector<Access> accesses;
  cast<AccessOpInterface>(op).getAccesses(accesses);
  for (const Access &a : accesses)
    if (a.writes)
      for (Origin origin : ranges.get(a.memref).origins)
        lastWriter[origin] = lanes[lane].device;
}

LogicalResult Placer::placeOp(AsyncOpInterface op, ArrayRef<Operation *> producers) {
  if (op.getQueue()) {
    if (std::optional<unsigned> lane = fixedLane(op))
      commit(op, *lane, producers);
    return success();
  }
  SmallVector<unsigned> choices = candidates(op);
  if (choices.empty())
    return op->emitOpError() << "no device of topology @" << topology.getSymName()
                             << " can run it: its contract's processors rule them out";
  unsigned best = choices.front();
  if (isa<CollectiveOpInterface, TransferOp>(op.getOperation())) {
    best = dataLane(op, choices);
  } else if (std::optional<unsigned> lane = tileLane(op, choices)) {
    best = *lane;
  } else {
    double earliest = std::numeric_limits<double>::infinity();
    for (unsigned c : choices)
      if (double end = finishOn(op, c, producers); end < earliest) {
        earliest = end;
        best = c;
      }
  }
  commit(op, best, producers);
  Lane &lane = lanes[best];
  op->setAttr(deviceAttrName,
              SymbolRefAttr::get(topology.getSymNameAttr(), {FlatSymbolRefAttr::get(lane.device.getSymNameAttr())}));
  op->setAttr(laneAttrName, IntegerAttr::get(IntegerType::get(op->getContext(), 64), lane.index));
  return success();
}

LogicalResult Placer::placeBlock(Block &block) {
  for (Operation &op : block) {
    SmallVector<Operation *> producers;
    bool unknown = false;
    if (auto async = dyn_cast<AsyncOpInterface>(op)) {
      for (Value t : async.getWaitTokens())
        producersOf(t, block, producers, unknown);
      if (failed(placeOp(async, producers)))
        return failure();
    } else if (auto wait = dyn_cast<WaitOp>(op); wait && !wait.getStream()) {
      for (Value t : wait.getTokens())
        producersOf(t, block, producers, unknown);
      for (Operation *p : producers)
        host = std::max(host, finish.lookup(p));
    } else {
      for (Region &region : op.getRegions())
        for (Block &inner : region)
          if (failed(placeBlock(inner)))
            return failure();
    }
  }
  return success();
}

LogicalResult Placer::placeFunction(FunctionOpInterface function) {
  for (Block &block : function.getFunctionBody())
    if (failed(placeBlock(block)))
      return failure();
  if (finish.empty())
    return success();
  double path = 0;
  SmallVector<Block *> blocks;
  collectBlocks(function, blocks);
  for (Block *block : blocks)
    path += CriticalPath(*block, model).length;
  setStat(function, "critical_path_ns", path);
  return success();
}

namespace {

struct PlacePass : syncflow::impl::PlaceBase<PlacePass> {
  using PlaceBase::PlaceBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    bool any = module.walk([](AsyncOpInterface) { return WalkResult::interrupt(); }).wasInterrupted();
    if (!any)
      return;
    if (objective != "latency") {
      module.emitError() << "syncflow-place: unknown objective '" << objective << "' (there is: latency)";
      return signalPassFailure();
    }
    TopologyOp found = findTopology(module, topology);
    if (!found) {
      InFlightDiagnostic d = module.emitError() << "syncflow-place: the module has no syncflow.topology";
      if (!topology.empty())
        d << " named '" << topology << "'";
      d << "; add one that lists the devices to run on, or give the pipeline a device list or a topology file";
      return signalPassFailure();
    }
    if (found.getBody().getOps<DeviceOp>().empty()) {
      found.emitOpError() << "has no device to place work on: add a syncflow.device to it";
      return signalPassFailure();
    }
    WalkResult result = module.walk([&](FunctionOpInterface function) {
      return failed(Placer(function, found).placeFunction(function)) ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};

} // namespace
