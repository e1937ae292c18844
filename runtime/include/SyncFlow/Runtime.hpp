// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Thin C++ owners for the runtime's C objects. Everything is inline and stands
// on the C interface alone, so it may be mixed freely with calls to it.
#ifndef SYNCFLOW_RUNTIME_HPP
#define SYNCFLOW_RUNTIME_HPP

#include "SyncFlow/Runtime.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace syncflow {

/// Owns a status. Convert it to bool to ask whether the call failed.
class [[nodiscard]] Status {
public:
  Status(sflow_status status = nullptr) : status(status) {}
  Status(Status &&other) noexcept : status(std::exchange(other.status, nullptr)) {}
  Status &operator=(Status &&other) noexcept {
    std::swap(status, other.status);
    return *this;
  }
  Status(const Status &) = delete;
  Status &operator=(const Status &) = delete;
  ~Status() { sflow_status_release(status); }

  bool failed() const { return status != nullptr; }
  explicit operator bool() const { return failed(); }
  sflow_status_code code() const { return sflow_status_code_of(status); }
  /// Valid as long as this object.
  const char *message() const { return sflow_status_message(status); }
  sflow_status release() { return std::exchange(status, nullptr); }

private:
  sflow_status status;
};

/// Owns one reference to a C object and gives it back with RELEASE.
template <typename Object, void (*Release)(Object *)> class Owner {
public:
  Owner() = default;
  explicit Owner(Object *object) : object(object) {}
  Owner(Owner &&other) noexcept : object(std::exchange(other.object, nullptr)) {}
  Owner &operator=(Owner &&other) noexcept {
    if (this != &other)
      reset(std::exchange(other.object, nullptr));
    return *this;
  }
  Owner(const Owner &) = delete;
  Owner &operator=(const Owner &) = delete;
  ~Owner() { reset(); }

  Object *get() const { return object; }
  explicit operator bool() const { return object != nullptr; }
  /// Releases what is held and takes over `other`.
  void reset(Object *other = nullptr) {
    if (Object *old = std::exchange(object, other))
      Release(old);
  }
  Object *release() { return std::exchange(object, nullptr); }
  /// For `out_...` parameters.
  Object **out() {
    reset();
    return &object;
  }

private:
  Object *object = nullptr;
};

using World = Owner<sflow_world, sflow_world_release>;
using Instance = Owner<sflow_instance, sflow_instance_release>;
using Stream = Owner<sflow_stream, sflow_stream_release>;
using Module = Owner<sflow_module, sflow_module_release>;
using Invocation = Owner<sflow_invocation, sflow_invocation_release>;

inline Status createWorld(uint32_t ranks, World &world) { return sflow_world_create(ranks, world.out()); }

inline Status createInstance(const sflow_instance_options &options, Instance &instance) {
  return sflow_instance_create(&options, instance.out());
}

/// A result whose memory the runtime allocates, with room for its shape.
class Tensor {
public:
  Tensor(uint32_t element, uint32_t rank) : shape(rank) {
    tensor.struct_size = sizeof(tensor);
    tensor.element = element;
    tensor.rank = rank;
  }
  Tensor(Tensor &&other) noexcept : shape(std::move(other.shape)), tensor(std::exchange(other.tensor, {})) {}
  Tensor(const Tensor &) = delete;
  Tensor &operator=(const Tensor &) = delete;
  ~Tensor() { sflow_tensor_release(&tensor); }

  /// To pass to a call; valid until this object moves.
  sflow_tensor *get() {
    tensor.shape = shape.data();
    return &tensor;
  }
  const std::vector<int64_t> &dims() const { return shape; }
  template <typename T> T *data() { return static_cast<T *>(tensor.data); }

private:
  std::vector<int64_t> shape;
  sflow_tensor tensor{};
};

} // namespace syncflow

#endif // SYNCFLOW_RUNTIME_HPP
