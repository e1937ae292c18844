// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// The parameters of a module, bound by name to tensors of safetensors files.
#ifndef SYNCFLOW_TOOLS_RUN_PARAMETERS_H
#define SYNCFLOW_TOOLS_RUN_PARAMETERS_H

#include "Safetensors.h"

namespace syncflow::run {

/// Keeps the files mapped that `entries` points into.
class Parameters {
public:
  /// Opens the files; a name may occur only once over all of them.
  static llvm::Expected<Parameters> open(llvm::ArrayRef<std::string> files);

  /// Checks that every parameter of the module is there with its type, naming
  /// all that are missing, and fills entries() with the ones the module wants.
  llvm::Error bind(const sflow_module_desc &module);

  llvm::ArrayRef<sflow_parameter> entries() const { return bound; }

private:
  std::vector<SafetensorsFile> files;
  std::vector<HostTensor> aligned; ///< Copies of tensors that do not lie at a
                                   ///< multiple of their element's size.
  std::vector<sflow_parameter> bound;
};

} // namespace syncflow::run

#endif // SYNCFLOW_TOOLS_RUN_PARAMETERS_H
