# SPDX-License-Identifier: AGPL-3.0-or-later
# SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
"""The nets that export.py writes down. Plain torch; sizes are small so that their weights can live in the repository."""
import torch
import torch.nn.functional as F
from torch import nn


def enliven(net):
    """Weights that keep signals apart, batch norms with statistics and gains that a trained net could have.

    The initial small weights, zeros and ones would hide mistakes: outputs nearly alike, a norm that does nothing.
    """
    for module in net.modules():
        if isinstance(module, (nn.Conv2d, nn.Linear)):
            nn.init.kaiming_normal_(module.weight)
        if isinstance(module, nn.BatchNorm2d):
            nn.init.uniform_(module.weight, 0.6, 1.4)
            nn.init.normal_(module.bias, std=0.2)
            module.running_mean.normal_(std=0.3)
            module.running_var.uniform_(0.5, 1.5)
    return net


class ConvNorm(nn.Module):
    """Convolution, batch norm (left as it is, not folded), ReLU where asked."""

    def __init__(self, inputs, outputs, kernel, stride=1, active=True):
        super().__init__()
        self.conv = nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, bias=False)
        self.norm = nn.BatchNorm2d(outputs)
        self.active = active

    def forward(self, x):
        x = self.norm(self.conv(x))
        return F.relu(x) if self.active else x


class Parallel(nn.Module):
    """Three branches that nobody orders against each other, joined by a concatenation."""

    def __init__(self, inputs):
        super().__init__()
        self.point = ConvNorm(inputs, 12, 1)
        self.narrow, self.wide = ConvNorm(inputs, 8, 1), ConvNorm(8, 20, 3)
        self.pooled = ConvNorm(inputs, 8, 1)

    def forward(self, x):
        smooth = F.avg_pool2d(x, 3, stride=1, padding=1)
        return torch.cat([self.point(x), self.wide(self.narrow(x)), self.pooled(smooth)], 1)


class Residual(nn.Module):
    """Two convolutions beside a strided 1x1 one, added."""

    def __init__(self, inputs, outputs):
        super().__init__()
        self.first, self.second = ConvNorm(inputs, outputs, 3, 2), ConvNorm(outputs, outputs, 3, active=False)
        self.skip = ConvNorm(inputs, outputs, 1, 2, active=False)

    def forward(self, x):
        return F.relu(self.second(self.first(x)) + self.skip(x))


class ConvNet(nn.Module):
    """Images f32[n,3,32,32] -> logits f32[n,10]."""

    def __init__(self):
        super().__init__()
        self.stem = ConvNorm(3, 16, 3)
        self.parallel = Parallel(16)
        self.residual = Residual(40, 40)
        self.head = nn.Linear(40, 10)

    def forward(self, x):
        x = F.max_pool2d(self.stem(x), 3, stride=2, padding=1)
        x = self.residual(self.parallel(x))
        return self.head(F.adaptive_avg_pool2d(x, 1).flatten(1))


class RootMeanSquare(nn.Module):
    def __init__(self, width, eps=1e-6):
        super().__init__()
        self.weight = nn.Parameter(torch.rand(width) + 0.5)
        self.eps = eps

    def forward(self, x):
        return x * torch.rsqrt(x.square().mean(-1, keepdim=True) + self.eps) * self.weight


def rotate(x, cos, sin):
    """Rotary positions: coordinate i and i + half turn together."""
    a, b = x.chunk(2, -1)
    return torch.cat([a * cos - b * sin, b * cos + a * sin], -1)


class GroupedQueryLayer(nn.Module):
    """One decoder layer. hidden f32[n,s,width], positions i64[n,s] -> f32[n,s,width]."""

    def __init__(self, width=128, heads=8, shared=2, inner=384):
        super().__init__()
        self.heads, self.shared, self.size = heads, shared, width // heads
        self.before_attention, self.before_mlp = RootMeanSquare(width), RootMeanSquare(width)
        self.query = nn.Linear(width, width, bias=False)
        self.key = nn.Linear(width, shared * self.size, bias=False)
        self.value = nn.Linear(width, shared * self.size, bias=False)
        self.out = nn.Linear(width, width, bias=False)
        self.gate, self.up = nn.Linear(width, inner, bias=False), nn.Linear(width, inner, bias=False)
        self.down = nn.Linear(inner, width, bias=False)
        self.register_buffer("frequency", 10000.0 ** (-torch.arange(0, self.size, 2) / self.size))

    def attention(self, x, positions):
        n, s, _ = x.shape
        angle = (positions.unsqueeze(-1).to(x.dtype) * self.frequency).unsqueeze(1)
        cos, sin = angle.cos(), angle.sin()
        split = lambda t, heads: t.reshape(n, s, heads, self.size).transpose(1, 2)
        q = rotate(split(self.query(x), self.heads), cos, sin)
        k = rotate(split(self.key(x), self.shared), cos, sin)
        v = split(self.value(x), self.shared)
        k, v = (self.repeated(t) for t in (k, v))
        scores = q @ k.transpose(2, 3) * self.size ** -0.5
        seen = (positions.unsqueeze(1) <= positions.unsqueeze(2)).unsqueeze(1)
        scores = torch.where(seen, scores, torch.finfo(x.dtype).min)
        return self.out((torch.softmax(scores, -1) @ v).transpose(1, 2).reshape(n, s, -1))

    def repeated(self, t):
        """Every group of query heads reads the same key (value) head."""
        n, shared, s, size = t.shape
        each = self.heads // shared
        return t.unsqueeze(2).expand(n, shared, each, s, size).reshape(n, self.heads, s, size)

    def forward(self, x, positions):
        x = x + self.attention(self.before_attention(x), positions)
        y = self.before_mlp(x)
        return x + self.down(F.silu(self.gate(y)) * self.up(y))


class EncoderLayer(nn.Module):
    """Post-norm self attention and GELU feed-forward over all rows at once: x f32[rows,width], rows = n * s.

    Batch and length stay apart only inside the attention. Written with flatten and unflatten, since torch-mlir takes a
    reshape of two unknown sizes for a guess.
    """

    def __init__(self, width, heads, inner):
        super().__init__()
        self.heads, self.size = heads, width // heads
        self.query, self.key, self.value = (nn.Linear(width, width) for _ in range(3))
        self.out = nn.Linear(width, width)
        self.up, self.down = nn.Linear(width, inner), nn.Linear(inner, width)
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)

    def attention(self, x, bias, shape):
        split = lambda t: t.unflatten(0, shape).unflatten(2, (self.heads, self.size)).transpose(1, 2)
        q, k, v = (split(linear(x)) for linear in (self.query, self.key, self.value))
        scores = q @ k.transpose(2, 3) * self.size ** -0.5 + bias
        mixed = (torch.softmax(scores, -1) @ v).transpose(1, 2)
        return self.out(mixed.flatten(2).flatten(0, 1))

    def forward(self, x, bias, shape):
        x = self.norm1(x + self.attention(x, bias, shape))
        return self.norm2(x + self.down(F.gelu(self.up(x))))


class DynamicEncoder(nn.Module):
    """ids i64[n,s], mask i64[n,s] (1 = token, 0 = padding) -> hidden f32[n,s,width], its mean over tokens f32[n,width]."""

    def __init__(self, vocabulary=256, longest=256, width=96, heads=4, inner=256, layers=2):
        super().__init__()
        self.words, self.places = nn.Embedding(vocabulary, width), nn.Embedding(longest, width)
        self.norm = nn.LayerNorm(width)
        self.layers = nn.ModuleList(EncoderLayer(width, heads, inner) for _ in range(layers))

    def forward(self, ids, mask):
        kept, shape = mask.to(torch.float32), ids.shape
        x = self.norm(self.words(ids) + self.places(torch.arange(ids.shape[1]))).flatten(0, 1)
        bias = (1.0 - kept).unsqueeze(1).unsqueeze(1) * -1e9
        for layer in self.layers:
            x = layer(x, bias, shape)
        x, weight = x.unflatten(0, shape), kept.unsqueeze(-1)
        return x, (x * weight).sum(1) / weight.sum(1)


class SmallClassifier(nn.Module):
    """Convolution, clamp, pooling, two dense layers, softmax: what TOSA has an op for. Images f32[n,3,16,16] -> f32[n,10]."""

    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Conv2d(3, 8, 3, padding=1), nn.Conv2d(8, 16, 3, stride=2, padding=1)
        self.up, self.down = nn.Linear(256, 48), nn.Linear(48, 10)

    def forward(self, x):
        x = F.max_pool2d(F.relu6(self.first(x)), 2)
        x = F.relu(self.second(x)).flatten(1)
        return torch.softmax(self.down(torch.tanh(self.up(x))), -1)


class TwoMatmuls(nn.Module):
    """Dense, ReLU, dense without bias, all in one narrow type."""

    def __init__(self, width=128, inner=256, outputs=64):
        super().__init__()
        self.up, self.down = nn.Linear(width, inner), nn.Linear(inner, outputs, bias=False)

    def forward(self, x):
        return self.down(F.relu(self.up(x)))
