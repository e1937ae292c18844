// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// The seeded adversary.
#include "scheduler/Dispatcher.h"

#include "core/Instance.h"
#include "scheduler/Executor.h"

namespace syncflow::runtime {

Status Dispatcher::start() { return thread.start("dispatcher", enter, this, -1); }

void Dispatcher::stop() {
  if (!thread.running())
    return;
  stopping.store(true, std::memory_order_seq_cst);
  instance.progress.ring();
  thread.join();
}

void Dispatcher::enter(void *self) { static_cast<Dispatcher *>(self)->work(); }

void Dispatcher::work() {
  auto something = [this] {
    look();
    return !choices.empty() || stopping.load(std::memory_order_seq_cst);
  };
  for (;;) {
    instance.progress.wait(something, kForever, 0);
    if (choices.empty())
      return;
    step(choices[draw(choices.size())]);
  }
}

/// splitmix64: every seed, even a small one, gives an unrelated sequence.
uint64_t Dispatcher::draw(uint64_t bound) {
  random += 0x9E3779B97F4A7C15u;
  uint64_t mixed = random;
  mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
  mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
  return (mixed ^ (mixed >> 31)) % bound;
}

void Dispatcher::look() {
  choices.clear();
  // All lanes of a launch, or none: what can be chosen must not depend on how
  // fast the host enqueues.
  std::lock_guard launchLock(instance.launchMutex);
  std::lock_guard streamsLock(instance.streamsMutex);
  for (const auto &stream : instance.streams)
    lookAt(*stream);
}

void Dispatcher::lookAt(sflow_stream &stream) {
  std::lock_guard lock(stream.mutex);
  for (WorkItem *item = stream.first(); item; item = item->next) {
    if (item->kind == WorkItem::Kind::Submission) {
      if (stream.ready(static_cast<Submission &>(*item)))
        choices.push_back({&stream, item, kNone});
      if (!stream.outOfOrder)
        return;
      continue;
    }
    // Launches follow each other on a stream, also on one whose tasks are not
    // in order.
    auto &lane = static_cast<Lane &>(*item);
    if (!laneMayBegin(lane))
      return;
    const std::vector<uint32_t> &tasks = lane.prepared->tasks;
    size_t end = lane.prepared->inOrder ? lane.next + 1 : tasks.size();
    for (size_t i = lane.next; i < end; ++i)
      if (taskReady(lane, tasks[i]))
        choices.push_back({&stream, item, tasks[i]});
    return;
  }
}

void Dispatcher::step(const Choice &choice) {
  sflow_stream &stream = *choice.stream;
  if (choice.task != kNone) {
    auto &lane = static_cast<Lane &>(*choice.item);
    stepTask(stream, lane, choice.task, instance.progress);
    if (!laneDone(lane))
      return;
  }
  {
    std::lock_guard lock(stream.mutex);
    stream.remove(*choice.item);
  }
  if (choice.task != kNone)
    endLane(stream, static_cast<Lane &>(*choice.item));
  else
    stream.run(static_cast<Submission &>(*choice.item));
  stream.itemEnded();
}

} // namespace syncflow::runtime
