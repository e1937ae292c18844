// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// The library exports the entry points of the list and nothing else.
#include <gtest/gtest.h>

#include <dlfcn.h>

#include <array>
#include <cstdio>
#include <set>
#include <string>

extern "C" unsigned syncflow_c_entry_points(const char **names, void (**functions)(void), unsigned capacity);

namespace {

TEST(ExportsTest, AreExactlyTheEntryPoints) {
  std::array<const char *, 256> names{};
  std::array<void (*)(void), 256> functions{};
  unsigned count = syncflow_c_entry_points(names.data(), functions.data(), 256);
  ASSERT_GT(count, 0u);
  ASSERT_LT(count, 256u);
  std::set<std::string> listed(names.begin(), names.begin() + count);

  FILE *pipe = popen(SYNCFLOW_NM " -D --defined-only " SYNCFLOW_RUNTIME_LIBRARY, "r");
  ASSERT_NE(pipe, nullptr);
  std::set<std::string> exported;
  std::array<char, 1024> line{};
  while (std::fgets(line.data(), line.size(), pipe)) {
    std::string text(line.data());
    text.erase(text.find_last_not_of(" \n") + 1);
    exported.insert(text.substr(text.find_last_of(' ') + 1));
  }
  ASSERT_EQ(pclose(pipe), 0);
  EXPECT_EQ(exported, listed);
}

TEST(ExportsTest, CanBeFoundAtRunTime) {
  // What a JIT does with the names that compiled host code calls.
  std::array<const char *, 256> names{};
  std::array<void (*)(void), 256> functions{};
  unsigned count = syncflow_c_entry_points(names.data(), functions.data(), 256);
  void *library = dlopen(SYNCFLOW_RUNTIME_LIBRARY, RTLD_NOW);
  ASSERT_NE(library, nullptr) << dlerror();
  for (unsigned i = 0; i < count; ++i)
    EXPECT_EQ(dlsym(library, names[i]), reinterpret_cast<void *>(functions[i])) << names[i];
  dlclose(library);
}

} // namespace
