// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
#include "Hazards.h"

#include "llvm/ADT/SmallPtrSet.h"

#include <algorithm>
#include <limits>

using namespace mlir;
using namespace syncflow;
using namespace syncflow::verification;

/// Memory that work of the caller, which began before the function, may touch.
static bool isShared(const Base &base) {
  return base.kind == BaseKind::Argument || base.kind == BaseKind::Global || base.kind == BaseKind::Unknown;
}

Hazards::Key::Key(const Recorded &access)
    : low(access.region.lowBytes.value_or(std::numeric_limits<int64_t>::min())),
      high(access.region.highBytes.value_or(std::numeric_limits<int64_t>::max())), work(access.actor.work),
      writes(access.writes) {}

Hazards::List &Hazards::listOf(const Base *base) {
  while (lists.size() <= base->index)
    lists.emplace_back();
  return lists[base->index];
}

//===-- races -----------------------------------------------------------------------------------------------------===//

void Hazards::check(const Recorded &now, const Accesses &earlier, const Frontier &before) {
  Key key(now);
  for (size_t i = 0; i < earlier.all.size(); ++i) {
    const Key &then = earlier.keys[i];
    if ((!then.writes && !now.writes) || then.work == now.actor.work)
      continue;
    // A read that has ended leaves nothing to be seen. Order is asked first: most pairs have it.
    bool ordered = then.writes ? before.visible.test(then.work) : before.ended.test(then.work);
    if (ordered && !countPairs)
      continue;
    const Recorded &first = earlier.all[i];
    bool sameBase = first.region.base == now.region.base;
    if ((sameBase && key.isApart(then)) || areDisjoint(first.region, now.region, values.symbols))
      continue;
    if (ordered)
      ++orderedPairs;
    else
      report.race(first, now, before.ended.test(then.work));
  }
}

void Hazards::access(ArrayRef<Recorded> accesses, const Frontier &before) {
  std::vector<Recorded> numbered(accesses.begin(), accesses.end());
  for (Recorded &now : numbered) {
    now.number = number++;
    bool unknown = now.region.base->kind == BaseKind::Unknown;
    if (unknown) {
      for (const List &list : lists)
        check(now, list.asynchronous, before);
    } else {
      check(now, listOf(now.region.base).asynchronous, before);
      check(now, listOf(values.unknownMemory).asynchronous, before);
    }
    check(now, everything, before);
    if (isShared(*now.region.base))
      check(now, callersWork, before);
    if (now.needsContents)
      checkContents(now, before);
  }
  for (const Recorded &now : numbered)
    record(now);
}

void Hazards::record(const Recorded &access) {
  List &list = listOf(access.region.base);
  if (!access.actor.isHost())
    list.asynchronous.add(access);
  if (access.writes)
    list.writes.add(access);
}

void Hazards::accessEverything(const Actor &actor, const Frontier &before, bool callerOnly) {
  Recorded now;
  now.actor = actor;
  now.region.base = values.unknownMemory;
  now.reads = now.writes = true;
  now.number = number++;
  for (const List &list : lists)
    check(now, list.asynchronous, before);
  check(now, everything, before);
  // Two pieces of the caller's work are the caller's business.
  if (!callerOnly)
    check(now, callersWork, before);
  if (!actor.isHost())
    (callerOnly ? callersWork : everything).add(now);
  // It may have written anything, so nothing that is read later is surely unwritten.
  if (!callerOnly)
    for (Base &base : values.bases) {
      Recorded write = now;
      write.region = MemRegion();
      write.region.base = &base;
      listOf(&base).writes.add(write);
    }
}

void Hazards::functionReturns(Operation *ret, const Frontier &ended, unsigned frame, bool all) {
  // Waiting for the last of a chain is enough, so only that one is named.
  SmallVector<const Recorded *> running;
  // A buffer that is returned lives on.
  llvm::SmallPtrSet<const Base *, 4> returned;
  for (Value v : ret->getOperands())
    if (isa<BaseMemRefType>(v.getType()))
      for (const MemRegion &r : values.regions(v))
        returned.insert(r.base);
  for (const Base &base : values.bases) {
    if (!all && (!base.endsWithFunction() || base.frame != frame || returned.contains(&base)))
      continue;
    for (const Recorded &access : listOf(&base).asynchronous.all) {
      unsigned work = access.actor.work;
      if (!(access.writes ? ended.visible.test(work) : ended.ended.test(work)))
        running.push_back(&access);
    }
  }
  for (const Recorded *access : running) {
    bool covered = llvm::any_of(running, [&](const Recorded *later) { return precedes(*access, *later); });
    if (!covered)
      report.atReturn(*access, ret, access->region);
  }
}

//===-- reads-from ------------------------------------------------------------------------------------------------===//

/// Whether `a` has ended, visibly, when `b` starts. Host ops come after all earlier work that they conflict with, or
/// that was reported.
bool Hazards::precedes(const Recorded &a, const Recorded &b) const {
  if (a.number >= b.number)
    return false;
  return a.actor.isHost() || b.actor.isHost() || order.isVisibleTo(a.actor.work, b.actor.work);
}

void Hazards::checkContents(const Recorded &read, const Frontier &before) {
  const Base &base = *read.region.base;
  if (!base.startsUndefined())
    return;
  bool racy = false;
  SmallVector<const Recorded *> mine, others, foreign;
  // One that is not before the read is a race, and reported as such.
  auto sort = [&](const Recorded &write, SmallVectorImpl<const Recorded *> &list) {
    if (areDisjoint(write.region, read.region, values.symbols))
      return;
    if (write.actor.isHost() || before.visible.test(write.actor.work))
      list.push_back(&write);
    else
      racy = true;
  };
  const Accesses &writes = listOf(&base).writes;
  Key key(read);
  for (size_t i = 0; i < writes.all.size(); ++i) {
    const Recorded &write = writes.all[i];
    if (key.isApart(writes.keys[i]) || write.number < base.freshSince)
      continue;
    if (write.region.owner && read.region.owner && write.region.owner != read.region.owner)
      foreign.push_back(&write);
    else
      sort(write, mine);
  }
  for (const Recorded *write : foreign) {
    // Older than all of what is read: it does not matter whether they share bytes, which can be hard to say.
    bool older = !mine.empty() && llvm::all_of(mine, [&](const Recorded *m) { return precedes(*write, *m); });
    if (!older)
      sort(*write, others);
  }
  if (mine.empty() && !racy)
    return report.unwritten(read, std::nullopt);
  for (const Recorded *clobber : others)
    if (!checkReuse(read, *clobber, mine))
      return;
  if (!racy)
    checkCoverage(read, mine);
}

/// Another buffer's write to the same bytes: fine if it is older than the value that is read.
bool Hazards::checkReuse(const Recorded &read, const Recorded &clobber, ArrayRef<const Recorded *> mine) {
  const Recorded *last = nullptr;
  for (const Recorded *write : mine) {
    if (areDisjoint(write->region, clobber.region, values.symbols))
      continue;
    if (precedes(clobber, *write))
      return true;
    last = write;
  }
  if (last)
    report.overwritten(*last, clobber, read);
  return !last;
}

/// Where all ranges are known, each byte of the read has been written.
void Hazards::checkCoverage(const Recorded &read, ArrayRef<const Recorded *> mine) {
  if (!read.region.contiguous || !read.region.lowBytes || !read.region.highBytes)
    return;
  SmallVector<std::pair<int64_t, int64_t>> written;
  for (const Recorded *write : mine) {
    if (!write->region.lowBytes || !write->region.highBytes)
      return;
    written.push_back({*write->region.lowBytes, *write->region.highBytes});
  }
  llvm::sort(written);
  int64_t upTo = *read.region.lowBytes, end = *read.region.highBytes;
  for (auto [low, high] : written) {
    if (low > upTo)
      return report.unwritten(read, std::make_pair(upTo, std::min(low, end)));
    upTo = std::max(upTo, high);
  }
  if (upTo < end)
    report.unwritten(read, std::make_pair(upTo, end));
}
