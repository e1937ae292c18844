// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Submitted work and tokens.
#include "core/Instance.h"
#include "scheduler/Stream.h"

#include <algorithm>

using namespace syncflow::runtime;

static Status checkTokens(const sflow_stream &stream, const sflow_token *tokens, uint64_t count) {
  for (uint64_t i = 0; i < count; ++i)
    if (tokens[i].stream && tokens[i].stream->device.instance != stream.device.instance)
      return invalid(text("stream %s: a token of another instance", stream.name.c_str()));
  return {};
}

/// The all-zero token is complete: nothing to remember.
static void copyTokens(std::vector<sflow_token> &into, const sflow_token *tokens, uint64_t count) {
  into.clear();
  for (uint64_t i = 0; i < count; ++i)
    if (tokens[i].stream)
      into.push_back(tokens[i]);
}

Status sflow_stream::submit(const sflow_task_desc *task, void *target, const void *source, uint64_t bytes,
                            const sflow_token *waits, uint64_t waitCount, sflow_token *token) {
  if (task && (task->struct_size < sizeof(sflow_task_desc) || !task->fn))
    return invalid(text("stream %s: a task needs struct_size and fn", name.c_str()));
  if (Status status = checkTokens(*this, waits, waitCount); status.failed())
    return status;
  if (task)
    if (Status status = checkTokens(*this, task->poison, task->poison_count); status.failed())
      return status;
  Submission *item = nullptr;
  std::lock_guard order(submitMutex);
  {
    std::lock_guard lock(mutex);
    if (!spare.empty()) {
      item = spare.back();
      spare.pop_back();
    }
  }
  if (!item)
    item = new Submission;
  item->name = task ? (task->name ? task->name : "task") : "transfer";
  item->fn = task ? task->fn : nullptr;
  item->args = task ? task->args : nullptr;
  item->target = target;
  item->source = source;
  item->bytes = bytes;
  copyTokens(item->waits, waits, waitCount);
  // A transfer needs what it waits for: there is no other list to say so.
  if (task)
    copyTokens(item->poison, task->poison, task->poison_count);
  else
    copyTokens(item->poison, waits, waitCount);
  if (task) // Whoever needs a token's data also has to wait for it.
    item->waits.insert(item->waits.end(), item->poison.begin(), item->poison.end());
  item->value = submitted.load(std::memory_order_relaxed) + 1;
  submitted.store(item->value, std::memory_order_release);
  if (token)
    *token = {this, item->value};
  push(*item);
  return {};
}

void sflow_stream::run(Submission &item) {
  sflow_instance &instance = *device.instance;
  uint64_t beginNs = nowNs();
  for (const sflow_token &token : item.waits) {
    stats.waits.add(1);
    bool parked = false;
    token.stream->waitFor(token.value, kForever, instance.workerSpinNs(), &parked);
    stats.waitsParked.add(parked);
  }
  uint64_t startNs = nowNs();
  stats.waitNs.add(startNs - beginNs);
  for (const sflow_token &token : item.poison)
    if (Status cause = token.stream->tokenFailure(token.value); cause.failed()) {
      stats.poisonedTasks.add(1);
      return complete(item, std::move(cause));
    }
  int32_t result = 0;
  if (item.fn)
    result = device.backend->execute(device.handle, item.fn, item.args);
  else
    device.backend->copy(device.handle, item.target, item.source, item.bytes);
  uint64_t endNs = nowNs();
  stats.busyNs.add(endNs - startNs);
  stats.tasks.add(1);
  if (instance.trace.enabled())
    instance.trace.record({nullptr, static_cast<uint32_t>(item.value), id, 0, beginNs, startNs, endNs});
  Status status;
  if (result != 0) {
    stats.failedTasks.add(1);
    status = Status::error(SFLOW_STATUS_ABORTED,
                           text("task %s (stream %s): failed with code %d", item.name.c_str(), name.c_str(), result));
  }
  complete(item, std::move(status));
}

void sflow_stream::complete(Submission &item, Status status) {
  uint64_t value = item.value;
  uint64_t reached = value;
  {
    std::lock_guard lock(endedMutex);
    if (status.failed()) {
      failures.emplace(value, std::move(status));
      anyFailure.store(true, std::memory_order_release);
    }
    if (outOfOrder) {
      endedAhead.push_back(value);
      reached = timeline.value();
      for (auto it = endedAhead.begin(); it != endedAhead.end();) {
        if (*it != reached + 1) {
          ++it;
          continue;
        }
        ++reached;
        endedAhead.erase(it);
        it = endedAhead.begin(); // Later ones may follow at once.
      }
    }
  }
  {
    std::lock_guard lock(mutex);
    current = nullptr;
    spare.push_back(&item);
  }
  if (reached > timeline.value())
    timeline.signal(reached);
  device.instance->progress.ring();
}

bool sflow_stream::tokenDone(uint64_t value) const {
  if (timeline.reached(value))
    return true;
  if (!outOfOrder)
    return false;
  std::lock_guard lock(endedMutex);
  return std::find(endedAhead.begin(), endedAhead.end(), value) != endedAhead.end() || timeline.reached(value);
}

Status sflow_stream::tokenFailure(uint64_t value) const {
  if (!anyFailure.load(std::memory_order_acquire))
    return {};
  std::lock_guard lock(endedMutex);
  auto it = failures.find(value);
  return it == failures.end() ? Status() : it->second;
}

bool sflow_stream::waitFor(uint64_t value, uint64_t deadlineNs, uint64_t spinNs, bool *parked) const {
  Waited waited = outOfOrder ? device.instance->progress.wait([&] { return tokenDone(value); }, deadlineNs, spinNs)
                             : timeline.wait(value, deadlineNs, spinNs);
  if (parked)
    *parked = waited == Waited::Parked;
  return waited != Waited::Late;
}

std::string sflow_stream::activity() const {
  std::lock_guard lock(mutex);
  std::string ended = text("%llu of %llu ended", static_cast<unsigned long long>(timeline.value()),
                           static_cast<unsigned long long>(submitted.load(std::memory_order_relaxed)));
  if (current)
    return "it is at task " + current->name + ", " + ended;
  return "it has not begun its next task, " + ended;
}

std::string sflow_stream::taskOf(uint64_t value) const {
  std::lock_guard lock(mutex);
  const Submission *found = current && current->value == value ? current : nullptr;
  for (const WorkItem *item = head; item && !found; item = item->next)
    if (item->kind == WorkItem::Kind::Submission && static_cast<const Submission *>(item)->value == value)
      found = static_cast<const Submission *>(item);
  return found ? " of task " + found->name : "";
}

sflow_status sflow_stream_submit(sflow_stream *stream, const sflow_task_desc *task, const sflow_token *waits,
                                 uint64_t wait_count, sflow_token *out_token) {
  if (!task)
    return invalid("no task to submit").release();
  return stream->submit(task, nullptr, nullptr, 0, waits, wait_count, out_token).release();
}

sflow_status sflow_stream_transfer(sflow_stream *stream, void *target, const void *source, uint64_t bytes,
                                   const sflow_token *waits, uint64_t wait_count, sflow_token *out_token) {
  auto to = reinterpret_cast<uintptr_t>(target), from = reinterpret_cast<uintptr_t>(source);
  if (bytes && (to > from ? to - from : from - to) < bytes)
    return invalid(text("stream %s: the ranges of a transfer overlap", stream->name.c_str())).release();
  return stream->submit(nullptr, target, source, bytes, waits, wait_count, out_token).release();
}

sflow_status sflow_token_wait(const sflow_token *tokens, uint64_t count, uint64_t timeout_ns) {
  uint64_t deadline = deadlineAfter(timeout_ns);
  for (uint64_t i = 0; i < count; ++i) {
    const sflow_stream *stream = tokens[i].stream;
    if (!stream)
      continue;
    if (tokens[i].value > stream->submittedValue())
      return invalid(text("token %llu: stream %s has no task %llu yet", static_cast<unsigned long long>(i),
                          stream->name.c_str(), static_cast<unsigned long long>(tokens[i].value)))
          .release();
    if (!stream->waitFor(tokens[i].value, deadline, stream->device.instance->hostSpinNs(), nullptr))
      return Status::error(SFLOW_STATUS_DEADLINE_EXCEEDED,
                           text("token %llu%s: stream %s%s has not reached %llu after %.3f "
                                "ms: ",
                                static_cast<unsigned long long>(i), stream->taskOf(tokens[i].value).c_str(),
                                stream->name.c_str(), stream->device.instance->ofRank().c_str(),
                                static_cast<unsigned long long>(tokens[i].value),
                                static_cast<double>(timeout_ns) * 1e-6) +
                               stream->activity())
          .release();
  }
  for (uint64_t i = 0; i < count; ++i)
    if (tokens[i].stream)
      if (Status cause = tokens[i].stream->tokenFailure(tokens[i].value); cause.failed())
        return cause.release();
  return SFLOW_OK;
}

sflow_token_state sflow_token_query(const sflow_token *token) {
  if (!token->stream)
    return SFLOW_TOKEN_COMPLETE;
  if (!token->stream->tokenDone(token->value))
    return SFLOW_TOKEN_PENDING;
  return token->stream->tokenFailure(token->value).failed() ? SFLOW_TOKEN_FAILED : SFLOW_TOKEN_COMPLETE;
}
