// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Devices and the list of backends.
#include "device/Device.h"

#include <algorithm>
#include <cstring>

using namespace syncflow::runtime;

/// Every backend, once.
static const sflow_backend *const backends[] = {&hostBackend, &nullBackend};

const sflow_backend *syncflow::runtime::findBackend(const char *name) {
  for (const sflow_backend *backend : backends)
    if (std::strcmp(backend->name, name) == 0)
      return backend;
  return nullptr;
}

std::string syncflow::runtime::backendNames() {
  std::string names;
  for (const sflow_backend *backend : backends)
    names += std::string(names.empty() ? "" : ", ") + backend->name;
  return names;
}

Status sflow_device::open(sflow_instance *owner, const sflow_backend *table, uint32_t number, uint32_t coreCount) {
  instance = owner;
  index = number;
  cores = coreCount;
  name = text("%s:%u", table->name, number);
  if (table->struct_size < sizeof(sflow_backend))
    return Status::error(SFLOW_STATUS_UNSUPPORTED,
                         text("backend '%s' has a table of %llu bytes, this runtime needs %zu", table->name,
                              static_cast<unsigned long long>(table->struct_size), sizeof(sflow_backend)));
  if (Status status = Status::adopt(table->create(number, coreCount, &handle)); status.failed())
    return status.prefixed(text("device %s: ", name.c_str()));
  backend = table;
  return {};
}

sflow_device::~sflow_device() {
  if (backend)
    backend->destroy(handle);
}

sflow_status sflow_device_info_read(sflow_device *device, sflow_device_info *out_info) {
  if (out_info->struct_size < sizeof(uint64_t))
    return invalid("sflow_device_info: struct_size is not set").release();
  sflow_device_info info{};
  info.struct_size = out_info->struct_size;
  info.tag = device->backend->tag;
  info.cores = device->cores;
  info.memory_bytes = device->backend->memory_bytes(device->handle);
  info.name = device->name.c_str();
  std::memcpy(out_info, &info, std::min<size_t>(sizeof(info), info.struct_size));
  return SFLOW_OK;
}

sflow_status sflow_device_allocate(sflow_device *device, uint64_t bytes, uint64_t alignment, void **out_data) {
  *out_data = nullptr;
  if (alignment < 64 || (alignment & (alignment - 1)) != 0)
    return invalid(
               text("alignment %llu is not a power of two of at least 64", static_cast<unsigned long long>(alignment)))
        .release();
  // More than the device has cannot succeed; some allocators end the process
  // instead of saying so.
  if (bytes <= device->backend->memory_bytes(device->handle))
    *out_data = device->backend->allocate(device->handle, std::max<uint64_t>(bytes, 1), alignment);
  if (!*out_data)
    return Status::error(SFLOW_STATUS_RESOURCE_EXHAUSTED, text("device %s has no %llu bytes left", device->name.c_str(),
                                                               static_cast<unsigned long long>(bytes)))
        .release();
  return SFLOW_OK;
}

void sflow_device_free(sflow_device *device, void *data) {
  if (data)
    device->backend->release(device->handle, data);
}
