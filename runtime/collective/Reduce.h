// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Combining the contributions of a reduction.
#ifndef SYNCFLOW_RUNTIME_COLLECTIVE_REDUCE_H
#define SYNCFLOW_RUNTIME_COLLECTIVE_REDUCE_H

#include <cstdint>

namespace syncflow::runtime {

/// Whether the reduction is defined for the element type: no bitwise operation
/// on floats, no average of truth values.
bool reducible(uint32_t element, uint32_t reduction);

/// outputs[*][i] = inputs[0][i] op inputs[1][i] op ... for i < elements, in
/// this order: the result does not depend on who computes it. An output may be
/// one of the inputs. f16 and bf16 accumulate in f32 and round once; integers
/// wrap; the sum of truth values is their "or"; MIN and MAX of floats propagate
/// NaN; an integer AVERAGE rounds to zero.
void reduceElements(uint32_t element, uint32_t reduction, const void *const *inputs, uint32_t inputCount,
                    void *const *outputs, uint32_t outputCount, uint64_t elements);

} // namespace syncflow::runtime

#endif // SYNCFLOW_RUNTIME_COLLECTIVE_REDUCE_H
