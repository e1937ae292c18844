// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/
//
// Where the members of a group meet. A channel matches the n-th collective that
// each member makes in its r-th run of the module (and the n-th send from i to
// j with the n-th receive there), checks that they agree, and lets every member
// do its share. Runs are told apart so that a run that ends early, or goes
// another way than its peers', fails by itself and leaves those to come alone.
//
// A member's way through one collective: arrive -> (all have arrived) move ->
// (all have moved) leave. A collective that cannot happen any more fails for
// all its members instead: calls that do not match, a member whose input
// failed, that has gone or whose run has ended without it, or an aborted world.
// Nobody waits for a member that will not come.
#ifndef SYNCFLOW_RUNTIME_COLLECTIVE_CHANNEL_H
#define SYNCFLOW_RUNTIME_COLLECTIVE_CHANNEL_H

#include "collective/Move.h"
#include "core/Status.h"
#include "core/Timeline.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace syncflow::runtime {

/// Which calls belong together.
struct MeetingKey {
  uint64_t run = 0;                            ///< Counts the runs of a rank's module.
  uint32_t from = UINT32_MAX, to = UINT32_MAX; ///< Positions of a send and its
                                               ///< receive; else UINT32_MAX.
  uint64_t number = 0;
  bool operator==(const MeetingKey &) const = default;
};

/// How many calls a member has made in a run, of each kind.
struct CallCounts {
  uint64_t collectives = 0;
  std::vector<uint64_t> sends, receives; ///< By the peer's position.

  /// Zero, keeping the memory.
  void reset(size_t members);
};

struct Meeting;
class Channel;

/// A member's part in one collective. Reused launch after launch.
struct Ticket {
  enum class Stage : uint8_t { Idle, Waiting, Moved, Ended };

  /// Something can be done: `advance` will not return at once.
  bool canAdvance() const;
  /// Goes on as far as possible without waiting; true when the collective has
  /// ended for this member.
  bool advance();

  Channel *channel = nullptr;
  Meeting *meeting = nullptr;
  MeetingKey key;
  uint32_t position = 0;
  Stage stage = Stage::Idle;
  Status result; ///< Of an ended collective.
  uint64_t startNs = 0;
};

class Channel {
public:
  /// `ranks` are the members' ranks in group order.
  explicit Channel(std::vector<uint32_t> ranks);
  ~Channel();

  /// Brings a call. `bell` is rung whenever the ticket may be able to advance,
  /// until it has ended.
  void arrive(Ticket &ticket, const CollectiveCall &call, Doorbell &bell);
  /// The member will not take part, because of `cause`: ends the collective for
  /// everybody.
  void arriveFailed(Ticket &ticket, const Status &cause);

  /// The member's run makes no more calls than these; success as the `cause`
  /// means that it came to its end. What waits for another one fails, now and
  /// later.
  void endRun(uint32_t position, uint64_t run, const CallCounts &made, const Status &cause);
  /// None of the member's calls in this run is under way any more.
  void closeRun(uint32_t position, uint64_t run);

  /// "collective 3 waits for rank 1", for a message; empty when the ticket
  /// waits for nobody.
  std::string describeWait(const Ticket &ticket, uint32_t sequence);

  /// The member is gone: fails what waits for it, now and later. Returns true
  /// when no member is left.
  bool leave(uint32_t position, const Status &cause);
  /// Fails everything that has not begun to move, now and later.
  void abort(const Status &cause);

  const std::vector<uint32_t> &members() const { return ranks; }

private:
  friend struct Ticket;

  /// A run that a member has ended and not all have closed.
  struct Run {
    struct Member {
      bool ended = false, closed = false;
      CallCounts made;
      Status cause;
    };
    uint64_t number = 0;
    uint32_t closed = 0;
    std::vector<Member> members; ///< By position.
  };

  std::unique_ptr<Meeting> newMeeting() const;
  Meeting &find(const MeetingKey &key);
  std::unique_ptr<Run> newRun() const;
  Run *findRun(uint64_t number);
  Run &openRun(uint64_t number);
  /// Why the member will never make this call; success: it may still come.
  Status absence(uint32_t position, const MeetingKey &key);
  void depart(Meeting &meeting);
  static void fail(Meeting &meeting, const Status &cause);
  static void ringAll(Meeting &meeting);
  /// A member of the meeting that will never arrive; UINT32_MAX when there is
  /// none.
  static uint32_t absentee(const Meeting &meeting);
  Status mismatch(const Meeting &meeting, uint32_t position, const CollectiveCall &call) const;
  bool take(Ticket &ticket);

  const std::vector<uint32_t> ranks;
  std::mutex mutex;
  std::vector<Status> gone; ///< By position; success: still there.
  uint32_t goneCount = 0;
  Status aborted;
  std::vector<std::unique_ptr<Meeting>> meetings, spare;
  std::vector<std::unique_ptr<Run>> runs, spareRuns;
};

} // namespace syncflow::runtime

#endif // SYNCFLOW_RUNTIME_COLLECTIVE_CHANNEL_H
