// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Two compiled models in one program: doubles a vector with one, adds one to it with the other.
#include <SyncFlow/Runtime.h>
#include <stdio.h>

extern const sflow_module_desc sflow_twice_metadata, sflow_plus_one_metadata;

static int run(sflow_instance *instance, const sflow_module_desc *model, float *from, float *to) {
  int64_t shape[1] = {4};
  sflow_tensor in = {sizeof in, from, shape, 16, 1, SFLOW_ELEMENT_F32, 0, 0}, out = {sizeof out, to, shape, 16, 1, SFLOW_ELEMENT_F32, 0, 0};
  sflow_module *module = NULL;
  sflow_status status = sflow_module_load(instance, model, NULL, 0, &module);
  if (!status)
    status = sflow_module_run(module, "main", &in, 1, &out, 1);
  if (status)
    fprintf(stderr, "%s\n", sflow_status_message(status));
  sflow_module_release(module);
  return status != NULL;
}

int main(void) {
  sflow_instance_options options = {.struct_size = sizeof options, .device_count = 1};
  sflow_instance *instance = NULL;
  float a[4] = {1, 2, 3, 4}, b[4], c[4];
  if (sflow_instance_create(&options, &instance))
    return 2;
  int failed = run(instance, &sflow_twice_metadata, a, b) || run(instance, &sflow_plus_one_metadata, b, c);
  sflow_instance_release(instance);
  printf("%g %g %g %g\n", c[0], c[1], c[2], c[3]);
  return failed;
}
