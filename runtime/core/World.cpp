// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Worlds.
#include "core/World.h"

#include "collective/Channel.h"

#include <algorithm>

using namespace syncflow::runtime;

WorldModule::WorldModule() = default;
WorldModule::~WorldModule() = default;

sflow_world::sflow_world(uint32_t ranks) : ranks(ranks), joined(ranks, false), gone(ranks) {}
sflow_world::~sflow_world() = default;

void sflow_world::release() {
  if (references.fetch_sub(1, std::memory_order_acq_rel) == 1)
    delete this;
}

Status sflow_world::join(uint32_t rank) {
  if (rank >= ranks)
    return Status::error(SFLOW_STATUS_OUT_OF_RANGE, text("rank %u does not exist in a world of %u", rank, ranks));
  std::lock_guard lock(mutex);
  if (joined[rank])
    return Status::error(SFLOW_STATUS_FAILED_PRECONDITION, text("rank %u of the world is taken", rank));
  joined[rank] = true;
  return {};
}

void sflow_world::leaveChannels(WorldModule &module, uint32_t rank, const Status &cause) {
  for (auto it = module.channels.begin(); it != module.channels.end();) {
    const std::vector<uint32_t> &members = it->second->members();
    auto member = std::find(members.begin(), members.end(), rank);
    bool empty = member != members.end() && it->second->leave(static_cast<uint32_t>(member - members.begin()), cause);
    it = empty ? module.channels.erase(it) : std::next(it);
  }
}

void sflow_world::leave(uint32_t rank) {
  std::lock_guard lock(mutex);
  gone[rank] = Status::error(SFLOW_STATUS_ABORTED, text("rank %u has gone: its instance was released", rank));
  for (auto &[number, module] : modules)
    leaveChannels(*module, rank, gone[rank]);
}

void sflow_world::abort(Status cause) {
  std::lock_guard lock(mutex);
  if (!aborted.failed())
    aborted = std::move(cause);
  isAborted.store(true, std::memory_order_release);
  for (auto &[number, module] : modules)
    for (auto &[key, channel] : module->channels)
      channel->abort(aborted);
}

Status sflow_world::abortion() {
  if (!isAborted.load(std::memory_order_acquire))
    return {};
  std::lock_guard lock(mutex);
  return aborted;
}

Status sflow_world::joinModule(uint32_t rank, uint64_t number, const sflow_module_desc &desc, WorldModule **out) {
  std::lock_guard lock(mutex);
  std::unique_ptr<WorldModule> &module = modules[number];
  if (!module) {
    module = std::make_unique<WorldModule>();
    module->hash = desc.schedule_hash;
    module->firstRank = rank;
    module->name = desc.name ? desc.name : "?";
  }
  *out = module.get();
  if (module->hash != desc.schedule_hash && !module->failure.failed()) {
    module->failure = Status::error(SFLOW_STATUS_FAILED_PRECONDITION,
                                    text("module '%s': ranks %u and %u have different schedules (%016llx "
                                         "and %016llx): they were compiled from "
                                         "different programs or with different options",
                                         desc.name ? desc.name : "?", module->firstRank, rank,
                                         static_cast<unsigned long long>(module->hash),
                                         static_cast<unsigned long long>(desc.schedule_hash)));
    module->failed.store(true, std::memory_order_release);
    for (auto &[key, channel] : module->channels)
      channel->abort(module->failure);
  }
  return module->failure;
}

void sflow_world::leaveModule(WorldModule &module, uint32_t rank, const Status &cause) {
  std::lock_guard lock(mutex);
  leaveChannels(module, rank, cause);
  module.left.emplace(rank, cause);
}

Status sflow_world::moduleFailure(const WorldModule &module) {
  if (!module.failed.load(std::memory_order_acquire))
    return {};
  std::lock_guard lock(mutex);
  return module.failure;
}

Channel *sflow_world::channel(WorldModule &module, uint32_t group, const std::vector<uint32_t> &members) {
  std::lock_guard lock(mutex);
  std::unique_ptr<Channel> &channel = module.channels[{group, members}];
  if (!channel) {
    channel = std::make_unique<Channel>(members);
    if (aborted.failed() || module.failure.failed())
      channel->abort(aborted.failed() ? aborted : module.failure);
    for (uint32_t i = 0; i < members.size(); ++i) {
      auto left = module.left.find(members[i]);
      if (gone[members[i]].failed())
        channel->leave(i, gone[members[i]]);
      else if (left != module.left.end())
        channel->leave(i, left->second);
    }
  }
  return channel.get();
}

sflow_status sflow_world_create(uint32_t ranks, sflow_world **out_world) {
  *out_world = nullptr;
  if (ranks == 0)
    return invalid("a world has at least one rank").release();
  *out_world = new sflow_world(ranks);
  return SFLOW_OK;
}

void sflow_world_release(sflow_world *world) {
  if (world)
    world->release();
}

void sflow_world_abort(sflow_world *world, const char *message) {
  world->abort(Status::error(SFLOW_STATUS_ABORTED, message && *message ? message : "the world was aborted"));
}
