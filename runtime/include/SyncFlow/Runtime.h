// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// The runtime's public C interface. Every entry point is listed, with its
// contract, in SyncFlow/ABI/Entrypoints.def.
#ifndef SYNCFLOW_RUNTIME_H
#define SYNCFLOW_RUNTIME_H

#include "SyncFlow/ABI/Types.h"

#if defined(__GNUC__)
#define SFLOW_EXPORT __attribute__((visibility("default")))
#else
#define SFLOW_EXPORT
#endif

#ifdef __cplusplus
extern "C" {
#endif

// Only results of type sflow_status must be looked at, and C has no attribute
// for types: the first token of the result picks the declaration.
#define SFLOW_RESULT_sflow_status SFLOW_MUST_USE sflow_status
#define SFLOW_RESULT_sflow_status_code sflow_status_code
#define SFLOW_RESULT_sflow_token_state sflow_token_state
#define SFLOW_RESULT_const const
#define SFLOW_RESULT_void void
#define SFLOW_RESULT_int32_t int32_t
#define SFLOW_RESULT_int64_t int64_t
#define SFLOW_RESULT_uint32_t uint32_t
#define SFLOW_RESULT_uint64_t uint64_t
#define SFLOW_ENTRY(NAME, RESULT, PARAMETERS) SFLOW_EXPORT SFLOW_RESULT_##RESULT NAME PARAMETERS;
#include "SyncFlow/ABI/Entrypoints.def"
#undef SFLOW_ENTRY
#undef SFLOW_RESULT_sflow_status
#undef SFLOW_RESULT_sflow_status_code
#undef SFLOW_RESULT_sflow_token_state
#undef SFLOW_RESULT_const
#undef SFLOW_RESULT_void
#undef SFLOW_RESULT_int32_t
#undef SFLOW_RESULT_int64_t
#undef SFLOW_RESULT_uint32_t
#undef SFLOW_RESULT_uint64_t

#ifdef __cplusplus
} // extern "C"
#endif

#endif // SYNCFLOW_RUNTIME_H
