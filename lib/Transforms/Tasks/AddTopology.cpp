// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#include "SyncFlow/Transforms/Passes.h"

namespace syncflow {
#define GEN_PASS_DEF_ADDTOPOLOGYPASS
#include "SyncFlow/Transforms/TaskPasses.h.inc"
} // namespace syncflow

using namespace mlir;
using namespace syncflow;

namespace {

/// N and C of `host:N` and `host:NxC`.
FailureOr<std::pair<unsigned, unsigned>> parseDevices(StringRef text) {
  unsigned devices, cores = 1;
  if (!text.consume_front("host:") || text.consumeInteger(10, devices) || devices == 0)
    return failure();
  if (text.consume_front("x") && (text.consumeInteger(10, cores) || cores == 0))
    return failure();
  if (!text.empty() || devices > 1024 || cores > 1024)
    return failure();
  return std::pair(devices, cores);
}

struct AddTopologyPass : syncflow::impl::AddTopologyPassBase<AddTopologyPass> {
  using Base::Base;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (!module.getOps<TopologyOp>().empty())
      return;
    auto parsed = parseDevices(devices);
    if (failed(parsed)) {
      module.emitError() << "cannot read devices '" << devices
                         << "': expected host:N or host:NxC, N and C from 1 to 1024";
      return signalPassFailure();
    }
    auto [count, cores] = *parsed;
    OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
    Location loc = module.getLoc();
    auto topology = TopologyOp::create(builder, loc, "machine");
    builder.setInsertionPointToStart(&topology.getBody().emplaceBlock());
    MemoryOp::create(builder, loc, "ram");
    auto reaches = builder.getArrayAttr({FlatSymbolRefAttr::get(&getContext(), "ram")});
    for (unsigned i = 0; i < count; ++i) {
      OperationState state(loc, DeviceOp::getOperationName());
      state.addAttribute("sym_name", builder.getStringAttr("host" + std::to_string(i)));
      state.addAttribute("tag", DeviceTagAttr::get(&getContext(), DeviceTag::host));
      state.addAttribute("reaches", reaches);
      cast<DeviceOp>(builder.create(state)).setCores(cores);
    }
  }
};

} // namespace
