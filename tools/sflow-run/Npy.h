// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// numpy's .npy files: format versions 1 to 3, little-endian numbers and bools.
// bf16, which numpy does not have, travels as '<u2' (or the '|V2' that
// ml_dtypes writes): the same two bytes.
#ifndef SYNCFLOW_TOOLS_RUN_NPY_H
#define SYNCFLOW_TOOLS_RUN_NPY_H

#include "Tensor.h"
#include "llvm/Support/Error.h"

namespace syncflow::run {

/// Reads a file. With `wanted`, the dtype has to be the one of that type and
/// the shape has to match it; without, bf16 cannot be told from u16. Fortran
/// order is converted. Messages name the file, what was expected and what was
/// found.
llvm::Expected<HostTensor> readNpy(llvm::StringRef file, const sflow_tensor_type *wanted = nullptr);

llvm::Error writeNpy(llvm::StringRef file, const HostTensor &tensor);

} // namespace syncflow::run

#endif // SYNCFLOW_TOOLS_RUN_NPY_H
