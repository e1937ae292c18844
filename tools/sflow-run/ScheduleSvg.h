// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// The timeline as a picture.
#ifndef SYNCFLOW_TOOLS_RUN_SCHEDULESVG_H
#define SYNCFLOW_TOOLS_RUN_SCHEDULESVG_H

#include "Schedule.h"
#include "llvm/Support/raw_ostream.h"

namespace syncflow::run {

/// A lane for each stream, a bar for each task, an arrow for each kept wait, a
/// time axis, a legend. Self-contained SVG; pointing at a bar shows its
/// details.
void writeScheduleSvg(llvm::raw_ostream &os, const Schedule &schedule, llvm::StringRef title,
                      llvm::StringRef note = "");

} // namespace syncflow::run

#endif // SYNCFLOW_TOOLS_RUN_SCHEDULESVG_H
