// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Each labelled constraint of a plan broken once, beside an accepted neighbour (the last module).
// RUN: sflow-opt %s --split-input-file --verify-diagnostics

syncflow.rt.plan @c1 streams [0, 0, 0, 1] frame 1 stats {} {
  // expected-error @+1 {{C1: a plan holds only syncflow.rt.task}}
  syncflow.rt.wait
}

// -----

// expected-error @+1 {{C2: streams has four numbers per stream, got 3}}
syncflow.rt.plan @c2 streams [0, 0, 0] frame 1 stats {} {
}

// -----

syncflow.rt.plan @c3_stream streams [0, 0, 0, 1] frame 1 stats {} {
  // expected-error @+1 {{C3: stream 1 is outside the plan's 1}}
  syncflow.rt.task "a" stream 1 args [] waits [] preds [] kind 0
}

// -----

syncflow.rt.plan @c3_own_wait streams [0, 0, 0, 1] frame 1 stats {} {
  // expected-error @+1 {{C3: waits for stream 0, which is its own and in order, or outside the plan's 1}}
  syncflow.rt.task "a" stream 0 args [] waits [0, 1] preds [] kind 0
}

// -----

syncflow.rt.plan @c3_wait_outside streams [0, 0, 0, 1] frame 1 stats {} {
  // expected-error @+1 {{C3: waits for stream 5, which is its own and in order, or outside the plan's 1}}
  syncflow.rt.task "a" stream 0 args [] waits [5, 1] preds [] kind 0
}

// -----

syncflow.rt.plan @c3_predecessor streams [0, 0, 0, 1] frame 1 stats {} {
  // expected-error @+1 {{C3: predecessor 0 does not come before task 0}}
  syncflow.rt.task "a" stream 0 args [] waits [] preds [0] kind 0
}

// -----

syncflow.rt.plan @c4_word streams [0, 0, 0, 1] frame 1 stats {} {
  // expected-error @+1 {{C4: word 1 is outside the frame of 1}}
  syncflow.rt.task "a" stream 0 args [1, 0] waits [] preds [] kind 0
}

// -----

syncflow.rt.plan @c4_pairs streams [0, 0, 0, 1] frame 1 stats {} {
  // expected-error @+1 {{C4: args and waits come in pairs}}
  syncflow.rt.task "a" stream 0 args [0] waits [] preds [] kind 0
}

// -----

// expected-error @+1 {{expects parent op 'syncflow.rt.plan'}}
syncflow.rt.task "a" stream 0 args [] waits [] preds [] kind 0

// -----

syncflow.rt.plan @accepted streams [0, 0, 0, 1, 1, 0, 0, 1] frame 2 stats {} {
  syncflow.rt.task "a" stream 0 args [0, 8, -1, 42] waits [] preds [] kind 0
  syncflow.rt.task "b" stream 1 args [1, 0] waits [0, 1] preds [0] kind 0
}
