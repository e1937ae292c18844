// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// The timeline in the Chrome JSON format that ui.perfetto.dev opens.
#ifndef SYNCFLOW_TOOLS_RUN_TRACE_H
#define SYNCFLOW_TOOLS_RUN_TRACE_H

#include "Schedule.h"
#include "llvm/Support/raw_ostream.h"

namespace syncflow::run {

/// A process for each rank, a track for each stream, a slice for each task, a
/// flow arrow for each kept wait. Times are microseconds with three decimals:
/// no nanosecond is lost.
void writeTrace(llvm::raw_ostream &os, const Schedule &schedule, llvm::StringRef title);

} // namespace syncflow::run

#endif // SYNCFLOW_TOOLS_RUN_TRACE_H
