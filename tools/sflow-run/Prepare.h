// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// From options and a compiled module to a checked request: all that can be
// wrong with what the user gave is found here, before anything runs.
#ifndef SYNCFLOW_TOOLS_RUN_PREPARE_H
#define SYNCFLOW_TOOLS_RUN_PREPARE_H

#include "Compile.h"
#include "Options.h"
#include "RunRequest.h"

namespace syncflow::run {

struct Prepared {
  RunRequest request;
  std::vector<HostTensor> expected; ///< One for each output, or none.
  std::string warning;              ///< Empty: nothing to say.
};

/// The entry's inputs as a person would write them: "(1x128xi64, ?xf32)".
std::string signatureOf(llvm::ArrayRef<sflow_tensor_type> types);

llvm::Expected<const sflow_entry_desc *> findEntry(const sflow_module_desc &module, llvm::StringRef name);

/// `usableCores`: what this process may use.
llvm::Expected<Prepared> prepare(const Options &options, const CompiledModule &compiled, unsigned usableCores);

} // namespace syncflow::run

#endif // SYNCFLOW_TOOLS_RUN_PREPARE_H
