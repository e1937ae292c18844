// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#include "SyncFlow/Dialect/SyncFlow/IR/Elements.h"

#include "mlir/IR/BuiltinTypes.h"

std::optional<sflow_element> syncflow::elementOf(mlir::Type type) {
  if (type.isF16())
    return SFLOW_ELEMENT_F16;
  if (type.isBF16())
    return SFLOW_ELEMENT_BF16;
  if (type.isF32())
    return SFLOW_ELEMENT_F32;
  if (type.isF64())
    return SFLOW_ELEMENT_F64;
  bool isUnsigned = type.isUnsignedInteger();
  if (type.isInteger(1))
    return SFLOW_ELEMENT_I1;
  if (type.isInteger(8))
    return isUnsigned ? SFLOW_ELEMENT_U8 : SFLOW_ELEMENT_I8;
  if (type.isInteger(16))
    return isUnsigned ? SFLOW_ELEMENT_U16 : SFLOW_ELEMENT_I16;
  if (type.isInteger(32))
    return isUnsigned ? SFLOW_ELEMENT_U32 : SFLOW_ELEMENT_I32;
  if (type.isInteger(64))
    return isUnsigned ? SFLOW_ELEMENT_U64 : SFLOW_ELEMENT_I64;
  return std::nullopt;
}
