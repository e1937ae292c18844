// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/

#include "Crash.h"
#include "Trial.h"
#include "gtest/gtest.h"

#include <csignal>

using namespace syncflow::run;

namespace {

void crash(Doing what, int signal) {
  installCrashHandler();
  setDoing(what);
  ::raise(signal);
}

TEST(CrashDeathTest, SaysWhatWasBeingDoneAndEndsBySignal) {
  EXPECT_EXIT(crash(Doing::Running, SIGSEGV), testing::KilledBySignal(SIGSEGV),
              "sflow-run: crashed by a bad memory access while running: does "
              "the module read outside of a tensor");
  EXPECT_EXIT(crash(Doing::Running, SIGFPE), testing::KilledBySignal(SIGFPE),
              "crashed by an arithmetic trap while running");
  EXPECT_EXIT(crash(Doing::Compiling, SIGABRT), testing::KilledBySignal(SIGABRT),
              "crashed by an internal check while compiling: this is a bug");
  EXPECT_EXIT(crash(Doing::Writing, SIGILL), testing::KilledBySignal(SIGILL),
              "crashed by an illegal instruction while comparing and writing");
}

TEST(Trial, EndsInACopy) {
  std::string said;
  int changed = 0;
  EXPECT_EQ(tryInCopy(
                [&](std::string &text) {
                  changed = 1;
                  text = "fine";
                  return true;
                },
                said),
            Trial::Succeeded);
  EXPECT_EQ(said, "fine");
  EXPECT_EQ(changed, 0);
  auto fail = [](std::string &text) {
    text.assign(100'000, 'x'); // More than a pipe holds.
    return false;
  };
  EXPECT_EQ(tryInCopy(fail, said), Trial::Failed);
  EXPECT_EQ(said, std::string(100'000, 'x'));
  auto crash = [](std::string &) { return ::raise(SIGSEGV) == 0; };
  EXPECT_EQ(tryInCopy(crash, said), Trial::Crashed);
}

} // namespace
