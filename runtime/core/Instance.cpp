// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Instances: creation, streams, launches, statistics.
#include "core/Instance.h"

#include "core/Cores.h"
#include "module/Invocation.h"

#include <algorithm>
#include <cstring>

using namespace syncflow::runtime;

/// Spinning pays while the expected wait is shorter than a sleep and a wake-up,
/// which is some tens of microseconds.
static constexpr uint64_t kWorkerSpinNs = 100'000;
static constexpr uint64_t kHostSpinNs = 20'000;

Status sflow_instance::open(const sflow_instance_options &options) {
  if (options.world) {
    options.world->retain();
    world = options.world;
  } else {
    world = new sflow_world(1);
  }
  if (Status status = world->join(options.rank); status.failed())
    return status;
  rank = options.rank;
  joined = true;
  strict = options.strict != 0;
  pin = options.pin != 0;
  scribble = options.scribble != 0;
  dispatchSeed = options.dispatch_seed;
  trace.enable(options.trace_capacity);
  coresPerDevice = std::max(1u, options.cores_per_device);
  uint32_t deviceCount = std::max(1u, options.device_count);
  processors = allowedProcessors();
  cores = usableCores(static_cast<uint32_t>(processors.size()), cgroupQuotaCores("/proc", "/sys/fs/cgroup"));
  if (strict && uint64_t{deviceCount} * coresPerDevice > cores)
    return Status::error(SFLOW_STATUS_FAILED_PRECONDITION,
                         text("%u devices of %u cores need %llu cores, this process may use %u", deviceCount,
                              coresPerDevice, static_cast<unsigned long long>(uint64_t{deviceCount} * coresPerDevice),
                              cores));
  const char *name = options.backend ? options.backend : "host";
  const sflow_backend *backend = findBackend(name);
  if (!backend)
    return Status::error(SFLOW_STATUS_NOT_FOUND, text("no backend '%s'; there is: %s", name, backendNames().c_str()));
  for (uint32_t i = 0; i < deviceCount; ++i) {
    devices.push_back(std::make_unique<sflow_device>());
    if (Status status = devices.back()->open(this, backend, i, coresPerDevice); status.failed())
      return status;
  }
  if (dispatchSeed == 0)
    return {};
  dispatcher = std::make_unique<Dispatcher>(*this, dispatchSeed);
  return dispatcher->start();
}

sflow_instance::~sflow_instance() {
  for (auto &stream : streams) {
    stream->finish();
    stopCounting(*stream);
  }
  if (dispatcher)
    dispatcher->stop();
  if (joined)
    world->leave(rank);
  if (world)
    world->release();
}

uint64_t sflow_instance::workerSpinNs() const {
  return world->workers.load(std::memory_order_relaxed) <= cores ? kWorkerSpinNs : 0;
}

uint64_t sflow_instance::idleSpinNs() const {
  // With a worker on every core, the host thread that prepares the next launch
  // needs one of them.
  uint32_t threads = world->workers.load(std::memory_order_relaxed);
  return threads < cores ? kWorkerSpinNs : threads == cores ? kHostSpinNs : 0;
}

uint64_t sflow_instance::communicationSpinNs() const {
  uint32_t threads =
      world->workers.load(std::memory_order_relaxed) + world->communicators.load(std::memory_order_relaxed);
  return threads <= cores ? kWorkerSpinNs : 0;
}

uint64_t sflow_instance::hostSpinNs() const {
  return world->workers.load(std::memory_order_relaxed) < cores ? kHostSpinNs : 0;
}

std::string sflow_instance::ofRank() const { return world->ranks > 1 ? text(" of rank %u", rank) : ""; }

Status sflow_instance::addStream(sflow_device &device, std::string name, uint32_t kind, bool outOfOrder, int processor,
                                 int niceness, sflow_stream **out) {
  auto stream =
      std::make_unique<sflow_stream>(device, std::move(name), static_cast<uint32_t>(streams.size()), outOfOrder);
  stream->kind = kind;
  if (Status status = stream->start(processor, niceness); status.failed())
    return status;
  (kind == SFLOW_STREAM_COMPUTE ? world->workers : world->communicators).fetch_add(1, std::memory_order_relaxed);
  *out = stream.get();
  streams.push_back(std::move(stream));
  return {};
}

void sflow_instance::stopCounting(sflow_stream &stream) {
  if (!stream.counted)
    return;
  stream.counted = false;
  (stream.kind == SFLOW_STREAM_COMPUTE ? world->workers : world->communicators).fetch_sub(1, std::memory_order_relaxed);
}

Status sflow_instance::planStream(const StreamKey &key, sflow_stream **out) {
  std::lock_guard lock(streamsMutex);
  auto it = planStreams.find(key);
  if (it != planStreams.end()) {
    *out = it->second;
    return {};
  }
  sflow_device &device = *devices[key.device];
  bool compute = key.kind == SFLOW_STREAM_COMPUTE;
  if (strict && compute && key.ordinal >= coresPerDevice)
    return Status::error(SFLOW_STATUS_FAILED_PRECONDITION,
                         text("device %s has %u cores, the plan uses compute stream %u", device.name.c_str(),
                              coresPerDevice, key.ordinal));
  uint64_t worker = uint64_t{key.device} * coresPerDevice + key.ordinal;
  bool bind = pin && compute && devices.size() * coresPerDevice <= cores && worker < processors.size();
  if (Status status =
          addStream(device, text("%s %s %u", device.name.c_str(), compute ? "compute" : "comm", key.ordinal), key.kind,
                    false, bind ? processors[worker] : -1, 0, out);
      status.failed())
    return status;
  planStreams.emplace(key, *out);
  return {};
}

/// The system arbitrates between workers that want one core. Stepping back
/// needs no privilege, stepping forward would: the urgent levels are the
/// process's own.
static int nicenessOf(uint32_t priority) {
  return priority == SFLOW_PRIORITY_LOW ? 10 : priority == SFLOW_PRIORITY_BACKGROUND ? 19 : 0;
}

Status sflow_instance::userStream(sflow_device &device, bool outOfOrder, uint32_t priority, sflow_stream **out) {
  if (priority > SFLOW_PRIORITY_BACKGROUND)
    return invalid(text("a stream of priority %u on device %s; there are 0 "
                        "(critical) to %d (background)",
                        priority, device.name.c_str(), SFLOW_PRIORITY_BACKGROUND));
  std::lock_guard lock(streamsMutex);
  return addStream(device, text("%s user %zu", device.name.c_str(), streams.size()), SFLOW_STREAM_COMPUTE, outOfOrder,
                   -1, nicenessOf(priority), out);
}

sflow_invocation *sflow_instance::acquireInvocation() {
  std::lock_guard lock(invocationsMutex);
  if (sflow_invocation *invocation = spareInvocations) {
    spareInvocations = invocation->nextSpare;
    return invocation;
  }
  invocations.push_back(std::make_unique<sflow_invocation>());
  invocations.back()->instance = this;
  return invocations.back().get();
}

void sflow_instance::giveBack(sflow_invocation *invocation) {
  std::lock_guard lock(invocationsMutex);
  invocation->nextSpare = spareInvocations;
  spareInvocations = invocation;
}

void sflow_instance::enqueue(Launch &launch) {
  // Launches reach every stream in the same order: two that overlap could
  // otherwise wait for each other.
  std::lock_guard lock(launchMutex);
  launch.number = launches.fetch_add(1, std::memory_order_relaxed);
  launch.drawTickets();
  // The last lane may end the launch while this loop still runs, but not before
  // it has been pushed.
  size_t count = launch.plan.lanes.size();
  PreparedPlan &plan = launch.plan;
  Lane *lanes = launch.lanes.get();
  for (size_t i = 0; i < count; ++i)
    plan.lanes[i].stream->push(lanes[i]);
}

void sflow_instance::readStats(sflow_instance_stats &stats) const {
  stats.launches = launches.load(std::memory_order_relaxed);
  std::lock_guard lock(streamsMutex);
  for (const auto &stream : streams)
    stream->stats.addTo(stats);
}

sflow_status sflow_instance_create(const sflow_instance_options *options, sflow_instance **out_instance) {
  *out_instance = nullptr;
  sflow_instance_options known{};
  if (options) {
    if (options->struct_size < sizeof(uint64_t))
      return invalid("sflow_instance_options: struct_size is not set").release();
    std::memcpy(&known, options, std::min<size_t>(sizeof(known), options->struct_size));
  }
  auto instance = std::make_unique<sflow_instance>();
  if (Status status = instance->open(known); status.failed())
    return status.release();
  *out_instance = instance.release();
  return SFLOW_OK;
}

void sflow_instance_release(sflow_instance *instance) { delete instance; }

uint32_t sflow_instance_device_count(sflow_instance *instance) {
  return static_cast<uint32_t>(instance->devices.size());
}

sflow_status sflow_instance_device(sflow_instance *instance, uint32_t index, sflow_device **out_device) {
  *out_device = nullptr;
  if (index >= instance->devices.size())
    return Status::error(SFLOW_STATUS_OUT_OF_RANGE,
                         text("device %u of an instance with %zu", index, instance->devices.size()))
        .release();
  *out_device = instance->devices[index].get();
  return SFLOW_OK;
}

sflow_status sflow_stream_create(sflow_device *device, const sflow_stream_options *options, sflow_stream **out_stream) {
  *out_stream = nullptr;
  sflow_stream_options known{};
  if (options) {
    if (options->struct_size < sizeof(uint64_t))
      return invalid("sflow_stream_options: struct_size is not set").release();
    std::memcpy(&known, options, std::min<size_t>(sizeof(known), options->struct_size));
  }
  return device->instance->userStream(*device, known.out_of_order != 0, known.priority, out_stream).release();
}

void sflow_stream_release(sflow_stream *stream) {
  if (!stream)
    return;
  // The object stays: tokens of the stream are valid until the instance ends.
  stream->finish();
  stream->device.instance->stopCounting(*stream);
}

using Field = uint64_t sflow_instance_stats::*;
static constexpr Field countedFields[] = {
    &sflow_instance_stats::launches,     &sflow_instance_stats::tasks,        &sflow_instance_stats::waits,
    &sflow_instance_stats::waits_parked, &sflow_instance_stats::failed_tasks, &sflow_instance_stats::poisoned_tasks,
    &sflow_instance_stats::busy_ns,      &sflow_instance_stats::wait_ns,      &sflow_instance_stats::overhead_ns,
};

sflow_status sflow_instance_stats_read(sflow_instance *instance, sflow_instance_stats *out_stats) {
  if (out_stats->struct_size < sizeof(uint64_t))
    return invalid("sflow_instance_stats: struct_size is not set").release();
  sflow_instance_stats stats{};
  instance->readStats(stats);
  {
    std::lock_guard lock(instance->streamsMutex);
    for (Field field : countedFields)
      stats.*field -= instance->baseline.*field;
  }
  stats.struct_size = out_stats->struct_size;
  stats.arena_bytes = instance->arenaBytes.load(std::memory_order_relaxed);
  std::memcpy(out_stats, &stats, std::min<size_t>(sizeof(stats), stats.struct_size));
  return SFLOW_OK;
}

void sflow_instance_stats_reset(sflow_instance *instance) {
  // The counters have one writer each: instead of clearing them, remember where
  // they stand.
  sflow_instance_stats stats{};
  instance->readStats(stats);
  std::lock_guard lock(instance->streamsMutex);
  instance->baseline = stats;
}

sflow_status sflow_instance_trace(sflow_instance *instance, sflow_trace_event *events, uint64_t capacity,
                                  uint64_t *out_count, uint64_t *out_lost) {
  *out_count = *out_lost = 0;
  if (!instance->trace.enabled())
    return Status::error(SFLOW_STATUS_FAILED_PRECONDITION, "the instance was created without a trace").release();
  *out_count = instance->trace.drain(events, capacity, *out_lost);
  return SFLOW_OK;
}
