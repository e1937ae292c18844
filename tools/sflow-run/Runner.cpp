// SPDX-License-Identifier: AGPL-3.0-or-later
// SyncFlow: specification by Roxanne Ardary, https://www.roxanneardary.com/

#include "Runner.h"

#include "Quantity.h"
#include "RankRunner.h"
#include "RankThread.h"
#include "SyncFlow/Runtime.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread> // std::this_thread

namespace syncflow::run {

namespace {

using Clock = std::chrono::steady_clock;

Clock::duration seconds(double value) {
  return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(std::min(value, 1e8)));
}

enum class Step { Load, Run, Reset, Finish };

/// Shared by the driver and the rank threads, and owned by all of them: a rank
/// that hangs may outlive the driver.
class Session : public std::enable_shared_from_this<Session> {
public:
  Session(std::shared_ptr<const RunRequest> kept, const RunHooks &hooks)
      : kept(std::move(kept)), request(*this->kept), hooks(hooks), ranks(request.ranks) {}
  ~Session() {
    if (world)
      sflow_world_release(world);
  }

  RunOutcome drive();

private:
  struct RankState {
    std::unique_ptr<RankThread> thread = std::make_unique<RankThread>();
    bool busy = false; ///< Carrying out the current step.
    RunStatus status;  ///< Of the first failure.
    RankRunner::RunEnd lastRun;
    RankTrace lastTrace;
    RankResult result;
  };

  std::shared_ptr<const RunRequest> kept;
  const RunRequest &request;
  RunHooks hooks;
  sflow_world *world = nullptr;
  Wakeup wakeup;
  bool stuck = false; ///< A rank did not come back in time.

  std::mutex mutex; ///< Guards everything below, except what the busy rank
                    ///< itself writes into its state.
  std::condition_variable stepChanged;
  uint64_t stepNumber = 0;
  Step step = Step::Load;
  bool abandoned = false;
  bool aborted = false;
  std::vector<unsigned> failures; ///< Ranks in the order in which they failed.
  std::vector<RankState> ranks;
  std::atomic<uint64_t> arrivals{0}; ///< Of all rendezvous so far.

  // On the rank's thread.
  void rankMain(unsigned rank);
  void carryOut(RankRunner &runner, unsigned rank, Step what);
  void runOnce(RankRunner &runner, unsigned rank);
  void fail(unsigned rank, const RunStatus &status);
  bool isSound(unsigned rank);

  // On the driver's thread.
  enum class Waited { AllDone, Failed, Interrupted };
  Waited carryOutAll(Step what, std::optional<double> timeout = {});
  std::vector<unsigned> busyRanks();
  void abort(llvm::StringRef reason);
  bool settle();
  RunOutcome load();
  RunOutcome runAll();
  void collect(RunResult &result);
  RunOutcome problem(RunEnding ending, Waited how, llvm::StringRef what);
  std::string describeFailures();
  std::string findDifference();
  void finish(RunOutcome &outcome);
};

} // namespace

//===----------------------------------------------------------------------===//
// A rank's thread
//===----------------------------------------------------------------------===//

void Session::rankMain(unsigned rank) {
  RankRunner runner(request, world, rank);
  uint64_t seen = 0;
  for (Step what = Step::Load; what != Step::Finish;) {
    {
      std::unique_lock lock(mutex);
      stepChanged.wait(lock, [&] { return stepNumber > seen || abandoned; });
      what = abandoned ? Step::Finish : step;
      seen = stepNumber;
    }
    carryOut(runner, rank, what);
    {
      std::lock_guard lock(mutex);
      ranks[rank].busy = false;
    }
    wakeup.notify();
  }
}

void Session::carryOut(RankRunner &runner, unsigned rank, Step what) {
  RankState &state = ranks[rank];
  RunStatus status;
  switch (what) {
  case Step::Load:
    status = runner.load();
    break;
  case Step::Run:
    runOnce(runner, rank);
    return;
  case Step::Reset:
    status = runner.resetStats();
    break;
  case Step::Finish:
    // After a failed load there is nobody to ask.
    if (runner.isLoaded() && isSound(rank))
      status = runner.readStats(state.result.stats);
    state.result.outputs = runner.takeOutputs();
    runner.close();
    break;
  }
  if (!status.ok())
    fail(rank, status);
}

void Session::runOnce(RankRunner &runner, unsigned rank) {
  RankState &state = ranks[rank];
  // All ranks start together: nobody launches before the last one has come.
  // They were woken at the same time, so yielding is shorter than parking.
  auto rendezvous = [&] {
    uint64_t number = arrivals.fetch_add(1) / ranks.size();
    while (arrivals.load() < (number + 1) * ranks.size())
      std::this_thread::yield();
  };
  auto onLate = [&](const RunStatus &status) { fail(rank, status); };
  state.lastRun = runner.run(rendezvous, onLate);
  if (!state.lastRun.status.ok()) {
    fail(rank, state.lastRun.status);
    return;
  }
  RunStatus status = runner.drainTrace(state.lastTrace);
  if (!status.ok())
    fail(rank, status);
}

bool Session::isSound(unsigned rank) {
  std::lock_guard lock(mutex);
  return ranks[rank].status.ok() && !abandoned;
}

/// The first failure of a rank counts; the other ranks must not wait for it in
/// a collective.
void Session::fail(unsigned rank, const RunStatus &status) {
  {
    std::lock_guard lock(mutex);
    if (!ranks[rank].status.ok())
      return;
    ranks[rank].status = status;
    failures.push_back(rank);
  }
  abort(("rank " + llvm::Twine(rank) + " failed: " + status.message).str());
  wakeup.notify();
}

//===----------------------------------------------------------------------===//
// The driver
//===----------------------------------------------------------------------===//

void Session::abort(llvm::StringRef reason) {
  {
    std::lock_guard lock(mutex);
    if (aborted)
      return;
    aborted = true;
  }
  sflow_world_abort(world, reason.str().c_str());
  if (hooks.onAbort)
    hooks.onAbort();
}

std::vector<unsigned> Session::busyRanks() {
  std::lock_guard lock(mutex);
  std::vector<unsigned> busy;
  for (auto [number, rank] : llvm::enumerate(ranks))
    if (rank.busy)
      busy.push_back(number);
  return busy;
}

/// Has all ranks carry out a step. Returns early on a failure or Ctrl-C.
Session::Waited Session::carryOutAll(Step what, std::optional<double> timeout) {
  std::optional<Clock::time_point> deadline;
  if (timeout)
    deadline = Clock::now() + seconds(*timeout);
  {
    std::lock_guard lock(mutex);
    step = what;
    ++stepNumber;
    for (RankState &rank : ranks)
      rank.busy = true;
  }
  stepChanged.notify_all();
  while (true) {
    std::vector<unsigned> busy = busyRanks();
    {
      std::lock_guard lock(mutex);
      if (!failures.empty())
        return Waited::Failed;
    }
    if (DeferInterrupts::requested())
      return Waited::Interrupted;
    if (busy.empty())
      return Waited::AllDone;
    if (deadline && Clock::now() >= *deadline)
      for (unsigned rank : busy)
        fail(rank, {SFLOW_STATUS_DEADLINE_EXCEEDED, "it did not come back"});
    wakeup.wait(deadline);
  }
}

/// Waits for the ranks to come back from a step that went wrong. False: one did
/// not.
bool Session::settle() {
  Clock::time_point deadline = Clock::now() + seconds(request.graceSeconds);
  while (!busyRanks().empty()) {
    if (Clock::now() >= deadline)
      return false;
    wakeup.wait(deadline);
  }
  return true;
}

/// What the ranks that failed by themselves say; those that were merely told
/// about another one's failure repeat its words.
std::string Session::describeFailures() {
  constexpr size_t shown = 8;
  std::lock_guard lock(mutex);
  auto wasTold = [&](unsigned rank) {
    llvm::StringRef said = ranks[rank].status.message;
    return llvm::any_of(failures, [&](unsigned other) {
      llvm::StringRef words = ranks[other].status.message;
      return !words.empty() && words.size() < said.size() && said.contains(words);
    });
  };
  std::vector<unsigned> guilty = failures;
  llvm::erase_if(guilty, wasTold);
  llvm::sort(guilty);
  std::string text;
  for (unsigned rank : llvm::ArrayRef(guilty).take_front(shown)) {
    text += text.empty() ? "" : "\n";
    if (ranks.size() > 1)
      text += "rank " + std::to_string(rank) + ": ";
    text += ranks[rank].status.message;
  }
  if (guilty.size() > shown)
    text += "\n... and " + plural(guilty.size() - shown, "rank") + " more";
  return text;
}

RunOutcome Session::problem(RunEnding ending, Waited how, llvm::StringRef what) {
  RunOutcome outcome;
  if (how == Waited::Interrupted) {
    outcome.ending = RunEnding::Interrupted;
    abort("interrupted");
    outcome.message = ("interrupted while " + what).str();
    return outcome;
  }
  // Ranks that failed by themselves are named too, not only the first.
  stuck = !settle();
  outcome.ending = ending;
  outcome.message = describeFailures();
  std::lock_guard lock(mutex);
  outcome.code = ranks[failures.front()].status.code;
  if (outcome.code == SFLOW_STATUS_DEADLINE_EXCEEDED && request.timeoutSeconds)
    outcome.message =
        "a run took longer than the " + formatTime(request.timeoutSeconds * 1e9) + " of --timeout: " + outcome.message;
  return outcome;
}

std::string Session::findDifference() {
  for (const RankState &rank : ranks)
    if (!rank.lastRun.difference.empty())
      return rank.lastRun.difference;
  return "";
}

/// Takes over the times of a timed run, and its trace when it was the fastest.
void Session::collect(RunResult &result) {
  uint64_t start = UINT64_MAX, end = 0;
  for (RankState &rank : ranks) {
    const RankRunner::RunEnd &run = rank.lastRun;
    start = std::min(start, run.startNs);
    end = std::max(end, run.endNs);
    rank.result.timesNs.push_back(run.endNs - run.startNs);
  }
  bool fastest = result.timesNs.empty() || end - start < result.minNs();
  result.timesNs.push_back(end - start);
  if (fastest)
    for (RankState &rank : ranks)
      std::swap(rank.result.trace, rank.lastTrace);
}

RunOutcome Session::runAll() {
  RunOutcome outcome;
  // The ranks watch the timeout themselves, and know what they wait for; this
  // one is for those that cannot.
  std::optional<double> timeout;
  if (request.timeoutSeconds > 0)
    timeout = request.timeoutSeconds + 1;
  unsigned total = request.warmup + request.repeat;
  for (unsigned i = 0; i < total; ++i) {
    bool timed = i >= request.warmup;
    unsigned number = timed ? i - request.warmup + 1 : i + 1;
    const char *what = timed ? "running" : "warming up";
    if (hooks.progress)
      hooks.progress->count(what, number, timed ? request.repeat : request.warmup);
    Waited how = Waited::AllDone;
    if (timed && number == 1)
      how = carryOutAll(Step::Reset);
    if (how == Waited::AllDone)
      how = carryOutAll(Step::Run, timeout);
    if (how != Waited::AllDone)
      return problem(RunEnding::Failed, how, what);
    std::string difference = findDifference();
    if (!difference.empty()) {
      outcome.ending = RunEnding::Failed;
      outcome.message = (llvm::Twine(timed ? "run " : "warm-up run ") + llvm::Twine(number) +
                         " gave other bits than the first run: " + difference)
                            .str();
      return outcome;
    }
    if (timed)
      collect(outcome.result);
  }
  return outcome;
}

RunOutcome Session::load() {
  RunOutcome outcome;
  RunStatus status = RunStatus::from(sflow_world_create(ranks.size(), &world));
  if (!status.ok()) {
    outcome.ending = RunEnding::NotLoaded;
    outcome.code = status.code;
    outcome.message = status.message;
    return outcome;
  }
  if (hooks.progress)
    hooks.progress->step("loading");
  for (unsigned rank = 0; rank < ranks.size(); ++rank)
    if (std::error_code code = ranks[rank].thread->start([self = shared_from_this(), rank] { self->rankMain(rank); })) {
      outcome.ending = RunEnding::NotLoaded;
      outcome.code = SFLOW_STATUS_RESOURCE_EXHAUSTED;
      outcome.message =
          ("no thread for rank " + llvm::Twine(rank) + " of " + llvm::Twine(ranks.size()) + ": " + code.message())
              .str();
      return outcome;
    }
  Clock::time_point start = Clock::now();
  Waited how = carryOutAll(Step::Load);
  if (how != Waited::AllDone)
    return problem(RunEnding::NotLoaded, how, "loading");
  outcome.result.loadSeconds = std::chrono::duration<double>(Clock::now() - start).count();
  return outcome;
}

/// Ends the threads, or leaves them behind when they do not come.
void Session::finish(RunOutcome &outcome) {
  bool settled = !stuck && settle();
  if (settled) {
    // Giving the module back waits for what is still running, so it has the
    // same grace.
    {
      std::lock_guard lock(mutex);
      step = Step::Finish;
      ++stepNumber;
      for (RankState &rank : ranks)
        rank.busy = rank.thread->isStarted();
    }
    stepChanged.notify_all();
    settled = settle();
  }
  auto threads = std::make_shared<std::vector<std::unique_ptr<RankThread>>>();
  for (RankState &rank : ranks)
    threads->push_back(std::move(rank.thread));
  auto join = [threads] {
    for (auto &thread : *threads)
      thread->join();
  };
  if (settled)
    return join();
  {
    std::lock_guard lock(mutex);
    abandoned = true;
  }
  stepChanged.notify_all();
  if (outcome.ending == RunEnding::Done) {
    // The results lie with threads that may still touch them.
    outcome.ending = RunEnding::Failed;
    outcome.message = "a rank cannot give its module back";
  }
  outcome.message += "; it does not stop, leaving it behind";
  outcome.joinAbandoned = join;
}

RunOutcome Session::drive() {
  DeferInterrupts defer(wakeup);
  RunOutcome outcome = load();
  if (outcome.ending == RunEnding::Done) {
    double loadSeconds = outcome.result.loadSeconds;
    outcome = runAll();
    outcome.result.loadSeconds = loadSeconds;
  }
  finish(outcome);
  if (outcome.ending == RunEnding::Done && !failures.empty()) {
    outcome.ending = RunEnding::Failed;
    outcome.message = describeFailures();
  }
  if (!outcome.joinAbandoned)
    for (RankState &rank : ranks)
      outcome.result.ranks.push_back(std::move(rank.result));
  return outcome;
}

RunOutcome runRanks(std::shared_ptr<const RunRequest> request, const RunHooks &hooks) {
  return std::make_shared<Session>(std::move(request), hooks)->drive();
}

} // namespace syncflow::run
