// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#include "Models.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace syncflow::test;

extern "C" {
#define COMPILED_MODEL(NAME) extern const sflow_module_desc sflow_##NAME##_metadata;
#include "CompiledModels.def"
#undef COMPILED_MODEL
}

const sflow_module_desc &syncflow::test::compiledModule(const std::string &name) {
#define COMPILED_MODEL(NAME)                                                                                           \
  if (name == #NAME)                                                                                                   \
    return sflow_##NAME##_metadata;
#include "CompiledModels.def"
#undef COMPILED_MODEL
  std::fprintf(stderr, "no compiled model %s\n", name.c_str());
  std::abort();
}

static uint64_t elementBytes(uint32_t element) {
  switch (element) {
  case SFLOW_ELEMENT_F16:
  case SFLOW_ELEMENT_BF16:
    return 2;
  case SFLOW_ELEMENT_F32:
    return 4;
  case SFLOW_ELEMENT_I64:
    return 8;
  }
  std::fprintf(stderr, "no values for element type %u\n", element);
  std::abort();
}

namespace {

/// splitmix64.
struct Random {
  uint64_t state;
  uint64_t next() {
    state += 0x9E3779B97F4A7C15u;
    uint64_t mixed = state;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
    return mixed ^ (mixed >> 31);
  }
  float unit() { return static_cast<float>(next() >> 40) * 0x1p-24f; }
};

} // namespace

Values::Values(const sflow_tensor_type *types, uint32_t count, const std::vector<int64_t> &sizes)
    : types(types), shapes(count), data(count), tensors(count) {
  for (uint32_t i = 0; i < count; ++i) {
    uint64_t bytes = elementBytes(types[i].element);
    for (uint32_t d = 0; d < types[i].rank; ++d) {
      int64_t dim = types[i].dims[d];
      shapes[i].push_back(dim >= 0 ? dim : d < sizes.size() ? sizes[d] : 0);
      bytes *= static_cast<uint64_t>(shapes[i].back());
    }
    data[i].resize(bytes);
  }
  point();
}

void Values::point() {
  for (size_t i = 0; i < tensors.size(); ++i) {
    tensors[i] = {};
    tensors[i].struct_size = sizeof(sflow_tensor);
    tensors[i].data = data[i].data();
    tensors[i].shape = shapes[i].data();
    tensors[i].byte_size = data[i].size();
    tensors[i].rank = types[i].rank;
    tensors[i].element = types[i].element;
  }
}

Values &Values::draw(uint64_t seed) {
  Random random{seed};
  for (size_t i = 0; i < data.size(); ++i) {
    if (types[i].element == SFLOW_ELEMENT_F32) {
      auto *values = reinterpret_cast<float *>(data[i].data());
      for (size_t j = 0; j < data[i].size() / sizeof(float); ++j)
        values[j] = types[i].rank < 2 ? 0.5f + random.unit() : (random.unit() - 0.5f) * 0.25f;
    } else if (elementBytes(types[i].element) == 2) {
      // One half in either format, sign and lowest bits drawn.
      uint16_t half = types[i].element == SFLOW_ELEMENT_F16 ? 0x3800 : 0x3F00;
      auto *values = reinterpret_cast<uint16_t *>(data[i].data());
      for (size_t j = 0; j < data[i].size() / sizeof(uint16_t); ++j)
        values[j] = static_cast<uint16_t>(half | (random.next() >> 63) << 15 | random.next() >> 58);
    } else {
      auto *values = reinterpret_cast<int64_t *>(data[i].data());
      for (size_t j = 0; j < data[i].size() / sizeof(int64_t); ++j)
        values[j] = static_cast<int64_t>(random.next() >> 63);
    }
  }
  return *this;
}

Values &Values::setIntegers(int64_t value) {
  for (size_t i = 0; i < data.size(); ++i)
    if (types[i].element == SFLOW_ELEMENT_I64)
      std::fill_n(reinterpret_cast<int64_t *>(data[i].data()), data[i].size() / sizeof(int64_t), value);
  return *this;
}

void Values::disown() {
  for (sflow_tensor &tensor : tensors) {
    tensor.data = nullptr;
    tensor.byte_size = 0;
  }
}

void Values::own() {
  for (size_t i = 0; i < tensors.size(); ++i) {
    auto *from = static_cast<const char *>(tensors[i].data);
    data[i].assign(from, from + tensors[i].byte_size);
    sflow_tensor_release(&tensors[i]);
  }
  point();
}

void Values::clear() {
  for (std::vector<char> &tensor : data)
    std::fill(tensor.begin(), tensor.end(), '\xCB');
}

std::vector<sflow_parameter> Values::asParameters() const {
  std::vector<sflow_parameter> parameters;
  for (size_t i = 0; i < data.size(); ++i)
    parameters.push_back({sizeof(sflow_parameter), types[i].name, data[i].data(), shapes[i].data(), data[i].size(),
                          types[i].rank, types[i].element});
  return parameters;
}

bool Values::plausible() const {
  for (size_t i = 0; i < data.size(); ++i) {
    if (types[i].element != SFLOW_ELEMENT_F32)
      continue;
    auto *values = reinterpret_cast<const float *>(data[i].data());
    size_t count = data[i].size() / sizeof(float);
    if (!std::all_of(values, values + count, [](float value) { return std::isfinite(value); }))
      return false;
    if (count > 1 && std::all_of(values, values + count, [&](float value) { return value == values[0]; }))
      return false;
  }
  return true;
}

sflow_instance_options syncflow::test::optionsFor(const sflow_module_desc &desc) {
  sflow_instance_options options = instanceOptions();
  options.device_count = desc.device_count;
  return options;
}

std::string Program::load(const sflow_module_desc &ofDesc, sflow_instance_options options) {
  desc = &ofDesc;
  std::string problem = take(sflow_instance_create(&options, instance.out()));
  if (!problem.empty())
    return problem;
  parameters = std::make_unique<Values>(desc->parameters, desc->parameter_count);
  std::vector<sflow_parameter> offered = parameters->draw(2024).asParameters();
  return take(sflow_module_load(instance.get(), desc, offered.data(), offered.size(), module.out()));
}

Values Program::makeInputs(uint64_t seed, const std::vector<int64_t> &sizes) {
  Values inputs(entry().inputs, entry().input_count, sizes);
  inputs.draw(seed);
  return inputs;
}

std::string Program::run(Values &inputs, Values &outputs) {
  return take(sflow_module_run(module.get(), entry().name, inputs.get(), inputs.size(), outputs.get(), outputs.size()));
}
