// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/

#include "Trial.h"

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace syncflow::run {

/// Nobody wants to hear how the copy dies, or to keep its memory.
static void beQuiet() {
  for (int signal : {SIGINT, SIGTERM, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT})
    ::signal(signal, SIG_DFL);
  rlimit none = {0, 0}, minutes = {120, 120};
  ::setrlimit(RLIMIT_CORE, &none);
  ::setrlimit(RLIMIT_CPU, &minutes);
  if (int null = ::open("/dev/null", O_WRONLY); null >= 0)
    ::dup2(null, STDERR_FILENO);
}

static void writeAll(int file, const std::string &text) {
  for (size_t at = 0; at < text.size();) {
    ssize_t count = ::write(file, text.data() + at, text.size() - at);
    if (count <= 0)
      return;
    at += static_cast<size_t>(count);
  }
}

static std::string readAll(int file) {
  std::string text;
  char block[4096];
  while (true) {
    ssize_t count = ::read(file, block, sizeof block);
    if (count > 0)
      text.append(block, static_cast<size_t>(count));
    else if (count == 0 || errno != EINTR)
      return text;
  }
}

Trial tryInCopy(llvm::function_ref<bool(std::string &)> attempt, std::string &said) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0)
    return Trial::Succeeded;
  pid_t copy = ::fork();
  if (copy == 0) {
    beQuiet();
    std::string text;
    bool succeeded = attempt(text);
    writeAll(ends[1], text);
    ::_exit(succeeded ? 0 : 1);
  }
  ::close(ends[1]);
  if (copy > 0)
    said = readAll(ends[0]);
  ::close(ends[0]);
  int status = 0;
  if (copy < 0)
    return Trial::Succeeded;
  while (::waitpid(copy, &status, 0) < 0 && errno == EINTR) {
  }
  if (!WIFEXITED(status))
    return Trial::Crashed;
  return WEXITSTATUS(status) == 0 ? Trial::Succeeded : Trial::Failed;
}

} // namespace syncflow::run
