// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Two tasks on two streams, the second behind the first's token; then one that fails. Prints what came out.
#include "SyncFlow/Runtime.h"

#include <stdio.h>

static int32_t store(const uint64_t *args) {
  *(int *)(uintptr_t)args[0] = 20;
  return 0;
}

static int32_t add(const uint64_t *args) {
  *(int *)(uintptr_t)args[0] += 22;
  return 0;
}

static int32_t fail(const uint64_t *args) {
  (void)args;
  return 1;
}

static int check(sflow_status status, const char *what) {
  if (status == SFLOW_OK)
    return 0;
  fprintf(stderr, "%s: %s\n", what, sflow_status_message(status));
  sflow_status_release(status);
  return 1;
}

static int run(sflow_stream *first, sflow_stream *second) {
  int value = 0;
  const uint64_t args[] = {(uint64_t)(uintptr_t)&value};
  sflow_task_desc task = {.struct_size = sizeof task, .fn = store, .args = args, .name = "store"};
  sflow_token stored, added, failed;
  if (check(sflow_stream_submit(first, &task, NULL, 0, &stored), "submit store"))
    return 1;
  task.fn = add;
  task.name = "add";
  if (check(sflow_stream_submit(second, &task, &stored, 1, &added), "submit add"))
    return 1;
  if (check(sflow_token_wait(&added, 1, SFLOW_WAIT_FOREVER), "wait"))
    return 1;
  printf("value %d\n", value);

  task.fn = fail;
  task.name = "fail";
  if (check(sflow_stream_submit(first, &task, NULL, 0, &failed), "submit fail"))
    return 1;
  sflow_status status = sflow_token_wait(&failed, 1, SFLOW_WAIT_FOREVER);
  printf("failing task: %s\n", status == SFLOW_OK ? "success" : "reported");
  sflow_status_release(status);
  return 0;
}

int main(void) {
  if (sflow_abi_version() != SFLOW_ABI_VERSION) {
    fprintf(stderr, "header and library disagree on the ABI's version\n");
    return 1;
  }
  sflow_instance_options options = {.struct_size = sizeof options, .device_count = 2};
  sflow_instance *instance;
  if (check(sflow_instance_create(&options, &instance), "instance"))
    return 1;
  sflow_stream *streams[2] = {0};
  int failed = 0;
  for (uint32_t i = 0; i < 2 && !failed; ++i) {
    sflow_stream_options stream = {.struct_size = sizeof stream, .priority = SFLOW_PRIORITY_NORMAL};
    sflow_device *device;
    failed = check(sflow_instance_device(instance, i, &device), "device") ||
             check(sflow_stream_create(device, &stream, &streams[i]), "stream");
  }
  failed = failed || run(streams[0], streams[1]);
  for (int i = 0; i < 2; ++i)
    if (streams[i])
      sflow_stream_release(streams[i]);
  sflow_instance_release(instance);
  return failed;
}
