# SPDX-License-Identifier: AGPL-3.0-or-later
# SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
"""Prints a large program: layers of tasks on some streams, each layer reads all of the one before, in an arena whose bytes
every second layer takes again. `layers.py LAYERS STREAMS [BROKEN]`: without one token of layer BROKEN."""
import sys

layers, streams = int(sys.argv[1]), int(sys.argv[2])
broken = int(sys.argv[3]) if len(sys.argv) > 3 else -1
print("func.func @layers(%out: memref<16xf32>) {")
print(f"  %bytes = arith.constant {128 * streams} : index")
print("  %a = syncflow.arena(%bytes) : memref<?xi8>")
for s in range(streams):
    print(f"  %s{s} = syncflow.stream @m::@d ordinal {s}")
for i in range(2 * streams):
    print(f"  %at{i} = arith.constant {64 * i} : index")
for layer in range(layers):
    for s in range(streams):
        slot = layer % 2 * streams + s
        print(f"  %v{layer}_{s} = memref.view %a[%at{slot}][] : memref<?xi8> to memref<16xf32>")
        after, ins = "", ""
        if layer:
            tokens = [f"%t{layer - 1}_{o}" for o in range(streams) if o != s]
            if layer == broken and s == 0:
                tokens.pop()
            after = f" after({', '.join(tokens)})"
            ins = " ins(" + ", ".join(f"%x{o} = %v{layer - 1}_{o} : memref<16xf32>" for o in range(streams)) + ")"
        print(f'  %t{layer}_{s} = syncflow.task "{layer}.{s}"{after} on(%s{s}){ins} outs(%y = %v{layer}_{s} : memref<16xf32>) {{')
        print("    syncflow.yield\n  }")
last = layers - 1
print("  syncflow.wait(" + ", ".join(f"%t{last}_{s}" for s in range(streams)) + ")\n  return\n}")
