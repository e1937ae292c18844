// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/

#include "Interrupt.h"
#include "Tool.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdlib>

int main(int argc, char **argv) {
  syncflow::run::installInterruptHandler();
  llvm::SmallVector<const char *> arguments(argv + 1, argv + argc);
  syncflow::run::ToolResult result = syncflow::run::runTool(
      arguments, syncflow::run::compile, llvm::outs(), llvm::errs());
  llvm::outs().flush();
  if (result.joinAbandoned)
    std::_Exit(result.exitCode);
  return result.exitCode;
}
