// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// The thread ranks of one process that run a program together: who takes part,
// which modules they share, and the channels their groups meet in.
#ifndef SYNCFLOW_RUNTIME_CORE_WORLD_H
#define SYNCFLOW_RUNTIME_CORE_WORLD_H

#include "core/Status.h"

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace syncflow::runtime {

class Channel;

/// The n-th module that each rank loads is one module of the world.
struct WorldModule {
  WorldModule();
  ~WorldModule();

  uint64_t hash = 0;
  uint32_t firstRank = 0; ///< Whose hash it is.
  std::string name;
  Status failure;                  ///< The ranks have different modules. Under the world's lock.
  std::atomic<bool> failed{false}; ///< The same, cheap to ask.
  /// Ranks that have given the module back, or could not load it.
  std::map<uint32_t, Status> left;
  /// By the group's number and members.
  std::map<std::pair<uint32_t, std::vector<uint32_t>>, std::unique_ptr<Channel>> channels;
};

} // namespace syncflow::runtime

struct sflow_world {
  using Status = syncflow::runtime::Status;
  using Channel = syncflow::runtime::Channel;
  using WorldModule = syncflow::runtime::WorldModule;

  explicit sflow_world(uint32_t ranks);
  ~sflow_world();

  void retain() { references.fetch_add(1, std::memory_order_relaxed); }
  void release();

  /// An instance takes its rank; each rank is taken once in a world's life.
  Status join(uint32_t rank);
  /// The instance of the rank ends: whoever waits for it, now or later, fails.
  void leave(uint32_t rank);
  /// Fails every collective that has not begun to move, and every launch, now
  /// and later.
  void abort(Status cause);
  /// Success when nobody has aborted the world.
  Status abortion();

  /// Rank `rank` loads its module number `number`. Ranks never wait for each
  /// other here; when their hashes differ, the later one gets the error, and
  /// the earlier one finds it at its next call or collective of the module.
  Status joinModule(uint32_t rank, uint64_t number, const sflow_module_desc &desc, WorldModule **out);
  void leaveModule(WorldModule &module, uint32_t rank, const Status &cause);
  Status moduleFailure(const WorldModule &module);
  Channel *channel(WorldModule &module, uint32_t group, const std::vector<uint32_t> &members);

  const uint32_t ranks;
  /// Threads that run tasks, over all ranks: with more of them than cores,
  /// nobody spins.
  std::atomic<uint32_t> workers{0};
  /// Threads that run collectives. They sleep most of the time, so they do not
  /// count against the workers.
  std::atomic<uint32_t> communicators{0};

private:
  static void leaveChannels(WorldModule &module, uint32_t rank, const Status &cause);

  std::atomic<uint32_t> references{1};
  std::mutex mutex; ///< Channels have locks of their own, taken under this one.
  std::vector<bool> joined;
  std::vector<Status> gone; ///< By rank; success: not gone.
  Status aborted;
  std::atomic<bool> isAborted{false}; ///< The same, cheap to ask.
  std::map<uint64_t, std::unique_ptr<WorldModule>> modules;
};

#endif // SYNCFLOW_RUNTIME_CORE_WORLD_H
