// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Quotas of control groups, read from a made-up file system.
#include "core/Cores.h"

#include "SyncFlow/Runtime.h"

#include <gtest/gtest.h>

#include <sched.h>

#include <filesystem>
#include <fstream>

using namespace syncflow::runtime;

namespace {

class CgroupTest : public ::testing::Test {
protected:
  void SetUp() override {
    std::string pattern = (std::filesystem::temp_directory_path() / "syncflow-cgroup-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    root = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(root); }

  void write(const std::string &path, const std::string &content) {
    std::filesystem::path file = root / path;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << content << "\n";
  }
  uint32_t quota() { return cgroupQuotaCores((root / "proc").string(), (root / "cgroup").string()); }

  std::filesystem::path root;
};

TEST_F(CgroupTest, WithoutGroupsThereIsNoQuota) { EXPECT_EQ(quota(), UINT32_MAX); }

TEST_F(CgroupTest, Version2) {
  write("proc/self/cgroup", "0::/user/job");
  write("cgroup/user/job/cpu.max", "300000 100000");
  EXPECT_EQ(quota(), 3u);
  write("cgroup/user/job/cpu.max", "max 100000");
  EXPECT_EQ(quota(), UINT32_MAX);
}

TEST_F(CgroupTest, AnAncestorsTighterQuotaCounts) {
  write("proc/self/cgroup", "0::/user/job");
  write("cgroup/user/job/cpu.max", "800000 100000");
  write("cgroup/user/cpu.max", "250000 100000");
  EXPECT_EQ(quota(), 2u);
}

TEST_F(CgroupTest, InsideAContainerTheRootIsTheGroup) {
  write("proc/self/cgroup", "0::/outside/name");
  write("cgroup/cpu.max", "400000 100000");
  EXPECT_EQ(quota(), 4u);
}

TEST_F(CgroupTest, Version1) {
  write("proc/self/cgroup", "7:memory:/job\n4:cpu,cpuacct:/job");
  write("cgroup/cpu,cpuacct/job/cpu.cfs_quota_us", "150000");
  write("cgroup/cpu,cpuacct/job/cpu.cfs_period_us", "100000");
  EXPECT_EQ(quota(), 1u);
  write("cgroup/cpu,cpuacct/job/cpu.cfs_quota_us", "-1");
  EXPECT_EQ(quota(), UINT32_MAX);
}

TEST_F(CgroupTest, TheTighterOfBothVersionsCounts) {
  write("proc/self/cgroup", "4:cpu:/\n0::/");
  write("cgroup/cpu/cpu.cfs_quota_us", "500000");
  write("cgroup/cpu/cpu.cfs_period_us", "100000");
  write("cgroup/cpu.max", "200000 100000");
  EXPECT_EQ(quota(), 2u);
}

TEST(CoresTest, LessThanOneCpuIsStillOneCore) {
  EXPECT_EQ(usableCores(8, 0), 1u);
  EXPECT_EQ(usableCores(0, UINT32_MAX), 1u);
  EXPECT_EQ(usableCores(8, 3), 3u);
  EXPECT_EQ(usableCores(2, UINT32_MAX), 2u);
}

TEST(CoresTest, ThisProcessHasProcessors) {
  std::vector<int> processors = allowedProcessors();
  EXPECT_FALSE(processors.empty());
  EXPECT_GE(sflow_usable_cores(), 1u);
  EXPECT_LE(sflow_usable_cores(), processors.size());
}

/// Binds every thread of the process: a sanitizer may have one of its own.
void bindThisProcess(const cpu_set_t &processors) {
  for (const auto &thread : std::filesystem::directory_iterator("/proc/self/task"))
    ASSERT_EQ(sched_setaffinity(std::stoi(thread.path().filename()), sizeof(processors), &processors), 0);
}

TEST(CoresTest, OnlyProcessorsThatTheProcessMayUseCount) {
  cpu_set_t before, one;
  ASSERT_EQ(sched_getaffinity(0, sizeof(before), &before), 0);
  const int last = allowedProcessors().back();
  CPU_ZERO(&one);
  CPU_SET(last, &one);
  bindThisProcess(one);
  EXPECT_EQ(allowedProcessors(), std::vector<int>{last});
  EXPECT_EQ(sflow_usable_cores(), 1u);
  bindThisProcess(before);
}

} // namespace
