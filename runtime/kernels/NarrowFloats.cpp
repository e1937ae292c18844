// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Rounding to bf16 under the names that LLVM's code generator calls. Compiler support libraries have them only since
// 2023; theirs win where they are linked.
#include <bit>
#include <cstdint>

#if defined(__x86_64__) || defined(__aarch64__)

/// To nearest, ties to even; a NaN stays one.
static std::uint16_t rounded(float value) {
  auto bits = std::bit_cast<std::uint32_t>(value);
  if (value != value)
    return static_cast<std::uint16_t>((bits >> 16) | 0x40);
  return static_cast<std::uint16_t>((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16);
}

extern "C" {
[[gnu::weak, gnu::visibility("default")]] __bf16 __truncsfbf2(float value) {
  return std::bit_cast<__bf16>(rounded(value));
}

/// By way of f32 rounded to odd, so that the second rounding sees what the first one dropped.
[[gnu::weak, gnu::visibility("default")]] __bf16 __truncdfbf2(double value) {
  auto single = static_cast<float>(value);
  auto bits = std::bit_cast<std::uint32_t>(single);
  if (static_cast<double>(single) != value && value == value && (bits & 1) == 0) {
    bool larger = (static_cast<double>(single) < value) == (value > 0);
    single = std::bit_cast<float>(larger ? bits + 1 : bits - 1);
  }
  return std::bit_cast<__bf16>(rounded(single));
}
}

#endif
