// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// The whole tool behind the command line. The compiler comes in as a function,
// so that tests can stand in for it.
#ifndef SYNCFLOW_TOOLS_RUN_TOOL_H
#define SYNCFLOW_TOOLS_RUN_TOOL_H

#include "Compile.h"
#include "Options.h"
#include "llvm/Support/raw_ostream.h"

namespace syncflow::run {

using CompileFunction = std::function<llvm::Expected<CompiledModule>(const CompileOptions &)>;

struct ToolResult {
  int exitCode = 0;
  /// See RunOutcome. When set, leave by std::_Exit: destructors would pull
  /// memory from under running threads.
  std::function<void()> joinAbandoned;
};

/// `arguments` without the program's name. Summary on `out`, everything else on
/// `err`.
ToolResult runTool(llvm::ArrayRef<const char *> arguments, const CompileFunction &compile, llvm::raw_ostream &out,
                   llvm::raw_ostream &err);

} // namespace syncflow::run

#endif // SYNCFLOW_TOOLS_RUN_TOOL_H
