// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// What is to be run, checked against the module, and what came out of it.
#ifndef SYNCFLOW_TOOLS_RUN_RUNREQUEST_H
#define SYNCFLOW_TOOLS_RUN_RUNREQUEST_H

#include "Parameters.h"
#include "Schedule.h"
#include "Tensor.h"

#include <memory>
#include <vector>

namespace syncflow::run {

struct RunRequest {
  const sflow_module_desc *module = nullptr;
  const sflow_entry_desc *entry = nullptr;
  std::shared_ptr<void> keepAlive; ///< Owns the two above.
  unsigned ranks = 1, devices = 1, cores = 1;
  bool strict = false, pin = false, scribble = false, trace = false;
  uint64_t dispatchSeed = 0;
  unsigned warmup = 0, repeat = 1;
  double timeoutSeconds = 0; ///< Of one run; 0: none.
  /// How long ranks may take to stop after a failure or Ctrl-C.
  double graceSeconds = 2;
  std::vector<HostTensor> inputs; ///< Shared by all ranks, read only.
  Parameters parameters;
};

struct RankResult {
  std::vector<HostTensor> outputs; ///< Of the first run.
  sflow_instance_stats stats = {}; ///< Over the timed runs.
  RankTrace trace;                 ///< Of the fastest run.
  std::vector<uint64_t> timesNs;   ///< Of each timed run.
};

struct RunResult {
  double loadSeconds = 0;
  std::vector<uint64_t> timesNs; ///< Of each timed run: from the first rank's
                                 ///< start to the last one's end.
  std::vector<RankResult> ranks;

  uint64_t minNs() const;
  uint64_t medianNs() const;
};

} // namespace syncflow::run

#endif // SYNCFLOW_TOOLS_RUN_RUNREQUEST_H
