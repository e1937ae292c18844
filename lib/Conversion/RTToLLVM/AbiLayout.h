// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// The constant structs of the C ABI, field by field, so that a table is filled in as the C struct itself and emitted
// from it. A field that is added, moved or retyped in SyncFlow/ABI/Types.h is either taken along or stops the build.
#ifndef SYNCFLOW_CONVERSION_RTTOLLVM_ABILAYOUT_H
#define SYNCFLOW_CONVERSION_RTTOLLVM_ABILAYOUT_H

#include "SyncFlow/ABI/Types.h"

#include <cstddef>
#include <tuple>

namespace syncflow::abi {

template <typename S, typename F> struct Field {
  F S::*member;
  size_t offset;
  static constexpr size_t size = sizeof(F);
};
template <typename S, typename F> constexpr Field<S, F> field(F S::*member, size_t offset) { return {member, offset}; }

/// Specialised for every struct that tables hold.
template <typename S> struct Layout {
  static constexpr bool known = false;
};

/// The listed fields follow each other without a gap and fill the struct: none is missing, and LLVM's natural layout of
/// the same fields is the C layout.
template <typename S> constexpr bool isComplete() {
  return std::apply(
      [](auto... fields) {
        size_t end = 0;
        bool dense = true;
        ((dense = dense && fields.offset == end, end += fields.size), ...);
        return dense && end == sizeof(S);
      },
      Layout<S>::fields);
}

#define SFLOW_F(NAME) field(&S::NAME, offsetof(S, NAME))
#define SFLOW_LAYOUT(STRUCT, ...)                                                                                      \
  template <> struct Layout<STRUCT> {                                                                                  \
    using S = STRUCT;                                                                                                  \
    static constexpr bool known = true;                                                                                \
    static constexpr auto fields = std::make_tuple(__VA_ARGS__);                                                       \
  };                                                                                                                   \
  static_assert(isComplete<STRUCT>(), #STRUCT " has changed: list its fields anew");

SFLOW_LAYOUT(sflow_plan_arg, SFLOW_F(word), SFLOW_F(reserved), SFLOW_F(offset))
SFLOW_LAYOUT(sflow_plan_wait, SFLOW_F(stream), SFLOW_F(count))
SFLOW_LAYOUT(sflow_plan_task, SFLOW_F(fn), SFLOW_F(name), SFLOW_F(location), SFLOW_F(kind), SFLOW_F(stream),
             SFLOW_F(priority), SFLOW_F(first_arg), SFLOW_F(arg_count), SFLOW_F(first_wait), SFLOW_F(wait_count),
             SFLOW_F(first_pred), SFLOW_F(pred_count), SFLOW_F(collective), SFLOW_F(cost_ns), SFLOW_F(flops))
SFLOW_LAYOUT(sflow_plan_collective, SFLOW_F(kind), SFLOW_F(reduction), SFLOW_F(element), SFLOW_F(group), SFLOW_F(root),
             SFLOW_F(sequence))
SFLOW_LAYOUT(sflow_plan_stream, SFLOW_F(device), SFLOW_F(ordinal), SFLOW_F(kind), SFLOW_F(in_order))
SFLOW_LAYOUT(sflow_plan_release, SFLOW_F(offset), SFLOW_F(size), SFLOW_F(first_task), SFLOW_F(task_count))
SFLOW_LAYOUT(sflow_plan_stats, SFLOW_F(naive_syncs), SFLOW_F(reduced_syncs), SFLOW_F(kept_waits),
             SFLOW_F(transfer_bytes), SFLOW_F(peak_live_bytes), SFLOW_F(arena_bytes), SFLOW_F(critical_path_ns),
             SFLOW_F(model_flops))
SFLOW_LAYOUT(sflow_plan, SFLOW_F(struct_size), SFLOW_F(name), SFLOW_F(tasks), SFLOW_F(streams), SFLOW_F(args),
             SFLOW_F(waits), SFLOW_F(preds), SFLOW_F(collectives), SFLOW_F(messages), SFLOW_F(releases),
             SFLOW_F(release_tasks), SFLOW_F(task_count), SFLOW_F(stream_count), SFLOW_F(arg_count),
             SFLOW_F(wait_count), SFLOW_F(pred_count), SFLOW_F(collective_count), SFLOW_F(message_count),
             SFLOW_F(release_count), SFLOW_F(release_task_count), SFLOW_F(frame_words), SFLOW_F(stats))
SFLOW_LAYOUT(sflow_tensor_type, SFLOW_F(name), SFLOW_F(dims), SFLOW_F(element), SFLOW_F(rank))
SFLOW_LAYOUT(sflow_group_desc, SFLOW_F(name), SFLOW_F(grid), SFLOW_F(axes), SFLOW_F(grid_rank), SFLOW_F(axis_count))
SFLOW_LAYOUT(sflow_entry_desc, SFLOW_F(name), SFLOW_F(fn), SFLOW_F(inputs), SFLOW_F(outputs), SFLOW_F(plans),
             SFLOW_F(input_count), SFLOW_F(output_count), SFLOW_F(plan_count), SFLOW_F(reserved))
SFLOW_LAYOUT(sflow_module_desc, SFLOW_F(struct_size), SFLOW_F(abi_version), SFLOW_F(device_count), SFLOW_F(ranks),
             SFLOW_F(entry_count), SFLOW_F(parameter_count), SFLOW_F(derived_count), SFLOW_F(group_count),
             SFLOW_F(reserved), SFLOW_F(schedule_hash), SFLOW_F(name), SFLOW_F(entries), SFLOW_F(parameters),
             SFLOW_F(derived), SFLOW_F(groups), SFLOW_F(load))

#undef SFLOW_LAYOUT
#undef SFLOW_F

} // namespace syncflow::abi

#endif // SYNCFLOW_CONVERSION_RTTOLLVM_ABILAYOUT_H
