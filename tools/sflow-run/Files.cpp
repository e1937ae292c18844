// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/

#include "Files.h"

#include "Errors.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace syncflow::run {

static llvm::Error cannotWrite(llvm::StringRef file, std::error_code code) {
  return badInput("cannot write '" + file + "': " + code.message());
}

llvm::Error checkWritable(llvm::StringRef file) {
  namespace fs = llvm::sys::fs;
  if (fs::is_directory(file))
    return cannotWrite(file, std::make_error_code(std::errc::is_a_directory));
  llvm::StringRef folder = llvm::sys::path::parent_path(file);
  if (folder.empty())
    folder = ".";
  // The folder too: a file that is there is replaced.
  std::error_code code = fs::access(folder, fs::AccessMode::Exist);
  if (!code && !fs::is_directory(folder))
    code = std::make_error_code(std::errc::not_a_directory);
  bool special = fs::exists(file) && !fs::is_regular_file(file);
  if (!code)
    code = fs::access(special ? file : folder, fs::AccessMode::Write);
  return code ? cannotWrite(file, code) : llvm::Error::success();
}

llvm::Error writeFile(llvm::StringRef file, llvm::function_ref<void(llvm::raw_ostream &)> write) {
  // Renaming over /dev/stdout or a fifo would replace it.
  llvm::sys::fs::file_status status;
  bool special = !llvm::sys::fs::status(file, status) && status.type() != llvm::sys::fs::file_type::regular_file;
  std::string target = file.str();
  std::string path = special ? target : target + ".partial";
  std::error_code code;
  {
    llvm::raw_fd_ostream os(path, code);
    if (code)
      return cannotWrite(file, code);
    write(os);
    os.flush();
    code = os.error();
    os.clear_error();
  }
  if (!code && !special)
    code = llvm::sys::fs::rename(path, target);
  if (!code)
    return llvm::Error::success();
  if (!special)
    (void)llvm::sys::fs::remove(path);
  return cannotWrite(file, code);
}

} // namespace syncflow::run
