// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Tasks that do the same kind of thing, told by their names: tiles and layers
// differ in numbers only.
#ifndef SYNCFLOW_TOOLS_RUN_TASKFAMILIES_H
#define SYNCFLOW_TOOLS_RUN_TASKFAMILIES_H

#include "Schedule.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

namespace syncflow::run {

/// "layer3_qkv.tile12" -> "layer_qkv".
std::string familyOf(llvm::StringRef taskName);

struct Family {
  std::string name;
  llvm::StringRef color; ///< "#rrggbb"
  bool darkText = false; ///< Whether text on the colour should be dark.
  uint64_t busy = 0;     ///< Nanoseconds.
  uint64_t count = 0;
};

/// The families of a schedule, the busiest first. The ones beyond the palette
/// share a grey family called "other".
class Families {
public:
  explicit Families(const Schedule &schedule);

  llvm::ArrayRef<Family> all() const { return families; }
  const Family &of(const Span &span) const;

private:
  std::vector<Family> families;
  llvm::StringMap<size_t> position;
};

} // namespace syncflow::run

#endif // SYNCFLOW_TOOLS_RUN_TASKFAMILIES_H
