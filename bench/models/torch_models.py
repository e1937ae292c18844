# SPDX-License-Identifier: AGPL-3.0-or-later
# SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
"""The example models as torch modules with their weights, for the peers that start from torch."""
import sys
from pathlib import Path

import torch
import torch.nn.functional as F
from safetensors.torch import load_file
from torch import nn

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "examples"))
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "examples" / "export"))
import cases  # noqa: E402
import nets  # noqa: E402


class BertLayer(nn.Module):
    """The fused attention of torch, which is its fastest on a CPU. Names and nesting follow the weights' names."""

    def __init__(self, width, heads, inner):
        super().__init__()
        self.heads = heads
        linear = lambda a, b: nn.Linear(a, b)
        attend = nn.ModuleDict({"query": linear(width, width), "key": linear(width, width), "value": linear(width, width)})
        join = nn.ModuleDict({"dense": linear(width, width), "LayerNorm": nn.LayerNorm(width, 1e-12)})
        self.attention = nn.ModuleDict({"self": attend, "output": join})
        self.intermediate = nn.ModuleDict({"dense": linear(width, inner)})
        self.output = nn.ModuleDict({"dense": linear(inner, width), "LayerNorm": nn.LayerNorm(width, 1e-12)})

    def forward(self, x, bias):
        n, s, width = x.shape
        attend, join = self.attention["self"], self.attention["output"]
        q, k, v = (attend[part](x).view(n, s, self.heads, -1).transpose(1, 2) for part in ("query", "key", "value"))
        mixed = F.scaled_dot_product_attention(q, k, v, attn_mask=bias).transpose(1, 2).reshape(n, s, width)
        x = join["LayerNorm"](x + join["dense"](mixed))
        y = self.output["dense"](F.gelu(self.intermediate["dense"](x)))
        return self.output["LayerNorm"](x + y)


class SentenceEncoder(nn.Module):
    """BERT encoder, mean over the tokens that are not padding, unit length."""

    def __init__(self, vocabulary=30522, longest=512, width=384, heads=12, inner=1536, layers=6):
        super().__init__()
        self.embeddings = nn.ModuleDict({
            "word_embeddings": nn.Embedding(vocabulary, width), "position_embeddings": nn.Embedding(longest, width),
            "token_type_embeddings": nn.Embedding(2, width), "LayerNorm": nn.LayerNorm(width, 1e-12)})
        self.encoder = nn.ModuleDict({"layer": nn.ModuleList(BertLayer(width, heads, inner) for _ in range(layers))})

    def forward(self, ids, mask):
        e, kept = self.embeddings, mask.to(torch.float32)
        x = e["word_embeddings"](ids) + e["position_embeddings"].weight[:ids.shape[1]] + e["token_type_embeddings"].weight[0]
        x = e["LayerNorm"](x)
        bias = ((1.0 - kept) * torch.finfo(torch.float32).min).unsqueeze(1).unsqueeze(1)
        for layer in self.encoder["layer"]:
            x = layer(x, bias)
        weight = kept.unsqueeze(-1)
        return F.normalize((x * weight).sum(1) / weight.sum(1).clamp(min=1e-9), dim=1)


CLASSES = {"minilm": SentenceEncoder, "conv-net": nets.ConvNet, "gqa-decoder-layer": nets.GroupedQueryLayer,
           "dynamic-encoder": nets.DynamicEncoder, "matmul-bf16": nets.TwoMatmuls, "matmul-f16": nets.TwoMatmuls}


def load(name):
    """The model in evaluation mode. KeyError for one that has no torch form here."""
    net, state = CLASSES[name](), {}
    for file in cases.parameter_files(name, cases.load(name)):
        state.update(load_file(file))
    missing, _ = net.load_state_dict(state, strict=False)
    unset = [key for key in missing if not key.endswith("num_batches_tracked")]
    if unset:
        raise ValueError(f"{name}: no weights for {', '.join(unset)}")
    kinds = {tensor.dtype for tensor in state.values() if tensor.is_floating_point()}
    return net.to(kinds.pop()).eval() if len(kinds) == 1 else net.eval()
