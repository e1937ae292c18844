// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/

#include "Tensor.h"

#include "Errors.h"
#include "Quantity.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

namespace syncflow::run {

unsigned elementSize(uint32_t element) {
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

llvm::StringRef elementName(uint32_t element) {
  switch (element) {
#define SFLOW_NAME(NAME, SPELLING, VALUE)                                                                              \
  case VALUE:                                                                                                          \
    return #SPELLING;
    SFLOW_ELEMENT_LIST(SFLOW_NAME)
#undef SFLOW_NAME
  }
  return "unknown";
}

bool isFloat(uint32_t element) {
  return element == SFLOW_ELEMENT_F16 || element == SFLOW_ELEMENT_BF16 || element == SFLOW_ELEMENT_F32 ||
         element == SFLOW_ELEMENT_F64;
}

std::string typeName(uint32_t element, llvm::ArrayRef<int64_t> shape) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (int64_t dim : shape) {
    if (dim < 0)
      os << '?';
    else
      os << dim;
    os << 'x';
  }
  os << elementName(element);
  return text;
}

std::string typeName(const sflow_tensor_type &type) {
  return typeName(type.element, llvm::ArrayRef(type.dims, type.rank));
}

std::string indexName(llvm::ArrayRef<int64_t> shape, uint64_t linear) {
  llvm::SmallVector<uint64_t, 4> index(shape.size());
  for (size_t dim = shape.size(); dim-- > 0;) {
    uint64_t size = static_cast<uint64_t>(shape[dim]);
    index[dim] = size ? linear % size : 0;
    linear = size ? linear / size : 0;
  }
  std::string text;
  llvm::raw_string_ostream os(text);
  os << '[';
  for (size_t dim = 0; dim < index.size(); ++dim)
    os << (dim ? ", " : "") << index[dim];
  os << ']';
  return text;
}

std::optional<uint64_t> elementCount(uint32_t element, llvm::ArrayRef<int64_t> shape) {
  uint64_t count = 1;
  for (int64_t dim : shape) {
    if (dim < 0)
      return std::nullopt;
    bool overflow = false;
    count = llvm::SaturatingMultiply(count, static_cast<uint64_t>(dim), &overflow);
    if (overflow)
      return std::nullopt;
  }
  // Offsets are signed 64-bit everywhere downstream.
  if (count > static_cast<uint64_t>(INT64_MAX) / 16)
    return std::nullopt;
  return elementSize(element) ? std::optional(count) : std::nullopt;
}

bool shapeMatches(const sflow_tensor_type &type, llvm::ArrayRef<int64_t> shape) {
  if (type.rank != shape.size())
    return false;
  for (uint32_t dim = 0; dim < type.rank; ++dim)
    if (type.dims[dim] >= 0 && type.dims[dim] != shape[dim])
      return false;
  return true;
}

double decodeF16(uint16_t bits) {
  int exponent = (bits >> 10) & 0x1f;
  double fraction = bits & 0x3ff;
  double value;
  if (exponent == 0x1f)
    value = fraction != 0 ? std::nan("") : HUGE_VAL;
  else if (exponent == 0)
    value = std::ldexp(fraction, -24);
  else
    value = std::ldexp(1024 + fraction, exponent - 25);
  return bits & 0x8000 ? -value : value;
}

double decodeBF16(uint16_t bits) { return std::bit_cast<float>(static_cast<uint32_t>(bits) << 16); }

uint16_t encodeF16(float value) {
  uint16_t sign = std::signbit(value) ? 0x8000 : 0;
  if (std::isnan(value))
    return sign | 0x7e00;
  double magnitude = std::fabs(static_cast<double>(value));
  if (magnitude == 0)
    return sign;
  if (magnitude >= 65520) // Half a step above the largest finite value.
    return sign | 0x7c00;
  int exponent = 0;
  (void)std::frexp(magnitude, &exponent);
  // Below 2^-14 all values share the spacing of the subnormals.
  int spacing = std::max(exponent - 11, -24);
  // At most 2048 steps; a carry into the next binade lands in the exponent.
  auto steps = static_cast<uint16_t>(std::nearbyint(std::ldexp(magnitude, -spacing)));
  return sign | static_cast<uint16_t>(((spacing + 24) << 10) + steps);
}

uint16_t encodeBF16(float value) {
  uint32_t bits = std::bit_cast<uint32_t>(value);
  if (std::isnan(value))
    return static_cast<uint16_t>(bits >> 16) | 0x40;
  return static_cast<uint16_t>((bits + 0x7fff + ((bits >> 16) & 1)) >> 16);
}

/// The kernel promises more memory than there is and ends the process when it
/// is touched: what cannot fit is refused before.
static uint64_t physicalMemory() {
  long pages = ::sysconf(_SC_PHYS_PAGES), size = ::sysconf(_SC_PAGESIZE);
  return pages > 0 && size > 0 ? uint64_t(pages) * uint64_t(size) : UINT64_MAX;
}

llvm::Expected<HostTensor> HostTensor::create(uint32_t element, llvm::ArrayRef<int64_t> shape) {
  std::optional<uint64_t> count = elementCount(element, shape);
  if (!count)
    return badInput("no tensor can be " + run::typeName(element, shape));
  HostTensor tensor;
  tensor.type = element;
  tensor.dims.assign(shape.begin(), shape.end());
  tensor.elements = *count;
  uint64_t memory = physicalMemory();
  if (tensor.bytes() > memory)
    return badInput(tensor.typeName() + " needs " + formatBytes(static_cast<double>(tensor.bytes())) +
                    ", this machine has " + formatBytes(static_cast<double>(memory)) + " of memory");
  size_t size = llvm::alignTo(std::max<uint64_t>(tensor.bytes(), 1), 64);
  tensor.storage.reset(static_cast<char *>(std::aligned_alloc(64, size)));
  if (!tensor.storage)
    return badInput("no memory left for " + tensor.typeName());
  std::memset(tensor.storage.get(), 0, size);
  return tensor;
}

HostTensor::HostTensor(uint32_t element, llvm::ArrayRef<int64_t> shape)
    : HostTensor(llvm::cantFail(create(element, shape))) {}

template <typename T> static double load(const char *data, uint64_t index) {
  T value;
  std::memcpy(&value, data + index * sizeof(T), sizeof(T));
  return static_cast<double>(value);
}

double HostTensor::at(uint64_t index) const {
  uint16_t half = 0;
  switch (type) {
  case SFLOW_ELEMENT_F16:
    std::memcpy(&half, data() + index * 2, 2);
    return decodeF16(half);
  case SFLOW_ELEMENT_BF16:
    std::memcpy(&half, data() + index * 2, 2);
    return decodeBF16(half);
  case SFLOW_ELEMENT_F32:
    return load<float>(data(), index);
  case SFLOW_ELEMENT_F64:
    return load<double>(data(), index);
  case SFLOW_ELEMENT_I8:
    return load<int8_t>(data(), index);
  case SFLOW_ELEMENT_I1:
  case SFLOW_ELEMENT_U8:
    return load<uint8_t>(data(), index);
  case SFLOW_ELEMENT_I16:
    return load<int16_t>(data(), index);
  case SFLOW_ELEMENT_U16:
    return load<uint16_t>(data(), index);
  case SFLOW_ELEMENT_I32:
    return load<int32_t>(data(), index);
  case SFLOW_ELEMENT_U32:
    return load<uint32_t>(data(), index);
  case SFLOW_ELEMENT_I64:
    return load<int64_t>(data(), index);
  case SFLOW_ELEMENT_U64:
    return load<uint64_t>(data(), index);
  }
  llvm_unreachable("not an element type");
}

} // namespace syncflow::run
