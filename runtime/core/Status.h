// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// A status inside the runtime: a shared reference to an immutable error, or
// nothing for success. Sharing matters: one failed task is the cause of many
// poisoned ones, on several threads.
#ifndef SYNCFLOW_RUNTIME_CORE_STATUS_H
#define SYNCFLOW_RUNTIME_CORE_STATUS_H

#include "SyncFlow/Runtime.h"

#include <string>
#include <utility>

namespace syncflow::runtime {

#define SFLOW_PRINTF(FORMAT, FIRST) __attribute__((format(printf, FORMAT, FIRST)))

/// printf into a string.
std::string text(const char *format, ...) SFLOW_PRINTF(1, 2);

class [[nodiscard]] Status {
public:
  Status() = default;
  Status(const Status &other);
  Status(Status &&other) noexcept : object(std::exchange(other.object, nullptr)) {}
  Status &operator=(Status other) noexcept {
    std::swap(object, other.object);
    return *this;
  }
  ~Status();

  static Status error(sflow_status_code code, const std::string &message);
  /// Takes over a reference that a C caller or a backend handed out.
  static Status adopt(sflow_status object) {
    Status status;
    status.object = object;
    return status;
  }

  bool failed() const { return object != nullptr; }
  sflow_status_code code() const;
  const char *message() const;
  /// The same code with text before the message.
  Status prefixed(const std::string &prefix) const;
  /// Hands the reference to a C caller.
  sflow_status release() { return std::exchange(object, nullptr); }

private:
  sflow_status object = nullptr;
};

inline Status invalid(const std::string &message) { return Status::error(SFLOW_STATUS_INVALID_ARGUMENT, message); }

/// Spelling of an enumerator for messages; "?" when the value is unknown.
const char *spellElement(uint32_t element);
const char *spellCollective(uint32_t kind);
const char *spellReduction(uint32_t reduction);
/// Bytes of one element; 0 when the type is unknown.
uint32_t elementSize(uint32_t element);

} // namespace syncflow::runtime

#endif // SYNCFLOW_RUNTIME_CORE_STATUS_H
