// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Topology ops: their constraints.
#include "SyncFlow/Dialect/SyncFlow/IR/SyncFlow.h"

using namespace mlir;
using namespace syncflow;

LogicalResult TopologyOp::verify() {
  for (Operation &op : getBody().front()) {
    if (!isa<DeviceOp, MemoryOp, LinkOp, GroupOp>(op))
      return op.emitOpError() << "C1: a topology holds only devices, memories, links and groups";
    if (auto device = dyn_cast<DeviceOp>(op))
      for (Attribute reached : device.getReaches()) {
        auto name = dyn_cast<FlatSymbolRefAttr>(reached);
        if (!name || !isa_and_nonnull<MemoryOp>(mlir::SymbolTable::lookupSymbolIn(getOperation(), name.getAttr())))
          return device.emitOpError() << "C2: no memory " << reached << " in topology @" << getSymName();
      }
    if (auto link = dyn_cast<LinkOp>(op))
      for (FlatSymbolRefAttr end : {link.getFromAttr(), link.getToAttr()})
        if (!isa_and_nonnull<DeviceOp>(mlir::SymbolTable::lookupSymbolIn(getOperation(), end.getAttr())))
          return link.emitOpError() << "C3: no device " << end << " in topology @" << getSymName();
  }
  return success();
}

LogicalResult DeviceOp::verify() {
  // The getters of integer attributes are unsigned.
  if (int64_t cores = getCores(); cores <= 0 || cores > 65536)
    return emitOpError() << "C1: cores must be from 1 to 65536, got " << cores;
  for (APFloat rate : {getGflops(), getBandwidth(), getBusyWatts(), getIdleWatts()})
    if (rate.isNegative() || rate.isNaN())
      return emitOpError() << "C2: rates and powers must not be negative";
  return success();
}

LogicalResult MemoryOp::verify() {
  if (int64_t bytes = getBytes(); bytes < 0)
    return emitOpError() << "C1: bytes must not be negative, got " << bytes;
  return success();
}

LogicalResult LinkOp::verify() {
  if (!(getBandwidth().convertToDouble() > 0) || getLatencyNs().isNegative() || getJoulesPerByte().isNegative())
    return emitOpError() << "C1: bandwidth must be positive, latency and energy not negative";
  return success();
}

LogicalResult GroupOp::verify() {
  for (int64_t extent : getGrid())
    if (extent <= 0)
      return emitOpError() << "C1: grid extents must be positive, got " << extent;
  llvm::SmallDenseSet<int64_t> seen;
  for (int64_t axis : getAxes())
    if (axis < 0 || axis >= static_cast<int64_t>(getGrid().size()) || !seen.insert(axis).second)
      return emitOpError() << "C2: axis " << axis << " stands twice or outside the grid";
  return success();
}

LogicalResult StreamOp::verify() {
  if (int64_t ordinal = getOrdinal(); ordinal < 0)
    return emitOpError() << "C1: the ordinal must not be negative, got " << ordinal;
  // Without any topology in scope the module is a fragment whose machine is named later.
  Operation *symbol = SymbolTable::lookupNearestSymbolFrom(getOperation(), getDevice());
  auto module = (*this)->getParentOfType<ModuleOp>();
  bool hasTopology = module && !module.getOps<TopologyOp>().empty();
  if (hasTopology && !isa_and_nonnull<DeviceOp>(symbol))
    return emitOpError() << "C2: no device " << getDevice();
  return success();
}
