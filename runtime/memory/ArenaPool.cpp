// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Pages and the pool of arenas.
#include "memory/ArenaPool.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>

namespace syncflow::runtime {

static constexpr uint64_t kHugePage = 2u << 20;
/// Shapes whose arenas stay around at the same time. With more, the one that
/// was not used for longest goes.
static constexpr size_t kKeptArenas = 64;

static uint64_t roundUp(uint64_t bytes, uint64_t unit) { return (bytes + unit - 1) / unit * unit; }

void *allocatePages(uint64_t bytes) {
  if (bytes > UINT64_MAX / 2)
    return nullptr;
  if (bytes < kHugePage) {
    void *data = nullptr;
    return posix_memalign(&data, 64, std::max<uint64_t>(bytes, 64)) == 0 ? data : nullptr;
  }
  // Map one huge page more than needed and cut the ends off, so that the rest
  // starts on a huge page.
  uint64_t size = roundUp(bytes, kHugePage);
  void *mapped = mmap(nullptr, size + kHugePage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED)
    return nullptr;
  auto begin = reinterpret_cast<uintptr_t>(mapped);
  uintptr_t data = roundUp(begin, kHugePage);
  if (data > begin)
    munmap(mapped, data - begin);
  if (uint64_t tail = begin + kHugePage - data)
    munmap(reinterpret_cast<void *>(data + size), tail);
  (void)madvise(reinterpret_cast<void *>(data), size,
                MADV_HUGEPAGE); // Only a matter of speed.
  return reinterpret_cast<void *>(data);
}

void releasePages(void *data, uint64_t bytes) {
  if (bytes < kHugePage)
    std::free(data);
  else if (data)
    munmap(data, roundUp(bytes, kHugePage));
}

ArenaPool::~ArenaPool() {
  for (Arena arena : free) {
    releasePages(arena.data, arena.bytes);
    held.fetch_sub(arena.bytes, std::memory_order_relaxed);
  }
}

Arena ArenaPool::acquire(uint64_t bytes) {
  {
    std::lock_guard lock(mutex);
    auto best = free.end();
    for (auto it = free.begin(); it != free.end(); ++it)
      if (it->bytes >= bytes && it->bytes - bytes <= bytes / 8 && (best == free.end() || it->bytes <= best->bytes))
        best = it;
    if (best != free.end()) {
      Arena arena = *best;
      free.erase(best);
      return arena;
    }
  }
  Arena arena{allocatePages(bytes), bytes};
  if (!arena.data)
    return {};
  held.fetch_add(bytes, std::memory_order_relaxed);
  return arena;
}

void ArenaPool::giveBack(Arena arena) {
  if (!arena.data)
    return;
  Arena surplus;
  {
    std::lock_guard lock(mutex);
    free.reserve(kKeptArenas + 1);
    free.push_back(arena);
    if (free.size() > kKeptArenas) {
      surplus = free.front();
      free.erase(free.begin());
    }
  }
  if (surplus.data) {
    releasePages(surplus.data, surplus.bytes);
    held.fetch_sub(surplus.bytes, std::memory_order_relaxed);
  }
}

} // namespace syncflow::runtime
