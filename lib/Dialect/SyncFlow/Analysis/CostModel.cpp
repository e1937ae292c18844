// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Costs of ops from the rates of a topology, and the critical path of a block.
#include "SyncFlow/Dialect/SyncFlow/Analysis/CostModel.h"

#include "SyncFlow/Dialect/SyncFlow/Analysis/HappensBefore.h"
#include "SyncFlow/Dialect/SyncFlow/Analysis/Ranges.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace syncflow;

static void setStatAttr(Operation *function, StringRef key, Attribute value) {
  NamedAttrList stats(function->getAttrOfType<DictionaryAttr>(statsAttrName));
  stats.set(key, value);
  function->setAttr(statsAttrName, stats.getDictionary(function->getContext()));
}
void syncflow::setStat(Operation *function, StringRef key, uint64_t value) {
  setStatAttr(function, key, Builder(function->getContext()).getI64IntegerAttr(value));
}
void syncflow::setStat(Operation *function, StringRef key, double value) {
  setStatAttr(function, key, Builder(function->getContext()).getF64FloatAttr(value));
}

static double elementsOf(Value memref) {
  auto type = dyn_cast<MemRefType>(memref.getType());
  double elements = 1;
  for (int64_t extent : type ? type.getShape() : ArrayRef<int64_t>())
    elements *= ShapedType::isDynamic(extent) ? 1 : extent;
  return elements;
}

double syncflow::bytesOf(Value memref) {
  return elementsOf(memref) * bytesOfElement(cast<BaseMemRefType>(memref.getType()).getElementType());
}

static std::optional<double> numberOf(Operation *op, StringRef name) {
  if (auto number = op->getAttrOfType<FloatAttr>(name))
    return number.getValueAsDouble();
  if (auto number = op->getAttrOfType<IntegerAttr>(name))
    return number.getInt();
  return std::nullopt;
}

double syncflow::flopsOf(Operation *op) {
  if (std::optional<double> known = numberOf(op, flopsAttrName))
    return *known;
  SmallVector<Access> accesses;
  if (auto accessor = dyn_cast<AccessOpInterface>(op))
    accessor.getAccesses(accesses);
  double flops = 0;
  for (const Access &a : accesses)
    flops += a.writes ? elementsOf(a.memref) : 0;
  return flops;
}

double syncflow::bytesOf(Operation *op) {
  if (std::optional<double> known = numberOf(op, bytesAttrName))
    return *known;
  SmallVector<Access> accesses;
  if (auto accessor = dyn_cast<AccessOpInterface>(op))
    accessor.getAccesses(accesses);
  double bytes = 0;
  for (const Access &a : accesses)
    bytes += bytesOf(a.memref);
  return bytes;
}

CostModel::CostModel(TopologyOp topology) {
  if (!topology)
    return;
  for (auto device : topology.getBody().getOps<DeviceOp>())
    all.push_back(device);
  for (auto link : topology.getBody().getOps<LinkOp>()) {
    Operation *from = SymbolTable::lookupSymbolIn(topology, link.getFromAttr().getAttr());
    Operation *to = SymbolTable::lookupSymbolIn(topology, link.getToAttr().getAttr());
    links[{from, to}] = link;
  }
}

double CostModel::taskNs(Operation *op, DeviceOp device) const {
  // The defaults of syncflow.device.
  double gflops = device ? device.getGflops().convertToDouble() : 40.0;
  double bandwidth = device ? device.getBandwidth().convertToDouble() : 8.0e9;
  double work = gflops > 0 ? flopsOf(op) / gflops : 0;
  double traffic = bandwidth > 0 ? bytesOf(op) / bandwidth * 1e9 : 0;
  return std::max(work, traffic);
}

double CostModel::transferNs(DeviceOp from, DeviceOp to, double bytes) const {
  if (from == to)
    return 0;
  if (auto it = links.find({from.getOperation(), to.getOperation()}); it != links.end()) {
    LinkOp link = it->second;
    return link.getLatencyNs().convertToDouble() + bytes / link.getBandwidth().convertToDouble() * 1e9;
  }
  double bandwidth = to.getBandwidth().convertToDouble();
  return bandwidth > 0 ? bytes / bandwidth * 1e9 : 0;
}

TopologyOp syncflow::findTopology(ModuleOp module, StringRef name) {
  name.consume_front("@");
  for (auto topology : module.getOps<TopologyOp>())
    if (name.empty() || topology.getSymName() == name)
      return topology;
  return {};
}

DeviceOp syncflow::deviceOf(Operation *op) {
  auto symbol = op->getAttrOfType<SymbolRefAttr>(deviceAttrName);
  if (auto async = dyn_cast<AsyncOpInterface>(op); async && async.getQueue())
    if (auto stream = async.getQueue().getDefiningOp<StreamOp>())
      symbol = stream.getDevice();
  return symbol ? SymbolTable::lookupNearestSymbolFrom<DeviceOp>(op, symbol) : DeviceOp();
}

CriticalPath::CriticalPath(Block &block, const CostModel &model, ArrayRef<Conflict> required) {
  llvm::DenseMap<Operation *, SmallVector<Operation *>> needed;
  for (const Conflict &c : required)
    if (!c.carried)
      needed[c.to].push_back(c.from);
  SmallVector<Operation *> ops;
  llvm::DenseMap<Operation *, SmallVector<Operation *>> before;
  llvm::DenseMap<Operation *, double> costs, heads, tails;
  SmallVector<Operation *> seen; // What the host has waited for: everything it starts later comes after it.
  for (Operation &op : block) {
    bool unknown = false;
    SmallVector<Operation *> producers;
    if (auto async = dyn_cast<AsyncOpInterface>(op)) {
      for (Value t : async.getWaitTokens())
        producersOf(t, block, producers, unknown);
      producers.append(seen);
      producers.append(needed.lookup(&op));
      double start = 0;
      for (Operation *p : producers)
        start = std::max(start, heads[p]);
      costs[&op] = model.taskNs(&op, deviceOf(&op));
      heads[&op] = start + costs[&op];
      length = std::max(length, heads[&op]);
      ops.push_back(&op);
      before[&op] = producers;
    } else if (auto wait = dyn_cast<WaitOp>(op); wait && !wait.getStream()) {
      for (Value t : wait.getTokens())
        producersOf(t, block, seen, unknown);
    }
  }
  for (Operation *op : llvm::reverse(ops)) {
    double tail = tails.lookup(op);
    through[op] = heads[op] + tail;
    for (Operation *p : before[op])
      tails[p] = std::max(tails.lookup(p), tail + costs[op]);
  }
}
