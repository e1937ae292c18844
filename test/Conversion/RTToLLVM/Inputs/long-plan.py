# SPDX-License-Identifier: AGPL-3.0-or-later
# SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
"""Prints a plan of COUNT tasks that add one to the same number, turn about on two streams: long-plan.py COUNT."""
import sys

count = int(sys.argv[1])
print("""module attributes {syncflow.device_count = 2 : i64} {
  func.func private @increment(%a: memref<1xf32>, %b: memref<1xf32>, %amount: f32) -> i32 attributes {syncflow.body} {
    %c0 = arith.constant 0 : index
    %ok = arith.constant 0 : i32
    %x = memref.load %a[%c0] : memref<1xf32>
    %y = arith.addf %x, %amount : f32
    memref.store %y, %b[%c0] : memref<1xf32>
    return %ok : i32
  }
  syncflow.rt.plan @chain streams [0, 0, 0, 1, 1, 0, 0, 1] frame 2 stats {} {""")
for i in range(count):
    stream = i % 2
    source = 0 if i == 0 else 1
    waits = "" if i == 0 else f"{1 - stream}, {(i + 1) // 2}"
    preds = "" if i == 0 else str(i - 1)
    print(f'    syncflow.rt.task "t{i}" body @increment stream {stream} args [{source}, 0, 1, 0, -1, 1065353216] '
          f"waits [{waits}] preds [{preds}] kind 0")
print("""  }
  func.func @main() attributes {syncflow.entry, syncflow.inputs = [memref<1xf32>], syncflow.results = [memref<1xf32>]} {
    %a = syncflow.rt.input 0 : memref<1xf32>
    %o = syncflow.rt.output 0 () : memref<1xf32>
    syncflow.rt.launch @chain(%a, %o : memref<1xf32>, memref<1xf32>)
    return
  }
}""")
