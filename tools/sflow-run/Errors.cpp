// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/

#include "Errors.h"

#include "llvm/Support/raw_ostream.h"

namespace syncflow::run {

char ToolError::ID = 0;

void ToolError::log(llvm::raw_ostream &os) const { os << text; }

std::error_code ToolError::convertToErrorCode() const { return llvm::inconvertibleErrorCode(); }

llvm::Error badInput(const llvm::Twine &message) { return llvm::make_error<ToolError>(ExitBadInput, message.str()); }

llvm::Error runFailed(const llvm::Twine &message) { return llvm::make_error<ToolError>(ExitFailed, message.str()); }

ExitCode explain(llvm::Error error, ExitCode otherwise, std::string &message) {
  ExitCode code = otherwise;
  llvm::raw_string_ostream os(message);
  bool first = true;
  llvm::handleAllErrors(std::move(error), [&](const llvm::ErrorInfoBase &info) {
    if (info.isA<ToolError>())
      code = static_cast<const ToolError &>(info).code();
    os << (first ? "" : "\n");
    info.log(os);
    first = false;
  });
  return code;
}

} // namespace syncflow::run
