// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Element types as the runtime knows them.
#ifndef SYNCFLOW_DIALECT_SYNCFLOW_IR_ELEMENTS_H
#define SYNCFLOW_DIALECT_SYNCFLOW_IR_ELEMENTS_H

#include "SyncFlow/ABI/Types.h"
#include "mlir/IR/Types.h"
#include <optional>

namespace syncflow {

/// The type's value in SFLOW_ELEMENT_LIST; nothing for a type that has none (`index` among them: its width is the
/// caller's business).
std::optional<sflow_element> elementOf(mlir::Type type);

} // namespace syncflow

#endif // SYNCFLOW_DIALECT_SYNCFLOW_IR_ELEMENTS_H
