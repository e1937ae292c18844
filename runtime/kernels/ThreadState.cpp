// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#include "ThreadState.h"

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <new>

namespace syncflow::kernels {

namespace {
/// Plain pointer beside the owner: reading it needs no initialisation guard.
constinit thread_local ThreadState *current = nullptr;

struct Owner {
  ThreadState *state = nullptr;
  ~Owner() {
    delete state;
    current = nullptr;
  }
};

[[gnu::noinline, gnu::cold]] ThreadState &createState() {
  thread_local Owner owner;
  // The callers are void functions of a C ABI: without scratch there is no
  // result to give and no status to say so.
  owner.state = new (std::nothrow) ThreadState();
  if (!owner.state) {
    std::fputs("syncflow kernels: out of memory for a thread's scratch\n", stderr);
    std::abort();
  }
  current = owner.state;
  return *current;
}
} // namespace

ThreadState &threadState() {
  if (current) [[likely]]
    return *current;
  return createState();
}

} // namespace syncflow::kernels
