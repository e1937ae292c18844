// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Backend "null": accepts all work and completes it without running anything.
// It measures what the runtime itself costs, and it is the skeleton of a new
// backend:
//   1. copy this folder to device/NAME/ and rename the table at the end;
//   2. `create` opens the device and may fail with a status; whatever it puts into `*device` comes back in every call;
//   3. `execute` and `copy` are called by one thread per stream, in that stream's order, and return when the work is
//      done; several streams call at the same time;
//   4. set holds_data when the host can read and write what `allocate` returns;
//   5. declare the table in device/Device.h and add it to the list in device/Device.cpp and to CMakeLists.txt;
//   6. add its name to the parameters of the conformance suite in unittests/Runtime/DeviceTest.cpp.
#include "device/Device.h"

#include <cstdlib>

static sflow_status create(uint32_t index, uint32_t cores, void **device) {
  *device = nullptr;
  return SFLOW_OK;
}

static void destroy(void *device) {}

/// More than anybody asks for: the limit is that of the memory behind it.
static uint64_t memoryBytes(void *device) { return uint64_t{1} << 40; }

/// Real memory even here: callers compute addresses from it.
static void *allocate(void *device, uint64_t bytes, uint64_t alignment) {
  void *data = nullptr;
  return posix_memalign(&data, alignment, bytes) == 0 ? data : nullptr;
}

static void release(void *device, void *data) { std::free(data); }

static int32_t execute(void *device, sflow_task_fn fn, const uint64_t *args) { return 0; }

static void copy(void *device, void *target, const void *source, uint64_t bytes) {}

const sflow_backend syncflow::runtime::nullBackend = {
    sizeof(sflow_backend), "null", SFLOW_DEVICE_SIM, 0, create, destroy, memoryBytes, allocate, release, execute, copy,
};
