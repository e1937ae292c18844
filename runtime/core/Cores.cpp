// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Cores from hwloc and from the quotas of cgroup v1 and v2.
#include "core/Cores.h"

#include "SyncFlow/Runtime.h"

#include <hwloc.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <thread>

namespace syncflow::runtime {

std::vector<int> allowedProcessors() {
  std::vector<int> processors, siblings;
  hwloc_topology_t topology;
  if (hwloc_topology_init(&topology) == 0) {
    if (hwloc_topology_load(topology) == 0) {
      hwloc_bitmap_t mine = hwloc_bitmap_dup(hwloc_topology_get_allowed_cpuset(topology));
      hwloc_bitmap_t bound = hwloc_bitmap_alloc();
      // The allowed set knows cpusets; the binding knows taskset and its like.
      if (hwloc_get_cpubind(topology, bound, HWLOC_CPUBIND_PROCESS) == 0)
        hwloc_bitmap_and(mine, mine, bound);
      int coreCount = hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_CORE);
      for (int i = 0; i < coreCount; ++i) {
        hwloc_obj_t core = hwloc_get_obj_by_type(topology, HWLOC_OBJ_CORE, static_cast<unsigned>(i));
        bool first = true;
        int index = -1;
        while ((index = hwloc_bitmap_next(core->cpuset, index)) >= 0) {
          if (!hwloc_bitmap_isset(mine, static_cast<unsigned>(index)))
            continue;
          (first ? processors : siblings).push_back(index);
          first = false;
        }
      }
      if (processors.empty()) // A machine whose description has no cores.
        for (int index = -1; (index = hwloc_bitmap_next(mine, index)) >= 0;)
          processors.push_back(index);
      hwloc_bitmap_free(bound);
      hwloc_bitmap_free(mine);
    }
    hwloc_topology_destroy(topology);
  }
  processors.insert(processors.end(), siblings.begin(), siblings.end());
  if (processors.empty())
    for (unsigned i = 0; i < std::max(1u, std::thread::hardware_concurrency()); ++i)
      processors.push_back(static_cast<int>(i));
  return processors;
}

static bool readLine(const std::string &path, std::string &line) {
  std::ifstream file(path);
  return static_cast<bool>(std::getline(file, line));
}

/// Whole CPUs that a quota grants: a quota of 1.5 feeds one busy worker, not
/// two.
static uint32_t coresOf(long long quota, long long period) {
  if (quota <= 0 || period <= 0)
    return UINT32_MAX;
  return static_cast<uint32_t>(std::max(1ll, quota / period));
}

static uint32_t quotaV2(const std::string &directory) {
  std::string line;
  if (!readLine(directory + "/cpu.max", line))
    return UINT32_MAX;
  std::istringstream fields(line);
  std::string quota;
  long long period = 0;
  fields >> quota >> period;
  return quota == "max" ? UINT32_MAX : coresOf(std::atoll(quota.c_str()), period);
}

static uint32_t quotaV1(const std::string &directory) {
  std::string quota, period;
  if (!readLine(directory + "/cpu.cfs_quota_us", quota) || !readLine(directory + "/cpu.cfs_period_us", period))
    return UINT32_MAX;
  return coresOf(std::atoll(quota.c_str()), std::atoll(period.c_str()));
}

/// Every ancestor's quota binds too. Inside a container the group's path may
/// not exist below the mount, but the root is then the container's own group,
/// so walking up to it still finds the quota.
static uint32_t tightest(const std::string &mount, std::string group, uint32_t (*quota)(const std::string &)) {
  uint32_t cores = UINT32_MAX;
  while (!group.empty() && group != "/") {
    cores = std::min(cores, quota(mount + group));
    group.erase(group.find_last_of('/'));
  }
  return std::min(cores, quota(mount));
}

uint32_t cgroupQuotaCores(const std::string &procRoot, const std::string &cgroupRoot) {
  uint32_t cores = UINT32_MAX;
  std::ifstream groups(procRoot + "/self/cgroup");
  std::string line;
  while (std::getline(groups, line)) { // hierarchy:controllers:path
    size_t first = line.find(':');
    size_t second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos)
      continue;
    std::string controllers = line.substr(first + 1, second - first - 1);
    std::string group = line.substr(second + 1);
    if (controllers.empty()) {
      cores = std::min(cores, tightest(cgroupRoot, group, quotaV2));
      cores = std::min(cores, tightest(cgroupRoot + "/unified", group, quotaV2));
      continue;
    }
    std::istringstream list(controllers);
    std::string controller;
    while (std::getline(list, controller, ','))
      if (controller == "cpu") {
        cores = std::min(cores, tightest(cgroupRoot + "/" + controllers, group, quotaV1));
        cores = std::min(cores, tightest(cgroupRoot + "/cpu", group, quotaV1));
      }
  }
  return cores;
}

uint32_t usableCores(uint32_t allowed, uint32_t quota) { return std::max(1u, std::min(allowed, quota)); }

} // namespace syncflow::runtime

uint32_t sflow_usable_cores(void) {
  using namespace syncflow::runtime;
  return usableCores(static_cast<uint32_t>(allowedProcessors().size()), cgroupQuotaCores("/proc", "/sys/fs/cgroup"));
}
