// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// All ranks of a run: a thread for each, driven step by step by the calling
// thread, which meanwhile listens for Ctrl-C and for ranks that fail or hang.
#ifndef SYNCFLOW_TOOLS_RUN_RUNNER_H
#define SYNCFLOW_TOOLS_RUN_RUNNER_H

#include "Interrupt.h"
#include "Progress.h"
#include "RunRequest.h"

#include <functional>

namespace syncflow::run {

struct RunHooks {
  Progress *progress = nullptr;
  std::function<void()> onAbort; ///< Tests: called once after the world has been aborted.
};

enum class RunEnding {
  Done,
  NotLoaded, ///< A rank could not be set up or load the module.
  Failed,    ///< A run failed, timed out, or gave other bits than the one before.
  Interrupted
};

struct RunOutcome {
  RunEnding ending = RunEnding::Done;
  /// Set when the ranks were at fault as the module was loaded with what the
  /// user gave (sflow_status_code).
  uint32_t code = SFLOW_STATUS_OK;
  std::string message; ///< Of an ending other than Done.
  /// Not empty when ranks did not stop in time: their threads still run and use
  /// the request. Calling it waits for them.
  std::function<void()> joinAbandoned;
  RunResult result; ///< Complete when Done.
};

RunOutcome runRanks(std::shared_ptr<const RunRequest> request, const RunHooks &hooks = {});

} // namespace syncflow::run

#endif // SYNCFLOW_TOOLS_RUN_RUNNER_H
