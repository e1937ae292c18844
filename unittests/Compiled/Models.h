// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// The compiled modules that are linked into the tests, and values to run them
// with. Weights, too, are drawn from a seed: what is asked here is in which
// order things happen, where and with which memory, and whether two runs agree.
#ifndef SYNCFLOW_UNITTESTS_COMPILED_MODELS_H
#define SYNCFLOW_UNITTESTS_COMPILED_MODELS_H

#include "../Runtime/Support.h"

namespace syncflow::test {

/// The compiled module of this name; a fatal error when there is none.
const sflow_module_desc &compiledModule(const std::string &name);

/// Dense tensors of the given types with memory of their own. A dynamic
/// dimension takes its size from `sizes`, by position.
class Values {
public:
  Values(const sflow_tensor_type *types, uint32_t count, const std::vector<int64_t> &sizes = {});
  Values(Values &&) = default;

  /// Draws all values: small numbers around zero, those of vectors around one
  /// (norms and variances must not vanish), integers 0 or 1.
  Values &draw(uint64_t seed);
  /// Integers get this value instead.
  Values &setIntegers(int64_t value);
  /// Lets the runtime allocate them (at the next run only) and say how large
  /// they are.
  void disown();
  /// Takes shapes and sizes from what the runtime allocated, gives that back.
  void own();
  void clear();

  const std::vector<std::vector<char>> &bytes() const { return data; }
  sflow_tensor *get() { return tensors.data(); }
  uint64_t size() const { return tensors.size(); }
  std::vector<sflow_parameter> asParameters() const;
  /// Every number of floating-point tensors is finite, and not all are equal.
  bool plausible() const;

private:
  void point();

  const sflow_tensor_type *types;
  std::vector<std::vector<int64_t>> shapes;
  std::vector<std::vector<char>> data;
  std::vector<sflow_tensor> tensors;
};

/// Options of an instance with the devices that the module was compiled for.
sflow_instance_options optionsFor(const sflow_module_desc &desc);

/// An instance with one module, loaded with parameters from a seed, and room
/// for the inputs and outputs of its first entry.
class Program {
public:
  Program() = default;
  Program(const Program &) = delete;

  /// "" or what went wrong. `desc` must outlive the program.
  std::string load(const sflow_module_desc &desc, sflow_instance_options options);
  std::string load(const sflow_module_desc &desc) { return load(desc, optionsFor(desc)); }
  const sflow_entry_desc &entry() const { return desc->entries[0]; }
  Values makeInputs(uint64_t seed, const std::vector<int64_t> &sizes = {});
  Values makeOutputs() { return Values(entry().outputs, entry().output_count); }
  std::string run(Values &inputs, Values &outputs);

  Instance instance;
  std::unique_ptr<Values> parameters;
  Module module;

private:
  const sflow_module_desc *desc = nullptr;
};

} // namespace syncflow::test

#endif // SYNCFLOW_UNITTESTS_COMPILED_MODELS_H
