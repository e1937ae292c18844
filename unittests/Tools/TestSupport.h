// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Temporary files, and errors as text.
#ifndef SYNCFLOW_UNITTESTS_TOOLS_TESTSUPPORT_H
#define SYNCFLOW_UNITTESTS_TOOLS_TESTSUPPORT_H

#include "Errors.h"
#include "Tensor.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <cstring>
#include <random>
#include <string>

namespace syncflow::run::test {

/// A folder that is gone at the end of the test.
class TemporaryFolder {
public:
  TemporaryFolder() {
    llvm::SmallString<128> name;
    EXPECT_FALSE(llvm::sys::fs::createUniqueDirectory("sflow-run-test", name));
    path = name.str().str();
  }
  ~TemporaryFolder() { (void)llvm::sys::fs::remove_directories(path); }

  std::string file(const std::string &name) const { return path + "/" + name; }
  std::string write(const std::string &name, llvm::StringRef content) const {
    std::error_code code;
    llvm::raw_fd_ostream os(file(name), code);
    EXPECT_FALSE(code);
    os << content;
    return file(name);
  }
  bool has(const std::string &name) const { return llvm::sys::fs::exists(file(name)); }
  std::string read(const std::string &name) const {
    auto buffer = llvm::MemoryBuffer::getFile(file(name));
    EXPECT_TRUE(bool(buffer)) << name;
    return buffer ? (*buffer)->getBuffer().str() : "";
  }

private:
  std::string path;
};

/// The text of an error; "success" when there is none. The exit code has to be
/// the one of bad input unless told.
inline std::string messageOf(llvm::Error error, int code = ExitBadInput) {
  if (!error)
    return "success";
  std::string message;
  EXPECT_EQ(explain(std::move(error), ExitOk, message), code);
  return message;
}

template <typename T> std::string messageOf(llvm::Expected<T> value) { return messageOf(value.takeError()); }

/// The content with a few bytes changed, removed or repeated, as the seed says.
inline std::string damage(std::string content, unsigned seed) {
  std::mt19937 draw(seed);
  for (unsigned edits = 1 + draw() % 3; edits > 0 && !content.empty(); --edits) {
    size_t at = draw() % content.size(), length = 1 + draw() % 8;
    switch (draw() % 5) {
    case 0:
      content.resize(at);
      break;
    case 1:
      content.erase(at, length);
      break;
    case 2:
      content.insert(at, content.substr(draw() % content.size(), length));
      break;
    case 3:
      content[at] ^= static_cast<char>(1u << (draw() % 8));
      break;
    default:
      content[at] = "0123456789[]{},:\"'()-\0\xff"[draw() % 23];
    }
  }
  return content;
}

template <typename T>
HostTensor tensorOf(uint32_t element, llvm::ArrayRef<int64_t> shape, std::initializer_list<T> values) {
  HostTensor tensor(element, shape);
  EXPECT_EQ(tensor.bytes(), values.size() * sizeof(T));
  std::memcpy(tensor.data(), values.begin(), values.size() * sizeof(T));
  return tensor;
}

} // namespace syncflow::run::test

#endif // SYNCFLOW_UNITTESTS_TOOLS_TESTSUPPORT_H
