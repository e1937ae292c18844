// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/

#include "RandomInputs.h"

#include <algorithm>
#include <cstring>

namespace syncflow::run {

namespace {

/// The splitmix64 sequence. The standard library's distributions may differ
/// between implementations.
class Sequence {
public:
  explicit Sequence(uint64_t seed) : state(seed) {}

  uint64_t next() {
    state += 0x9e3779b97f4a7c15u;
    uint64_t mixed = state;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
    return mixed ^ (mixed >> 31);
  }

private:
  uint64_t state;
};

template <typename T> void put(HostTensor &tensor, uint64_t index, T value) {
  std::memcpy(tensor.data() + index * sizeof(T), &value, sizeof(T));
}

} // namespace

/// Stores a value the element type can hold exactly.
static void putFloat(HostTensor &tensor, uint64_t index, float value) {
  switch (tensor.element()) {
  case SFLOW_ELEMENT_F16:
    return put(tensor, index, encodeF16(value));
  case SFLOW_ELEMENT_BF16:
    return put(tensor, index, encodeBF16(value));
  case SFLOW_ELEMENT_F32:
    return put(tensor, index, value);
  default:
    return put(tensor, index, static_cast<double>(value));
  }
}

/// The largest value of an integer element type.
static uint64_t largest(uint32_t element) {
  switch (element) {
  case SFLOW_ELEMENT_I1:
    return 1;
  case SFLOW_ELEMENT_I8:
    return INT8_MAX;
  case SFLOW_ELEMENT_I16:
    return INT16_MAX;
  case SFLOW_ELEMENT_I32:
    return INT32_MAX;
  case SFLOW_ELEMENT_I64:
    return INT64_MAX;
  default:
    return UINT64_MAX >> (64 - 8 * elementSize(element));
  }
}

llvm::Expected<HostTensor> randomTensor(uint32_t element, llvm::ArrayRef<int64_t> shape, uint64_t seed, unsigned index,
                                        uint64_t intMax) {
  llvm::Expected<HostTensor> created = HostTensor::create(element, shape);
  if (!created)
    return created;
  HostTensor &tensor = *created;
  Sequence sequence(seed * 0x100000001b3u + index);
  // Steps of 2^-7: bf16 has eight significant bits. f32 and f64 get 2^-20.
  bool coarse = element == SFLOW_ELEMENT_F16 || element == SFLOW_ELEMENT_BF16;
  unsigned bits = coarse ? 7 : 20;
  uint64_t bound = std::min(intMax, largest(element));
  for (uint64_t i = 0; i < tensor.count(); ++i) {
    uint64_t draw = sequence.next();
    if (isFloat(element)) {
      auto step = static_cast<int64_t>(draw >> (63 - bits)) - (int64_t(1) << bits);
      putFloat(tensor, i, static_cast<float>(step) / static_cast<float>(1u << bits));
      continue;
    }
    uint64_t value = bound == UINT64_MAX ? draw : draw % (bound + 1);
    // Little-endian: the low bytes are the value of a narrower integer.
    std::memcpy(tensor.data() + i * elementSize(element), &value, elementSize(element));
  }
  return created;
}

} // namespace syncflow::run
