// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Status objects and the spelling of enumerators.
#include "core/Status.h"

#include <atomic>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

/// The message follows the object in the same allocation.
struct sflow_status_object {
  std::atomic<uint32_t> references;
  sflow_status_code code;
  const char *message;
};

namespace syncflow::runtime {

/// Reference count of the object that stands in when memory for an error has
/// run out; it is never changed.
static constexpr uint32_t kImmortal = UINT32_MAX;

static sflow_status outOfMemory() {
  static const sflow_status_object object{{kImmortal}, SFLOW_STATUS_RESOURCE_EXHAUSTED, "out of memory"};
  return const_cast<sflow_status>(&object);
}

static sflow_status createObject(sflow_status_code code, const char *message) {
  if (code == SFLOW_STATUS_OK)
    return nullptr;
  size_t length = std::strlen(message) + 1;
  void *memory = std::malloc(sizeof(sflow_status_object) + length);
  if (!memory)
    return outOfMemory();
  char *copy = static_cast<char *>(memory) + sizeof(sflow_status_object);
  std::memcpy(copy, message, length);
  return new (memory) sflow_status_object{{1}, code, copy};
}

static void retainObject(sflow_status object) {
  if (object && object->references.load(std::memory_order_relaxed) != kImmortal)
    object->references.fetch_add(1, std::memory_order_relaxed);
}

static void releaseObject(sflow_status object) {
  if (!object || object->references.load(std::memory_order_relaxed) == kImmortal)
    return;
  if (object->references.fetch_sub(1, std::memory_order_acq_rel) == 1)
    std::free(object);
}

std::string text(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  va_list again;
  va_copy(again, arguments);
  int length = std::vsnprintf(nullptr, 0, format, arguments);
  va_end(arguments);
  std::string result(length > 0 ? static_cast<size_t>(length) : 0, '\0');
  std::vsnprintf(result.data(), result.size() + 1, format, again);
  va_end(again);
  return result;
}

Status::Status(const Status &other) : object(other.object) { retainObject(object); }
Status::~Status() { releaseObject(object); }

Status Status::error(sflow_status_code code, const std::string &message) {
  return adopt(createObject(code, message.c_str()));
}

sflow_status_code Status::code() const { return object ? object->code : SFLOW_STATUS_OK; }
const char *Status::message() const { return object ? object->message : ""; }
Status Status::prefixed(const std::string &prefix) const { return error(code(), prefix + message()); }

#define SPELL_ENTRY(NAME, SPELLING, VALUE)                                                                             \
  case VALUE:                                                                                                          \
    return #SPELLING;

const char *spellElement(uint32_t element) {
  switch (element) { SFLOW_ELEMENT_LIST(SPELL_ENTRY) }
  return "?";
}

const char *spellCollective(uint32_t kind) {
  switch (kind) { SFLOW_COLLECTIVE_LIST(SPELL_ENTRY) }
  return "?";
}

const char *spellReduction(uint32_t reduction) {
  switch (reduction) { SFLOW_REDUCTION_LIST(SPELL_ENTRY) }
  return "?";
}

uint32_t elementSize(uint32_t element) {
  switch (element) {
  case SFLOW_ELEMENT_I8:
  case SFLOW_ELEMENT_U8:
  case SFLOW_ELEMENT_I1:
    return 1;
  case SFLOW_ELEMENT_F16:
  case SFLOW_ELEMENT_BF16:
  case SFLOW_ELEMENT_I16:
  case SFLOW_ELEMENT_U16:
    return 2;
  case SFLOW_ELEMENT_F32:
  case SFLOW_ELEMENT_I32:
  case SFLOW_ELEMENT_U32:
    return 4;
  case SFLOW_ELEMENT_F64:
  case SFLOW_ELEMENT_I64:
  case SFLOW_ELEMENT_U64:
    return 8;
  }
  return 0;
}

} // namespace syncflow::runtime

using namespace syncflow::runtime;

sflow_status sflow_status_create(sflow_status_code code, const char *message) {
  return createObject(code, message ? message : "");
}

sflow_status_code sflow_status_code_of(sflow_status status) { return status ? status->code : SFLOW_STATUS_OK; }

const char *sflow_status_message(sflow_status status) { return status ? status->message : ""; }

void sflow_status_release(sflow_status status) { releaseObject(status); }

uint32_t sflow_abi_version(void) { return SFLOW_ABI_VERSION; }
