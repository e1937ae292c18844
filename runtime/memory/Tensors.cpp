// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Checks at the border: inputs, outputs, parameters.
#include "memory/Tensors.h"

#include <cstdlib>
#include <string_view>
#include <unordered_map>

namespace syncflow::runtime {

std::string spellType(uint32_t rank, const int64_t *dims, uint32_t element) {
  std::string result;
  for (uint32_t i = 0; i < rank; ++i)
    result += (dims[i] == -1 ? std::string("?") : std::to_string(dims[i])) + "x";
  return result + spellElement(element);
}

bool denseBytes(uint32_t rank, const int64_t *dims, uint32_t element, uint64_t &bytes) {
  bytes = elementSize(element);
  if (bytes == 0)
    return false;
  for (uint32_t i = 0; i < rank; ++i)
    if (dims[i] < 0 || __builtin_mul_overflow(bytes, static_cast<uint64_t>(dims[i]), &bytes))
      return false;
  return true;
}

bool typeMatches(const sflow_tensor_type &expected, uint32_t rank, const int64_t *dims, uint32_t element) {
  if (element != expected.element || rank != expected.rank)
    return false;
  for (uint32_t i = 0; i < rank; ++i)
    if (expected.dims[i] >= 0 && dims[i] != expected.dims[i])
      return false;
  return true;
}

static std::string describe(const sflow_entry_desc &entry, const char *what, uint64_t index,
                            const sflow_tensor_type &type) {
  std::string result = text("entry '%s', %s %llu", entry.name, what, static_cast<unsigned long long>(index));
  return type.name && *type.name ? result + " ('" + type.name + "')" : result;
}

static std::string spellExpected(const sflow_tensor_type &type) {
  return spellType(type.rank, type.dims, type.element);
}

static Status checkCount(const sflow_entry_desc &entry, const char *what, uint32_t expected, uint64_t got) {
  if (expected == got)
    return {};
  return invalid(
      text("entry '%s': expected %u %s, got %llu", entry.name, expected, what, static_cast<unsigned long long>(got)));
}

Status checkInputs(const sflow_entry_desc &entry, const sflow_tensor *inputs, uint64_t count) {
  if (Status status = checkCount(entry, "inputs", entry.input_count, count); status.failed())
    return status;
  for (uint64_t i = 0; i < count; ++i) {
    const sflow_tensor &input = inputs[i];
    const sflow_tensor_type &type = entry.inputs[i];
    if (input.struct_size != sizeof(sflow_tensor))
      return invalid(describe(entry, "input", i, type) + ": struct_size is not that of sflow_tensor");
    if (input.rank && !input.shape)
      return invalid(describe(entry, "input", i, type) + ": no shape");
    if (!typeMatches(type, input.rank, input.shape, input.element))
      return invalid(describe(entry, "input", i, type) + ": expected " + spellExpected(type) + ", got " +
                     spellType(input.rank, input.shape, input.element));
    uint64_t bytes = 0;
    if (!denseBytes(input.rank, input.shape, input.element, bytes))
      return invalid(describe(entry, "input", i, type) + ": " + spellType(input.rank, input.shape, input.element) +
                     " is no possible shape");
    if (input.byte_size < bytes)
      return invalid(describe(entry, "input", i, type) + text(": expected %llu bytes, got %llu",
                                                              static_cast<unsigned long long>(bytes),
                                                              static_cast<unsigned long long>(input.byte_size)));
    if (!input.data && bytes)
      return invalid(describe(entry, "input", i, type) + ": no data");
  }
  return {};
}

Status checkOutputs(const sflow_entry_desc &entry, const sflow_tensor *outputs, uint64_t count) {
  if (Status status = checkCount(entry, "outputs", entry.output_count, count); status.failed())
    return status;
  for (uint64_t i = 0; i < count; ++i) {
    const sflow_tensor &output = outputs[i];
    const sflow_tensor_type &type = entry.outputs[i];
    if (output.struct_size != sizeof(sflow_tensor))
      return invalid(describe(entry, "output", i, type) + ": struct_size is not that of sflow_tensor");
    if (output.rank != type.rank || (output.rank && !output.shape))
      return invalid(describe(entry, "output", i, type) +
                     text(": expected room for a shape of rank %u, got %u", type.rank, output.rank));
    if (output.data && output.element != type.element)
      return invalid(describe(entry, "output", i, type) + ": expected a buffer of " + spellElement(type.element) +
                     ", got " + spellElement(output.element));
    uint64_t bytes = 0; // Fails for a dynamic shape: sflow_rt_output checks
                        // that one once it is known.
    if (output.data && denseBytes(type.rank, type.dims, type.element, bytes) && output.byte_size < bytes)
      return invalid(describe(entry, "output", i, type) + text(": expected a buffer of %llu bytes, got %llu",
                                                               static_cast<unsigned long long>(bytes),
                                                               static_cast<unsigned long long>(output.byte_size)));
  }
  return {};
}

/// What is wrong with an offered parameter; empty when it fits.
static std::string misfit(const sflow_tensor_type &type, const sflow_parameter &offer) {
  if (offer.struct_size != sizeof(sflow_parameter))
    return "struct_size is not that of sflow_parameter";
  if (!typeMatches(type, offer.rank, offer.shape, offer.element))
    return "expected " + spellExpected(type) + ", got " + spellType(offer.rank, offer.shape, offer.element);
  uint64_t bytes = 0;
  if (!denseBytes(offer.rank, offer.shape, offer.element, bytes))
    return spellType(offer.rank, offer.shape, offer.element) + " is no possible shape";
  if (offer.byte_size != bytes || (!offer.data && bytes))
    return text("expected %llu bytes, got %llu", static_cast<unsigned long long>(bytes),
                static_cast<unsigned long long>(offer.data ? offer.byte_size : 0));
  return "";
}

Status bindParameters(const sflow_module_desc &module, const sflow_parameter *offered, uint64_t count,
                      std::vector<const void *> &bound) {
  std::unordered_map<std::string_view, const sflow_parameter *> byName;
  for (uint64_t i = 0; i < count; ++i)
    byName[offered[i].name] = &offered[i];
  std::string missing, wrong;
  bound.assign(module.parameter_count, nullptr);
  for (uint32_t i = 0; i < module.parameter_count; ++i) {
    const sflow_tensor_type &type = module.parameters[i];
    auto it = byName.find(type.name);
    if (it == byName.end()) {
      missing += std::string(missing.empty() ? "" : ", ") + "'" + type.name + "' (" + spellExpected(type) + ")";
      continue;
    }
    std::string problem = misfit(type, *it->second);
    if (!problem.empty())
      wrong += std::string(wrong.empty() ? "" : "; ") + "'" + type.name + "': " + problem;
    bound[i] = it->second->data;
  }
  if (missing.empty() && wrong.empty())
    return {};
  std::string message = text("module '%s': ", module.name);
  if (!missing.empty())
    message += "missing parameters " + missing;
  if (!wrong.empty())
    message += std::string(missing.empty() ? "" : "; ") + "parameters that do not fit: " + wrong;
  return Status::error(missing.empty() ? SFLOW_STATUS_INVALID_ARGUMENT : SFLOW_STATUS_NOT_FOUND, message);
}

Status allocateDerived(const sflow_module_desc &module, std::vector<Arena> &derived) {
  for (uint32_t i = 0; i < module.derived_count; ++i) {
    const sflow_tensor_type &type = module.derived[i];
    uint64_t bytes = 0;
    if (!denseBytes(type.rank, type.dims, type.element, bytes))
      return invalid(text("module '%s': derived buffer %u has no static shape: ", module.name, i) +
                     spellExpected(type));
    void *data = allocatePages(bytes);
    if (!data)
      return Status::error(SFLOW_STATUS_RESOURCE_EXHAUSTED,
                           text("module '%s': no %llu bytes for derived buffer %u", module.name,
                                static_cast<unsigned long long>(bytes), i));
    derived.push_back({data, bytes});
  }
  return {};
}

} // namespace syncflow::runtime

void sflow_tensor_release(sflow_tensor *tensor) {
  if (!tensor || !tensor->owned)
    return;
  std::free(tensor->data);
  tensor->data = nullptr;
  tensor->byte_size = 0;
  tensor->owned = 0;
}
