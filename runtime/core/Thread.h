// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// A joinable thread whose start can fail with a status, bound to a processor
// when asked.
#ifndef SYNCFLOW_RUNTIME_CORE_THREAD_H
#define SYNCFLOW_RUNTIME_CORE_THREAD_H

#include "core/Status.h"

#include <pthread.h>

namespace syncflow::runtime {

class Thread {
public:
  Thread() = default;
  Thread(const Thread &) = delete;
  Thread &operator=(const Thread &) = delete;
  ~Thread() { join(); }

  /// Runs `body(context)`. `processor` is an operating-system index, or -1 to
  /// leave the placement to the system. `niceness` is how far the thread steps
  /// back behind the process's others when they compete for a core.
  Status start(const std::string &name, void (*body)(void *), void *context, int processor, int niceness = 0);
  void join();
  bool running() const { return started; }

private:
  pthread_t handle{};
  bool started = false;
  void (*body)(void *) = nullptr;
  void *context = nullptr;
  int niceness = 0;
  std::string name;

  static void *enter(void *self);
};

} // namespace syncflow::runtime

#endif // SYNCFLOW_RUNTIME_CORE_THREAD_H
