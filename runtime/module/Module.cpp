// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Loading modules and starting their entries.
#include "module/Module.h"

#include "memory/Tensors.h"
#include "module/Invocation.h"

#include <cstring>
#include <utility>

using namespace syncflow::runtime;

sflow_module::~sflow_module() {
  if (shared)
    leave(Status::error(SFLOW_STATUS_ABORTED,
                        text("rank %u has released module '%s'", instance.rank, shared->name.c_str())));
  for (Arena buffer : derived)
    releasePages(buffer.data, buffer.bytes);
}

void sflow_module::leave(const Status &cause) {
  if (!shared)
    return;
  instance.world->leaveModule(*std::exchange(shared, nullptr), instance.rank, cause);
}

/// Whether the description can be read at all.
Status sflow_module::checkVersion() const {
  if (desc.struct_size < sizeof(sflow_module_desc))
    return Status::error(SFLOW_STATUS_UNSUPPORTED, "the module's description is older than this runtime");
  const char *name = desc.name ? desc.name : "?";
  if (desc.abi_version >> 16 != SFLOW_ABI_MAJOR || (desc.abi_version & 0xFFFF) > SFLOW_ABI_MINOR)
    return Status::error(SFLOW_STATUS_UNSUPPORTED,
                         text("module '%s' was compiled for ABI %u.%u, this runtime has %d.%d", name,
                              desc.abi_version >> 16, desc.abi_version & 0xFFFF, SFLOW_ABI_MAJOR, SFLOW_ABI_MINOR));
  return {};
}

Status sflow_module::checkDescription() const {
  const char *name = desc.name ? desc.name : "?";
  if (desc.device_count > instance.devices.size())
    return Status::error(SFLOW_STATUS_FAILED_PRECONDITION, text("module '%s' uses %u devices, the instance has %zu",
                                                                name, desc.device_count, instance.devices.size()));
  if (desc.ranks != 0 && desc.ranks != instance.world->ranks)
    return Status::error(
        SFLOW_STATUS_FAILED_PRECONDITION,
        text("module '%s' was compiled for %u ranks, the world has %u", name, desc.ranks, instance.world->ranks));
  return {};
}

Status sflow_module::preparePlans(const sflow_entry_desc &entry) {
  for (uint32_t i = 0; i < entry.plan_count; ++i) {
    const sflow_plan *plan = entry.plans[i];
    auto &prepared = plans[plan];
    if (prepared)
      continue;
    prepared = std::make_unique<PreparedPlan>(*this, *plan);
    if (Status status = prepared->prepare(); status.failed())
      return status.prefixed(text("module '%s', entry '%s', ", desc.name, entry.name));
  }
  return {};
}

Status sflow_module::runLoad() {
  if (!desc.load)
    return {};
  sflow_invocation *invocation = instance.acquireInvocation();
  invocation->begin(*this, *desc.load, nullptr, nullptr, runs.fetch_add(1));
  invocation->wait(kForever);
  Status status = invocation->status();
  invocation->end();
  return status.failed() ? status.prefixed(text("module '%s', load: ", desc.name)) : Status();
}

Status sflow_module::load(const sflow_parameter *offered, uint64_t count) {
  uint64_t number = instance.modulesLoaded.fetch_add(1, std::memory_order_relaxed);
  if (Status status = checkVersion(); status.failed())
    return status;
  // First of all: what goes wrong from here on the peers are told.
  if (Status status = instance.world->joinModule(instance.rank, number, desc, &shared); status.failed())
    return status;
  if (Status status = checkDescription(); status.failed())
    return status;
  if (Status status = bindParameters(desc, offered, count, parameters); status.failed())
    return status;
  if (Status status = allocateDerived(desc, derived); status.failed())
    return status;
  for (uint32_t i = 0; i < desc.entry_count; ++i)
    if (Status status = preparePlans(desc.entries[i]); status.failed())
      return status;
  if (desc.load)
    if (Status status = preparePlans(*desc.load); status.failed())
      return status;
  return runLoad();
}

Status sflow_module::group(uint32_t index, GroupBinding **out) {
  std::unique_ptr<GroupBinding> &binding = groups[index];
  if (!binding) {
    auto fresh = std::make_unique<GroupBinding>();
    std::vector<uint32_t> members;
    if (Status status =
            groupMembers(desc.groups[index], instance.rank, instance.world->ranks, members, fresh->position);
        status.failed())
      return status;
    fresh->channel = instance.world->channel(*shared, index, members);
    binding = std::move(fresh);
  }
  *out = binding.get();
  return {};
}

PreparedPlan *sflow_module::planOf(const sflow_plan *plan) {
  auto it = plans.find(plan);
  return it == plans.end() ? nullptr : it->second.get();
}

void sflow_module::endRun(uint64_t run, const Status &cause) {
  std::lock_guard lock(instance.launchMutex);
  for (const auto &[index, group] : groups)
    group->endRun(run, cause);
}

void sflow_module::closeRun(uint64_t run) {
  for (const auto &[index, group] : groups)
    group->channel->closeRun(group->position, run);
}

Status sflow_module::checkStart(const char *name, const sflow_tensor *inputs, uint64_t inputCount,
                                const sflow_tensor *outputs, uint64_t outputCount, const sflow_entry_desc **found) {
  if (!name)
    return invalid("no entry is named");
  if ((!inputs && inputCount) || (!outputs && outputCount))
    return invalid(text("entry '%s': tensors are counted, and none are given", name));
  const sflow_entry_desc *entry = nullptr;
  for (uint32_t i = 0; i < desc.entry_count && !entry; ++i)
    if (std::strcmp(desc.entries[i].name, name) == 0)
      entry = &desc.entries[i];
  if (!entry) {
    std::string known;
    for (uint32_t i = 0; i < desc.entry_count; ++i)
      known += std::string(i ? ", " : "") + desc.entries[i].name;
    return Status::error(SFLOW_STATUS_NOT_FOUND,
                         text("module '%s' has no entry '%s'; it has: ", desc.name, name) + known);
  }
  *found = entry;
  if (Status status = instance.world->moduleFailure(*shared); status.failed())
    return status;
  if (Status status = checkInputs(*entry, inputs, inputCount); status.failed())
    return status;
  return checkOutputs(*entry, outputs, outputCount);
}

Status sflow_module::start(const char *name, const sflow_tensor *inputs, uint64_t inputCount, sflow_tensor *outputs,
                           uint64_t outputCount, sflow_invocation **out) {
  uint64_t run = runs.fetch_add(1);
  const sflow_entry_desc *entry = nullptr;
  if (Status status = checkStart(name, inputs, inputCount, outputs, outputCount, &entry); status.failed()) {
    endRun(run, status);
    closeRun(run);
    return status;
  }
  *out = instance.acquireInvocation();
  (*out)->begin(*this, *entry, inputs, outputs, run);
  return {};
}

sflow_status sflow_module_load(sflow_instance *instance, const sflow_module_desc *desc,
                               const sflow_parameter *parameters, uint64_t parameter_count, sflow_module **out_module) {
  *out_module = nullptr;
  auto module = std::make_unique<sflow_module>(*instance, *desc);
  if (Status status = module->load(parameters, parameter_count); status.failed()) {
    module->leave(status.prefixed(text("rank %u: ", instance->rank)));
    return status.release();
  }
  *out_module = module.release();
  return SFLOW_OK;
}

void sflow_module_release(sflow_module *module) { delete module; }

sflow_status sflow_module_run(sflow_module *module, const char *entry, const sflow_tensor *inputs, uint64_t input_count,
                              sflow_tensor *outputs, uint64_t output_count) {
  sflow_invocation *invocation = nullptr;
  if (Status status = module->start(entry, inputs, input_count, outputs, output_count, &invocation); status.failed())
    return status.release();
  invocation->wait(kForever);
  Status status = invocation->status();
  invocation->end();
  return status.release();
}

sflow_status sflow_module_launch(sflow_module *module, const char *entry, const sflow_tensor *inputs,
                                 uint64_t input_count, sflow_tensor *outputs, uint64_t output_count,
                                 sflow_invocation **out_invocation) {
  *out_invocation = nullptr;
  return module->start(entry, inputs, input_count, outputs, output_count, out_invocation).release();
}
