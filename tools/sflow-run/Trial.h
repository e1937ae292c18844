// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// For code of others that may crash on what a user gives: it goes first in a
// process of its own.
#ifndef SYNCFLOW_TOOLS_RUN_TRIAL_H
#define SYNCFLOW_TOOLS_RUN_TRIAL_H

#include "llvm/ADT/STLFunctionalExtras.h"

#include <string>

namespace syncflow::run {

enum class Trial { Succeeded, Failed, Crashed };

/// Runs `attempt` in a copy of this process, which must have one thread, and
/// takes over what it says. A copy that uses the processor for minutes has
/// crashed. Without a copy to be had, the attempt counts as one that succeeded.
Trial tryInCopy(llvm::function_ref<bool(std::string &said)> attempt, std::string &said);

} // namespace syncflow::run

#endif // SYNCFLOW_TOOLS_RUN_TRIAL_H
