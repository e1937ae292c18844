// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#include "Quiet.h"

#include "../Runtime/Support.h"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>

#include <unistd.h>

using namespace syncflow::test;

/// How often each other thread has given up its core so far; nothing when one
/// of them is awake.
static std::optional<std::map<std::string, std::string>> allAsleep() {
  std::map<std::string, std::string> switches;
  std::string self = std::to_string(gettid());
  std::error_code ignored;
  for (const auto &thread : std::filesystem::directory_iterator("/proc/self/task", ignored)) {
    std::string name = thread.path().filename();
    if (name == self)
      continue;
    std::ifstream status(thread.path() / "status");
    std::string &seen = switches[name];
    for (std::string line; std::getline(status, line);) {
      if (line.starts_with("State:") && line.find('S', 6) == std::string::npos)
        return std::nullopt;
      if (line.find("ctxt_switches") != std::string::npos)
        seen += line;
    }
  }
  return switches;
}

/// A thread that sleeps in two looks and has not switched in between has slept
/// all the time; with all of them, there was a moment between the looks when
/// everyone slept.
bool syncflow::test::waitUntilQuiet() {
  auto end = std::chrono::steady_clock::now() + std::chrono::nanoseconds(kPatience);
  while (std::chrono::steady_clock::now() < end) {
    auto first = allAsleep();
    if (first && first == allAsleep())
      return true;
    std::this_thread::yield();
  }
  return false;
}
