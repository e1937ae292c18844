// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// safetensors files: 8 bytes of little-endian header length, a JSON header, raw
// tensors. The file is mapped, not read; the header is checked completely
// before anything points into the data.
#ifndef SYNCFLOW_TOOLS_RUN_SAFETENSORS_H
#define SYNCFLOW_TOOLS_RUN_SAFETENSORS_H

#include "Tensor.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <vector>

namespace syncflow::run {

/// A tensor of a file. `data` points into the mapping.
struct FileTensor {
  std::string name;
  uint32_t element;
  Shape shape;
  const char *data;
  uint64_t bytes;
};

/// Parses the bytes of a file. The error says what is wrong, not in which file.
llvm::Expected<std::vector<FileTensor>> parseSafetensors(llvm::StringRef content);

/// A mapped file with its tensors, in the order of their offsets.
struct SafetensorsFile {
  std::string path;
  std::unique_ptr<llvm::MemoryBuffer> mapping;
  std::vector<FileTensor> tensors;
};

llvm::Expected<SafetensorsFile> openSafetensors(llvm::StringRef file);

} // namespace syncflow::run

#endif // SYNCFLOW_TOOLS_RUN_SAFETENSORS_H
