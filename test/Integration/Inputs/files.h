// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// What a program around a compiled model needs and the runtime leaves to it: tensors from .npy and .safetensors files.
// The module's own tables say what to look for; the files are trusted.
#include <SyncFlow/Runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(sflow_status status) {
  if (status == SFLOW_OK)
    return;
  fprintf(stderr, "%s\n", sflow_status_message(status));
  exit(1);
}

static char *read_file(const char *name) {
  FILE *file = fopen(name, "rb");
  if (!file || fseek(file, 0, SEEK_END) != 0) {
    perror(name);
    exit(1);
  }
  size_t size = (size_t)ftell(file);
  char *bytes = malloc(size + 1);
  rewind(file);
  if (!bytes || fread(bytes, 1, size, file) != size) {
    perror(name);
    exit(1);
  }
  bytes[size] = 0;
  fclose(file);
  return bytes;
}

static size_t bytes_of(const sflow_tensor_type *type) {
  size_t bytes = type->element == SFLOW_ELEMENT_I64 ? 8 : 4;
  for (uint32_t i = 0; i < type->rank; ++i)
    bytes *= (size_t)type->dims[i];
  return bytes;
}

static sflow_tensor tensor_of(const sflow_tensor_type *type, void *data) {
  sflow_tensor tensor = {.struct_size = sizeof tensor, .data = data, .byte_size = bytes_of(type)};
  tensor.shape = malloc((type->rank + 1) * sizeof(int64_t));
  memcpy(tensor.shape, type->dims, type->rank * sizeof(int64_t));
  tensor.rank = type->rank;
  tensor.element = type->element;
  return tensor;
}

static sflow_tensor *read_inputs(char **files, const sflow_entry_desc *entry) {
  sflow_tensor *inputs = calloc(entry->input_count + 1, sizeof *inputs);
  for (uint32_t i = 0; i < entry->input_count; ++i) {
    char *npy = read_file(files[i]);
    inputs[i] = tensor_of(&entry->inputs[i], npy + 10 + *(uint16_t *)(npy + 8));
  }
  return inputs;
}

static sflow_tensor *make_outputs(const sflow_entry_desc *entry) {
  sflow_tensor *outputs = calloc(entry->output_count + 1, sizeof *outputs);
  for (uint32_t i = 0; i < entry->output_count; ++i)
    outputs[i] = tensor_of(&entry->outputs[i], malloc(bytes_of(&entry->outputs[i])));
  return outputs;
}

static sflow_parameter *read_parameters(const char *safetensors, const sflow_module_desc *model) {
  sflow_parameter *parameters = calloc(model->parameter_count + 1, sizeof *parameters);
  char *bytes = read_file(safetensors), *header = bytes + 8, *data = header + *(uint64_t *)bytes;
  for (uint32_t i = 0; i < model->parameter_count; ++i) {
    const sflow_tensor_type *type = &model->parameters[i];
    char quoted[256];
    snprintf(quoted, sizeof quoted, "\"%s\":", type->name);
    char *offsets = strchr(strstr(strstr(header, quoted), "\"data_offsets\""), '[');
    parameters[i] = (sflow_parameter){sizeof *parameters, type->name, data + strtoull(offsets + 1, NULL, 10),
                                      type->dims, bytes_of(type), type->rank, type->element};
  }
  return parameters;
}

static void print_floats(const sflow_tensor *tensors, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i)
    for (uint64_t j = 0; j < tensors[i].byte_size / sizeof(float); ++j)
      printf("%.9g\n", ((float *)tensors[i].data)[j]);
}
