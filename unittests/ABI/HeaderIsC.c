// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// The public header is C11, and a C program can call every entry point: taking
// each one's address checks that the list and the library agree.
#include "SyncFlow/Runtime.h"

typedef void (*sflow_any_function)(void);

unsigned syncflow_c_entry_points(const char **names, sflow_any_function *functions, unsigned capacity);

unsigned syncflow_c_entry_points(const char **names, sflow_any_function *functions, unsigned capacity) {
  unsigned count = 0;
#define SFLOW_ENTRY(NAME, RESULT, PARAMETERS)                                                                          \
  if (count < capacity) {                                                                                              \
    names[count] = #NAME;                                                                                              \
    functions[count] = (sflow_any_function)NAME;                                                                       \
    ++count;                                                                                                           \
  }
#include "SyncFlow/ABI/Entrypoints.def"
#undef SFLOW_ENTRY
  return count;
}
