// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Arenas of a module: one per running invocation, kept for the next one.
#ifndef SYNCFLOW_RUNTIME_MEMORY_ARENAPOOL_H
#define SYNCFLOW_RUNTIME_MEMORY_ARENAPOOL_H

#include <atomic>
#include <cstdint>
#include <mutex>
#include <vector>

namespace syncflow::runtime {

/// Memory for tensors: at least 64-byte aligned; from 2 MiB on, aligned and
/// advised for huge pages. NULL: none left.
void *allocatePages(uint64_t bytes);
void releasePages(void *data, uint64_t bytes);

struct Arena {
  void *data = nullptr;
  uint64_t bytes = 0;
};

class ArenaPool {
public:
  /// `held` counts the bytes of all pools of an instance.
  explicit ArenaPool(std::atomic<uint64_t> &held) : held(held) {}
  ~ArenaPool();

  /// An arena of at least `bytes`; empty when there is no memory. Reuses one
  /// whose size is close.
  Arena acquire(uint64_t bytes);
  void giveBack(Arena arena);

private:
  std::mutex mutex;
  std::vector<Arena> free; ///< Least recently used first.
  std::atomic<uint64_t> &held;
};

} // namespace syncflow::runtime

#endif // SYNCFLOW_RUNTIME_MEMORY_ARENAPOOL_H
