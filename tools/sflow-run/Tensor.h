// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Tensors in host memory and what the element types mean.
#ifndef SYNCFLOW_TOOLS_RUN_TENSOR_H
#define SYNCFLOW_TOOLS_RUN_TENSOR_H

#include "SyncFlow/ABI/Types.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <optional>
#include <string>

namespace syncflow::run {

using Shape = llvm::SmallVector<int64_t, 4>;

/// Bytes of one element; 0 for a value that is no element type.
unsigned elementSize(uint32_t element);
/// Spelling in messages: f32, bf16, i64, ...
llvm::StringRef elementName(uint32_t element);
bool isFloat(uint32_t element);
/// "1x128xi64"; a dynamic dimension is printed as '?', a scalar as its element.
std::string typeName(uint32_t element, llvm::ArrayRef<int64_t> shape);
std::string typeName(const sflow_tensor_type &type);
/// "[0, 3, 1]" of the row-major position `linear`.
std::string indexName(llvm::ArrayRef<int64_t> shape, uint64_t linear);
/// Number of elements; nothing when a dimension is negative or the product of
/// the bytes overflows.
std::optional<uint64_t> elementCount(uint32_t element, llvm::ArrayRef<int64_t> shape);
/// Whether a concrete shape is one of the type's (dynamic dimensions match
/// anything).
bool shapeMatches(const sflow_tensor_type &type, llvm::ArrayRef<int64_t> shape);

double decodeF16(uint16_t bits);
double decodeBF16(uint16_t bits);
/// Round to nearest, ties to even.
uint16_t encodeF16(float value);
uint16_t encodeBF16(float value);

/// A dense row-major tensor whose memory is 64-byte aligned and owned.
class HostTensor {
public:
  HostTensor() = default;
  /// Zeroed. Shapes come from files and modules, so there may be no such tensor
  /// or no memory for it.
  static llvm::Expected<HostTensor> create(uint32_t element, llvm::ArrayRef<int64_t> shape);
  /// For shapes that are known to be possible.
  HostTensor(uint32_t element, llvm::ArrayRef<int64_t> shape);

  uint32_t element() const { return type; }
  llvm::ArrayRef<int64_t> shape() const { return dims; }
  uint64_t count() const { return elements; }
  uint64_t bytes() const { return elements * elementSize(type); }
  char *data() { return storage.get(); }
  const char *data() const { return storage.get(); }
  llvm::StringRef raw() const { return {storage.get(), bytes()}; }
  std::string typeName() const { return run::typeName(type, dims); }
  /// Element `index` as a double (64-bit integers lose low bits).
  double at(uint64_t index) const;

private:
  struct Free {
    void operator()(char *memory) const { ::free(memory); }
  };
  uint32_t type = 0;
  Shape dims;
  uint64_t elements = 0;
  std::unique_ptr<char, Free> storage;
};

} // namespace syncflow::run

#endif // SYNCFLOW_TOOLS_RUN_TENSOR_H
