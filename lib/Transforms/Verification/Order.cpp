// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#include "Order.h"

#include <set>

using namespace mlir;
using namespace syncflow;
using namespace syncflow::verification;

//===-- joining paths ---------------------------------------------------------------------------------------------===//

static Frontier merge(ArrayRef<const Frontier *> frontiers, ArrayRef<Path> paths) {
  Frontier out;
  for (auto [i, path] : llvm::enumerate(paths)) {
    Frontier here = frontiers[i] ? *frontiers[i] : Frontier();
    for (auto [begin, end] : path.notExecuted) {
      here.ended.setRange(begin, end);
      here.visible.setRange(begin, end);
    }
    if (i == 0) {
      out = std::move(here);
      continue;
    }
    out.ended &= here.ended;
    out.visible &= here.visible;
  }
  return out;
}

FrontierRef syncflow::verification::mergeFrontiers(std::vector<FrontierRef> frontiers,
                                                   std::shared_ptr<const std::vector<Path>> paths) {
  SmallVector<const Frontier *> plain;
  for (const FrontierRef &f : frontiers)
    plain.push_back(f.get());
  auto merged = std::make_shared<Frontier>(merge(plain, *paths));
  merged->alternatives = std::make_shared<Alternatives>(Alternatives{std::move(frontiers), std::move(paths)});
  return merged;
}

FrontierRef syncflow::verification::unite(ArrayRef<FrontierRef> tokens) {
  if (tokens.size() == 1)
    return tokens.front();
  auto all = std::make_shared<Frontier>();
  std::map<const std::vector<Path> *, std::vector<const Alternatives *>> joins;
  for (const FrontierRef &t : tokens) {
    all->add(*t);
    if (t->alternatives)
      joins[t->alternatives->paths.get()].push_back(t->alternatives.get());
  }
  for (auto &[paths, members] : joins) {
    if (members.size() < 2)
      continue;
    std::vector<FrontierRef> onPath;
    for (size_t i = 0; i < paths->size(); ++i) {
      SmallVector<FrontierRef> here;
      for (const Alternatives *a : members)
        here.push_back(a->onPath[i]);
      onPath.push_back(unite(here));
    }
    all->add(*mergeFrontiers(std::move(onPath), members.front()->paths));
  }
  return all;
}

State syncflow::verification::mergeStates(ArrayRef<Path> paths) {
  if (paths.size() == 1)
    return paths.front().state;
  State out;
  SmallVector<const Frontier *> hosts;
  std::set<std::string> queues, devices;
  for (const Path &p : paths) {
    hosts.push_back(&p.state.host);
    for (auto &[key, queue] : p.state.queues)
      queues.insert(key);
    for (auto &[key, entry] : p.state.devices)
      devices.insert(key);
  }
  out.host = merge(hosts, paths);
  for (const std::string &key : queues) {
    SmallVector<const Frontier *> entries, all;
    Queue queue;
    for (const Path &p : paths) {
      auto it = p.state.queues.find(key);
      bool known = it != p.state.queues.end();
      entries.push_back(known ? &it->second.entry : nullptr);
      all.push_back(known ? &it->second.all : nullptr);
      if (known)
        queue.stream = it->second.stream;
    }
    queue.entry = merge(entries, paths);
    queue.all = merge(all, paths);
    out.queues[key] = std::move(queue);
  }
  for (const std::string &key : devices) {
    SmallVector<const Frontier *> entries;
    for (const Path &p : paths) {
      auto it = p.state.devices.find(key);
      entries.push_back(it == p.state.devices.end() ? nullptr : &it->second);
    }
    out.devices[key] = merge(entries, paths);
  }
  return out;
}

//===-- issuing and waiting ---------------------------------------------------------------------------------------===//

Queue &Order::queueOf(State &state, const StreamId &stream) {
  Queue &queue = state.queues[stream.key];
  queue.stream = stream;
  return queue;
}

unsigned Order::issue(State &state, const StreamId &stream, const Frontier &after) {
  unsigned work = ends.size();
  auto end = std::make_shared<Frontier>(state.host);
  Queue &queue = queueOf(state, stream);
  end->add(queue.entry);
  for (const std::string &device : {std::string(), stream.device})
    if (auto it = state.devices.find(device); it != state.devices.end())
      end->add(it->second);
  end->add(after);
  end->add(work);
  if (stream.inOrder)
    queue.entry = *end;
  queue.all.add(*end);
  ends.push_back(end);
  streams.push_back(stream);
  return work;
}

unsigned Order::issueUnknown() {
  auto end = std::make_shared<Frontier>();
  end->add(ends.size());
  ends.push_back(end);
  streams.push_back({"unknown work " + std::to_string(ends.size()), "", false});
  return ends.size() - 1;
}

FrontierRef Order::tokenOf(unsigned work, ContractAttr contract) const {
  if (!contract || !contract.getCompletion() || contract.getCompletion().getValue() == Completion::visible)
    return ends[work];
  auto token = std::make_shared<Frontier>(*ends[work]);
  token->visible.reset(work);
  if (contract.getCompletion().getValue() == Completion::enqueued)
    *token = Frontier();
  return token;
}

void Order::waitOnHost(State &state, const Frontier &tokens) { state.host.add(tokens); }

void Order::waitOnStream(State &state, const StreamId &stream, const Frontier &tokens) {
  queueOf(state, stream).entry.add(tokens);
}

//===-- barriers --------------------------------------------------------------------------------------------------===//

/// The part of `all` whose writes the barrier makes visible to a stream, or to every stream of a device.
Frontier Order::reachable(const Frontier &all, Reach reach, const StreamId *target, StringRef device) const {
  Frontier out;
  out.ended = all.ended;
  if (reach == Reach::node || reach == Reach::global) {
    out.visible = all.visible;
    return out;
  }
  all.visible.forEach([&](unsigned work) {
    bool sameStream = target && !target->key.empty() && streams[work] == *target;
    bool sameDevice = !device.empty() && streams[work].device == device;
    if (sameStream || (sameDevice && reach == Reach::device))
      out.visible.set(work);
  });
  return out;
}

void Order::barrier(State &state, ArrayRef<StreamId> named, BarrierOp op) {
  Participants who = op.getScope().getParticipants();
  Reach reach = op.getScope().getReach();
  auto takesPart = [&](const StreamId &s) {
    if (who == Participants::all)
      return true;
    return llvm::any_of(named, [&](const StreamId &n) {
      return n == s || (who == Participants::devices && !n.device.empty() && n.device == s.device);
    });
  };
  Frontier all;
  for (auto &[key, queue] : state.queues)
    if (takesPart(queue.stream))
      all.add(queue.all);
  if (op.getExecutionOnly())
    all.visible = Bits();
  for (const StreamId &n : named)
    queueOf(state, n);
  for (auto &[key, queue] : state.queues)
    if (takesPart(queue.stream))
      queue.entry.add(reachable(all, reach, &queue.stream, queue.stream.device));
  // Streams that appear later take part too.
  if (who == Participants::all)
    state.devices[""].add(reachable(all, reach, nullptr, ""));
  if (who == Participants::devices)
    for (const StreamId &n : named)
      if (!n.device.empty())
        state.devices[n.device].add(reachable(all, reach, nullptr, n.device));
}
