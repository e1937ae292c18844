// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// A loaded module: checked description, bound parameters, derived buffers,
// prepared plans.
#ifndef SYNCFLOW_RUNTIME_MODULE_MODULE_H
#define SYNCFLOW_RUNTIME_MODULE_MODULE_H

#include "collective/Group.h"
#include "core/Instance.h"
#include "memory/ArenaPool.h"
#include "scheduler/PreparedPlan.h"

#include <memory>
#include <unordered_map>
#include <vector>

struct sflow_module {
  using Status = syncflow::runtime::Status;

  sflow_module(sflow_instance &instance, const sflow_module_desc &desc)
      : instance(instance), desc(desc), arenas(instance.arenaBytes) {}
  ~sflow_module();

  Status load(const sflow_parameter *parameters, uint64_t count);
  /// Starts an entry whose arguments were checked; the invocation may be
  /// running when this returns.
  Status start(const char *entry, const sflow_tensor *inputs,
               uint64_t inputCount, sflow_tensor *outputs, uint64_t outputCount,
               sflow_invocation **out);
  /// NULL when the plan is not one of the module's.
  syncflow::runtime::PreparedPlan *planOf(const sflow_plan *plan);
  /// This rank's side of a group; bound on first use.
  Status group(uint32_t index, syncflow::runtime::GroupBinding **out);

  sflow_instance &instance;
  const sflow_module_desc &desc;
  syncflow::runtime::ArenaPool arenas;
  std::vector<const void *> parameters;
  std::vector<syncflow::runtime::Arena> derived;

private:
  Status checkDescription() const;
  Status preparePlans(const sflow_entry_desc &entry);
  Status runLoad();

  syncflow::runtime::WorldModule *shared =
      nullptr; ///< What the ranks have in common.
  std::unordered_map<uint32_t, std::unique_ptr<syncflow::runtime::GroupBinding>>
      groups;
  std::unordered_map<const sflow_plan *,
                     std::unique_ptr<syncflow::runtime::PreparedPlan>>
      plans;
};

#endif // SYNCFLOW_RUNTIME_MODULE_MODULE_H
