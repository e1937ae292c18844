// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Ctrl-C. At first it ends the process at once; while ranks run it only asks,
// so that they can be stopped in order.
#ifndef SYNCFLOW_TOOLS_RUN_INTERRUPT_H
#define SYNCFLOW_TOOLS_RUN_INTERRUPT_H

#include <chrono>
#include <optional>

namespace syncflow::run {

/// Wakes one waiting thread; unlike a condition variable it may be notified
/// from a signal handler.
class Wakeup {
public:
  using Time = std::chrono::steady_clock::time_point;

  Wakeup();
  ~Wakeup();
  Wakeup(const Wakeup &) = delete;
  Wakeup &operator=(const Wakeup &) = delete;

  void notify() noexcept;
  /// Returns after a notification since the last wait, or at the deadline. May
  /// return early.
  void wait(std::optional<Time> deadline);

private:
  int readEnd = -1, writeEnd = -1;
};

/// From now on SIGINT and SIGTERM end the process with 130 and a message.
void installInterruptHandler();

/// While it lives, the first signal sets a flag and notifies; the second ends
/// the process. One at a time.
class DeferInterrupts {
public:
  explicit DeferInterrupts(Wakeup &wakeup);
  ~DeferInterrupts();
  DeferInterrupts(const DeferInterrupts &) = delete;
  DeferInterrupts &operator=(const DeferInterrupts &) = delete;

  static bool requested();
};

} // namespace syncflow::run

#endif // SYNCFLOW_TOOLS_RUN_INTERRUPT_H
