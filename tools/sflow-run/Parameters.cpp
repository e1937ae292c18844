// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/

#include "Parameters.h"

#include "Errors.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

#include <cstring>

namespace syncflow::run {

llvm::Expected<Parameters> Parameters::open(llvm::ArrayRef<std::string> paths) {
  Parameters parameters;
  llvm::StringMap<llvm::StringRef> owner;
  // The map's values point into the files' paths.
  parameters.files.reserve(paths.size());
  for (const std::string &path : paths) {
    llvm::Expected<SafetensorsFile> file = openSafetensors(path);
    if (!file)
      return file.takeError();
    parameters.files.push_back(std::move(*file));
    for (const FileTensor &tensor : parameters.files.back().tensors) {
      auto [entry, isNew] = owner.try_emplace(tensor.name, path);
      if (!isNew)
        return badInput("parameter '" + tensor.name + "' is in '" + entry->second + "' and again in '" + path + "'");
    }
  }
  return parameters;
}

/// "'a', 'b' and 5 more"
static std::string listNames(llvm::ArrayRef<std::string> names) {
  constexpr size_t shown = 8;
  std::string text;
  for (size_t i = 0; i < names.size() && i < shown; ++i)
    text += (i ? ", '" : "'") + names[i] + "'";
  if (names.size() > shown)
    text += " and " + std::to_string(names.size() - shown) + " more";
  return text;
}

llvm::Error Parameters::bind(const sflow_module_desc &module) {
  llvm::StringMap<std::pair<const SafetensorsFile *, const FileTensor *>> byName;
  for (const SafetensorsFile &file : files)
    for (const FileTensor &tensor : file.tensors)
      byName[tensor.name] = {&file, &tensor};

  bound.clear();
  aligned.clear();
  aligned.reserve(module.parameter_count);
  std::vector<std::string> missing;
  for (uint32_t i = 0; i < module.parameter_count; ++i) {
    const sflow_tensor_type &type = module.parameters[i];
    auto found = byName.find(type.name);
    if (found == byName.end()) {
      missing.push_back(type.name);
      continue;
    }
    auto [file, tensor] = found->second;
    if (tensor->element != type.element || !shapeMatches(type, tensor->shape))
      return badInput(file->path + ": parameter '" + tensor->name + "' is " + typeName(tensor->element, tensor->shape) +
                      ", the module expects " + typeName(type));
    const char *data = tensor->data;
    if (reinterpret_cast<uintptr_t>(data) % elementSize(type.element) != 0) {
      aligned.emplace_back(tensor->element, tensor->shape);
      std::memcpy(aligned.back().data(), data, tensor->bytes);
      data = aligned.back().data();
    }
    bound.push_back(
        {sizeof(sflow_parameter), type.name, data, tensor->shape.data(), tensor->bytes, type.rank, type.element});
  }
  if (missing.empty())
    return llvm::Error::success();
  return badInput(llvm::Twine(missing.size()) + " of the module's " + llvm::Twine(module.parameter_count) +
                  " parameters " +
                  (files.empty() ? "have no file (give --parameters=FILE): " : "are in none of the parameter files: ") +
                  listNames(missing));
}

} // namespace syncflow::run
