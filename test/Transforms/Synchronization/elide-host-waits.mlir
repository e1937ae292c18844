// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Which waits of the host around loops and branches go. A line marked `needed` keeps a wait without which there is a race.
// RUN: sflow-opt %s --syncflow-elide-host-waits --split-input-file | FileCheck %s
// What is left is enough, and twice is the same as once.
// RUN: sflow-opt %s --syncflow-elide-host-waits --syncflow-verify --split-input-file -o %t.once
// RUN: sflow-opt %s --syncflow-elide-host-waits --syncflow-elide-host-waits --split-input-file -o %t.twice
// RUN: diff %t.once %t.twice
// RUN: sflow-opt %s --syncflow-verify --split-input-file -o /dev/null
// RUN: sed '/needed$/d' %s | not sflow-opt --syncflow-verify --split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=RACE

// Each round's task comes behind the last one's on their stream, and what the host waits for at the end behind all of them.
// CHECK-LABEL: func.func @one_stream
// CHECK: scf.for
// CHECK-NOT: syncflow.wait
// CHECK: %[[E:.*]] = syncflow.task "end"
// CHECK-NEXT: syncflow.yield
// CHECK-NEXT: }
// CHECK-NEXT: syncflow.wait(%[[E]])
func.func @one_stream(%b: memref<8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = syncflow.stream @m::@d0 ordinal 0
  scf.for %i = %c0 to %n step %c1 {
    %a = syncflow.task "a" on(%s) outs(%o = %b : memref<8xf32>) { syncflow.yield }
    syncflow.wait(%a)
  }
  %e = syncflow.task "end" on(%s) ins(%v = %b : memref<8xf32>) { syncflow.yield }
  syncflow.wait(%e)
  return
}

// -----

// The same on a stream out of order orders nothing.
// CHECK-LABEL: func.func @out_of_order
// CHECK: %[[A:.*]] = syncflow.task "a"
// CHECK: syncflow.wait(%[[A]])
// RACE: error: loop-carried race (write after write) on bytes 0..32 of %arg0: task "a" writes what task "a" writes
func.func @out_of_order(%b: memref<8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = syncflow.stream @m::@d0 ordinal 0 out_of_order
  scf.for %i = %c0 to %n step %c1 {
    %a = syncflow.task "a" on(%s) outs(%o = %b : memref<8xf32>) { syncflow.yield }
    syncflow.wait(%a) // needed
  }
  return
}

// -----

// Two streams: the next round's "x" writes what "y" reads.
// CHECK-LABEL: func.func @carried
// CHECK: %[[Y:.*]] = syncflow.task "y"
// CHECK: syncflow.wait(%[[Y]])
// CHECK: syncflow.wait
// RACE: error: loop-carried race (write after read) on bytes 0..32 of %arg0: task "x" writes what task "y" reads
func.func @carried(%b: memref<8xf32>, %c: memref<8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s0 = syncflow.stream @m::@d0 ordinal 0
  %s1 = syncflow.stream @m::@d1 ordinal 0
  scf.for %i = %c0 to %n step %c1 {
    %x = syncflow.task "x" on(%s0) outs(%o = %b : memref<8xf32>) { syncflow.yield }
    %y = syncflow.task "y" after(%x) on(%s1) ins(%v = %b : memref<8xf32>) outs(%o = %c : memref<8xf32>) { syncflow.yield }
    syncflow.wait(%y) // needed
  }
  %e = syncflow.task "end" on(%s1) ins(%v = %c : memref<8xf32>) { syncflow.yield }
  syncflow.wait(%e)
  return
}

// -----

// Not carried: each stream works on its own memory.
// CHECK-LABEL: func.func @apart
// CHECK: scf.for
// CHECK-NOT: syncflow.wait
// CHECK: syncflow.task "end"
func.func @apart(%b: memref<8xf32>, %c: memref<8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s0 = syncflow.stream @m::@d0 ordinal 0
  %s1 = syncflow.stream @m::@d1 ordinal 0
  scf.for %i = %c0 to %n step %c1 {
    %x = syncflow.task "x" on(%s0) outs(%o = %b : memref<8xf32>) { syncflow.yield }
    %y = syncflow.task "y" on(%s1) outs(%o = %c : memref<8xf32>) { syncflow.yield }
    syncflow.wait(%x, %y)
  }
  %d = syncflow.task "end" on(%s0) ins(%v = %b : memref<8xf32>) { syncflow.yield }
  %e = syncflow.task "end" on(%s1) ins(%v = %c : memref<8xf32>) { syncflow.yield }
  syncflow.wait(%d, %e)
  return
}

// -----

// Ordered by a wait of the stream: it stays, and is enough.
// CHECK-LABEL: func.func @stream_wait
// CHECK: scf.for
// CHECK: %[[Y:.*]] = syncflow.task "y"
// CHECK: syncflow.wait(%[[Y]]) on
// CHECK-NEXT: }
func.func @stream_wait(%b: memref<8xf32>, %c: memref<8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s0 = syncflow.stream @m::@d0 ordinal 0
  %s1 = syncflow.stream @m::@d1 ordinal 0
  scf.for %i = %c0 to %n step %c1 {
    %x = syncflow.task "x" on(%s0) outs(%o = %b : memref<8xf32>) { syncflow.yield }
    %y = syncflow.task "y" after(%x) on(%s1) ins(%v = %b : memref<8xf32>) outs(%o = %c : memref<8xf32>) { syncflow.yield }
    syncflow.wait(%y) on(%s0)
    syncflow.wait(%y)
  }
  %e = syncflow.task "end" on(%s1) ins(%v = %c : memref<8xf32>) { syncflow.yield }
  syncflow.wait(%e)
  return
}

// -----

// The host reads after the loop.
// CHECK-LABEL: func.func @host_read
// CHECK: %[[A:.*]] = syncflow.task "a"
// CHECK: syncflow.wait(%[[A]])
// CHECK: memref.load
// RACE: error: race (read after write) {{.*}} 'memref.load' reads what task "a" writes
func.func @host_read(%b: memref<8xf32>, %c: memref<8xf32>, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = syncflow.stream @m::@d0 ordinal 0
  scf.for %i = %c0 to %n step %c1 {
    %a = syncflow.task "a" on(%s) outs(%o = %b : memref<8xf32>) { syncflow.yield }
    syncflow.wait(%a) // needed
  }
  %f = memref.load %b[%c0] : memref<8xf32>
  %e = syncflow.task "end" on(%s) outs(%o = %c : memref<8xf32>) { syncflow.yield }
  syncflow.wait(%e)
  return %f : f32
}

// -----

// It reads something else here.
// CHECK-LABEL: func.func @host_read_apart
// CHECK: scf.for
// CHECK-NOT: syncflow.wait
// CHECK: memref.load
// CHECK: syncflow.wait
func.func @host_read_apart(%b: memref<8xf32>, %c: memref<8xf32>, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = syncflow.stream @m::@d0 ordinal 0
  scf.for %i = %c0 to %n step %c1 {
    %a = syncflow.task "a" on(%s) outs(%o = %b : memref<8xf32>) { syncflow.yield }
    syncflow.wait(%a)
  }
  %f = memref.load %c[%c0] : memref<8xf32>
  %e = syncflow.task "end" on(%s) outs(%o = %b : memref<8xf32>) { syncflow.yield }
  syncflow.wait(%e)
  return %f : f32
}

// -----

// The return needs all work done: the last round is waited for by nobody else.
// CHECK-LABEL: func.func @last
// CHECK: %[[A:.*]] = syncflow.task "a"
// CHECK: syncflow.wait(%[[A]])
// RACE: error: race on bytes 0..32 of %arg0: the function returns while task "a" may still write it
func.func @last(%b: memref<8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = syncflow.stream @m::@d0 ordinal 0
  scf.for %i = %c0 to %n step %c1 {
    %a = syncflow.task "a" on(%s) outs(%o = %b : memref<8xf32>) { syncflow.yield }
    syncflow.wait(%a) // needed
  }
  return
}

// -----

// A wait in a loop is one for what comes after it only when the loop runs at all.
// CHECK-LABEL: func.func @some_rounds
// CHECK: syncflow.task "before"
// CHECK-NOT: syncflow.wait
// CHECK: scf.for
// CHECK: syncflow.wait
// CHECK: memref.load
func.func @some_rounds(%b: memref<8xf32>, %c: memref<8xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %s = syncflow.stream @m::@d0 ordinal 0
  %a = syncflow.task "before" on(%s) outs(%o = %b : memref<8xf32>) { syncflow.yield }
  syncflow.wait(%a)
  scf.for %i = %c0 to %c4 step %c1 {
    %x = syncflow.task "x" on(%s) outs(%o = %c : memref<8xf32>) { syncflow.yield }
    syncflow.wait(%x)
  }
  %f = memref.load %b[%c0] : memref<8xf32>
  return %f : f32
}

// -----

// CHECK-LABEL: func.func @perhaps_no_round
// CHECK: %[[A:.*]] = syncflow.task "before"
// CHECK: syncflow.wait(%[[A]])
// CHECK: scf.for
// RACE: error: race (read after write) {{.*}} 'memref.load' reads what task "before" writes
func.func @perhaps_no_round(%b: memref<8xf32>, %c: memref<8xf32>, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = syncflow.stream @m::@d0 ordinal 0
  %a = syncflow.task "before" on(%s) outs(%o = %b : memref<8xf32>) { syncflow.yield }
  syncflow.wait(%a) // needed
  scf.for %i = %c0 to %n step %c1 {
    %x = syncflow.task "x" on(%s) outs(%o = %c : memref<8xf32>) { syncflow.yield }
    syncflow.wait(%x)
  }
  %f = memref.load %b[%c0] : memref<8xf32>
  return %f : f32
}

// -----

// Both branches come behind the work before them on their stream, ...
// CHECK-LABEL: func.func @branches
// CHECK: syncflow.task "before"
// CHECK-NOT: syncflow.wait
// CHECK: scf.if
// CHECK-NOT: syncflow.wait
// CHECK: syncflow.task "end"
// CHECK: syncflow.wait
func.func @branches(%b: memref<8xf32>, %go: i1) {
  %s = syncflow.stream @m::@d0 ordinal 0
  %a = syncflow.task "before" on(%s) outs(%o = %b : memref<8xf32>) { syncflow.yield }
  syncflow.wait(%a)
  scf.if %go {
    %x = syncflow.task "then" on(%s) outs(%o = %b : memref<8xf32>) { syncflow.yield }
    syncflow.wait(%x)
  } else {
    %y = syncflow.task "else" on(%s) outs(%o = %b : memref<8xf32>) { syncflow.yield }
    syncflow.wait(%y)
  }
  %e = syncflow.task "end" on(%s) ins(%v = %b : memref<8xf32>) { syncflow.yield }
  syncflow.wait(%e)
  return
}

// -----

// ... not when one of them is on another one,
// CHECK-LABEL: func.func @one_branch
// CHECK: %[[A:.*]] = syncflow.task "before"
// CHECK: syncflow.wait(%[[A]])
// CHECK: scf.if
// CHECK: syncflow.task "then"
// CHECK-NOT: syncflow.wait
// CHECK: } else {
// CHECK: %[[Y:.*]] = syncflow.task "else"
// CHECK: syncflow.wait(%[[Y]])
// CHECK: syncflow.task "end"
// RACE: error: race (write after write) {{.*}} task "else" writes what task "before" writes
// RACE: error: race (read after write) {{.*}} task "end" reads what task "else" writes
func.func @one_branch(%b: memref<8xf32>, %go: i1) {
  %s0 = syncflow.stream @m::@d0 ordinal 0
  %s1 = syncflow.stream @m::@d1 ordinal 0
  %a = syncflow.task "before" on(%s0) outs(%o = %b : memref<8xf32>) { syncflow.yield }
  syncflow.wait(%a) // needed
  scf.if %go {
    %x = syncflow.task "then" on(%s0) outs(%o = %b : memref<8xf32>) { syncflow.yield }
    syncflow.wait(%x)
  } else {
    %y = syncflow.task "else" on(%s1) outs(%o = %b : memref<8xf32>) { syncflow.yield }
    syncflow.wait(%y) // needed
  }
  %e = syncflow.task "end" on(%s0) ins(%v = %b : memref<8xf32>) { syncflow.yield }
  syncflow.wait(%e)
  return
}

// -----

// nor does a wait in one branch stand for the other one.
// CHECK-LABEL: func.func @wait_in_branch
// CHECK: %[[A:.*]] = syncflow.task "before"
// CHECK: syncflow.wait(%[[A]])
// CHECK: scf.if
// RACE: error: race (read after write) {{.*}} 'memref.load' reads what task "before" writes
func.func @wait_in_branch(%b: memref<8xf32>, %c: memref<8xf32>, %go: i1) -> f32 {
  %c0 = arith.constant 0 : index
  %s = syncflow.stream @m::@d0 ordinal 0
  %a = syncflow.task "before" on(%s) outs(%o = %b : memref<8xf32>) { syncflow.yield }
  syncflow.wait(%a) // needed
  scf.if %go {
    %x = syncflow.task "then" on(%s) outs(%o = %c : memref<8xf32>) { syncflow.yield }
    syncflow.wait(%x)
  }
  %f = memref.load %b[%c0] : memref<8xf32>
  return %f : f32
}

// -----

// Views of one arena that share bytes are one memory.
// CHECK-LABEL: func.func @shared_bytes
// CHECK: %[[X:.*]] = syncflow.task "x"
// CHECK: syncflow.wait(%[[X]])
// CHECK: %[[Y:.*]] = syncflow.task "y"
// CHECK: syncflow.wait(%[[Y]])
// CHECK: syncflow.task "end"
// RACE: error: race (write after write) on bytes 28..32 of %{{.*}}: task "y" writes what task "x" writes
// RACE: error: loop-carried race (write after write) on bytes 28..32 of %{{.*}}: task "x" writes what task "y" writes
func.func @shared_bytes(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %shift = arith.constant 28 : index
  %bytes = arith.constant 64 : index
  %m = syncflow.arena(%bytes) {peak_live = 64 : i64} : memref<?xi8>
  %b = memref.view %m[%c0][] {syncflow.slot = 0 : i64} : memref<?xi8> to memref<8xf32>
  %c = memref.view %m[%shift][] {syncflow.slot = 1 : i64} : memref<?xi8> to memref<8xf32>
  %s0 = syncflow.stream @m::@d0 ordinal 0
  %s1 = syncflow.stream @m::@d1 ordinal 0
  scf.for %i = %c0 to %n step %c1 {
    %x = syncflow.task "x" on(%s0) outs(%o = %b : memref<8xf32>) { syncflow.yield }
    syncflow.wait(%x) // needed
    %y = syncflow.task "y" on(%s1) outs(%o = %c : memref<8xf32>) { syncflow.yield }
    syncflow.wait(%y) // needed
  }
  %d = syncflow.task "end" on(%s0) outs(%o = %b : memref<8xf32>) { syncflow.yield }
  %e = syncflow.task "end" after(%d) on(%s1) outs(%o = %c : memref<8xf32>) { syncflow.yield }
  syncflow.wait(%e)
  return
}

// -----

// Four bytes further on they do not.
// CHECK-LABEL: func.func @own_bytes
// CHECK: scf.for
// CHECK-NOT: syncflow.wait
// CHECK: syncflow.task "end"
func.func @own_bytes(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %shift = arith.constant 32 : index
  %bytes = arith.constant 64 : index
  %m = syncflow.arena(%bytes) {peak_live = 64 : i64} : memref<?xi8>
  %b = memref.view %m[%c0][] {syncflow.slot = 0 : i64} : memref<?xi8> to memref<8xf32>
  %c = memref.view %m[%shift][] {syncflow.slot = 1 : i64} : memref<?xi8> to memref<8xf32>
  %s0 = syncflow.stream @m::@d0 ordinal 0
  %s1 = syncflow.stream @m::@d1 ordinal 0
  scf.for %i = %c0 to %n step %c1 {
    %x = syncflow.task "x" on(%s0) outs(%o = %b : memref<8xf32>) { syncflow.yield }
    syncflow.wait(%x)
    %y = syncflow.task "y" on(%s1) outs(%o = %c : memref<8xf32>) { syncflow.yield }
    syncflow.wait(%y)
  }
  %d = syncflow.task "end" on(%s0) outs(%o = %b : memref<8xf32>) { syncflow.yield }
  %e = syncflow.task "end" after(%d) on(%s1) outs(%o = %c : memref<8xf32>) { syncflow.yield }
  syncflow.wait(%e)
  return
}

// -----

// What it does not look through keeps its waits: other loops, a deadline, work of an unknown stream.
// CHECK-LABEL: func.func @while
// CHECK: %[[A:.*]] = syncflow.task "a"
// CHECK: syncflow.wait(%[[A]])
// CHECK: scf.yield
// CHECK-LABEL: func.func @deadline
// CHECK: %[[A:.*]] = syncflow.task "a"
// CHECK: syncflow.wait(%[[A]]) {timeout_ns = 1000 : i64}
// CHECK-LABEL: func.func @unknown_stream
// CHECK: %[[A:.*]] = syncflow.task "a"
// CHECK: syncflow.wait(%[[A]])
// CHECK: syncflow.task "end"
func.func @while(%b: memref<8xf32>, %k: memref<1xi1>) {
  %c0 = arith.constant 0 : index
  %s = syncflow.stream @m::@d0 ordinal 0
  scf.while : () -> () {
    %go = memref.load %k[%c0] : memref<1xi1>
    scf.condition(%go)
  } do {
    %a = syncflow.task "a" on(%s) outs(%o = %b : memref<8xf32>) { syncflow.yield }
    syncflow.wait(%a)
    scf.yield
  }
  %e = syncflow.task "end" on(%s) ins(%v = %b : memref<8xf32>) { syncflow.yield }
  syncflow.wait(%e)
  return
}
func.func @deadline(%b: memref<8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = syncflow.stream @m::@d0 ordinal 0
  scf.for %i = %c0 to %n step %c1 {
    %a = syncflow.task "a" on(%s) outs(%o = %b : memref<8xf32>) { syncflow.yield }
    syncflow.wait(%a) {timeout_ns = 1000 : i64}
  }
  %e = syncflow.task "end" on(%s) ins(%v = %b : memref<8xf32>) { syncflow.yield }
  syncflow.wait(%e)
  return
}
func.func @unknown_stream(%b: memref<8xf32>, %s: !syncflow.stream, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = syncflow.task "a" on(%s) outs(%o = %b : memref<8xf32>) { syncflow.yield }
    syncflow.wait(%a)
  }
  %e = syncflow.task "end" on(%s) ins(%v = %b : memref<8xf32>) { syncflow.yield }
  syncflow.wait(%e)
  return
}

// -----

// Work that a stream has waited for is behind its tokens too: one of the two has to stay.
// CHECK-LABEL: func.func @behind_a_stream_wait
// CHECK: syncflow.wait({{%[a-z0-9_]+}}){{$}}
// CHECK: memref.load
func.func @behind_a_stream_wait(%b: memref<8xf32>, %c: memref<8xf32>, %go: i1) -> f32 {
  %c0 = arith.constant 0 : index
  %s0 = syncflow.stream @m::@d0 ordinal 0
  %s1 = syncflow.stream @m::@d1 ordinal 0
  %a = syncflow.task "a" on(%s0) outs(%o = %b : memref<8xf32>) { syncflow.yield }
  syncflow.wait(%a)
  syncflow.wait(%a) on(%s1)
  scf.if %go {
    %x = syncflow.task "x" on(%s1) outs(%o = %c : memref<8xf32>) { syncflow.yield }
    syncflow.wait(%x)
  }
  %y = syncflow.task "y" on(%s1) outs(%o = %c : memref<8xf32>) { syncflow.yield }
  syncflow.wait(%y)
  %f = memref.load %b[%c0] : memref<8xf32>
  %z = syncflow.task "z" on(%s1) outs(%o = %c : memref<8xf32>) { syncflow.yield }
  syncflow.wait(%z)
  return %f : f32
}

// -----

// What the next round would wait for holds only if there is one: nothing behind the last round stands for "back".
// CHECK-LABEL: func.func @last_round
// CHECK: %[[BACK:.*]] = syncflow.transfer after
// CHECK-NEXT: syncflow.wait(%[[BACK]])
// CHECK: syncflow.task "x"
func.func @last_round(%b: memref<8xf32>, %c: memref<8xf32>, %d: memref<8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s0 = syncflow.stream @m::@d0 ordinal 0
  %s1 = syncflow.stream @m::@d1 ordinal 0
  scf.for %i = %c0 to %n step %c1 {
    %forth = syncflow.transfer on(%s1) from %b : memref<8xf32> to %c : memref<8xf32>
    %a = syncflow.task "a" after(%forth) on(%s0) outs(%o = %c : memref<8xf32>) { syncflow.yield }
    %back = syncflow.transfer after(%a) on(%s1) from %c : memref<8xf32> to %b : memref<8xf32>
    syncflow.wait(%back)
    %x = syncflow.task "x" on(%s0) outs(%o = %d : memref<8xf32>) { syncflow.yield }
    syncflow.wait(%x)
  }
  return
}
