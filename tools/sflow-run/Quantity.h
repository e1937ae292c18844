// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Numbers for people: three significant digits and a unit.
#ifndef SYNCFLOW_TOOLS_RUN_QUANTITY_H
#define SYNCFLOW_TOOLS_RUN_QUANTITY_H

#include <cstdint>
#include <string>

namespace syncflow::run {

std::string formatTime(double ns);     ///< "14.6 ms"
std::string formatBytes(double bytes); ///< "4.20 MiB"
/// "2.87 G"; the caller appends what is counted ("FLOP").
std::string formatScaled(double value);
std::string formatPercent(double fraction);           ///< "0.84 %"
std::string plural(uint64_t count, const char *noun); ///< "1 rank", "2 ranks"

} // namespace syncflow::run

#endif // SYNCFLOW_TOOLS_RUN_QUANTITY_H
