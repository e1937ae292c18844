// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Streams and their workers.
#include "scheduler/Stream.h"

#include "core/Instance.h"
#include "scheduler/Executor.h"

#include <algorithm>

using namespace syncflow::runtime;

sflow_stream::~sflow_stream() {
  finish();
  for (Submission *item : spare)
    delete item;
}

Status sflow_stream::start(int processor, int niceness) {
  if (device.instance->dispatchSeed != 0)
    return {};
  return thread.start(name, enter, this, processor, niceness);
}

void sflow_stream::finish() {
  if (!thread.running()) {
    // The dispatcher runs this stream: wait until it has nothing left.
    device.instance->progress.wait([&] { return pending.load(std::memory_order_seq_cst) == 0; }, kForever, 0);
    return;
  }
  stopping.store(true, std::memory_order_seq_cst);
  queued.ring();
  device.instance->progress.ring();
  thread.join();
}

void sflow_stream::push(WorkItem &item) {
  {
    std::lock_guard lock(mutex);
    item.previous = tail;
    item.next = nullptr;
    (tail ? tail->next : head) = &item;
    tail = &item;
    pending.fetch_add(1, std::memory_order_seq_cst);
  }
  queued.ring();
  device.instance->progress.ring();
}

void sflow_stream::remove(WorkItem &item) {
  (item.previous ? item.previous->next : head) = item.next;
  (item.next ? item.next->previous : tail) = item.previous;
  current = item.kind == WorkItem::Kind::Submission ? static_cast<Submission *>(&item) : nullptr;
}

bool sflow_stream::ready(const Submission &item) const {
  return std::all_of(item.waits.begin(), item.waits.end(),
                     [](const sflow_token &token) { return token.stream->tokenDone(token.value); });
}

/// The item to run next: the first, or on an out-of-order stream the first that
/// is ready. Waits until there is one; NULL when the stream ends.
WorkItem *sflow_stream::takeNext() {
  sflow_instance &instance = *device.instance;
  WorkItem *found = nullptr;
  auto look = [&] {
    if (pending.load(std::memory_order_seq_cst) == 0)
      return stopping.load(std::memory_order_seq_cst);
    std::lock_guard lock(mutex);
    for (found = head; found; found = found->next)
      if (!outOfOrder || ready(static_cast<Submission &>(*found)))
        break;
    if (!found)
      return false;
    remove(*found);
    return true;
  };
  Doorbell &bell = outOfOrder ? instance.progress : queued;
  bell.wait(look, kForever, kind == SFLOW_STREAM_COMMUNICATION ? 0 : instance.idleSpinNs());
  return found;
}

void sflow_stream::enter(void *self) { static_cast<sflow_stream *>(self)->work(); }

void sflow_stream::work() {
  while (WorkItem *item = takeNext()) {
    if (item->kind == WorkItem::Kind::Lane)
      runLane(*this, static_cast<Lane &>(*item));
    else
      run(static_cast<Submission &>(*item));
    itemEnded();
  }
}

void sflow_stream::itemEnded() {
  pending.fetch_sub(1, std::memory_order_seq_cst);
  device.instance->progress.ring();
}
