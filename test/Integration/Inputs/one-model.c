// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
//   one-model WEIGHTS.safetensors INPUT.npy...      prints all results of the compiled model MODEL
#include "files.h"

extern const sflow_module_desc MODEL;

int main(int count, char **files) {
  sflow_instance_options options = {.struct_size = sizeof options, .device_count = MODEL.device_count};
  const sflow_entry_desc *entry = MODEL.entries;
  sflow_tensor *inputs = read_inputs(files + 2, entry), *outputs = make_outputs(entry);
  sflow_instance *instance;
  sflow_module *module;
  check(sflow_instance_create(&options, &instance));
  check(sflow_module_load(instance, &MODEL, read_parameters(files[1], &MODEL), MODEL.parameter_count, &module));
  check(sflow_module_run(module, entry->name, inputs, entry->input_count, outputs, entry->output_count));
  print_floats(outputs, entry->output_count);
}
