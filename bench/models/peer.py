# SPDX-License-Identifier: AGPL-3.0-or-later
# SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
"""One peer in its own process, started by run.py: peer.py PEER MODEL CASE THREADS

It loads the model, runs it once and compares with the reference, and writes one JSON line: what it is, or why it can not.
Then for each line with a count N that it reads, it runs N times and writes a JSON line with the milliseconds of each.
"""
import importlib.util
import json
import os
import re
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "examples"))
import cases  # noqa: E402


class Skip(Exception):
    """This peer can not run here; the text says why."""


def need(*modules):
    for module in modules:
        package, _, part = module.partition(".")
        if importlib.util.find_spec(package) is None or part and importlib.util.find_spec(module) is None:
            raise Skip(f"{module} is not installed (--install-peers installs it)")


def prepare_torch(arrays, model, threads):
    need("torch", "safetensors")
    import torch
    import torch_models
    torch.set_num_threads(threads)
    torch.set_num_interop_threads(1)
    torch.set_grad_enabled(False)
    if model not in torch_models.CLASSES:
        raise Skip(f"{model} has no torch form here")
    net = torch_models.load(model)
    kind = next(net.parameters()).dtype
    # uint16 in a .npy file stands for the bits of a bf16.
    inputs = [torch.from_numpy(a).view(kind) if a.dtype == np.uint16 else torch.from_numpy(a) for a in arrays]
    return torch, net, inputs


def outputs_of(torch, value):
    values = value if isinstance(value, (tuple, list)) else (value,)
    return [v.view(torch.uint16).numpy() if v.dtype == torch.bfloat16 else v.numpy() for v in values]


def eager(arrays, model, threads):
    torch, net, inputs = prepare_torch(arrays, model, threads)

    def run():
        with torch.inference_mode():
            return net(*inputs)
    return run, lambda value: outputs_of(torch, value), f"torch {torch.__version__}"


def compiled(arrays, model, threads):
    torch, net, inputs = prepare_torch(arrays, model, threads)
    # Freezing folds and packs the weights when the model is compiled, as SyncFlow does when it is loaded.
    import torch._inductor.config as config
    config.freezing = True
    net = torch.compile(net)

    def run():
        with torch.inference_mode():
            return net(*inputs)
    return run, lambda value: outputs_of(torch, value), f"torch {torch.__version__}"


def onnx_runtime(arrays, model, threads):
    need("onnxruntime", "onnx", "onnxscript")
    import onnxruntime
    torch, net, inputs = prepare_torch(arrays, model, threads)
    if inputs[0].dtype == torch.bfloat16:
        raise Skip("numpy inputs can not be bf16")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model.onnx"
        torch.onnx.export(net, tuple(inputs), str(path), dynamo=True, verbose=False)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_ALL
        session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    feeds = dict(zip([i.name for i in session.get_inputs()], arrays, strict=True))
    return lambda: session.run(None, feeds), list, f"onnxruntime {onnxruntime.__version__}"


def as_iree_input(text):
    """Our module with its externs as IREE's parameters of scope "model"."""
    text = re.sub(r"^#\w+ = #ml_program\.extern : .*\n", "", text, flags=re.M)
    text = re.sub(r'ml_program\.global private @("?)([\w.]+)"?\((?:#ml_program\.extern : [^)]*|#extern\d*)\) : (.*)',
                  r'util.global private @\1\2\1 = #flow.parameter.named<"model"::"\2"> : \3', text)
    if "ml_program.global " in text:
        raise Skip("a global that is no extern")
    return text.replace("ml_program.global_load_const ", "util.global.load ")


def iree(arrays, model, threads):
    need("iree.compiler", "iree.runtime")
    import iree.compiler
    import iree.compiler.version
    import iree.runtime as rt
    described = cases.load(model)
    if described["ranks"] != 1:
        raise Skip("more than one rank")
    text = as_iree_input((cases.MODELS / model / described["model"]).read_text())
    code = iree.compiler.compile_str(text, target_backends=["llvm-cpu"], input_type="auto", optimize=True,
                                     extra_args=["--iree-llvmcpu-target-cpu=host", "--iree-opt-level=O3",
                                                 # Norms with float64 statistics need more than the 32 KiB it grants by itself.
                                                 "--iree-llvmcpu-stack-allocation-limit=131072"])
    rt.flags.parse_flags(f"--task_topology_group_count={threads}")
    config = rt.Config("local-task")
    modules = []
    files = cases.parameter_files(model, described)
    if files:
        index = rt.ParameterIndex()
        for file in files:
            index.load(str(file), format="safetensors")
        modules.append(rt.create_io_parameters_module(config.vm_instance, index.create_provider(scope="model")))
    modules.append(rt.create_hal_module(config.vm_instance, config.device))
    modules.append(rt.VmModule.copy_buffer(config.vm_instance, code))
    loaded = rt.load_vm_modules(*modules, config=config)[-1]
    entry = getattr(loaded, described["entry"])
    inputs = [rt.asdevicearray(config.device, a) for a in arrays]

    def run():
        result = entry(*inputs)
        return [r.to_host() for r in (result if isinstance(result, (tuple, list)) else (result,))]
    return run, list, f"IREE {iree.compiler.version.VERSION}"


PEERS = {"eager": eager, "compile": compiled, "onnxruntime": onnx_runtime, "iree": iree}


def widened(array):
    return (array.astype(np.uint32) << 16).view(np.float32) if array.dtype == np.uint16 else array.astype(np.float64)


def check(outputs, case, folder):
    """Worst absolute difference; Skip if any element is outside the model's tolerance."""
    worst = 0.0
    for got, file in zip(outputs, case["expected"], strict=True):
        want = np.load(folder / file)
        if got.shape != want.shape:
            raise Skip(f"wrong result: shape {got.shape}, expected {want.shape}")
        got, want = widened(got), widened(want)
        difference = np.abs(got - want)
        if not (difference <= case["atol"] + case["rtol"] * np.abs(want)).all():
            raise Skip(f"wrong result: off by up to {difference.max():.3g}")
        worst = max(worst, float(difference.max()))
    return worst


def main():
    peer, model, case_name, threads = sys.argv[1:]
    # Libraries print what they like; only answers go to the pipe.
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)
    folder = cases.MODELS / model
    case = next(c for c in cases.load(model)["cases"] if c["name"] == case_name)
    start = time.perf_counter()
    try:
        run, to_arrays, version = PEERS[peer]([np.load(folder / file) for file in case["inputs"]], model, int(threads))
        worst = check(to_arrays(run()), case, folder)
    except Skip as why:
        print(json.dumps({"skip": str(why)}), file=answers)
        return
    except Exception as error:  # A peer that breaks is a line in the table, not the end of the comparison.
        print(json.dumps({"skip": f"{type(error).__name__}: {str(error).strip().splitlines()[0] if str(error) else ''}"[:300]}),
              file=answers)
        raise
    print(json.dumps({"version": version, "setup_s": time.perf_counter() - start, "worst": worst}), file=answers)
    for line in sys.stdin:
        times = []
        for _ in range(int(line)):
            begin = time.perf_counter()
            run()
            times.append((time.perf_counter() - begin) * 1e3)
        print(json.dumps(times), file=answers)


if __name__ == "__main__":
    main()
