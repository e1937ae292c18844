// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// A signal handler has nothing but statics to work with: this and Crash.cpp are
// the files of the tool with global state.
#include "Interrupt.h"

#include "Errors.h"
#include "llvm/Support/ErrorHandling.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace syncflow::run {

Wakeup::Wakeup() {
  int ends[2];
  if (::pipe(ends) != 0)
    llvm::report_fatal_error("cannot create a pipe");
  readEnd = ends[0];
  writeEnd = ends[1];
  for (int end : ends) {
    ::fcntl(end, F_SETFL, O_NONBLOCK);
    ::fcntl(end, F_SETFD, FD_CLOEXEC);
  }
}

Wakeup::~Wakeup() {
  ::close(readEnd);
  ::close(writeEnd);
}

void Wakeup::notify() noexcept {
  // A full pipe holds a notification already.
  int saved = errno;
  (void)!::write(writeEnd, "x", 1);
  errno = saved;
}

void Wakeup::wait(std::optional<Time> deadline) {
  int timeout = -1;
  if (deadline) {
    Time now = std::chrono::steady_clock::now();
    // The difference to a time far in the past would overflow.
    auto left =
        *deadline <= now ? std::chrono::milliseconds(0) : std::chrono::ceil<std::chrono::milliseconds>(*deadline - now);
    timeout = static_cast<int>(std::min<int64_t>(left.count(), INT_MAX));
  }
  pollfd entry = {readEnd, POLLIN, 0};
  if (::poll(&entry, 1, timeout) <= 0)
    return;
  char drained[256];
  while (::read(readEnd, drained, sizeof drained) > 0) {
  }
}

static std::atomic<Wakeup *> deferredTo{nullptr};
static std::atomic<bool> interruptRequested{false};
static std::atomic<bool> ending{false};
static_assert(std::atomic<Wakeup *>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);

extern "C" {
static void onInterrupt(int) {
  Wakeup *wakeup = deferredTo.load();
  if (wakeup && !interruptRequested.exchange(true)) {
    wakeup->notify();
    return;
  }
  // Two signals can arrive on two threads.
  static constexpr char message[] = "\nsflow-run: interrupted\n";
  if (!ending.exchange(true))
    (void)!::write(STDERR_FILENO, message, sizeof message - 1);
  ::_exit(ExitInterrupted);
}
}

void installInterruptHandler() {
  struct sigaction action;
  std::memset(&action, 0, sizeof action);
  action.sa_handler = onInterrupt;
  action.sa_flags = SA_RESTART;
  ::sigemptyset(&action.sa_mask);
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
}

DeferInterrupts::DeferInterrupts(Wakeup &wakeup) {
  interruptRequested.store(false);
  deferredTo.store(&wakeup);
}

DeferInterrupts::~DeferInterrupts() { deferredTo.store(nullptr); }

bool DeferInterrupts::requested() { return interruptRequested.load(); }

} // namespace syncflow::run
