// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/

#include "Crash.h"
#include "Errors.h"
#include "Interrupt.h"
#include "Tool.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdlib>

int main(int argc, char **argv) {
  syncflow::run::installInterruptHandler();
  syncflow::run::installCrashHandler();
  llvm::SmallVector<const char *> arguments(argv + 1, argv + argc);
  syncflow::run::ToolResult result =
      syncflow::run::runTool(arguments, syncflow::run::compile, llvm::outs(), llvm::errs());
  llvm::outs().flush();
  if (llvm::outs().has_error()) {
    llvm::errs() << "sflow-run: error: cannot write to stdout: " << llvm::outs().error().message() << '\n';
    llvm::outs().clear_error();
    if (result.exitCode == syncflow::run::ExitOk)
      result.exitCode = syncflow::run::ExitBadInput;
  }
  if (result.joinAbandoned)
    std::_Exit(result.exitCode);
  return result.exitCode;
}
