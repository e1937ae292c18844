// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// A thread that says when it cannot be had: std::thread throws, and the tool is
// built without exceptions.
#ifndef SYNCFLOW_TOOLS_RUN_RANKTHREAD_H
#define SYNCFLOW_TOOLS_RUN_RANKTHREAD_H

#include <functional>
#include <pthread.h>
#include <system_error>

namespace syncflow::run {

class RankThread {
public:
  RankThread() = default;
  RankThread(const RankThread &) = delete;
  RankThread &operator=(const RankThread &) = delete;
  /// Leaves a thread that was not joined to itself.
  ~RankThread();

  std::error_code start(std::function<void()> body);
  bool isStarted() const { return started; }
  void join();

private:
  pthread_t handle = {};
  bool started = false;
};

} // namespace syncflow::run

#endif // SYNCFLOW_TOOLS_RUN_RANKTHREAD_H
