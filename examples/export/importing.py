# SPDX-License-Identifier: AGPL-3.0-or-later
# SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
"""From a torch module to a folder that sflow-run understands.

A folder is model.mlir, perhaps weights.safetensors, the arrays of each case, and run.json (../README.md describes it).
"""
import json
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import save_file
from torch_mlir import fx, ir
from torch_mlir.compiler_utils import OutputType, lower_mlir_module
from torch_mlir.passmanager import PassManager

MODELS = Path(__file__).resolve().parent.parent / "models"


class StateAsArguments(torch.nn.Module):
    """The forward of `net` with its parameters and buffers as arguments behind the inputs.

    torch.export would otherwise turn them into constants inside the text. As arguments they keep their names, and
    `bind_by_name` can give them to the module as externs.
    """

    def __init__(self, net, input_count):
        super().__init__()
        # Not a submodule: its parameters must not become state of this one.
        object.__setattr__(self, "net", net)
        self.input_count = input_count
        self.state = {name: tensor.detach() for name, tensor in net.state_dict(keep_vars=True).items()
                      if tensor.is_floating_point()}

    def forward(self, *args):
        state = dict(zip(self.state, args[self.input_count:], strict=True))
        return torch.func.functional_call(self.net, state, args[:self.input_count])


def bind_by_name(module, names):
    """Replace the trailing arguments of @main by loads of ml_program externs called `names`."""
    with module.context, ir.Location.unknown():
        main = next(op for op in module.body.operations if op.attributes["sym_name"].value == "main")
        entry = main.regions[0].blocks[0]
        first = len(entry.arguments) - len(names)
        arguments = [entry.arguments[i] for i in range(first, len(entry.arguments))]
        before = list(entry.operations)[0]
        for name, argument in zip(names, arguments):
            extern = ir.Attribute.parse(f"#ml_program.extern : {argument.type}")
            symbol = ir.StringAttr.get(name)
            ir.Operation.create("ml_program.global", ip=ir.InsertionPoint(main), attributes={
                "sym_name": symbol, "type": ir.TypeAttr.get(argument.type), "value": extern,
                "sym_visibility": ir.StringAttr.get("private")})
            load = ir.Operation.create("ml_program.global_load_const", results=[argument.type], ip=ir.InsertionPoint(before),
                                       attributes={"global": ir.FlatSymbolRefAttr.get(name)})
            argument.replace_all_uses_with(load.results[0])
        results = ir.TypeAttr(main.attributes["function_type"]).value.results
        for i in reversed(range(first, len(entry.arguments))):
            entry.erase_argument(i)
        kept = ir.FunctionType.get([a.type for a in entry.arguments], results)
        main.attributes["function_type"] = ir.TypeAttr.get(kept)
    assert module.operation.verify()


def lower_dynamic(program):
    """Linalg under the assumption that two sizes that torch.export found equal are equal.

    Without it every addition of two dynamic tensors gets run-time tests, some of which fail for a batch of one.
    """
    module = fx.export_and_import(program, output_type="raw", decomposition_table={})
    with module.context:
        module.body.operations[0].attributes["torch.assume_strict_symbolic_shapes"] = ir.UnitAttr.get()
    # Kept as they are, these two become collapse_shape and expand_shape; as views, unknown sizes are guessed, wrongly.
    kept = "backend-legal-ops=aten.flatten.using_ints,aten.unflatten.int"
    pipeline = f"builtin.module(torchdynamo-export-to-torch-backend-pipeline{{{kept}}})"
    PassManager.parse(pipeline, module.context).run(module.operation)
    return lower_mlir_module(False, OutputType.LINALG_ON_TENSORS, module)


def export_extern(net, inputs, dynamic=None):
    """(text, state): linalg on tensors, with parameters and buffers as externs. `dynamic`: one {dim: Dim} per input."""
    wrapped = StateAsArguments(net, len(inputs))
    shapes = None if dynamic is None else {"args": (*dynamic, *[None] * len(wrapped.state))}
    with torch.no_grad():
        program = torch.export.export(wrapped, (*inputs, *wrapped.state.values()), dynamic_shapes=shapes)
    module = lower_dynamic(program) if dynamic else fx.export_and_import(program, output_type="linalg-on-tensors")
    bind_by_name(module, list(wrapped.state))
    return str(module), wrapped.state


def export_embedded(net, inputs, output_type):
    """Text with the weights inside, as resources."""
    with torch.no_grad():
        program = torch.export.export(net, tuple(inputs))
    return str(fx.export_and_import(program, output_type=output_type, func_name="main"))


def to_numpy(tensor):
    """.npy has no bf16: such a tensor is stored as its bit patterns, uint16."""
    tensor = tensor.detach().contiguous()
    return tensor.view(torch.uint16).numpy() if tensor.dtype == torch.bfloat16 else tensor.numpy()


def save_arrays(folder, stem, tensors):
    folder.mkdir(parents=True, exist_ok=True)
    names = []
    for i, tensor in enumerate(tensors):
        names.append(f"{stem}{i}.npy")
        np.save(folder / names[-1], to_numpy(tensor))
    return names


def run_case(net, inputs):
    with torch.no_grad():
        outputs = net(*inputs)
    return outputs if isinstance(outputs, tuple) else (outputs,)


def save_model(name, text, net, cases, rtol, atol, state=None):
    """Write MODELS/name. `cases`: {case name: inputs}; one case lies in the folder itself, several in case0, case1, ..."""
    folder = MODELS / name
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "model.mlir").write_text(text.rstrip() + "\n")
    described = {"model": "model.mlir", "entry": "main", "ranks": 1}
    if state:
        save_file({key: tensor.contiguous() for key, tensor in state.items()}, folder / "weights.safetensors")
        described["parameters"] = ["weights.safetensors"]
    described["cases"] = []
    for i, (case, inputs) in enumerate(cases.items()):
        sub = "" if len(cases) == 1 else f"case{i}"
        prefix = f"{sub}/" if sub else ""
        described["cases"].append({
            "name": case,
            "inputs": [prefix + n for n in save_arrays(folder / sub, "input", inputs)],
            "expected": [prefix + n for n in save_arrays(folder / sub, "expected", run_case(net, inputs))],
            "rtol": rtol, "atol": atol})
    (folder / "run.json").write_text(json.dumps(described, indent=2) + "\n")
    size = sum(f.stat().st_size for f in folder.rglob("*") if f.is_file())
    print(f"{name}: {len(described['cases'])} case(s), {size / 1024:.0f} KiB")
