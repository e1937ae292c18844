// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// From a module at any phase to something that can be called, or to an object
// file. The tool's only door to the compiler: everything else in this folder
// builds without MLIR.
#ifndef SYNCFLOW_TOOLS_RUN_COMPILE_H
#define SYNCFLOW_TOOLS_RUN_COMPILE_H

#include "SyncFlow/ABI/Types.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <functional>
#include <memory>
#include <string>

namespace syncflow::run {

struct CompileOptions {
  std::string file;          ///< MLIR text or bytecode.
  std::string devices;       ///< As given: host:2, host:2x1. Empty when a topology
                             ///< file is given.
  bool devicesGiven = false; ///< By the user: not merely the default.
  std::string topologyFile;
  unsigned ranks = 0;          ///< 0: the module's own number.
  std::string pipelineOptions; ///< Handed through to syncflow-pipeline.
  bool emitObject = false;     ///< Write outputFile instead of compiling in memory.
  std::string outputFile;
  std::function<void(llvm::StringRef)> progress; ///< Called with the name of each step; may be empty.
};

struct CompiledModule {
  const sflow_module_desc *desc = nullptr; ///< Null when an object was written.
  std::shared_ptr<void> keepAlive;         ///< Owns the code and the tables behind `desc`.
  unsigned devicesPerRank = 1;
  unsigned coresPerDevice = 1;
  double compileSeconds = 0;
};

llvm::Expected<CompiledModule> compile(const CompileOptions &options);

} // namespace syncflow::run

#endif // SYNCFLOW_TOOLS_RUN_COMPILE_H
