// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// An instance: one rank with its devices, its streams and everything that hangs
// off them.
#ifndef SYNCFLOW_RUNTIME_CORE_INSTANCE_H
#define SYNCFLOW_RUNTIME_CORE_INSTANCE_H

#include "core/Status.h"
#include "core/Timeline.h"
#include "core/World.h"
#include "device/Device.h"
#include "scheduler/Dispatcher.h"
#include "scheduler/Stream.h"
#include "telemetry/Trace.h"

#include <map>
#include <memory>
#include <mutex>
#include <vector>

struct sflow_instance {
  using Status = syncflow::runtime::Status;

  sflow_instance() = default;
  ~sflow_instance();
  Status open(const sflow_instance_options &options);

  /// The stream that plans name by device, kind and ordinal; made on first use.
  Status planStream(const syncflow::runtime::StreamKey &key, sflow_stream **out);
  Status userStream(sflow_device &device, bool outOfOrder, uint32_t priority, sflow_stream **out);

  /// The stream has no thread any more.
  void stopCounting(sflow_stream &stream);

  /// How long a thread may spin: a worker inside a launch or without work, a
  /// thread that waits for peers, the host's. Not at all with more workers than
  /// cores.
  uint64_t workerSpinNs() const;
  uint64_t idleSpinNs() const;
  uint64_t communicationSpinNs() const;
  uint64_t hostSpinNs() const;
  /// " of rank 1", for messages; empty in a world of one.
  std::string ofRank() const;

  sflow_invocation *acquireInvocation();
  void giveBack(sflow_invocation *invocation);
  /// Puts the launch's lanes into their streams' queues, in the same order of
  /// launches on every stream.
  void enqueue(syncflow::runtime::Launch &launch);
  void readStats(sflow_instance_stats &stats) const;

  sflow_world *world = nullptr;
  uint32_t rank = 0;
  uint32_t cores = 1; ///< Usable by this process.
  uint32_t coresPerDevice = 1;
  bool strict = false, pin = false, scribble = false;
  uint64_t dispatchSeed = 0;
  std::vector<std::unique_ptr<sflow_device>> devices;
  syncflow::runtime::Trace trace;
  std::atomic<uint64_t> arenaBytes{0};
  /// Rung on every progress that an out-of-order stream or the dispatcher may
  /// be waiting for.
  syncflow::runtime::Doorbell progress;
  /// Modules loaded so far: the n-th of each rank belong together.
  std::atomic<uint64_t> modulesLoaded{0};
  /// Held while a launch is put into the queues. The dispatcher looks at the
  /// queues under it, so that it sees all lanes of a launch or none.
  std::mutex launchMutex;

  mutable std::mutex streamsMutex;
  std::vector<std::unique_ptr<sflow_stream>> streams; ///< In order of creation; kept until the instance ends.

private:
  Status addStream(sflow_device &device, std::string name, uint32_t kind, bool outOfOrder, int processor, int niceness,
                   sflow_stream **out);

  bool joined = false; ///< The rank is ours.
  std::unique_ptr<syncflow::runtime::Dispatcher> dispatcher;
  std::map<syncflow::runtime::StreamKey, sflow_stream *> planStreams;
  std::vector<int> processors;
  std::mutex invocationsMutex;
  std::vector<std::unique_ptr<sflow_invocation>> invocations;
  sflow_invocation *spareInvocations = nullptr;
  std::atomic<uint64_t> launches{0};
  sflow_instance_stats baseline{};

  friend void ::sflow_instance_stats_reset(sflow_instance *);
  friend sflow_status(::sflow_instance_stats_read)(sflow_instance *, sflow_instance_stats *);
};

#endif // SYNCFLOW_RUNTIME_CORE_INSTANCE_H
