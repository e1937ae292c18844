// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Writing files so that a failed or interrupted run leaves either the whole
// file or none.
#ifndef SYNCFLOW_TOOLS_RUN_FILES_H
#define SYNCFLOW_TOOLS_RUN_FILES_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace syncflow::run {

/// Whether `file` could be written: found out before the work whose result it is
/// to hold. Makes nothing.
llvm::Error checkWritable(llvm::StringRef file);

/// Writes a temporary file beside `file` and renames it; devices and pipes are
/// written directly.
llvm::Error writeFile(llvm::StringRef file, llvm::function_ref<void(llvm::raw_ostream &)> write);

} // namespace syncflow::run

#endif // SYNCFLOW_TOOLS_RUN_FILES_H
