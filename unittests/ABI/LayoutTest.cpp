// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Sizes, offsets and values of the C ABI. A change here is a change of
// SFLOW_ABI_MAJOR, unless something was appended to a struct that carries
// struct_size (then SFLOW_ABI_MINOR grows).
#include "SyncFlow/Runtime.h"

#include <gtest/gtest.h>

#include <cstring>

static_assert(SFLOW_ABI_MAJOR == 0 && SFLOW_ABI_MINOR == 1, "new numbers: pin the new layout below");

#define PIN_SIZE(TYPE, SIZE) static_assert(sizeof(TYPE) == SIZE, #TYPE)
#define PIN(TYPE, FIELD, OFFSET) static_assert(offsetof(TYPE, FIELD) == OFFSET, #TYPE "." #FIELD)

PIN_SIZE(sflow_token, 16);
PIN(sflow_token, stream, 0);
PIN(sflow_token, value, 8);

PIN_SIZE(sflow_plan_arg, 16);
PIN(sflow_plan_arg, word, 0);
PIN(sflow_plan_arg, offset, 8);

PIN_SIZE(sflow_plan_wait, 8);
PIN(sflow_plan_wait, stream, 0);
PIN(sflow_plan_wait, count, 4);

PIN_SIZE(sflow_plan_task, 80);
PIN(sflow_plan_task, fn, 0);
PIN(sflow_plan_task, name, 8);
PIN(sflow_plan_task, location, 16);
PIN(sflow_plan_task, kind, 24);
PIN(sflow_plan_task, stream, 28);
PIN(sflow_plan_task, priority, 32);
PIN(sflow_plan_task, first_arg, 36);
PIN(sflow_plan_task, arg_count, 40);
PIN(sflow_plan_task, first_wait, 44);
PIN(sflow_plan_task, wait_count, 48);
PIN(sflow_plan_task, first_pred, 52);
PIN(sflow_plan_task, pred_count, 56);
PIN(sflow_plan_task, collective, 60);
PIN(sflow_plan_task, cost_ns, 64);
PIN(sflow_plan_task, flops, 72);

PIN_SIZE(sflow_plan_collective, 24);
PIN(sflow_plan_collective, kind, 0);
PIN(sflow_plan_collective, reduction, 4);
PIN(sflow_plan_collective, element, 8);
PIN(sflow_plan_collective, group, 12);
PIN(sflow_plan_collective, root, 16);
PIN(sflow_plan_collective, sequence, 20);

PIN_SIZE(sflow_plan_stream, 16);
PIN(sflow_plan_stream, device, 0);
PIN(sflow_plan_stream, ordinal, 4);
PIN(sflow_plan_stream, kind, 8);
PIN(sflow_plan_stream, in_order, 12);

PIN_SIZE(sflow_plan_release, 24);
PIN(sflow_plan_release, offset, 0);
PIN(sflow_plan_release, size, 8);
PIN(sflow_plan_release, first_task, 16);
PIN(sflow_plan_release, task_count, 20);

PIN_SIZE(sflow_plan_stats, 64);
PIN(sflow_plan_stats, naive_syncs, 0);
PIN(sflow_plan_stats, reduced_syncs, 8);
PIN(sflow_plan_stats, kept_waits, 16);
PIN(sflow_plan_stats, transfer_bytes, 24);
PIN(sflow_plan_stats, peak_live_bytes, 32);
PIN(sflow_plan_stats, arena_bytes, 40);
PIN(sflow_plan_stats, critical_path_ns, 48);
PIN(sflow_plan_stats, model_flops, 56);

PIN_SIZE(sflow_plan, 192);
PIN(sflow_plan, struct_size, 0);
PIN(sflow_plan, name, 8);
PIN(sflow_plan, tasks, 16);
PIN(sflow_plan, streams, 24);
PIN(sflow_plan, args, 32);
PIN(sflow_plan, waits, 40);
PIN(sflow_plan, preds, 48);
PIN(sflow_plan, collectives, 56);
PIN(sflow_plan, messages, 64);
PIN(sflow_plan, releases, 72);
PIN(sflow_plan, release_tasks, 80);
PIN(sflow_plan, task_count, 88);
PIN(sflow_plan, stream_count, 92);
PIN(sflow_plan, arg_count, 96);
PIN(sflow_plan, wait_count, 100);
PIN(sflow_plan, pred_count, 104);
PIN(sflow_plan, collective_count, 108);
PIN(sflow_plan, message_count, 112);
PIN(sflow_plan, release_count, 116);
PIN(sflow_plan, release_task_count, 120);
PIN(sflow_plan, frame_words, 124);
PIN(sflow_plan, stats, 128);

PIN_SIZE(sflow_tensor_type, 24);
PIN(sflow_tensor_type, name, 0);
PIN(sflow_tensor_type, dims, 8);
PIN(sflow_tensor_type, element, 16);
PIN(sflow_tensor_type, rank, 20);

PIN_SIZE(sflow_group_desc, 32);
PIN(sflow_group_desc, name, 0);
PIN(sflow_group_desc, grid, 8);
PIN(sflow_group_desc, axes, 16);
PIN(sflow_group_desc, grid_rank, 24);
PIN(sflow_group_desc, axis_count, 28);

PIN_SIZE(sflow_entry_desc, 56);
PIN(sflow_entry_desc, name, 0);
PIN(sflow_entry_desc, fn, 8);
PIN(sflow_entry_desc, inputs, 16);
PIN(sflow_entry_desc, outputs, 24);
PIN(sflow_entry_desc, plans, 32);
PIN(sflow_entry_desc, input_count, 40);
PIN(sflow_entry_desc, output_count, 44);
PIN(sflow_entry_desc, plan_count, 48);

PIN_SIZE(sflow_module_desc, 96);
PIN(sflow_module_desc, struct_size, 0);
PIN(sflow_module_desc, abi_version, 8);
PIN(sflow_module_desc, device_count, 12);
PIN(sflow_module_desc, ranks, 16);
PIN(sflow_module_desc, entry_count, 20);
PIN(sflow_module_desc, parameter_count, 24);
PIN(sflow_module_desc, derived_count, 28);
PIN(sflow_module_desc, group_count, 32);
PIN(sflow_module_desc, schedule_hash, 40);
PIN(sflow_module_desc, name, 48);
PIN(sflow_module_desc, entries, 56);
PIN(sflow_module_desc, parameters, 64);
PIN(sflow_module_desc, derived, 72);
PIN(sflow_module_desc, groups, 80);
PIN(sflow_module_desc, load, 88);

PIN_SIZE(sflow_tensor, 48);
PIN(sflow_tensor, struct_size, 0);
PIN(sflow_tensor, data, 8);
PIN(sflow_tensor, shape, 16);
PIN(sflow_tensor, byte_size, 24);
PIN(sflow_tensor, rank, 32);
PIN(sflow_tensor, element, 36);
PIN(sflow_tensor, owned, 40);

PIN_SIZE(sflow_parameter, 48);
PIN(sflow_parameter, struct_size, 0);
PIN(sflow_parameter, name, 8);
PIN(sflow_parameter, data, 16);
PIN(sflow_parameter, shape, 24);
PIN(sflow_parameter, byte_size, 32);
PIN(sflow_parameter, rank, 40);
PIN(sflow_parameter, element, 44);

PIN_SIZE(sflow_instance_options, 64);
PIN(sflow_instance_options, struct_size, 0);
PIN(sflow_instance_options, world, 8);
PIN(sflow_instance_options, rank, 16);
PIN(sflow_instance_options, device_count, 20);
PIN(sflow_instance_options, cores_per_device, 24);
PIN(sflow_instance_options, strict, 28);
PIN(sflow_instance_options, pin, 32);
PIN(sflow_instance_options, scribble, 36);
PIN(sflow_instance_options, dispatch_seed, 40);
PIN(sflow_instance_options, trace_capacity, 48);
PIN(sflow_instance_options, backend, 56);

PIN_SIZE(sflow_device_info, 32);
PIN(sflow_device_info, tag, 8);
PIN(sflow_device_info, cores, 12);
PIN(sflow_device_info, memory_bytes, 16);
PIN(sflow_device_info, name, 24);

PIN_SIZE(sflow_stream_options, 16);
PIN(sflow_stream_options, out_of_order, 8);
PIN(sflow_stream_options, priority, 12);

PIN_SIZE(sflow_task_desc, 48);
PIN(sflow_task_desc, fn, 8);
PIN(sflow_task_desc, args, 16);
PIN(sflow_task_desc, name, 24);
PIN(sflow_task_desc, poison, 32);
PIN(sflow_task_desc, poison_count, 40);

PIN_SIZE(sflow_trace_event, 48);
PIN(sflow_trace_event, plan, 0);
PIN(sflow_trace_event, task, 8);
PIN(sflow_trace_event, stream, 12);
PIN(sflow_trace_event, launch, 16);
PIN(sflow_trace_event, ready_ns, 24);
PIN(sflow_trace_event, start_ns, 32);
PIN(sflow_trace_event, end_ns, 40);

PIN_SIZE(sflow_instance_stats, 88);
PIN(sflow_instance_stats, launches, 8);
PIN(sflow_instance_stats, tasks, 16);
PIN(sflow_instance_stats, waits, 24);
PIN(sflow_instance_stats, waits_parked, 32);
PIN(sflow_instance_stats, failed_tasks, 40);
PIN(sflow_instance_stats, poisoned_tasks, 48);
PIN(sflow_instance_stats, busy_ns, 56);
PIN(sflow_instance_stats, wait_ns, 64);
PIN(sflow_instance_stats, overhead_ns, 72);
PIN(sflow_instance_stats, arena_bytes, 80);

namespace {

/// A list written out again as "name=value ...": values and order are what is
/// pinned.
#define SPELL(NAME, SPELLING, VALUE) " " #SPELLING "=" #VALUE

TEST(EnumsTest, ValuesAreThoseOfThisMajor) {
  EXPECT_STREQ(SFLOW_PRIORITY_LIST(SPELL), " critical=0 high=1 normal=2 low=3 background=4");
  EXPECT_STREQ(SFLOW_MEMORY_STATE_LIST(SPELL), " clean=0 dirty=1 read_only=2 write_pending=3 write_complete=4 "
                                               "invalid=5 migrating=6 replicated=7");
  EXPECT_STREQ(SFLOW_PARTICIPANTS_LIST(SPELL), " streams=0 devices=1 group=2 all=3");
  EXPECT_STREQ(SFLOW_REACH_LIST(SPELL), " stream=0 device=1 node=2 global=3");
  EXPECT_STREQ(SFLOW_CONSISTENCY_LIST(SPELL), " relaxed=0 causal=1 release_acquire=2 sequential=3");
  EXPECT_STREQ(SFLOW_COMPLETION_LIST(SPELL), " enqueued=0 executed=1 visible=2");
  EXPECT_STREQ(SFLOW_TOKEN_STATE_LIST(SPELL), " pending=0 complete=1 failed=2 cancelled=3 timed_out=4");
  EXPECT_STREQ(SFLOW_SYNC_MODE_LIST(SPELL), " producer_synced=0 event=1 consumer_stream=2");
  EXPECT_STREQ(SFLOW_DEVICE_TAG_LIST(SPELL), " cpu=0x00 cuda=0x01 rocm=0x02 metal=0x03 vulkan=0x04 webgpu=0x05 "
                                             "hexagon=0x06 level_zero=0x07 opencl=0x08 host=0xF0 sim=0xF1");
  EXPECT_STREQ(SFLOW_MEMORY_CLASS_LIST(SPELL), " standard=0 host_pinned=1 unified=2 peer=3");
  EXPECT_STREQ(SFLOW_TRANSPORT_LIST(SPELL), " in_process=0 shared_memory=1 network=2 peer_link=3");
  EXPECT_STREQ(SFLOW_COLLECTIVE_LIST(SPELL), " all_reduce=0 reduce=1 broadcast=2 all_gather=3 reduce_scatter=4 "
                                             "scatter=5 gather=6 all_to_all=7 send=8 recv=9 barrier=10");
  EXPECT_STREQ(SFLOW_REDUCTION_LIST(SPELL), " sum=0 product=1 min=2 max=3 average=4 bit_and=5 bit_or=6 bit_xor=7");
  EXPECT_STREQ(SFLOW_ENERGY_LIST(SPELL), " performance=0 balanced=1 efficient=2");
  EXPECT_STREQ(SFLOW_ELEMENT_LIST(SPELL), " f16=0x01 bf16=0x02 f32=0x03 f64=0x04 i8=0x10 u8=0x11 i16=0x12 u16=0x13 "
                                          "i32=0x14 u32=0x15 i64=0x16 u64=0x17 i1=0x20");
  EXPECT_STREQ(SFLOW_TASK_KIND_LIST(SPELL), " compute=0 collective=1 transfer=2");
  EXPECT_STREQ(SFLOW_STREAM_KIND_LIST(SPELL), " compute=0 communication=1");
  EXPECT_STREQ(SFLOW_STATUS_LIST(SPELL), " ok=0 invalid_argument=1 not_found=2 out_of_range=3 "
                                         "resource_exhausted=4 failed_precondition=5 "
                                         "unsupported=6 aborted=7 deadline_exceeded=8 cancelled=9 "
                                         "data_loss=10 internal=11");
}

TEST(EnumsTest, TheHeaderSpellsThemWithTheirPrefix) {
  EXPECT_EQ(SFLOW_PRIORITY_BACKGROUND, 4);
  EXPECT_EQ(SFLOW_TOKEN_FAILED, 2);
  EXPECT_EQ(SFLOW_DEVICE_HOST, 0xF0);
  EXPECT_EQ(SFLOW_COLLECTIVE_BARRIER, 10);
  EXPECT_EQ(SFLOW_ELEMENT_I1, 0x20);
  EXPECT_EQ(SFLOW_STATUS_INTERNAL, 11);
}

} // namespace
