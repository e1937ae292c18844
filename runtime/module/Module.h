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
  Status start(const char *entry, const sflow_tensor *inputs, uint64_t inputCount, sflow_tensor *outputs,
               uint64_t outputCount, sflow_invocation **out);
  /// The peers are not to wait for this rank any more.
  void leave(const Status &cause);
  /// The rank makes no more calls in this run; `cause` as in Channel::endRun.
  void endRun(uint64_t run, const Status &cause);
  /// Nothing of the run is under way any more.
  void closeRun(uint64_t run);
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
  Status checkVersion() const;
  Status checkDescription() const;
  Status preparePlans(const sflow_entry_desc &entry);
  Status runLoad();
  Status checkStart(const char *entry, const sflow_tensor *inputs, uint64_t inputCount, const sflow_tensor *outputs,
                    uint64_t outputCount, const sflow_entry_desc **found);

  syncflow::runtime::WorldModule *shared = nullptr; ///< What the ranks have in common.
  /// Every attempt to run something counts, so that ranks that call the same
  /// entries agree on the numbers although one of them may not get to run.
  std::atomic<uint64_t> runs{0};
  std::unordered_map<uint32_t, std::unique_ptr<syncflow::runtime::GroupBinding>> groups;
  std::unordered_map<const sflow_plan *, std::unique_ptr<syncflow::runtime::PreparedPlan>> plans;
};

#endif // SYNCFLOW_RUNTIME_MODULE_MODULE_H
