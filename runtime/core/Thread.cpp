// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Threads of the runtime.
#include "core/Thread.h"

#include <sched.h>
#include <sys/resource.h>

#include <cstring>

namespace syncflow::runtime {

void *Thread::enter(void *self) {
  auto *thread = static_cast<Thread *>(self);
  // The system keeps 15 characters of a name.
  pthread_setname_np(pthread_self(), thread->name.substr(0, 15).c_str());
  // Linux keeps a niceness for each thread; 0 is the calling one.
  if (thread->niceness > 0)
    (void)setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + thread->niceness);
  thread->body(thread->context);
  return nullptr;
}

Status Thread::start(const std::string &threadName, void (*threadBody)(void *), void *threadContext, int processor,
                     int threadNiceness) {
  name = threadName;
  niceness = threadNiceness;
  body = threadBody;
  context = threadContext;
  if (int error = pthread_create(&handle, nullptr, enter, this))
    return Status::error(SFLOW_STATUS_RESOURCE_EXHAUSTED,
                         text("cannot start thread %s: %s", name.c_str(), std::strerror(error)));
  started = true;
  if (processor >= 0) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(processor, &set);
    // Pinning is a hint: the set may have shrunk since it was read, and the
    // work is right without it.
    (void)pthread_setaffinity_np(handle, sizeof(set), &set);
  }
  return {};
}

void Thread::join() {
  if (!started)
    return;
  pthread_join(handle, nullptr);
  started = false;
}

} // namespace syncflow::runtime
