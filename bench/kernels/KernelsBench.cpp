// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// One thread. Weights stream from memory as they do in a model: every product
// takes the next of a set of matrices that is larger than the caches.
#include "SyncFlow/Kernels.h"

#include "Peers.h"

#include <benchmark/benchmark.h>

#include <random>

using namespace syncflow::bench;

namespace {

constexpr int64_t kWorkingSet = 42 << 20;

std::vector<float> randomFloats(int64_t count) {
  static std::mt19937 engine(7);
  std::uniform_real_distribution<float> value(-1, 1);
  std::vector<float> out(count);
  for (float &v : out)
    v = value(engine);
  return out;
}

void countFlops(benchmark::State &state, double flops) {
  state.counters["GFLOP/s"] =
      benchmark::Counter(flops * double(state.iterations()) * 1e-9, benchmark::Counter::kIsRate);
}

/// Weights of one shape, the operands beside them, and whose turn it is.
struct Stream {
  explicit Stream(Shape s)
      : shape(s), count(std::max<int64_t>(2, kWorkingSet / (s.k * s.n * 4))), weights(randomFloats(count * s.k * s.n)),
        a(randomFloats(s.m * s.k)), c(s.m * s.n) {}
  const float *weight(int64_t i) const { return weights.data() + i * shape.k * shape.n; }
  Shape shape;
  int64_t count;
  std::vector<float> weights, a, c;
};

template <class Product> void runStream(benchmark::State &state, Stream &stream, Product product) {
  int64_t next = 0;
  for (auto _ : state) {
    product(next);
    benchmark::ClobberMemory();
    next = next + 1 == stream.count ? 0 : next + 1;
  }
  const Shape &s = stream.shape;
  countFlops(state, 2.0 * double(s.m * s.n * s.k));
}

void panels(benchmark::State &state, Shape s, int64_t nb) {
  Stream stream(s);
  int64_t size = sflow_kernels_panels_size(s.k, s.n, nb);
  std::vector<float> packed(stream.count * size);
  for (int64_t i = 0; i < stream.count; ++i)
    sflow_gemm_pack_panels_f32(s.k, s.n, stream.weight(i), s.n, 1, nb, packed.data() + i * size);
  runStream(state, stream, [&](int64_t i) {
    sflow_gemm_panels_f32(s.m, s.n, s.k, stream.a.data(), s.k, packed.data() + i * size, nb, stream.c.data(), s.n, 0);
  });
}

void plain(benchmark::State &state, Shape s) {
  Stream stream(s);
  runStream(state, stream, [&](int64_t i) {
    sflow_gemm_f32(s.m, s.n, s.k, stream.a.data(), s.k, 1, stream.weight(i), s.n, 1, stream.c.data(), s.n, 1, 0);
  });
}

void peer(benchmark::State &state, Shape s, const PeerKind &kind) {
  Stream stream(s);
  std::unique_ptr<Peer> library = kind.make(s);
  for (int64_t i = 0; i < stream.count; ++i)
    library->add(stream.weight(i));
  runStream(state, stream, [&](int64_t i) { library->multiply(i, stream.a.data(), stream.c.data()); });
}

/// Products inside attention: heads are slices of wider rows.
void hot(benchmark::State &state, Shape s, int64_t bRs, int64_t bCs) {
  const int64_t ld = 384;
  std::vector<float> a = randomFloats(s.m * ld), b = randomFloats((s.k + s.n) * ld), c(s.m * ld);
  for (auto _ : state) {
    sflow_gemm_f32(s.m, s.n, s.k, a.data(), ld, 1, b.data(), bRs, bCs, c.data(), s.n, 1, 0);
    benchmark::ClobberMemory();
  }
  countFlops(state, 2.0 * double(s.m * s.n * s.k));
}

/// What a call costs beside its arithmetic: sixteen vector multiply-adds here.
void overhead(benchmark::State &state) {
  std::vector<float> a(16, 1.0f), b(16 * 32, 1.0f), c(32);
  for (auto _ : state) {
    sflow_gemm_panels_f32(1, 32, 4, a.data(), 4, b.data(), 32, c.data(), 32, 0);
    benchmark::ClobberMemory();
  }
}

void convolution(benchmark::State &state, bool channelsLast, int64_t channels, int64_t filters, int64_t size,
                 int64_t kernel) {
  int64_t in = size + kernel - 1;
  std::vector<float> image = randomFloats(channels * in * in),
                     weights = randomFloats(filters * channels * kernel * kernel), out(filters * size * size);
  for (auto _ : state) {
    if (channelsLast)
      sflow_conv2d_nhwc_f32(1, in, in, channels, kernel, kernel, filters, 1, 1, 1, 1, image.data(), weights.data(),
                            out.data(), 0);
    else
      sflow_conv2d_nchw_f32(1, channels, in, in, filters, kernel, kernel, 1, 1, 1, 1, image.data(), weights.data(),
                            out.data(), 0);
    benchmark::ClobberMemory();
  }
  countFlops(state, 2.0 * double(filters * channels * kernel * kernel) * double(size * size));
}

std::string label(Shape s) { return std::to_string(s.m) + "x" + std::to_string(s.n) + "x" + std::to_string(s.k); }

template <class... Args> void add(const std::string &name, Args &&...args) {
  benchmark::RegisterBenchmark(name.c_str(), std::forward<Args>(args)...)->Unit(benchmark::kMicrosecond);
}

void registerAll() {
  for (int64_t m : {1, 64, 128})
    for (auto [n, k] : {std::pair<int64_t, int64_t>{384, 384}, {1536, 384}, {384, 1536}}) {
      Shape s{m, n, k};
      for (int64_t nb : {16, 32, 64, 128})
        add("panels" + std::to_string(nb) + "/" + label(s), panels, s, nb);
      add("plain/" + label(s), plain, s);
      for (const PeerKind &kind : peers())
        add(kind.name + "/" + label(s), peer, s, kind);
    }
  for (int64_t m : {64, 128}) {
    add("scores/" + label({m, 128, 32}), hot, Shape{m, 128, 32}, 1, 384);
    add("mix/" + label({m, 32, 128}), hot, Shape{m, 32, 128}, 384, 1);
  }
  benchmark::RegisterBenchmark("overhead", overhead)->Unit(benchmark::kNanosecond);
  for (bool last : {false, true}) {
    std::string layout = last ? "nhwc" : "nchw";
    add("conv3x3/" + layout + "/64x64@56", convolution, last, 64, 64, 56, 3);
    add("conv1x1/" + layout + "/64x256@56", convolution, last, 64, 256, 56, 1);
    add("conv7x7/" + layout + "/3x64@112", convolution, last, 3, 64, 112, 7);
  }
}

} // namespace

int main(int argc, char **argv) {
  registerAll();
  benchmark::AddCustomContext("kernels", sflow_kernels_description());
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv))
    return 1;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
