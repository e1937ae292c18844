// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Streams: a queue of work items, the thread that runs them, and the timeline
// of submitted work. One stream serves either what users submit to it or the
// lanes of plan launches (streams that the runtime makes for plans).
#ifndef SYNCFLOW_RUNTIME_SCHEDULER_STREAM_H
#define SYNCFLOW_RUNTIME_SCHEDULER_STREAM_H

#include "core/Status.h"
#include "core/Thread.h"
#include "core/Timeline.h"
#include "device/Device.h"
#include "telemetry/Stats.h"

#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace syncflow::runtime {

/// Something in a stream's queue. Items live in pools of their owners and are
/// linked in place.
struct WorkItem {
  enum class Kind { Submission, Lane };
  explicit WorkItem(Kind kind) : kind(kind) {}

  const Kind kind;
  WorkItem *previous = nullptr;
  WorkItem *next = nullptr;
};

/// A task or transfer that a user submitted.
struct Submission : WorkItem {
  Submission() : WorkItem(Kind::Submission) {}

  std::string name;
  sflow_task_fn fn = nullptr; ///< NULL: a transfer.
  const uint64_t *args = nullptr;
  void *target = nullptr;
  const void *source = nullptr;
  uint64_t bytes = 0;
  std::vector<sflow_token> waits,
      poison;         ///< Keep their memory from one use to the next.
  uint64_t value = 0; ///< Of the token.
};

/// What a stream is, in the terms of plans; user streams have ordinals of their
/// own.
struct StreamKey {
  uint32_t device, kind, ordinal;
  auto operator<=>(const StreamKey &) const = default;
};

} // namespace syncflow::runtime

struct sflow_stream {
  using Status = syncflow::runtime::Status;
  using WorkItem = syncflow::runtime::WorkItem;
  using Submission = syncflow::runtime::Submission;

  sflow_stream(sflow_device &device, std::string name, uint32_t id, bool outOfOrder)
      : device(device), name(std::move(name)), id(id), outOfOrder(outOfOrder) {}
  ~sflow_stream();

  /// Starts the worker, unless the instance runs everything on its dispatcher.
  Status start(int processor, int niceness);
  /// Lets the queue run empty and ends the worker.
  void finish();

  void push(WorkItem &item);
  Status submit(const sflow_task_desc *task, void *target, const void *source, uint64_t bytes, const sflow_token *waits,
                uint64_t waitCount, sflow_token *token);

  bool tokenDone(uint64_t value) const;
  Status tokenFailure(uint64_t value) const;
  /// False when the deadline passed first. `parked` may be NULL.
  bool waitFor(uint64_t value, uint64_t deadlineNs, uint64_t spinNs, bool *parked) const;
  uint64_t submittedValue() const { return submitted.load(std::memory_order_acquire); }
  /// What the stream is doing, for messages about waits that last too long.
  std::string activity() const;
  /// " of task NAME" while the task of a token is queued or runs, else "".
  std::string taskOf(uint64_t value) const;

  // For whoever runs the stream's items: its worker or the dispatcher.
  bool ready(const Submission &item) const;
  void run(Submission &item);
  WorkItem *first() const { return head; } ///< Under `mutex`.
  void remove(WorkItem &item);             ///< Under `mutex`; the item is what the stream
                                           ///< is at now.
  void itemEnded();

  sflow_device &device;
  const std::string name;
  const uint32_t id; ///< Counts streams of the instance.
  const bool outOfOrder;
  uint32_t kind = SFLOW_STREAM_COMPUTE;
  bool counted = true; ///< Among the world's threads.
  syncflow::runtime::StreamStats stats;
  mutable std::mutex mutex;
  /// Rung when a collective that this stream's worker has joined may go on.
  syncflow::runtime::Doorbell peers;

private:
  static void enter(void *self);
  void work();
  WorkItem *takeNext();
  void complete(Submission &item, Status status);

  WorkItem *head = nullptr, *tail = nullptr;
  std::atomic<uint64_t> pending{0};
  std::atomic<bool> stopping{false};
  syncflow::runtime::Doorbell queued;
  syncflow::runtime::Thread thread;

  mutable syncflow::runtime::Timeline timeline;
  std::mutex submitMutex; ///< Keeps the order of values equal to the order of
                          ///< the queue.
  std::atomic<uint64_t> submitted{0};
  std::vector<Submission *> spare;     ///< Under `mutex`.
  const Submission *current = nullptr; ///< Under `mutex`.

  mutable std::mutex endedMutex;    ///< Guards the two below; nothing else is locked under it.
  std::vector<uint64_t> endedAhead; ///< Out of order: ended, with earlier ones still to end.
  std::map<uint64_t, Status> failures;
  std::atomic<bool> anyFailure{false};
};

#endif // SYNCFLOW_RUNTIME_SCHEDULER_STREAM_H
