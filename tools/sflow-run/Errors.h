// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Errors of the tool carry the exit code that the user's shell will see.
#ifndef SYNCFLOW_TOOLS_RUN_ERRORS_H
#define SYNCFLOW_TOOLS_RUN_ERRORS_H

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

#include <string>

namespace syncflow::run {

enum ExitCode : int {
  ExitOk = 0,
  ExitFailed = 1,       ///< The run failed, or its results are not the expected ones.
  ExitBadInput = 2,     ///< Usage, files, shapes: nothing ran.
  ExitCompile = 3,      ///< The compiler refused the module.
  ExitInterrupted = 130 ///< Ctrl-C, as shells report it.
};

class ToolError : public llvm::ErrorInfo<ToolError> {
public:
  static char ID;

  ToolError(ExitCode exitCode, std::string message) : exitCode(exitCode), text(std::move(message)) {}

  ExitCode code() const { return exitCode; }
  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override;

private:
  ExitCode exitCode;
  std::string text;
};

llvm::Error badInput(const llvm::Twine &message);
llvm::Error runFailed(const llvm::Twine &message);

/// The exit code of an error (`otherwise` for errors that are not ours) and, in
/// `message`, its text. Consumes it.
ExitCode explain(llvm::Error error, ExitCode otherwise, std::string &message);

} // namespace syncflow::run

#endif // SYNCFLOW_TOOLS_RUN_ERRORS_H
