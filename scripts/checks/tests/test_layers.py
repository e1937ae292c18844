# SPDX-License-Identifier: AGPL-3.0-or-later
# SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
"""Rules Y1 to Y4 of layers.py: for each an accepted form and a rejected neighbour."""

import pathlib
import tempfile
import unittest

import support  # noqa: F401
import layers


class LayersTest(unittest.TestCase):
    def rules(self, path, *includes):
        text = "".join(f"#include {name}\n" for name in includes)
        return [problem.split(":")[0] for problem in layers.check_file(path, text)]

    def test_y1(self):
        for path, name in (("collective/Move.cpp", "core/Status.h"), ("collective/Move.cpp", "collective/Group.h"),
                           ("scheduler/Executor.h", "device/Device.h"), ("module/Module.cpp", "core/Instance.h"),
                           ("core/Instance.cpp", "scheduler/Stream.h"), ("core/Thread.cpp", "core/Cores.h")):
            self.assertEqual(self.rules(path, f'"{name}"'), [], (path, name))
        for path, name in (("collective/Move.cpp", "scheduler/Stream.h"), ("collective/Move.cpp", "core/Instance.h"),
                           ("device/Device.cpp", "scheduler/Stream.h"), ("memory/ArenaPool.cpp", "telemetry/Trace.h"),
                           ("core/Timeline.cpp", "core/Instance.h"), ("core/Status.cpp", "device/Device.h")):
            self.assertEqual(self.rules(path, f'"{name}"'), ["Y1"], (path, name))

    def test_y1_public_headers(self):
        self.assertEqual(self.rules("memory/Tensors.h", '"SyncFlow/ABI/Types.h"', "<SyncFlow/Runtime.h>"), [])

    def test_y2(self):
        path = "device/cuda/Driver.cpp"
        self.assertEqual(self.rules(path, '"device/Device.h"', '"device/cuda/Driver.h"', "<cuda.h>"), [])
        for name in ("scheduler/Stream.h", "core/Instance.h", "device/host/Host.h"):
            self.assertEqual(self.rules(path, f'"{name}"'), ["Y2"], name)

    def test_y3(self):
        self.assertEqual(self.rules("collective/Move.cpp", "<vector>", "<sys/mman.h>", "<cstring>"), [])
        self.assertEqual(self.rules("core/Cores.cpp", "<hwloc.h>"), [])
        for name in ("nccl.h", "cuda.h", "hip/hip_runtime.h", "hwloc.h", "mpi.h"):
            self.assertEqual(self.rules("collective/Move.cpp", f"<{name}>"), ["Y3"], name)

    def test_y4(self):
        self.assertEqual(layers.check_library(["libc.so.6", "libstdc++.so.6", "libhwloc.so.15"]), [])
        self.assertEqual(len(layers.check_library(["libcuda.so.1", "libc.so.6", "libnccl.so.2"])), 2)

    def test_a_tree(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for path, text in (("core/Status.h", "#include <string>\n"), ("kernels/A.cpp", "#include <libxsmm.h>\n")):
                (root / path).parent.mkdir(parents=True)
                (root / path).write_text(text)
            self.assertEqual(layers.check_tree(root), ([], 1))
            (root / "extra").mkdir()
            (root / "core/Status.h").write_text('#include "device/Device.h"\n')
            self.assertEqual(sorted(problem[:2] for problem in layers.check_tree(root)[0]), ["Y1", "Y1"])


if __name__ == "__main__":
    unittest.main()
