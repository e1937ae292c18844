// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Meetings of group members.
#include "collective/Channel.h"

#include <algorithm>

namespace syncflow::runtime {

struct Meeting {
  enum class Stage : uint8_t { Gathering, Moving, Ended, Failed };
  struct Member {
    bool expected = false, arrived = false;
    bool absent = false; ///< It will never arrive.
    CollectiveCall call;
    Doorbell *bell = nullptr; ///< Of a member that has arrived and not yet left.
  };

  MeetingKey key;
  std::atomic<Stage> stage{Stage::Gathering};
  std::vector<Member> members;               ///< One per position of the group.
  std::vector<const CollectiveCall *> calls; ///< The same, for moveShare.
  uint32_t expected = 0, arrived = 0, moved = 0, departed = 0;
  Status failure;
};

// --- the member's side
// ------------------------------------------------------------------------------------------------

bool Ticket::canAdvance() const {
  if (!meeting)
    return false;
  Meeting::Stage now = meeting->stage.load(std::memory_order_seq_cst);
  return stage == Stage::Moved ? now == Meeting::Stage::Ended : now != Meeting::Stage::Gathering;
}

bool Ticket::advance() {
  if (stage == Stage::Waiting && canAdvance()) {
    startNs = nowNs();
    if (meeting->stage.load(std::memory_order_seq_cst) == Meeting::Stage::Moving) {
      // Nobody leaves before all have moved: the buffers of the others stay
      // valid during this.
      moveShare(meeting->calls.data(), static_cast<uint32_t>(meeting->calls.size()), position);
      stage = Stage::Moved;
      std::lock_guard lock(channel->mutex);
      if (++meeting->moved == meeting->expected) {
        meeting->stage.store(Meeting::Stage::Ended, std::memory_order_seq_cst);
        Channel::ringAll(*meeting);
      }
    }
  }
  return stage == Stage::Ended || channel->take(*this);
}

// --- the channel
// ------------------------------------------------------------------------------------------------------

/// Two for every member: members are in as many meetings at a time as they have
/// communication streams, and most have one; the other is for those that are
/// already through while a slower member still leaves.
Channel::Channel(std::vector<uint32_t> members) : ranks(std::move(members)), gone(ranks.size()) {
  for (size_t i = 0; i < 2 * ranks.size(); ++i)
    spare.push_back(newMeeting());
  meetings.reserve(spare.size());
  // A rank may be in its next run while a slower one still closes the last.
  for (int i = 0; i < 2; ++i)
    spareRuns.push_back(newRun());
  runs.reserve(spareRuns.size());
}

std::unique_ptr<Meeting> Channel::newMeeting() const {
  auto meeting = std::make_unique<Meeting>();
  meeting->members.resize(ranks.size());
  meeting->calls.resize(ranks.size());
  return meeting;
}

Channel::~Channel() = default;

Meeting &Channel::find(const MeetingKey &key) {
  for (const auto &meeting : meetings)
    if (meeting->key == key)
      return *meeting;
  if (spare.empty())
    spare.push_back(newMeeting());
  std::unique_ptr<Meeting> meeting = std::move(spare.back());
  spare.pop_back();
  meeting->key = key;
  meeting->stage.store(Meeting::Stage::Gathering, std::memory_order_relaxed);
  meeting->arrived = meeting->moved = meeting->departed = 0;
  bool pair = key.from != UINT32_MAX;
  meeting->expected = pair ? 2 : static_cast<uint32_t>(ranks.size());
  for (uint32_t i = 0; i < ranks.size(); ++i) {
    meeting->members[i].expected = !pair || i == key.from || i == key.to;
    meeting->members[i].arrived = false;
    meeting->members[i].bell = nullptr;
    meeting->calls[i] = &meeting->members[i].call;
    meeting->members[i].absent = meeting->members[i].expected && absence(i, key).failed();
    meeting->departed += meeting->members[i].absent; // They will not come to depart.
  }
  meetings.push_back(std::move(meeting));
  return *meetings.back();
}

/// A member is through with the meeting, or will never come; the last one frees
/// it.
void Channel::depart(Meeting &meeting) {
  if (++meeting.departed < meeting.expected)
    return;
  meeting.failure = Status();
  auto it = std::find_if(meetings.begin(), meetings.end(), [&](const auto &other) { return other.get() == &meeting; });
  spare.push_back(std::move(*it));
  *it = std::move(meetings.back());
  meetings.pop_back();
}

void Channel::ringAll(Meeting &meeting) {
  // Under the channel's lock: a member that hears it cannot leave, and its bell
  // cannot go away, before this is over.
  for (Meeting::Member &member : meeting.members)
    if (member.bell)
      member.bell->ring();
}

void Channel::fail(Meeting &meeting, const Status &cause) {
  if (meeting.stage.load(std::memory_order_relaxed) != Meeting::Stage::Gathering)
    return;
  meeting.failure = cause;
  meeting.stage.store(Meeting::Stage::Failed, std::memory_order_seq_cst);
  ringAll(meeting);
}

uint32_t Channel::absentee(const Meeting &meeting) {
  for (uint32_t i = 0; i < meeting.members.size(); ++i)
    if (meeting.members[i].absent)
      return i;
  return UINT32_MAX;
}

// --- runs
// -------------------------------------------------------------------------------------------------------------

void CallCounts::reset(size_t members) {
  collectives = 0;
  sends.assign(members, 0);
  receives.assign(members, 0);
}

std::unique_ptr<Channel::Run> Channel::newRun() const {
  auto run = std::make_unique<Run>();
  run->members.resize(ranks.size());
  for (Run::Member &member : run->members)
    member.made.reset(ranks.size());
  return run;
}

Channel::Run *Channel::findRun(uint64_t number) {
  for (const auto &run : runs)
    if (run->number == number)
      return run.get();
  return nullptr;
}

Channel::Run &Channel::openRun(uint64_t number) {
  if (Run *run = findRun(number))
    return *run;
  if (spareRuns.empty())
    spareRuns.push_back(newRun());
  std::unique_ptr<Run> run = std::move(spareRuns.back());
  spareRuns.pop_back();
  run->number = number;
  run->closed = 0;
  for (Run::Member &member : run->members) {
    member.ended = member.closed = false;
    member.cause = Status();
  }
  runs.push_back(std::move(run));
  return *runs.back();
}

Status Channel::absence(uint32_t position, const MeetingKey &key) {
  if (gone[position].failed())
    return gone[position];
  Run *run = findRun(key.run);
  if (!run || !run->members[position].ended)
    return {};
  const Run::Member &member = run->members[position];
  uint64_t made = position == key.from ? member.made.sends[key.to]
                  : position == key.to ? member.made.receives[key.from]
                                       : member.made.collectives;
  if (key.number < made)
    return {};
  if (member.cause.failed())
    return member.cause.prefixed(text("rank %u: ", ranks[position]));
  return Status::error(SFLOW_STATUS_FAILED_PRECONDITION,
                       text("ranks do not agree: rank %u has ended its run without this call", ranks[position]));
}

void Channel::endRun(uint32_t position, uint64_t number, const CallCounts &made, const Status &cause) {
  std::lock_guard lock(mutex);
  Run::Member &member = openRun(number).members[position];
  member.ended = true;
  member.made = made;
  member.cause = cause;
  // From the end: `depart` may take a meeting away and put the last one,
  // already seen, in its place.
  for (size_t i = meetings.size(); i-- > 0;) {
    Meeting &meeting = *meetings[i];
    Meeting::Member &place = meeting.members[position];
    if (meeting.key.run != number || !place.expected || place.arrived || place.absent)
      continue;
    Status reason = absence(position, meeting.key);
    if (!reason.failed())
      continue;
    place.absent = true;
    fail(meeting, reason);
    depart(meeting);
  }
}

void Channel::closeRun(uint32_t position, uint64_t number) {
  std::lock_guard lock(mutex);
  Run *run = findRun(number);
  if (!run || run->members[position].closed)
    return;
  run->members[position].closed = true;
  if (++run->closed < ranks.size())
    return;
  auto it = std::find_if(runs.begin(), runs.end(), [&](const auto &other) { return other.get() == run; });
  spareRuns.push_back(std::move(*it));
  *it = std::move(runs.back());
  runs.pop_back();
}

std::string Channel::describeWait(const Ticket &ticket, uint32_t sequence) {
  std::lock_guard lock(mutex);
  const Meeting *meeting = ticket.meeting;
  if (!meeting || meeting->stage.load(std::memory_order_relaxed) != Meeting::Stage::Gathering)
    return "";
  std::string late;
  for (uint32_t i = 0; i < ranks.size(); ++i)
    if (meeting->members[i].expected && !meeting->members[i].arrived)
      late += text("%s%u", late.empty() ? "" : ", ", ranks[i]);
  return late.empty() ? "" : text("collective %u waits for rank ", sequence) + late;
}

static std::string spell(const CollectiveCall &call) {
  std::string result = spellCollective(call.kind);
  if (isReduction(call.kind))
    result += std::string(" ") + spellReduction(call.reduction);
  if (call.kind != SFLOW_COLLECTIVE_BARRIER)
    result += text(" of %llu %s", static_cast<unsigned long long>(call.elements), spellElement(call.element));
  if (isRooted(call.kind) && !isPointToPoint(call.kind))
    result += text(" with root %u", call.root);
  return result + text(" (collective %u)", call.sequence);
}

Status Channel::mismatch(const Meeting &meeting, uint32_t position, const CollectiveCall &call) const {
  for (uint32_t i = 0; i < ranks.size(); ++i) {
    const Meeting::Member &other = meeting.members[i];
    if (!other.arrived || i == position)
      continue;
    bool pair = isPointToPoint(call.kind) || isPointToPoint(other.call.kind);
    bool same = pair ? call.kind != other.call.kind : call.kind == other.call.kind && call.root == other.call.root;
    if (call.kind == SFLOW_COLLECTIVE_BARRIER && same)
      return {};
    same = same && call.element == other.call.element && call.elements == other.call.elements;
    if (isReduction(call.kind))
      same = same && call.reduction == other.call.reduction;
    if (same)
      return {};
    return Status::error(SFLOW_STATUS_FAILED_PRECONDITION, text("ranks do not agree: rank %u calls ", ranks[i]) +
                                                               spell(other.call) +
                                                               text(", rank %u calls ", ranks[position]) + spell(call));
  }
  return {};
}

void Channel::arrive(Ticket &ticket, const CollectiveCall &call, Doorbell &bell) {
  std::lock_guard lock(mutex);
  ticket.stage = Ticket::Stage::Waiting;
  ticket.startNs = 0;
  if (aborted.failed()) {
    ticket.result = aborted;
    ticket.stage = Ticket::Stage::Ended;
    return;
  }
  Meeting &meeting = find(ticket.key);
  ticket.meeting = &meeting;
  Status problem = mismatch(meeting, ticket.position, call);
  Meeting::Member &me = meeting.members[ticket.position];
  me.arrived = true;
  me.call = call;
  me.bell = &bell;
  ++meeting.arrived;
  if (problem.failed())
    return fail(meeting, problem);
  if (uint32_t absent = absentee(meeting); absent != UINT32_MAX)
    return fail(meeting, absence(absent, meeting.key));
  if (meeting.arrived != meeting.expected || meeting.stage.load(std::memory_order_relaxed) != Meeting::Stage::Gathering)
    return;
  meeting.stage.store(Meeting::Stage::Moving, std::memory_order_seq_cst);
  ringAll(meeting);
}

void Channel::arriveFailed(Ticket &ticket, const Status &cause) {
  std::lock_guard lock(mutex);
  ticket.stage = Ticket::Stage::Ended;
  ticket.result = cause;
  if (aborted.failed())
    return;
  Meeting &meeting = find(ticket.key);
  meeting.members[ticket.position].arrived = true;
  ++meeting.arrived;
  fail(meeting, cause.prefixed(text("rank %u: ", ranks[ticket.position])));
  depart(meeting);
}

/// Ends the ticket if its meeting is over. A meeting that began to move a
/// moment ago is not: this member has its share still to do.
bool Channel::take(Ticket &ticket) {
  Meeting::Stage now = ticket.meeting->stage.load(std::memory_order_seq_cst);
  if (now != Meeting::Stage::Failed && (now != Meeting::Stage::Ended || ticket.stage != Ticket::Stage::Moved))
    return false;
  std::lock_guard lock(mutex);
  Meeting &meeting = *ticket.meeting;
  ticket.result = meeting.failure;
  ticket.stage = Ticket::Stage::Ended;
  ticket.meeting = nullptr;
  meeting.members[ticket.position].bell = nullptr;
  depart(meeting);
  return true;
}

bool Channel::leave(uint32_t position, const Status &cause) {
  std::lock_guard lock(mutex);
  if (!gone[position].failed()) {
    gone[position] = cause;
    ++goneCount;
  }
  for (size_t i = meetings.size(); i-- > 0;) {
    Meeting &meeting = *meetings[i];
    Meeting::Member &place = meeting.members[position];
    if (!place.expected || place.arrived || place.absent)
      continue;
    place.absent = true;
    fail(meeting, cause);
    depart(meeting); // May take meetings[i] away and put the last one, already
                     // seen, in its place.
  }
  return goneCount == ranks.size();
}

void Channel::abort(const Status &cause) {
  std::lock_guard lock(mutex);
  if (!aborted.failed())
    aborted = cause;
  for (const auto &meeting : meetings)
    fail(*meeting, cause);
}

} // namespace syncflow::runtime
