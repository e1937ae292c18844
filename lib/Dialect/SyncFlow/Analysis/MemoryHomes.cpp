// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#include "SyncFlow/Dialect/SyncFlow/Analysis/MemoryHomes.h"

using namespace mlir;
using namespace syncflow;

StringAttr MemoryHomes::ownMemory(DeviceOp device) {
  if (!device || device.getReaches().empty())
    return {};
  return cast<FlatSymbolRefAttr>(device.getReaches()[0]).getAttr();
}

static bool isBuffer(const MemoryRange &range) {
  return range.origins.size() == 1 && range.anchorValue && range.anchorValue.getDefiningOp<BufferOp>();
}

void MemoryHomes::touch(Operation *op, DeviceOp device) {
  if (isa<TransferOp>(op) || !device)
    return;
  SmallVector<Access> accesses;
  cast<AccessOpInterface>(op).getAccesses(accesses);
  for (const Access &a : accesses)
    if (const MemoryRange &range = ranges.get(a.memref); isBuffer(range))
      homes.try_emplace(range.origins.front(), ownMemory(device));
}

Value MemoryHomes::unreachable(Operation *op, DeviceOp device) {
  if (isa<TransferOp>(op) || !device || device.getReaches().empty())
    return {};
  SmallVector<Access> accesses;
  cast<AccessOpInterface>(op).getAccesses(accesses);
  for (const Access &a : accesses) {
    const MemoryRange &range = ranges.get(a.memref);
    for (Origin origin : range.origins) {
      auto it = homes.find(origin);
      if (it == homes.end() && isBuffer(range))
        continue;
      StringAttr home = it == homes.end() ? first : it->second;
      if (home && llvm::none_of(device.getReaches(), [&](Attribute m) { return cast<FlatSymbolRefAttr>(m).getAttr() == home; }))
        return a.memref;
    }
  }
  return {};
}
