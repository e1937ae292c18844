// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// One rank of a run: its instance, its module, its outputs. Every call comes
// from the rank's own thread.
#ifndef SYNCFLOW_TOOLS_RUN_RANKRUNNER_H
#define SYNCFLOW_TOOLS_RUN_RANKRUNNER_H

#include "RunRequest.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace syncflow::run {

/// A runtime status as the tool keeps it; code OK is success.
struct RunStatus {
  sflow_status_code code = SFLOW_STATUS_OK;
  std::string message;

  bool ok() const { return code == SFLOW_STATUS_OK; }
  /// Takes the status over.
  static RunStatus from(sflow_status status);
};

class RankRunner {
public:
  RankRunner(const RunRequest &request, sflow_world *world, unsigned rank);
  ~RankRunner() { close(); }
  RankRunner(const RankRunner &) = delete;
  RankRunner &operator=(const RankRunner &) = delete;

  /// Creates the instance and loads the module.
  RunStatus load();
  bool isLoaded() const { return module; }

  /// What a run ended with.
  struct RunEnd {
    RunStatus status;
    uint64_t startNs = 0, endNs = 0;
    std::string difference; ///< How the outputs differ from the first run's;
                            ///< empty: they do not.
  };
  /// Runs the entry once. `rendezvous` is called right before the launch. When
  /// the invocation outlives the timeout, `onLate` is told at once; then the
  /// invocation is waited for, since it still uses the inputs.
  RunEnd run(llvm::function_ref<void()> rendezvous, llvm::function_ref<void(const RunStatus &)> onLate);

  /// Forgets what was measured so far (after the warm-up).
  RunStatus resetStats();
  RunStatus readStats(sflow_instance_stats &stats);
  /// Takes the events since the last call.
  RunStatus drainTrace(RankTrace &trace);
  void close();

  /// The first run's outputs.
  std::vector<HostTensor> takeOutputs() { return std::move(first); }

private:
  const RunRequest &request;
  sflow_world *world;
  unsigned rank;
  sflow_instance *instance = nullptr;
  sflow_module *module = nullptr;
  std::vector<HostTensor> outputs; ///< Buffers that the runs write; empty before the first run when
                                   ///< sizes are open.
  std::vector<HostTensor> first;
  std::vector<sflow_tensor> inputArgs, outputArgs;
  std::vector<Shape> inputShapes, outputShapes;
  std::vector<sflow_trace_event> drained;

  RunStatus prepareArguments();
  void prepareOutputs();
  RunStatus keepOutputs();
  RunStatus keepFirst();
  std::string compareWithFirst() const;
  RunStatus waitFor(sflow_invocation *invocation, llvm::function_ref<void(const RunStatus &)> onLate);
};

} // namespace syncflow::run

#endif // SYNCFLOW_TOOLS_RUN_RANKRUNNER_H
