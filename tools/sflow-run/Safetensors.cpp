// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/

#include "Safetensors.h"

#include "Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/JSON.h"

namespace syncflow::run {

static constexpr uint64_t headerLimit = 100u << 20;

namespace {
struct Dtype {
  llvm::StringLiteral name;
  uint32_t element;
};
} // namespace

static constexpr Dtype dtypes[] = {
    {"F16", SFLOW_ELEMENT_F16}, {"BF16", SFLOW_ELEMENT_BF16}, {"F32", SFLOW_ELEMENT_F32}, {"F64", SFLOW_ELEMENT_F64},
    {"I8", SFLOW_ELEMENT_I8},   {"U8", SFLOW_ELEMENT_U8},     {"I16", SFLOW_ELEMENT_I16}, {"U16", SFLOW_ELEMENT_U16},
    {"I32", SFLOW_ELEMENT_I32}, {"U32", SFLOW_ELEMENT_U32},   {"I64", SFLOW_ELEMENT_I64}, {"U64", SFLOW_ELEMENT_U64},
    {"BOOL", SFLOW_ELEMENT_I1},
};

/// The JSON parser recurses; a hostile header must not be able to exhaust the
/// stack.
static bool isShallow(llvm::StringRef json) {
  unsigned depth = 0;
  bool quoted = false;
  for (size_t i = 0; i < json.size(); ++i) {
    char c = json[i];
    if (quoted) {
      i += c == '\\';
      quoted = c != '"';
    } else if (c == '"') {
      quoted = true;
    } else if (c == '{' || c == '[') {
      if (++depth > 8)
        return false;
    } else if ((c == '}' || c == ']') && depth > 0) {
      --depth;
    }
  }
  return true;
}

/// A list of non-negative integers, or nothing.
static std::optional<Shape> readNumbers(const llvm::json::Value *value) {
  const llvm::json::Array *array = value ? value->getAsArray() : nullptr;
  if (!array)
    return std::nullopt;
  Shape numbers;
  for (const llvm::json::Value &item : *array) {
    std::optional<int64_t> number = item.getAsInteger();
    if (!number || *number < 0)
      return std::nullopt;
    numbers.push_back(*number);
  }
  return numbers;
}

static llvm::Error bad(llvm::StringRef name, const llvm::Twine &what) {
  return badInput("tensor '" + name + "': " + what);
}

static llvm::Expected<FileTensor> readTensor(llvm::StringRef name, const llvm::json::Value &value,
                                             llvm::StringRef data) {
  const llvm::json::Object *object = value.getAsObject();
  if (!object)
    return bad(name, "its entry is no object");
  std::optional<llvm::StringRef> dtype = object->getString("dtype");
  if (!dtype)
    return bad(name, "no 'dtype'");
  const Dtype *known = llvm::find_if(dtypes, [&](const Dtype &d) { return d.name == *dtype; });
  if (known == std::end(dtypes))
    return bad(name, "unknown dtype '" + *dtype + "'");
  std::optional<Shape> shape = readNumbers(object->get("shape"));
  if (!shape)
    return bad(name, "'shape' is no list of sizes");
  std::optional<Shape> offsets = readNumbers(object->get("data_offsets"));
  if (!offsets || offsets->size() != 2)
    return bad(name, "'data_offsets' is no pair of offsets");
  auto begin = static_cast<uint64_t>((*offsets)[0]);
  auto end = static_cast<uint64_t>((*offsets)[1]);
  if (begin > end || end > data.size())
    return bad(name, "offsets " + llvm::Twine(begin) + " to " + llvm::Twine(end) + " do not lie in the " +
                         llvm::Twine(data.size()) + " bytes of data");
  std::optional<uint64_t> count = elementCount(known->element, *shape);
  uint64_t bytes = count ? *count * elementSize(known->element) : 0;
  if (!count || bytes != end - begin)
    return bad(name, typeName(known->element, *shape) + " needs " +
                         (count ? llvm::Twine(bytes) : llvm::Twine("too many")).str() + " bytes, its offsets hold " +
                         llvm::Twine(end - begin));
  return FileTensor{name.str(), known->element, *shape, data.data() + begin, bytes};
}

/// Every byte of the data belongs to exactly one tensor.
static llvm::Error checkCover(llvm::ArrayRef<FileTensor> sorted, llvm::StringRef data) {
  const char *position = data.begin();
  const FileTensor *last = nullptr;
  for (const FileTensor &tensor : sorted) {
    if (tensor.data < position)
      return bad(tensor.name, "its bytes overlap those of '" + last->name + "'");
    if (tensor.data > position)
      return bad(tensor.name, llvm::Twine(tensor.data - position) + " bytes before it belong to no tensor");
    position = tensor.data + tensor.bytes;
    last = &tensor;
  }
  if (position != data.end())
    return badInput(llvm::Twine(data.end() - position) + " bytes at the end belong to no tensor");
  return llvm::Error::success();
}

static llvm::Error splitFile(llvm::StringRef content, llvm::StringRef &header, llvm::StringRef &data) {
  if (content.size() < 8)
    return badInput("short file: no header length");
  uint64_t length = llvm::support::endian::read64le(content.data());
  content = content.drop_front(8);
  if (length > content.size())
    return badInput("not a safetensors file, or a short one: the header has " + llvm::Twine(length) +
                    " bytes by its length, the file only " + llvm::Twine(content.size()) + " after it");
  if (length > headerLimit)
    return badInput("the header has " + llvm::Twine(length) + " bytes; more than 100 MiB are not read");
  header = content.take_front(length);
  data = content.drop_front(length);
  if (!header.starts_with("{"))
    return badInput("the header does not start with '{'");
  if (!isShallow(header))
    return badInput("the header is nested too deeply");
  return llvm::Error::success();
}

llvm::Expected<std::vector<FileTensor>> parseSafetensors(llvm::StringRef content) {
  llvm::StringRef header, data;
  if (llvm::Error error = splitFile(content, header, data))
    return std::move(error);
  llvm::Expected<llvm::json::Value> json = llvm::json::parse(header);
  if (!json)
    return badInput("the header is no JSON: " + llvm::toString(json.takeError()));
  const llvm::json::Object *object = json->getAsObject();
  if (!object)
    return badInput("the header is no JSON object");
  std::vector<FileTensor> tensors;
  for (const auto &[key, value] : *object) {
    llvm::StringRef name = key;
    if (name == "__metadata__")
      continue;
    llvm::Expected<FileTensor> tensor = readTensor(name, value, data);
    if (!tensor)
      return tensor.takeError();
    tensors.push_back(std::move(*tensor));
  }
  // Empty tensors share their offset with the one that follows.
  llvm::sort(tensors, [](const FileTensor &a, const FileTensor &b) {
    return std::tie(a.data, a.bytes, a.name) < std::tie(b.data, b.bytes, b.name);
  });
  if (llvm::Error error = checkCover(tensors, data))
    return std::move(error);
  return tensors;
}

llvm::Expected<SafetensorsFile> openSafetensors(llvm::StringRef file) {
  // Without a terminator the buffer is a private mapping for all but tiny
  // files.
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> buffer =
      llvm::MemoryBuffer::getFile(file, /*IsText=*/false,
                                  /*RequiresNullTerminator=*/false);
  if (!buffer)
    return badInput("cannot read '" + file + "': " + buffer.getError().message());
  llvm::Expected<std::vector<FileTensor>> tensors = parseSafetensors((*buffer)->getBuffer());
  if (!tensors)
    return badInput(file + ": " + llvm::toString(tensors.takeError()));
  (*buffer)->willNeedIfMmap();
  return SafetensorsFile{file.str(), std::move(*buffer), std::move(*tensors)};
}

} // namespace syncflow::run
