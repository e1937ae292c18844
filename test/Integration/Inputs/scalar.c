// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// What no compiled model looks like: an exponential per call, and a name too many.
float expf(float);
float helper(float x) { return expf(x); }
float sflow_one_main(float x) { return helper(x); }
