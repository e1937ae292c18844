// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/

#include "RankThread.h"

#include <memory>

namespace syncflow::run {

static void *enter(void *argument) {
  std::unique_ptr<std::function<void()>> body(static_cast<std::function<void()> *>(argument));
  (*body)();
  return nullptr;
}

std::error_code RankThread::start(std::function<void()> body) {
  auto owned = std::make_unique<std::function<void()>>(std::move(body));
  if (int code = ::pthread_create(&handle, nullptr, enter, owned.get()))
    return {code, std::generic_category()};
  (void)owned.release(); // The thread's own now.
  started = true;
  return {};
}

void RankThread::join() {
  if (started)
    ::pthread_join(handle, nullptr);
  started = false;
}

RankThread::~RankThread() {
  if (started)
    ::pthread_detach(handle);
}

} // namespace syncflow::run
