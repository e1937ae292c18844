// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// A device of an instance: a backend's device plus what the runtime needs to
// know about it.
#ifndef SYNCFLOW_RUNTIME_DEVICE_DEVICE_H
#define SYNCFLOW_RUNTIME_DEVICE_DEVICE_H

#include "core/Status.h"
#include "device/Backend.h"

#include <string>

struct sflow_device {
  sflow_instance *instance = nullptr;
  const sflow_backend *backend = nullptr;
  void *handle = nullptr;
  uint32_t index = 0;
  uint32_t cores = 1;
  std::string name; ///< "host:0"

  sflow_device() = default;
  sflow_device(const sflow_device &) = delete;
  sflow_device &operator=(const sflow_device &) = delete;
  ~sflow_device();

  syncflow::runtime::Status open(sflow_instance *owner, const sflow_backend *table, uint32_t index, uint32_t cores);
};

namespace syncflow::runtime {

/// NULL when no backend has this name.
const sflow_backend *findBackend(const char *name);
/// "host, null", for messages.
std::string backendNames();

extern const sflow_backend hostBackend;
extern const sflow_backend nullBackend;

} // namespace syncflow::runtime

#endif // SYNCFLOW_RUNTIME_DEVICE_DEVICE_H
