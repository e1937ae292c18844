// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Backend "host": the cores and the memory of this machine. Work runs on the
// calling thread.
#include "device/Device.h"

#include <unistd.h>

#include <cstdlib>
#include <cstring>

static sflow_status create(uint32_t index, uint32_t cores, void **device) {
  // The machine is the device: there is nothing to open.
  *device = nullptr;
  return SFLOW_OK;
}

static void destroy(void *device) {}

static uint64_t memoryBytes(void *device) {
  long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
  return pages > 0 && size > 0 ? static_cast<uint64_t>(pages) * static_cast<uint64_t>(size) : 0;
}

static void *allocate(void *device, uint64_t bytes, uint64_t alignment) {
  void *data = nullptr;
  return posix_memalign(&data, alignment, bytes) == 0 ? data : nullptr;
}

static void release(void *device, void *data) { std::free(data); }

static int32_t execute(void *device, sflow_task_fn fn, const uint64_t *args) { return fn(args); }

static void copy(void *device, void *target, const void *source, uint64_t bytes) { std::memcpy(target, source, bytes); }

const sflow_backend syncflow::runtime::hostBackend = {
    sizeof(sflow_backend), "host", SFLOW_DEVICE_HOST, 1, create, destroy, memoryBytes, allocate, release, execute, copy,
};
