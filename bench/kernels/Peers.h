// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Other libraries' products, behind one signature: C[m,n] = A[m,k] * B[k,n],
// dense and row-major, on one thread.
#ifndef SYNCFLOW_BENCH_KERNELS_PEERS_H
#define SYNCFLOW_BENCH_KERNELS_PEERS_H

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace syncflow::bench {

struct Shape {
  int64_t m, n, k;
};

/// Weights that a peer has laid out its own way, and the product over them.
class Peer {
public:
  virtual ~Peer() = default;
  /// Takes weight matrix B[k,n]; products name it by its number.
  virtual void add(const float *b) = 0;
  virtual void multiply(int64_t weight, const float *a, float *c) = 0;
};

struct PeerKind {
  std::string name;
  std::function<std::unique_ptr<Peer>(Shape)> make;
};

/// The ones this program was built with.
std::vector<PeerKind> peers();

} // namespace syncflow::bench

#endif // SYNCFLOW_BENCH_KERNELS_PEERS_H
