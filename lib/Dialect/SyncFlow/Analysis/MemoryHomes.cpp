// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#include "SyncFlow/Dialect/SyncFlow/Analysis/MemoryHomes.h"

#include "SyncFlow/Dialect/SyncFlow/Analysis/Dependence.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace syncflow;

StringAttr MemoryHomes::ownMemory(DeviceOp device) {
  if (!device || device.getReaches().empty())
    return {};
  return cast<FlatSymbolRefAttr>(device.getReaches()[0]).getAttr();
}

/// A buffer, before or after it got its place in the arena.
static bool isBuffer(const MemoryRange &range) {
  Operation *op = range.origins.size() == 1 && range.anchorValue ? range.anchorValue.getDefiningOp() : nullptr;
  auto view = dyn_cast_or_null<memref::ViewOp>(op);
  return isa_and_nonnull<BufferOp>(op) || (view && view.getSource().getDefiningOp<ArenaOp>());
}

MemoryHomes::MemoryHomes(FunctionOpInterface function, DeviceOp first) : first(ownMemory(first)) {
  function->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<TaskOp>(op))
      return WalkResult::skip();
    if (op->getNumRegions() || !isHostAccess(op))
      return WalkResult::advance();
    SmallVector<NestedAccess> accesses;
    collectAccesses(op, accesses);
    for (const NestedAccess &a : accesses)
      if (a.access.memref)
        for (Origin origin : ranges.get(a.access.memref).origins)
          homes.try_emplace(origin, this->first);
    return WalkResult::advance();
  });
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

bool MemoryHomes::reaches(DeviceOp device, Value memref) {
  if (!device || device.getReaches().empty())
    return true;
  const MemoryRange &range = ranges.get(memref);
  return llvm::all_of(range.origins, [&](Origin origin) {
    auto it = homes.find(origin);
    if (it == homes.end() && isBuffer(range))
      return true;
    StringAttr home = it == homes.end() ? first : it->second;
    return !home ||
           llvm::any_of(device.getReaches(), [&](Attribute m) { return cast<FlatSymbolRefAttr>(m).getAttr() == home; });
  });
}

StringAttr MemoryHomes::homeOf(Value buffer) {
  const MemoryRange &range = ranges.get(buffer);
  auto it = range.origins.size() == 1 ? homes.find(range.origins.front()) : homes.end();
  return it == homes.end() ? first : it->second;
}

Value MemoryHomes::unreachable(Operation *op, DeviceOp device) {
  if (isa<TransferOp>(op))
    return {};
  SmallVector<Access> accesses;
  cast<AccessOpInterface>(op).getAccesses(accesses);
  for (const Access &a : accesses)
    if (!reaches(device, a.memref))
      return a.memref;
  return {};
}
