// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// How many processors this process may use, and which.
#ifndef SYNCFLOW_RUNTIME_CORE_CORES_H
#define SYNCFLOW_RUNTIME_CORE_CORES_H

#include <cstdint>
#include <string>
#include <vector>

namespace syncflow::runtime {

/// Operating-system indices of the processors this process may run on, one of
/// each core first, then the siblings.
std::vector<int> allowedProcessors();

/// CPUs' worth of time that the control groups of this process grant: the
/// tightest quota from the group up to the root, over both hierarchies, rounded
/// down; UINT32_MAX without a quota. `procRoot` and `cgroupRoot` are "/proc"
/// and
/// "/sys/fs/cgroup" outside of tests.
uint32_t cgroupQuotaCores(const std::string &procRoot, const std::string &cgroupRoot);

/// The smaller of the two, at least 1.
uint32_t usableCores(uint32_t allowed, uint32_t quota);

} // namespace syncflow::runtime

#endif // SYNCFLOW_RUNTIME_CORE_CORES_H
