// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Choices between whole tensors or buffers as branches.
#ifndef SYNCFLOW_LIB_TRANSFORMS_TASKS_BRANCHES_H
#define SYNCFLOW_LIB_TRANSFORMS_TASKS_BRANCHES_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace syncflow {

/// Replaces a choice by an scf.if that yields one or the other.
inline mlir::scf::IfOp branchOf(mlir::arith::SelectOp select) {
  using namespace mlir;
  OpBuilder builder(select);
  auto yields = [](Value v) { return [v](OpBuilder &b, Location l) { scf::YieldOp::create(b, l, v); }; };
  auto branch = scf::IfOp::create(builder, select.getLoc(), select.getCondition(), yields(select.getTrueValue()),
                                  yields(select.getFalseValue()));
  select.replaceAllUsesWith(branch.getResult(0));
  select.erase();
  return branch;
}

} // namespace syncflow

#endif // SYNCFLOW_LIB_TRANSFORMS_TASKS_BRANCHES_H
