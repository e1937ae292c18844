// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/

#include "Progress.h"

#include "llvm/ADT/Twine.h"

namespace syncflow::run {

static constexpr const char *eraseLine = "\r\x1b[K";

void Progress::draw(llvm::StringRef text) {
  os << eraseLine << "sflow-run: " << text;
  os.flush();
  shown = true;
  last = std::chrono::steady_clock::now();
}

void Progress::step(llvm::StringRef text) {
  if (enabled)
    draw((text + "...").str());
}

void Progress::count(llvm::StringRef text, unsigned index, unsigned count) {
  auto now = std::chrono::steady_clock::now();
  if (enabled && (index == 1 || now - last > std::chrono::milliseconds(100)))
    draw((text + " " + llvm::Twine(index) + "/" + llvm::Twine(count)).str());
}

void Progress::clear() {
  if (!shown)
    return;
  os << eraseLine;
  os.flush();
  shown = false;
}

} // namespace syncflow::run
