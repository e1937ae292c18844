// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Inputs drawn from a seed: the same on every machine and with every compiler.
#ifndef SYNCFLOW_TOOLS_RUN_RANDOMINPUTS_H
#define SYNCFLOW_TOOLS_RUN_RANDOMINPUTS_H

#include "Tensor.h"

namespace syncflow::run {

/// Floats in [-1, 1) on a grid that every float type can hold, integers in [0,
/// intMax], bools. `index` is the input's position: inputs of one seed differ.
llvm::Expected<HostTensor> randomTensor(uint32_t element, llvm::ArrayRef<int64_t> shape, uint64_t seed, unsigned index,
                                        uint64_t intMax);

} // namespace syncflow::run

#endif // SYNCFLOW_TOOLS_RUN_RANDOMINPUTS_H
