// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Types of the C ABI. C11 and <stdint.h> only. Structs that cross the ABI by pointer begin with struct_size, which the
// caller sets to sizeof; the callee reads no field beyond it. Table elements (plan tasks, args, ...) have a fixed
// layout per ABI MAJOR. All strings are NUL-terminated UTF-8 and outlive the call unless a comment says more.
#ifndef SYNCFLOW_ABI_TYPES_H
#define SYNCFLOW_ABI_TYPES_H

#include <stddef.h>
#include <stdint.h>

#include "SyncFlow/ABI/Enums.def"
#include "SyncFlow/ABI/Status.h"
#include "SyncFlow/ABI/Version.h"

#ifdef __cplusplus
extern "C" {
#endif

#define SFLOW_E(P, NAME, VALUE) SFLOW_##P##_##NAME = VALUE,
#define SFLOW_X(NAME, SPELLING, VALUE) SFLOW_E(PRIORITY, NAME, VALUE)
typedef enum sflow_priority { SFLOW_PRIORITY_LIST(SFLOW_X) } sflow_priority;
#undef SFLOW_X
#define SFLOW_X(NAME, SPELLING, VALUE) SFLOW_E(MEMORY_STATE, NAME, VALUE)
typedef enum sflow_memory_state { SFLOW_MEMORY_STATE_LIST(SFLOW_X) } sflow_memory_state;
#undef SFLOW_X
#define SFLOW_X(NAME, SPELLING, VALUE) SFLOW_E(TOKEN, NAME, VALUE)
typedef enum sflow_token_state { SFLOW_TOKEN_STATE_LIST(SFLOW_X) } sflow_token_state;
#undef SFLOW_X
#define SFLOW_X(NAME, SPELLING, VALUE) SFLOW_E(DEVICE, NAME, VALUE)
typedef enum sflow_device_tag { SFLOW_DEVICE_TAG_LIST(SFLOW_X) } sflow_device_tag;
#undef SFLOW_X
#define SFLOW_X(NAME, SPELLING, VALUE) SFLOW_E(COLLECTIVE, NAME, VALUE)
typedef enum sflow_collective_kind { SFLOW_COLLECTIVE_LIST(SFLOW_X) } sflow_collective_kind;
#undef SFLOW_X
#define SFLOW_X(NAME, SPELLING, VALUE) SFLOW_E(REDUCTION, NAME, VALUE)
typedef enum sflow_reduction { SFLOW_REDUCTION_LIST(SFLOW_X) } sflow_reduction;
#undef SFLOW_X
#define SFLOW_X(NAME, SPELLING, VALUE) SFLOW_E(ELEMENT, NAME, VALUE)
typedef enum sflow_element { SFLOW_ELEMENT_LIST(SFLOW_X) } sflow_element;
#undef SFLOW_X
#define SFLOW_X(NAME, SPELLING, VALUE) SFLOW_E(TASK, NAME, VALUE)
typedef enum sflow_task_kind { SFLOW_TASK_KIND_LIST(SFLOW_X) } sflow_task_kind;
#undef SFLOW_X
#define SFLOW_X(NAME, SPELLING, VALUE) SFLOW_E(STREAM, NAME, VALUE)
typedef enum sflow_stream_kind { SFLOW_STREAM_KIND_LIST(SFLOW_X) } sflow_stream_kind;
#undef SFLOW_X
#undef SFLOW_E

/// Opaque objects. `create`/`load` return one reference; `release` gives it back.
typedef struct sflow_world sflow_world;           ///< In-process communicator of thread ranks.
typedef struct sflow_instance sflow_instance;     ///< One rank: devices, workers, everything else hangs off it.
typedef struct sflow_device sflow_device;         ///< Borrowed from the instance.
typedef struct sflow_stream sflow_stream;         ///< A queue on one device with a timeline.
typedef struct sflow_module sflow_module;         ///< A loaded compiled module with bound parameters.
typedef struct sflow_invocation sflow_invocation; ///< One run of an entry.

/// A point on a stream's timeline: complete once the timeline has reached `value`. Plain data; valid until the instance
/// of the stream is released. The all-zero token is complete.
typedef struct sflow_token {
  sflow_stream *stream;
  uint64_t value;
} sflow_token;

#define SFLOW_WAIT_FOREVER UINT64_MAX

//===--------------------------------------------------------------------------------------------------------------===//
// Compiled modules: constant data that the compiler emits and the runtime reads
//===--------------------------------------------------------------------------------------------------------------===//

/// Body of a compute task. `args` are the task's resolved arguments (pointers or integers). Returns 0 on success and
/// k > 0 when the model's own check k-1 (sflow_plan::messages) failed. Must not block, throw or allocate.
typedef int32_t (*sflow_task_fn)(const uint64_t *args);

/// Host code of an entry: binds frame words, launches plans, runs the loops and branches around them. Returns 0, or
/// non-zero after a rt call has failed (the invocation then holds the status).
typedef int32_t (*sflow_entry_fn)(sflow_invocation *invocation);

#define SFLOW_ARG_CONSTANT UINT32_MAX

/// Value of an argument: frame[word] + offset (offset in bytes when the word is a pointer), or just `offset` when word
/// is SFLOW_ARG_CONSTANT.
typedef struct sflow_plan_arg {
  uint32_t word;
  uint32_t reserved;
  int64_t offset;
} sflow_plan_arg;

/// "Start only after `stream` has finished the first `count` tasks it has in this launch."
typedef struct sflow_plan_wait {
  uint32_t stream;
  uint32_t count;
} sflow_plan_wait;

/// One task of a plan. Tasks of one stream run in the order of the table unless the stream is out of order. The args
/// of a TRANSFER are source pointer, target pointer and bytes; those of a COLLECTIVE stand below.
typedef struct sflow_plan_task {
  sflow_task_fn fn; ///< COMPUTE only.
  const char *name;
  const char *location; ///< Source location, for messages.
  uint32_t kind;        ///< sflow_task_kind
  uint32_t stream;      ///< Index into sflow_plan::streams.
  uint32_t priority;    ///< sflow_priority
  uint32_t first_arg, arg_count;
  uint32_t first_wait, wait_count; ///< Kept waits on other streams.
  uint32_t first_pred, pred_count; ///< Tasks whose data this one needs; read only when one has failed.
  uint32_t collective;             ///< COLLECTIVE only: index into sflow_plan::collectives.
  double cost_ns;                  ///< Estimate of the cost model.
  double flops;                    ///< Floating-point operations executed by the body.
} sflow_plan_task;

/// A collective. Its task's args are: input pointer, output pointer, elements of the INPUT of this rank. For
/// all_gather/gather the output holds ranks*elements; for reduce_scatter/scatter elements/ranks; chunks are contiguous
/// and in group order. SEND and RECV use only one of the pointers (the other arg is the constant 0).
typedef struct sflow_plan_collective {
  uint32_t kind;      ///< sflow_collective_kind
  uint32_t reduction; ///< sflow_reduction
  uint32_t element;   ///< sflow_element
  uint32_t group;     ///< Index into sflow_module_desc::groups.
  uint32_t root;      ///< Position in the group: broadcast, reduce, scatter, gather; peer of send and recv.
  uint32_t sequence;  ///< Position in the module's order of collectives, for messages.
} sflow_plan_collective;

typedef struct sflow_plan_stream {
  uint32_t device;   ///< Index into the instance's devices.
  uint32_t ordinal;  ///< Which stream of that device and kind.
  uint32_t kind;     ///< sflow_stream_kind
  uint32_t in_order; ///< 0: tasks of this stream are ordered by waits alone.
} sflow_plan_stream;

/// Arena bytes that nobody reads any more once the listed tasks are done (entries of sflow_plan::release_tasks).
typedef struct sflow_plan_release {
  int64_t offset, size;
  uint32_t first_task, task_count;
} sflow_plan_release;

/// What the compiler knew and did, for reports.
typedef struct sflow_plan_stats {
  uint64_t naive_syncs;     ///< One per conflicting pair of tasks.
  uint64_t reduced_syncs;   ///< After transitive reduction.
  uint64_t kept_waits;      ///< Waits that cross streams.
  uint64_t transfer_bytes;  ///< Moved by transfers and collectives, per launch.
  uint64_t peak_live_bytes; ///< Largest set of intermediate bytes that can be live together.
  uint64_t arena_bytes;
  double critical_path_ns;
  double model_flops; ///< Of the program before tiling.
} sflow_plan_stats;

/// A compiled straight-line region. Word 0 of its frame is the arena's base.
typedef struct sflow_plan {
  uint64_t struct_size;
  const char *name;
  const sflow_plan_task *tasks;
  const sflow_plan_stream *streams;
  const sflow_plan_arg *args;
  const sflow_plan_wait *waits;
  const uint32_t *preds;
  const sflow_plan_collective *collectives;
  const char *const *messages;
  const sflow_plan_release *releases;
  const uint32_t *release_tasks;
  uint32_t task_count, stream_count, arg_count, wait_count, pred_count, collective_count, message_count, release_count;
  uint32_t release_task_count, frame_words;
  sflow_plan_stats stats;
} sflow_plan;

/// Shape of a tensor that crosses an entry; a dimension of -1 is dynamic.
typedef struct sflow_tensor_type {
  const char *name;
  const int64_t *dims;
  uint32_t element; ///< sflow_element
  uint32_t rank;
} sflow_tensor_type;

/// The members of a group for a rank: all ranks whose grid coordinates equal the rank's outside `axes`, in row-major
/// order of the coordinates along `axes`. No axes: the rank alone.
typedef struct sflow_group_desc {
  const char *name;
  const int64_t *grid;
  const uint32_t *axes;
  uint32_t grid_rank, axis_count;
} sflow_group_desc;

typedef struct sflow_entry_desc {
  const char *name;
  sflow_entry_fn fn;
  const sflow_tensor_type *inputs;
  const sflow_tensor_type *outputs;
  const sflow_plan *const *plans;
  uint32_t input_count, output_count, plan_count, reserved;
} sflow_entry_desc;

/// A compiled module. `parameters` are bound by name at load; `derived` are static buffers that `load` (may be NULL)
/// computes from them once, before the first run.
typedef struct sflow_module_desc {
  uint64_t struct_size;
  uint32_t abi_version;
  uint32_t device_count; ///< Devices that the plans use.
  uint32_t ranks;        ///< 0: any number; else exactly this many.
  uint32_t entry_count, parameter_count, derived_count, group_count, reserved;
  uint64_t schedule_hash; ///< Equal on all ranks, compared when a world runs the module.
  const char *name;
  const sflow_entry_desc *entries;
  const sflow_tensor_type *parameters;
  const sflow_tensor_type *derived;
  const sflow_group_desc *groups;
  const sflow_entry_desc *load;
} sflow_module_desc;

//===--------------------------------------------------------------------------------------------------------------===//
// Calls
//===--------------------------------------------------------------------------------------------------------------===//

/// A dense row-major tensor. As input: data, shape and element are read. As output: `data` NULL asks the runtime to
/// allocate (give it back with sflow_tensor_release); `shape` must have room for `rank` entries and is filled in.
typedef struct sflow_tensor {
  uint64_t struct_size;
  void *data;
  int64_t *shape;
  uint64_t byte_size; ///< Capacity of `data`; checked.
  uint32_t rank;
  uint32_t element; ///< sflow_element
  uint32_t owned;   ///< Set by the runtime when it allocated `data`.
  uint32_t reserved;
} sflow_tensor;

/// A named parameter offered at load. Borrowed: `data` must outlive the module.
typedef struct sflow_parameter {
  uint64_t struct_size;
  const char *name;
  const void *data;
  const int64_t *shape;
  uint64_t byte_size;
  uint32_t rank;
  uint32_t element;
} sflow_parameter;

typedef struct sflow_instance_options {
  uint64_t struct_size;
  sflow_world *world;        ///< NULL: a world of one. Retained.
  uint32_t rank;             ///< Position in the world.
  uint32_t device_count;     ///< Host devices to create; 0: one.
  uint32_t cores_per_device; ///< Compute workers of a device; 0: one.
  uint32_t strict;           ///< Non-zero: more workers than usable cores is an error, not oversubscription.
  uint32_t pin;              ///< Non-zero: bind each worker to a core when there are enough.
  uint32_t scribble;         ///< Test mode: overwrite arena ranges as soon as they are released.
  uint64_t dispatch_seed;    ///< Test mode, non-zero: one thread runs ready work in an order drawn from this seed.
  uint64_t trace_capacity;   ///< Events kept for sflow_instance_trace; 0: off.
  const char *backend;       ///< Device backend; NULL: "host".
} sflow_instance_options;

typedef struct sflow_device_info {
  uint64_t struct_size;
  uint32_t tag; ///< sflow_device_tag
  uint32_t cores;
  uint64_t memory_bytes;
  const char *name; ///< Borrowed from the device.
} sflow_device_info;

typedef struct sflow_stream_options {
  uint64_t struct_size;
  uint32_t out_of_order; ///< Non-zero: tasks are ordered by their waits alone.
  uint32_t
      priority; ///< sflow_priority. LOW and BACKGROUND step back behind the process's own priority, which others have.
} sflow_stream_options;

/// Work for sflow_stream_submit. `fn` returns 0 or a non-zero code, which fails the token. `args` is borrowed until the
/// token completes. `poison`: tokens whose failure fails this task (data); the other waits only order.
typedef struct sflow_task_desc {
  uint64_t struct_size;
  sflow_task_fn fn;
  const uint64_t *args;
  const char *name;
  const sflow_token *poison;
  uint64_t poison_count;
} sflow_task_desc;

/// One timed event. Times are nanoseconds of a monotonic clock. `plan` is NULL for submitted work.
typedef struct sflow_trace_event {
  const sflow_plan *plan;
  uint32_t task;     ///< Index in the plan.
  uint32_t stream;   ///< Index in the plan.
  uint64_t launch;   ///< Counts launches of the instance.
  uint64_t ready_ns; ///< When the worker came to the task and began to wait for other streams.
  uint64_t start_ns;
  uint64_t end_ns;
} sflow_trace_event;

/// Totals of an instance since creation or the last reset.
typedef struct sflow_instance_stats {
  uint64_t struct_size;
  uint64_t launches, tasks, waits, waits_parked, failed_tasks, poisoned_tasks;
  uint64_t busy_ns;     ///< Inside task bodies, all streams.
  uint64_t wait_ns;     ///< Waiting for other streams or peers, all streams.
  uint64_t overhead_ns; ///< Everything else between the start and the end of a launch on a stream.
  uint64_t arena_bytes; ///< Held by the arena pool now.
} sflow_instance_stats;

#ifdef __cplusplus
} // extern "C"
#endif

#endif // SYNCFLOW_ABI_TYPES_H
