// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// One line on stderr that says what takes so long, rewritten in place and
// erased at the end.
#ifndef SYNCFLOW_TOOLS_RUN_PROGRESS_H
#define SYNCFLOW_TOOLS_RUN_PROGRESS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>

namespace syncflow::run {

class Progress {
public:
  Progress(llvm::raw_ostream &os, bool enabled) : os(os), enabled(enabled) {}
  ~Progress() { clear(); }
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;

  /// A new step is always shown.
  void step(llvm::StringRef text);
  /// Number `index` (from 1) of `count` of the same step; shown ten times a
  /// second at most.
  void count(llvm::StringRef text, unsigned index, unsigned count);
  void clear();

private:
  llvm::raw_ostream &os;
  bool enabled;
  bool shown = false;
  std::chrono::steady_clock::time_point last{};

  void draw(llvm::StringRef text);
};

} // namespace syncflow::run

#endif // SYNCFLOW_TOOLS_RUN_PROGRESS_H
