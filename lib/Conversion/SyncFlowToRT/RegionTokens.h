// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#ifndef SYNCFLOW_CONVERSION_SYNCFLOWTORT_REGIONTOKENS_H
#define SYNCFLOW_CONVERSION_SYNCFLOWTORT_REGIONTOKENS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace syncflow {

/// Removes tokens from the results, arguments and yields of scf.for, scf.while, scf.if and scf.execute_region, and from
/// what waits for them. Waits stay, without those tokens. Error for a token that no work of the function gives.
mlir::LogicalResult dropRegionTokens(mlir::func::FuncOp function);

} // namespace syncflow

#endif // SYNCFLOW_CONVERSION_SYNCFLOWTORT_REGIONTOKENS_H
