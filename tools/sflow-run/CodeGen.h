// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// LLVM IR to code of the machine that this runs on, as an object file or in memory. Both are the same object.
#ifndef SYNCFLOW_TOOLS_RUN_CODEGEN_H
#define SYNCFLOW_TOOLS_RUN_CODEGEN_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <memory>

namespace llvm {
class LLVMContext;
class Module;
class TargetMachine;
} // namespace llvm

namespace syncflow::run {

struct LoadedCode {
  void *symbol = nullptr;      ///< The address that was asked for.
  std::shared_ptr<void> owner; ///< The code lives as long as this.
};

/// Gives the module the host's triple, processor and features, and runs LLVM's O3 pipeline on it.
llvm::Error optimizeForHost(llvm::Module &module);

/// Writes an optimized module as a position-independent object file.
llvm::Error writeObject(llvm::Module &module, llvm::StringRef file);

/// Compiles an optimized module into this process. Symbols that it does not define are looked up in the process.
llvm::Expected<LoadedCode> loadCode(std::unique_ptr<llvm::LLVMContext> context, std::unique_ptr<llvm::Module> module,
                                    llvm::StringRef symbol);

} // namespace syncflow::run

#endif // SYNCFLOW_TOOLS_RUN_CODEGEN_H
