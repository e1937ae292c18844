// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Reductions: one loop, instantiated per element type and operation.
#include "collective/Reduce.h"

#include "SyncFlow/ABI/Types.h"
#include "collective/HalfFloat.h"

#include <algorithm>
#include <type_traits>

namespace syncflow::runtime {
namespace {

/// How a type is stored, and what it is while it accumulates.
template <typename S, typename A> struct Plain {
  using Storage = S;
  using Value = A;
  static Value load(Storage stored) { return static_cast<Value>(stored); }
  static Storage store(Value value) { return static_cast<Storage>(value); }
};

struct Half {
  using Storage = uint16_t;
  using Value = float;
  static Value load(Storage stored) { return f16ToFloat(stored); }
  static Storage store(Value value) { return floatToF16(value); }
};

struct Brain {
  using Storage = uint16_t;
  using Value = float;
  static Value load(Storage stored) { return bf16ToFloat(stored); }
  static Storage store(Value value) { return floatToBf16(value); }
};

struct Truth {
  using Storage = uint8_t;
  using Value = bool;
  static Value load(Storage stored) { return stored != 0; }
  static Storage store(Value value) { return value ? 1 : 0; }
};

/// Integers accumulate in 64 bits or more, so that an average does not wrap on
/// the way; sums and products wrap as unsigned, where wrapping is defined.
template <sflow_reduction Reduction, typename V> V combine(V a, V b) {
  constexpr bool isFloat = std::is_floating_point_v<V>;
  using Unsigned = std::conditional_t<(sizeof(V) > 8), unsigned __int128, uint64_t>;
  if constexpr (std::is_same_v<V, bool>) {
    if constexpr (Reduction == SFLOW_REDUCTION_SUM || Reduction == SFLOW_REDUCTION_MAX ||
                  Reduction == SFLOW_REDUCTION_BIT_OR)
      return a || b;
    else if constexpr (Reduction == SFLOW_REDUCTION_BIT_XOR)
      return a != b;
    else
      return a && b;
  } else if constexpr (Reduction == SFLOW_REDUCTION_SUM || Reduction == SFLOW_REDUCTION_AVERAGE) {
    if constexpr (isFloat)
      return a + b;
    else
      return static_cast<V>(static_cast<Unsigned>(a) + static_cast<Unsigned>(b));
  } else if constexpr (Reduction == SFLOW_REDUCTION_PRODUCT) {
    if constexpr (isFloat)
      return a * b;
    else
      return static_cast<V>(static_cast<Unsigned>(a) * static_cast<Unsigned>(b));
  } else if constexpr (Reduction == SFLOW_REDUCTION_MIN) {
    return a != a || a < b ? a : b; // With b a NaN the comparison fails and b is the result.
  } else if constexpr (Reduction == SFLOW_REDUCTION_MAX) {
    return a != a || a > b ? a : b;
  } else if constexpr (isFloat) {
    return a; // Excluded by reducible().
  } else if constexpr (Reduction == SFLOW_REDUCTION_BIT_AND) {
    return a & b;
  } else if constexpr (Reduction == SFLOW_REDUCTION_BIT_OR) {
    return a | b;
  } else {
    return a ^ b;
  }
}

template <typename Type, sflow_reduction Reduction>
void reduce(const void *const *inputs, uint32_t inputCount, void *const *outputs, uint32_t outputCount,
            uint64_t elements) {
  using Storage = typename Type::Storage;
  using Value = typename Type::Value;
  // A block that stays in the first-level cache: each input is then read once,
  // and outputs may alias inputs.
  constexpr uint64_t block = 1024;
  Value values[block];
  for (uint64_t begin = 0; begin < elements; begin += block) {
    uint64_t count = std::min(block, elements - begin);
    const Storage *first = static_cast<const Storage *>(inputs[0]) + begin;
    for (uint64_t i = 0; i < count; ++i)
      values[i] = Type::load(first[i]);
    for (uint32_t r = 1; r < inputCount; ++r) {
      const Storage *next = static_cast<const Storage *>(inputs[r]) + begin;
      for (uint64_t i = 0; i < count; ++i)
        values[i] = combine<Reduction>(values[i], Type::load(next[i]));
    }
    if constexpr (Reduction == SFLOW_REDUCTION_AVERAGE && !std::is_same_v<Value, bool>)
      for (uint64_t i = 0; i < count; ++i)
        values[i] = values[i] / static_cast<Value>(inputCount);
    for (uint32_t r = 0; r < outputCount; ++r) {
      Storage *out = static_cast<Storage *>(outputs[r]) + begin;
      for (uint64_t i = 0; i < count; ++i)
        out[i] = Type::store(values[i]);
    }
  }
}

using Function = void (*)(const void *const *, uint32_t, void *const *, uint32_t, uint64_t);

template <typename Type> Function choose(uint32_t reduction) {
#define REDUCTION_CASE(NAME, SPELLING, VALUE)                                                                          \
  case VALUE:                                                                                                          \
    return reduce<Type, SFLOW_REDUCTION_##NAME>;
  switch (reduction) { SFLOW_REDUCTION_LIST(REDUCTION_CASE) }
#undef REDUCTION_CASE
  return nullptr;
}

Function choose(uint32_t element, uint32_t reduction) {
  switch (element) {
  case SFLOW_ELEMENT_F16:
    return choose<Half>(reduction);
  case SFLOW_ELEMENT_BF16:
    return choose<Brain>(reduction);
  case SFLOW_ELEMENT_F32:
    return choose<Plain<float, float>>(reduction);
  case SFLOW_ELEMENT_F64:
    return choose<Plain<double, double>>(reduction);
  case SFLOW_ELEMENT_I8:
    return choose<Plain<int8_t, int64_t>>(reduction);
  case SFLOW_ELEMENT_U8:
    return choose<Plain<uint8_t, uint64_t>>(reduction);
  case SFLOW_ELEMENT_I16:
    return choose<Plain<int16_t, int64_t>>(reduction);
  case SFLOW_ELEMENT_U16:
    return choose<Plain<uint16_t, uint64_t>>(reduction);
  case SFLOW_ELEMENT_I32:
    return choose<Plain<int32_t, int64_t>>(reduction);
  case SFLOW_ELEMENT_U32:
    return choose<Plain<uint32_t, uint64_t>>(reduction);
  case SFLOW_ELEMENT_I64:
    if (reduction == SFLOW_REDUCTION_AVERAGE)
      return reduce<Plain<int64_t, __int128>, SFLOW_REDUCTION_AVERAGE>;
    return choose<Plain<int64_t, int64_t>>(reduction);
  case SFLOW_ELEMENT_U64:
    if (reduction == SFLOW_REDUCTION_AVERAGE)
      return reduce<Plain<uint64_t, unsigned __int128>, SFLOW_REDUCTION_AVERAGE>;
    return choose<Plain<uint64_t, uint64_t>>(reduction);
  case SFLOW_ELEMENT_I1:
    return choose<Truth>(reduction);
  }
  return nullptr;
}

bool isFloat(uint32_t element) {
  return element == SFLOW_ELEMENT_F16 || element == SFLOW_ELEMENT_BF16 || element == SFLOW_ELEMENT_F32 ||
         element == SFLOW_ELEMENT_F64;
}

} // namespace

bool reducible(uint32_t element, uint32_t reduction) {
  if (!choose(element, reduction))
    return false;
  bool bitwise = reduction == SFLOW_REDUCTION_BIT_AND || reduction == SFLOW_REDUCTION_BIT_OR ||
                 reduction == SFLOW_REDUCTION_BIT_XOR;
  if (bitwise)
    return !isFloat(element);
  return element != SFLOW_ELEMENT_I1 || reduction != SFLOW_REDUCTION_AVERAGE;
}

void reduceElements(uint32_t element, uint32_t reduction, const void *const *inputs, uint32_t inputCount,
                    void *const *outputs, uint32_t outputCount, uint64_t elements) {
  choose(element, reduction)(inputs, inputCount, outputs, outputCount, elements);
}

} // namespace syncflow::runtime
