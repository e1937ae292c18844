#!/usr/bin/env python3
# SPDX-License-Identifier: AGPL-3.0-or-later
# SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
"""Write the exported models of ../models anew: torch -> MLIR that a stock mlir-opt 22 parses, with reference outputs.

    python3 -m venv build/venv-export && build/venv-export/bin/pip install -r examples/export/requirements.txt
    build/venv-export/bin/python examples/export/export.py [NAME...]        (default: all)

Nothing here is needed to build, test or run SyncFlow: what it writes is checked in.
"""
import argparse

import torch

import nets
from importing import export_embedded, export_extern, save_model

FLOAT32 = {"rtol": 1e-4, "atol": 1e-5}


def seeded(seed, make):
    torch.manual_seed(seed)
    return make().eval()


def tosa_mlp():
    net = nets.enliven(seeded(21, nets.SmallClassifier))
    inputs = (torch.randn(2, 3, 16, 16),)
    save_model("tosa-mlp", export_embedded(net, inputs, "tosa"), net, {"default": inputs}, **FLOAT32)


def narrow(name, kind, rtol, atol):
    net = seeded(22, nets.TwoMatmuls).to(kind)
    inputs = (torch.randn(48, 128).to(kind),)
    text, state = export_extern(net, inputs)
    save_model(name, text, net, {"default": inputs}, rtol, atol, state)


def conv_net():
    net = nets.enliven(seeded(23, nets.ConvNet))
    inputs = (torch.randn(1, 3, 32, 32),)
    text, state = export_extern(net, inputs)
    save_model("conv-net", text, net, {"default": inputs}, state=state, **FLOAT32)


def gqa_decoder_layer(length=64, width=128):
    net = seeded(24, nets.GroupedQueryLayer)
    inputs = (torch.randn(1, length, width), torch.arange(length).unsqueeze(0))
    text, state = export_extern(net, inputs)
    save_model("gqa-decoder-layer", text, net, {"default": inputs}, state=state, **FLOAT32)


def padded(batch, length, vocabulary=256):
    """Token ids and a mask; the first row is full, each further one is a third shorter than the row before."""
    used = torch.tensor([max(1, length * 2 ** i // 3 ** i) for i in range(batch)])
    mask = (torch.arange(length) < used.unsqueeze(1)).to(torch.int64)
    return torch.randint(1, vocabulary, (batch, length)) * mask, mask


def dynamic_encoder():
    net = seeded(25, nets.DynamicEncoder)
    batch, length = torch.export.Dim("batch", min=1, max=64), torch.export.Dim("length", min=2, max=256)
    text, state = export_extern(net, padded(3, 40), dynamic=[{0: batch, 1: length}] * 2)
    cases = {f"{n}x{s}": padded(n, s) for n, s in ((1, 17), (3, 128), (2, 200))}
    save_model("dynamic-encoder", text, net, cases, state=state, **FLOAT32)


# One unit in the last place of bf16 (f16) is 2**-8 (2**-11) of the value; sums in another order may end one unit apart.
MODELS = {
    "tosa-mlp": tosa_mlp,
    "matmul-bf16": lambda: narrow("matmul-bf16", torch.bfloat16, rtol=1e-2, atol=1e-2),
    "matmul-f16": lambda: narrow("matmul-f16", torch.float16, rtol=2e-3, atol=2e-3),
    "conv-net": conv_net,
    "gqa-decoder-layer": gqa_decoder_layer,
    "dynamic-encoder": dynamic_encoder,
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(MODELS))
    names = parser.parse_args().names
    if unknown := [name for name in names if name not in MODELS]:
        parser.error(f"no exporter for {', '.join(unknown)}; there are {', '.join(MODELS)}")
    for name in names or MODELS:
        MODELS[name]()


if __name__ == "__main__":
    main()
