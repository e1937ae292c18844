// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/

#include "Crash.h"

#include <atomic>
#include <csignal>
#include <cstring>
#include <unistd.h>

namespace syncflow::run {

// A signal handler has nothing but statics to work with, as in Interrupt.cpp.
static std::atomic<Doing> doing{Doing::Compiling};
static_assert(std::atomic<Doing>::is_always_lock_free);

static void say(const char *text) { (void)!::write(STDERR_FILENO, text, std::strlen(text)); }

static const char *nameOf(int signal) {
  switch (signal) {
  case SIGSEGV:
  case SIGBUS:
    return "a bad memory access";
  case SIGFPE:
    return "an arithmetic trap";
  case SIGILL:
    return "an illegal instruction";
  default:
    return "an internal check";
  }
}

extern "C" {
static void onCrash(int signal) {
  say("\nsflow-run: crashed by ");
  say(nameOf(signal));
  switch (doing.load()) {
  case Doing::Compiling:
    say(" while compiling: this is a bug of sflow-run\n");
    break;
  case Doing::Running:
    say(" while running: does the module read outside of a tensor (an index "
        "out of range) or divide an integer by zero?\n");
    break;
  case Doing::Writing:
    say(" while comparing and writing: this is a bug of sflow-run\n");
    break;
  }
  // SA_RESETHAND: the same signal now ends the process.
  ::raise(signal);
}
}

void installCrashHandler() {
  // A stack that has run out cannot hold the handler.
  static char stack[1 << 16];
  stack_t other = {};
  other.ss_sp = stack;
  other.ss_size = sizeof stack;
  ::sigaltstack(&other, nullptr);
  struct sigaction action;
  std::memset(&action, 0, sizeof action);
  action.sa_handler = onCrash;
  action.sa_flags = SA_RESETHAND | SA_ONSTACK;
  ::sigemptyset(&action.sa_mask);
  for (int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT})
    ::sigaction(signal, &action, nullptr);
}

void setDoing(Doing what) { doing.store(what); }

} // namespace syncflow::run
