// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/

#include "Quantity.h"

#include <cmath>
#include <cstdio>
#include <iterator>

namespace syncflow::run {

/// Three significant digits without an exponent, for values below 1000 or so.
static std::string digits(double value, const char *unit) {
  int decimals = value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
  if (value == std::floor(value) && value < 1000)
    decimals = 0;
  char text[64];
  std::snprintf(text, sizeof text, "%.*f %s", decimals, value, unit);
  return text;
}

template <size_t N> static std::string scale(double value, double factor, const char *const (&units)[N]) {
  size_t unit = 0;
  // 999.6 would be printed as 1000 of the smaller unit.
  while (unit + 1 < N && value >= factor * 0.9995) {
    value /= factor;
    ++unit;
  }
  return digits(value, units[unit]);
}

std::string formatTime(double ns) {
  static constexpr const char *units[] = {"ns", "\xc2\xb5s", "ms", "s"};
  return scale(ns, 1000, units);
}

std::string formatBytes(double bytes) {
  static constexpr const char *units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
  return scale(bytes, 1024, units);
}

std::string formatScaled(double value) {
  static constexpr const char *units[] = {"", "k", "M", "G", "T", "P"};
  return scale(value, 1000, units);
}

std::string formatPercent(double fraction) { return digits(fraction * 100, "%"); }

std::string plural(uint64_t count, const char *noun) {
  std::string text = std::to_string(count) + " " + noun;
  if (count != 1)
    text += text.ends_with("ch") ? "es" : "s";
  return text;
}

} // namespace syncflow::run
