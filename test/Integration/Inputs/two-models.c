// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
//   two-models FIRST.safetensors INPUT.npy... SECOND.safetensors INPUT.npy...
//
// Both on one instance, loaded before either runs, and running at the same time. Prints all results, the first model's
// first.
#include "files.h"

extern const sflow_module_desc FIRST, SECOND;

int main(int count, char **files) {
  const sflow_module_desc *models[] = {&FIRST, &SECOND};
  sflow_instance_options options = {.struct_size = sizeof options, .device_count = FIRST.device_count};
  sflow_instance *instance;
  sflow_module *modules[2];
  sflow_invocation *runs[2];
  sflow_tensor *inputs[2], *outputs[2];
  check(sflow_instance_create(&options, &instance));
  for (int i = 0; i < 2; ++i) {
    const sflow_entry_desc *entry = models[i]->entries;
    inputs[i] = read_inputs(files + 2, entry);
    outputs[i] = make_outputs(entry);
    check(sflow_module_load(instance, models[i], read_parameters(files[1], models[i]), models[i]->parameter_count,
                            &modules[i]));
    files += 1 + entry->input_count;
  }
  for (int i = 0; i < 2; ++i)
    check(sflow_module_launch(modules[i], "main", inputs[i], models[i]->entries->input_count, outputs[i],
                              models[i]->entries->output_count, &runs[i]));
  for (int i = 0; i < 2; ++i) {
    check(sflow_invocation_wait(runs[i], SFLOW_WAIT_FOREVER));
    print_floats(outputs[i], models[i]->entries->output_count);
    sflow_invocation_release(runs[i]);
    sflow_module_release(modules[i]);
  }
  sflow_instance_release(instance);
}
