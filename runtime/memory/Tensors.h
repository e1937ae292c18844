// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Shapes: checking what callers pass against what a module declares, and saying
// what is wrong.
#ifndef SYNCFLOW_RUNTIME_MEMORY_TENSORS_H
#define SYNCFLOW_RUNTIME_MEMORY_TENSORS_H

#include "core/Status.h"
#include "memory/ArenaPool.h"

#include <vector>

namespace syncflow::runtime {

/// "2x?x384xf32".
std::string spellType(uint32_t rank, const int64_t *dims, uint32_t element);
/// Bytes of a dense tensor; false when a dimension is negative, the element
/// unknown, or the number too large.
bool denseBytes(uint32_t rank, const int64_t *dims, uint32_t element, uint64_t &bytes);
/// Element, rank and every static dimension agree.
bool typeMatches(const sflow_tensor_type &expected, uint32_t rank, const int64_t *dims, uint32_t element);

Status checkInputs(const sflow_entry_desc &entry, const sflow_tensor *inputs, uint64_t count);
Status checkOutputs(const sflow_entry_desc &entry, const sflow_tensor *outputs, uint64_t count);

/// Finds each declared parameter among those offered; one message names all
/// that are missing or do not fit.
Status bindParameters(const sflow_module_desc &module, const sflow_parameter *offered, uint64_t count,
                      std::vector<const void *> &bound);
/// Buffers for what the module's load entry computes.
Status allocateDerived(const sflow_module_desc &module, std::vector<Arena> &derived);

} // namespace syncflow::runtime

#endif // SYNCFLOW_RUNTIME_MEMORY_TENSORS_H
