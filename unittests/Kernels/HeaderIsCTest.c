/* SPDX-License-Identifier: AGPL-3.0-or-later
 * SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
 *
 * The header is C; compiling this is the test. */
#include "SyncFlow/Kernels.h"

_Static_assert(sizeof(sflow_conv2d) == 24 * 8, "a field was added or moved");

int64_t sflow_test_panel_width(void);
int64_t sflow_test_panel_width(void) { return sflow_kernels_panel_width_f32(); }
