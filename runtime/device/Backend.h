// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// What a device backend implements. A backend knows this table and nothing of
// the scheduler: streams, tokens and plans live above it, on threads that call
// `execute` and `copy`. To add a backend, copy device/null/ and add its table
// to the list in Device.cpp.
//
// The table is versioned like every struct of the ABI: a backend sets
// struct_size, new members are appended, and a member beyond a backend's
// struct_size counts as absent.
#ifndef SYNCFLOW_RUNTIME_DEVICE_BACKEND_H
#define SYNCFLOW_RUNTIME_DEVICE_BACKEND_H

#include "SyncFlow/ABI/Types.h"

extern "C" {

typedef struct sflow_backend {
  uint64_t struct_size;
  const char *name; ///< What sflow_instance_options::backend selects.
  uint32_t tag;     ///< sflow_device_tag of its devices.
  /// Non-zero: memory holds what was written to it, and the host may read and
  /// write it. Collectives need this; on other devices they complete without
  /// moving anything.
  uint32_t holds_data;

  /// A device of `cores` cores. `out_device` is passed to every other function.
  sflow_status (*create)(uint32_t index, uint32_t cores, void **out_device);
  void (*destroy)(void *device);
  uint64_t (*memory_bytes)(void *device); ///< Larger requests fail without asking `allocate`.
  /// NULL when there is no such memory. `alignment` is a power of two, at least
  /// 64; `bytes` is at least 1.
  void *(*allocate)(void *device, uint64_t bytes, uint64_t alignment);
  void (*release)(void *device, void *data);
  /// Runs a task's body on the calling thread and gives its result.
  int32_t (*execute)(void *device, sflow_task_fn fn, const uint64_t *args);
  /// Copies bytes; the ranges do not overlap.
  void (*copy)(void *device, void *target, const void *source, uint64_t bytes);
} sflow_backend;
}

#endif // SYNCFLOW_RUNTIME_DEVICE_BACKEND_H
