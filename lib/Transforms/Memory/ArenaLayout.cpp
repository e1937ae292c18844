// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Best-fit packing, and the lower bound it is measured against.
#include "ArenaLayout.h"

#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <limits>
#include <numeric>

using namespace syncflow;

//===-- packing ---------------------------------------------------------------------------------------------------===//

using Neighbours = std::vector<std::vector<unsigned>>;

/// For each item, the items it may not share bytes with.
static Neighbours conflictsOf(const PackingProblem &problem) {
  size_t n = problem.sizes.size();
  Neighbours conflicts(n);
  for (size_t a = 0; a < n; ++a)
    for (size_t b = a + 1; b < n; ++b)
      if (!problem.mayShare(a, b)) {
        conflicts[a].push_back(b);
        conflicts[b].push_back(a);
      }
  return conflicts;
}

/// Places the items one after the other, each in the smallest gap between placed items it conflicts with that holds it.
static Packing packInOrder(const PackingProblem &problem, const Neighbours &conflicts, llvm::ArrayRef<size_t> order) {
  Packing packing;
  packing.offsets.assign(problem.sizes.size(), -1);
  std::vector<std::pair<int64_t, int64_t>> taken;
  for (size_t item : order) {
    int64_t size = problem.sizes[item];
    taken.clear();
    for (unsigned other : conflicts[item])
      if (int64_t offset = packing.offsets[other]; offset >= 0)
        taken.emplace_back(offset, offset + problem.sizes[other]);
    llvm::sort(taken);
    int64_t position = 0, best = -1, bestGap = std::numeric_limits<int64_t>::max();
    for (auto [begin, end] : taken) {
      if (int64_t gap = begin - position; gap >= size && gap < bestGap) {
        best = position;
        bestGap = gap;
      }
      position = std::max(position, end);
    }
    packing.offsets[item] = best < 0 ? position : best;
    packing.total = std::max(packing.total, packing.offsets[item] + size);
  }
  return packing;
}

/// What ends highest came too late to find a place: it goes first, again and again, as long as that is cheap.
static void improve(const PackingProblem &problem, const Neighbours &conflicts, std::vector<size_t> order,
                    Packing &best) {
  constexpr size_t rounds = 64, most = 2000;
  size_t n = problem.sizes.size();
  Packing current = best;
  for (size_t round = 0; round < std::min(rounds, n) && n <= most; ++round) {
    auto highest = std::max_element(order.begin(), order.end(), [&](size_t a, size_t b) {
      return current.offsets[a] + problem.sizes[a] < current.offsets[b] + problem.sizes[b];
    });
    if (highest == order.begin())
      return;
    std::rotate(order.begin(), highest, std::next(highest));
    current = packInOrder(problem, conflicts, order);
    if (current.total < best.total)
      best = current;
  }
}

Packing syncflow::pack(const PackingProblem &problem) {
  size_t n = problem.sizes.size();
  Neighbours conflicts = conflictsOf(problem);
  std::vector<size_t> program(n), bySize, byWeight;
  std::iota(program.begin(), program.end(), 0);
  bySize = byWeight = program;
  auto byDecreasing = [](auto key) {
    return [key](size_t a, size_t b) { return key(a) != key(b) ? key(a) > key(b) : a < b; };
  };
  llvm::sort(bySize, byDecreasing([&](size_t i) { return problem.sizes[i]; }));
  llvm::sort(byWeight, byDecreasing([&](size_t i) { return problem.sizes[i] * int64_t(1 + conflicts[i].size()); }));
  std::vector<size_t> order = bySize;
  Packing best = packInOrder(problem, conflicts, bySize);
  for (const auto &other : {program, byWeight})
    if (Packing packed = packInOrder(problem, conflicts, other); packed.total < best.total) {
      best = std::move(packed);
      order = other;
    }
  improve(problem, conflicts, order, best);
  return best;
}

//===-- lower bound -----------------------------------------------------------------------------------------------===//

namespace {

/// Maximum flow from the items, as they end, to the items that come after them, as they begin. By the weighted form of
/// Dilworth's theorem the largest antichain weighs what this flow leaves over.
class SuccessionFlow {
public:
  explicit SuccessionFlow(const PackingProblem &problem)
      : problem(problem), n(problem.sizes.size()), supply(problem.sizes), demand(problem.sizes), flow(n * n, 0) {}

  int64_t run() {
    int64_t total = 0;
    while (layer()) {
      next.assign(n, 0);
      for (size_t i = 0; i < n; ++i)
        while (int64_t pushed = supply[i] > 0 ? push(i, supply[i]) : 0) {
          supply[i] -= pushed;
          total += pushed;
        }
    }
    return total;
  }

private:
  /// Breadth-first layers over the ends that still have supply; true when some beginning with demand is reached.
  bool layer() {
    endLayer.assign(n, -1);
    beginLayer.assign(n, -1);
    std::vector<size_t> queue;
    for (size_t i = 0; i < n; ++i)
      if (supply[i] > 0) {
        endLayer[i] = 0;
        queue.push_back(i);
      }
    bool found = false;
    for (size_t head = 0; head < queue.size(); ++head) {
      size_t i = queue[head];
      for (unsigned j : problem.precedes[i].set_bits()) {
        if (beginLayer[j] >= 0)
          continue;
        beginLayer[j] = endLayer[i] + 1;
        found |= demand[j] > 0;
        for (size_t k = 0; k < n; ++k)
          if (endLayer[k] < 0 && flow[k * n + j] > 0) {
            endLayer[k] = beginLayer[j] + 1;
            queue.push_back(k);
          }
      }
    }
    return found;
  }

  int64_t push(size_t i, int64_t limit) {
    for (; next[i] < n; ++next[i]) {
      size_t j = next[i];
      if (!problem.precedes[i].test(j) || beginLayer[j] != endLayer[i] + 1)
        continue;
      if (int64_t amount = std::min(limit, demand[j]); amount > 0) {
        demand[j] -= amount;
        flow[i * n + j] += amount;
        return amount;
      }
      for (size_t k = 0; k < n; ++k) {
        if (endLayer[k] != beginLayer[j] + 1 || flow[k * n + j] == 0)
          continue;
        if (int64_t amount = push(k, std::min(limit, flow[k * n + j])); amount > 0) {
          flow[k * n + j] -= amount;
          flow[i * n + j] += amount;
          return amount;
        }
      }
    }
    return 0;
  }

  const PackingProblem &problem;
  size_t n;
  std::vector<int64_t> supply, demand, flow;
  std::vector<int> endLayer, beginLayer;
  std::vector<size_t> next;
};

} // namespace

/// For each item, a set of items around it no two of which may share, taken greedily by size; the heaviest of these
/// sets.
static int64_t greedyPeak(const PackingProblem &problem) {
  int64_t peak = 0;
  Neighbours conflicts = conflictsOf(problem);
  for (auto [i, candidates] : llvm::enumerate(conflicts)) {
    llvm::sort(candidates, [&](unsigned a, unsigned b) {
      return problem.sizes[a] != problem.sizes[b] ? problem.sizes[a] > problem.sizes[b] : a < b;
    });
    std::vector<unsigned> chosen;
    int64_t live = problem.sizes[i];
    for (unsigned c : candidates)
      if (llvm::none_of(chosen, [&](unsigned other) { return problem.mayShare(c, other); })) {
        chosen.push_back(c);
        live += problem.sizes[c];
      }
    peak = std::max(peak, live);
  }
  return peak;
}

int64_t syncflow::peakOf(const PackingProblem &problem, size_t exactLimit) {
  if (problem.sizes.size() > exactLimit)
    return greedyPeak(problem);
  int64_t sum = std::accumulate(problem.sizes.begin(), problem.sizes.end(), int64_t(0));
  return sum - SuccessionFlow(problem).run();
}
