// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// What collectives compute: every kind, reduction and element type against a
// naive reference, for 1 to 4 ranks.
#include "Support.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <random>

using namespace syncflow;
using namespace syncflow::test;

namespace {

// --- the reference: one element at a time, in group order
// -------------------------------------------------------------

float half(uint16_t bits) { return static_cast<float>(std::bit_cast<_Float16>(bits)); }
uint16_t half(float value) { return std::bit_cast<uint16_t>(static_cast<_Float16>(value)); }
float brain(uint16_t bits) { return std::bit_cast<float>(static_cast<uint32_t>(bits) << 16); }

/// The nearer of the two neighbours, the even one when they are as near.
uint16_t brain(float value) {
  uint32_t bits = std::bit_cast<uint32_t>(value);
  auto low = static_cast<uint16_t>(bits >> 16);
  auto high = static_cast<uint16_t>(low + 1);
  if (std::isnan(value) || (bits & 0xFFFF) == 0)
    return low;
  double below = std::abs(static_cast<double>(value) - brain(low)),
         above = std::abs(brain(high) - static_cast<double>(value));
  return below < above || (below == above && low % 2 == 0) ? low : high;
}

template <typename T> T combineFloat(uint32_t reduction, T a, T b) {
  switch (reduction) {
  case SFLOW_REDUCTION_PRODUCT:
    return a * b;
  case SFLOW_REDUCTION_MIN:
    return std::min(a, b);
  case SFLOW_REDUCTION_MAX:
    return std::max(a, b);
  }
  return a + b;
}

template <typename T> T reduceFloats(uint32_t reduction, const std::vector<T> &values) {
  T result = values[0];
  for (size_t i = 1; i < values.size(); ++i)
    result = combineFloat(reduction, result, values[i]);
  return reduction == SFLOW_REDUCTION_AVERAGE ? result / static_cast<T>(values.size()) : result;
}

/// In 128 bits, so that only the final cast wraps.
template <typename T> T reduceIntegers(uint32_t reduction, const std::vector<T> &values) {
  __int128 result = values[0];
  for (size_t i = 1; i < values.size(); ++i) {
    __int128 next = values[i];
    switch (reduction) {
    case SFLOW_REDUCTION_SUM:
    case SFLOW_REDUCTION_AVERAGE:
      result += next;
      break;
    case SFLOW_REDUCTION_PRODUCT:
      result = static_cast<T>(static_cast<unsigned __int128>(result) * static_cast<unsigned __int128>(next));
      break;
    case SFLOW_REDUCTION_MIN:
      result = std::min(result, next);
      break;
    case SFLOW_REDUCTION_MAX:
      result = std::max(result, next);
      break;
    case SFLOW_REDUCTION_BIT_AND:
      result &= next;
      break;
    case SFLOW_REDUCTION_BIT_OR:
      result |= next;
      break;
    default:
      result ^= next;
    }
  }
  return static_cast<T>(reduction == SFLOW_REDUCTION_AVERAGE ? result / static_cast<__int128>(values.size()) : result);
}

uint8_t reduceTruths(uint32_t reduction, const std::vector<uint8_t> &values) {
  size_t ones = 0;
  for (uint8_t value : values)
    ones += value;
  switch (reduction) {
  case SFLOW_REDUCTION_PRODUCT:
  case SFLOW_REDUCTION_MIN:
  case SFLOW_REDUCTION_BIT_AND:
    return ones == values.size();
  case SFLOW_REDUCTION_BIT_XOR:
    return ones % 2;
  }
  return ones != 0;
}

template <typename T, typename Function>
void reduceAs(const std::vector<const uint8_t *> &inputs, uint8_t *output, Function function) {
  std::vector<T> values;
  for (const uint8_t *input : inputs) {
    T value;
    std::memcpy(&value, input, sizeof(T));
    values.push_back(value);
  }
  T result = function(values);
  std::memcpy(output, &result, sizeof(T));
}

void referenceElement(uint32_t element, uint32_t reduction, const std::vector<const uint8_t *> &inputs,
                      uint8_t *output) {
  auto integers = [&](auto tag) {
    using T = decltype(tag);
    reduceAs<T>(inputs, output, [&](const std::vector<T> &values) { return reduceIntegers<T>(reduction, values); });
  };
  auto sixteen = [&](auto load, auto store) {
    reduceAs<uint16_t>(inputs, output, [&](const std::vector<uint16_t> &stored) {
      std::vector<float> values;
      for (uint16_t bits : stored)
        values.push_back(load(bits));
      return store(reduceFloats(reduction, values));
    });
  };
  switch (element) {
  case SFLOW_ELEMENT_F16:
    return sixteen([](uint16_t bits) { return half(bits); }, [](float value) { return half(value); });
  case SFLOW_ELEMENT_BF16:
    return sixteen([](uint16_t bits) { return brain(bits); }, [](float value) { return brain(value); });
  case SFLOW_ELEMENT_F32:
    return reduceAs<float>(inputs, output, [&](const auto &values) { return reduceFloats<float>(reduction, values); });
  case SFLOW_ELEMENT_F64:
    return reduceAs<double>(inputs, output,
                            [&](const auto &values) { return reduceFloats<double>(reduction, values); });
  case SFLOW_ELEMENT_I8:
    return integers(int8_t{});
  case SFLOW_ELEMENT_U8:
    return integers(uint8_t{});
  case SFLOW_ELEMENT_I16:
    return integers(int16_t{});
  case SFLOW_ELEMENT_U16:
    return integers(uint16_t{});
  case SFLOW_ELEMENT_I32:
    return integers(int32_t{});
  case SFLOW_ELEMENT_U32:
    return integers(uint32_t{});
  case SFLOW_ELEMENT_I64:
    return integers(int64_t{});
  case SFLOW_ELEMENT_U64:
    return integers(uint64_t{});
  case SFLOW_ELEMENT_I1:
    return reduceAs<uint8_t>(inputs, output, [&](const auto &values) { return reduceTruths(reduction, values); });
  }
}

// --- test data
// ---------------------------------------------------------------------------------------------------------

#define LIST_VALUE(NAME, SPELLING, VALUE) VALUE,
#define LIST_NAME(NAME, SPELLING, VALUE) #SPELLING,
constexpr uint32_t kElements[] = {SFLOW_ELEMENT_LIST(LIST_VALUE)};
const char *const kElementNames[] = {SFLOW_ELEMENT_LIST(LIST_NAME)};
constexpr uint32_t kReductions[] = {SFLOW_REDUCTION_LIST(LIST_VALUE)};

uint32_t sizeOf(uint32_t element) {
  switch (element) {
  case SFLOW_ELEMENT_F16:
  case SFLOW_ELEMENT_BF16:
  case SFLOW_ELEMENT_I16:
  case SFLOW_ELEMENT_U16:
    return 2;
  case SFLOW_ELEMENT_F32:
  case SFLOW_ELEMENT_I32:
  case SFLOW_ELEMENT_U32:
    return 4;
  case SFLOW_ELEMENT_F64:
  case SFLOW_ELEMENT_I64:
  case SFLOW_ELEMENT_U64:
    return 8;
  }
  return 1;
}

bool isFloat(uint32_t element) { return element <= SFLOW_ELEMENT_F64; }

bool defined(uint32_t element, uint32_t reduction) {
  if (isFloat(element))
    return reduction <= SFLOW_REDUCTION_AVERAGE;
  return element != SFLOW_ELEMENT_I1 || reduction != SFLOW_REDUCTION_AVERAGE;
}

using Bytes = std::vector<uint8_t>;

/// Values whose sum depends on the order, full-range integers, and truth
/// values.
Bytes randomBytes(uint32_t element, size_t count, std::mt19937_64 &random) {
  Bytes bytes(count * sizeOf(element));
  std::normal_distribution<double> normal(0, 3);
  for (size_t i = 0; i < count; ++i) {
    uint64_t bits = random();
    double real = normal(random);
    auto put = [&](auto value) { std::memcpy(&bytes[i * sizeof(value)], &value, sizeof(value)); };
    switch (element) {
    case SFLOW_ELEMENT_F16:
      put(half(static_cast<float>(real)));
      break;
    case SFLOW_ELEMENT_BF16:
      put(brain(static_cast<float>(real)));
      break;
    case SFLOW_ELEMENT_F32:
      put(static_cast<float>(real));
      break;
    case SFLOW_ELEMENT_F64:
      put(real);
      break;
    case SFLOW_ELEMENT_I1:
      put(static_cast<uint8_t>(bits & 1));
      break;
    default:
      std::memcpy(&bytes[i * sizeOf(element)], &bits, sizeOf(element));
    }
  }
  return bytes;
}

/// One collective with the buffers of all ranks and what must come out; an
/// empty expectation: not looked at.
struct Case {
  std::string name;
  sflow_plan_collective desc{};
  int64_t elements = 0;
  bool inPlace = false;
  std::vector<Bytes> inputs, outputs, expected;
};

class CollectiveValuesTest : public ::testing::TestWithParam<uint32_t> {
protected:
  uint32_t ranks() const { return GetParam(); }

  /// Calls `visit` with every element and every reduction that it has.
  template <typename Visit> static void forEveryReduction(Visit visit) {
    for (uint32_t element : kElements)
      for (uint32_t reduction : kReductions)
        if (defined(element, reduction))
          visit(element, reduction);
  }

  Case &add(uint32_t kind, uint32_t element, uint32_t reduction, uint32_t root, int64_t elements,
            bool inPlace = false) {
    cases.emplace_back();
    Case &result = cases.back();
    result.desc.kind = kind;
    result.desc.element = element;
    result.desc.reduction = reduction;
    result.desc.root = root;
    result.elements = elements;
    result.inPlace = inPlace;
    result.name = "kind " + std::to_string(kind) + ", element " + std::to_string(element) + ", reduction " +
                  std::to_string(reduction) + ", root " + std::to_string(root) + ", " + std::to_string(elements) +
                  (inPlace ? " in place" : "");
    size_t bytes = static_cast<size_t>(elements) * sizeOf(element);
    for (uint32_t rank = 0; rank < ranks(); ++rank) {
      result.inputs.push_back(randomBytes(element, static_cast<size_t>(elements), random));
      result.outputs.emplace_back(bytes * ranks() + 1, 0xEE);
    }
    result.expected.resize(ranks());
    expect(result, bytes);
    return result;
  }

  Bytes reduced(const Case &collective) {
    size_t size = sizeOf(collective.desc.element);
    Bytes result(static_cast<size_t>(collective.elements) * size);
    for (size_t i = 0; i < result.size(); i += size) {
      std::vector<const uint8_t *> inputs;
      for (const Bytes &input : collective.inputs)
        inputs.push_back(&input[i]);
      referenceElement(collective.desc.element, collective.desc.reduction, inputs, &result[i]);
    }
    return result;
  }

  static Bytes slice(const Bytes &bytes, size_t begin, size_t count) {
    return Bytes(bytes.begin() + static_cast<ptrdiff_t>(begin), bytes.begin() + static_cast<ptrdiff_t>(begin + count));
  }

  void expect(Case &result, size_t bytes) {
    uint32_t root = result.desc.root;
    size_t chunk = bytes / ranks();
    Bytes all;
    for (const Bytes &input : result.inputs)
      all.insert(all.end(), input.begin(), input.end());
    for (uint32_t rank = 0; rank < ranks(); ++rank) {
      Bytes &expected = result.expected[rank];
      switch (result.desc.kind) {
      case SFLOW_COLLECTIVE_ALL_REDUCE:
        expected = reduced(result);
        break;
      case SFLOW_COLLECTIVE_REDUCE:
        if (rank == root)
          expected = reduced(result);
        break;
      case SFLOW_COLLECTIVE_BROADCAST:
        expected = result.inputs[root];
        break;
      case SFLOW_COLLECTIVE_ALL_GATHER:
        expected = all;
        break;
      case SFLOW_COLLECTIVE_GATHER:
        if (rank == root)
          expected = all;
        break;
      case SFLOW_COLLECTIVE_REDUCE_SCATTER:
        expected = slice(reduced(result), rank * chunk, chunk);
        break;
      case SFLOW_COLLECTIVE_SCATTER:
        expected = slice(result.inputs[root], rank * chunk, chunk);
        break;
      case SFLOW_COLLECTIVE_ALL_TO_ALL:
        for (uint32_t from = 0; from < ranks(); ++from) {
          Bytes part = slice(result.inputs[from], rank * chunk, chunk);
          expected.insert(expected.end(), part.begin(), part.end());
        }
        break;
      default: // SEND and RECV between rank 0 and the last.
        if (rank == ranks() - 1)
          expected = result.inputs[0];
      }
    }
  }

  /// The call of one rank.
  void addTo(PlanBuilder &plan, uint32_t comm, Case &collective, uint32_t rank) {
    sflow_plan_collective desc = collective.desc;
    if (desc.kind == SFLOW_COLLECTIVE_SEND) {
      if (rank != 0 && rank != ranks() - 1)
        return;
      desc.kind = rank == 0 ? SFLOW_COLLECTIVE_SEND : SFLOW_COLLECTIVE_RECV;
      desc.root = rank == 0 ? ranks() - 1 : 0;
    }
    void *output = collective.inPlace ? collective.inputs[rank].data() : collective.outputs[rank].data();
    plan.collective({comm, collective.name}, desc, collective.inputs[rank].data(), output, collective.elements);
  }

  void runAll() {
    Ranks world(ranks());
    std::vector<std::unique_ptr<PlanBuilder>> plans;
    std::vector<std::unique_ptr<ModuleBuilder>> modules;
    std::vector<ModuleBuilder *> pointers;
    for (uint32_t rank = 0; rank < ranks(); ++rank) {
      plans.push_back(std::make_unique<PlanBuilder>());
      modules.push_back(std::make_unique<ModuleBuilder>());
      pointers.push_back(modules.back().get());
      uint32_t comm = plans.back()->stream(0, 0, SFLOW_STREAM_COMMUNICATION);
      for (Case &collective : cases)
        addTo(*plans.back(), comm, collective, rank);
      modules.back()->group({static_cast<int64_t>(ranks())}, {0});
      modules.back()->entry("main", {plans.back()->get()});
    }
    EXPECT_EQ(world.run(pointers), std::vector<std::string>(ranks()));
  }

  void check() {
    for (const Case &collective : cases)
      for (uint32_t rank = 0; rank < ranks(); ++rank) {
        const Bytes &expected = collective.expected[rank];
        const Bytes &got = collective.inPlace ? collective.inputs[rank] : collective.outputs[rank];
        ASSERT_TRUE(std::equal(expected.begin(), expected.end(), got.begin()))
            << collective.name << ", rank " << rank << " of " << ranks() << ", seed " << seed;
        // Nothing is written behind the result.
        if (!collective.inPlace) {
          ASSERT_TRUE(std::all_of(got.begin() + static_cast<ptrdiff_t>(expected.size()), got.end(),
                                  [](uint8_t byte) { return byte == 0xEE; }))
              << collective.name << ", rank " << rank << " of " << ranks();
        }
      }
  }

  uint64_t seed = std::random_device{}();
  std::mt19937_64 random{seed};
  std::deque<Case> cases;
};

TEST_P(CollectiveValuesTest, AllReduce) {
  forEveryReduction([&](uint32_t element, uint32_t reduction) {
    add(SFLOW_COLLECTIVE_ALL_REDUCE, element, reduction, 0, 301);
    add(SFLOW_COLLECTIVE_ALL_REDUCE, element, reduction, 0, 130, true);
  });
  runAll();
  check();
}

TEST_P(CollectiveValuesTest, Reduce) {
  forEveryReduction([&](uint32_t element, uint32_t reduction) {
    auto root = static_cast<uint32_t>(random() % ranks());
    add(SFLOW_COLLECTIVE_REDUCE, element, reduction, root, 67);
  });
  runAll();
  check();
}

TEST_P(CollectiveValuesTest, ReduceScatter) {
  forEveryReduction([&](uint32_t element, uint32_t reduction) {
    add(SFLOW_COLLECTIVE_REDUCE_SCATTER, element, reduction, 0, 19 * ranks());
  });
  runAll();
  check();
}

TEST_P(CollectiveValuesTest, Broadcast) {
  for (uint32_t element : kElements)
    for (uint32_t root = 0; root < ranks(); ++root) {
      add(SFLOW_COLLECTIVE_BROADCAST, element, 0, root, 33);
      add(SFLOW_COLLECTIVE_BROADCAST, element, 0, root, 33, true);
    }
  runAll();
  check();
}

TEST_P(CollectiveValuesTest, AllGather) {
  for (uint32_t element : kElements)
    add(SFLOW_COLLECTIVE_ALL_GATHER, element, 0, 0, 21);
  runAll();
  check();
}

TEST_P(CollectiveValuesTest, Gather) {
  for (uint32_t element : kElements)
    for (uint32_t root = 0; root < ranks(); ++root)
      add(SFLOW_COLLECTIVE_GATHER, element, 0, root, 13);
  runAll();
  check();
}

TEST_P(CollectiveValuesTest, Scatter) {
  for (uint32_t element : kElements)
    for (uint32_t root = 0; root < ranks(); ++root)
      add(SFLOW_COLLECTIVE_SCATTER, element, 0, root, 7 * ranks());
  runAll();
  check();
}

TEST_P(CollectiveValuesTest, AllToAll) {
  for (uint32_t element : kElements)
    add(SFLOW_COLLECTIVE_ALL_TO_ALL, element, 0, 0, 5 * ranks());
  runAll();
  check();
}

TEST_P(CollectiveValuesTest, EveryMovementOfEveryElement) {
  // All kinds behind one another in one plan, with messages between two of the ranks.
  for (uint32_t element : kElements)
    for (uint32_t root = 0; root < ranks(); ++root) {
      add(SFLOW_COLLECTIVE_BROADCAST, element, 0, root, 33);
      add(SFLOW_COLLECTIVE_ALL_GATHER, element, 0, 0, 21);
      add(SFLOW_COLLECTIVE_GATHER, element, 0, root, 13);
      add(SFLOW_COLLECTIVE_SCATTER, element, 0, root, 7 * ranks());
      add(SFLOW_COLLECTIVE_ALL_TO_ALL, element, 0, 0, 5 * ranks());
      if (ranks() > 1)
        add(SFLOW_COLLECTIVE_SEND, element, 0, 0, 11);
    }
  runAll();
  check();
}

TEST_P(CollectiveValuesTest, NothingAndOneElement) {
  for (int64_t elements : {0, 1}) {
    add(SFLOW_COLLECTIVE_ALL_REDUCE, SFLOW_ELEMENT_F32, SFLOW_REDUCTION_SUM, 0, elements);
    add(SFLOW_COLLECTIVE_REDUCE, SFLOW_ELEMENT_F32, SFLOW_REDUCTION_SUM, ranks() - 1, elements);
    add(SFLOW_COLLECTIVE_ALL_GATHER, SFLOW_ELEMENT_F32, 0, 0, elements);
    add(SFLOW_COLLECTIVE_BROADCAST, SFLOW_ELEMENT_F32, 0, ranks() - 1, elements);
  }
  add(SFLOW_COLLECTIVE_SCATTER, SFLOW_ELEMENT_F32, 0, 0, 0);
  runAll();
  check();
}

TEST_P(CollectiveValuesTest, SumsAreTheSameBitsOnAllRanksAndInEveryRun) {
  add(SFLOW_COLLECTIVE_ALL_REDUCE, SFLOW_ELEMENT_F32, SFLOW_REDUCTION_SUM, 0, 2000);
  runAll();
  std::vector<Bytes> first = cases[0].outputs;
  for (const Bytes &output : first)
    EXPECT_EQ(output, first[0]);
  for (int run = 0; run < 3; ++run) {
    runAll();
    EXPECT_EQ(cases[0].outputs, first);
  }
}

INSTANTIATE_TEST_SUITE_P(Ranks, CollectiveValuesTest, ::testing::Values(1u, 2u, 3u, 4u));

TEST(CollectiveLoadTest, UndefinedReductionsAreRejectedAtLoad) {
  Ranks ranks(1);
  for (size_t e = 0; e < std::size(kElements); ++e)
    for (uint32_t reduction : kReductions) {
      PlanBuilder plan;
      sflow_plan_collective desc{};
      desc.kind = SFLOW_COLLECTIVE_ALL_REDUCE;
      desc.element = kElements[e];
      desc.reduction = reduction;
      plan.collective({plan.stream(0, 0, SFLOW_STREAM_COMMUNICATION), "sum"}, desc, nullptr, nullptr, 0);
      ModuleBuilder module;
      module.group({1}, {0});
      module.entry("main", {plan.get()});
      Module loaded;
      std::string result = take(module.load(ranks.instances[0].get(), loaded));
      EXPECT_EQ(result.empty(), defined(kElements[e], reduction)) << kElementNames[e] << " " << reduction;
      if (!result.empty()) {
        EXPECT_NE(result.find(std::string("of ") + kElementNames[e]), std::string::npos) << result;
      }
    }
}

} // namespace
