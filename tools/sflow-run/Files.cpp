// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/

#include "Files.h"

#include "Errors.h"
#include "llvm/Support/FileSystem.h"

namespace syncflow::run {

static llvm::Error cannotWrite(llvm::StringRef file, std::error_code code) {
  return badInput("cannot write '" + file + "': " + code.message());
}

llvm::Error writeFile(llvm::StringRef file,
                      llvm::function_ref<void(llvm::raw_ostream &)> write) {
  // Renaming over /dev/stdout or a fifo would replace it.
  llvm::sys::fs::file_status status;
  bool special = !llvm::sys::fs::status(file, status) &&
                 status.type() != llvm::sys::fs::file_type::regular_file;
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
