// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Counts the process's requests for memory, those of libraries included.
#ifndef SYNCFLOW_UNITTESTS_KERNELS_ALLOCATIONCOUNTER_H
#define SYNCFLOW_UNITTESTS_KERNELS_ALLOCATIONCOUNTER_H

namespace syncflow::test {
/// Calls so far of malloc and its relatives, and of mmap.
long allocationCount();
} // namespace syncflow::test

#endif // SYNCFLOW_UNITTESTS_KERNELS_ALLOCATIONCOUNTER_H
