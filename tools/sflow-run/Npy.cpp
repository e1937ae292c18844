// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/

#include "Npy.h"

#include "Errors.h"
#include "Files.h"
#include "NpyHeader.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <cstring>

namespace syncflow::run {

static constexpr llvm::StringLiteral magic("\x93NUMPY");

namespace {
struct Dtype {
  const char *descr;
  uint32_t element;
};
} // namespace

static constexpr Dtype dtypes[] = {
    {"<f2", SFLOW_ELEMENT_F16}, {"<f4", SFLOW_ELEMENT_F32}, {"<f8", SFLOW_ELEMENT_F64}, {"|i1", SFLOW_ELEMENT_I8},
    {"<i2", SFLOW_ELEMENT_I16}, {"<i4", SFLOW_ELEMENT_I32}, {"<i8", SFLOW_ELEMENT_I64}, {"|u1", SFLOW_ELEMENT_U8},
    {"<u2", SFLOW_ELEMENT_U16}, {"<u4", SFLOW_ELEMENT_U32}, {"<u8", SFLOW_ELEMENT_U64}, {"|b1", SFLOW_ELEMENT_I1},
};

/// What a file must say to hold this type.
static llvm::StringRef descrOf(uint32_t element) {
  if (element == SFLOW_ELEMENT_BF16)
    return "<u2";
  for (const Dtype &dtype : dtypes)
    if (dtype.element == element)
      return dtype.descr;
  return "";
}

/// The element type of a descr, or an error that says why there is none.
static llvm::Expected<uint32_t> elementOf(llvm::StringRef descr, const sflow_tensor_type *wanted) {
  bool bits16 = descr == "<u2" || descr == "|V2" || descr == "<V2";
  if (bits16 && wanted && wanted->element == SFLOW_ELEMENT_BF16)
    return SFLOW_ELEMENT_BF16;
  for (const Dtype &dtype : dtypes)
    if (descr == dtype.descr ||
        // One byte has no order: numpy writes '|', others may write '<'.
        (elementSize(dtype.element) == 1 && descr.size() == 3 && descr.drop_front() == dtype.descr + 1))
      return dtype.element;
  if (descr.starts_with(">"))
    return badInput("dtype '" + descr + "' is big-endian; only little-endian files are read");
  return badInput("dtype '" + descr +
                  "' is not supported; known are f2 f4 f8 "
                  "i1 i2 i4 i8 u1 u2 u4 u8 b1");
}

/// Splits a file into header text and data.
static llvm::Error splitFile(llvm::StringRef content, llvm::StringRef &header, llvm::StringRef &data) {
  if (!content.starts_with(magic))
    return badInput("not an .npy file (bad magic)");
  if (content.size() < 8)
    return badInput("short file: it ends in the format version");
  unsigned major = static_cast<unsigned char>(content[6]);
  if (major < 1 || major > 3)
    return badInput("format version " + llvm::Twine(major) + " is not known (1 to 3 are)");
  unsigned lengthBytes = major == 1 ? 2 : 4;
  if (content.size() < 8 + lengthBytes)
    return badInput("short file: it ends in the header length");
  uint64_t length = major == 1 ? llvm::support::endian::read16le(content.data() + 8)
                               : llvm::support::endian::read32le(content.data() + 8);
  content = content.drop_front(8 + lengthBytes);
  if (length > content.size())
    return badInput("short file: the header has " + llvm::Twine(length) + " bytes, the file has only " +
                    llvm::Twine(content.size()) + " after its length");
  header = content.take_front(length);
  data = content.drop_front(length);
  return llvm::Error::success();
}

/// Column-major to row-major.
static void fromFortran(llvm::StringRef source, HostTensor &target) {
  unsigned size = elementSize(target.element());
  llvm::ArrayRef<int64_t> shape = target.shape();
  llvm::SmallVector<int64_t, 4> index(shape.size(), 0), stride(shape.size(), 1);
  for (size_t dim = 1; dim < shape.size(); ++dim)
    stride[dim] = stride[dim - 1] * shape[dim - 1];
  int64_t offset = 0;
  for (uint64_t linear = 0; linear < target.count(); ++linear) {
    std::memcpy(target.data() + linear * size, source.data() + offset * size, size);
    for (size_t dim = shape.size(); dim-- > 0;) {
      offset += stride[dim];
      if (++index[dim] < shape[dim])
        break;
      offset -= stride[dim] * shape[dim];
      index[dim] = 0;
    }
  }
}

static llvm::Error checkWanted(uint32_t element, llvm::ArrayRef<int64_t> shape, const sflow_tensor_type *wanted) {
  if (!wanted)
    return llvm::Error::success();
  if (element != wanted->element)
    return badInput("dtype is " + elementName(element) + ", expected " + elementName(wanted->element) + " ('" +
                    descrOf(wanted->element) + "')");
  if (!shapeMatches(*wanted, shape))
    return badInput("shape is " + typeName(element, shape) + ", expected " + typeName(*wanted));
  return llvm::Error::success();
}

static llvm::Expected<HostTensor> parseNpy(llvm::StringRef content, const sflow_tensor_type *wanted) {
  llvm::StringRef text, data;
  if (llvm::Error error = splitFile(content, text, data))
    return std::move(error);
  llvm::Expected<NpyHeader> header = parseNpyHeader(text);
  if (!header)
    return header.takeError();
  llvm::Expected<uint32_t> element = elementOf(header->descr, wanted);
  if (!element)
    return element.takeError();
  if (llvm::Error error = checkWanted(*element, header->shape, wanted))
    return std::move(error);
  std::optional<uint64_t> count = elementCount(*element, header->shape);
  if (!count)
    return badInput("bad header: the shape is too large");
  uint64_t bytes = *count * elementSize(*element);
  if (data.size() != bytes)
    return badInput(llvm::Twine(data.size() < bytes ? "short" : "long") +
                    " file: " + typeName(*element, header->shape) + " needs " + llvm::Twine(bytes) +
                    " bytes of data, the file has " + llvm::Twine(data.size()));
  llvm::Expected<HostTensor> tensor = HostTensor::create(*element, header->shape);
  if (!tensor)
    return tensor.takeError();
  if (header->fortranOrder)
    fromFortran(data, *tensor);
  else if (bytes)
    std::memcpy(tensor->data(), data.data(), bytes);
  return tensor;
}

llvm::Expected<HostTensor> readNpy(llvm::StringRef file, const sflow_tensor_type *wanted) {
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> buffer =
      llvm::MemoryBuffer::getFile(file, /*IsText=*/false,
                                  /*RequiresNullTerminator=*/false);
  if (!buffer)
    return badInput("cannot read '" + file + "': " + buffer.getError().message());
  llvm::Expected<HostTensor> tensor = parseNpy((*buffer)->getBuffer(), wanted);
  if (!tensor)
    return badInput(file + ": " + llvm::toString(tensor.takeError()));
  return tensor;
}

llvm::Error writeNpy(llvm::StringRef file, const HostTensor &tensor) {
  std::string header;
  llvm::raw_string_ostream os(header);
  os << "{'descr': '" << descrOf(tensor.element()) << "', 'fortran_order': False, 'shape': (";
  for (int64_t dim : tensor.shape())
    os << dim << ", ";
  os << "), }";
  // Version 1 up to the data is a multiple of 64 bytes and ends in a newline.
  size_t padded = llvm::alignTo(magic.size() + 4 + header.size() + 1, 64);
  header.append(padded - magic.size() - 4 - header.size() - 1, ' ');
  header += '\n';
  return writeFile(file, [&](llvm::raw_ostream &out) {
    char start[4] = {1, 0, static_cast<char>(header.size() & 0xff), static_cast<char>(header.size() >> 8)};
    out << magic << llvm::StringRef(start, 4) << header << tensor.raw();
  });
}

} // namespace syncflow::run
