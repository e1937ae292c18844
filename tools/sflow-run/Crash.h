// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Last words. Nothing that a user gives should end the process by a signal; if
// it happens all the same, they say what was being done.
#ifndef SYNCFLOW_TOOLS_RUN_CRASH_H
#define SYNCFLOW_TOOLS_RUN_CRASH_H

namespace syncflow::run {

/// What the tool is at, for the message.
enum class Doing { Compiling, Running, Writing };

/// From now on a fatal signal writes one line to stderr before it ends the
/// process as it would have.
void installCrashHandler();

void setDoing(Doing what);

} // namespace syncflow::run

#endif // SYNCFLOW_TOOLS_RUN_CRASH_H
