// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#include "Peers.h"

#include <cstdlib>

#if defined(SYNCFLOW_BENCH_OPENBLAS)
#include <cblas.h>
#endif
#if defined(SYNCFLOW_BENCH_ONEDNN)
#include <dnnl.hpp>
#endif

namespace syncflow::bench {

namespace {

#if defined(SYNCFLOW_BENCH_OPENBLAS)
class OpenBlas : public Peer {
public:
  explicit OpenBlas(Shape shape) : shape(shape) { openblas_set_num_threads(1); }
  void add(const float *b) override { weights.push_back(b); }
  void multiply(int64_t weight, const float *a, float *c) override {
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, blasint(shape.m), blasint(shape.n), blasint(shape.k), 1.0f,
                a, blasint(shape.k), weights[weight], blasint(shape.n), 0.0f, c, blasint(shape.n));
  }

private:
  Shape shape;
  std::vector<const float *> weights;
};
#endif

#if defined(SYNCFLOW_BENCH_ONEDNN)
/// inner_product with the weights in whatever layout oneDNN likes best.
class OneDnn : public Peer {
public:
  explicit OneDnn(Shape s) : engine(dnnl::engine::kind::cpu, 0), stream(engine) {
    using dnnl::memory;
    using Tag = memory::format_tag;
    auto type = memory::data_type::f32;
    memory::desc source({s.m, s.k}, type, Tag::ab);
    memory::desc any({s.n, s.k}, type, Tag::any);
    memory::desc target({s.m, s.n}, type, Tag::ab);
    plain = memory::desc({s.n, s.k}, type, Tag::ba);
    descriptor =
        dnnl::inner_product_forward::primitive_desc({dnnl::prop_kind::forward_inference, source, any, target}, engine);
    primitive = dnnl::inner_product_forward(descriptor);
    a = memory(source, engine, nullptr);
    c = memory(target, engine, nullptr);
  }
  void add(const float *b) override {
    dnnl::memory from(plain, engine, const_cast<float *>(b));
    weights.emplace_back(descriptor.weights_desc(), engine);
    dnnl::reorder(from, weights.back()).execute(stream, from, weights.back());
    stream.wait();
  }
  void multiply(int64_t weight, const float *from, float *to) override {
    a.set_data_handle(const_cast<float *>(from));
    c.set_data_handle(to);
    primitive.execute(stream, {{DNNL_ARG_SRC, a}, {DNNL_ARG_WEIGHTS, weights[weight]}, {DNNL_ARG_DST, c}});
  }

private:
  dnnl::engine engine;
  dnnl::stream stream;
  dnnl::memory::desc plain;
  dnnl::inner_product_forward::primitive_desc descriptor;
  dnnl::inner_product_forward primitive;
  dnnl::memory a, c;
  std::vector<dnnl::memory> weights;
};
#endif

} // namespace

std::vector<PeerKind> peers() {
  std::vector<PeerKind> kinds;
#if defined(SYNCFLOW_BENCH_OPENBLAS)
  kinds.push_back({"OpenBLAS", [](Shape shape) -> std::unique_ptr<Peer> { return std::make_unique<OpenBlas>(shape); }});
#endif
#if defined(SYNCFLOW_BENCH_ONEDNN)
  kinds.push_back(
      {"oneDNN packed", [](Shape shape) -> std::unique_ptr<Peer> { return std::make_unique<OneDnn>(shape); }});
#endif
  return kinds;
}

} // namespace syncflow::bench
