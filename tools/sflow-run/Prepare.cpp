// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/

#include "Prepare.h"

#include "Errors.h"
#include "Npy.h"
#include "Quantity.h"
#include "RandomInputs.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace syncflow::run {

std::string signatureOf(llvm::ArrayRef<sflow_tensor_type> types) {
  std::string text = "(";
  for (auto [index, type] : llvm::enumerate(types))
    text += (index ? ", " : "") + typeName(type);
  return text + ")";
}

llvm::Expected<const sflow_entry_desc *> findEntry(const sflow_module_desc &module, llvm::StringRef name) {
  llvm::ArrayRef entries(module.entries, module.entry_count);
  if (entries.empty())
    return badInput("the module has no entry: no public function with a body");
  llvm::StringRef wanted = name.empty() ? "main" : name;
  for (const sflow_entry_desc &entry : entries)
    if (entry.name == wanted)
      return &entry;
  if (name.empty() && entries.size() == 1)
    return &entries.front();
  std::string names;
  for (const sflow_entry_desc &entry : entries)
    names += (names.empty() ? "" : ", ") + std::string(entry.name);
  if (name.empty())
    return badInput("the module has no entry 'main'; choose one with --entry: " + names);
  return badInput("the module has no entry '" + name + "'; it has: " + names);
}

static llvm::Expected<std::vector<HostTensor>> readAll(llvm::ArrayRef<std::string> files,
                                                       llvm::ArrayRef<sflow_tensor_type> types) {
  std::vector<HostTensor> tensors;
  for (auto [file, type] : llvm::zip_equal(files, types)) {
    llvm::Expected<HostTensor> tensor = readNpy(file, &type);
    if (!tensor)
      return tensor.takeError();
    tensors.push_back(std::move(*tensor));
  }
  return tensors;
}

/// The shape of a random input: given, or the type's own when nothing is open.
static llvm::Expected<Shape> randomShape(const Options &options, const sflow_tensor_type &type, unsigned index) {
  auto given = options.shapes.find(index);
  if (given == options.shapes.end()) {
    Shape shape(type.dims, type.dims + type.rank);
    if (llvm::any_of(shape, [](int64_t dim) { return dim < 0; }))
      return badInput("input " + llvm::Twine(index) + " is " + typeName(type) +
                      ": give its sizes with --shape=" + llvm::Twine(index) + ":AxBxC");
    return shape;
  }
  const Shape &shape = given->second;
  if (!shapeMatches(type, shape) || !elementCount(type.element, shape))
    return badInput("--shape=" + llvm::Twine(index) + " gives " + typeName(type.element, shape) + ", the input is " +
                    typeName(type));
  return shape;
}

static llvm::Expected<std::vector<HostTensor>> makeInputs(const Options &options, const sflow_entry_desc &entry) {
  llvm::ArrayRef types(entry.inputs, entry.input_count);
  if (!options.randomSeed) {
    if (options.inputs.size() != types.size())
      return badInput("@" + llvm::Twine(entry.name) + " takes " + plural(types.size(), "input") + " " +
                      signatureOf(types) + ", " + llvm::Twine(options.inputs.size()) +
                      " given: one --input=FILE for each, or "
                      "--random-inputs=SEED");
    return readAll(options.inputs, types);
  }
  if (!options.shapes.empty() && options.shapes.rbegin()->first >= types.size())
    return badInput("--shape names input " + llvm::Twine(options.shapes.rbegin()->first) + ", @" + entry.name +
                    " has " + plural(types.size(), "input"));
  std::vector<HostTensor> inputs;
  for (auto [index, type] : llvm::enumerate(types)) {
    llvm::Expected<Shape> shape = randomShape(options, type, index);
    if (!shape)
      return shape.takeError();
    llvm::Expected<HostTensor> tensor = randomTensor(type.element, *shape, *options.randomSeed, index, options.intMax);
    if (!tensor)
      return badInput("input " + llvm::Twine(index) + ": " + llvm::toString(tensor.takeError()));
    inputs.push_back(std::move(*tensor));
  }
  return inputs;
}

static llvm::Expected<unsigned> chooseRanks(const Options &options, const sflow_module_desc &module) {
  if (module.ranks == 0)
    return options.ranks ? options.ranks : 1;
  if (options.ranks && options.ranks != module.ranks)
    return badInput("the module is for " + plural(module.ranks, "rank") + ", --ranks gives " +
                    llvm::Twine(options.ranks));
  return module.ranks;
}

/// More workers than cores: an error when asked for, else a warning.
static llvm::Error checkWorkers(const Options &options, const RunRequest &request, unsigned cores,
                                std::string &warning) {
  uint64_t workers = uint64_t(request.ranks) * request.devices * request.cores;
  if (workers <= cores)
    return llvm::Error::success();
  std::string text = plural(request.ranks, "rank") + " x " + plural(request.devices, "device") + " x " +
                     plural(request.cores, "core") + " make " + plural(workers, "worker") + " on " +
                     plural(cores, "usable core");
  if (options.strictDevices)
    return badInput(text + " (--strict-devices)");
  // One thread does it all then.
  if (!options.dispatchSeed)
    warning = text + ": they take turns, times say little";
  return llvm::Error::success();
}

llvm::Expected<Prepared> prepare(const Options &options, const CompiledModule &compiled, unsigned usableCores) {
  const sflow_module_desc &module = *compiled.desc;
  llvm::Expected<const sflow_entry_desc *> entry = findEntry(module, options.entry);
  if (!entry)
    return entry.takeError();
  llvm::Expected<unsigned> ranks = chooseRanks(options, module);
  if (!ranks)
    return ranks.takeError();

  Prepared prepared;
  RunRequest &request = prepared.request;
  request.module = &module;
  request.entry = *entry;
  request.keepAlive = compiled.keepAlive;
  request.ranks = *ranks;
  request.devices = compiled.devicesPerRank;
  request.cores = compiled.coresPerDevice;
  request.strict = options.strictDevices;
  request.pin = options.pin;
  request.scribble = options.scribble;
  request.trace = options.wantsTrace();
  request.dispatchSeed = options.dispatchSeed;
  request.warmup = options.warmup;
  request.repeat = options.repeat;
  request.timeoutSeconds = options.timeoutSeconds;
  if (llvm::Error error = checkWorkers(options, request, usableCores, prepared.warning))
    return std::move(error);

  llvm::Expected<std::vector<HostTensor>> inputs = makeInputs(options, **entry);
  if (!inputs)
    return inputs.takeError();
  request.inputs = std::move(*inputs);
  if (!options.expected.empty()) {
    llvm::ArrayRef types((*entry)->outputs, (*entry)->output_count);
    if (options.expected.size() != types.size())
      return badInput("@" + llvm::Twine((*entry)->name) + " has " + plural(types.size(), "result") + " " +
                      signatureOf(types) + ", " + llvm::Twine(options.expected.size()) + " given with --expect");
    llvm::Expected<std::vector<HostTensor>> expected = readAll(options.expected, types);
    if (!expected)
      return expected.takeError();
    prepared.expected = std::move(*expected);
  }
  llvm::Expected<Parameters> parameters = Parameters::open(options.parameters);
  if (!parameters)
    return parameters.takeError();
  request.parameters = std::move(*parameters);
  if (llvm::Error error = request.parameters.bind(module))
    return std::move(error);
  return prepared;
}

} // namespace syncflow::run
