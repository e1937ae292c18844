// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/

#include "TaskFamilies.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace syncflow::run {

namespace {
struct Color {
  llvm::StringLiteral code;
  bool darkText;
};
} // namespace

/// Neighbours in the list are easy to tell apart, also for most people who
/// confuse red and green.
static constexpr Color palette[] = {
    {"#3f72af", false}, {"#f0a93b", true}, {"#2f9e8f", false}, {"#d9596d", false}, {"#8a6bbe", false},
    {"#9bbf4d", true},  {"#6cb8e0", true}, {"#b0724e", false}, {"#d583bd", true},  {"#4d5f75", false},
};
static constexpr Color otherColor = {"#a7b1bc", true};

std::string familyOf(llvm::StringRef taskName) {
  llvm::StringRef stem = taskName.take_until([](char c) { return llvm::StringRef(".:#@[(/ ").contains(c); });
  llvm::SmallVector<llvm::StringRef> words;
  stem.split(words, '_', -1, /*KeepEmpty=*/false);
  std::string family;
  for (llvm::StringRef word : words) {
    word = word.rtrim("0123456789");
    if (word.empty())
      continue;
    if (!family.empty())
      family += '_';
    family += word;
  }
  return family.empty() ? "task" : family;
}

static llvm::StringRef nameOf(const Span &span) {
  const char *name = span.info().name;
  return name ? name : "";
}

Families::Families(const Schedule &schedule) {
  llvm::StringMap<Family> found;
  for (const Span &span : schedule.spans) {
    std::string name = familyOf(nameOf(span));
    Family &family = found[name];
    family.name = name;
    family.busy += span.end - span.start;
    ++family.count;
  }
  for (auto &entry : found)
    families.push_back(std::move(entry.second));
  llvm::sort(families,
             [](const Family &a, const Family &b) { return a.busy != b.busy ? a.busy > b.busy : a.name < b.name; });
  constexpr size_t colors = std::size(palette);
  bool crowded = families.size() > colors;
  size_t distinct = crowded ? colors - 1 : families.size();
  for (size_t i = 0; i < families.size(); ++i) {
    position[families[i].name] = std::min(i, distinct);
    if (i < distinct) {
      families[i].color = palette[i].code;
      families[i].darkText = palette[i].darkText;
    } else if (i > distinct) {
      families[distinct].busy += families[i].busy;
      families[distinct].count += families[i].count;
    }
  }
  if (!crowded)
    return;
  families.resize(distinct + 1);
  families.back().name = "other";
  families.back().color = otherColor.code;
  families.back().darkText = otherColor.darkText;
}

const Family &Families::of(const Span &span) const { return families[position.find(familyOf(nameOf(span)))->second]; }

} // namespace syncflow::run
