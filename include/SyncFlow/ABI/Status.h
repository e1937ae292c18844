// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Fallible calls return an sflow_status: NULL is success; anything else is an object the caller owns and gives back
// with sflow_status_release. Ignoring a status is a compile-time warning.
#ifndef SYNCFLOW_ABI_STATUS_H
#define SYNCFLOW_ABI_STATUS_H

#include "SyncFlow/ABI/Enums.def"

#define SFLOW_ENUMERATOR(NAME, SPELLING, VALUE) SFLOW_STATUS_##NAME = VALUE,
typedef enum sflow_status_code { SFLOW_STATUS_LIST(SFLOW_ENUMERATOR) } sflow_status_code;
#undef SFLOW_ENUMERATOR

typedef struct sflow_status_object *sflow_status;

#define SFLOW_OK ((sflow_status)0)

#if defined(__GNUC__)
#define SFLOW_MUST_USE __attribute__((warn_unused_result))
#else
#define SFLOW_MUST_USE
#endif

#endif // SYNCFLOW_ABI_STATUS_H
